"""What bots know about SpellBook: sane choices in small positions, and an answer wherever they are asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from sortilege import bots
from sortilege.bots.net_files import net_for
from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.match import Match
from sortilege.games.spellbook import GAME
from sortilege.games.spellbook.insight.ending import MAX_WAITING_ROUNDS, last_day_gain
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.search import Search
from sortilege.games.spellbook.insight.solo_search import SoloSearch
from sortilege.games.spellbook.insight.weights import WEIGHTS
from sortilege.games.spellbook.insight.weights_by_hand import WEIGHTS_BY_HAND
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.insight.win_estimates import WinEstimator
from sortilege.games.spellbook.layout import DAY
from tests.games.spellbook.moves import EVENING, MIDDAY, MORNING, TYPES, at, play, text
from tests.games.spellbook.pieces import TABLES

FULL_BUT_ONE = "Ro Rt Rs Po Pt Ps Go Gt Gs Ko Kt Ks Wo"
SIX = {spell: "3o" for spell in ("sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation")}


def first_sight(state: State) -> str:
    """What an apprentice does."""
    return text(bots.make("spellbook", "apprentice", 1).choose(state.view(state.turn())))


def choice_of_search(state: State, simulations: int = 60) -> str:
    """What a search of so many imagined games answers."""
    start = GAME.imagine(state.view(state.turn()), Rng(5))
    search = Search(Rater(), WinEstimator(), None, start, state.turn(), Rng(5))
    return text(GAME.describe(search.run(1e9, simulations)))


def decisions(seats: int, options: dict[str, Any], seed: int, most: int) -> Any:
    """The moments of one match played at random at which somebody has a choice."""
    match = Match(GAME, seats=seats, options=options, seed=seed)
    lots = bots.make("spellbook", "random", seed)
    while most > 0 and match.state.turn() != OVER:
        turn = match.state.turn()
        view = match.state.view(turn)
        if len(view["legal"]) > 1:
            yield match.state
            most -= 1
        match.play(lots.choose(view))


# ---------------------------------------------------------------- sane choices
@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_takes_the_token_that_completes_a_set(choose: Any) -> None:
    ending = {"pool": "", "board": FULL_BUT_ONE + " Wt"}
    state = at(ending, "Wo Ws Gs", altar="Wo Rt Gt Ps Us", first=0, turn={"seat": 1, **MORNING})
    assert choose(state) == "act take"
    assert choose(play(state, "act take")) == "take Wo"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_does_not_skip_a_store_that_costs_nothing(choose: Any) -> None:
    rich = {"pool": "Ro Rt Gs", "book": {"sacrifice": "4o", "purification": "3o"}}
    assert choose(at(rich, "", altar="Wo Rt Gt Ps Us", turn=MIDDAY)) in ("act store", "use purification 3")
    plain = {"pool": "Ro Rt Rs Rt", "book": {"sacrifice": "4o"}}
    assert choose(at(plain, "", altar="Wo Rt Gt Ps Us", turn=MIDDAY)) == "act store"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_stores_what_no_spell_wants(choose: Any) -> None:
    state = at({"pool": "Ro Ko Kt", "book": {"sacrifice": "4o"}}, "", altar="Wo Gt Gt Ps Us", turn=MIDDAY)
    assert choose(play(state, "act store")) == "store Ro"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_learns_at_the_highest_level_it_can_pay(choose: Any) -> None:
    state = at("Wo Wo Wt Wt Ws", "", altar="Gt Gt Ps Us Rs", turn=EVENING)
    assert choose(state) == "act learn"
    assert choose(play(state, "act learn")) == "learn time_travel 5"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_pays_with_tokens_rather_than_with_triples(choose: Any) -> None:
    state = at("Wo Wo Wt Ro Po Go", "", altar="Gt Gt Ps Us Rs", turn=EVENING)
    paying = play(state, "act learn", "learn time_travel 3", "place Wt")
    assert choose(paying).startswith("pay W")


def test_the_rune_on_a_card_is_chosen_for_what_the_card_will_ask() -> None:
    state = at("Ko Kt Ks Rs Gs", "", altar="Gt Gt Ps Us Ro", turn=EVENING, options={"lineup": "set2"})
    assert first_sight(play(state, "act learn", "learn focus 3")) == "place Ks"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_ends_the_game_when_it_is_ahead(choose: Any) -> None:
    ahead = {"pool": "Rs Rt", "board": FULL_BUT_ONE, "book": SIX}
    assert choose(at("Yo", ahead, altar="Wo Rt Gt Ps Us", turn={"seat": 1, **MIDDAY})) == "act store"


@pytest.mark.parametrize("choose", [first_sight, choice_of_search])
def test_it_does_not_end_a_game_it_would_lose(choose: Any) -> None:
    rival = {"pool": "", "board": "Wt Ws Uo Ut Us Yo Yt Ys", "book": {spell: "5o" for spell in SIX}}
    behind = {"pool": "Rs Rt", "board": FULL_BUT_ONE, "book": {"sacrifice": "3o"}}
    assert choose(at(rival, behind, altar="Wo Rt Gt Ps Us", turn={"seat": 1, **MIDDAY})) == "skip"


def test_whoever_leads_ends_a_game_in_which_nothing_is_left_to_draw() -> None:
    rest = list((Counter({token: 5 for token in TYPES})).elements())
    players = []
    for _ in range(4):
        players.append({"board": " ".join(rest[:13]), "pool": " ".join(rest[-9:])})
        rest = rest[13:-9]
    state = at(*players, altar=" ".join(rest), first=0, turn={"seat": 0, **MIDDAY})
    assert state.view(0)["pouch"] == state.view(0)["discard"] == ""
    assert first_sight(state) == "act store"


ABUNDANT = {spell: "5o" for spell in ("sacrifice", "levitation", "offering", "transmutation", "abundance")}


def test_two_who_could_wait_for_each_other_for_ever_do_not() -> None:
    """Both lack one space, and neither leads by what a last Day may bring."""
    player = {"pool": "Ps Ks", "board": FULL_BUT_ONE, "book": ABUNDANT | {"time_travel": "4t"}}
    rival = {**player, "pool": "Ws Us"}
    early = at(player, rival, altar="Uo Ut", turn=MIDDAY)
    assert first_sight(early) == "skip"
    assert first_sight(at(player, rival, altar="Uo Ut", turn=MIDDAY, day=2 * MAX_WAITING_ROUNDS + 1)) == "act store"


def test_what_a_rival_can_still_learn_counts_before_the_end_is_brought_about() -> None:
    ahead = {"pool": "Ws", "board": FULL_BUT_ONE}
    poor, ready = {"pool": "Rs Yt", "board": "Yo Ys"}, {"pool": "Ut Ut Us Us Uo", "board": "Yo Ys"}
    prices = vec[i64]([0] * 13)
    for rival, to_learn in ((poor, 0), (ready, 4)):
        state = at(ahead, rival, altar="Rt", turn=MIDDAY)
        assert last_day_gain(state.cells, 1, 0, prices) == 100 * (1 + to_learn)  # a space, and a spell
        assert last_day_gain(state.cells, 0, 1, prices) == 0  # who was first has had the last Day


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_at_first_sight_come_to_an_end(seats: int) -> None:
    for weights in (WEIGHTS, WEIGHTS_BY_HAND):
        rater, legal = Rater(weights), blank(96)
        for seed in range(40):
            state, rng = GAME.new(seats, {}), Rng(seed)
            while state.turn() != OVER:
                if state.turn() == CHANCE:
                    state.chance(rng)
                else:
                    n = state.fill_legal(legal)
                    state.do(legal[rater.best_index(state, legal, n) if n > 1 else 0])
                assert state.cells[DAY] <= 2 * MAX_WAITING_ROUNDS * seats


def test_an_adept_sees_at_first_sight_what_was_learned_and_an_apprentice_does_not() -> None:
    differ = 0
    for state in decisions(2, {}, 3, 60):
        view, legal = state.view(state.turn()), blank(96)
        n = state.fill_legal(legal)
        adept = legal[Rater(WEIGHTS).best_index(state, legal, n)]
        novice = legal[Rater(WEIGHTS_BY_HAND).best_index(state, legal, n)]
        assert GAME.find(bots.make("spellbook", "adept", 1).choose(view)) == adept
        assert GAME.find(bots.make("spellbook", "apprentice", 1).choose(view)) == novice
        differ += adept != novice
    assert differ


def test_alone_it_gives_the_opponent_what_helps_least() -> None:
    state = at({"pool": "Wo Wt", "book": {"sacrifice": "3o"}}, altar="Ro Wo", turn=EVENING)
    assert first_sight(play(state, "skip")) == "offer Ro"


SIXTEEN = "Ro Ro Ro Gt Gt Gt Ps Ps Ps Us Us Us Yt Yt Yt Ks"  # the opponent's track, but for its last space


def test_alone_the_last_space_is_filled_on_the_last_day_even_by_who_is_behind() -> None:
    behind = {"pool": "Rs Rt", "board": FULL_BUT_ONE, "book": {"sacrifice": "3o"}}
    assert first_sight(at(behind, altar="Wo Rt Gt", opponent={"track": SIXTEEN[:-3]}, turn=MIDDAY)) == "skip"
    assert first_sight(at(behind, altar="Wo Rt Gt", opponent={"track": SIXTEEN}, turn=MIDDAY)) == "act store"


def test_alone_the_archmage_plays_every_simulation_to_its_end_and_asks_no_judge() -> None:
    insight = GAME.insight()
    insight.predictor = predictor = OneSided()
    state = at("Wo Wo", altar="Gt Wt Ps Us Rs", turn=MORNING)
    view, dealer = state.view(0), GAME.dealer(state.view(0))
    assert insight.choose("archmage", view, dealer, Rng(3), 1.0) in state.legal()
    assert not predictor.questions
    assert insight.choose("master", view, dealer, Rng(3), 1e9) in state.legal()
    assert predictor.questions


def bar_of(state: State) -> float:
    """What a search alone at the table wants to be above."""
    search = SoloSearch(Rater(WEIGHTS_SOLO), WinEstimator(), state.bare_copy(), Rng(3))
    search.run(1e9, 8)
    assert sum(branch.visits for branch in search.root.branches) == search.simulations == 8
    assert all(0.0 <= branch.result_sum <= branch.visits for branch in search.root.branches)
    return search.expected_margin


def test_alone_the_bar_is_victory_or_what_is_within_reach() -> None:
    won = {"pool": "Rs Rt", "board": FULL_BUT_ONE, "book": {**SIX, "sacrifice": "5o", "offering": "5o"}}
    assert bar_of(at(won, altar="Wo Rt Gt", turn=MIDDAY)) == 0.5
    lost = {"pool": "Rs Rt", "board": "Wo"}
    assert -40 < bar_of(at(lost, altar="Wo Rt Gt", opponent={"track": SIXTEEN}, turn=MIDDAY)) < -30


# ---------------------------------------------------------------- what search asks
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_decision_of_a_game_is_rated_and_nothing_is_moved(seats: int, options: dict[str, Any]) -> None:
    insight = GAME.insight()
    legal, priors = blank(96), blank(96)
    for state in decisions(seats, options, seed=4, most=120):
        before = list(state.cells)
        n = state.fill_legal(legal)
        insight.fill_priors(state, legal, n, priors)
        assert all(1 <= priors[i] <= 1_000_000 for i in range(n))
        assert list(state.cells) == before


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_shares_of_victory_stay_between_none_and_all(seats: int, options: dict[str, Any]) -> None:
    insight = GAME.insight()
    for state in decisions(seats, options, seed=8, most=60):
        assert all(0.0 <= insight.evaluate(state, seat) <= 1.0 for seat in range(seats))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_search_answers_with_a_legal_decision_everywhere(seats: int, options: dict[str, Any]) -> None:
    for state in decisions(seats, options, seed=6, most=25):
        start = GAME.imagine(state.view(state.turn()), Rng(1))
        chosen = Search(Rater(), WinEstimator(), None, start, state.turn(), Rng(1)).run(1e9, 3)
        assert chosen in state.legal()


@pytest.mark.parametrize("extra_days", [0, 2])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_simulation_counts_once_with_a_share_between_none_and_all(
    seats: int, options: dict[str, Any], extra_days: int
) -> None:
    for state in decisions(seats, options, seed=9, most=12):
        search = Search(Rater(), WinEstimator(), None, state.bare_copy(), state.turn(), Rng(2), extra_days)
        search.run(1e9, 20)
        tried = [branch.visits for branch in search.root.branches]
        assert sum(tried) == search.simulations
        assert all(0.0 <= branch.result_sum <= branch.visits for branch in search.root.branches)


class OneSided(Predictor):
    """Tells every seat that it is as good as lost, and counts how often it was asked."""

    def __init__(self) -> None:
        self.questions = Counter[int]()

    def win_probability(self, state: State, seat: int) -> float:
        self.questions[seat] += 1
        return 0.1


def test_of_two_both_are_heard_so_a_judge_cannot_be_partial() -> None:
    state = at("Wo Wo", "", altar="Gt Wt Ps Us Rs", turn=MORNING)
    predictor = OneSided()
    search = Search(Rater(), WinEstimator(), predictor, state, 0, Rng(3))
    search.run(1e9, 10)
    assert predictor.questions[0] == predictor.questions[1] == 10
    assert all(branch.result_sum == pytest.approx(0.5 * branch.visits) for branch in search.root.branches)


def test_of_three_all_are_heard_and_share_one_victory() -> None:
    state = at("Wo Wo", "", "", altar="Gt Wt Ps Us Rs", turn=MORNING)
    predictor = OneSided()
    search = Search(Rater(), WinEstimator(), predictor, state, 0, Rng(3))
    search.run(1e9, 10)
    assert predictor.questions == {0: 10, 1: 10, 2: 10}
    assert all(branch.result_sum == pytest.approx(branch.visits / 3) for branch in search.root.branches)


def test_a_far_sighted_search_judges_after_every_day_it_plays_on() -> None:
    state = at("Wo Wo", "", altar="Gt Wt Ps Us Rs", turn=MORNING)
    predictor = OneSided()
    Search(Rater(), WinEstimator(), predictor, state, 0, Rng(3), 2).run(1e9, 10)
    assert predictor.questions[0] == 30


class OneSimulation(Predictor):
    """Notes the Days after which it is asked, and ends the search when the next simulation begins anew."""

    def __init__(self) -> None:
        self.days: list[int] = []

    def win_probability(self, state: State, seat: int) -> float:
        day = state.cells[DAY]
        if seat == 0:
            if self.days and day <= self.days[-1]:
                raise StopIteration
            self.days.append(day)
        return 0.5


@pytest.mark.parametrize(("seats", "further"), [(2, 1), (3, 3), (4, 4)])
def test_of_more_than_two_the_archmage_looks_a_round_further_and_a_master_never(seats: int, further: int) -> None:
    state = at("Wo Wo", *[""] * (seats - 1), altar="Gt Wt Ps Us Rs", turn=MORNING)
    view = state.view(0)
    for level, judged in (("archmage", 1 + further), ("master", 1)):
        insight = GAME.insight()
        insight.predictor = predictor = OneSimulation()
        with pytest.raises(StopIteration):
            insight.choose(level, view, GAME.dealer(view), Rng(3), 1e9)
        assert len(predictor.days) == judged, level


def test_the_last_round_is_played_to_its_end_rather_than_judged() -> None:
    predictor = OneSided()
    ending = {"pool": "Yo", "board": FULL_BUT_ONE + " Wt"}
    state = at(ending, "Wo Ws Gs", "Ro Rs", altar="Wo Rt Gt Ps Us", first=0, end_by=0, turn={"seat": 1, **MORNING})
    search = Search(Rater(), WinEstimator(), predictor, state, 1, Rng(3))
    search.run(1e9, 10)
    assert search.simulations == 10
    assert not predictor.questions


def test_a_finished_game_is_worth_what_it_brought() -> None:
    insight = GAME.insight()
    match = Match(GAME, seats=3, options={}, seed=2)
    lots = bots.make("spellbook", "random", 2)
    while match.state.turn() != OVER:
        match.play(lots.choose(match.state.view(match.state.turn())))
    won = match.state.outcome()["winners"]
    assert [insight.evaluate(match.state, s) for s in range(3)] == [1 / len(won) if s in won else 0.0 for s in range(3)]


def test_more_points_are_a_greater_share() -> None:
    insight = GAME.insight()
    even = at("Ro", "Rt", altar="Wo Rt Gt Ps Us", turn=MORNING)
    ahead = at({"pool": "Ro", "board": "Ko Kt Ks"}, "Rt", altar="Wo Rt Gt Ps Us", turn=MORNING)
    assert insight.evaluate(ahead, 0) > insight.evaluate(even, 0)
    assert insight.evaluate(ahead, 1) < insight.evaluate(even, 1)


@pytest.mark.parametrize("level", ["apprentice", "adept"])
def test_the_same_view_gives_the_same_choice(level: str) -> None:
    for state in decisions(2, {"lineup": "set2"}, seed=3, most=3):
        view = state.view(state.turn())
        answers = [text(bots.make("spellbook", level, 9).choose(view, 1e9)) for _ in range(2)]
        assert answers[0] == answers[1]


def test_an_apprentice_beats_chance() -> None:
    won = 0
    for seed in range(6):
        match = Match(GAME, seats=2, options={"lineup": "classic"}, seed=seed)
        players = [bots.make("spellbook", level, seed) for level in ("apprentice", "random")]
        while match.state.turn() != OVER:
            turn = match.state.turn()
            match.play(players[turn].choose(match.state.view(turn)))
        won += match.state.outcome()["winners"] == [0]
    assert won == 6


# ---------------------------------------------------------------- the net
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_net_fits_every_size_of_table_and_every_line_up(seats: int) -> None:
    for lineup in ("set1", "classic"):
        assert net_for(GAME, seats, GAME.resolve_options(seats, {"lineup": lineup})) is not None


def test_the_net_judges_where_it_fits() -> None:
    insight, plain = GAME.insight(), GAME.insight()
    insight.predictor = net_for(GAME, 2, GAME.resolve_options(2, {}))
    assert insight.predictor is not None
    state = at({"pool": "Ro", "board": "Ko Kt Ks"}, "Rt", altar="Wo Rt Gt Ps Us", turn=MORNING)
    assert insight.evaluate(state, 0) == insight.predictor.win_probability(state, 0)
    assert insight.evaluate(state, 0) != plain.evaluate(state, 0)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_net_knows_who_is_ahead(seats: int) -> None:
    predictor = net_for(GAME, seats, GAME.resolve_options(seats, {}))
    assert predictor is not None
    others = ["Rt Gs"] * (seats - 1)
    book = {"sacrifice": "4o", "levitation": "4t", "abundance": "5s"}
    rich = at({"pool": "Ro Ws", "board": "Ko Kt Ks", "book": book}, *others, altar="Wo Rt Gt Ps Us", turn=MORNING)
    poor = at("Ro Ws", *others, altar="Wo Rt Gt Ps Us", turn=MORNING)
    assert predictor.win_probability(rich, 0) > predictor.win_probability(poor, 0) + 0.1


def test_a_bot_that_trains_practises_with_its_net() -> None:
    insight = GAME.insight()
    insight.predictor = net_for(GAME, 2, GAME.resolve_options(2, {}))
    for state in decisions(2, {"lineup": "set3"}, seed=9, most=3):
        view = state.view(state.turn())
        assert insight.quick_action_from_view(view, GAME.dealer(view), Rng(1)) in state.legal()
