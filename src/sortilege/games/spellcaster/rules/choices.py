"""What a waiting text is answered: cards discarded and played, prices, branches, targets, what chance brings."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules.card_moves import (
    add_to_discard_pile,
    add_to_hand_openly,
    bury_top,
    discard_from_hand,
    flip_top,
    put_on_pile,
    recover_card,
    remove_top,
    steal_from_hand,
)
from sortilege.games.spellcaster.rules.crystals import check_winner, lose
from sortilege.games.spellcaster.rules.texts import advance, jump, price_kind, text_start


# ---------------------------------------------------------------- cards
def discard_one(t: Cells, card: i64) -> None:
    """A card of a compulsory discard."""
    discard_from_hand(t, t[L.DECIDER], card)
    t[L.REMAINING] -= 1
    if t[L.REMAINING] == 0:
        t[L.PHASE] = L.NEXT_STEP


def discard_up_to(t: Cells, card: i64) -> None:
    """A card of `disc..n`: what follows counts once more."""
    t[L.MULTIPLIER] += 1
    discard_from_hand(t, t[L.DECIDER], card)
    count_down(t)


def play_free(t: Cells, card: i64) -> None:
    """SC-824: played as with an action, but without one."""
    put_on_pile(t, t[L.DECIDER], card)
    count_down(t)


def count_down(t: Cells) -> None:
    """One of up to n cards is gone; no further question after the last or with an empty hand."""
    t[L.REMAINING] -= 1
    if t[L.REMAINING] == 0 or t[L.HAND_SIZE + t[L.DECIDER]] == 0:
        t[L.PHASE] = L.NEXT_STEP


# ---------------------------------------------------------------- forks
def pay(t: Cells, p: Cells) -> None:
    """SC-503, SC-811: the price is paid, and may cost the game before anything is gained."""
    lose(t, price_kind(p[t[L.PC]]), L.own_side(t), p[t[L.PC] + 1])
    advance(t)
    check_winner(t)


def decline(t: Cells, p: Cells) -> None:
    """No to a price, to a prevention, to a burial."""
    if p[t[L.PC]] == opcodes.PAY_S or p[t[L.PC]] == opcodes.PAY_E:
        jump(t, p)
    else:
        advance(t)


def prevent(t: Cells, p: Cells, card: i64) -> None:
    """SC-701, SC-812: the next rival discards, so the text in `unless` does not happen."""
    discard_from_hand(t, t[L.DECIDER], card)
    jump(t, p)


def choose(t: Cells, p: Cells, option: i64) -> None:
    """SC-815: on to that branch."""
    t[L.PC] += opcodes.WIDTH * (option + 1)
    jump(t, p)


# ---------------------------------------------------------------- targets
def apply_to_target(t: Cells, p: Cells, colour: i64) -> None:
    """The step's effect on the chosen pile."""
    step = p[t[L.PC]]
    if step == opcodes.COPY:
        copy_text(t, p, L.top(t, colour) >> 1)
        return
    if step == opcodes.FLIP:
        flip_top(t, colour)
    elif step == opcodes.BURY:
        bury_top(t, colour)
    elif step == opcodes.UNWEAVE:
        add_to_discard_pile(t, remove_top(t, colour))
    else:  # opcodes.BOUNCE
        add_to_hand_openly(t, L.next_rival(t), remove_top(t, colour))
    advance(t)


def copy_text(t: Cells, p: Cells, card: i64) -> None:
    """SC-821: the other card's text is carried out as if it were this card's own."""
    t[L.COPIED_CARD] = card
    t[L.RETURN_PC] = t[L.PC] + opcodes.WIDTH
    t[L.PC] = text_start(t, p, card)
    t[L.PHASE] = L.NEXT_STEP


# ---------------------------------------------------------------- hands and discard pile
def steal(t: Cells, card: i64) -> None:
    """The stolen card changes hands."""
    steal_from_hand(t, t[L.DECIDER], t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT_STEP


def recover(t: Cells, card: i64) -> None:
    """The chosen card goes to the hand."""
    recover_card(t, t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT_STEP
