"""The cells of the state vector, one name per cell, and small functions that read them.

A card is a number from 0 to 59: R01 is 0, Y01 15, B01 30, G01 45. The deck, each hand and the discard pile are sets of
cards, stored as bit masks. Where the order matters (piles, discard pile) there is also a list of cells. The deck has no
order: the next card is a chance outcome.

1. Every card is in exactly one place: deck, a hand, a pile, the discard pile, or out of the game (SC-001).
2. HAND_SIZE, DECK_SIZE, PILE_SIZE and DISCARD_SIZE count the cards of the sets and lists; FACING is derived from the
   top cards of the piles.
3. A bit in SEEN says that this observer once saw the card enter a hand and cannot exclude that it is in this one. An
   observer is a seat, or SPECTATORS for all who only watch.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells

# phases in which the table waits for chance
FIRST: Final = 0  # who starts
CARD: Final = 1  # the next card that is dealt or drawn
STEAL: Final = 2  # which card is stolen from a hand
# phases in which it waits for a seat
ACTION: Final = 3  # take an action, or pass
TRIGGER: Final = 4  # choose the enchantment that takes effect next
DISCARD: Final = 5
DISCARD_UP_TO: Final = 6  # discard, or stop
UNLESS: Final = 7  # discard, or decline
PAY: Final = 8  # pay, or decline
CHOOSE: Final = 9  # choose a branch of a text
TARGET: Final = 10  # choose a pile
PLAY_FREE: Final = 11  # play, or stop
RECOVER: Final = 12  # choose a card of the discard pile
DONE: Final = 13
# phases that continue automatically
DEAL: Final = 14  # deal to the next seat
BEGIN_TURN: Final = 15
NEXT_ENCHANTMENT: Final = 16  # trigger the next enchantment, or draw the card of the turn
NEXT_STEP: Final = 17  # carry out the next step of a text
NEXT_ACTION: Final = 18  # begin the next action, or the next turn

# cells
SEATS: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2  # the seat whose turn it is
CYCLE: Final = 3  # with three mages: the index in the turn order 0, 1, 2, 1
STEP: Final = 4  # of the turn: START or ACTIONS
ACTIONS_LEFT: Final = 5
LAST_TURN: Final = 6  # 1: the game ends after this turn (SC-403)
USED: Final = 7  # the set of cards activated in this turn
DECIDER: Final = 8  # the seat that decides, or that draws or loses a card in a phase of chance
REMAINING: Final = 9  # number of cards still to be drawn, discarded or played
PHASE_AFTER_DRAW: Final = 10
TEXT_CARD: Final = 11  # the card whose text is being carried out, or NO_CARD
COPIED_CARD: Final = 12  # the card whose text it copies, or NO_CARD
PC: Final = 13  # program counter: the next step of the text
RETURN_PC: Final = 14  # the step after a copied text, 0 for none
MULTIPLIER: Final = 15  # of the numbers in a text: 1, or the number of cards discarded by `disc..n`
NEXT_MAGE: Final = 16  # number of mages who have been dealt to, or been served by an `each` step
BOUNDED_SUPPLY: Final = 17  # option
ACTIVATE_ENCHANTMENTS: Final = 18  # option
ALLOW_PASS: Final = 19  # option
WINNER: Final = 20  # 0 none yet, 1 side 0, 2 side 1, 3 a draw
CAUSE: Final = 21  # NO_ENERGY, FULL_SAPPHIRES or DECK_EMPTY
TURNS: Final = 22  # number of turns begun
ENERGY: Final = 23  # by side
SAPPHIRES: Final = 25  # by side
WARD: Final = 27  # by side
DECK: Final = 29  # a set
DECK_SIZE: Final = 30
OUT_OF_GAME: Final = 31  # a set
HAND: Final = 32  # by seat: a set
HAND_SIZE: Final = 36  # by seat
PILE_SIZE: Final = 40  # by colour
TO_TRIGGER: Final = 44  # the set of enchantments that take effect later in this step
FACING: Final = 45  # by side: the set of top cards that face it
SEEN_BY_ANY: Final = 47  # the union of all SEEN
SEEN: Final = 48  # SEEN + observer * 4 + seat: a set
PILE: Final = 68  # fifteen entries per colour, bottom first: card * 2 + the side it faces
DISCARD_SIZE: Final = 128
DISCARD_SET: Final = 129  # the discard pile as a set
DISCARD_PILE: Final = 130  # the discard pile as a list, oldest first
CELLS: Final = 190

NO_CARD: Final = -1
# steps of a turn
START: Final = 0  # enchantments and draw
ACTIONS: Final = 1
# causes of the end
NO_ENERGY: Final = 1
FULL_SAPPHIRES: Final = 2
DECK_EMPTY: Final = 3
SPECTATORS: Final = 4  # the observer that stands for all who only watch

# a program (see effects/parse.py): the kinds of the cards, where their texts start, then the steps
IS_ENCHANTMENT: Final = 0  # IS_ENCHANTMENT + card: 0 or 1
DUEL_TEXT: Final = 60  # DUEL_TEXT + card: where the text for two mages starts
MULTI_TEXT: Final = 120  # MULTI_TEXT + card: where the text for three and four mages starts
INCANTATIONS: Final = 180  # the set of all incantations
ENCHANTMENTS: Final = 181  # the set of all enchantments
HEADER_SIZE: Final = 182


def _bits() -> Cells:
    """Return a table of the powers of two. Compiled code would compute a shifted literal with 32 bits."""
    bits = vec[i64]()
    bit: i64 = 1
    while len(bits) < 60:
        bits = append(bits, bit)
        bit = bit * 2
    return bits


def _packed_bits() -> Cells:
    """Return for every set of ten bits the positions of its bits, four bits per position from the lowest on, and their
    number from bit 40 on."""
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
    """Return the colour of every card."""
    table = vec[i64]()
    card: i64 = 0
    while card < 60:
        table = append(table, card // 15)
        card += 1
    return table


BIT: Final = _bits()
PACKED_BITS: Final = _packed_bits()
COLOUR: Final = _colours()
# SC-203, SC-605, with three mages: the turn order, and by index in it the order of all mages and the next rival
CYCLE_SEAT: Final = vec[i64]([0, 1, 2, 1])
CYCLE_ORDER: Final = vec[i64]([0, 1, 2, 1, 2, 0, 2, 1, 0, 1, 0, 2])
CYCLE_RIVAL: Final = vec[i64]([1, 2, 1, 0])


def write_cards(cards: i64, into: Cells, n: i64, base: i64) -> i64:
    """Write base + card for every card of a set in ascending order, beginning at index n. Return the index after the
    last one."""
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
    """Return the k-th card of a set, counted from 0."""
    base: i64 = 0
    packed = PACKED_BITS[cards & 1023]
    while k >= packed >> 40:
        k -= packed >> 40
        cards >>= 10
        base += 10
        packed = PACKED_BITS[cards & 1023]
    return base + ((packed >> (4 * k)) & 15)


def set_size(cards: i64) -> i64:
    """Return the number of cards in a set. It is fast for small sets."""
    n: i64 = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def has(cards: i64, card: i64) -> bool:
    """Return whether a set contains a card."""
    return cards & BIT[card] != 0


def own_side(t: Cells) -> i64:
    """Return the side of the active mage."""
    return t[ACTIVE] & 1


def rival_side(t: Cells) -> i64:
    """Return the side opposing the active mage."""
    return 1 - (t[ACTIVE] & 1)


def seat_in_turn_order(t: Cells, i: i64) -> i64:
    """Return the i-th different mage in turn order, counted from the active one (0)."""
    if t[SEATS] == 3:
        return CYCLE_ORDER[t[CYCLE] * 3 + i]
    seat = t[ACTIVE] + i
    if seat >= t[SEATS]:
        seat -= t[SEATS]
    return seat


def next_rival(t: Cells) -> i64:
    """SC-605, SC-606: return the first mage of the other side in turn order."""
    if t[SEATS] == 3:
        return CYCLE_RIVAL[t[CYCLE]]
    return seat_in_turn_order(t, 1)


def top(t: Cells, colour: i64) -> i64:
    """Return the top entry of a pile (card * 2 + the side it faces), or -1 for an empty pile."""
    height = t[PILE_SIZE + colour]
    if height == 0:
        return -1
    return t[PILE + colour * 15 + height - 1]


def colour_count(t: Cells, side: i64) -> i64:
    """SC-301..303: return the number of colours that a side controls."""
    return set_size(t[FACING + side])


def rival_hand_size(t: Cells, side: i64) -> i64:
    """SC-704..707, SC-714, SC-715: return the value of `@rhand` for a side: the hand size of its rival, the sum of both
    hands of a team for the solo mage, or the larger of two hands with four mages."""
    first = 1 - side
    if t[SEATS] == 2 or (t[SEATS] == 3 and side == 0):
        return t[HAND_SIZE + first]
    if t[SEATS] == 3:
        return t[HAND_SIZE] + t[HAND_SIZE + 2]
    if t[HAND_SIZE + first + 2] > t[HAND_SIZE + first]:
        return t[HAND_SIZE + first + 2]
    return t[HAND_SIZE + first]
