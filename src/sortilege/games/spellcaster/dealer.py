"""Prepares a dealer, which samples states from a view: visible cards are placed, and hidden cards will be dealt with
the probabilities that the log implies.

A card that the viewer saw entering another hand is tracked. A theft of a card that the viewer did not see may have
moved any card of the victim's hand, so a tracked card can be in one of several hands. Each possible distribution of the
tracked cards is weighted by the number of histories that lead to it. All other hidden cards are equally likely to be
anywhere.
"""

from __future__ import annotations

from sortilege.core.engine.cells import Cells
from sortilege.core.game import Game
from sortilege.core.types import Object
from sortilege.games.spellcaster import actions, box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.insight import Dealer
from sortilege.games.spellcaster.notation import PHASE_OF, card_names, card_set_of, parse_entry
from sortilege.games.spellcaster.position import new_cells
from sortilege.games.spellcaster.rules.card_moves import (
    add_to_discard_pile,
    add_to_top_cards,
    forget_card,
    record_empty_hand,
    record_public_location,
    record_theft,
)
from sortilege.games.spellcaster.rules.crystals import check_winner, end_by_totals
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.view import (
    View,
    hand_moves,
    hand_size,
    initial_hand_sizes,
    possible_locations,
    update_hand_sizes,
)

# by the reason of a draw, as in `notation.draw_reason`
PHASE_AFTER_DRAW = {"deal": L.DEAL, "turn": L.NEXT_ACTION, "action": L.NEXT_ACTION, "text": L.CONTINUE_TEXT}


def draw_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """Return the cards that the action `draw` may give, as objects, each with its probability. Return [] for any other
    action. All hidden cards that the viewer has not seen enter a hand are equally likely."""
    if action != actions.DRAW:
        return []
    template = make_dealer(None, view).template
    names = card_names(template.cells[L.DECK])
    return [({"do": "card", "card": name}, 1 / len(names)) for name in names]


def make_dealer(game: Game | None, view: View) -> Dealer:
    """Return a dealer, which samples the hidden cards of a view with their true probabilities. The possible locations
    of the tracked cards (seen entering other hands) are weighted by the number of histories that lead to them."""
    t = visible_cells(view)
    hidden_seats = [seat for seat in range(view["seats"]) if seat != view["you"]]
    histories = possible_locations(view)
    record_seen_cards(t, view)
    tracked_cards = {card for locations in histories for card, _ in locations}
    for card in tracked_cards:
        t[L.DECK] -= L.BIT[card]
    cards = card_set(view["options"]["cards"])
    dealer = Dealer(SpellcasterState(t, game, view["options"], cards, cards.program), hidden_seats)
    max_count = max(histories.values())
    for locations, count in sorted(histories.items()):
        hands = [0] * L.MAX_SEATS
        for card, seat in locations:
            hands[seat] |= int(L.BIT[card])
        dealer.add_distribution(count / max_count, hands)
    return dealer


# ---------------------------------------------------------------- what the view shows
def visible_cells(view: View) -> Cells:
    """Return the state vector of a view: every visible card is in its place, and all hidden cards are in the deck."""
    t = new_cells(view["seats"], view["options"])
    t[L.ACTIVE_SEAT] = view["active"] or 0
    t[L.CYCLE_INDEX] = view["cycle"]
    t[L.TURN_STEP] = L.START if view["step"] == "start" else L.ACTIONS
    t[L.ACTIONS_LEFT] = view["left"]
    t[L.IS_LAST_TURN] = int(view["last"])
    t[L.USED_CARDS] = card_set_of(view["used"])
    t[L.PENDING_ENCHANTMENTS] = card_set_of(view["waiting"])
    for side in range(2):
        t[L.ENERGY + side] = view["energy"][side]
        t[L.SAPPHIRES + side] = view["sapphires"][side]
        t[L.WARD + side] = view["ward"][side]
    place_visible_cards(t, view)
    set_phase(t, view)
    return t


def place_visible_cards(t: Cells, view: View) -> None:
    """Move the visible cards from the deck to their places. All hidden cards stay in the deck, even those in hands."""
    t[L.OUT_OF_GAME] = card_set_of(view["out"])
    for name in view["discard"]:
        add_to_discard_pile(t, box.CARD_OF[name])
    visible_cards = fill_piles(t, view["piles"]) | t[L.OUT_OF_GAME] | t[L.DISCARD_SET]
    for seat, hand in enumerate(view["hands"]):
        t[L.HAND_SIZE + seat] = hand_size(view, seat)
        t[L.HAND + seat] = 0 if isinstance(hand, int) else card_set_of(hand)
        visible_cards |= t[L.HAND + seat]
    t[L.DECK] &= ~visible_cards
    t[L.DECK_SIZE] = view["deck"]


def fill_piles(t: Cells, piles: dict[str, list[str]]) -> int:
    """Fill the piles from lists like ["R01/1"] (the card R01, facing side 1), and return the set of their cards."""
    cards = 0
    for colour, letter in enumerate(box.COLOURS):
        for height, card_and_side in enumerate(piles[letter]):
            entry = parse_entry(card_and_side)
            t[L.pile_cell(colour, height)] = entry
            cards |= int(L.BIT[L.entry_card(entry)])
        t[L.PILE_SIZE + colour] = len(piles[letter])
        add_to_top_cards(t, colour)
    return cards


def set_phase(t: Cells, view: View) -> None:
    """Set what the game waits for, which seat must decide, and how far the current card text has been carried out."""
    pending, text = view["pending"], view["resolving"]
    if pending is None:  # the game is over
        check_winner(t)
        if t[L.PHASE] != L.GAME_OVER:
            end_by_totals(t)
        return
    t[L.PHASE] = PHASE_OF[pending["asks"]]
    t[L.DECIDER] = pending.get("seat", 0)
    t[L.CARDS_REMAINING] = pending.get("count", 0)
    if t[L.PHASE] == L.DRAW_CARD:
        t[L.PHASE_AFTER_DRAW] = PHASE_AFTER_DRAW[pending["why"]]
        if pending["why"] == "deal":
            t[L.MAGES_SERVED] = t[L.DECIDER] + 1  # the first hands are dealt in the order of seats
    if text is not None:
        t[L.TEXT_CARD] = box.CARD_OF[text["card"]]
        t[L.TEXT_POSITION] = text["at"]
        t[L.RETURN_POSITION] = text["back"]
        t[L.MULTIPLIER] = text["times"]
        t[L.MAGES_SERVED] = text["served"]
        if text["copied"]:
            t[L.COPIED_CARD] = box.CARD_OF[text["copied"]]


# ---------------------------------------------------------------- what each seat has seen
def record_seen_cards(t: Cells, view: View) -> None:
    """Record in the state vector which cards in other hands the viewer has seen, and which all observers have seen."""
    record_public_moves(t, view)
    observer = L.SPECTATORS if view["you"] is None else view["you"]
    other_seats = [seat for seat in range(view["seats"]) if seat != view["you"]]
    for seat in other_seats:
        uncertain = [either["card"] for either in view["either"] if seat in either["hands"]]
        seen_cards = card_set_of([*view["known"][seat], *uncertain])
        t[L.seen_cell(observer, seat)] = seen_cards
        t[L.SEEN_BY_ANY] |= seen_cards


def record_public_moves(t: Cells, view: View) -> None:
    """Replay the log of a view to record what every observer learned from cards that changed hands."""
    sizes = initial_hand_sizes(view)
    for move in hand_moves(view):
        update_hand_sizes(move, sizes)
        if move.source is not None and move.target is not None:
            stolen_card = L.NO_CARD if move.card is None else move.card
            record_theft(t, move.source, move.target, stolen_card)
        elif move.is_public and move.card is not None:
            if move.target is None:
                forget_card(t, move.card)
            else:
                record_public_location(t, move.card, move.target)
        if move.source is not None and sizes[move.source] == 0:
            record_empty_hand(t, move.source)
