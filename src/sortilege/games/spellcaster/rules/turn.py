"""Set-up and turn: the deal, enchantments, the draw, the actions, the next mage (SC-101..114, SC-201..270)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.rules.crystals import end_with_the_deck
from sortilege.games.spellcaster.rules.moving import ask_for_cards, put_on_pile
from sortilege.games.spellcaster.rules.texts import begin_text, next_step

HAND_SIZES: Final = vec[i64]([3, 3, 3, 6, 3, 3, 3, 3, 3])  # SC-104, SC-108, SC-112
HAND_SIZES_FROM: Final = vec[i64]([0, 0, 0, 2, 5])  # by number of mages


# ---------------------------------------------------------------- set-up
def fresh(seats: i64, first: i64, bounded: bool, enchanting: bool, passing: bool) -> Cells:
    """SC-102..113: the table before the first node; `first` is a seat, or -1 for chance to say."""
    t = blank(L.CELLS)
    t[L.SEATS] = seats
    t[L.BOUNDED] = 1 if bounded else 0
    t[L.ENCHANTING] = 1 if enchanting else 0
    t[L.PASSING] = 1 if passing else 0
    side: i64 = 0
    while side < 2:
        t[L.ENERGY + side] = box.ENERGY
        t[L.SAPPHIRES + side] = box.SAPPHIRES
        side += 1
    card: i64 = 0
    while card < box.CARDS:
        t[L.DECK] |= L.BIT[card]
        card += 1
    t[L.DECKED] = box.CARDS
    t[L.SOURCE] = L.NO_CARD
    t[L.COPIED] = L.NO_CARD
    t[L.TIMES] = 1
    t[L.PHASE] = L.DEALING
    if seats != 3 and first < 0:
        t[L.PHASE] = L.FIRST
    elif seats != 3:
        t[L.ACTIVE] = first
    return t


def deal(t: Cells) -> None:
    """SC-114: all cards of seat 0, then of seat 1, and so on; then the first turn begins (SC-205)."""
    seat = t[L.EACH]
    if seat == t[L.SEATS]:
        t[L.EACH] = 0
        t[L.PHASE] = L.BEGIN
        return
    t[L.EACH] += 1
    ask_for_cards(t, seat, HAND_SIZES[HAND_SIZES_FROM[t[L.SEATS]] + seat], L.DEALING)


# ---------------------------------------------------------------- step 1: enchantments
def begin_turn(t: Cells, p: Cells) -> None:
    """SC-201, SC-210..212, SC-814: ward fades; the enchantments on top that face this side are set down as waiting."""
    side = L.mine(t)
    t[L.TURNS] += 1
    t[L.STEP] = L.START
    t[L.LEFT] = 2
    t[L.USED] = 0
    t[L.WARD + side] = 0
    t[L.WAITING] = t[L.FACING + side] & p[L.ENCHANTMENTS]
    if t[L.WAITING] == 0:
        draw_for_the_turn(t)
    else:
        t[L.PHASE] = L.ENCHANT


def next_enchantment(t: Cells, p: Cells) -> None:
    """SC-213..215: a single one works by itself, of several the mage picks; then comes the draw. What was covered,
    turned or taken away since no longer waits."""
    t[L.WAITING] &= t[L.FACING + L.mine(t)]
    waiting = t[L.WAITING]
    if waiting == 0:
        draw_for_the_turn(t)
    elif waiting & (waiting - 1) == 0:
        trigger(t, p, L.pick(waiting, 0))
    else:
        t[L.WHO] = t[L.ACTIVE]
        t[L.PHASE] = L.TRIGGER


def trigger(t: Cells, p: Cells, card: i64) -> None:
    """SC-210, SC-267: the enchantment works, and counts as activated where enchantments can be activated."""
    t[L.WAITING] -= L.BIT[card]
    if t[L.ENCHANTING] != 0:
        t[L.USED] |= L.BIT[card]
    begin_text(t, p, card)


# ---------------------------------------------------------------- step 2: draw
def draw_for_the_turn(t: Cells) -> None:
    """SC-220..223: exactly one card; if there is none the game ends at once."""
    if t[L.DECKED] == 0:
        end_with_the_deck(t)
    else:
        ask_for_cards(t, t[L.ACTIVE], 1, L.NEXT)


# ---------------------------------------------------------------- step 3: actions
def ready(t: Cells, p: Cells) -> i64:
    """SC-260..262, SC-267: what can be activated: incantations on top, facing one's side, not yet used this turn."""
    cards = t[L.FACING + L.mine(t)] & ~t[L.USED]
    if t[L.ENCHANTING] != 0:
        return cards
    return cards & p[L.INCANTATIONS]


def can_act(t: Cells, p: Cells) -> bool:
    """SC-233: whether any action is possible."""
    return t[L.DECKED] > 0 or t[L.SIZE + t[L.ACTIVE]] > 0 or ready(t, p) != 0


def next_action(t: Cells, p: Cells) -> None:
    """SC-230..233: the next action, or the end of the turn when none is left or possible."""
    t[L.STEP] = L.ACTIONS
    if t[L.LEFT] > 0 and can_act(t, p):
        t[L.WHO] = t[L.ACTIVE]
        t[L.PHASE] = L.ACTION
    else:
        end_turn(t)


def draw(t: Cells) -> None:
    """SC-240: one card more."""
    t[L.LEFT] -= 1
    ask_for_cards(t, t[L.ACTIVE], 1, L.NEXT)


def play(t: Cells, card: i64) -> None:
    """SC-250..256: a card from hand to its pile; its text is not carried out (SC-255)."""
    t[L.LEFT] -= 1
    put_on_pile(t, t[L.ACTIVE], card)
    t[L.PHASE] = L.NEXT


def activate(t: Cells, p: Cells, card: i64) -> None:
    """SC-260..270: the text of a top card is carried out; the card stays where it is."""
    t[L.LEFT] -= 1
    t[L.USED] |= L.BIT[card]
    begin_text(t, p, card)


def give_up_action(t: Cells) -> None:
    """SC-233, option allow_pass: one action is given up."""
    t[L.LEFT] -= 1
    t[L.PHASE] = L.NEXT


def end_turn(t: Cells) -> None:
    """SC-202..206, SC-403, SC-406: the turn passes, unless its mage was asked to draw more cards than there were."""
    if t[L.LAST] != 0:
        end_with_the_deck(t)
        return
    if t[L.SEATS] == 3:
        t[L.CYCLE] = (t[L.CYCLE] + 1) & 3
        t[L.ACTIVE] = L.CYCLE_SEAT[t[L.CYCLE]]
    else:
        t[L.ACTIVE] += 1
        if t[L.ACTIVE] == t[L.SEATS]:
            t[L.ACTIVE] = 0
    t[L.PHASE] = L.BEGIN


# ---------------------------------------------------------------- carrying on
def move_on(t: Cells, p: Cells) -> None:
    """One thing the table does by itself."""
    phase = t[L.PHASE]
    if phase == L.TEXT:
        next_step(t, p)
    elif phase == L.NEXT:
        next_action(t, p)
    elif phase == L.BEGIN:
        begin_turn(t, p)
    elif phase == L.ENCHANT:
        next_enchantment(t, p)
    else:  # DEALING
        deal(t)


def carry_on(t: Cells, p: Cells) -> None:
    """Until somebody must decide, chance must, or the game is over."""
    while t[L.PHASE] > L.DONE:
        if t[L.PHASE] == L.TEXT:
            next_step(t, p)
        else:
            move_on(t, p)
