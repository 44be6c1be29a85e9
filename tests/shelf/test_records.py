"""Records survive JSON, every draw is recomputed, and every forged record is refused with the reason."""

import json
import random
from typing import Any

import pytest

from sortilege import OVER, Match, RecordError
from sortilege.core.game import Game
from tests.shelf.tables import any_action, everybody, quiet, tables, text


def random_match(game: Game, seats: int, options: dict[str, Any], seed: Any, turns: int = 10**6) -> Match:
    """Return a match with random decisions, complete or stopped early."""
    match, rng = Match(game, seats, options, seed), random.Random(str(seed))
    while match.state.turn() != OVER and turns > 0:
        match.play(any_action(match.state, rng))
        turns -= 1
    return match


def through_json(record: Any) -> Any:
    return json.loads(json.dumps(record))


def assert_same(match: Match, expected: Match) -> None:
    assert match.save() == expected.save()
    assert list(match.state.cells) == list(expected.state.cells)
    for seat in everybody(match.state):
        assert text(match.state.view(seat)) == text(expected.state.view(seat))
        assert match.why_no_undo(seat) == expected.why_no_undo(seat)


def test_a_whole_match_replays_from_its_record(game: Game) -> None:
    for seats, options in tables(game):
        match = random_match(game, seats, options, seed=f"record {seats}")
        record = match.save()
        assert record["outcome"] == match.state.outcome()
        assert_same(Match.load(through_json(record), verify=True), match)


def test_a_running_match_goes_on_from_its_record(game: Game) -> None:
    match = random_match(game, game.seats[-1], {}, seed=5, turns=7)
    loaded = Match.load(through_json(match.save()), verify=True)
    assert_same(loaded, match)
    action = match.state.legal()[-1]
    match.play(action)
    loaded.play(game.describe(action))
    assert_same(loaded, match)


def test_a_record_broken_off_before_its_draws_goes_on_with_them(game: Game) -> None:
    match = Match(game, game.seats[0], {}, seed=11)
    record = match.save()
    record["log"] = record["log"][: len(record["log"]) // 2]
    assert_same(Match.load(record), match)


def test_a_match_may_start_from_a_position(game: Game) -> None:
    match = random_match(game, game.seats[0], {}, seed=3, turns=5)
    while quiet(match.state) is None:
        match.play(match.state.legal()[0])
    start = match.state.position()
    later = Match(game, start=start, seed="later")
    later.play(later.state.legal()[0])
    record = through_json(later.save())
    assert record["start"] == start
    assert_same(Match.load(record, verify=True), later)


def test_a_record_without_its_seed_replays_but_cannot_be_verified(game: Game) -> None:
    match = random_match(game, game.seats[0], {}, seed=4)
    record = match.save() | {"seed": None}
    assert Match.load(record).log == match.log
    with pytest.raises(RecordError, match=r"^seed: "):
        Match.load(record, verify=True)


def test_the_same_seed_draws_the_same_and_another_does_not(game: Game) -> None:
    """Until chance has spoken, the same decisions every time."""
    logs = [log_with_a_draw(game, seed) for seed in ("a", "a", *range(8))]
    if not any(logs):
        pytest.skip("there is no chance in it")
    assert logs[0] == logs[1]
    assert len(set(map(text, logs))) > 1


def log_with_a_draw(game: Game, seed: Any) -> list[Any]:
    """Return the log of a match up to its first draw; [] if there is none."""
    match = Match(game, game.seats[-1], seed=seed)
    while not match.draw_count() and match.state.turn() != OVER:
        match.play(match.state.legal()[0])
    return match.log if match.draw_count() else []


# ---- forgeries


def chance_lines(match: Match) -> list[int]:
    """Return the indices of the log at which chance could have chosen another outcome."""
    state, numbers = match.game.new(match.seats, match.state.options), []
    for i, action in enumerate(match.log):
        if state.turn() == -1 and len(state.legal()) > 1:
            numbers.append(i)
        state.apply(match.game.find(action))
    return numbers


def test_a_forged_draw_is_detected_at_its_line(game: Game) -> None:
    match = random_match(game, game.seats[-1], {}, seed=21)
    if not chance_lines(match):
        pytest.skip("there is no chance in it")
    for line in chance_lines(match)[::17]:
        state = game.new(match.seats)
        for a in match.ids[:line]:
            state.apply(a)
        forged = next(a for a in state.legal() if a != match.ids[line])
        record = through_json(match.save())
        record["log"][line] = game.describe(forged)
        with pytest.raises(RecordError, match=rf"^log\[{line}\]: the seed draws "):
            Match.load(record, verify=True)


def test_a_forged_seed_is_detected_at_a_line(game: Game) -> None:
    match = random_match(game, game.seats[-1], {}, seed=22)
    if not chance_lines(match):
        pytest.skip("there is no chance in it")
    record = match.save()
    with pytest.raises(RecordError, match=r"^log\[\d+\]: the seed draws "):
        Match.load(record | {"seed": 23}, verify=True)


@pytest.mark.parametrize("line", ["end", None, {}, {"do": "sing"}, 0, {"do": "end", "by": 0}])
def test_a_line_that_is_no_action_is_refused_by_its_number(game: Game, line: Any) -> None:
    record = random_match(game, game.seats[0], {}, seed=6).save()
    for n in (0, len(record["log"]) // 2):
        forged = through_json(record)
        forged["log"][n] = line
        with pytest.raises(RecordError, match=rf"^log\[{n}\]: "):
            Match.load(forged)


def test_a_line_after_the_end_is_refused(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=6).save()
    n = len(record["log"])
    record["log"].append(record["log"][-1])
    with pytest.raises(RecordError, match=rf"^log\[{n}\]: the game is over"):
        Match.load(record)


def test_a_missing_last_line_contradicts_the_outcome(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=6).save()
    record["log"].pop()
    with pytest.raises(RecordError, match=r"^outcome: "):
        Match.load(record)


def test_a_forged_outcome_is_refused(game: Game) -> None:
    record = through_json(random_match(game, game.seats[-1], {}, seed=8).save())
    for forged in (None, {}, record["outcome"] | {"reason": "charm"}, record["outcome"] | {"winners": [7]}):
        with pytest.raises(RecordError, match=r"^outcome: "):
            Match.load(record | {"outcome": forged})


@pytest.mark.parametrize("number", [0, 2, "1", True, 1.0, [1]])
def test_another_rules_number_is_refused(game: Game, number: Any) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    with pytest.raises(RecordError, match=r"^sortilege: "):
        Match.load(record | {"sortilege": number})


def test_a_missing_and_an_unknown_field_are_named(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    for key in record:
        if key not in ("sortilege", "rules", "cards"):
            with pytest.raises(RecordError, match=rf"^{key}: is missing"):
                Match.load({k: v for k, v in record.items() if k != key})
    with pytest.raises(RecordError, match=r"^cheat: "):
        Match.load(record | {"cheat": True})


@pytest.mark.parametrize("wrong", [0.5, {"a": 1}, [1], "§", True])
def test_a_field_of_the_wrong_kind_is_refused(game: Game, wrong: Any) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    for key in ("game", "options", "seats", "start", "log", "outcome"):
        with pytest.raises(RecordError) as refused:
            Match.load(record | {key: wrong})
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("thing", [None, 3, "record", [], {}, {"game": "abracada"}, {"log": []}])
def test_an_invalid_record_is_refused(thing: Any) -> None:
    with pytest.raises(RecordError, match="not a Sortilege record"):
        Match.load(thing)


def test_a_record_of_another_table_size_does_not_replay(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8).save()
    start = through_json(start_of(game))
    with pytest.raises(RecordError, match=r"seats|names|played by"):
        Match.load(record | {"seats": record["seats"] * 9})
    with pytest.raises(RecordError, match=r"seats|names"):
        Match.load(record | {"start": start, "seats": ["one too many"] * (start["seats"] + 1)})


def test_options_other_than_the_starts_do_not_replay(game: Game) -> None:
    start = start_of(game)
    record = Match(game, start=start, seed=1).save()
    with pytest.raises(RecordError, match="option"):
        Match.load(record | {"options": {"moonlight": True}})
    for seats, options in tables(game):
        if seats == start["seats"] and game.resolve_options(seats, options) != record["options"]:
            with pytest.raises(RecordError, match="option"):
                Match.load(record | {"options": record["options"] | options})


def start_of(game: Game) -> Any:
    """Return the first quiet position of a match."""
    match = Match(game, game.seats[0], seed=1)
    while quiet(match.state) is None:
        match.play(match.state.legal()[0])
    return match.state.position()


# ---------------------------------------------------------------- what it was played by
def test_a_record_says_what_it_was_played_by(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    assert record["rules"] == game.rules
    assert (record["cards"] is None) == (game.cards_option is None)
    assert Match.load(record).save() == record


def test_a_record_older_than_that_is_still_loaded(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=3).save()
    old = {key: value for key, value in record.items() if key not in ("rules", "cards")}
    assert Match.load(old).save() == record


@pytest.mark.parametrize("number", [0, "1", None, True, 1.5])
def test_an_invalid_rules_version_is_refused(game: Game, number: Any) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    with pytest.raises(RecordError, match=r"^rules: is the rules version, a whole number from 1"):
        Match.load(record | {"rules": number})


def test_a_record_of_later_rules_is_refused(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    with pytest.raises(RecordError, match=rf"^rules: was played by rules version 99 of {game.name}"):
        Match.load(record | {"rules": 99})


def test_a_record_of_other_cards_is_refused(game: Game) -> None:
    record = random_match(game, game.seats[0], {}, seed=8, turns=1).save()
    with pytest.raises(RecordError, match=r"^cards: was played with another set of cards"):
        Match.load(record | {"cards": "0" * 16})
