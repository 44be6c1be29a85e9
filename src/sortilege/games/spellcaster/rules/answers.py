"""What a waiting text is answered: cards discarded and played, prices, branches, targets, what chance brings."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules.crystals import judge, lose
from sortilege.games.spellcaster.rules.moving import (
    bury_top,
    discard_from_hand,
    enter_openly,
    lift_top,
    put_on_pile,
    steal_from_hand,
    take_from_discards,
    throw,
    turn_top,
)
from sortilege.games.spellcaster.rules.texts import go_on, go_to, price_in, start_of


# ---------------------------------------------------------------- cards
def discard_one(t: Cells, card: i64) -> None:
    """A card of a compulsory discard."""
    discard_from_hand(t, t[L.WHO], card)
    t[L.COUNT] -= 1
    if t[L.COUNT] == 0:
        t[L.PHASE] = L.TEXT


def discard_one_of_several(t: Cells, card: i64) -> None:
    """A card of `disc..n`: what follows counts once more."""
    t[L.TIMES] += 1
    discard_from_hand(t, t[L.WHO], card)
    count_down(t)


def play_one_freely(t: Cells, card: i64) -> None:
    """SC-824: played as with an action, but without one."""
    put_on_pile(t, t[L.WHO], card)
    count_down(t)


def count_down(t: Cells) -> None:
    """One of up to n cards is gone; no further question after the last or with an empty hand."""
    t[L.COUNT] -= 1
    if t[L.COUNT] == 0 or t[L.SIZE + t[L.WHO]] == 0:
        t[L.PHASE] = L.TEXT


# ---------------------------------------------------------------- forks
def pay(t: Cells, p: Cells) -> None:
    """SC-503, SC-811: the price is paid, and may cost the game before anything is gained."""
    lose(t, price_in(p[t[L.PC]]), L.mine(t), p[t[L.PC] + 1])
    go_on(t)
    judge(t)


def decline(t: Cells, p: Cells) -> None:
    """No to a price, to a prevention, to a burial."""
    if p[t[L.PC]] == opcodes.PAY_S or p[t[L.PC]] == opcodes.PAY_E:
        go_to(t, p)
    else:
        go_on(t)


def prevent(t: Cells, p: Cells, card: i64) -> None:
    """SC-701, SC-812: the next rival discards, so the text in `unless` does not happen."""
    discard_from_hand(t, t[L.WHO], card)
    go_to(t, p)


def choose(t: Cells, p: Cells, option: i64) -> None:
    """SC-815: on to that branch."""
    t[L.PC] += opcodes.WIDTH * (option + 1)
    go_to(t, p)


# ---------------------------------------------------------------- targets
def strike(t: Cells, p: Cells, colour: i64) -> None:
    """The step's effect on the chosen pile."""
    step = p[t[L.PC]]
    if step == opcodes.COPY:
        borrow(t, p, L.top(t, colour) >> 1)
        return
    if step == opcodes.FLIP:
        turn_top(t, colour)
    elif step == opcodes.BURY:
        bury_top(t, colour)
    elif step == opcodes.UNWEAVE:
        throw(t, lift_top(t, colour))
    else:  # opcodes.BOUNCE
        enter_openly(t, L.next_rival(t), lift_top(t, colour))
    go_on(t)


def borrow(t: Cells, p: Cells, card: i64) -> None:
    """SC-821: the other card's text is carried out as if it were this card's own."""
    t[L.COPIED] = card
    t[L.RETURN] = t[L.PC] + opcodes.WIDTH
    t[L.PC] = start_of(t, p, card)
    t[L.PHASE] = L.TEXT


# ---------------------------------------------------------------- hands and discard pile
def take_stolen(t: Cells, card: i64) -> None:
    """The stolen card changes hands."""
    steal_from_hand(t, t[L.WHO], t[L.ACTIVE], card)
    t[L.PHASE] = L.TEXT


def take_recovered(t: Cells, card: i64) -> None:
    """The chosen card goes to the hand."""
    take_from_discards(t, t[L.ACTIVE], card)
    t[L.PHASE] = L.TEXT
