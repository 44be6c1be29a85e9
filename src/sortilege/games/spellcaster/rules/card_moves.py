"""Moving cards between deck, hands, piles and discard pile, and recording who has seen them."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import layout as L


# ---------------------------------------------------------------- deck to hand
def request_draw(t: Cells, seat: i64, count: i64, next_phase: i64) -> None:
    """Wait for random cards that a mage draws one by one, then continue with `next_phase`. If the deck has fewer than
    `count` cards, the mage draws all of them; if it is the active mage, this turn is the last (SC-402..405)."""
    cards_to_draw = count
    if count > t[L.DECK_SIZE]:
        cards_to_draw = t[L.DECK_SIZE]
        if seat == t[L.ACTIVE_SEAT]:
            t[L.IS_LAST_TURN] = 1
    if cards_to_draw == 0:
        t[L.PHASE] = next_phase
        return
    t[L.DECIDER] = seat
    t[L.CARDS_REMAINING] = cards_to_draw
    t[L.PHASE_AFTER_DRAW] = next_phase
    t[L.PHASE] = L.DRAW_CARD


def receive_card(t: Cells, card: i64) -> None:
    """Move a randomly drawn card from the deck to the hand of the mage who draws."""
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
    """Remove a card from a hand so that everybody sees it. Delete the records of who had seen it in a hand."""
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
    """Add a card on top of the discard pile. Everybody can see this pile, and it is never shuffled (SC-009, SC-401)."""
    t[L.DISCARD_PILE + t[L.DISCARD_SIZE]] = card
    t[L.DISCARD_SIZE] += 1
    t[L.DISCARD_SET] += L.BIT[card]


def take_from_discard_pile(t: Cells, seat: i64, card: i64) -> None:
    """Move a card from the discard pile to a hand so that everybody sees it. The cards above it move down (SC-825)."""
    cell: i64 = L.DISCARD_PILE
    while t[cell] != card:
        cell += 1
    t[L.DISCARD_SIZE] -= 1
    close_gap(t, cell, L.DISCARD_PILE + t[L.DISCARD_SIZE])
    t[L.DISCARD_SET] -= L.BIT[card]
    add_to_hand_openly(t, seat, card)


def close_gap(t: Cells, gap: i64, last: i64) -> None:
    """Overwrite the cell `gap`: move the contents of the cells after it, up to the cell `last`, down by one."""
    cell = gap
    while cell < last:
        t[cell] = t[cell + 1]
        cell += 1


def add_to_hand_openly(t: Cells, seat: i64, card: i64) -> None:
    """Add a card to a hand. Everybody sees it and knows it until it leaves the hand (SC-003)."""
    add_to_hand(t, seat, card)
    record_public_location(t, card, seat)


def steal_from_hand(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """Move a card from the victim's hand to the thief's hand. Only these two mages see the card."""
    remove_from_hand(t, victim, card)
    add_to_hand(t, thief, card)
    record_theft(t, victim, thief, card)
    if t[L.HAND_SIZE + victim] == 0:
        record_empty_hand(t, victim)


# ---------------------------------------------------------------- knowledge of observers
def record_public_location(t: Cells, card: i64, seat: i64) -> None:
    """Record that all observers have seen the card enter the hand of this seat."""
    t[L.SEEN_BY_ANY] |= L.BIT[card]
    for observer in range(i64(L.SPECTATORS + 1)):
        t[L.seen_cell(observer, seat)] |= L.BIT[card]


def record_theft(t: Cells, victim: i64, thief: i64, card: i64) -> None:
    """Record what each observer knows after a theft. Thief and victim know the stolen card, unless `card` is NO_CARD.
    For all others, each card seen in the victim's hand may now be in the thief's hand (SC-823)."""
    for observer in range(i64(L.SPECTATORS + 1)):
        knows_card = card != L.NO_CARD and (observer == victim or observer == thief)
        if knows_card:
            record_location(t, observer, card, thief)
        else:
            t[L.seen_cell(observer, thief)] |= t[L.seen_cell(observer, victim)]


def record_location(t: Cells, observer: i64, card: i64, seat: i64) -> None:
    """Record that an observer knows the card to be in the hand of this seat, and so in no other hand."""
    for other in range(i64(L.MAX_SEATS)):
        if L.has(t[L.seen_cell(observer, other)], card):
            t[L.seen_cell(observer, other)] -= L.BIT[card]
    t[L.seen_cell(observer, seat)] |= L.BIT[card]
    t[L.SEEN_BY_ANY] |= L.BIT[card]


def record_empty_hand(t: Cells, seat: i64) -> None:
    """Record for all observers that no card is in the hand of this seat."""
    for observer in range(i64(L.SPECTATORS + 1)):
        t[L.seen_cell(observer, seat)] = 0


def forget_card(t: Cells, card: i64) -> None:
    """Delete what all observers know about a card in a hand, because everybody has seen it leave the hand."""
    if not L.has(t[L.SEEN_BY_ANY], card):
        return
    t[L.SEEN_BY_ANY] -= L.BIT[card]
    end_of_seen: i64 = L.PILE  # the next cells after those of SEEN
    cell: i64 = L.SEEN
    while cell < end_of_seen:
        if L.has(t[cell], card):
            t[cell] -= L.BIT[card]
        cell += 1


# ---------------------------------------------------------------- piles
def remove_from_top_cards(t: Cells, colour: i64) -> None:
    """Remove the top card of a pile, if any, from the top cards facing a side, before the top changes."""
    entry = L.top_entry(t, colour)
    if entry != L.NO_ENTRY:
        t[L.TOP_CARDS_FACING + L.entry_side(entry)] -= L.BIT[L.entry_card(entry)]


def add_to_top_cards(t: Cells, colour: i64) -> None:
    """Add the top card of a pile, if any, to the top cards facing a side, after the top has changed."""
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
    top_cell = L.pile_cell(colour, t[L.PILE_SIZE + colour] - 1)
    remove_from_top_cards(t, colour)
    t[top_cell] = L.pile_entry(L.entry_card(entry), 1 - L.entry_side(entry))
    add_to_top_cards(t, colour)


def bury_top_card(t: Cells, colour: i64) -> None:
    """Move the top card of a pile to its bottom. It keeps its facing (SC-818)."""
    remove_from_top_cards(t, colour)
    entry = L.top_entry(t, colour)
    bottom = L.pile_cell(colour, 0)
    cell = L.pile_cell(colour, t[L.PILE_SIZE + colour] - 1)
    while cell > bottom:  # every other card moves up
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
