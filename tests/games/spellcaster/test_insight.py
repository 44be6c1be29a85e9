"""Insight of bots: they evaluate texts by their steps, take an available win, and never throw the game away."""

from typing import Any

import pytest
from mypy_extensions import i64

import sortilege
from sortilege.bots import LEVELS, make
from sortilege.bots.search import Search, highest_prior_action
from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import blank
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import OVER, State
from sortilege.core.match import Match
from sortilege.games.spellcaster import GAME
from sortilege.games.spellcaster.box import CARD_OF
from sortilege.games.spellcaster.insight.evaluation import action_gain, quick_gain
from sortilege.games.spellcaster.insight.text_values import text_gain, top_card_value
from sortilege.games.spellcaster.rules.state import SpellcasterState
from tests.games.spellcaster.board import action, at, card_file_with, play

DEPTHS = (0, 100, 500)  # simulations; 0 is the first glance of an apprentice


def choice(state: State, simulations: int) -> dict[str, Any]:
    """Return the decision after this many simulations, without a time limit."""
    view = state.view(state.turn())
    dealer = GAME.dealer(view)
    if simulations == 0:
        return dict(GAME.describe(highest_prior_action(GAME.insight(), dealer, Rng(7))))
    return dict(GAME.describe(Search(GAME.insight(), dealer, state.turn(), Rng(7)).run(1e9, simulations)))


def ratings(state: State) -> dict[str, int]:
    """Return the rate of every legal action."""
    legal, priors = blank(160), blank(160)
    n = state.fill_legal(legal)
    GAME.insight().fill_priors(state, legal, n, priors)
    return {" ".join(str(x) for x in GAME.describe(legal[i]).values()): priors[i] for i in range(n)}


def brings(state: State, name: str, side: int = 0) -> float:
    assert isinstance(state, SpellcasterState)
    return float(text_gain(state.cells, state.program, CARD_OF[name], side, 0))


# ---------------------------------------------------------------- reading texts
def test_a_text_brings_what_its_steps_say() -> None:
    table = at(hands=[["R01", "Y01"], ["B01"]], sapphires=[5, 5])
    assert brings(table, "R11") > brings(table, "R05") > brings(table, "R01") > 0
    assert brings(table, "B01") > brings(table, "B07") - 0.1
    assert brings(table, "G05") == 0.0  # no enchantment lies there


def test_numbers_that_count_hands_and_colours_are_read_from_the_table() -> None:
    few, many = at(hands=[[], ["B01"]]), at(hands=[[], ["B01", "B02", "B03", "B04"]])
    assert brings(many, "R03") > brings(few, "R03") > 0
    assert brings(at(piles={"R": ["R01/0"], "B": ["B01/0"]}), "R08") > brings(at(piles={"R": ["R08/0"]}), "R08")


def test_the_last_energy_is_dearer_than_the_tenth() -> None:
    assert brings(at(energy=[10, 5]), "R01") > brings(at(energy=[10, 14]), "R01")


def test_ward_makes_damage_worth_less() -> None:
    assert brings(at(ward=[0, 2]), "R01") < brings(at(), "R01")


def test_a_win_is_seen_in_the_order_of_the_steps() -> None:
    """SC-512: the sapphires are gained before the energy is lost, or after it."""
    assert brings(at(sapphires=[11, 2], energy=[3, 10]), "B03") > 5
    assert brings(at(sapphires=[10, 2], energy=[3, 10]), "B03") < -5
    assert brings(at(sapphires=[12, 2], energy=[2, 10]), "B06") == 0.0  # SC-503: paying loses first, so nobody pays


def test_a_rival_prevents_what_hurts_more_than_a_card() -> None:
    empty, full = at(hands=[[], []]), at(hands=[[], ["R01", "R02"]])
    assert brings(empty, "R09") > brings(full, "R09") > 0


def shares(**table: Any) -> tuple[float, float]:
    """Return the share of both sides at the start of a turn."""
    state = at(**table)
    return GAME.insight().evaluate(state, 0), GAME.insight().evaluate(state, 1)


@pytest.mark.parametrize(
    "reach", [{"piles": {"R": ["R01/0"]}}, {"hands": [["R01"], []]}], ids=["on a pile", "in hand, two actions away"]
)
def test_a_mage_who_can_win_this_turn_is_sure_of_it(reach: dict[str, Any]) -> None:
    mine, theirs = shares(energy=[3, 2], **reach)
    assert mine > 0.98 and theirs == pytest.approx(1 - mine)
    assert shares(energy=[3, 3], **reach)[0] < 0.9  # a point too many


def test_a_rival_who_could_win_must_first_get_a_turn() -> None:
    mine, theirs = shares(energy=[2, 3], piles={"R": ["R01/1"]})
    assert 0.02 < mine < 0.5 < theirs < 0.98


def test_enchantments_are_worth_lying_there() -> None:
    table = at()
    assert isinstance(table, SpellcasterState)
    worth = [top_card_value(table.cells, table.program, CARD_OF[name], 0, 0) for name in ("R04", "Y03", "B02")]
    assert min(worth) > 0.05


# ---------------------------------------------------------------- taking what is there
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_energy_is_taken(depth: int, seats: int) -> None:
    hands = [["Y01", "B01"], ["G01"], ["G02"], ["G03"]][:seats]
    table = at(seats, hands=hands, piles={"R": ["R01/0"], "B": ["B15/0"]}, energy=[10, 2], seat=0, left=1)
    assert choice(table, depth) == action("activate R01")


@pytest.mark.parametrize("depth", DEPTHS)
def test_the_fifteenth_sapphire_is_taken(depth: int) -> None:
    table = at(hands=[["R13"], ["G01"]], piles={"B": ["B07/0"], "R": ["R11/0"]}, sapphires=[14, 9], seat=0, left=1)
    assert choice(table, depth) == action("activate B07")


@pytest.mark.parametrize("simulations", [300, 1000])
def test_a_win_in_two_actions_is_found(simulations: int) -> None:
    table = at(hands=[["Y15", "R11", "B14", "G14"], ["R13", "R02"]], energy=[9, 4], seat=0, left=2)
    assert choice(table, simulations) == action("play R11")


@pytest.mark.parametrize("depth", DEPTHS)
def test_nobody_pays_the_last_energy(depth: int) -> None:
    table = play(at(piles={"B": ["B06/0"]}, energy=[2, 10], sapphires=[12, 2], seat=0, left=1), "activate B06")
    assert choice(table, depth) == action("decline")


@pytest.mark.parametrize("depth", DEPTHS)
def test_nobody_gives_the_rival_the_fifteenth_sapphire(depth: int) -> None:
    table = at(hands=[[], ["G01"]], piles={"R": ["R13/0"], "Y": ["Y01/0"]}, sapphires=[2, 14], seat=0, left=1)
    assert choice(table, depth) != action("activate R13")


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_killing_blow_is_prevented_by_a_discard(depth: int) -> None:
    table = play(at(hands=[[], ["G01", "Y09"]], piles={"R": ["R09/0"]}, energy=[9, 3], seat=0), "activate R09")
    assert table.turn() == 1
    assert choice(table, depth)["do"] == "discard"


def test_a_threat_to_the_last_energy_is_covered_or_answered() -> None:
    hands = [["R12", "Y06", "B01", "G07"], []]
    table = at(hands=hands, piles={"R": ["R01/1"]}, energy=[2, 10], sapphires=[3, 3], seat=0, left=1)
    assert choice(table, 600) == action("play R12")


def test_with_an_empty_deck_the_leader_in_sapphires_does_not_mind_the_end() -> None:
    insight = GAME.insight()
    early, late = at(sapphires=[9, 6], seat=0), at(sapphires=[9, 6], seat=0, deck=["R01"])
    assert insight.evaluate(late, 0) > insight.evaluate(early, 0) > 0.5


# ---------------------------------------------------------------- judging
def test_partners_are_judged_alike_and_sides_share_one_victory() -> None:
    table = at(4, hands=[["R01"], ["B01"], ["Y01"], ["G01"]], sapphires=[7, 3], seat=0)
    insight = GAME.insight()
    worth = [insight.evaluate(table, seat) for seat in range(4)]
    assert worth[0] == worth[2] > 0.5 > worth[1] == worth[3]
    assert worth[0] + worth[1] == pytest.approx(1.0)


def test_a_finished_game_is_judged_exactly() -> None:
    won = play(at(piles={"R": ["R01/0"]}, energy=[10, 2], seat=0), "activate R01")
    assert [GAME.insight().evaluate(won, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_ratings_rest_on_what_the_seat_can_see() -> None:
    state = at(hands=[["R01", "Y01", "B04"], ["B01", "B15"]], piles={"R": ["R03/0"]}, seat=0)
    disguise = at(hands=[["R01", "Y01", "B04"], ["G01", "Y08"]], piles={"R": ["R03/0"]}, seat=0)
    assert ratings(state) == ratings(disguise)


# ---------------------------------------------------------------- everywhere
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_decision_of_a_game_is_rated_and_judged(seats: int) -> None:
    insight = GAME.insight()
    legal, priors = blank(160), blank(160)
    for seed in range(12):
        state = Match(GAME, seats, {"activate_enchantments": seed % 2 == 1, "allow_pass": seed % 3 == 1}, seed).state
        walk_through(state, insight, legal, priors, seed)


def walk_through(state: State, insight: Any, legal: Any, priors: Any, seed: int) -> None:
    here = state.bare_copy()
    for step in random_game(state, seed):
        if here.turn() >= 0:
            n = here.fill_legal(legal)
            insight.fill_priors(here, legal, n, priors)
            assert all(1 <= priors[i] <= 1_000_000 for i in range(n))
            assert 0.0 < insight.evaluate(here, here.turn()) < 1.0
        here.do(step)
    assert here.turn() == OVER


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_search_decides_anywhere_and_the_same_from_the_same_view(seats: int) -> None:
    match = Match(GAME, seats, {}, seed=40 + seats)
    for n in range(25):
        if match.state.turn() == OVER:
            return
        result = choice(match.state, 12)
        assert result in match.state.view(match.state.turn())["legal"]
        if n % 5 == 0:
            assert choice(match.state, 12) == result
        match.play(result)


def test_an_owners_own_cards_are_understood(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that no stand-in has: nested branches, several targets in a row, sapphires gained before energy is lost."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    effects = {
        "R01": "choose{pay S1{choose{dmg 5|unless{dmg 9}}}else{disc..3{dmg 2}}|dmg 1; flip; bury}; trash",
        "Y01": "unless{pay E1{heal 3; recover}}; if lessE{if lessS{heal 4}}; stealcard; playfree 3",
        "B01": "saph 3; each draw 2; each lose 1; action 1; loseE 1",
        "G03": "flip; copy; bounce; unweave; bury",
    }
    text = card_file_with(**{name: {"effect": effect} for name, effect in effects.items()})
    GAME.add_cards("own", text)
    table = at(hands=[["R02"], ["G01"]], piles={"B": ["B01/0"]}, options={"cards": "own"}, sapphires=[12, 5], seat=0)
    assert choice(table, 0) == action("activate B01")
    legal, priors = blank(160), blank(160)
    for seats in (2, 3, 4):
        walk_through(Match(GAME, seats, {"cards": "own"}, seats).state, GAME.insight(), legal, priors, seats)


def test_an_apprentice_outplays_chance() -> None:
    bots = [make("spellcaster", "apprentice", seed=3), make("spellcaster", "random", seed=3)]
    won = 0
    for seed in range(4):
        match = Match(sortilege.game("spellcaster"), 2, {}, seed)
        while match.state.turn() != OVER:
            seat = match.state.turn()
            match.play(bots[seat].choose(match.state.view(seat)))
        outcome = match.state.outcome()
        won += outcome is not None and outcome["winners"] == [0]
    assert won == 4


def test_levels_imagine_more_with_two_hands_on_each_side() -> None:
    most = {seats: [GAME.insight().max_simulations(level, {"seats": seats}) for level in LEVELS] for seats in (2, 3, 4)}
    for _, adept, master, archmage in most.values():
        assert adept and master and 5 * adept <= master and archmage is None  # only the clock stops an archmage
    assert most[4][1:3] > most[2][1:3]
    assert most[3][2] < most[2][2]  # two against one a master would play as well as an archmage with more


# ---------------------------------------------------------------- levels
def test_an_apprentice_reads_texts_and_does_not_look_at_what_it_would_cover() -> None:
    """Of two cards with the same text one covers the rival's best card. An adept notices that."""
    hands = [["R01", "Y11"], ["G01"]]
    table = at(hands=hands, piles={"R": ["R11/1"]}, energy=[9, 9], seat=0, left=1)
    assert isinstance(table, SpellcasterState)
    t, p = table.cells, table.program
    red, yellow = (GAME.find(action(f"play {card}")) for card in ("R01", "Y11"))
    assert quick_gain(t, p, red) < action_gain(t, p, red)
    assert action_gain(t, p, red) - action_gain(t, p, yellow) > quick_gain(t, p, red) - quick_gain(t, p, yellow)


def test_only_the_archmage_asks_the_net() -> None:
    table = at(hands=[["R01", "Y01"], ["G01"]], seat=0)
    view = table.view(0)
    for level, asks in (("adept", False), ("master", False), ("archmage", True)):
        insight = GAME.insight()
        insight.predictor = Half()
        assert insight.choose(level, view, GAME.dealer(view), Rng(1), 1.0) is None
        assert (insight.predictor is not None) is asks


class Half(Predictor):
    """A judge for whom both sides are equal in every state."""

    def win_probability(self, state: State, seat: i64) -> float:
        return 0.5
