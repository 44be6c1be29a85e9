"""The engine against tests/reference/spellcaster.py, a second implementation that shares no line with it."""

import random
from itertools import product
from typing import Any

import pytest

from sortilege import CHANCE, OVER, NotQuiet
from sortilege.core.engine.state import State
from tests.games.spellcaster.board import GAME
from tests.reference.spellcaster import CARDS, Duel
from tests.shelf.tables import any_action

SWITCHES = ("bounded_supply", "activate_enchantments", "allow_pass")
COMBINATIONS = [dict(zip(SWITCHES, values, strict=True)) for values in product((False, True), repeat=3)]
GAMES_EACH = 6  # times 3 table sizes and 8 combinations


def assert_same(state: State, duel: Duel) -> None:
    """Compare everything that the public API says about a node with the reference."""
    who, possible = duel.node
    assert state.turn() == {None: OVER, "chance": CHANCE}.get(who, who)
    assert [GAME.describe(a) for a in state.legal()] == sorted(possible, key=GAME.find)
    if state.turn() == CHANCE:
        assert state.weights() == [1] * len(possible)
    assert state.scores() == duel.scores()
    assert state.outcome() == duel.outcome()
    if duel.quiet or duel.outcome():
        assert state.position() == duel.position()
    else:
        with pytest.raises(NotQuiet):
            state.position()


def lively(state: State, rng: random.Random) -> int:
    """Return a random outcome or decision; draws are chosen less often than other decisions."""
    if state.turn() == CHANCE:
        return any_action(state, rng)
    legal = state.legal()
    better = [a for a in legal if GAME.describe(a)["do"] not in ("draw", "pass", "decline", "stop")]
    acts = [a for a in legal if GAME.describe(a)["do"] == "activate"]
    pool = acts if acts and rng.random() < 0.5 else better if better and rng.random() < 0.7 else legal
    return rng.choice(pool)


def side_by_side(state: State, duel: Duel, rng: random.Random) -> set[str]:
    """Play both implementations to the end and return the cards that were activated or triggered."""
    used: set[str] = set()
    while state.turn() != OVER:
        assert_same(state, duel)
        action = lively(state, rng)
        thing = GAME.describe(action)
        if thing["do"] in ("activate", "trigger"):
            used.add(thing["card"])
        state.apply(action)
        duel.go_on(thing)
    assert_same(state, duel)
    return used


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("combination", COMBINATIONS, ids=lambda c: "".join("-x"[v] for v in c.values()))
def test_both_implementations_agree_at_every_node(seats: int, combination: dict[str, bool]) -> None:
    rng = random.Random(f"{seats} {combination}")
    for _ in range(GAMES_EACH):
        options = combination | {"first": "random" if seats == 3 else rng.choice(["random", *range(seats)])}
        side_by_side(GAME.new(seats, options), Duel(seats, options), rng)


@pytest.mark.parametrize("seats", GAME.seats)
def test_both_implementations_agree_from_any_position(seats: int) -> None:
    """Start from high piles, tiny decks and one energy, which no deal leads to; every card takes effect somewhere."""
    rng, used = random.Random(seats), set()
    for n in range(40):
        position = any_position(seats, COMBINATIONS[n % 8], rng)
        used |= side_by_side(GAME.load(position), Duel.load(position), rng)
    assert len(used) > 45


@pytest.mark.rule("SC-405")
@pytest.mark.parametrize("seats", GAME.seats)
def test_both_implementations_agree_when_the_deck_runs_short(seats: int) -> None:
    """Cards that make a rival or all mages draw are on top, and the deck is almost empty."""
    rng = random.Random(f"short {seats}")
    for n in range(40):
        position = running_short(any_position(seats, COMBINATIONS[n % 8], rng), rng)
        side_by_side(GAME.load(position), Duel.load(position), rng)


def running_short(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the same position with R02, B08 and G02 on top of their piles and at most five cards in the deck."""
    moved, side = ("R02", "B08", "G02"), position["turn"]["seat"] % 2
    hands = [[card for card in hand if card not in moved] for hand in position["hands"]]
    discard = [card for card in position["discard"] if card not in moved]
    piles = {colour: [card for card in pile if card[:3] not in moved] for colour, pile in position["piles"].items()}
    for card in moved:
        piles[card[0]].append(f"{card}/{side}")
    placed = [*discard, *(card for hand in hands for card in hand), *(x[:3] for pile in piles.values() for x in pile)]
    deck = [card for card in sorted(CARDS) if card not in placed][: rng.randrange(6)]
    return (
        position
        | {"hands": hands, "discard": discard, "piles": piles, "deck": deck, "energy": [9, 9]}
        | {"turn": position["turn"] | {"used": [], "left": 3}}
    )


def any_position(seats: int, options: dict[str, bool], rng: random.Random) -> dict[str, Any]:
    """Return a random position."""
    cards = sorted(CARDS)
    rng.shuffle(cards)
    hands = [[cards.pop() for _ in range(rng.randrange(7))] for _ in range(seats)]
    piles: dict[str, list[str]] = {colour: [] for colour in "RYBG"}
    for _ in range(rng.randrange(25)):
        card = cards.pop()
        piles[card[0]].append(f"{card}/{rng.randrange(2)}")
    discard = [cards.pop() for _ in range(rng.randrange(8))]
    deck = None if rng.random() < 0.4 else rng.sample(cards, rng.randrange(min(9, len(cards))))
    cycle = rng.randrange(4)
    tops = [pile[-1][:3] for pile in piles.values() if pile and CARDS[pile[-1][:3]][0] == "I"]
    return {
        "game": "spellcaster",
        "seats": seats,
        "options": options,
        "energy": [rng.randrange(1, 13) for _ in range(2)],
        "sapphires": [rng.randrange(15) for _ in range(2)],
        "ward": [rng.choice([0, 0, 1, 3]) for _ in range(2)],
        "hands": hands,
        "piles": piles,
        "discard": discard,
        "deck": deck,
        "turn": {
            "seat": (0, 1, 2, 1)[cycle] if seats == 3 else rng.randrange(seats),
            "cycle": cycle if seats == 3 else 0,
            "step": rng.choice(["actions", "actions", "start"]),
            "left": rng.randrange(1, 4),
            "used": rng.sample(tops, rng.randrange(len(tops) + 1)),
            "last": False,
        },
    }
