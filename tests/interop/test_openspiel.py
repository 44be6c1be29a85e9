"""Every game on the shelf under OpenSpiel's own test, and the details it does not look at."""

import json
import pickle
import sys
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import sortilege
from sortilege import OptionError
from sortilege.interop import openspiel

NAMES = openspiel.register()
SEVEN = "[sacrifice levitation purification offering time_travel transmutation abundance]"
SHORT = (  # several options at once, every size here or there
    "sortilege_abracada(players=3,easy=True,first=seat 2,die=[6])",
    "sortilege_spell(players=1,difficulty=hard,setup=S3)",
    "sortilege_spell(mode=asymmetric,deck=advanced,first=k)",
    "sortilege_spell(tournament=True,central_hole=False,keep_border_hole=True)",
    "sortilege_spellbook(players=1,handicap=3,lineup=classic)",
    "sortilege_spellcaster(players=3)",
    "sortilege_spellcaster(players=4,bounded_supply=True,activate_enchantments=True,allow_pass=True)",
)
TABLES = (
    *SHORT,
    "sortilege_abracada(players=5,variant=last,die=[1 2 3],low_call=penalty)",
    f"sortilege_spellbook(players=3,lineup={SEVEN})",
    "sortilege_spellbook(players=4,lineup=set2,first=seat 3)",
)


def first_decision(game: pyspiel.Game) -> pyspiel.State:
    state, lots = game.new_initial_state(), Random(1)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(lots.choices(outcomes, chances)[0])
    return state


@pytest.mark.parametrize("table", [*NAMES, *SHORT])
def test_openspiels_own_simulation_finds_nothing_wrong(table: str) -> None:
    # To serialise it replays the game at every node: once a game is enough, the tables below are pickled.
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=table in NAMES, verbose=False)


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_matches_its_declared_type_and_can_be_pickled(table: str) -> None:
    game, lots = pyspiel.load_game(table), Random(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
            assert max(legal) < game.max_chance_outcomes()
        else:
            assert max(legal) < game.num_distinct_actions()
        if state.move_number() % 40 == 39 and not state.is_chance_node():
            player = state.current_player()
            imagined = state.resample_from_infostate(player, lots.random)
            for copy in (pickle.loads(pickle.dumps(state)), pickle.loads(pickle.dumps(imagined)), imagined.clone()):
                assert copy.information_state_string(player) == state.information_state_string(player)
                assert copy.legal_actions() == legal
        state.apply_action(lots.choice(legal))
    assert len(state.history()) < game.max_game_length()
    assert all(game.min_utility() <= worth <= game.max_utility() for worth in state.returns())
    assert game.num_players() == 1 or sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [
        ("sortilege_abracada", -1, 1),
        ("sortilege_abracada(players=5)", -1 / 4, 1),
        ("sortilege_spellbook(players=1)", -1, 1),
        ("sortilege_spellcaster(players=3)", -1 / 2, 1),
        ("sortilege_spellcaster(players=4)", -1 / 3, 1 / 3),
    ],
)
def test_utilities_go_as_far_as_the_table_goes(table: str, low: float, high: float) -> None:
    game = pyspiel.load_game(table)
    assert (game.min_utility(), game.max_utility()) == pytest.approx((low, high))


@pytest.mark.parametrize("name", sortilege.games())
def test_every_table_size_can_be_loaded(name: str) -> None:
    for players in sortilege.game(name).seats:
        loaded = pyspiel.load_game(openspiel.short_name(name), {"players": players})
        assert loaded.num_players() == players


def test_registering_twice_does_no_harm() -> None:
    assert openspiel.register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize(
    "options",
    [
        "sortilege_abracada(players=2,die=[6],first=seat 1,easy=True)",
        ("sortilege_abracada", {"die": "[6]", "first": "seat 1", "easy": True}),
        ("sortilege_abracada", {"players": 2, "options": '{"die": [6], "first": 1, "easy": true}'}),
    ],
)
def test_several_options_travel_at_once(options: str | tuple[str, dict[str, object]]) -> None:
    game = pyspiel.load_game(options) if isinstance(options, str) else pyspiel.load_game(*options)
    assert str(game) == "sortilege_abracada(die=[6],easy=True,first=seat 1,players=2)"
    state = game.new_initial_state()
    assert {**state.engine_state.options, "die": [6], "first": 1, "easy": True} == state.engine_state.options
    assert state.chance_outcomes()[0][0] == 25  # no lot for who starts: a stone first


def test_every_option_of_every_game_comes_back_from_the_text_of_a_loaded_game() -> None:
    for name in sortilege.games():
        ours = sortilege.game(name)
        for option, (default, allowed) in ours.options.items():
            for value in (value for value in allowed if value != default):
                try:
                    resolved = ours.new(None, {option: value}).options
                except OptionError:
                    continue  # for tables of another size
                text = json.dumps({option: value})
                game = pyspiel.load_game(openspiel.short_name(name), {"options": text})
                assert pyspiel.load_game(str(game)).new_initial_state().engine_state.options == resolved


def test_a_game_pickles_and_so_does_a_state_in_the_midst_of_it() -> None:
    game = pyspiel.load_game("sortilege_spellbook(players=1,handicap=3,lineup=classic)")
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = first_decision(game)
    back = pickle.loads(pickle.dumps(state))
    assert back.information_state_string() == state.information_state_string()
    assert back.history() == state.history()


def test_a_loaded_game_declares_its_type_truthfully() -> None:
    kinds = pyspiel.GameType
    declared = {name: pyspiel.load_game(name).get_type() for name in NAMES}
    assert {name for name, kind in declared.items() if kind.information == kinds.Information.PERFECT_INFORMATION} == {
        openspiel.short_name(name) for name in sortilege.games() if not sortilege.game(name).hides_information
    }
    assert all(kind.utility == kinds.Utility.ZERO_SUM for kind in declared.values())
    assert pyspiel.load_game("sortilege_spellbook(players=1)").get_type().utility == kinds.Utility.GENERAL_SUM
    imperfect = pyspiel.load_game("sortilege_spell(declared=imperfect)").get_type()
    assert imperfect.information == kinds.Information.IMPERFECT_INFORMATION


@pytest.mark.parametrize(
    ("params", "fault"),
    [
        ({"players": 9}, "AQ-101"),
        ({"options": "last"}, "JSON object"),
        ({"options": "[]"}, "JSON object"),
        ({"options": '{"wand": 1}'}, "no option 'wand'"),
        ({"variant": "first"}, "variant"),
        ({"die": "[six]"}, "die"),
        ({"declared": "perfect"}, "declared"),
    ],
)
def test_invalid_parameters_are_refused(params: dict[str, object], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        pyspiel.load_game("sortilege_abracada", params)


def test_chance_has_our_weights_and_actions_read_as_our_objects() -> None:
    state = pyspiel.load_game("sortilege_abracada", {"options": '{"first": 0}'}).new_initial_state()
    assert state.is_chance_node()
    assert dict(state.chance_outcomes())[24 + 8] == pytest.approx(8 / 36)
    assert json.loads(state.action_to_string(24 + 8)) == {"do": "stone", "spell": 8}


def test_copies_are_independent_and_pickles_are_restored() -> None:
    state = pyspiel.load_game("sortilege_abracada").new_initial_state()
    state.apply_action(16)
    copy = state.clone()
    copy.apply_action(25)
    assert (len(state.history()), len(copy.history())) == (1, 2)
    assert str(pickle.loads(pickle.dumps(copy))) == str(copy)
    assert state.child(32).history() == [16, 32]


def test_the_information_state_is_the_view_of_the_requested_player() -> None:
    state = pyspiel.load_game("sortilege_abracada", {"options": '{"first": 0}'}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    assert json.loads(state.information_state_string(0))["hands"][0] == "?????"
    assert json.loads(state.information_state_string(1))["hands"][0] == "88888"
    assert json.loads(state.information_state_string())["you"] == 0
    assert "log" not in json.loads(state.observation_string(1))


def test_an_observer_has_perfect_recall_only_on_request() -> None:
    game = pyspiel.load_game("sortilege_abracada")
    state = game.new_initial_state()
    for recall in (True, False):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        assert ("log" in json.loads(observer.string_from(state, 0))) is recall
    with pytest.raises(OptionError):
        game.make_py_observer(None, {"x": 1})


# ---------------------------------------------------------------- what researchers run
@pytest.mark.parametrize("name", NAMES)
def test_a_player_cannot_tell_a_resampled_state_from_the_true_one(name: str) -> None:
    state, lots = first_decision(pyspiel.load_game(name)), Random(3)
    for _ in range(6):
        player = state.current_player()
        resampled = state.resample_from_infostate(player, lots.random)
        assert resampled.information_state_string(player) == state.information_state_string(player)
        assert resampled.legal_actions() == state.legal_actions()
        state.apply_action(lots.choice(state.legal_actions()))
        while state.is_chance_node():
            state.apply_action(lots.choice(state.legal_actions()))


@pytest.mark.parametrize("name", NAMES)
def test_tensors_have_names_and_shapes_and_hold_what_the_player_knows(name: str) -> None:
    game = pyspiel.load_game(name)
    state, features = first_decision(game), sortilege.game(name.removeprefix("sortilege_")).features()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert [(part, len(numbers)) for part, numbers in observer.dict.items()] == features.parts
    assert list(observer.tensor) == features.dense(state.engine_state, 1) == state.observation_tensor(1)
    assert game.observation_tensor_shape() == [features.size] == game.information_state_tensor_shape()
    assert any(observer.tensor)


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_reinforcement_learning_plays_on_tensors(name: str) -> None:
    table, lots = rl_environment.Environment(pyspiel.load_game(name)), Random(2)
    table.seed(1)
    step = table.reset()
    for _ in range(20):
        player = step.observations["current_player"]
        step = table.step([lots.choice(step.observations["legal_actions"][player])])
        assert len(step.observations["info_state"][0]) == table.observation_spec()["info_state"][0]


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_searches_find_a_legal_action(name: str) -> None:
    """Its ISMCTS insists on imperfect information, so a game that hides nothing is declared so for it."""
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    game = pyspiel.load_game(f"{name}(declared=imperfect)")
    state = first_decision(game)
    hidden = ismcts.ISMCTSBot(game, rollouts, 1.0, 5, random_state=dice, allow_inconsistent_action_sets=True)
    assert hidden.step(state) in state.legal_actions()
    assert mcts.MCTSBot(game, 1.0, 5, rollouts, random_state=dice).step(state) in state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_regret_minimisation_samples_a_whole_game(name: str) -> None:
    np.random.seed(1)  # it divides by the chance of a whole game, and that of a very long one is nothing
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)  # it goes one call deeper with every node
    try:
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(name))
        solver.iteration()
    finally:
        sys.setrecursionlimit(limit)
    assert len(solver._infostates) > 10  # what it met on the way, by the views of both players
