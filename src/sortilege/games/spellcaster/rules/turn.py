"""Setup and turn: the deal, enchantments, the draw, the actions and the next turn (SC-101..114, SC-201..270)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.card_moves import put_on_pile, request_draw
from sortilege.games.spellcaster.rules.crystals import end_by_totals
from sortilege.games.spellcaster.rules.texts import begin_text, run_step

HAND_SIZES: Final = vec[i64]([3, 3, 3, 6, 3, 3, 3, 3, 3])  # SC-104, SC-108, SC-112
HAND_SIZES_INDEX: Final = vec[i64]([0, 0, 0, 2, 5])  # by number of mages: where their hand sizes begin


# ---------------------------------------------------------------- set-up
def fresh(seats: i64, first: i64, bounded_supply: bool, activate_enchantments: bool, allow_pass: bool) -> Cells:
    """SC-102..113: return the cells before the first node. `first` is the starting seat, or -1 to let chance decide."""
    t = blank(L.CELLS)
    t[L.SEATS] = seats
    t[L.BOUNDED_SUPPLY] = 1 if bounded_supply else 0
    t[L.ACTIVATE_ENCHANTMENTS] = 1 if activate_enchantments else 0
    t[L.ALLOW_PASS] = 1 if allow_pass else 0
    side: i64 = 0
    while side < 2:
        t[L.ENERGY + side] = box.ENERGY
        t[L.SAPPHIRES + side] = box.SAPPHIRES
        side += 1
    card: i64 = 0
    while card < box.CARDS:
        t[L.DECK] |= L.BIT[card]
        card += 1
    t[L.DECK_SIZE] = box.CARDS
    t[L.TEXT_CARD] = L.NO_CARD
    t[L.COPIED_CARD] = L.NO_CARD
    t[L.MULTIPLIER] = 1
    t[L.PHASE] = L.DEAL
    if seats != 3 and first < 0:
        t[L.PHASE] = L.FIRST
    elif seats != 3:
        t[L.ACTIVE] = first
    return t


def deal(t: Cells) -> None:
    """SC-114: deal all cards of the next seat. After the last seat the first turn begins (SC-205)."""
    seat = t[L.NEXT_MAGE]
    if seat == t[L.SEATS]:
        t[L.NEXT_MAGE] = 0
        t[L.PHASE] = L.BEGIN_TURN
        return
    t[L.NEXT_MAGE] += 1
    request_draw(t, seat, HAND_SIZES[HAND_SIZES_INDEX[t[L.SEATS]] + seat], L.DEAL)


# ---------------------------------------------------------------- step 1: enchantments
def begin_turn(t: Cells, p: Cells) -> None:
    """SC-201, SC-210..212, SC-814: remove the ward of this side and collect the enchantments on top of piles that face
    it."""
    side = L.own_side(t)
    t[L.TURNS] += 1
    t[L.STEP] = L.START
    t[L.ACTIONS_LEFT] = 2
    t[L.USED] = 0
    t[L.WARD + side] = 0
    t[L.TO_TRIGGER] = t[L.FACING + side] & p[L.ENCHANTMENTS]
    if t[L.TO_TRIGGER] == 0:
        draw_for_turn(t)
    else:
        t[L.PHASE] = L.NEXT_ENCHANTMENT


def next_enchantment(t: Cells, p: Cells) -> None:
    """SC-213..215: trigger a single enchantment, ask the mage which of several comes next, or draw the card of the turn
    after the last. An enchantment that was covered, turned or removed meanwhile is skipped."""
    t[L.TO_TRIGGER] &= t[L.FACING + L.own_side(t)]
    waiting = t[L.TO_TRIGGER]
    if waiting == 0:
        draw_for_turn(t)
    elif waiting & (waiting - 1) == 0:
        trigger_enchantment(t, p, L.nth_card(waiting, 0))
    else:
        t[L.DECIDER] = t[L.ACTIVE]
        t[L.PHASE] = L.TRIGGER


def trigger_enchantment(t: Cells, p: Cells, card: i64) -> None:
    """SC-210, SC-267: carry out the text of an enchantment. It counts as activated if enchantments can be activated."""
    t[L.TO_TRIGGER] -= L.BIT[card]
    if t[L.ACTIVATE_ENCHANTMENTS] != 0:
        t[L.USED] |= L.BIT[card]
    begin_text(t, p, card)


# ---------------------------------------------------------------- step 2: draw
def draw_for_turn(t: Cells) -> None:
    """SC-220..223: draw exactly one card. If the deck is empty the game ends at once."""
    if t[L.DECK_SIZE] == 0:
        end_by_totals(t)
    else:
        request_draw(t, t[L.ACTIVE], 1, L.NEXT_ACTION)


# ---------------------------------------------------------------- step 3: actions
def activatable_cards(t: Cells, p: Cells) -> i64:
    """SC-260..262, SC-267: return the cards that can be activated: incantations on top that face this side and were not
    used in this turn, and with the option enchantments too."""
    cards = t[L.FACING + L.own_side(t)] & ~t[L.USED]
    if t[L.ACTIVATE_ENCHANTMENTS] != 0:
        return cards
    return cards & p[L.INCANTATIONS]


def can_act(t: Cells, p: Cells) -> bool:
    """SC-233: return whether any action is possible."""
    return t[L.DECK_SIZE] > 0 or t[L.HAND_SIZE + t[L.ACTIVE]] > 0 or activatable_cards(t, p) != 0


def next_action(t: Cells, p: Cells) -> None:
    """SC-230..233: ask for the next action, or end the turn if none is left or possible."""
    t[L.STEP] = L.ACTIONS
    if t[L.ACTIONS_LEFT] > 0 and can_act(t, p):
        t[L.DECIDER] = t[L.ACTIVE]
        t[L.PHASE] = L.ACTION
    else:
        end_turn(t)


def draw_action(t: Cells) -> None:
    """SC-240: draw one card."""
    t[L.ACTIONS_LEFT] -= 1
    request_draw(t, t[L.ACTIVE], 1, L.NEXT_ACTION)


def play_card(t: Cells, card: i64) -> None:
    """SC-250..256: play a card from the hand to its pile, without carrying out its text (SC-255)."""
    t[L.ACTIONS_LEFT] -= 1
    put_on_pile(t, t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT_ACTION


def activate_card(t: Cells, p: Cells, card: i64) -> None:
    """SC-260..270: carry out the text of a top card. The card stays on its pile."""
    t[L.ACTIONS_LEFT] -= 1
    t[L.USED] |= L.BIT[card]
    begin_text(t, p, card)


def pass_action(t: Cells) -> None:
    """SC-233, option allow_pass: give up one action."""
    t[L.ACTIONS_LEFT] -= 1
    t[L.PHASE] = L.NEXT_ACTION


def end_turn(t: Cells) -> None:
    """SC-202..206, SC-403, SC-406: pass the turn, or end the game if this was the last one."""
    if t[L.LAST_TURN] != 0:
        end_by_totals(t)
        return
    if t[L.SEATS] == 3:
        t[L.CYCLE] = (t[L.CYCLE] + 1) & 3
        t[L.ACTIVE] = L.CYCLE_SEAT[t[L.CYCLE]]
    else:
        t[L.ACTIVE] += 1
        if t[L.ACTIVE] == t[L.SEATS]:
            t[L.ACTIVE] = 0
    t[L.PHASE] = L.BEGIN_TURN


# ---------------------------------------------------------------- automatic steps
def run_automatic_step(t: Cells, p: Cells) -> None:
    """Carry out one automatic step."""
    phase = t[L.PHASE]
    if phase == L.NEXT_STEP:
        run_step(t, p)
    elif phase == L.NEXT_ACTION:
        next_action(t, p)
    elif phase == L.BEGIN_TURN:
        begin_turn(t, p)
    elif phase == L.NEXT_ENCHANTMENT:
        next_enchantment(t, p)
    else:  # DEAL
        deal(t)


def run_automatic_steps(t: Cells, p: Cells) -> None:
    """Carry out automatic steps until a seat or chance must decide, or the game is over."""
    while t[L.PHASE] > L.DONE:
        if t[L.PHASE] == L.NEXT_STEP:
            run_step(t, p)
        else:
            run_automatic_step(t, p)
