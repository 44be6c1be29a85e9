"""Carrying out a text, one step at a time (SC-313, SC-801..830).

A text is a small program. Its program counter, its card and the pending choice are stored in cells, so that a text can
wait for a choice or for chance and continue later. The winning conditions are checked after every step (SC-512).
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules.card_moves import (
    discard_from_pile,
    request_draw,
)
from sortilege.games.spellcaster.rules.crystals import (
    can_pay,
    check_winner,
    damage,
    gain,
    lose,
    steal_energy,
    steal_sapphires,
)


# ---------------------------------------------------------------- begin, continue, end
def text_start(t: Cells, p: Cells, card: i64) -> i64:
    """SC-608: return the position in the program where a card's text starts. A card with a star has another text with
    three and four mages."""
    if t[L.SEATS] == 2:
        return p[L.DUEL_TEXT + card]
    return p[L.MULTI_TEXT + card]


def begin_text(t: Cells, p: Cells, card: i64) -> None:
    """Begin to carry out the text of a card."""
    t[L.TEXT_CARD] = card
    t[L.PC] = text_start(t, p, card)
    t[L.PHASE] = L.NEXT_STEP


def end_text(t: Cells) -> None:
    """End a text. After a copied text, continue with the card that copied it (SC-821); otherwise continue the turn."""
    if t[L.RETURN_PC] != 0:
        t[L.PC] = t[L.RETURN_PC]
        t[L.RETURN_PC] = 0
        t[L.COPIED_CARD] = L.NO_CARD
        return
    t[L.TEXT_CARD] = L.NO_CARD
    if t[L.STEP] == L.ACTIONS:
        t[L.PHASE] = L.NEXT_ACTION
    else:
        t[L.PHASE] = L.NEXT_ENCHANTMENT


def step_number(t: Cells, p: Cells, pc: i64, side: i64, multiplier: i64) -> i64:
    """SC-314, SC-810: return the number that a step applies: evaluated now, at least 0, times the multiplier."""
    n = p[pc + 1]
    counted = p[pc + 2]
    if counted == opcodes.RIVAL_HAND:
        n += L.rival_hand_size(t, side)
    elif counted == opcodes.COLOURS:
        n += L.colour_count(t, side)
    if n < 0:
        n = 0
    return n * multiplier


def advance(t: Cells) -> None:
    """Continue with the next step."""
    t[L.PC] += opcodes.WIDTH
    t[L.PHASE] = L.NEXT_STEP


def jump(t: Cells, p: Cells) -> None:
    """Continue at the position stored in this step, instead of at the next step."""
    t[L.PC] = p[t[L.PC] + 3]
    t[L.PHASE] = L.NEXT_STEP


# ---------------------------------------------------------------- one step
def run_step(t: Cells, p: Cells) -> None:
    """Carry out the next step, or ask for the choice it needs."""
    step = p[t[L.PC]]
    if step <= opcodes.MORE_ACTIONS:
        run_crystal_step(t, p, step)
    elif step <= opcodes.PLAYFREE:
        run_card_step(t, p, step)
    elif step <= opcodes.ONCE:
        run_branch_step(t, p, step)
    elif step <= opcodes.COPY:
        if has_target(t, p):
            t[L.DECIDER] = t[L.ACTIVE]
            t[L.PHASE] = L.TARGET
        else:
            advance(t)  # SC-829
    elif step == opcodes.END:
        end_text(t)
    elif step == opcodes.STEAL_CARD:
        steal_card(t)
    elif step == opcodes.RECOVER:
        ask_to_recover(t)
    else:  # opcodes.TRASH
        discard_from_pile(t, t[L.TEXT_CARD])
        advance(t)


def run_crystal_step(t: Cells, p: Cells, step: i64) -> None:
    """SC-801..807, SC-813, SC-826: carry out a step that changes crystals or actions."""
    me = L.own_side(t)
    n = step_number(t, p, t[L.PC], me, t[L.MULTIPLIER])
    t[L.PC] += opcodes.WIDTH
    if step == opcodes.DMG:
        damage(t, 1 - me, n)
    elif step == opcodes.HEAL:
        gain(t, L.ENERGY, me, n)
    elif step == opcodes.SAPH:
        gain(t, L.SAPPHIRES, me, n)
    elif step == opcodes.LOSE_E:
        lose(t, L.ENERGY, me, n)
    elif step == opcodes.RLOSE_S:
        lose(t, L.SAPPHIRES, 1 - me, n)
    elif step == opcodes.RHEAL:
        gain(t, L.ENERGY, 1 - me, n)
    elif step == opcodes.RSAPH:
        gain(t, L.SAPPHIRES, 1 - me, n)
    elif step == opcodes.STEAL_S:
        steal_sapphires(t, me, n)
    elif step == opcodes.STEAL_E:
        steal_energy(t, me, n)
    elif step == opcodes.WARD:
        t[L.WARD + me] += n
    else:  # opcodes.MORE_ACTIONS
        t[L.ACTIONS_LEFT] += n
    check_winner(t)


def run_card_step(t: Cells, p: Cells, step: i64) -> None:
    """SC-808..810, SC-824, SC-828: carry out a draw, a discard or a free play."""
    n = step_number(t, p, t[L.PC], L.own_side(t), t[L.MULTIPLIER])
    if step == opcodes.EACH_DRAW or step == opcodes.EACH_LOSE:
        serve_next_mage(t, n, step)
        return
    t[L.PC] += opcodes.WIDTH
    if step == opcodes.DRAW:
        request_draw(t, t[L.ACTIVE], n, L.NEXT_STEP)
    elif step == opcodes.RDRAW:
        request_draw(t, L.next_rival(t), n, L.NEXT_STEP)
    elif step == opcodes.DISC:
        ask_to_discard(t, t[L.ACTIVE], n)
    elif step == opcodes.RDISC:
        ask_to_discard(t, L.next_rival(t), n)
    elif step == opcodes.DISC_UPTO:
        t[L.MULTIPLIER] = 0
        ask_for_up_to(t, n, L.DISCARD_UP_TO)
    else:  # opcodes.PLAYFREE
        ask_for_up_to(t, n, L.PLAY_FREE)


def run_branch_step(t: Cells, p: Cells, step: i64) -> None:
    """SC-811, SC-812, SC-815, SC-816: carry out a step that decides which text follows."""
    if step == opcodes.PAY_S or step == opcodes.PAY_E:
        if can_pay(t, price_kind(step), L.own_side(t), p[t[L.PC] + 1]):
            t[L.DECIDER] = t[L.ACTIVE]
            t[L.PHASE] = L.PAY
        else:
            jump(t, p)
    elif step == opcodes.UNLESS:
        rival = L.next_rival(t)
        if t[L.HAND_SIZE + rival] > 0:
            t[L.DECIDER] = rival
            t[L.PHASE] = L.UNLESS
        else:
            advance(t)  # SC-703: nothing to discard, so nothing prevents it
    elif step == opcodes.IF:
        if condition_holds(t, p[t[L.PC] + 1]):
            advance(t)
        else:
            jump(t, p)
    elif step == opcodes.CHOOSE:
        t[L.DECIDER] = t[L.ACTIVE]
        t[L.PHASE] = L.CHOOSE
    elif step == opcodes.JUMP:
        jump(t, p)
    else:  # opcodes.ONCE
        t[L.MULTIPLIER] = 1
        advance(t)


def price_kind(step: i64) -> i64:
    """Return the kind of crystal that a price is paid in."""
    if step == opcodes.PAY_S:
        return L.SAPPHIRES
    return L.ENERGY


def condition_holds(t: Cells, condition: i64) -> bool:
    """SC-816: return whether a condition holds; equal amounts do not satisfy it."""
    if condition == opcodes.LESS_ENERGY:
        return t[L.ENERGY + L.own_side(t)] < t[L.ENERGY + L.rival_side(t)]
    if condition == opcodes.LESS_SAPPHIRES:
        return t[L.SAPPHIRES + L.own_side(t)] < t[L.SAPPHIRES + L.rival_side(t)]
    return t[L.HAND_SIZE + L.next_rival(t)] > t[L.HAND_SIZE + t[L.ACTIVE]]


# ---------------------------------------------------------------- discards and free plays
def ask_to_discard(t: Cells, seat: i64, n: i64) -> None:
    """SC-305, SC-306, SC-809: ask the owner of a hand which n cards to discard, or all cards if there are fewer."""
    if n > t[L.HAND_SIZE + seat]:
        n = t[L.HAND_SIZE + seat]
    if n == 0:
        t[L.PHASE] = L.NEXT_STEP
        return
    t[L.DECIDER] = seat
    t[L.REMAINING] = n
    t[L.PHASE] = L.DISCARD


def ask_for_up_to(t: Cells, n: i64, phase: i64) -> None:
    """SC-810, SC-824: ask the active mage to discard or play up to n cards."""
    seat = t[L.ACTIVE]
    if n == 0 or t[L.HAND_SIZE + seat] == 0:
        t[L.PHASE] = L.NEXT_STEP
        return
    t[L.DECIDER] = seat
    t[L.REMAINING] = n
    t[L.PHASE] = phase


def serve_next_mage(t: Cells, n: i64, step: i64) -> None:
    """SC-409, SC-712, SC-828: apply an `each` step to the next mage in turn order. The step is repeated until all have
    been served."""
    if t[L.NEXT_MAGE] == t[L.SEATS]:
        t[L.NEXT_MAGE] = 0
        advance(t)
        return
    seat = L.seat_in_turn_order(t, t[L.NEXT_MAGE])
    t[L.NEXT_MAGE] += 1
    if t[L.SEATS] == 3 and seat != 1:
        n = n >> 1  # SC-710: for a mage of the team, half the number, rounded down
    if step == opcodes.EACH_DRAW:
        request_draw(t, seat, n, L.NEXT_STEP)
    else:
        ask_to_discard(t, seat, n)


# ---------------------------------------------------------------- targets
def can_target(t: Cells, p: Cells, pc: i64, card: i64, colour: i64, side: i64) -> bool:
    """Return whether the top card of a pile can be the target of the step at `pc`. The pile of the card itself is never
    a target."""
    entry = L.top(t, colour)
    if entry < 0 or colour == L.COLOUR[card]:
        return False
    step = p[pc]
    if step == opcodes.BURY:  # SC-818
        only_colour = p[pc + 1]
        return t[L.PILE_SIZE + colour] > 1 and (only_colour < 0 or only_colour == colour)
    if step == opcodes.UNWEAVE:  # SC-819
        return p[L.IS_ENCHANTMENT + (entry >> 1)] == 1
    if entry & 1 == side:
        return False
    return step != opcodes.COPY or p[L.IS_ENCHANTMENT + (entry >> 1)] == 0  # SC-817, SC-820, SC-821


def has_target(t: Cells, p: Cells) -> bool:
    """Return whether the current step has a target."""
    colour: i64 = 0
    while colour < 4:
        if can_target(t, p, t[L.PC], t[L.TEXT_CARD], colour, L.own_side(t)):
            return True
        colour += 1
    return False


# ---------------------------------------------------------------- hands and discard pile
def steal_card(t: Cells) -> None:
    """SC-823: let chance select a card of the next rival's hand."""
    t[L.PC] += opcodes.WIDTH
    rival = L.next_rival(t)
    if t[L.HAND_SIZE + rival] > 0:
        t[L.DECIDER] = rival
        t[L.PHASE] = L.STEAL


def ask_to_recover(t: Cells) -> None:
    """SC-825: ask for a card of the discard pile, or draw a card if that pile is empty."""
    t[L.PC] += opcodes.WIDTH
    if t[L.DISCARD_SIZE] == 0:
        request_draw(t, t[L.ACTIVE], 1, L.NEXT_STEP)
    else:
        t[L.DECIDER] = t[L.ACTIVE]
        t[L.PHASE] = L.RECOVER
