"""Setup and turn: the deal, enchantments, the draw, the actions and the next turn (SC-101..114, SC-201..270)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.card_moves import put_on_pile, request_draw
from sortilege.games.spellcaster.rules.crystals import end_by_totals
from sortilege.games.spellcaster.rules.texts import ask, begin_text, run_step

FIRST_HAND_SIZE: Final = 3  # SC-104
SOLO_FIRST_HAND_SIZE: Final = 6  # SC-108: of the mage who plays alone against two
ACTIONS_PER_TURN: Final = 2  # SC-230
RANDOM_SEAT: Final = -1  # the starting seat is drawn by chance


# ---------------------------------------------------------------- set-up
def initial_cells(
    seats: i64, first_seat: i64, bounded_supply: bool, activate_enchantments: bool, allow_pass: bool
) -> Cells:
    """Return the state vector of a new game before the first card is dealt. `first_seat` is the seat that starts, or
    RANDOM_SEAT to draw it at random. With three mages seat 0 always starts (SC-102..113)."""
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
    for card in range(i64(box.CARDS)):
        t[L.DECK] |= L.BIT[card]
    t[L.DECK_SIZE] = box.CARDS
    t[L.TEXT_CARD] = L.NO_CARD
    t[L.COPIED_CARD] = L.NO_CARD
    t[L.MULTIPLIER] = 1
    t[L.PHASE] = L.DEAL
    if seats != 3 and first_seat == RANDOM_SEAT:
        t[L.PHASE] = L.FIRST_PLAYER
    elif seats != 3:
        t[L.ACTIVE_SEAT] = first_seat
    return t


def deal(t: Cells) -> None:
    """Deal the first hand of the next seat. After the last seat the first turn begins (SC-114, SC-205)."""
    seat = t[L.MAGES_SERVED]
    if seat == t[L.SEATS]:
        t[L.MAGES_SERVED] = 0
        t[L.PHASE] = L.BEGIN_TURN
        return
    t[L.MAGES_SERVED] += 1
    request_draw(t, seat, first_hand_size(t, seat), next_phase=L.DEAL)


def first_hand_size(t: Cells, seat: i64) -> i64:
    """Return how many cards a seat is dealt before the first turn (SC-104, SC-108, SC-112)."""
    if t[L.SEATS] == 3 and L.side_of(seat) == 1:
        return SOLO_FIRST_HAND_SIZE
    return FIRST_HAND_SIZE


# ---------------------------------------------------------------- step 1: enchantments
def begin_turn(t: Cells, program: Cells) -> None:
    """Begin the turn of the active seat. The ward of its side ends. The enchantments on top of piles that face the side
    become pending: they take effect one after the other (SC-201, SC-210..212, SC-814)."""
    side = L.own_side(t)
    t[L.TURN_COUNT] += 1
    t[L.TURN_STEP] = L.START
    t[L.ACTIONS_LEFT] = ACTIONS_PER_TURN
    t[L.USED_CARDS] = 0
    t[L.WARD + side] = 0
    t[L.PENDING_ENCHANTMENTS] = t[L.TOP_CARDS_FACING + side] & program[L.ENCHANTMENTS]
    if t[L.PENDING_ENCHANTMENTS] == 0:
        draw_for_turn(t)
    else:
        t[L.PHASE] = L.NEXT_ENCHANTMENT


def next_enchantment(t: Cells, program: Cells) -> None:
    """Carry out the next pending enchantment; the active mage chooses among several. After the last one, draw the card
    of the turn. Enchantments that were covered, turned or removed meanwhile are skipped (SC-213..215)."""
    t[L.PENDING_ENCHANTMENTS] &= t[L.TOP_CARDS_FACING + L.own_side(t)]
    pending = t[L.PENDING_ENCHANTMENTS]
    if pending == 0:
        draw_for_turn(t)
    elif L.number_of_cards(pending) == 1:
        trigger_enchantment(t, program, L.lowest_card(pending))
    else:
        ask(t, t[L.ACTIVE_SEAT], L.TRIGGER)


def trigger_enchantment(t: Cells, program: Cells, card: i64) -> None:
    """Begin the text of a pending enchantment. With ACTIVATE_ENCHANTMENTS it counts as used (SC-210, SC-267)."""
    t[L.PENDING_ENCHANTMENTS] -= L.BIT[card]
    if t[L.ACTIVATE_ENCHANTMENTS] != 0:
        t[L.USED_CARDS] |= L.BIT[card]
    begin_text(t, program, card)


# ---------------------------------------------------------------- step 2: draw
def draw_for_turn(t: Cells) -> None:
    """Draw the card of the turn, before the actions. If the deck is empty, end the game (SC-220..223)."""
    if t[L.DECK_SIZE] == 0:
        end_by_totals(t)
    else:
        request_draw(t, t[L.ACTIVE_SEAT], 1, next_phase=L.NEXT_ACTION)


# ---------------------------------------------------------------- step 3: actions
def activatable_cards(t: Cells, program: Cells) -> i64:
    """Return the set of cards that the active mage can activate: the unused top cards that face its side. Enchantments
    are included only with the option ACTIVATE_ENCHANTMENTS (SC-260..262, SC-267)."""
    cards = t[L.TOP_CARDS_FACING + L.own_side(t)] & ~t[L.USED_CARDS]
    if t[L.ACTIVATE_ENCHANTMENTS] != 0:
        return cards
    return cards & program[L.INCANTATIONS]


def can_act(t: Cells, program: Cells) -> bool:
    """Return whether the active mage can draw, play or activate a card (SC-233)."""
    can_draw = t[L.DECK_SIZE] > 0
    can_play = t[L.HAND_SIZE + t[L.ACTIVE_SEAT]] > 0
    return can_draw or can_play or activatable_cards(t, program) != 0


def next_action(t: Cells, program: Cells) -> None:
    """Ask the active mage for the next action, or end the turn if no action is left or possible (SC-230..233)."""
    t[L.TURN_STEP] = L.ACTIONS
    if t[L.ACTIONS_LEFT] > 0 and can_act(t, program):
        ask(t, t[L.ACTIVE_SEAT], L.ACTION)
    else:
        end_turn(t)


def draw_action(t: Cells) -> None:
    """Let the active mage draw one card as an action (SC-240)."""
    t[L.ACTIONS_LEFT] -= 1
    request_draw(t, t[L.ACTIVE_SEAT], 1, next_phase=L.NEXT_ACTION)


def play_card(t: Cells, card: i64) -> None:
    """Play a card from the hand to its pile, without carrying out its text (SC-250..256)."""
    t[L.ACTIONS_LEFT] -= 1
    put_on_pile(t, t[L.ACTIVE_SEAT], card)
    t[L.PHASE] = L.NEXT_ACTION


def activate_card(t: Cells, program: Cells, card: i64) -> None:
    """Use an action to carry out the text of a top card. The card stays on its pile (SC-260..270)."""
    t[L.ACTIONS_LEFT] -= 1
    t[L.USED_CARDS] |= L.BIT[card]
    begin_text(t, program, card)


def pass_action(t: Cells) -> None:
    """Give up one action, which only the option ALLOW_PASS permits (SC-233)."""
    t[L.ACTIONS_LEFT] -= 1
    t[L.PHASE] = L.NEXT_ACTION


def end_turn(t: Cells) -> None:
    """Begin the turn of the next seat, or end the game if this was the last turn. With three mages the seats follow the
    cycle 0, 1, 2, 1 (SC-202..206, SC-403, SC-406)."""
    if t[L.IS_LAST_TURN] != 0:
        end_by_totals(t)
        return
    if t[L.SEATS] == 3:
        t[L.CYCLE_INDEX] = (t[L.CYCLE_INDEX] + 1) % 4
        t[L.ACTIVE_SEAT] = L.CYCLE_SEAT[t[L.CYCLE_INDEX]]
    else:
        t[L.ACTIVE_SEAT] += 1
        if t[L.ACTIVE_SEAT] == t[L.SEATS]:
            t[L.ACTIVE_SEAT] = 0
    t[L.PHASE] = L.BEGIN_TURN


# ---------------------------------------------------------------- automatic steps
def run_automatic_phase(t: Cells, program: Cells) -> None:
    """Carry out the current phase, which is an automatic one: nobody decides in it. Then set the next phase."""
    phase = t[L.PHASE]
    if phase == L.CONTINUE_TEXT:
        run_step(t, program)
    elif phase == L.NEXT_ACTION:
        next_action(t, program)
    elif phase == L.BEGIN_TURN:
        begin_turn(t, program)
    elif phase == L.NEXT_ENCHANTMENT:
        next_enchantment(t, program)
    elif phase == L.DEAL:
        deal(t)


def run_automatic_phases(t: Cells, program: Cells) -> None:
    """Carry out automatic phases until a seat or chance must decide, or the game is over."""
    while L.is_automatic(t[L.PHASE]):
        run_automatic_phase(t, program)
