"""The engine against tests/reference/spellbook, a second implementation that shares no line with it."""

import random
from typing import Any

import pytest

from sortilege import CHANCE, OVER
from sortilege.games.spellbook import GAME
from sortilege.games.spellbook.box import SPELLS
from tests.reference.spellbook import Reference
from tests.shelf.tables import quiet


def assert_same(state: Any, reference: Reference) -> None:
    """Whose turn, what is possible and how likely, positions, scores, outcome."""
    assert state.turn() == reference.turn()
    choices = sorted((GAME.find(action), weight) for action, weight in reference.choices())
    assert state.legal() == [action for action, _ in choices]
    if state.turn() == CHANCE:
        assert state.weights() == [weight for _, weight in choices]
    assert state.scores() == reference.scores()
    assert quiet(state) == reference.position()
    outcome = state.outcome()
    assert (outcome and {key: outcome[key] for key in ("winners", "scores")}) == reference.outcome()


def eager(state: Any, rng: random.Random) -> int:
    """Mostly what learns and uses spells, so that books fill and cards meet."""
    legal = state.legal()
    if rng.random() < 0.8:
        lively = [a for a in legal if GAME.describe(a)["do"] not in ("skip", "stop")]
        uses = [a for a in lively if GAME.describe(a)["do"] == "use" or GAME.describe(a).get("action") == "learn"]
        return rng.choice(uses or lively or legal)
    return rng.choice(legal)


def play_both(state: Any, reference: Reference, rng: random.Random, lively: bool, most: int = 20_000) -> None:
    """Until the end, or for so many nodes."""
    for _ in range(most):
        if state.turn() == OVER:
            break
        assert_same(state, reference)
        if state.turn() == CHANCE:
            action = rng.choices(state.legal(), state.weights())[0]
        else:
            action = eager(state, rng) if lively else rng.choice(state.legal())
        state.apply(action)
        reference.apply(GAME.describe(action))
    assert_same(state, reference)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("lineup", ["set1", "set2", "set3", "classic", "mixed"])
@pytest.mark.parametrize("lively", [True, False])
def test_both_agree_at_every_node(seats: int, lineup: str, lively: bool) -> None:
    rng = random.Random(f"{seats} {lineup} {lively}")
    for game in range(3):
        spells: Any = [SPELLS[colour * 3 + rng.randrange(3)] for colour in range(7)] if lineup == "mixed" else lineup
        options = {"lineup": spells}
        if seats == 1:
            options["handicap"] = game
        play_both(GAME.new(seats, options), Reference(seats, options), rng, lively)


def odd_position(rng: random.Random) -> dict[str, Any]:
    """A crowded table no game would soon reach: full pools and boards, many spells known, next to nothing to draw."""
    seats = rng.choice([1, 2, 3, 4])
    spells = [SPELLS[colour * 3 + rng.randrange(3)] for colour in range(7)]
    box = [colour + rune for colour in "RPGKWUY" for rune in "ots" for _ in range(5)]
    rng.shuffle(box)

    def some(n: int) -> str:
        return " ".join(box.pop() for _ in range(min(n, len(box))))

    def card(spell: str) -> str:
        token = next(token for token in box if token[0] == "RPGKWUY"[spells.index(spell)])
        box.remove(token)
        return rng.choice("345") + token[1]

    books = []
    for _ in range(seats):
        known = rng.sample(spells, rng.choice([0, 2, 4, 5, 6]))
        books.append({spell: card(spell) for spell in spells if spell in known})
    players = [
        {"book": book, "pool": some(rng.choice([0, 2, 5, 8, 9, 9])), "board": some(rng.choice([0, 3, 11, 12, 13]))}
        for book in books
    ]
    seat = rng.randrange(seats)
    position: dict[str, Any] = {
        "game": "spellbook",
        "seats": seats,
        "spells": spells,
        "players": players,
        "first": rng.randrange(seats),
        "turn": {"seat": seat, "phase": rng.choice(["morning", "midday", "evening"])},
        "altar": some(rng.choice([0, 1, 3, 7, 10, 12])),
    }
    if seats == 1:
        position["opponent"] = {"track": some(rng.choice([0, 3, 8, 16])), "lower": some(rng.choice([0, 40, 70, 90]))}
    elif rng.random() < 0.5:
        position["altar"] += " " + some(len(box) - rng.randrange(min(4, len(box) + 1)))
    position["discard"] = some(rng.choice([0, 2, 30]))
    return position


@pytest.mark.parametrize("seed", range(60))
def test_both_agree_from_odd_positions(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.load(odd_position(rng))
    position = state.position()
    play_both(state, Reference(state.seats, state.options, position), rng, True, most=120)
