"""From a view back to states: what the view shows is laid down, and the log says how likely what it hides is.

Cards seen going to a hand are followed. A theft the viewer did not see may have moved any card of that hand, so each
followed card is in one of several hands; every possible distribution gets as its weight the number of ways it can have
come about. All other hidden cards are alike.
"""

from __future__ import annotations

from sortilege.core.cells import Cells
from sortilege.core.game import Game
from sortilege.core.shapes import Object
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster.box import CARD_IDS, CARD_OF, COLOURS
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.insight import Dealer
from sortilege.games.spellcaster.layout import (
    ACTIONS,
    ACTIVE,
    BIT,
    CARD,
    COPIED,
    COUNT,
    CYCLE,
    DEALING,
    DECK,
    DECKED,
    DISCARDS,
    DONE,
    EACH,
    ENERGY,
    HAND,
    HEAP,
    HEIGHT,
    KNOWN,
    LAST,
    LEFT,
    NEXT,
    ONLOOKERS,
    OUT,
    PC,
    PHASE,
    PILE,
    RETURN,
    SAPPHIRES,
    SEEN,
    SIZE,
    SOURCE,
    START,
    STEP,
    TEXT,
    THEN,
    THROWN,
    TIMES,
    USED,
    WAITING,
    WARD,
    WHO,
)
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
    hidden = dealer(None, view).table.cells[DECK]
    unplaced = [name for name in CARD_IDS if hidden & BIT[CARD_OF[name]]]
    return [({"do": "card", "card": name}, 1 / len(unplaced)) for name in unplaced]


def dealer(game: Game | None, view: View) -> Dealer:
    """Deals what this view hides, each deal as likely as it truly is given all that was seen."""
    t = table_of(view)
    me = view["you"]
    hidden = [seat for seat in range(view["seats"]) if seat != me]
    possible = whereabouts(view)
    recall(t, view)
    for card in {card for places in possible for card, _ in places}:
        t[DECK] -= BIT[card]
    cards = card_set(view["options"]["cards"])
    made = Dealer(SpellcasterState(t, game, view["options"], cards, cards.program), hidden)
    heaviest = max(possible.values())
    for places, weight in sorted(possible.items()):
        held = [sum(int(BIT[card]) for card, hand in places if hand == seat) for seat in range(4)]
        made.allow(weight / heaviest, held)
    return made


# ---------------------------------------------------------------- what the view shows
def table_of(view: View) -> Cells:
    """The table with every visible card in its place; the deck holds all the others."""
    t = new_cells(view["seats"], view["options"])
    t[ACTIVE], t[CYCLE], t[LEFT], t[LAST] = view["active"] or 0, view["cycle"], view["left"], int(view["last"])
    t[STEP] = START if view["step"] == "start" else ACTIONS
    for side in range(2):
        t[ENERGY + side], t[SAPPHIRES + side] = view["energy"][side], view["sapphires"][side]
        t[WARD + side] = view["ward"][side]
    t[USED] = bits(view["used"])
    t[OUT] = bits(view["out"])
    lay_piles(t, view["piles"])
    for i, name in enumerate(view["discard"]):
        t[HEAP + i] = CARD_OF[name]
    t[THROWN], t[DISCARDS] = len(view["discard"]), bits(view["discard"])
    open_cards = t[OUT] | t[DISCARDS] | bits(lying[:3] for pile in view["piles"].values() for lying in pile)
    for seat, hand in enumerate(view["hands"]):
        t[SIZE + seat] = hand if isinstance(hand, int) else len(hand)
        t[HAND + seat] = 0 if isinstance(hand, int) else bits(hand)
        open_cards |= t[HAND + seat]
    t[DECK], t[DECKED] = t[DECK] & ~open_cards, view["deck"]
    t[WAITING] = bits(view["waiting"])
    set_phase(t, view)
    return t


def lay_piles(t: Cells, piles: dict[str, list[str]]) -> None:
    """The four piles from bottom to top: "R01/1" is a card and the side it faces."""
    for colour, letter in enumerate(COLOURS):
        for i, lying in enumerate(piles[letter]):
            t[PILE + colour * 15 + i] = CARD_OF[lying[:3]] * 2 + int(lying[4:])
        t[HEIGHT + colour] = len(piles[letter])
        uncover_top(t, colour)


def set_phase(t: Cells, view: View) -> None:
    """Where the table waits, and in which text."""
    pending, text = view["pending"], view["resolving"]
    if pending is None:  # the game is over
        judge(t)
        if t[PHASE] != DONE:
            end_with_the_deck(t)
        return
    t[PHASE] = PHASES[pending["asks"]]
    t[WHO], t[COUNT] = pending.get("seat", 0), pending.get("count", 0)
    if t[PHASE] == CARD:
        t[THEN] = {"deal": DEALING, "text": TEXT}.get(pending["why"], NEXT)
        t[EACH] = t[WHO] + 1 if pending["why"] == "deal" else 0
    if text:
        t[SOURCE], t[PC], t[RETURN] = CARD_OF[text["card"]], text["at"], text["back"]
        t[TIMES], t[EACH] = text["times"], text["served"]
        if text["copied"]:
            t[COPIED] = CARD_OF[text["copied"]]


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
            for observer in range(ONLOOKERS + 1):
                note_where(t, observer, move.card, move.goal)
        if move.source is not None and sizes[move.source] == 0:
            note_empty(t, move.source)
    me = ONLOOKERS if view["you"] is None else view["you"]
    for seat in range(view["seats"]):
        if seat != view["you"]:
            either = [x["card"] for x in view["either"] if seat in x["hands"]]
            t[SEEN + me * 4 + seat] = bits([*view["known"][seat], *either])
            t[KNOWN] |= t[SEEN + me * 4 + seat]


def recall_theft(t: Cells, card: int | None, victim: int, thief: int) -> None:
    for observer in range(ONLOOKERS + 1):
        if card is None or observer not in (victim, thief):
            t[SEEN + observer * 4 + thief] |= t[SEEN + observer * 4 + victim]
        else:
            note_where(t, observer, card, thief)
