"""Records that were changed, cut or reordered: refused in one sentence that names the place."""

import random
from typing import Any

import pytest

from sortilege import IllegalAction, Match, RecordError
from tests.games.spellcaster.board import GAME


def record_of_a_duel() -> dict[str, Any]:
    """Return the record of a whole duel."""
    match, rng = Match(GAME, 2, {"first": 0}, seed=3), random.Random(2)
    while match.state.turn() >= 0:
        match.play(rng.choice(match.state.legal()))
    return match.save()


RECORD = record_of_a_duel()
LOG: list[dict[str, Any]] = RECORD["log"]
START = {"game": "spellcaster", "seats": 2, "options": {}}


def test_a_whole_record_is_replayed_and_verified() -> None:
    assert Match.load(RECORD, verify=True).save() == RECORD


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sortilege": 2}, "sortilege: this version reads records number 1, not 2"),
        ({"game": "whist"}, "there is no game 'whist' on the shelf"),
        ({"game": "abracada", "rules": 1}, "abracada has no option 'bounded_supply'"),
        ({"seats": ["Ann"]}, "spellcaster is played by 2, 3 or 4, not 1 (SC-101)"),
        ({"seats": 2}, "seats: is a list of names"),
        ({"options": None}, "options: is an object of names and values, not None"),
        ({"options": {"moon": 1}}, "spellcaster has no option 'moon'"),
        ({"options": {"cards": "mine"}}, "option cards is standin, or a set this host keeps"),
        ({"start": {}}, "start: game: is None, not 'spellcaster'"),
        (
            {"start": START | {"energy": [-1, 5]}},
            "start: energy[0]: is a whole number from 0 to 1000000, not -1 (SC-010)",
        ),
        ({"start": START | {"hands": [["R01", "R01"], []]}}, "start: hands[0]: R01 is in hands[0] already (SC-001)"),
        ({"start": START | {"options": {"allow_pass": True}}}, "options: differ from those of the start position"),
        ({"log": {}}, "log: is a list of actions"),
        ({"log": LOG[:-1]}, "outcome: the log ends with None"),
        ({"log": [*LOG, {"do": "draw"}]}, f"log[{len(LOG)}]: the game is over before this line"),
        ({"log": [LOG[0], *LOG]}, "log[1]: cards and the first mage come by chance alone"),
        ({"log": [*LOG[:3], {"do": "card", "card": "R16"}]}, "log[3]: there is no card 'R16'"),
        ({"log": [*LOG[:3], {"do": "draw"}]}, "log[3]: chance comes first: a card is still to fall (SC-103)"),
        (
            {"log": [*LOG[:7], {"do": "activate", "card": "G15"}]},
            "log[7]: Gleaning is not the top card of its pile (SC-261)",
        ),
        (
            {"log": [*LOG[:7], {"do": "draw", "by": 0}]},
            "log[7]: draw has no 'by'; it is said with nothing else (SC-230)",
        ),
        ({"log": [*LOG[:7], "draw"]}, "log[7]: an action is an object like"),
        ({"outcome": RECORD["outcome"] | {"winners": [0, 1]}}, "outcome: the log ends with"),
        ({"moon": 1}, "moon: a record has no such field"),
    ],
)
def test_an_action_that_does_not_fit_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as error:
        Match.load(RECORD | changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.rule("SC-405")
def test_a_record_from_before_a_ruling_changed_says_so() -> None:
    """In earlier versions the game also ended if a rival could not draw enough cards."""
    fields = {"hands": [["Y01"], []], "deck": [], "piles": {"R": ["R02/0"], "B": ["B02/1"]}, "sapphires": [3, 3]}
    start = {"game": "spellcaster", "seats": 2, "turn": {"seat": 0}, **fields}
    match = Match(GAME, start=start, seed=1)
    match.play({"do": "activate", "card": "R02"})
    match.play({"do": "play", "card": "Y01"})
    old = match.save() | {"rules": 1, "outcome": {"winners": [0], "scores": [3, 3], "reason": "deck"}}
    with pytest.raises(RecordError, match=r"^outcome: .*; the record is perhaps older than .* ruling of SC-405$"):
        Match.load(old)


def test_another_seed_draws_other_cards() -> None:
    with pytest.raises(RecordError, match=r"^log\[0\]: the seed draws .*, the record says"):
        Match.load(RECORD | {"seed": 4}, verify=True)


def test_a_seat_that_is_none_has_no_turn() -> None:
    match = Match(GAME, 2, {"first": 0}, seed=3)
    before = match.save()
    for seat in (1, 7, -1, "0"):
        with pytest.raises(IllegalAction, match=rf"it is seat 0's turn, not seat {seat!r}'s .SC-207."):
            match.play({"do": "draw"}, seat=seat)  # type: ignore[arg-type]
    assert match.save() == before
