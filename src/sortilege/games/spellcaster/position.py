"""Reading and writing JSON positions (docs/api.md). A position must be consistent but need not be reachable."""

from __future__ import annotations

from typing import NoReturn, TypedDict

from sortilege.core.contract.position_fields import check_keys, read_integer, read_list
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError, quote
from sortilege.core.game import Game
from sortilege.core.types import Options, Untrusted
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster import notation
from sortilege.games.spellcaster.box import CARD_IDS, CARD_OF, CARDS, COLOURS, ENERGY, SAPPHIRES, SUPPLY
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.rules.card_moves import add_to_discard_pile, add_to_hand, add_to_top_cards
from sortilege.games.spellcaster.rules.crystals import check_winner, end_by_totals
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.turn import ACTIONS_PER_TURN, RANDOM_SEAT, initial_cells, run_automatic_phases

FIELDS = ("energy", "sapphires", "ward", "hands", "piles", "discard", "deck", "turn")
TURN_FIELDS = ("seat", "cycle", "step", "left", "used", "last")
MAX_NUMBER = 1_000_000


class TurnPosition(TypedDict):
    """The active seat and the progress of its turn."""

    seat: int
    cycle: int  # with three mages the index in the turn order 0, 1, 2, 1, otherwise 0
    step: str  # "start", "actions" or "over"
    left: int  # the number of actions left
    used: list[str]  # the cards activated in this turn
    last: bool  # whether the game ends after this turn


class Position(TypedDict):
    """A state as JSON. Only a state in which a mage is about to take an action, or the game is over, has a position."""

    game: str
    seats: int
    options: Options
    energy: list[int]  # by side, like sapphires and ward
    sapphires: list[int]
    ward: list[int]
    hands: list[list[str]]  # by seat
    piles: dict[str, list[str]]  # by colour, bottom first: each card with the side it faces, as in "R01/1"
    discard: list[str]  # oldest first
    deck: list[str] | None  # None: every card that is not listed elsewhere
    turn: TurnPosition


def initial_state(game: Game, seats: int, options: Options) -> State:
    """Return the state of a new game, which waits for the first decision or random outcome."""
    cards = card_set(options["cards"])
    cells = new_cells(seats, options)
    run_automatic_phases(cells, cards.program)
    return SpellcasterState(cells, game, options, cards, cards.program)


def new_cells(seats: int, options: Options) -> Cells:
    """Return the state vector of a new game with these options, before the first card is dealt."""
    first_seat = RANDOM_SEAT if options["first"] == "random" else options["first"]
    return initial_cells(
        seats,
        first_seat,
        options["bounded_supply"],
        options["activate_enchantments"],
        options["allow_pass"],
    )


# ---------------------------------------------------------------- write
def position(state: State) -> Position:
    """Return a state as a JSON position. Raise NotQuiet unless a mage is about to act or the game is over."""
    t = state.cells
    if t[L.PHASE] not in (L.ACTION, L.GAME_OVER):
        raise NotQuiet("a position can be taken only where a mage is about to take an action, or after the game")
    return {
        "game": "spellcaster",
        "seats": t[L.SEATS],
        "options": dict(state.options),
        "energy": notation.crystals_by_side(t, L.ENERGY),
        "sapphires": notation.crystals_by_side(t, L.SAPPHIRES),
        "ward": notation.crystals_by_side(t, L.WARD),
        "hands": [notation.card_names(t[L.HAND + seat]) for seat in range(t[L.SEATS])],
        "piles": notation.piles(t),
        "discard": notation.discard_pile(t),
        "deck": notation.card_names(t[L.DECK]) if t[L.OUT_OF_GAME] else None,
        "turn": {
            "seat": t[L.ACTIVE_SEAT],
            "cycle": t[L.CYCLE_INDEX],
            "step": notation.step_name(t),
            "left": t[L.ACTIONS_LEFT],
            "used": notation.card_names(t[L.USED_CARDS]),
            "last": t[L.IS_LAST_TURN] == 1,
        },
    }


# ---------------------------------------------------------------- read
def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """Return the state of a JSON position. Its game, seats and options have already been checked. A missing field has
    the value of a new game. Raise PositionError about the first field that is wrong."""
    check_keys(position, "spellcaster", FIELDS)
    cards = card_set(options["cards"])
    t = new_cells(position["seats"], options)
    read_crystals(t, position)
    read_cards(t, position)
    step = read_turn(t, position.get("turn", {}), cards.program)
    check_winner(t)
    if t[L.PHASE] == L.GAME_OVER:
        t[L.TURN_STEP] = L.ACTIONS
    elif step == "over":
        if t[L.DECK_SIZE] > 0 and not t[L.IS_LAST_TURN]:
            refuse("turn.step", "a game is over by energy, by sapphires or with the deck", "SC-520")
        end_by_totals(t)
    else:
        t[L.PHASE] = L.BEGIN_TURN if step == "start" else L.NEXT_ACTION
        run_automatic_phases(t, cards.program)
    return SpellcasterState(t, game, options, cards, cards.program)


def refuse(field: str, message: str, rule: str = "") -> NoReturn:
    """Raise PositionError about a field of the position. `rule` is the id of the broken rule, "" for none."""
    raise PositionError(field, message, rule)


def read_crystals(t: Cells, position: Untrusted) -> None:
    """Read the energy, sapphires and ward of both sides of a position into the state vector."""
    crystals = {"energy": (L.ENERGY, ENERGY), "sapphires": (L.SAPPHIRES, SAPPHIRES), "ward": (L.WARD, 0)}
    for key, (crystal, default) in crystals.items():
        rule = "SC-813" if key == "ward" else "SC-010"
        for side, amount in enumerate(read_list(key, position.get(key, [default] * 2), 2)):
            t[crystal + side] = read_integer(f"{key}[{side}]", amount, 0, MAX_NUMBER, rule)
        in_play = sum(notation.crystals_by_side(t, crystal))
        is_bounded = t[L.BOUNDED_SUPPLY] and key != "ward"
        if is_bounded and in_play > SUPPLY:
            refuse(key, f"{in_play} in play, the supply has {SUPPLY}", "SC-012")


def read_card(field: str, name: Untrusted) -> int:
    """Return the number of a card, from 0, from its name: "R01" -> 0. Raise PositionError if there is no such card."""
    if not isinstance(name, str) or name not in CARD_OF:
        refuse(field, f"there is no card {quote(name)}; cards are R01 to R15, Y…, B… and G…", "SC-002")
    return CARD_OF[name]


class PlacedCards:
    """The cards that have been read from a position so far, to refuse a card that is listed twice."""

    def __init__(self) -> None:
        self.fields: dict[int, str] = {}  # by card: the field in which it is listed

    def place(self, field: str, card: int) -> int:
        """Record the field that lists a card and return the card. Raise PositionError if it is listed twice."""
        if card in self.fields:
            refuse(field, f"{CARD_IDS[card]} is in {self.fields[card]} already", "SC-001")
        self.fields[card] = field
        return card


def read_cards(t: Cells, position: Untrusted) -> None:
    """Read the hands, the piles, the discard pile and the deck of a position into the state vector."""
    placed = PlacedCards()
    read_hands(t, position, placed)
    read_piles(t, position.get("piles", {}), placed)
    for i, name in enumerate(read_list("discard", position.get("discard", []))):
        add_to_discard_pile(t, placed.place("discard", read_card(f"discard[{i}]", name)))
    read_deck(t, position.get("deck"), placed)


def read_hands(t: Cells, position: Untrusted, placed: PlacedCards) -> None:
    """Read the hands of all seats into the state vector. They are empty if the position does not list them."""
    seats = position["seats"]
    for seat, hand in enumerate(read_list("hands", position.get("hands", [[]] * seats), seats)):
        field = f"hands[{seat}]"
        for name in read_list(field, hand):
            add_to_hand(t, seat, placed.place(field, read_card(field, name)))


def read_deck(t: Cells, deck: Untrusted, placed: PlacedCards) -> None:
    """Read the deck into the state vector, after all other cards have been placed. If the position lists the deck,
    cards that are listed nowhere are out of the game. Otherwise they are the deck."""
    not_placed = [card for card in range(CARDS) if card not in placed.fields]
    in_deck = not_placed
    if deck is not None:
        in_deck = [placed.place("deck", read_card("deck", name)) for name in read_list("deck", deck)]
    t[L.DECK] = sum(L.BIT[card] for card in in_deck)
    t[L.DECK_SIZE] = len(in_deck)
    t[L.OUT_OF_GAME] = sum(L.BIT[card] for card in not_placed if card not in in_deck)


def read_piles(t: Cells, piles: Untrusted, placed: PlacedCards) -> None:
    """Read the four piles, each from bottom to top, into the state vector."""
    if not isinstance(piles, dict):
        refuse("piles", f"is an object with a list for each of R, Y, B, G, not {quote(piles)}")
    for letter in piles:
        if letter not in tuple(COLOURS):
            refuse("piles", f"there is no pile {quote(letter)}; there are R, Y, B and G", "SC-102")
    for colour, letter in enumerate(COLOURS):
        for height, entry in enumerate(read_list(f"piles.{letter}", piles.get(letter, []))):
            t[L.pile_cell(colour, height)] = read_entry(letter, height, entry, placed)
            t[L.PILE_SIZE + colour] += 1
        add_to_top_cards(t, colour)


def read_entry(letter: str, height: int, entry: Untrusted, placed: PlacedCards) -> int:
    """Return the pile entry (see `layout.pile_entry`) of a card and the side it faces, written as "R01/1". `letter` is
    the colour of the pile, and `height` the index of the card on it."""
    field = f"piles.{letter}[{height}]"
    name, slash, side = entry.partition("/") if isinstance(entry, str) else ("", "", "")
    if side not in ("0", "1") or not slash:
        refuse(field, f"is a card and the side it faces, like {letter}01/0, not {quote(entry)}", "SC-251")
    card = placed.place(f"piles.{letter}", read_card(field, name))
    if name[0] != letter:
        refuse(field, f"{name} lies on the pile of its own colour only", "SC-250")
    return L.pile_entry(card, int(side))


def read_turn(t: Cells, turn: Untrusted, program: Cells) -> str:
    """Read the turn into the state vector, and return its step: "start", "actions" or "over"."""
    check_turn_fields(turn)
    t[L.ACTIVE_SEAT] = read_integer("turn.seat", turn.get("seat", 0), 0, t[L.SEATS] - 1, "SC-207")
    read_cycle(t, turn)
    step = turn.get("step", "actions")
    if step not in notation.STEPS:
        refuse("turn.step", f"is {', '.join(notation.STEPS[:-1])} or {notation.STEPS[-1]}, not {quote(step)}", "SC-201")
    t[L.ACTIONS_LEFT] = read_integer("turn.left", turn.get("left", ACTIONS_PER_TURN), 0, MAX_NUMBER, "SC-230")
    used_cards = [read_card("turn.used", name) for name in read_list("turn.used", turn.get("used", []))]
    is_last = turn.get("last", False)
    if type(is_last) is not bool:
        refuse("turn.last", f"is true or false, not {quote(is_last)}", "SC-403")
    if step == "start":  # the turn is played from its beginning, so its progress is not used
        t[L.ACTIONS_LEFT] = ACTIONS_PER_TURN
        t[L.WARD + L.own_side(t)] = 0
        return "start"
    t[L.TURN_STEP] = L.ACTIONS
    t[L.IS_LAST_TURN] = int(is_last)
    for card in used_cards:
        check_used_card(t, card, program)
        t[L.USED_CARDS] |= L.BIT[card]
    return str(step)


def check_turn_fields(turn: Untrusted) -> None:
    """Raise PositionError unless `turn` is a JSON object without unknown fields."""
    if not isinstance(turn, dict):
        refuse("turn", f"is an object with {', '.join(TURN_FIELDS)}, not {quote(turn)}")
    for key in turn:
        if key not in TURN_FIELDS:
            refuse(f"turn.{key}", f"a turn has no such field; it has {', '.join(TURN_FIELDS)}")


def read_cycle(t: Cells, turn: Untrusted) -> None:
    """Read the index in the turn order 0, 1, 2, 1 of three mages. In other games it must be 0 (SC-203)."""
    if t[L.SEATS] != 3:
        cycle = turn.get("cycle", 0)
        if type(cycle) is not int or cycle != 0:
            refuse("turn.cycle", f"is 0 except with three mages, not {quote(cycle)}", "SC-203")
        return
    t[L.CYCLE_INDEX] = read_integer("turn.cycle", turn.get("cycle", t[L.ACTIVE_SEAT]), 0, 3, "SC-203")
    if L.CYCLE_SEAT[t[L.CYCLE_INDEX]] != t[L.ACTIVE_SEAT]:
        refuse("turn.cycle", f"place {t[L.CYCLE_INDEX]} of 0, 1, 2, 1 is not seat {t[L.ACTIVE_SEAT]}'s", "SC-203")


def check_used_card(t: Cells, card: int, program: Cells) -> None:
    """Raise PositionError if a card of the list `turn.used` cannot have been activated in this turn. It need not be on
    its pile any more (SC-262, SC-263)."""
    if L.has(t[L.USED_CARDS], card):
        refuse("turn.used", f"{CARD_IDS[card]} is in the list twice", "SC-262")
    if L.has(t[L.DECK], card):
        refuse("turn.used", f"{CARD_IDS[card]} is in the deck, so nobody has activated it", "SC-401")
    if L.has(t[L.OUT_OF_GAME], card):
        refuse("turn.used", f"{CARD_IDS[card]} is out of the game, so nobody has activated it", "SC-262")
    if L.is_enchantment(program, card) and not t[L.ACTIVATE_ENCHANTMENTS]:
        refuse("turn.used", f"{CARD_IDS[card]} is an enchantment, which no action activates", "SC-267")
