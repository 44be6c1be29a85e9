"""Carrying out a text, one step at a time (SC-313, SC-801..830).

The text of a card is compiled to steps of a program (effects/opcodes.py). The position of the current step, the card
and the choice it waits for are stored in cells, so that a text can wait for a choice or for chance and continue later.
The winning conditions are checked after every step (SC-512)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules.card_moves import discard_from_pile, request_draw
from sortilege.games.spellcaster.rules.crystals import (
    check_winner,
    damage,
    gain,
    lose,
    steal_energy,
    steal_sapphires,
)


# ---------------------------------------------------------------- begin, continue, end
def text_start(t: Cells, program: Cells, card: i64) -> i64:
    """Return where a card's text starts in the program. Cards with a star have two texts (SC-608)."""
    if t[L.SEATS] == 2:
        return program[L.DUEL_TEXT + card]
    return program[L.MULTI_TEXT + card]


def begin_text(t: Cells, program: Cells, card: i64) -> None:
    """Begin to carry out the text of a card."""
    t[L.TEXT_CARD] = card
    t[L.TEXT_POSITION] = text_start(t, program, card)
    t[L.PHASE] = L.CONTINUE_TEXT


def end_text(t: Cells) -> None:
    """End the card text that is being carried out. If it was a copied text, continue with the text of the card that
    copied it; otherwise continue the turn (SC-821)."""
    if t[L.RETURN_POSITION] != 0:
        t[L.TEXT_POSITION] = t[L.RETURN_POSITION]
        t[L.RETURN_POSITION] = 0
        t[L.COPIED_CARD] = L.NO_CARD
        return
    t[L.TEXT_CARD] = L.NO_CARD
    if t[L.TURN_STEP] == L.ACTIONS:
        t[L.PHASE] = L.NEXT_ACTION
    else:
        t[L.PHASE] = L.NEXT_ENCHANTMENT


def current_step(t: Cells, program: Cells) -> i64:
    """Return the opcode of the current step of the card text."""
    return program[t[L.TEXT_POSITION]]


def step_argument(t: Cells, program: Cells, argument: i64) -> i64:
    """Return an argument of the current step of the card text; `argument` is AMOUNT, COUNTED or JUMP_TARGET."""
    return program[t[L.TEXT_POSITION] + argument]


def total_amount(t: Cells, program: Cells, position: i64, side: i64, multiplier: i64) -> i64:
    """Return the amount of the step at `position` of the program if this side carries it out now: its number plus what
    it counts, such as the rival's hand, but at least 0, times the multiplier (SC-314, SC-810)."""
    amount = program[position + opcodes.AMOUNT]
    counted = program[position + opcodes.COUNTED]
    if counted == opcodes.RIVAL_HAND:
        amount += L.rival_hand_size(t, side)
    elif counted == opcodes.COLOURS:
        amount += L.colour_count(t, side)
    if amount < 0:
        amount = 0
    return amount * multiplier


def branch_start(program: Cells, position: i64, branch: i64) -> i64:
    """Return where a branch (from 0) of the `choose` step at `position` starts. A jump to each branch follows it."""
    jump_position = position + opcodes.STEP_SIZE * (branch + 1)
    return program[jump_position + opcodes.JUMP_TARGET]


def advance(t: Cells) -> None:
    """Continue the card text with the step after the current one."""
    t[L.TEXT_POSITION] += opcodes.STEP_SIZE
    t[L.PHASE] = L.CONTINUE_TEXT


def jump(t: Cells, program: Cells) -> None:
    """Continue the card text at the jump target of the current step."""
    t[L.TEXT_POSITION] = step_argument(t, program, opcodes.JUMP_TARGET)
    t[L.PHASE] = L.CONTINUE_TEXT


# ---------------------------------------------------------------- one step
def run_step(t: Cells, program: Cells) -> None:
    """Carry out the current step of the card text, or ask for the choice that it needs. The opcodes of similar steps
    are consecutive numbers, so a range of opcodes is a kind of step."""
    step = current_step(t, program)
    if step <= opcodes.LAST_CRYSTAL_STEP:
        run_crystal_step(t, program, step)
    elif step <= opcodes.LAST_CARD_STEP:
        run_card_step(t, program, step)
    elif step <= opcodes.LAST_BRANCH_STEP:
        run_branch_step(t, program, step)
    elif step <= opcodes.LAST_TARGET_STEP:
        if has_target(t, program):
            ask(t, t[L.ACTIVE_SEAT], L.TARGET)
        else:
            advance(t)  # SC-829
    elif step == opcodes.END:
        end_text(t)
    elif step == opcodes.STEAL_CARD:
        request_theft(t)
    elif step == opcodes.RECOVER_CARD:
        ask_to_recover(t)
    else:  # opcodes.DISCARD_THIS_CARD
        discard_from_pile(t, t[L.TEXT_CARD])
        advance(t)


def ask(t: Cells, seat: i64, phase: i64) -> None:
    """Let the game wait for a decision of a seat. The phase, such as PAY, says which decision."""
    t[L.DECIDER] = seat
    t[L.PHASE] = phase


def run_crystal_step(t: Cells, program: Cells, step: i64) -> None:
    """Carry out a step that changes crystals or the number of actions (SC-801..807, SC-813, SC-826)."""
    own = L.own_side(t)
    rival = 1 - own
    amount = total_amount(t, program, t[L.TEXT_POSITION], own, t[L.MULTIPLIER])
    advance(t)
    if step == opcodes.DAMAGE:
        damage(t, rival, amount)
    elif step == opcodes.GAIN_ENERGY:
        gain(t, L.ENERGY, own, amount)
    elif step == opcodes.GAIN_SAPPHIRES:
        gain(t, L.SAPPHIRES, own, amount)
    elif step == opcodes.LOSE_ENERGY:
        lose(t, L.ENERGY, own, amount)
    elif step == opcodes.RIVAL_LOSES_SAPPHIRES:
        lose(t, L.SAPPHIRES, rival, amount)
    elif step == opcodes.RIVAL_GAINS_ENERGY:
        gain(t, L.ENERGY, rival, amount)
    elif step == opcodes.RIVAL_GAINS_SAPPHIRES:
        gain(t, L.SAPPHIRES, rival, amount)
    elif step == opcodes.STEAL_SAPPHIRES:
        steal_sapphires(t, own, amount)
    elif step == opcodes.STEAL_ENERGY:
        steal_energy(t, own, amount)
    elif step == opcodes.GAIN_WARD:
        t[L.WARD + own] += amount
    else:  # opcodes.GAIN_ACTIONS
        t[L.ACTIONS_LEFT] += amount
    check_winner(t)


def run_card_step(t: Cells, program: Cells, step: i64) -> None:
    """Carry out a step in which mages draw, discard or play cards (SC-808..810, SC-824, SC-828)."""
    amount = total_amount(t, program, t[L.TEXT_POSITION], L.own_side(t), t[L.MULTIPLIER])
    if step == opcodes.EACH_DRAWS or step == opcodes.EACH_DISCARDS:
        serve_next_mage(t, amount, step)
        return
    advance(t)
    if step == opcodes.DRAW:
        request_draw(t, t[L.ACTIVE_SEAT], amount, next_phase=L.CONTINUE_TEXT)
    elif step == opcodes.RIVAL_DRAWS:
        request_draw(t, L.next_rival(t), amount, next_phase=L.CONTINUE_TEXT)
    elif step == opcodes.DISCARD:
        ask_to_discard(t, t[L.ACTIVE_SEAT], amount)
    elif step == opcodes.RIVAL_DISCARDS:
        ask_to_discard(t, L.next_rival(t), amount)
    elif step == opcodes.DISCARD_UP_TO:
        t[L.MULTIPLIER] = 0  # increases with each discarded card; the next steps are multiplied by it
        ask_for_up_to(t, amount, L.DISCARD_UP_TO)
    else:  # opcodes.PLAY_FREE
        ask_for_up_to(t, amount, L.PLAY_FREE)


def run_branch_step(t: Cells, program: Cells, step: i64) -> None:
    """Carry out a step that decides which steps of the card text follow (SC-811, SC-812, SC-815, SC-816)."""
    if step == opcodes.PAY_SAPPHIRES or step == opcodes.PAY_ENERGY:
        if can_pay(t, program):
            ask(t, t[L.ACTIVE_SEAT], L.PAY)
        else:
            jump(t, program)
    elif step == opcodes.UNLESS:
        rival = L.next_rival(t)
        if t[L.HAND_SIZE + rival] > 0:
            ask(t, rival, L.UNLESS)
        else:
            advance(t)  # SC-703: without cards the rival cannot prevent the text
    elif step == opcodes.IF:
        if condition_holds(t, step_argument(t, program, opcodes.AMOUNT)):
            advance(t)
        else:
            jump(t, program)
    elif step == opcodes.CHOOSE:
        ask(t, t[L.ACTIVE_SEAT], L.CHOOSE)
    elif step == opcodes.JUMP:
        jump(t, program)
    else:  # opcodes.END_MULTIPLIER
        t[L.MULTIPLIER] = 1
        advance(t)


def can_pay(t: Cells, program: Cells) -> bool:
    """Return whether the active side has enough crystals for the price of the current step (SC-311, SC-503)."""
    crystal = price_crystal(current_step(t, program))
    return t[crystal + L.own_side(t)] >= step_argument(t, program, opcodes.AMOUNT)


def price_crystal(step: i64) -> i64:
    """Return which crystals a payment step, PAY_SAPPHIRES or PAY_ENERGY, asks for: SAPPHIRES or ENERGY."""
    if step == opcodes.PAY_SAPPHIRES:
        return L.SAPPHIRES
    return L.ENERGY


def condition_holds(t: Cells, condition: i64) -> bool:
    """Return whether the condition of an `if` step holds. Equal amounts do not meet a condition (SC-816)."""
    own = L.own_side(t)
    rival = 1 - own
    if condition == opcodes.LESS_ENERGY:
        return t[L.ENERGY + own] < t[L.ENERGY + rival]
    if condition == opcodes.LESS_SAPPHIRES:
        return t[L.SAPPHIRES + own] < t[L.SAPPHIRES + rival]
    return t[L.HAND_SIZE + L.next_rival(t)] > t[L.HAND_SIZE + t[L.ACTIVE_SEAT]]


# ---------------------------------------------------------------- discards and free plays
def ask_to_discard(t: Cells, seat: i64, count: i64) -> None:
    """Ask a mage to discard this number of cards, or the whole hand if it is smaller (SC-305, SC-306, SC-809)."""
    if count > t[L.HAND_SIZE + seat]:
        count = t[L.HAND_SIZE + seat]
    if count == 0:
        t[L.PHASE] = L.CONTINUE_TEXT
        return
    t[L.CARDS_REMAINING] = count
    ask(t, seat, L.DISCARD)


def ask_for_up_to(t: Cells, count: i64, phase: i64) -> None:
    """Ask the active mage for up to `count` cards to discard or play, as the phase says (SC-810, SC-824)."""
    seat = t[L.ACTIVE_SEAT]
    if count == 0 or t[L.HAND_SIZE + seat] == 0:
        t[L.PHASE] = L.CONTINUE_TEXT
        return
    t[L.CARDS_REMAINING] = count
    ask(t, seat, phase)


def serve_next_mage(t: Cells, count: i64, step: i64) -> None:
    """Let the next mage in turn order draw or discard for a step that concerns each mage. The text stays at this step
    until all mages have been served (SC-409, SC-712, SC-828)."""
    if t[L.MAGES_SERVED] == t[L.SEATS]:
        t[L.MAGES_SERVED] = 0
        advance(t)
        return
    seat = L.seat_in_turn_order(t, t[L.MAGES_SERVED])
    t[L.MAGES_SERVED] += 1
    own_count = count
    if t[L.SEATS] == 3 and L.side_of(seat) == 0:
        own_count = count // 2  # for a mage of the team against one, half the number, rounded down (SC-710)
    if step == opcodes.EACH_DRAWS:
        request_draw(t, seat, own_count, next_phase=L.CONTINUE_TEXT)
    else:
        ask_to_discard(t, seat, own_count)


# ---------------------------------------------------------------- targets
def can_target(t: Cells, program: Cells, position: i64, card: i64, colour: i64, side: i64) -> bool:
    """Return whether the step at `position` of the program can affect the top card of a pile. `card` is the card whose
    text has the step, and `side` the side that carries it out. The pile of `card` is no target (SC-817..821)."""
    entry = L.top_entry(t, colour)
    if entry == L.NO_ENTRY or colour == L.colour_of(card):
        return False
    step = program[position]
    if step == opcodes.BURY_CARD:  # SC-818
        required_colour = program[position + opcodes.AMOUNT]
        return t[L.PILE_SIZE + colour] > 1 and (required_colour == opcodes.ANY_COLOUR or required_colour == colour)
    if step == opcodes.DISCARD_ENCHANTMENT:  # SC-819
        return L.is_enchantment(program, L.entry_card(entry))
    if step == opcodes.COPY_TEXT and L.is_enchantment(program, L.entry_card(entry)):
        return False  # SC-821
    return L.entry_side(entry) != side  # SC-817, SC-820, SC-821


def has_target(t: Cells, program: Cells) -> bool:
    """Return whether the current step of the card text can affect the top card of any pile."""
    for colour in range(i64(L.COLOURS)):
        if can_target(t, program, t[L.TEXT_POSITION], t[L.TEXT_CARD], colour, L.own_side(t)):
            return True
    return False


# ---------------------------------------------------------------- hands and discard pile
def request_theft(t: Cells) -> None:
    """Let a random card of the next rival's hand be stolen. Do nothing if the hand is empty (SC-823)."""
    advance(t)
    rival = L.next_rival(t)
    if t[L.HAND_SIZE + rival] > 0:
        t[L.DECIDER] = rival
        t[L.PHASE] = L.STEAL_CARD


def ask_to_recover(t: Cells) -> None:
    """Ask for a card of the discard pile to recover. If the pile is empty, draw a card instead (SC-825)."""
    advance(t)
    if t[L.DISCARD_SIZE] == 0:
        request_draw(t, t[L.ACTIVE_SEAT], 1, next_phase=L.CONTINUE_TEXT)
    else:
        ask(t, t[L.ACTIVE_SEAT], L.RECOVER)
