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
    branch_start,
    current_step,
    jump,
    price_crystal,
    step_argument,
    text_start,
)


# ---------------------------------------------------------------- cards
def discard(t: Cells, card: i64) -> None:
    """Discard a card that the deciding mage chose. After the last required card, the card text continues (SC-305)."""
    discard_from_hand(t, t[L.DECIDER], card)
    t[L.CARDS_REMAINING] -= 1
    if t[L.CARDS_REMAINING] == 0:
        t[L.PHASE] = L.CONTINUE_TEXT


def discard_up_to(t: Cells, card: i64) -> None:
    """Discard one of up to n cards for a text that is multiplied by the number of discarded cards (SC-810)."""
    t[L.MULTIPLIER] += 1
    discard_from_hand(t, t[L.DECIDER], card)
    count_optional_card(t)


def play_free(t: Cells, card: i64) -> None:
    """Play a card without using an action (SC-824)."""
    put_on_pile(t, t[L.DECIDER], card)
    count_optional_card(t)


def count_optional_card(t: Cells) -> None:
    """Count an optional discard or play. At the limit, or with an empty hand, continue the card text."""
    t[L.CARDS_REMAINING] -= 1
    if t[L.CARDS_REMAINING] == 0 or t[L.HAND_SIZE + t[L.DECIDER]] == 0:
        t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- branches
def pay(t: Cells, program: Cells) -> None:
    """Pay the price of the current step. A side that pays its last energy loses the game at once (SC-503, SC-811)."""
    price = step_argument(t, program, opcodes.AMOUNT)
    crystal = price_crystal(current_step(t, program))
    lose(t, crystal, L.own_side(t), price)
    advance(t)
    check_winner(t)


def decline(t: Cells, program: Cells) -> None:
    """Decline what the card text offers. A text that had to be paid for is skipped. A text that could be prevented is
    carried out. After an offer to bury a card, the next step follows."""
    step = current_step(t, program)
    if step == opcodes.PAY_SAPPHIRES or step == opcodes.PAY_ENERGY:
        jump(t, program)
    else:
        advance(t)


def prevent(t: Cells, program: Cells, card: i64) -> None:
    """Let the deciding rival discard a card to prevent a text, which is then skipped (SC-701, SC-812)."""
    discard_from_hand(t, t[L.DECIDER], card)
    jump(t, program)


def choose_branch(t: Cells, program: Cells, branch: i64) -> None:
    """Continue the card text with the chosen branch, numbered from 0 (SC-815)."""
    t[L.TEXT_POSITION] = branch_start(program, t[L.TEXT_POSITION], branch)
    t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- targets
def apply_to_target(t: Cells, program: Cells, colour: i64) -> None:
    """Apply the current step of the card text to the top card of the chosen pile (SC-817..821)."""
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
    """Begin the text of another card as if it were this card's own. Afterwards this card's text continues (SC-821)."""
    t[L.COPIED_CARD] = card
    t[L.RETURN_POSITION] = t[L.TEXT_POSITION] + opcodes.STEP_SIZE
    t[L.TEXT_POSITION] = text_start(t, program, card)
    t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- hands and discard pile
def steal_card(t: Cells, card: i64) -> None:
    """Move the randomly selected card from the rival's hand to the hand of the active mage (SC-823)."""
    steal_from_hand(t, t[L.DECIDER], t[L.ACTIVE_SEAT], card)
    t[L.PHASE] = L.CONTINUE_TEXT


def recover_card(t: Cells, card: i64) -> None:
    """Move the chosen card from the discard pile to the hand of the active mage (SC-825)."""
    take_from_discard_pile(t, t[L.ACTIVE_SEAT], card)
    t[L.PHASE] = L.CONTINUE_TEXT
