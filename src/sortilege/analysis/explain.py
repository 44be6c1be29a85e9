"""Why an action: one sentence with its numbers, in the words of words.toml. Shares are said of 100 games."""

from __future__ import annotations

from typing import NamedTuple

from sortilege.analysis.evaluate import Candidate
from sortilege.analysis.intervals import difference
from sortilege.analysis.outlook import Outlook
from sortilege.analysis.phrases import phrase
from sortilege.core.game import Game
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import View
from sortilege.core.words import LANGUAGES

TELLING = 0.02  # how far apart, in shares, two sets of outcomes are worth a word


class Swing(NamedTuple):
    """The outcomes of an action in two: those that go better than its mean, and the others."""

    chance: float  # of the better ones
    good: float
    bad: float


def explain(
    game: Game,
    found: list[Candidate],
    outlook: Outlook | None = None,
    action: int | None = None,
    view: View | None = None,
) -> Sentence:
    """Why this action (the best when not said) and not the next best one: its share, what it wins, with its outlook
    what it risks, and with the view what that says for it. `say("fr")` puts it into French. Candidates that came to the
    same in every world are one: in SPELL the steps of a turn can often be made in another order."""
    ranked = sorted(found, key=lambda candidate: (-candidate.mean, candidate.action))
    mine = next((one for one in ranked if one.action == action), ranked[0])
    rest = comparison(game, ranked, mine, outlook, view)
    fact = {} if view is None else game.why(view, game.describe(mine.action))
    if not any(fact.values()):
        return rest
    return phrase("because", fact={language: capital(text) for language, text in fact.items()}, rest=rest)


def comparison(
    game: Game, ranked: list[Candidate], mine: Candidate, outlook: Outlook | None, view: View | None
) -> Sentence:
    """An action beside the best of those that came to something else."""
    values: dict[str, object] = {"action": name_of(game, mine.action, view), "share": of_100(mine.mean)}
    if len(ranked) == 1:
        return phrase("only", **values)
    other = next((one for one in ranked if one.values != mine.values), None)
    if other is None:
        return phrase("same", **values)
    values |= {"other": name_of(game, other.action, view), "second": of_100(other.mean)}
    gap = difference(mine.values, other.values)
    if gap.low <= 0 <= gap.high:
        return phrase("close", **values)
    values["gap"] = {"en": gained(abs(gap.mean)), "fr": gained(abs(gap.mean)).replace(".", ",")}
    if mine.mean < other.mean:
        return phrase("worse", **values)
    turn = swing(outlook)
    if turn is None:
        return phrase("better", **values)
    values |= {"chance": of_100(turn.chance), "good": of_100(turn.good), "bad": of_100(turn.bad)}
    return phrase("gamble" if turn.bad < other.mean else "safe", **values)


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


def gained(gap: float) -> str:
    """A difference of shares in points of 100; a small one with a decimal."""
    return f"{100 * gap:.0f}" if gap >= 0.1 else f"{100 * gap:.1f}"


def name_of(game: Game, action: int, view: View | None = None) -> dict[str, str]:
    """What an action is called, by language: with its view as the table calls it, where players are {0}, {1}, …;
    otherwise seats are counted, as nobody's names are known here."""
    described = game.describe(action)
    if view is not None:
        return game.what(view, described)
    names = [f"{seat}" for seat in range(max(game.seats))]
    return {one: game.screen.label(described, game.words[one], names) for one in LANGUAGES}


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]
