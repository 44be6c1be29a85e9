"""Compares the rules with tests/reference/spell, an independent second implementation."""

import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER, NotQuiet
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME
from tests.reference import spell as reference

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"tournament": True, "deck": "advanced"}),
    (2, {"mode": "asymmetric", "first": "k"}),
    (2, {"mode": "asymmetric", "tournament": True}),
    (2, {"mode": "asymmetric", "tournament": True, "deck": "advanced"}),
    (2, {"central_hole": False, "keep_border_hole": True, "first": "p"}),
    (1, {}),
    (1, {"difficulty": "hard", "setup": "S2"}),
    (1, {"setup": "S3", "deck": "advanced", "keep_border_hole": True}),
    (1, {"difficulty": "hard", "setup": "S4", "deck": "advanced"}),
]
GAMES_EACH = 5


def assert_same(state: State, g: reference.Game) -> None:
    """Compare everything that the API returns about a node."""
    turn, choices = state.turn(), reference.choices(g)
    assert turn == reference.turn(g)
    assert [GAME.describe(a) for a in state.legal()] == sorted([thing for thing, _ in choices], key=GAME.find)
    if turn == CHANCE:
        assert state.weights() == [weight for _, weight in choices]
    assert state.scores() == reference.scores(g)
    assert state.outcome() == reference.outcome(g)
    if g["next"][0] in ("turn", "over"):
        assert state.position() == reference.position(g)
    else:
        with pytest.raises(NotQuiet):
            state.position()


def eager(state: State, rng: random.Random) -> int:
    """Return a random action that often claims or casts, so that piles run out and spells occur; rarely the end."""
    legal = state.legal()
    things = {a: GAME.describe(a)["do"] for a in legal}
    preferred = [a for a in legal if things[a] in ("claim", "cast", "special")]
    if preferred and rng.random() < 0.8:
        return rng.choice(preferred)
    going_on = [a for a in legal if things[a] != "end"]
    return rng.choice(going_on if going_on and rng.random() < 0.8 else legal)


def play_side_by_side(state: State, g: reference.Game, rng: random.Random) -> None:
    while state.turn() != OVER:
        assert_same(state, g)
        action = rng.choice(state.legal()) if state.turn() == CHANCE else eager(state, rng)
        state.apply(action)
        reference.apply(g, GAME.describe(action))
    assert_same(state, g)


@pytest.mark.rule("SP-047")
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_both_implementations_agree_at_every_node(seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(f"{seats} {options}")
    for _ in range(GAMES_EACH):
        play_side_by_side(GAME.new(seats, options), reference.new(seats, options), rng)


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_both_implementations_agree_from_any_position(seats: int, options: dict[str, Any]) -> None:
    """Random positions reach states that short games do not."""
    rng = random.Random(f"position {seats} {options}")
    for _ in range(GAMES_EACH):
        position = any_position(seats, GAME.resolve_options(seats, options), rng)
        play_side_by_side(GAME.load(position), reference.load(position), rng)


def any_position(seats: int, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a random position with fifteen tiles, the mages and about half the cards."""
    tiles = [rng.choice(pair) for pair in ["Kk"] * 7 + ["Pp"] * 7 + ["N", "."]]
    rng.shuffle(tiles)
    while tiles.index(".") in (5, 6, 9, 10) and not options["central_hole"]:
        rng.shuffle(tiles)
    standing = [f"{i // 4}{i % 4}" for i, tile in enumerate(tiles) if tile != "."]
    rng.shuffle(standing)
    amulets: list[str | None] = [None, None]
    if options["mode"] == "asymmetric":
        amulets = list(rng.sample(reference.AMULETS, 2))
    mages = {
        s: sorted(standing.pop() for _ in range(1 + (a == "doppelganger"))) for s, a in zip("kp", amulets, strict=True)
    }
    cards = {n: [c for c in GAME.new(seats, options).view(None)["cards"] if c[1] == str(n)] for n in (1, 2, 3, 4)}
    for pile in cards.values():
        rng.shuffle(pile)
    runes = {str(n): [pile.pop(), pile.pop()] for n, pile in cards.items()}
    score, discard = {"k": 0, "p": 0}, list[str]()
    hands: dict[str, list[str]] = {"k": [], "p": []}
    for side in "kp":
        for _ in range(rng.randrange(8)):
            n = rng.randrange(1, 5)
            if cards[n] and score[side] + n < 16:
                card = cards[n].pop()
                score[side] += n
                is_captured = n < 4 and rng.random() < 0.7 and not (seats == 1 and side == "k")
                (hands[side] if is_captured else discard).append(card)
    return {
        "game": "spell",
        "seats": seats,
        "options": options,
        "arena": ["".join(tiles[r * 4 : r * 4 + 4]) for r in range(4)],
        "mages": mages,
        "elementals": {"k": [], "p": []},
        "special": {"k": None, "p": None},
        "turn": "p" if seats == 1 else rng.choice("kp"),
        "round": rng.randrange(1, 6),
        "gem": "p" if seats == 1 else rng.choice("kp"),
        "score": score,
        "used": {"mage": False, "upheaves": 0, "special": False, "levels": []},
        "runes": runes,
        "hands": hands,
        "discard": discard,
        "amulets": dict(zip("kp", amulets, strict=True)),
    }
