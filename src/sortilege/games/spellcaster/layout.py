"""The layout of the state, one name per cell, and the small readers that let the rules speak of hands and piles.

A card is a number 0 to 59: R01 is 0, Y01 15, B01 30, G01 45. Deck, hands and discard pile are sets of cards, one bit
each; where order matters (piles, discard pile) the cards lie in a row of cells as well. Nobody knows the order of the
deck, so it has none: the next card is an outcome of chance.

1. Every card lies in exactly one of: deck, a hand, a pile, the discard pile, out of the game (SC-001).
2. SIZE, DECKED, HEIGHT and THROWN count what the sets and rows hold; FACING is read off the tops of the piles.
3. A bit in SEEN says that this observer once saw the card enter a hand and cannot exclude that it is in this one. An
   observer is a seat, or 4 for everybody who only watches.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells

# what the table waits for: chance …
FIRST: Final = 0  # who starts
CARD: Final = 1  # the next card dealt or drawn
STEAL: Final = 2  # which card is taken from a hand
# … a seat …
ACTION: Final = 3
TRIGGER: Final = 4  # which waiting enchantment comes next
DISCARD: Final = 5
DISCARD_UP_TO: Final = 6  # discard, or stop
UNLESS: Final = 7  # discard, or decline
PAY: Final = 8  # or decline
CHOOSE: Final = 9
TARGET: Final = 10
PLAY_FREE: Final = 11  # play, or stop
RECOVER: Final = 12
DONE: Final = 13
# … or nothing: these the table carries on by itself
DEAL: Final = 14
BEGIN_TURN: Final = 15  # a turn begins
NEXT_ENCHANTMENT: Final = 16  # the next enchantment, then the draw
NEXT_STEP: Final = 17  # the next step of a text
NEXT_ACTION: Final = 18  # the next action, then the next turn

# cells
SEATS: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2  # whose turn it is
CYCLE: Final = 3  # with three mages: the place in 0, 1, 2, 1
STEP: Final = 4  # 0 enchantments and draw, 1 actions
ACTIONS_LEFT: Final = 5  # actions left
LAST_TURN: Final = 6  # 1: the game ends after this turn (SC-403)
USED: Final = 7  # cards activated this turn
DECIDER: Final = 8  # the seat that decides, draws or loses a card
REMAINING: Final = 9  # cards still to be drawn, discarded or played
PHASE_AFTER_DRAW: Final = 10  # the phase after the last drawn card
TEXT_CARD: Final = 11  # the card whose text is being carried out, -1 for none
COPIED_CARD: Final = 12  # the card whose text it borrows, -1 for none
PC: Final = 13  # where in the program
RETURN_PC: Final = 14  # where the borrowed text returns to, 0 for nowhere
MULTIPLIER: Final = 15  # what numbers are multiplied by: 1, or the cards discarded by `disc..n`
NEXT_MAGE: Final = 16  # mages already served by `each`
BOUNDED_SUPPLY: Final = 17
ACTIVATE_ENCHANTMENTS: Final = 18  # option activate_enchantments
ALLOW_PASS: Final = 19  # option allow_pass
WINNER: Final = 20  # 0 nobody yet, 1 side 0, 2 side 1, 3 drawn
CAUSE: Final = 21  # 1 energy, 2 sapphires, 3 deck
TURNS: Final = 22  # turns begun since the state was made
ENERGY: Final = 23  # by side, as the next two
SAPPHIRES: Final = 25
WARD: Final = 27
DECK: Final = 29
DECK_SIZE: Final = 30
OUT_OF_GAME: Final = 31  # cards out of the game
HAND: Final = 32  # by seat
HAND_SIZE: Final = 36
PILE_SIZE: Final = 40  # by colour
TO_TRIGGER: Final = 44  # the enchantments that still wait
FACING: Final = 45  # by side: the top cards that face it
SEEN_BY_ANY: Final = 47  # cards in any SEEN
SEEN: Final = 48  # SEEN + observer * 4 + hand
PILE: Final = 68  # fifteen places a colour, bottom first: card * 2 + the side it faces
DISCARD_SIZE: Final = 128
DISCARD_SET: Final = 129  # the discard pile as a set …
DISCARD_PILE: Final = 130  # … and in order, oldest first
CELLS: Final = 190

NO_CARD: Final = -1
START: Final = 0
ACTIONS: Final = 1
NO_ENERGY: Final = 1
FULL_SAPPHIRES: Final = 2
DECK_EMPTY: Final = 3
SPECTATORS: Final = 4  # the observer that stands for all who only watch

# a program (see effects/parse.py): what kind each card is, where its texts start, then the steps
IS_ENCHANTMENT: Final = 0  # KIND + card: 1 for an enchantment
DUEL_TEXT: Final = 60  # DUEL + card: where the text for two mages starts
MULTI_TEXT: Final = 120  # MULTI + card: where the text for three and four starts
INCANTATIONS: Final = 180  # all incantations, as a set
ENCHANTMENTS: Final = 181  # all enchantments
HEADER_SIZE: Final = 182


def _bits() -> Cells:
    """1, 2, 4, … as a table: a literal shifted left would be a 32-bit number in compiled code."""
    bits = vec[i64]()
    bit: i64 = 1
    while len(bits) < 60:
        bits = append(bits, bit)
        bit = bit * 2
    return bits


def _packed_bits() -> Cells:
    """For every ten bits: which are set, four bits each from below, and above bit 40 how many."""
    table = vec[i64]()
    chunk: i64 = 0
    while chunk < 1024:
        packed: i64 = 0
        n: i64 = 0
        place: i64 = 9
        while place >= 0:
            if (chunk >> place) & 1 == 1:
                packed = packed * 16 + place
                n += 1
            place -= 1
        table = append(table, packed + n * 1099511627776)
        chunk += 1
    return table


def _colours() -> Cells:
    table = vec[i64]()
    card: i64 = 0
    while card < 60:
        table = append(table, card // 15)
        card += 1
    return table


BIT: Final = _bits()
PACKED_BITS: Final = _packed_bits()
COLOUR: Final = _colours()
# SC-203, SC-605: with three mages the turn order and the next rival, by place in the cycle
CYCLE_SEAT: Final = vec[i64]([0, 1, 2, 1])
CYCLE_ORDER: Final = vec[i64]([0, 1, 2, 1, 2, 0, 2, 1, 0, 1, 0, 2])
CYCLE_RIVAL: Final = vec[i64]([1, 2, 1, 0])


def write_cards(cards: i64, into: Cells, n: i64, base: i64) -> i64:
    """Write base + card for every card of a set, ascending, from place n on; answers the place after the last."""
    while cards != 0:
        packed = PACKED_BITS[cards & 1023]
        end = n + (packed >> 40)
        while n < end:
            into[n] = base + (packed & 15)
            packed >>= 4
            n += 1
        cards >>= 10
        base += 10
    return n


def nth_card(cards: i64, k: i64) -> i64:
    """The k-th card of a set, counted from 0."""
    base: i64 = 0
    packed = PACKED_BITS[cards & 1023]
    while k >= packed >> 40:
        k -= packed >> 40
        cards >>= 10
        base += 10
        packed = PACKED_BITS[cards & 1023]
    return base + ((packed >> (4 * k)) & 15)


def set_size(cards: i64) -> i64:
    """How many cards a small set holds."""
    n: i64 = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def has(cards: i64, card: i64) -> bool:
    """Whether a set holds a card."""
    return cards & BIT[card] != 0


def own_side(t: Cells) -> i64:
    """The active mage's side."""
    return t[ACTIVE] & 1


def rival_side(t: Cells) -> i64:
    """The opposing side."""
    return 1 - (t[ACTIVE] & 1)


def seat_in_turn_order(t: Cells, i: i64) -> i64:
    """The mage who has the i-th turn from now, each mage once, the active one being 0."""
    if t[SEATS] == 3:
        return CYCLE_ORDER[t[CYCLE] * 3 + i]
    seat = t[ACTIVE] + i
    if seat >= t[SEATS]:
        seat -= t[SEATS]
    return seat


def next_rival(t: Cells) -> i64:
    """SC-605, SC-606: the first mage of the other side in turn order."""
    if t[SEATS] == 3:
        return CYCLE_RIVAL[t[CYCLE]]
    return seat_in_turn_order(t, 1)


def top(t: Cells, colour: i64) -> i64:
    """The top card of a pile with its facing (card * 2 + side), or -1 for an empty pile."""
    height = t[PILE_SIZE + colour]
    if height == 0:
        return -1
    return t[PILE + colour * 15 + height - 1]


def colour_count(t: Cells, side: i64) -> i64:
    """SC-301..303: how many colours a side controls."""
    return set_size(t[FACING + side])


def rival_hand_size(t: Cells, side: i64) -> i64:
    """doc"""
    first = 1 - side
    if t[SEATS] == 2 or (t[SEATS] == 3 and side == 0):
        return t[HAND_SIZE + first]
    if t[SEATS] == 3:
        return t[HAND_SIZE] + t[HAND_SIZE + 2]
    if t[HAND_SIZE + first + 2] > t[HAND_SIZE + first]:
        return t[HAND_SIZE + first + 2]
    return t[HAND_SIZE + first]
