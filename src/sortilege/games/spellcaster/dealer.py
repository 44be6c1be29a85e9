"""From a view back to states: what the view shows is laid down, and the log says how likely what it hides is.

Cards seen going to a hand are followed. A theft the viewer did not see may have moved any card of that hand, so each
followed card is in one of several hands; every possible distribution gets as its weight the number of ways it can have
come about. All other hidden cards are alike.
"""

from __future__ import annotations

from sortilege.core.cells import Cells
from sortilege.core.game import Game
from sortilege.core.shapes import Object
from sortilege.games.spellcaster import actions, box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.insight import Dealer
from sortilege.games.spellcaster.notation import PHASES, bits
from sortilege.games.spellcaster.position import new_cells
from sortilege.games.spellcaster.rules.crystals import end_with_the_deck, judge
from sortilege.games.spellcaster.rules.moving import forget, note_empty, note_where, uncover_top
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.view import View, count, first_sizes, hand_moves, whereabouts


def draw_odds(view: View, action: int) -> list[tuple[Object, float]]:
    """What a draw of the viewer brings: any card it cannot place, each equally likely, wherever it lies."""
    if action != actions.DRAW:
        return []
    hidden = dealer(None, view).table.cells[L.DECK]
    unplaced = [name for name in box.CARD_IDS if hidden & L.BIT[box.CARD_OF[name]]]
    return [({"do": "card", "card": name}, 1 / len(unplaced)) for name in unplaced]


def dealer(game: Game | None, view: View) -> Dealer:
    """Deals what this view hides, each deal as likely as it truly is given all that was seen."""
    t = table_of(view)
    me = view["you"]
    hidden = [seat for seat in range(view["seats"]) if seat != me]
    possible = whereabouts(view)
    recall(t, view)
    for card in {card for places in possible for card, _ in places}:
        t[L.DECK] -= L.BIT[card]
    cards = card_set(view["options"]["cards"])
    made = Dealer(SpellcasterState(t, game, view["options"], cards, cards.program), hidden)
    heaviest = max(possible.values())
    for places, weight in sorted(possible.items()):
        held = [sum(int(L.BIT[card]) for card, hand in places if hand == seat) for seat in range(4)]
        made.allow(weight / heaviest, held)
    return made


# ---------------------------------------------------------------- what the view shows
def table_of(view: View) -> Cells:
    """The table with every visible card in its place; the deck holds all the others."""
    t = new_cells(view["seats"], view["options"])
    t[L.ACTIVE], t[L.CYCLE], t[L.LEFT], t[L.LAST] = view["active"] or 0, view["cycle"], view["left"], int(view["last"])
    t[L.STEP] = L.START if view["step"] == "start" else L.ACTIONS
    for side in range(2):
        t[L.ENERGY + side], t[L.SAPPHIRES + side] = view["energy"][side], view["sapphires"][side]
        t[L.WARD + side] = view["ward"][side]
    t[L.USED] = bits(view["used"])
    t[L.OUT] = bits(view["out"])
    lay_piles(t, view["piles"])
    for i, name in enumerate(view["discard"]):
        t[L.HEAP + i] = box.CARD_OF[name]
    t[L.THROWN], t[L.DISCARDS] = len(view["discard"]), bits(view["discard"])
    open_cards = t[L.OUT] | t[L.DISCARDS] | bits(lying[:3] for pile in view["piles"].values() for lying in pile)
    for seat, hand in enumerate(view["hands"]):
        t[L.SIZE + seat] = hand if isinstance(hand, int) else len(hand)
        t[L.HAND + seat] = 0 if isinstance(hand, int) else bits(hand)
        open_cards |= t[L.HAND + seat]
    t[L.DECK], t[L.DECKED] = t[L.DECK] & ~open_cards, view["deck"]
    t[L.WAITING] = bits(view["waiting"])
    set_phase(t, view)
    return t


def lay_piles(t: Cells, piles: dict[str, list[str]]) -> None:
    """The four piles from bottom to top: "R01/1" is a card and the side it faces."""
    for colour, letter in enumerate(box.COLOURS):
        for i, lying in enumerate(piles[letter]):
            t[L.PILE + colour * 15 + i] = box.CARD_OF[lying[:3]] * 2 + int(lying[4:])
        t[L.HEIGHT + colour] = len(piles[letter])
        uncover_top(t, colour)


def set_phase(t: Cells, view: View) -> None:
    """Where the table waits, and in which text."""
    pending, text = view["pending"], view["resolving"]
    if pending is None:  # the game is over
        judge(t)
        if t[L.PHASE] != L.DONE:
            end_with_the_deck(t)
        return
    t[L.PHASE] = PHASES[pending["asks"]]
    t[L.WHO], t[L.COUNT] = pending.get("seat", 0), pending.get("count", 0)
    if t[L.PHASE] == L.CARD:
        t[L.THEN] = {"deal": L.DEALING, "text": L.TEXT}.get(pending["why"], L.NEXT)
        t[L.EACH] = t[L.WHO] + 1 if pending["why"] == "deal" else 0
    if text:
        t[L.SOURCE], t[L.PC], t[L.RETURN] = box.CARD_OF[text["card"]], text["at"], text["back"]
        t[L.TIMES], t[L.EACH] = text["times"], text["served"]
        if text["copied"]:
            t[L.COPIED] = box.CARD_OF[text["copied"]]


# ---------------------------------------------------------------- what each seat has seen
def recall(t: Cells, view: View) -> None:
    """Lay down what everybody knows of hands: the viewer what the view says, the others at least what all have seen."""
    sizes = first_sizes(view)
    for move in hand_moves(view):
        count(move, sizes)
        if move.source is not None and move.goal is not None:
            recall_theft(t, move.card, move.source, move.goal)
        elif move.source is not None and move.card is not None:
            forget(t, move.card)
        elif move.open and move.goal is not None and move.card is not None:
            for observer in range(L.ONLOOKERS + 1):
                note_where(t, observer, move.card, move.goal)
        if move.source is not None and sizes[move.source] == 0:
            note_empty(t, move.source)
    me = L.ONLOOKERS if view["you"] is None else view["you"]
    for seat in range(view["seats"]):
        if seat != view["you"]:
            either = [x["card"] for x in view["either"] if seat in x["hands"]]
            t[L.SEEN + me * 4 + seat] = bits([*view["known"][seat], *either])
            t[L.KNOWN] |= t[L.SEEN + me * 4 + seat]


def recall_theft(t: Cells, card: int | None, victim: int, thief: int) -> None:
    for observer in range(L.ONLOOKERS + 1):
        if card is None or observer not in (victim, thief):
            t[L.SEEN + observer * 4 + thief] |= t[L.SEEN + observer * 4 + victim]
        else:
            note_where(t, observer, card, thief)
