"""Applying the choices that a text asks for: cards discarded and played, prices, branches, targets, and stolen or
recovered cards."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
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
    """Discard one card of a compulsory discard."""
    discard_from_hand(t, t[L.DECIDER], card)
    t[L.REMAINING] -= 1
    if t[L.REMAINING] == 0:
        t[L.PHASE] = L.NEXT_STEP


def discard_up_to(t: Cells, card: i64) -> None:
    """Discard one card of `disc..n`, which increases the multiplier of the text that follows."""
    t[L.MULTIPLIER] += 1
    discard_from_hand(t, t[L.DECIDER], card)
    count_down(t)


def play_free(t: Cells, card: i64) -> None:
    """SC-824: play a card without using an action."""
    put_on_pile(t, t[L.DECIDER], card)
    count_down(t)


def count_down(t: Cells) -> None:
    """Count one of up to n cards. Stop asking after the last one, or if the hand is empty."""
    t[L.REMAINING] -= 1
    if t[L.REMAINING] == 0 or t[L.HAND_SIZE + t[L.DECIDER]] == 0:
        t[L.PHASE] = L.NEXT_STEP


# ---------------------------------------------------------------- branches
def pay(t: Cells, p: Cells) -> None:
    """SC-503, SC-811: pay the price. Paying the last energy loses the game before anything is gained."""
    lose(t, price_kind(p[t[L.PC]]), L.own_side(t), p[t[L.PC] + 1])
    advance(t)
    check_winner(t)


def decline(t: Cells, p: Cells) -> None:
    """Decline a price, the prevention of `unless`, or a burial."""
    if p[t[L.PC]] == opcodes.PAY_S or p[t[L.PC]] == opcodes.PAY_E:
        jump(t, p)
    else:
        advance(t)


def prevent(t: Cells, p: Cells, card: i64) -> None:
    """SC-701, SC-812: discard a card of the next rival, which prevents the text in `unless`."""
    discard_from_hand(t, t[L.DECIDER], card)
    jump(t, p)


def choose(t: Cells, p: Cells, option: i64) -> None:
    """SC-815: continue with the chosen branch."""
    t[L.PC] += opcodes.WIDTH * (option + 1)
    jump(t, p)


# ---------------------------------------------------------------- targets
def apply_to_target(t: Cells, p: Cells, colour: i64) -> None:
    """Apply the current step to the top card of the chosen pile."""
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
    """SC-821: carry out another card's text as if it were this card's own."""
    t[L.COPIED_CARD] = card
    t[L.RETURN_PC] = t[L.PC] + opcodes.WIDTH
    t[L.PC] = text_start(t, p, card)
    t[L.PHASE] = L.NEXT_STEP


# ---------------------------------------------------------------- hands and discard pile
def steal(t: Cells, card: i64) -> None:
    """Move the stolen card to the hand of the active mage."""
    steal_from_hand(t, t[L.DECIDER], t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT_STEP


def recover(t: Cells, card: i64) -> None:
    """Move the chosen card from the discard pile to the hand of the active mage."""
    recover_card(t, t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT_STEP
