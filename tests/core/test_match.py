"""Match: state and log, seeds and names, and the reasons undo gives."""

import json
import random
from typing import Any

import pytest

from sortilege import OVER, CannotUndo, IllegalAction, Match, OptionError, PositionError, RecordError, game

GAME = game("abracada")
CALL = [{"do": "call", "spell": n} for n in range(9)]
END = {"do": "end"}
# no stone is left to draw, so an end of turn asks chance nothing
DRY: dict[str, Any] = {
    "game": "abracada",
    "seats": 2,
    "options": {"low_call": "penalty"},
    "hands": ["788", "66"],
    "board": [1, 2, 3, 4, 5, 4, 6, 6],
    "secrets": 0,
    "turn": {"seat": 0},
}


def test_a_match_plays_chance_itself_until_a_seat_must_decide() -> None:
    match = Match(GAME, seats=3, options={"first": 1}, seed=7)
    assert match.state.turn() == 1
    assert [line["do"] for line in match.log] == ["stone"] * 21
    match.play({"do": "call", "spell": 8})
    assert match.state.turn() >= 0


def test_an_action_is_an_object_or_its_number() -> None:
    by_object, by_number = Match(GAME, seed=1), Match(GAME, seed=1)
    by_object.play({"do": "call", "spell": 5})
    by_number.play(GAME.find({"do": "call", "spell": 5}))
    assert by_object.save() == by_number.save()


@pytest.mark.parametrize("action", [{"do": "end"}, {"do": "stone", "spell": 3}, {}, None, "end", 0, -5, 3.0, True, []])
def test_a_refused_action_leaves_no_trace(action: Any) -> None:
    match = Match(GAME, seed=1)
    before = json.dumps(match.save())
    with pytest.raises(IllegalAction):
        match.play(action)
    assert json.dumps(match.save()) == before


@pytest.mark.parametrize("name", ["abracada", "spell", "spellbook", "spellcaster"])
def test_a_preview_returns_what_play_adds_to_the_log_and_changes_nothing(name: str) -> None:
    match, rng = Match(game(name), seed=5), random.Random(5)
    while match.state.turn() != OVER:
        action, before = rng.choice(match.state.legal()), json.dumps(match.save())
        ids, after = match.preview(action, match.state.turn())
        assert json.dumps(match.save()) == before
        known = len(match.ids)
        match.play(action)
        assert ids == match.ids[known:]
        assert after == match.state and after.outcome() == match.state.outcome()


def test_a_preview_refuses_what_play_refuses() -> None:
    match = Match(GAME, seats=3, options={"first": 1}, seed=7)
    for action, seat in ((CALL[8], 2), (END, 1), ({"do": "stone", "spell": 3}, 1)):
        with pytest.raises(IllegalAction) as preview:
            match.preview(action, seat)
        with pytest.raises(IllegalAction) as play:
            match.play(action, seat)
        assert str(preview.value) == str(play.value)


def test_the_refusal_of_a_seat_that_is_not_to_move_names_whose_turn_it_is() -> None:
    match = Match(GAME, seats=3, options={"first": 1}, seed=7)
    with pytest.raises(IllegalAction, match=r"seat 1's turn, not seat 2's \(AQ-205\)"):
        match.play({"do": "call", "spell": 8}, seat=2)


@pytest.mark.parametrize("seed", [1.5, True, [], {}, b"x", "x" * 257, 1 << 256, -(1 << 300), "\ud800", "a\udfff"])
def test_an_invalid_seed_is_refused(seed: Any) -> None:
    with pytest.raises(OptionError, match="a seed is "):
        Match(GAME, seed=seed)
    with pytest.raises(RecordError, match="a seed is "):
        Match.load(Match(GAME, seed=1).save() | {"seed": seed})


@pytest.mark.parametrize("seed", [0, -3, "", "château", "x" * 256, (1 << 256) - 1])
def test_any_other_number_or_text_is_a_seed(seed: Any) -> None:
    record = json.loads(json.dumps(Match(GAME, seed=seed).save()))
    assert Match.load(record, verify=True).seed == seed


def test_names_are_as_many_as_seats() -> None:
    match = Match(GAME, seats=2, seed=1, names=["Ann", "Bo"])
    assert match.save()["seats"] == ["Ann", "Bo"]
    assert Match.load(match.save()).names == ["Ann", "Bo"]
    with pytest.raises(OptionError, match="2 seats need 2 names, not 3"):
        Match(GAME, seats=2, names=["Ann", "Bo", "Cy"])


def test_a_start_brings_its_own_seats_and_options() -> None:
    assert Match(GAME, start=DRY, seed=1).seats == 2
    assert Match(GAME, seats=2, start=DRY, seed=1).state.options["low_call"] == "penalty"
    with pytest.raises(OptionError, match="from the position"):
        Match(GAME, seats=3, start=DRY)
    with pytest.raises(OptionError, match="from the position"):
        Match(GAME, options={"easy": True}, start=DRY)
    with pytest.raises(PositionError):
        Match(GAME, start=DRY | {"hands": ["9", "66"]})


# ---- undo


def test_an_end_that_drew_nothing_can_be_taken_back_until_the_other_acts() -> None:
    match = Match(GAME, start=DRY, seed=1)
    match.play(CALL[7])
    before = match.save()
    match.play(END)
    assert match.why_no_undo(0) is None
    assert match.why_no_undo() is None
    match.undo(0)
    assert match.save() == before
    match.play(END)
    match.play(CALL[8])
    assert match.why_no_undo(0) == "others"


def test_a_low_call_shows_nothing_and_can_be_taken_back() -> None:
    match = Match(GAME, start=DRY, seed=1)
    match.play(CALL[7])
    match.play(CALL[3])
    assert match.state.view(0)["life"] == [5, 5]
    match.undo(0)
    assert match.state.view(0)["life"] == [6, 5]
    assert match.state.turn() == 0


@pytest.mark.parametrize("spell", [2, 7, 8], ids=["absent", "there", "there twice"])
def test_a_call_reveals_something_whether_or_not_chance_was_drawn(spell: int) -> None:
    """The words must not tell the caster that a second equal stone stands."""
    match = Match(GAME, start=DRY, seed=1)
    match.play(CALL[spell])
    assert match.why_no_undo(0) == "shown"
    with pytest.raises(CannotUndo, match="this step cannot be taken back: it showed something hidden"):
        match.undo(0)


def test_draws_made_since_an_undone_step_stay_drawn() -> None:
    match = Match(GAME, start=DRY | {"board": [1, 2, 3, 4, 5, 4, 0, 0]}, seed=1)
    match.play(CALL[7])
    match.play(END)
    assert match.log[-1]["do"] == "stone"
    assert match.why_no_undo(0) == "drawn"


def test_whoever_has_not_acted_has_nothing_to_take_back() -> None:
    match = Match(GAME, start=DRY, seed=1)
    assert match.why_no_undo(0) == "nothing"
    match.play(CALL[7])
    assert match.why_no_undo(1) == "not_yet"


def test_an_end_that_laid_the_stones_open_stays() -> None:
    start = DRY | {"life": [1, 6], "scores": [0, 7], "turn": {"seat": 0, "last": 8}}
    match = Match(GAME, start=start, seed=1)
    match.play(CALL[2])
    assert match.state.outcome() is not None
    assert match.why_no_undo(0) == "shown"
    with pytest.raises(CannotUndo):
        match.undo()


def test_an_end_that_showed_nothing_can_be_taken_back() -> None:
    """A match knows only what was learned; whoever shows its seed at the end must refuse by themselves."""
    start = {"game": "spellcaster", "seats": 2, "energy": [10, 2], "piles": {"R": ["R01/0"]}, "turn": {"seat": 0}}
    match = Match(game("spellcaster"), start=start, seed=1)
    before = match.save()
    match.play({"do": "activate", "card": "R01"})
    assert match.state.outcome() is not None
    match.undo(0)
    assert match.save() == before


def test_an_undone_match_saves_and_goes_on_as_if_nothing_had_been() -> None:
    straight, back = Match(GAME, start=DRY, seed=1), Match(GAME, start=DRY, seed=1)
    for match in (straight, back):
        match.play(CALL[7])
    back.play(END)
    back.undo()
    for match in (straight, back):
        match.play(CALL[8])
    assert straight.save() == back.save()
    assert straight.state.view(0) == back.state.view(0)
