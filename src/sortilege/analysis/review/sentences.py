"""The sentences of a review: log lines, mistakes, verdicts and the names of the numbers."""

from __future__ import annotations

from typing import Final

from sortilege.analysis.explain import of_100, points_of_100
from sortilege.analysis.phrases import phrase
from sortilege.analysis.review.results import Judgement, Moment, SeatBreakdown
from sortilege.analysis.review.review import Review
from sortilege.core.engine.state import CHANCE
from sortilege.core.log import full_log
from sortilege.core.match import Match
from sortilege.core.text.words import insert_names, words_in
from sortilege.core.types import Action

PARTS: Final = ("luck", "own", "others", "rest")  # of a SeatBreakdown


class Sentences:
    """The sentences of one review in one language."""

    def __init__(self, review: Review, lang: str) -> None:
        self.review = review
        self.match: Match = review.timeline.match
        self.lang = lang
        self.words = words_in(phrase.folder)[lang]["review"]
        self.game_words = self.match.game.words[lang]

    def phrase(self, key: str, **values: object) -> str:
        """Return the phrase with this key from the `review` table in words.toml, with its values filled in."""
        return str(self.words[key].format(**values))

    def join_by_colon(self, before: str, after: str) -> str:
        """Join two texts by a colon, with a space before it in French."""
        return self.phrase("colon", what=before, more=after)

    def title(self) -> str:
        return str(self.game_words["title"])

    def line_text(self, log_index: int) -> str:
        """Return a log line as a sentence that hides nothing. If the game has no sentence for the line, return the name
        of the action or, at a chance event, the drawn values."""
        text = self.match.game.say(full_log(self.match.state)[log_index], self.lang)
        if text:
            return insert_names(text, self.match.names, self.lang)
        action = self.match.log[log_index]
        is_chance_event = self.review.timeline.nodes[log_index].actor == CHANCE
        if not is_chance_event:
            return self.action(action)
        drawn_values = [str(value) for key, value in action.items() if key != "do"]
        return self.phrase("dealt", what=" ".join(drawn_values))

    def action(self, action: Action) -> str:
        """Return the name of an action, as in a list of choices."""
        return str(self.match.game.screen.label(action, self.game_words, self.match.names))

    def swing(self, log_index: int) -> str:
        """Return the sentence about the seat whose win probability changed most at this log line."""
        before, after = self.review.points_around(log_index)
        changes = [abs(new - old) for old, new in zip(before, after, strict=True)]
        seat = changes.index(max(changes))
        return self.phrase("swing", name=self.match.names[seat], before=of_100(before[seat]), after=of_100(after[seat]))

    def mistake(self, moment: Moment) -> str:
        """Return the sentence about a mistake, with the played action, the better one and the loss."""
        values = {"name": self.match.names[moment["seat"]], "action": self.action(moment["action"])}
        return self.phrase("slip", **values, best=self.action(moment["best"]), **loss_texts(moment["known"]))

    def verdict(self, judgement: Judgement) -> str:
        return self.phrase(f"verdict_{judgement['verdict']}", **loss_texts(judgement))

    def verdict_counts(self, moments: list[Moment]) -> str:
        """Return the sentence that counts the decisions by verdict. The verdicts are those without hindsight."""
        verdicts = [moment["known"]["verdict"] for moment in moments]
        counts = {verdict: verdicts.count(verdict) for verdict in ("best", "close", "slip")}
        return self.phrase("counted", n=len(verdicts), **counts)


def loss_texts(judgement: Judgement) -> dict[str, str]:
    """Return the loss of a decision and its confidence interval as texts, in percentage points."""
    return {key: points_of_100(judgement[key]) for key in ("loss", "low", "high")}


def part_values(breakdown: SeatBreakdown) -> tuple[float, ...]:
    """Return the changes of a seat's win probability by cause, in the order of PARTS."""
    return breakdown["luck"], breakdown["own"], breakdown["others"], breakdown["rest"]


def signed(change: float) -> str:
    """Return a change of a win probability in percentage points, with its sign."""
    points = round(100 * change)
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"−{-points}"


def mistakes(moments: list[Moment]) -> list[Moment]:
    """Return the decisions that were mistakes even without hindsight, the biggest loss first."""
    certain_mistakes = [moment for moment in moments if moment["known"]["verdict"] == "slip"]
    return sorted(certain_mistakes, key=lambda moment: (-moment["known"]["loss"], moment["at"]))
