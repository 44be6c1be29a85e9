"""The cells of the state vector, one name per cell, and small functions that read them.

A card is a number from 0 to 59: R01 is 0, Y01 15, B01 30, G01 45. The deck, each hand and the discard pile are sets of
cards, stored as bit masks: bit n is card n. Where the order matters (piles, discard pile) there is also a list of
cells. The deck has no order: the next card is a chance outcome. Even seats are side 0, odd seats side 1.

1. Every card is in exactly one place: deck, a hand, a pile, the discard pile, or out of the game (SC-001).
2. HAND_SIZE, DECK_SIZE, PILE_SIZE and DISCARD_SIZE count the cards of the sets and lists. TOP_CARDS_FACING is derived
   from the top cards of the piles.
3. A bit in SEEN says that this observer once saw the card enter a hand and cannot exclude that it is in this one. An
   observer is a seat, or SPECTATORS for all who only watch.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster.box import CARDS, CARDS_PER_COLOUR

# phases in which the table waits for chance
FIRST_PLAYER: Final = 0  # draw the seat that starts
DRAW_CARD: Final = 1  # the next card that is dealt or drawn
STEAL_CARD: Final = 2  # which card is stolen from a hand
# phases in which it waits for a seat
ACTION: Final = 3  # take an action, or pass
TRIGGER: Final = 4  # choose the enchantment that takes effect next
DISCARD: Final = 5
DISCARD_UP_TO: Final = 6  # discard, or stop
UNLESS: Final = 7  # discard to prevent a text, or decline
PAY: Final = 8  # pay, or decline
CHOOSE: Final = 9  # choose a branch of a text
TARGET: Final = 10  # choose a pile
PLAY_FREE: Final = 11  # play a card without using an action, or stop
RECOVER: Final = 12  # choose a card of the discard pile
GAME_OVER: Final = 13
# phases that continue automatically
DEAL: Final = 14  # deal to the next seat
BEGIN_TURN: Final = 15
NEXT_ENCHANTMENT: Final = 16  # trigger the next enchantment, or draw the card of the turn
CONTINUE_TEXT: Final = 17  # carry out the step at TEXT_POSITION
NEXT_ACTION: Final = 18  # begin the next action, or the next turn

# cells
SEATS: Final = 0
PHASE: Final = 1
ACTIVE_SEAT: Final = 2  # the seat whose turn it is
CYCLE_INDEX: Final = 3  # with three mages: the index in the turn order 0, 1, 2, 1
TURN_STEP: Final = 4  # START or ACTIONS
ACTIONS_LEFT: Final = 5
IS_LAST_TURN: Final = 6  # 1: the game ends after this turn (SC-403)
USED_CARDS: Final = 7  # the set of cards activated in this turn
DECIDER: Final = 8  # the seat that decides, or that draws or loses a card in a phase of chance
CARDS_REMAINING: Final = 9  # number of cards still to be drawn, discarded or played
PHASE_AFTER_DRAW: Final = 10
TEXT_CARD: Final = 11  # the card whose text is being carried out, or NO_CARD
COPIED_CARD: Final = 12  # the card whose text it copies, or NO_CARD
TEXT_POSITION: Final = 13  # where in the program the current step of the text is
RETURN_POSITION: Final = 14  # where the card's own text continues after a copied text, 0 for none
MULTIPLIER: Final = 15  # of the numbers in a text: 1, or the number of cards discarded by `disc..n`
MAGES_SERVED: Final = 16  # number of mages who have been dealt to, or been served by an `each` step
BOUNDED_SUPPLY: Final = 17  # option
ACTIVATE_ENCHANTMENTS: Final = 18  # option
ALLOW_PASS: Final = 19  # option
WINNER: Final = 20  # SIDE_0_WINS, SIDE_1_WINS or DRAWN; 0 while the game goes on
CAUSE: Final = 21  # NO_ENERGY, FULL_SAPPHIRES or DECK_EMPTY
TURN_COUNT: Final = 22  # number of turns begun
ENERGY: Final = 23  # ENERGY + side
SAPPHIRES: Final = 25  # SAPPHIRES + side
WARD: Final = 27  # WARD + side
DECK: Final = 29  # a set
DECK_SIZE: Final = 30
OUT_OF_GAME: Final = 31  # a set
HAND: Final = 32  # HAND + seat: a set
HAND_SIZE: Final = 36  # HAND_SIZE + seat
PILE_SIZE: Final = 40  # PILE_SIZE + colour
PENDING_ENCHANTMENTS: Final = 44  # the set of enchantments that take effect later in this step of the turn
TOP_CARDS_FACING: Final = 45  # TOP_CARDS_FACING + side: a set
SEEN_BY_ANY: Final = 47  # the union of all SEEN
SEEN: Final = 48  # see `seen_cell`: a set per observer and hand
PILE: Final = 68  # see `pile_cell`: fifteen entries per colour, bottom first
DISCARD_SIZE: Final = 128
DISCARD_SET: Final = 129  # the discard pile as a set
DISCARD_PILE: Final = 130  # the discard pile as a list, oldest first
CELLS: Final = 190

NO_CARD: Final = -1
NO_ENTRY: Final = -1  # of a pile that has no card there
MAX_SEATS: Final = 4
COLOURS: Final = 4
# steps of a turn
START: Final = 0  # enchantments and draw
ACTIONS: Final = 1
# winners
SIDE_0_WINS: Final = 1  # SIDE_0_WINS + side
SIDE_1_WINS: Final = 2
DRAWN: Final = 3
# causes of the end
NO_ENERGY: Final = 1
FULL_SAPPHIRES: Final = 2
DECK_EMPTY: Final = 3
SPECTATORS: Final = 4  # the observer that stands for all who only watch

# a program, the compiled texts of a card set (effects/parse.py): the kinds of the cards, where their texts start, steps
IS_ENCHANTMENT: Final = 0  # IS_ENCHANTMENT + card: 0 or 1
DUEL_TEXT: Final = 60  # DUEL_TEXT + card: where the text for two mages starts
MULTI_TEXT: Final = 120  # MULTI_TEXT + card: where the text for three and four mages starts
INCANTATIONS: Final = 180  # the set of all incantations
ENCHANTMENTS: Final = 181  # the set of all enchantments
HEADER_SIZE: Final = 182

# tables for sets of cards, which are read ten cards at a time
CHUNK_BITS: Final = 10
CHUNK_MASK: Final = 1023
CARD_BITS: Final = 4  # of each position in BITS_OF_CHUNK
CARD_MASK: Final = 15
COUNT_SHIFT: Final = 40  # where in BITS_OF_CHUNK the number of positions is
COUNT_UNIT: Final = 1099511627776  # 2 to the power of COUNT_SHIFT


def _powers_of_two() -> Cells:
    """Return the bit of every card as a table. Compiled code would compute `1 << card` with only 32 bits."""
    bits = vec[i64]()
    bit: i64 = 1
    while len(bits) < CARDS:
        bits = append(bits, bit)
        bit = bit * 2
    return bits


def _bits_of_chunks() -> Cells:
    """Return a table of the positions of the 1-bits in every number of ten bits, to list a set of cards without testing
    each bit. The entry of 0b101, for example, has the positions 0 and 2. Each position takes CARD_BITS bits, the lowest
    position first. The number of positions is stored from bit COUNT_SHIFT on."""
    table = vec[i64]()
    for chunk in range(i64(CHUNK_MASK + 1)):
        positions: i64 = 0
        count: i64 = 0
        bit: i64 = CHUNK_BITS - 1
        while bit >= 0:
            is_set = (chunk >> bit) & 1 == 1
            if is_set:
                positions = (positions << CARD_BITS) + bit
                count += 1
            bit -= 1
        table = append(table, positions + count * COUNT_UNIT)
    return table


BIT: Final = _powers_of_two()
BITS_OF_CHUNK: Final = _bits_of_chunks()
# SC-203, SC-605, with three mages, by CYCLE_INDEX: the active seat, the order of all mages, and the next rival
CYCLE_SEAT: Final = vec[i64]([0, 1, 2, 1])
CYCLE_ORDER: Final = vec[i64]([0, 1, 2, 1, 2, 0, 2, 1, 0, 1, 0, 2])  # three seats each
CYCLE_RIVAL: Final = vec[i64]([1, 2, 1, 0])


# ---------------------------------------------------------------- phases
def is_chance(phase: i64) -> bool:
    """Return whether the game waits for a random outcome in this phase. Such phases have the lowest numbers."""
    return phase < ACTION


def is_automatic(phase: i64) -> bool:
    """Return whether the game continues by itself in this phase. Such phases have the highest numbers."""
    return phase > GAME_OVER


# ---------------------------------------------------------------- sets of cards
def has(cards: i64, card: i64) -> bool:
    """Return whether a set contains a card."""
    return cards & BIT[card] != 0


def number_of_cards(cards: i64) -> i64:
    """Return the number of cards in a set, which is a bit mask. It is fast for small sets."""
    size: i64 = 0
    while cards != 0:
        cards &= cards - 1  # removes the lowest card
        size += 1
    return size


def nth_card(cards: i64, index: i64) -> i64:
    """Return the card at this index of a set of cards; index 0 is the lowest card. The set must be large enough."""
    chunk_start: i64 = 0  # the card of the lowest bit in the current chunk of ten cards
    chunk = BITS_OF_CHUNK[cards & CHUNK_MASK]
    while index >= chunk >> COUNT_SHIFT:  # the chunk has too few cards
        index -= chunk >> COUNT_SHIFT
        cards >>= CHUNK_BITS
        chunk_start += CHUNK_BITS
        chunk = BITS_OF_CHUNK[cards & CHUNK_MASK]
    return chunk_start + ((chunk >> (CARD_BITS * index)) & CARD_MASK)


def lowest_card(cards: i64) -> i64:
    """Return the lowest card of a set that is not empty."""
    return nth_card(cards, 0)


def write_card_actions(cards: i64, into: Cells, index: i64, first_action: i64) -> i64:
    """Write the action id `first_action + card` for every card of a set, in ascending order, into the vector `into`
    from `index` on. Return the index after the last id."""
    while cards != 0:
        chunk = BITS_OF_CHUNK[cards & CHUNK_MASK]
        end = index + (chunk >> COUNT_SHIFT)
        while index < end:
            lowest_position = chunk & CARD_MASK
            into[index] = first_action + lowest_position
            chunk >>= CARD_BITS
            index += 1
        cards >>= CHUNK_BITS
        first_action += CHUNK_BITS
    return index


def colour_of(card: i64) -> i64:
    """Return the colour of a card, 0 to 3, which is also the number of its pile."""
    return card // CARDS_PER_COLOUR


def cards_of_colour(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    return (BIT[CARDS_PER_COLOUR] - 1) << (CARDS_PER_COLOUR * colour)


def is_enchantment(program: Cells, card: i64) -> bool:
    """Return whether a card is an enchantment, according to the compiled card set; otherwise it is an incantation."""
    return program[IS_ENCHANTMENT + card] == 1


# ---------------------------------------------------------------- cells with two indices
def pile_cell(colour: i64, height: i64) -> i64:
    """Return the index in the state vector of the card at this height of a pile; height 0 is the bottom."""
    return PILE + colour * CARDS_PER_COLOUR + height


def seen_cell(observer: i64, seat: i64) -> i64:
    """Return the cell with the set of cards that may be in the hand of this seat, as far as an observer has seen
    them."""
    return SEEN + observer * MAX_SEATS + seat


# ---------------------------------------------------------------- piles
def pile_entry(card: i64, side: i64) -> i64:
    """Return a card on a pile and the side that it faces as one integer, as the state vector stores them."""
    return (card << 1) + side


def entry_card(entry: i64) -> i64:
    """Return the card of a pile entry (see `pile_entry`)."""
    return entry >> 1


def entry_side(entry: i64) -> i64:
    """Return the side, 0 or 1, that the card of a pile entry faces (see `pile_entry`)."""
    return entry & 1  # the lowest bit


def top_entry(t: Cells, colour: i64) -> i64:
    """Return the top card of a pile and the side that it faces (see `pile_entry`), or NO_ENTRY for none."""
    height = t[PILE_SIZE + colour]
    if height == 0:
        return NO_ENTRY
    return t[pile_cell(colour, height - 1)]


def colour_count(t: Cells, side: i64) -> i64:
    """Return the number of colours that a side controls, which is the number of top cards facing it (SC-301..303)."""
    return number_of_cards(t[TOP_CARDS_FACING + side])


# ---------------------------------------------------------------- seats and sides
def side_of(seat: i64) -> i64:
    """Return the side of a seat. Sides alternate around the table (SC-107)."""
    return seat & 1  # even seats are side 0, odd seats side 1


def first_seat(side: i64) -> i64:
    """Return the lowest seat of a side (SC-107)."""
    return side


def own_side(t: Cells) -> i64:
    """Return the side of the active mage."""
    return side_of(t[ACTIVE_SEAT])


def seat_in_turn_order(t: Cells, index: i64) -> i64:
    """Return a seat by its index in turn order, from 0 for the active mage. Every mage has exactly one index."""
    if t[SEATS] == 3:
        first_index = t[CYCLE_INDEX] * 3  # CYCLE_ORDER has three seats for each place in the cycle
        return CYCLE_ORDER[first_index + index]
    seat = t[ACTIVE_SEAT] + index
    if seat >= t[SEATS]:
        seat -= t[SEATS]
    return seat


def next_rival(t: Cells) -> i64:
    """Return the first seat of the other side in turn order (SC-605, SC-606)."""
    if t[SEATS] == 3:
        return CYCLE_RIVAL[t[CYCLE_INDEX]]
    return seat_in_turn_order(t, 1)


def rival_hand_size(t: Cells, side: i64) -> i64:
    """Return the size of the rival's hand as the card texts of this side count it: of two rivals, the sum of both hands
    with three mages, the larger hand with four (SC-704..707, SC-714, SC-715)."""
    rival = first_seat(1 - side)
    partner = rival + 2  # the second seat of the rival side
    if partner >= t[SEATS]:  # there is only one rival
        return t[HAND_SIZE + rival]
    if t[SEATS] == 3:
        return t[HAND_SIZE + rival] + t[HAND_SIZE + partner]
    if t[HAND_SIZE + partner] > t[HAND_SIZE + rival]:
        return t[HAND_SIZE + partner]
    return t[HAND_SIZE + rival]
