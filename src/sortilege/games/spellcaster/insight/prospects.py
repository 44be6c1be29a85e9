"""What the judgement by hand makes of a table, in numbers that a net can learn from: it knows the texts, the net learns
what they are worth beside each other. All of it is what one seat knows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.insight.judgement import kept, laid, merit_of, one_of_hand
from sortilege.games.spellcaster.insight.prices import PROMISED_FIRST, WIN, crystals
from sortilege.games.spellcaster.insight.purse import purse_of
from sortilege.games.spellcaster.insight.texts import gain, lying_for, walk
from sortilege.games.spellcaster.rules.texts import start_of

PROSPECTS: Final = 20
PARTS: Final = 8.0  # of a logit
MOST: Final = 3.0  # logits: what wins is said apart


def look_ahead(t: Cells, p: Cells, seat: i64, into: Cells) -> None:
    """Fill in the seat's prospects: four piles, four colours of the hand, the best two of it, the hand, the crystals;
    the best two incantations that lie there, mine and theirs; whether a text wins, or two together."""
    side = seat & 1
    i: i64 = 0
    while i < PROSPECTS:
        into[i] = 0
        i += 1
    colour: i64 = 0
    while colour < 4:
        into[colour] = parts(lying_for(t, p, L.top(t, colour), side, 0))
        colour += 1
    look_at_hand(t, p, seat, into)
    other = 1 - side
    into[11] = parts(crystals(t[L.ENERGY + side], t[L.ENERGY + other], t[L.SAPPHIRES + side], t[L.SAPPHIRES + other]))
    look_at_piles(t, p, side, into, 12)
    look_at_piles(t, p, other, into, 15)


def parts(logits: float) -> i64:
    """In whole parts of a logit."""
    if logits > MOST:
        logits = MOST
    elif logits < -MOST:
        logits = -MOST
    if logits < 0.0:
        return -i64(0.5 - logits * PARTS)
    return i64(0.5 + logits * PARTS)


def look_at_hand(t: Cells, p: Cells, seat: i64, into: Cells) -> None:
    """What playing a card with all that follows would change: by colour the best, and the best two of all colours; and
    what the hand is worth (`hand_worth`, here without reading every text once more)."""
    cards = t[L.HAND + seat]
    side = seat & 1
    worth = 0.0
    most = 0.0
    while cards != 0:
        card = L.pick(cards, 0)
        cards -= L.BIT[card]
        brings = gain(t, p, card, side, 1)
        if p[L.KIND + card] == 0 and brings > WIN / 2.0:
            into[18] = 1
        merit = merit_of(p, card, brings)
        worth += one_of_hand(merit)
        if merit > most:
            most = merit
        found = parts(laid(t, p, card, side, 2, kept(merit))) + 1  # so that a card is more than none
        at = 4 + L.COLOUR[card]
        if into[at] == 0 or found > into[at]:
            into[at] = found
    into[10] = parts(worth + PROMISED_FIRST * most)
    colour: i64 = 0
    while colour < 4:
        found = into[4 + colour]
        if found > into[8]:
            into[9] = into[8]
            into[8] = found
        elif found > into[9]:
            into[9] = found
        colour += 1


def look_at_piles(t: Cells, p: Cells, side: i64, into: Cells, at: i64) -> None:
    """The best two incantations that face a side, and whether one of them wins, or both together."""
    first: i64 = -1
    second: i64 = -1
    best = 0.0
    next_best = 0.0
    colour: i64 = 0
    while colour < 4:
        lying = L.top(t, colour)
        colour += 1
        if lying < 0 or lying & 1 != side or p[L.KIND + (lying >> 1)] != 0:
            continue
        found = gain(t, p, lying >> 1, side, 0)
        if first < 0 or found > best:
            second = first
            next_best = best
            first = lying >> 1
            best = found
        elif second < 0 or found > next_best:
            second = lying >> 1
            next_best = found
    if first < 0:
        return
    into[at] = parts(best)
    if best > WIN / 2.0:
        into[at + 2] = 2
    if second < 0:
        return
    into[at + 1] = parts(next_best)
    if into[at + 2] == 0 and win_together(t, p, first, second, side):
        into[at + 2] = 1


def win_together(t: Cells, p: Cells, first: i64, second: i64, side: i64) -> bool:
    """Whether two texts win, one after the other; a text that forks is taken for what it is worth alone."""
    purse = purse_of(t, side)
    walk(t, p, start_of(t, p, first), side, first, purse, 1, 1)
    return walk(t, p, start_of(t, p, second), side, second, purse, 1, 1) > WIN / 2.0
