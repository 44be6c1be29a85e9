"""Chapters "End", "Scoring" and "Ties"."""

import random

import pytest

from sortilege import OVER
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    MIDDAY,
    SET2,
    SET3,
    at,
    bad,
    board,
    draw_all,
    full,
    legal,
    phase,
    play,
    refused,
    zone,
)
from tests.shelf.tables import walk

SIX = {
    **{"sacrifice": "3o", "levitation": "3o", "purification": "3o"},
    **{"offering": "3o", "time_travel": "3o", "transmutation": "3o"},
}


def end_by(state: object) -> object:
    return state.view(None)["end_by"]  # type: ignore[attr-defined]


@pytest.mark.rule("SB-160")
def test_the_seventh_spell_triggers_the_end() -> None:
    state = at({"pool": "Yo Yt Ys", "book": SIX}, "", turn=EVENING)
    play(state, "act learn", "learn abundance 3", "place Yo", "pay Yt")
    assert end_by(state) is None
    play(state, "pay Ys")
    assert end_by(state) == 0


@pytest.mark.rule("SB-160")
def test_a_position_says_who_triggered_the_end_exactly_when_somebody_did() -> None:
    done = {"board": full(14)}
    assert end_by(at(done, "", end_by=0)) == 0
    assert end_by(at("", done)) == 1
    assert bad(done, "", end_by=None) == ("end_by", "SB-160")
    assert bad(done, "", end_by=1) == ("end_by", "SB-160")
    assert bad("", "", end_by=0) == ("end_by", "SB-160")


@pytest.mark.rule("SB-161")
def test_the_last_space_triggers_the_end_whatever_fills_it() -> None:
    offering = at({"pool": "Ro Rt", "board": full(12), "book": {"offering": "3o"}}, "", turn=MIDDAY)
    assert end_by(play(offering, "use offering 3", "store Ro", "store Rt")) == 0
    communion = at({"pool": "Ro Rt Rs", "board": full(12), "book": {"communion": "5o"}}, "", options=SET3, turn=EVENING)
    play(communion, "act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs", "store Rt", "store Rs")
    assert end_by(communion) == 0
    growth = at({"board": full(12), "book": {"growth": "4o"}}, "", options=SET3, altar="Ro Rt", turn=EVENING)
    assert end_by(play(growth, "use growth 4", "take Ro", "take Rt")) == 0
    feast = at({"board": full(13), "book": {"feast": "4o"}}, "", options=SET3, altar="Ro", turn=MIDDAY)
    assert end_by(play(feast, "use feast 4", "take Ro")) == 0
    instant = at({"pool": "Yo Yt Ys", "board": full(11)}, "", options=SET3, altar=FIVE, turn=EVENING)
    play(instant, "act learn", "learn communion 3", "place Yo", "pay Yt", "pay Ys", "take Ro", "take Rt")
    assert end_by(instant) is None
    assert end_by(play(instant, "take Rs")) == 0
    focus = at({"pool": "Ro", "board": full(13), "book": {"focus": "3o"}}, "", options=SET2, turn=EVENING)
    assert end_by(play(focus, "use focus 3 store", "store Ro")) == 0


@pytest.mark.rule("SB-162")
def test_whoever_triggers_finishes_the_day() -> None:
    state = at({"pool": "Ro Rt Rs Go", "board": full(13)}, "", altar=FIVE, turn=MIDDAY)
    play(state, "act store", "store Go")
    assert (end_by(state), legal(state)) == (0, ["skip", "act learn"])
    draw_all(play(state, "skip"))
    assert (state.turn(), phase(state)) == (1, "morning")


@pytest.mark.rule("SB-163")
@pytest.mark.parametrize(("trigger", "left"), [(0, [1, 2]), (1, [2]), (2, [])])
def test_the_round_is_played_out(trigger: int, left: list[int]) -> None:
    players = [{"pool": "Go", "board": full(13)} if seat == trigger else "" for seat in range(3)]
    state = at(*players, altar=FIVE, turn={"seat": trigger, "phase": "midday"})
    draw_all(play(state, "act store", "store Go", "skip"))
    for seat in left:
        assert state.turn() == seat
        draw_all(play(state, "skip", "skip", "skip"))
    assert state.turn() == OVER
    assert refused(state, "skip") == "SB-163"


@pytest.mark.rule("SB-163")
def test_the_last_day_belongs_to_the_first_players_right() -> None:
    state = at("", {"board": full(14)}, "", altar=FIVE, first=1, turn={"seat": 0, "phase": "evening"})
    assert draw_all(play(state, "skip")).turn() == OVER


@pytest.mark.rule("SB-164")
def test_a_second_trigger_changes_nothing() -> None:
    state = at(
        {"board": full(14, "W")},
        {"pool": "Go", "board": full(13, "U")},
        "",
        altar=FIVE,
        turn={"seat": 1, "phase": "midday"},
    )
    play(state, "act store", "store Go")
    assert end_by(state) == 0
    draw_all(play(state, "skip"))
    assert state.turn() == 2
    draw_all(play(state, "skip", "skip", "skip"))
    assert state.turn() == OVER


@pytest.mark.rule("SB-165")
def test_the_last_round_is_played_by_the_normal_rules() -> None:
    state = at({"board": full(14)}, "Ro Rt Rs Go", altar=FIVE, turn={"seat": 1})
    play(state, "act take", "take Po", "act store", "store Go")
    play(state, "act learn", "learn sacrifice 3", "place Ro", "pay Rt", "pay Rs")
    assert (board(state, 1), state.scores()[1]) == ("Go", 2)


@pytest.mark.rule("SB-166")
@pytest.mark.parametrize("lineup", ["set2", "set3"])
def test_nobody_stores_or_learns_on_anothers_day(lineup: str) -> None:
    before: dict[int, tuple[str, list[str]]] = {}
    for state in walk(GAME.new(3, {"lineup": lineup}), random.Random(8)):
        view = state.view(None)
        for seat, player in enumerate(view["players"]):
            now = (player["board"], sorted(player["book"]))
            if seat != view["now"]["seat"] and seat in before:
                assert now == before[seat]
            before[seat] = now


@pytest.mark.rule("SB-167")
def test_skipping_never_ends_the_game() -> None:
    state = at("", "", altar=FIVE)
    for _ in range(200):
        draw_all(play(state, "skip", "skip", "skip"))
    assert (state.turn(), state.view(None)["day"]) == (0, 201)


@pytest.mark.rule("SB-168")
def test_the_altar_is_resupplied_after_the_last_day_and_counts_for_nothing() -> None:
    state = at({"board": full(14)}, "", altar=FIVE, turn={"seat": 1, "phase": "evening"})
    before = state.scores()
    play(state, "skip")
    assert phase(state) == "night"
    play(state, "draw Yo")
    assert (state.turn(), zone(state, "altar"), state.scores()) == (OVER, "Ro Rt Rs Po Pt Yo", before)


# ---------------------------------------------------------------- Scoring
@pytest.mark.rule("SB-170")
def test_the_example_of_the_book() -> None:
    book = {"sacrifice": "4o", "levitation": "5o", "purification": "3o", "time_travel": "4o", "abundance": "5o"}
    state = at({"board": full(6, "K"), "book": book}, "")
    assert state.scores()[0] == 2 + 5 + 1 + 4 + 7 + 7 == 26


POINTS = {
    **{"sacrifice": (1, 2, 3), "eruption": (2, 3, 4), "blaze": (0, 2, 5)},
    **{"levitation": (3, 4, 5), "sharing": (4, 4, 4), "divination": (2, 3, 4)},
    **{"purification": (1, 2, 3), "cure": (3, 4, 5), "growth": (3, 4, 6)},
    **{"offering": (2, 4, 6), "focus": (3, 4, 5), "feast": (2, 2, 0)},
    **{"time_travel": (2, 4, 6), "storm": (4, 6, 8), "clone": (4, 5, 6)},
    **{"transmutation": (4, 4, 4), "swiftness": (3, 6, 0), "mirage": (2, 3, 6)},
    **{"abundance": (3, 5, 7), "knowledge": (0, 0, 0), "communion": (0, 0, 0)},
}


@pytest.mark.rule("SB-171")
@pytest.mark.parametrize("spell", POINTS)
def test_every_spell_alone_scores_its_points(spell: str) -> None:
    lineup = f"set{list(POINTS).index(spell) % 3 + 1}"
    scores = [at({"book": {spell: f"{level}o"}}, "", options={"lineup": lineup}).scores()[0] for level in (3, 4, 5)]
    assert tuple(scores) == POINTS[spell]


@pytest.mark.rule("SB-172")
def test_the_final_level_counts() -> None:
    state = at({"book": {"growth": "5o"}}, "", options=SET3, altar="Ro", turn=EVENING)
    assert state.scores()[0] == 6
    play(state, "use growth 5", "take Ro")
    assert state.scores()[0] == 4 + 1


@pytest.mark.rule("SB-173")
def test_variable_points_come_on_top() -> None:
    state = at({"board": "Ro Po Go Ko Wo", "book": {"feast": "5t"}}, "", options=SET3)
    assert state.scores()[0] == 5 + 5


@pytest.mark.rule("SB-174")
def test_the_board_is_worth_the_lowest_value_still_visible() -> None:
    track = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18]
    assert [at({"board": full(k)}, "").scores()[0] for k in range(15)] == track


@pytest.mark.rule("SB-175")
def test_pool_altar_and_box_score_nothing() -> None:
    assert at("Ro Rt Rs Po", "", altar="Go Gt", discard="Ko").scores() == [0, 0]


@pytest.mark.rule("SB-176")
def test_the_running_score_is_that_of_the_present_table() -> None:
    for state in walk(GAME.new(2, {"lineup": "set3"}), random.Random(12)):
        if state.turn() >= 0 and state.view(None)["asks"]["step"] == "choose":
            assert GAME.load(state.position()).scores() == state.scores()
            board = GAME.board(state.view(None))
            assert [sum(player["points"].values()) for player in board["players"]] == state.scores()


# ---------------------------------------------------------------- Ties
def outcome_of(*players: object, **more: object) -> dict[str, object]:
    state = at(*players, turn={"phase": "over"}, **more)
    assert state.turn() == OVER
    outcome: dict[str, object] = state.outcome()  # type: ignore[assignment]
    return outcome


SEVEN = {**SIX, "abundance": "3o"}


@pytest.mark.rule("SB-185")
def test_most_points_win() -> None:
    outcome = outcome_of({"board": full(14)}, {"board": full(13, "U")})
    assert outcome == {"winners": [0], "scores": [18, 16], "reason": "points"}


@pytest.mark.rule("SB-186")
def test_then_most_spells() -> None:
    # 18 each: a full board, or six spells worth 13 and five tokens stored
    outcome = outcome_of({"board": full(14, "Y")}, {"board": "Kt Kt Kt Kt Kt", "book": SIX})
    assert outcome == {"winners": [1], "scores": [18, 18], "reason": "spells"}


@pytest.mark.rule("SB-187")
def test_then_most_tokens_in_the_pool() -> None:
    outcome = outcome_of({"board": full(14), "pool": "Ro Rt Rs"}, {"board": full(14, "U"), "pool": "Po Pt"})
    assert outcome == {"winners": [0], "scores": [18, 18], "reason": "pool"}


@pytest.mark.rule("SB-188")
def test_then_the_victory_is_shared() -> None:
    outcome = outcome_of({"board": full(14)}, {"board": full(14, "U")}, {"board": full(13, "Y")})
    assert outcome == {"winners": [0, 1], "scores": [18, 18, 16], "reason": "shared"}


@pytest.mark.rule("SB-189")
def test_only_those_tied_so_far_are_compared() -> None:
    one, two = {"sacrifice": "3o"}, {"sacrifice": "3t"}
    seven = {spell: card.replace("o", "s") for spell, card in SEVEN.items()}
    players = [
        {"board": full(13), "pool": "Gt", "book": one},
        {"board": full(13, "U"), "pool": "Kt Kt Kt Kt", "book": two},
        {"pool": "Pt Pt Pt Pt Pt Ks Ks Ks Ks", "book": seven},
    ]
    outcome = outcome_of(*players)
    assert outcome["scores"] == [17, 17, 16]
    assert outcome["winners"] == [1]
