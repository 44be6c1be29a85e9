"""Every game on the shelf under PettingZoo's own tests, and a whole match at the table."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import sortilege
from sortilege import IllegalAction, OptionError
from sortilege.interop.pettingzoo import TableEnv, env

every_table = pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in sortilege.games() for seats in sortilege.game(name).seats]
)


@every_table
def test_pettingzoos_own_test_finds_nothing_wrong(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        # it would rather see bare boxes than boxes with a mask beside them
        warnings.filterwarnings("ignore", "Observation", UserWarning)
        api_test(env(name, seats), num_cycles=20)


@pytest.mark.parametrize("name", sortilege.games())
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=20)


@every_table
def test_the_state_is_what_all_agents_know_one_after_the_other(name: str, seats: int) -> None:
    table = env(name, seats)
    table.reset(seed=2)
    for _ in range(12):
        known = [table.observe(agent)["observation"] for agent in table.possible_agents]
        assert np.array_equal(table.state(), np.concatenate(known))
        assert table.unwrapped.state_space.contains(table.state())
        table.step(int(table.observe(table.agent_selection)["action_mask"].nonzero()[0][-1]))


@pytest.mark.parametrize("name", sortilege.games())
def test_a_match_under_way_can_be_copied_and_sent_elsewhere(name: str) -> None:
    table = env(name)
    table.reset(seed=3)
    table.step(int(table.observe(table.agent_selection)["action_mask"].nonzero()[0][0]))
    for copied in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert np.array_equal(copied.state(), table.state())
        before = table.state()
        copied.step(int(copied.observe(copied.agent_selection)["action_mask"].nonzero()[0][0]))
        assert np.array_equal(table.state(), before)


def test_a_whole_match_ends_with_rewards_that_add_up_to_0() -> None:
    table = env("abracada", 3, {"die": [6]})
    table.reset(seed=5)
    rewards = {}
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        assert not truncated
        if terminated:
            rewards[agent] = reward
            table.step(None)
        else:
            assert seen["action_mask"].sum() == len(table.unwrapped.view(agent)["legal"]) > 0
            table.step(int(seen["action_mask"].nonzero()[0][0]))
    assert sorted(rewards) == ["seat_0", "seat_1", "seat_2"]
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0


def test_only_the_seat_to_move_has_actions() -> None:
    table = TableEnv("abracada", 3)
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert [agent for agent, legal in masks.items() if legal] == [table.agent_selection]


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    table = TableEnv("abracada", 3)
    table.reset(seed=1)
    before = table.view(table.agent_selection)
    with pytest.raises(IllegalAction, match="AQ-201"):
        table.step(0)
    assert table.view(table.agent_selection) == before


def test_the_table_is_drawn_for_a_spectator() -> None:
    table = TableEnv("abracada", 2, render_mode="ansi")
    table.reset(seed=1)
    drawn = table.render()
    assert drawn is not None
    assert drawn.count("? ? ? ? ?") == 2
    silent = TableEnv("abracada", 2)
    silent.reset(seed=1)
    assert silent.render() is None


def test_invalid_parameters_are_refused() -> None:
    with pytest.raises(OptionError, match="AQ-101"):
        env("abracada", 9)
    with pytest.raises(RuntimeError, match="reset"):
        TableEnv("abracada").view("seat_0")
