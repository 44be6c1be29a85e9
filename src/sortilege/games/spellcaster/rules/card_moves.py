"""Moving cards between deck, hands, piles and discard pile, and recording who has seen them."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L


# ---------------------------------------------------------------- deck to hand
def request_draw(t: Cells, seat: i64, count: i64, next_phase: i64) -> None:
    """Let chance draw cards for a mage, one by one, and then continue with `next_phase`. If the deck has too few cards,
    the mage draws all of them; if it is the active mage, this turn is the last (SC-402..405)."""
    if count > t[L.DECK_SIZE]:
        count = t[L.DECK_SIZE]
        if seat == t[L.ACTIVE_SEAT]:
            t[L.IS_LAST_TURN] = 1
    if count == 0:
        t[L.PHASE] = next_phase
        return
    t[L.DECIDER] = seat
    t[L.CARDS_REMAINING] = count
    t[L.PHASE_AFTER_DRAW] = next_phase
    t[L.PHASE] = L.DRAW_CARD


def receive_card(t: Cells, card: i64) -> None:
    """Move the card that chance has drawn from the deck to the hand of the mage who draws."""
    t[L.DECK] -= L.BIT[card]
    t[L.DECK_SIZE] -= 1
    add_to_hand(t, t[L.DECIDER], card)
    t[L.CARDS_REMAINING] -= 1
    if t[L.CARDS_REMAINING] == 0:
        t[L.PHASE] = t[L.PHASE_AFTER_DRAW]


# ---------------------------------------------------------------- in and out of a hand
def add_to_hand(t: Cells, seat: i64, card: i64) -> None:
    """Add a card to a hand, without recording who saw it."""
    t[L.HAND + seat] += L.BIT[card]
    t[L.HAND_SIZE + seat] += 1


def remove_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """Remove a card from a hand, without recording who saw it."""
    t[L.HAND + seat] -= L.BIT[card]
    t[L.HAND_SIZE + seat] -= 1


def reveal_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """Remove a card from a hand openly. The records of who has seen the card in a hand are deleted."""
    remove_from_hand(t, seat, card)
    if t[L.SEEN_BY_ANY] != 0:
        forget_card(t, card)
        if t[L.HAND_SIZE + seat] == 0:
            record_empty_hand(t, seat)


def put_on_pile(t: Cells, seat: i64, card: i64) -> None:
    """Move a card from a hand face up to the pile of its colour, facing the side of its mage (SC-250..256)."""
    reveal_from_hand(t, seat, card)
    colour = L.colour_of(card)
    remove_from_top_cards(t, colour)
    t[L.pile_cell(colour, t[L.PILE_SIZE + colour])] = L.pile_entry(card, L.side_of(seat))
    t[L.PILE_SIZE + colour] += 1
    add_to_top_cards(t, colour)


def discard_from_hand(t: Cells, seat: i64, card: i64) -> None:
    """Move a card from a hand to the discard pile (SC-304, SC-309)."""
    reveal_from_hand(t, seat, card)
    add_to_discard_pile(t, card)


def add_to_discard_pile(t: Cells, card: i64) -> None:
    """Add a card on top of the discard pile, which is open (SC-009) and never shuffled back (SC-401)."""
    t[L.DISCARD_PILE + t[L.DISCARD_SIZE]] = card
    t[L.DISCARD_SIZE] += 1
    t[L.DISCARD_SET] += L.BIT[card]


def take_from_discard_pile(t: Cells, seat: i64, card: i64) -> None:
    """Move a card from the discard pile to a hand for all to see. The later cards of the pile move down (SC-825)."""
    cell: i64 = L.DISCARD_PILE
    while t[cell] != card:
        cell += 1
    t[L.DISCARD_SIZE] -= 1
    close_gap(t, cell, L.DISCARD_PILE + t[L.DISCARD_SIZE])
    t[L.DISCARD_SET] -= L.BIT[card]
    add_to_hand_openly(t, seat, card)


def close_gap(t: Cells, gap: i64, last: i64) -> None:
    """Move the contents of the cells after `gap`, up to `last`, down by one cell."""
    while gap < last:
        t[gap] = t[gap + 1]
        gap += 1


def add_to_hand_openly(t: Cells, seat: i64, card: i64) -> None:
    """Add a card to a hand. Everybody sees it and knows it until it leaves the hand (SC-003)."""
    add_to_hand(t, seat, card)
    record_public_location(t, card, seat)


def steal_from_hand(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """Move a card from the victim's hand to the thief's hand. Other observers do not see the card."""
    remove_from_hand(t, victim, card)
    add_to_hand(t, thief, card)
    record_theft(t, victim, thief, card)
    if t[L.HAND_SIZE + victim] == 0:
        record_empty_hand(t, victim)


# ---------------------------------------------------------------- knowledge of observers
def record_public_location(t: Cells, card: i64, seat: i64) -> None:
    """Record that all observers have seen the card enter the hand of this seat."""
    t[L.SEEN_BY_ANY] |= L.BIT[card]
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        t[L.seen_cell(observer, seat)] |= L.BIT[card]
        observer += 1


def record_theft(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """Record what each observer knows after a theft. Thief and victim know which card was stolen. For all other
    observers, each card seen in the victim's hand may now be in the thief's hand. `card` is NO_CARD if it is unknown;
    then the same applies to thief and victim (SC-823)."""
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        if card != L.NO_CARD and (observer == victim or observer == thief):
            record_location(t, observer, card, thief)
        else:
            t[L.seen_cell(observer, thief)] |= t[L.seen_cell(observer, victim)]
        observer += 1


def record_location(t: Cells, observer: i64, card: i64, seat: i64) -> None:
    """Record that an observer knows that the card is in the hand of this seat."""
    other: i64 = 0
    while other < L.MAX_SEATS:
        if L.has(t[L.seen_cell(observer, other)], card):
            t[L.seen_cell(observer, other)] -= L.BIT[card]
        other += 1
    t[L.seen_cell(observer, seat)] |= L.BIT[card]
    t[L.SEEN_BY_ANY] |= L.BIT[card]


def record_empty_hand(t: Cells, seat: i64) -> None:
    """Record for all observers that no card is in the hand of this seat."""
    observer: i64 = 0
    while observer <= L.SPECTATORS:
        t[L.seen_cell(observer, seat)] = 0
        observer += 1


def forget_card(t: Cells, card: i64) -> None:
    """Clear what all observers know about a card that has openly left a hand."""
    if not L.has(t[L.SEEN_BY_ANY], card):
        return
    t[L.SEEN_BY_ANY] -= L.BIT[card]
    cell: i64 = L.SEEN
    while cell < L.PILE:  # the cells of SEEN end where those of PILE begin
        if L.has(t[cell], card):
            t[cell] -= L.BIT[card]
        cell += 1


# ---------------------------------------------------------------- piles
def remove_from_top_cards(t: Cells, colour: i64) -> None:
    """Remove the top card of a pile, if any, from the top cards facing its side. Call this before the top changes."""
    entry = L.top_entry(t, colour)
    if entry != L.NO_ENTRY:
        t[L.TOP_CARDS_FACING + L.entry_side(entry)] -= L.BIT[L.entry_card(entry)]


def add_to_top_cards(t: Cells, colour: i64) -> None:
    """Add the top card of a pile, if any, to the top cards facing its side. Call this after the top has changed."""
    entry = L.top_entry(t, colour)
    if entry != L.NO_ENTRY:
        t[L.TOP_CARDS_FACING + L.entry_side(entry)] += L.BIT[L.entry_card(entry)]


def remove_top_card(t: Cells, colour: i64) -> i64:
    """Remove the top card of a pile and return it. The card below becomes the top card with its own facing (SC-014)."""
    card = L.entry_card(L.top_entry(t, colour))
    remove_from_top_cards(t, colour)
    t[L.PILE_SIZE + colour] -= 1
    add_to_top_cards(t, colour)
    return card


def turn_top_card(t: Cells, colour: i64) -> None:
    """Turn the top card of a pile to face the other side (SC-817)."""
    entry = L.top_entry(t, colour)
    remove_from_top_cards(t, colour)
    t[L.pile_cell(colour, t[L.PILE_SIZE + colour] - 1)] = L.pile_entry(L.entry_card(entry), 1 - L.entry_side(entry))
    add_to_top_cards(t, colour)


def bury_top_card(t: Cells, colour: i64) -> None:
    """Move the top card of a pile to its bottom. It keeps its facing (SC-818)."""
    remove_from_top_cards(t, colour)
    bottom = L.pile_cell(colour, 0)
    cell = L.pile_cell(colour, t[L.PILE_SIZE + colour] - 1)
    entry = t[cell]
    while cell > bottom:
        t[cell] = t[cell - 1]
        cell -= 1
    t[bottom] = entry
    add_to_top_cards(t, colour)


def discard_from_pile(t: Cells, card: i64) -> None:
    """Move a card from any height of its pile to the discard pile. Do nothing if it has left its pile (SC-827)."""
    colour = L.colour_of(card)
    cell = L.pile_cell(colour, 0)
    end = L.pile_cell(colour, t[L.PILE_SIZE + colour])
    while cell < end and L.entry_card(t[cell]) != card:
        cell += 1
    if cell == end:
        return
    remove_from_top_cards(t, colour)
    t[L.PILE_SIZE + colour] -= 1
    close_gap(t, cell, end - 1)
    add_to_top_cards(t, colour)
    add_to_discard_pile(t, card)
