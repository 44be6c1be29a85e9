"""A review in words: what happened at a line, what was lost, what the numbers are called."""

from __future__ import annotations

from sortilege.analysis.explain import gained
from sortilege.analysis.phrases import phrase
from sortilege.analysis.review.review import Review
from sortilege.analysis.review.shapes import Judgement, Moment
from sortilege.core.log import full_log
from sortilege.core.match import Match
from sortilege.core.shapes import Action
from sortilege.core.state import CHANCE
from sortilege.core.words import insert_names, words_in

PARTS = ("luck", "own", "others", "rest")


class Sentences:
    """The words of one review in one language."""

    def __init__(self, review: Review, lang: str) -> None:
        self.review = review
        self.match: Match = review.course.match
        self.lang = lang
        self.words = words_in(phrase.folder)[lang]["review"]
        self.game_words = self.match.game.words[lang]

    def say(self, key: str, **values: object) -> str:
        return str(self.words[key].format(**values))

    def pair(self, what: str, more: str) -> str:
        """A colon between them, set as the language sets it."""
        return self.say("colon", what=what, more=more)

    def title(self) -> str:
        return str(self.game_words["title"])

    def happened(self, at: int) -> str:
        """The line of the log, hiding nothing; what was drawn or done where a game has no sentence for it."""
        text = self.match.game.say(full_log(self.match.state)[at], self.lang)
        if text:
            return insert_names(text, self.match.names, self.lang)
        action = self.match.log[at]
        if self.review.course.nodes[at].by != CHANCE:
            return self.action(action)
        return self.say("dealt", what=" ".join(str(value) for key, value in action.items() if key != "do"))

    def action(self, action: Action) -> str:
        """An action as a choice."""
        return str(self.match.game.screen.label(action, self.game_words, self.match.names))

    def swing(self, at: int) -> str:
        """Whom the line moved most, and how far."""
        before, after = self.review.points_around(at)
        seat = max(range(len(before)), key=lambda one: abs(after[one] - before[one]))
        return self.say("swing", name=self.match.names[seat], before=points(before[seat]), after=points(after[seat]))

    def slip(self, moment: Moment) -> str:
        values = {"name": self.match.names[moment["seat"]], "action": self.action(moment["action"])}
        return self.say("slip", **values, best=self.action(moment["best"]), **numbers(moment["known"]))

    def verdict(self, judgement: Judgement) -> str:
        return self.say(f"verdict_{judgement['verdict']}", **numbers(judgement))

    def counted(self, moments: list[Moment]) -> str:
        """How the decisions were judged, given what could be known."""
        verdicts = [moment["known"]["verdict"] for moment in moments]
        found = {word: verdicts.count(word) for word in ("best", "close", "slip")}
        return self.say("counted", n=len(verdicts), **found)


def numbers(judgement: Judgement) -> dict[str, str]:
    return {key: gained(judgement[key]) for key in ("loss", "low", "high")}


def points(share: float) -> int:
    """A share as points of 100."""
    return round(100 * share)


def signed(share: float) -> str:
    """A gain or loss in points of 100."""
    whole = round(100 * share)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


def slips(moments: list[Moment]) -> list[Moment]:
    """The slips, given what could be known; the dearest first."""
    found = [moment for moment in moments if moment["known"]["verdict"] == "slip"]
    return sorted(found, key=lambda moment: (-moment["known"]["loss"], moment["at"]))
