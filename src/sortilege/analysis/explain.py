"""Why an action: one sentence with its numbers, in the words of words.toml. Shares are said of 100 games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sortilege.analysis.evaluate import Candidate
from sortilege.analysis.intervals import difference
from sortilege.analysis.outlook import Outlook
from sortilege.analysis.phrases import phrase
from sortilege.core.game import Game
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import View
from sortilege.core.words import Text

TELLING = 0.02  # how far apart, in shares, two sets of outcomes are worth a word
MOST = 0.5  # of a difference: what makes up so much of it is why
WORTH_A_WORD = 1.0  # points on average


class Swing(NamedTuple):
    """The outcomes of an action in two: those that go better than its mean, and the others."""

    chance: float  # of the better ones
    good: float
    bad: float


class Reason(NamedTuple):
    """Why one action is better than another: the ending of a code in words.toml, and the numbers of either."""

    kind: Literal["lost", "won", "held", "gained"]
    better: float
    worse: float


def explain(
    game: Game,
    found: list[Candidate],
    outlook: Outlook | None = None,
    action: int | None = None,
    view: View | None = None,
    obvious: int | None = None,
) -> Sentence:
    """Why this action (the best when not said) and not the next best one: its share, what happens until the next turn,
    with its outlook what it risks, and with the view what that says for it. Where it is clearly the best and what looks
    `obvious` would soon be lost, that is what it is held against. Candidates that came to the same in every world are
    one: in SPELL the steps of a turn can often be made in another order. `say("fr")` puts it into French."""
    ranked = sorted(found, key=lambda candidate: (-candidate.mean, candidate.action))
    mine = next((one for one in ranked if one.action == action), ranked[0])
    rest = comparison(game, ranked, mine, outlook, view, obvious)
    fact = None if view is None else game.why(view, game.describe(mine.action))
    if fact is None or not fact.en:
        return rest
    return phrase("because", fact=Text(capital(fact.en), capital(fact.fr)), rest=rest)


def comparison(
    game: Game,
    ranked: list[Candidate],
    mine: Candidate,
    outlook: Outlook | None,
    view: View | None,
    obvious: int | None,
) -> Sentence:
    """An action beside the best of those that came to something else."""
    values: dict[str, object] = {"action": name_of(game, mine.action, view), "share": of_100(mine.mean)}
    if len(ranked) == 1:
        return phrase("only", **values)
    other = next((one for one in ranked if one.values != mine.values), None)
    if other is None:
        return phrase("same", **values)
    if difference(mine.values, other.values).low > 0:
        other = next((one for one in ranked if one.action == obvious and is_trap(mine, one)), other)
    values |= {"other": name_of(game, other.action, view), "second": of_100(other.mean)}
    gap = difference(mine.values, other.values)
    if gap.low <= 0 <= gap.high:
        return phrase("close", **values)
    values["gap"] = decimal(gained(abs(gap.mean)))
    code, better, worse = ("worse", other, mine) if mine.mean < other.mean else ("better", mine, other)
    why = reason(game, better, worse)
    if why is not None:
        return phrase(f"{code}_{why.kind}", **values, **numbers_of(game, why, code == "better", view is None))
    risk = swing(outlook) if code == "better" else None
    if risk is None:
        return phrase(code, **values)
    values |= {"chance": of_100(risk.chance), "good": of_100(risk.good), "bad": of_100(risk.bad)}
    return phrase("gamble" if risk.bad < other.mean else "safe", **values)


# ---------------------------------------------------------------- what happens until the seat's next turn
def reason(game: Game, better: Candidate, worse: Candidate) -> Reason | None:
    """What makes most of a difference: a game lost or won before the next turn; or points, where a game says what its
    points are called."""
    saved, won = worse.lost_soon - better.lost_soon, better.won_soon - worse.won_soon
    if max(saved, won) >= max(TELLING, MOST * (better.mean - worse.mean)):
        if saved >= won:
            return Reason("lost", better.lost_soon, worse.lost_soon)
        return Reason("won", better.won_soon, worse.won_soon)
    brought = Reason("gained", mean(better.own), mean(worse.own))
    spared = Reason("held", mean(better.theirs), mean(worse.theirs))
    more, fewer = brought.better - brought.worse, spared.worse - spared.better
    if max(more, fewer) < WORTH_A_WORD or "points" not in game.words["en"].get("advice", {}):
        return None
    return brought if more >= fewer else spared


def is_trap(mine: Candidate, other: Candidate) -> bool:
    """Whether an action is worse mostly because the game would be lost before the next turn."""
    saved = other.lost_soon - mine.lost_soon
    return difference(mine.values, other.values).low > 0 and saved >= max(TELLING, MOST * (mine.mean - other.mean))


def numbers_of(game: Game, why: Reason, is_better: bool, nobody: bool) -> dict[str, object]:
    """A reason as its phrase has it; said to nobody in particular, or to whoever is to decide."""
    turn = phrase("ones_turn" if nobody else "your_turn")
    if why.kind in ("gained", "held"):
        n = f"{abs(why.better - why.worse):.1f}"
        return {"turn": turn, "n": decimal(n), "points": points_in(game, float(n))}
    here, there = (why.better, why.worse) if is_better else (why.worse, why.better)
    return {"turn": turn, "here": of_100(here), "there": of_100(there)}


def points_in(game: Game, n: float) -> Text:
    """Return the word of a game for so many points on average: French has no plural below two."""
    english, french = game.words["en"]["advice"]["points"], game.words["fr"]["advice"]["points"]
    return Text(english["many"], french["one" if n < 2 else "many"])


def swing(outlook: Outlook | None) -> Swing | None:
    """How much hangs on what the action brings; None where nothing to speak of does."""
    met = [] if outlook is None else [(one["chance"], one["share"]) for one in outlook["outcomes"]]
    known = [(chance, value) for chance, value in met if value is not None]
    whole = sum(chance for chance, _ in known)
    if len(known) < 2 or whole == 0:
        return None
    mean = sum(chance * value for chance, value in known) / whole
    sides = [[one for one in known if one[1] > mean], [one for one in known if one[1] <= mean]]
    if not sides[0] or not sides[1]:
        return None
    chances = [sum(chance for chance, _ in side) for side in sides]
    good, bad = (sum(c * v for c, v in side) / n for side, n in zip(sides, chances, strict=True))
    return Swing(chances[0] / whole, good, bad) if good - bad > TELLING else None


def of_100(value: float) -> int:
    """A share or a chance as so many of 100."""
    return round(100 * value)


def mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def decimal(number: str) -> Text:
    """Return a number with the decimal mark of each language."""
    return Text(number, number.replace(".", ","))


def gained(gap: float) -> str:
    """A difference of shares in points of 100; a small one with a decimal."""
    return f"{100 * gap:.0f}" if gap >= 0.1 else f"{100 * gap:.1f}"


def name_of(game: Game, action: int, view: View | None = None) -> Text:
    """Return the name of an action: with a view as a command, in which `{0}`, `{1}`, … stand for the players; without
    one as a choice, in which players are numbers, as their names are not known here."""
    described = game.describe(action)
    if view is not None:
        return game.what(view, described)
    return game.label(described, [f"{seat}" for seat in range(max(game.seats))])


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]
