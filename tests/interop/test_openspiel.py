"""Every game on the shelf under OpenSpiel's own test, and the details it does not look at."""

import json
import pickle

import pyspiel
import pytest

import sortilege
from sortilege import OptionError
from sortilege.interop import openspiel

NAMES = openspiel.register()


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulation_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", sortilege.games())
def test_every_table_size_can_be_loaded(name: str) -> None:
    for players in sortilege.game(name).seats:
        loaded = pyspiel.load_game(openspiel.short_name(name), {"players": players})
        assert loaded.num_players() == players


def test_registering_twice_does_no_harm() -> None:
    assert openspiel.register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


def test_options_travel_as_json() -> None:
    game = pyspiel.load_game("sortilege_abracada", {"players": 2, "options": '{"die": [6], "first": 1}'})
    state = game.new_initial_state()
    assert state.ours.options["die"] == [6]
    assert state.chance_outcomes()[0][0] == 25  # no lot for who starts: a stone first


@pytest.mark.parametrize(
    ("params", "fault"),
    [
        ({"players": 9}, "AQ-101"),
        ({"options": "last"}, "JSON object"),
        ({"options": "[]"}, "JSON object"),
        ({"options": '{"wand": 1}'}, "no option 'wand'"),
    ],
)
def test_what_does_not_fit_is_refused(params: dict[str, object], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        pyspiel.load_game("sortilege_abracada", params)


def test_chance_has_our_weights_and_actions_read_as_our_objects() -> None:
    state = pyspiel.load_game("sortilege_abracada", {"options": '{"first": 0}'}).new_initial_state()
    assert state.is_chance_node()
    assert dict(state.chance_outcomes())[24 + 8] == pytest.approx(8 / 36)
    assert json.loads(state.action_to_string(24 + 8)) == {"do": "stone", "spell": 8}


def test_copies_go_their_own_way_and_pickles_come_back() -> None:
    state = pyspiel.load_game("sortilege_abracada").new_initial_state()
    state.apply_action(16)
    copy = state.clone()
    copy.apply_action(25)
    assert (len(state.history()), len(copy.history())) == (1, 2)
    assert str(pickle.loads(pickle.dumps(copy))) == str(copy)
    assert state.child(32).history() == [16, 32]


def test_information_is_the_view_of_the_player_asked() -> None:
    state = pyspiel.load_game("sortilege_abracada", {"options": '{"first": 0}'}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    assert json.loads(state.information_state_string(0))["hands"][0] == "?????"
    assert json.loads(state.information_state_string(1))["hands"][0] == "88888"
    assert json.loads(state.information_state_string())["you"] == 0
    assert "log" not in json.loads(state.observation_string(1))


def test_an_observer_recalls_or_not_as_it_is_asked() -> None:
    game = pyspiel.load_game("sortilege_abracada")
    state = game.new_initial_state()
    for recall in (True, False):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        assert ("log" in json.loads(observer.string_from(state, 0))) is recall
    with pytest.raises(OptionError):
        game.make_py_observer(None, {"x": 1})
