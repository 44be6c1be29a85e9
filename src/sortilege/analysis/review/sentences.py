"""The sentences of a review: log lines, mistakes, verdicts and the names of the numbers."""

from __future__ import annotations

from sortilege.analysis.explain import of_100, points_of_100
from sortilege.analysis.phrases import phrase
from sortilege.analysis.review.results import Judgement, Moment
from sortilege.analysis.review.review import Review
from sortilege.core.engine.state import CHANCE
from sortilege.core.log import full_log
from sortilege.core.match import Match
from sortilege.core.text.words import insert_names, words_in
from sortilege.core.types import Action

PARTS = ("luck", "own", "others", "rest")


class Sentences:
    """The sentences of one review in one language."""

    def __init__(self, review: Review, lang: str) -> None:
        self.review = review
        self.match: Match = review.timeline.match
        self.lang = lang
        self.words = words_in(phrase.folder)[lang]["review"]
        self.game_words = self.match.game.words[lang]

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the `review` table in words.toml with its values."""
        return str(self.words[key].format(**values))

    def pair(self, what: str, more: str) -> str:
        """Join two texts by a colon, spaced as the language requires."""
        return self.say("colon", what=what, more=more)

    def title(self) -> str:
        return str(self.game_words["title"])

    def line_text(self, at: int) -> str:
        """Return a log line as a sentence, hiding nothing. If the game has no sentence for it, name the action or the
        values that were drawn."""
        text = self.match.game.say(full_log(self.match.state)[at], self.lang)
        if text:
            return insert_names(text, self.match.names, self.lang)
        action = self.match.log[at]
        if self.review.timeline.nodes[at].by != CHANCE:
            return self.action(action)
        return self.say("dealt", what=" ".join(str(value) for key, value in action.items() if key != "do"))

    def action(self, action: Action) -> str:
        """Return the name of an action as a choice."""
        return str(self.match.game.screen.label(action, self.game_words, self.match.names))

    def swing(self, at: int) -> str:
        """Return the sentence about the seat whose share changed most at this log line."""
        before, after = self.review.points_around(at)
        seat = max(range(len(before)), key=lambda seat: abs(after[seat] - before[seat]))
        return self.say("swing", name=self.match.names[seat], before=of_100(before[seat]), after=of_100(after[seat]))

    def slip(self, moment: Moment) -> str:
        """Return the sentence about a mistake: the action, the better one and the loss."""
        values = {"name": self.match.names[moment["seat"]], "action": self.action(moment["action"])}
        return self.say("slip", **values, best=self.action(moment["best"]), **numbers(moment["known"]))

    def verdict(self, judgement: Judgement) -> str:
        return self.say(f"verdict_{judgement['verdict']}", **numbers(judgement))

    def counted(self, moments: list[Moment]) -> str:
        """Return the sentence with the number of decisions of each verdict, as known."""
        verdicts = [moment["known"]["verdict"] for moment in moments]
        counts = {verdict: verdicts.count(verdict) for verdict in ("best", "close", "slip")}
        return self.say("counted", n=len(verdicts), **counts)


def numbers(judgement: Judgement) -> dict[str, str]:
    """Return the numbers of a judgement as text, in points of 100."""
    return {key: points_of_100(judgement[key]) for key in ("loss", "low", "high")}


def signed(share: float) -> str:
    """Return a gain or loss in points of 100, with its sign."""
    whole = round(100 * share)
    return f"+{whole}" if whole > 0 else f"−{-whole}" if whole < 0 else "0"


def slips(moments: list[Moment]) -> list[Moment]:
    """Return the decisions that were mistakes as known, most expensive first."""
    mistakes = [moment for moment in moments if moment["known"]["verdict"] == "slip"]
    return sorted(mistakes, key=lambda moment: (-moment["known"]["loss"], moment["at"]))
