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
    bury_top_card,
    discard_from_hand,
    put_on_pile,
    remove_top_card,
    steal_from_hand,
    take_from_discard_pile,
    turn_top_card,
)
from sortilege.games.spellcaster.rules.crystals import check_winner, lose
from sortilege.games.spellcaster.rules.texts import (
    advance,
    current_step,
    jump,
    price_crystal,
    step_argument,
    text_start,
)


# ---------------------------------------------------------------- cards
def discard(t: Cells, card: i64) -> None:
    """Discard a card that the deciding mage chose. After the last required card, the text continues (SC-305)."""
    discard_from_hand(t, t[L.DECIDER], card)
    t[L.CARDS_REMAINING] -= 1
    if t[L.CARDS_REMAINING] == 0:
        t[L.PHASE] = L.CONTINUE_TEXT


def discard_up_to(t: Cells, card: i64) -> None:
    """Discard a card for `disc..n{text}`. Each such card adds 1 to the multiplier of the text (SC-810)."""
    t[L.MULTIPLIER] += 1
    discard_from_hand(t, t[L.DECIDER], card)
    count_optional_card(t)


def play_free(t: Cells, card: i64) -> None:
    """Play a card without using an action (SC-824)."""
    put_on_pile(t, t[L.DECIDER], card)
    count_optional_card(t)


def count_optional_card(t: Cells) -> None:
    """Count an optional discard or play. Continue the text if the limit is reached or the hand is empty."""
    t[L.CARDS_REMAINING] -= 1
    if t[L.CARDS_REMAINING] == 0 or t[L.HAND_SIZE + t[L.DECIDER]] == 0:
        t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- branches
def pay(t: Cells, program: Cells) -> None:
    """Pay the price. Paying the last energy loses the game before anything is gained (SC-503, SC-811)."""
    price = step_argument(t, program, opcodes.AMOUNT)
    lose(t, price_crystal(current_step(t, program)), L.own_side(t), price)
    advance(t)
    check_winner(t)


def decline(t: Cells, program: Cells) -> None:
    """Decline an offer of the current step. If it was to pay a price, the paid text is skipped. If it was to prevent
    the text of `unless`, this text follows. If it was to bury a card, the next step follows."""
    step = current_step(t, program)
    if step == opcodes.PAY_SAPPHIRES or step == opcodes.PAY_ENERGY:
        jump(t, program)
    else:
        advance(t)


def prevent(t: Cells, program: Cells, card: i64) -> None:
    """The next rival discards a card, and the text of `unless` is skipped (SC-701, SC-812)."""
    discard_from_hand(t, t[L.DECIDER], card)
    jump(t, program)


def choose_branch(t: Cells, program: Cells, branch: i64) -> None:
    """Continue with a branch, numbered from 0. The step `choose` is followed by one jump per branch (SC-815)."""
    t[L.TEXT_POSITION] += opcodes.STEP_SIZE * (branch + 1)
    jump(t, program)


# ---------------------------------------------------------------- targets
def apply_to_target(t: Cells, program: Cells, colour: i64) -> None:
    """Apply the current step to the top card of the pile of this colour (SC-817..821)."""
    step = current_step(t, program)
    if step == opcodes.COPY_TEXT:
        copy_text(t, program, L.entry_card(L.top_entry(t, colour)))
        return
    if step == opcodes.TURN_CARD:
        turn_top_card(t, colour)
    elif step == opcodes.BURY_CARD:
        bury_top_card(t, colour)
    elif step == opcodes.DISCARD_ENCHANTMENT:
        add_to_discard_pile(t, remove_top_card(t, colour))
    else:  # opcodes.RETURN_TO_HAND
        add_to_hand_openly(t, L.next_rival(t), remove_top_card(t, colour))
    advance(t)


def copy_text(t: Cells, program: Cells, card: i64) -> None:
    """Carry out another card's text as if it were this card's own, then continue with the next step (SC-821)."""
    t[L.COPIED_CARD] = card
    t[L.RETURN_POSITION] = t[L.TEXT_POSITION] + opcodes.STEP_SIZE
    t[L.TEXT_POSITION] = text_start(t, program, card)
    t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- hands and discard pile
def steal_card(t: Cells, card: i64) -> None:
    """Move the card that chance has selected from the rival's hand to the hand of the active mage (SC-823)."""
    steal_from_hand(t, t[L.DECIDER], t[L.ACTIVE_SEAT], card)
    t[L.PHASE] = L.CONTINUE_TEXT


def recover_card(t: Cells, card: i64) -> None:
    """Move the chosen card from the discard pile to the hand of the active mage (SC-825)."""
    take_from_discard_pile(t, t[L.ACTIVE_SEAT], card)
    t[L.PHASE] = L.CONTINUE_TEXT
