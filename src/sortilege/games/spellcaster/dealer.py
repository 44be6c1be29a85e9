"""Sampling the states that a view allows: the visible cards are placed, the hidden ones are dealt with the
probabilities that the log implies.

Cards that were seen going to a hand are tracked. A theft whose card the viewer did not see may have moved any card of
that hand, so a tracked card can be in one of several hands. Each possible distribution is weighted by the number of
ways in which it can have come about. All other hidden cards are equally likely to be anywhere.
"""

from __future__ import annotations

from sortilege.core.engine.cells import Cells
from sortilege.core.game import Game
from sortilege.core.types import Object
from sortilege.games.spellcaster import actions, box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.insight import Dealer
from sortilege.games.spellcaster.notation import PHASE_OF, card_set_of
from sortilege.games.spellcaster.position import new_cells
from sortilege.games.spellcaster.rules.card_moves import (
    forget_card,
    record_empty_hand,
    record_public_location,
    record_theft,
    set_facing,
)
from sortilege.games.spellcaster.rules.crystals import check_winner, end_by_totals
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.view import View, hand_moves, initial_hand_sizes, possible_locations, update_hand_sizes


def draw_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """Return the possible results of a draw with their probabilities: every card whose place the viewer does not know
    is equally likely."""
    if action != actions.DRAW:
        return []
    hidden = make_dealer(None, view).template.cells[L.DECK]
    unplaced = [name for name in box.CARD_IDS if hidden & L.BIT[box.CARD_OF[name]]]
    return [({"do": "card", "card": name}, 1 / len(unplaced)) for name in unplaced]


def make_dealer(game: Game | None, view: View) -> Dealer:
    """Return a dealer that samples the hidden cards of a view with their true probabilities."""
    t = visible_cells(view)
    me = view["you"]
    hidden = [seat for seat in range(view["seats"]) if seat != me]
    distributions = possible_locations(view)
    record_public_knowledge(t, view)
    for card in {card for locations in distributions for card, _ in locations}:
        t[L.DECK] -= L.BIT[card]
    cards = card_set(view["options"]["cards"])
    dealer = Dealer(SpellcasterState(t, game, view["options"], cards, cards.program), hidden)
    max_weight = max(distributions.values())
    for locations, weight in sorted(distributions.items()):
        hands = [sum(int(L.BIT[card]) for card, hand in locations if hand == seat) for seat in range(4)]
        dealer.add_distribution(weight / max_weight, hands)
    return dealer


# ---------------------------------------------------------------- what the view shows
def visible_cells(view: View) -> Cells:
    """Return the cells of a view: every visible card in its place, all others in the deck."""
    t = new_cells(view["seats"], view["options"])
    t[L.ACTIVE_SEAT], t[L.CYCLE_INDEX], t[L.ACTIONS_LEFT], t[L.IS_LAST_TURN] = (
        view["active"] or 0,
        view["cycle"],
        view["left"],
        int(view["last"]),
    )
    t[L.TURN_STEP] = L.START if view["step"] == "start" else L.ACTIONS
    for side in range(2):
        t[L.ENERGY + side], t[L.SAPPHIRES + side] = view["energy"][side], view["sapphires"][side]
        t[L.WARD + side] = view["ward"][side]
    t[L.USED_CARDS] = card_set_of(view["used"])
    t[L.OUT_OF_GAME] = card_set_of(view["out"])
    fill_piles(t, view["piles"])
    for i, name in enumerate(view["discard"]):
        t[L.DISCARD_PILE + i] = box.CARD_OF[name]
    t[L.DISCARD_SIZE], t[L.DISCARD_SET] = len(view["discard"]), card_set_of(view["discard"])
    open_cards = (
        t[L.OUT_OF_GAME]
        | t[L.DISCARD_SET]
        | card_set_of(entry[:3] for pile in view["piles"].values() for entry in pile)
    )
    for seat, hand in enumerate(view["hands"]):
        t[L.HAND_SIZE + seat] = hand if isinstance(hand, int) else len(hand)
        t[L.HAND + seat] = 0 if isinstance(hand, int) else card_set_of(hand)
        open_cards |= t[L.HAND + seat]
    t[L.DECK], t[L.DECK_SIZE] = t[L.DECK] & ~open_cards, view["deck"]
    t[L.PENDING_ENCHANTMENTS] = card_set_of(view["waiting"])
    set_phase(t, view)
    return t


def fill_piles(t: Cells, piles: dict[str, list[str]]) -> None:
    """Fill the four piles from bottom to top. An entry like "R01/1" is a card and the side it faces."""
    for colour, letter in enumerate(box.COLOURS):
        for i, entry in enumerate(piles[letter]):
            t[L.PILE + colour * 15 + i] = box.CARD_OF[entry[:3]] * 2 + int(entry[4:])
        t[L.PILE_SIZE + colour] = len(piles[letter])
        set_facing(t, colour)


def set_phase(t: Cells, view: View) -> None:
    """Set the phase the table is in, and the position in the card text that is being carried out."""
    pending, text = view["pending"], view["resolving"]
    if pending is None:  # the game is over
        check_winner(t)
        if t[L.PHASE] != L.GAME_OVER:
            end_by_totals(t)
        return
    t[L.PHASE] = PHASE_OF[pending["asks"]]
    t[L.DECIDER], t[L.CARDS_REMAINING] = pending.get("seat", 0), pending.get("count", 0)
    if t[L.PHASE] == L.DRAW_CARD:
        t[L.PHASE_AFTER_DRAW] = {"deal": L.DEAL, "text": L.CONTINUE_TEXT}.get(pending["why"], L.NEXT_ACTION)
        t[L.MAGES_SERVED] = t[L.DECIDER] + 1 if pending["why"] == "deal" else 0
    if text:
        t[L.TEXT_CARD], t[L.TEXT_POSITION], t[L.RETURN_POSITION] = box.CARD_OF[text["card"]], text["at"], text["back"]
        t[L.MULTIPLIER], t[L.MAGES_SERVED] = text["times"], text["served"]
        if text["copied"]:
            t[L.COPIED_CARD] = box.CARD_OF[text["copied"]]


# ---------------------------------------------------------------- what each seat has seen
def record_public_knowledge(t: Cells, view: View) -> None:
    """Record which cards the observers have seen in hands: for the viewer what the view says, for the others what
    everybody has seen."""
    sizes = initial_hand_sizes(view)
    for move in hand_moves(view):
        update_hand_sizes(move, sizes)
        if move.source is not None and move.target is not None:
            record_theft(t, move.source, move.target, L.NO_CARD if move.card is None else move.card)
        elif move.source is not None and move.card is not None:
            forget_card(t, move.card)
        elif move.is_public and move.target is not None and move.card is not None:
            record_public_location(t, move.card, move.target)
        if move.source is not None and sizes[move.source] == 0:
            record_empty_hand(t, move.source)
    me = L.SPECTATORS if view["you"] is None else view["you"]
    for seat in range(view["seats"]):
        if seat != view["you"]:
            either = [x["card"] for x in view["either"] if seat in x["hands"]]
            t[L.SEEN + me * 4 + seat] = card_set_of([*view["known"][seat], *either])
            t[L.SEEN_BY_ANY] |= t[L.SEEN + me * 4 + seat]
