"""What helps to draw a view and to plan a Day: picks, prices, gains, what a skip would waste, the end."""

import random
from typing import Any

import pytest

from sortilege.core.engine.state import State
from sortilege.games.spellbook import GAME
from sortilege.games.spellbook.board import Board, SpellOutlook, Waste, board
from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    MIDDAY,
    MORNING,
    SET1,
    SET2,
    SET3,
    action,
    at,
    draw_all,
    full,
    legal,
    play,
    text,
)
from tests.games.spellbook.pieces import TABLES
from tests.shelf.tables import walk


def board_of(state: State, seat: int | None = 0) -> Board:
    return board(state.view(seat))  # type: ignore[arg-type]


def learnable(state: State) -> list[tuple[str, int]]:
    return [(entry["spell"], entry["level"]) for entry in board_of(state)["learnable"]]


def plan(state: State, spell: str, seat: int = 0) -> SpellOutlook:
    return board_of(state)["players"][seat]["plan"][spell]


def adds(state: State, spell: str) -> list[int]:
    return plan(state, spell)["adds"]


def picks(state: State) -> list[tuple[str, str, str | None]]:
    """Where a token lies, its steps, and where it goes."""
    return [(pick["zone"], ", ".join(map(text, pick["steps"])), pick["to"]) for pick in board_of(state)["picks"]]  # type: ignore[arg-type]


# ---------------------------------------------------------------- in every game
@pytest.mark.parametrize("table", TABLES)
def test_whatever_a_board_proposes_can_be_played_to_its_last_step(table: tuple[int, dict[str, Any]]) -> None:
    proposed = 0
    for state in walk(GAME.new(*table), random.Random(5)):
        if state.turn() >= 0:
            seen = board_of(state, state.turn())
            ways = [entry["steps"] for entry in (*seen["picks"], *seen["learnable"])] + [seen["proposal"]]
            for steps in ways:
                proposed += len(steps)
                ahead = state.clone()
                for step in steps:
                    ahead.apply(GAME.find(step))
    assert proposed > 100


def test_only_the_seat_to_decide_sees_its_choices() -> None:
    state = at("Ro Rt Rs", "", turn=EVENING, options=SET1)
    for seat in (None, 1):
        seen = board_of(state, seat)
        assert (seen["picks"], seen["learnable"], seen["proposal"], seen["waste"]) == ([], [], [], None)


# ---------------------------------------------------------------- picking tokens
def test_a_token_can_be_picked_before_its_action_is_chosen() -> None:
    morning = at("Go", "", altar="Ro Rt", turn=MORNING)
    assert picks(morning) == [("altar", "act take, take Ro", "pool"), ("altar", "act take, take Rt", "pool")]
    assert picks(at("Go", "", altar="Ro", turn=MIDDAY)) == [("pool", "act store, store Go", "board")]
    assert picks(play(morning, "act take")) == [("altar", "take Ro", "pool"), ("altar", "take Rt", "pool")]


def test_a_swap_tells_where_both_halves_go() -> None:
    state = at({"pool": "Ro", "book": {"purification": "3o"}}, "", altar="Yo", turn=MIDDAY, options=SET1)
    assert picks(play(state, "use purification 3")) == [("pool", "give Ro", "altar")]
    assert picks(play(state, "give Ro")) == [("altar", "take Yo", "pool")]
    state = at({"pool": "Ro", "board": "Gt", "book": {"growth": "3o"}}, "", turn=EVENING, options=SET3)
    assert picks(play(state, "use growth 3")) == [("pool", "give Ro", "board")]
    assert picks(play(state, "give Ro")) == [("board", "recall Gt", "pool")]


def test_a_token_for_a_card_goes_there_and_what_is_paid_only_leaves() -> None:
    state = play(at("Ro Rt Rs", "", turn=EVENING, options=SET1), "act learn", "learn sacrifice 3")
    assert picks(state)[0] == ("pool", "place Ro", "card 0 R")
    assert picks(play(state, "place Ro")) == [("pool", "pay Rt", None), ("pool", "pay Rs", None)]


def test_alone_a_token_is_offered_to_the_track() -> None:
    state = play(at("", altar=FIVE, turn=EVENING), "skip")
    assert picks(state)[0] == ("altar", "offer Ro", "track")


# ---------------------------------------------------------------- paying
def test_the_proposed_payment_is_legal_to_the_end_and_spares_what_one_has_most_of() -> None:
    state = play(at("Ro Rt Go Ko Wo Wt Ws", "", turn=EVENING, options=SET1), "act learn", "learn sacrifice 3")
    steps = board_of(state)["proposal"]
    assert [text(step) for step in steps][:2] == ["place Ro", "pay Rt"]  # type: ignore[arg-type]
    for step in steps:
        state.apply(GAME.find(step))
    assert state.view(None)["learning"] is None
    assert board_of(state)["proposal"] == []


# ---------------------------------------------------------------- learning
def test_learnable_spells_are_listed_before_learning_is_chosen_and_are_then_offered() -> None:
    state = at("Ro Rt Rs Uo Ut Us Us", "", turn=EVENING, options=SET1)
    assert learnable(state) == [("sacrifice", 3), ("transmutation", 3), ("transmutation", 4)]
    play(state, "act learn")
    assert [f"learn {spell} {level}" for spell, level in learnable(state)] == legal(state)


def test_nothing_is_learnable_where_learning_is_not_offered() -> None:
    assert learnable(at("Ro Rt Rs", "", turn=MORNING)) == []
    assert learnable(at("Ro Rt", "", turn=EVENING)) == []


def test_a_price_is_listed_in_tokens_of_the_colour_and_wilds() -> None:
    state = at("Ro Rt Go Ko Wo", "", turn=EVENING, options=SET1)
    (lesson,) = board_of(state)["learnable"]
    steps = [action("act learn"), action("learn sacrifice 3")]
    assert lesson == {"spell": "sacrifice", "level": 3, "own": 2, "wilds": 1, "adds": 1, "steps": steps}


def test_a_plan_counts_the_colour_and_what_wilds_could_make_of_it_in_every_phase() -> None:
    state = at("Ro Rt Go Ko Wo", "Yt", turn=MIDDAY, options=SET1)
    assert (plan(state, "sacrifice")["have"], plan(state, "sacrifice")["reach"]) == (2, 3)
    assert (plan(state, "abundance")["have"], plan(state, "abundance")["reach"]) == (0, 0)
    assert plan(state, "abundance", seat=1)["have"] == 1


@pytest.mark.parametrize(("pool", "of"), [("", 3), ("Ro Ro", 3), ("Ro Ro Ro Ro", 4), ("Ro Ro Ro Ro Ro Rt", 5)])
def test_tokens_are_counted_towards_the_first_level_then_as_they_are(pool: str, of: int) -> None:
    assert plan(at(pool, "", options=SET1), "sacrifice")["of"] == of


# ---------------------------------------------------------------- what a level adds
def test_a_level_adds_the_points_on_its_card() -> None:
    assert adds(at("", "", options=SET1), "time_travel") == [2, 4, 6]


def test_a_learned_spell_tells_what_each_level_would_change() -> None:
    assert adds(at({"book": {"abundance": "4o"}}, "", options=SET1), "abundance") == [-2, 0, 2]


def test_knowledge_counts_for_every_other_spell_and_every_other_spell_for_knowledge() -> None:
    assert adds(at({"book": {"eruption": "3o", "sharing": "4o"}}, "", options=SET2), "knowledge") == [2, 3, 4]
    assert adds(at({"book": {"knowledge": "4o"}}, "", options=SET2), "eruption") == [3, 5, 6]


def test_feast_counts_the_colours_stored_and_communion_the_best_rune_that_could_be_laid() -> None:
    assert adds(at({"board": "Ro Rt Gs"}, "", options=SET3), "feast") == [2, 2, 2]
    stored = "Ro Go Wo Rt Gt Ks"
    assert adds(at({"board": stored}, "", options=SET3), "communion") == [0, 3, 0]
    assert adds(at({"board": stored, "pool": "Yt Ys"}, "", options=SET3), "communion") == [0, 2, 0]


def test_a_plan_leaves_the_table_as_it_was() -> None:
    state = at({"board": "Ro Go", "pool": "Yt"}, "", options=SET3)
    before = list(state.cells)
    state.view(0)
    assert list(state.cells) == before


def test_only_what_is_counted_at_the_end_varies() -> None:
    varying = [board_of(at("", "", options=lineup))["worth"]["varies"] for lineup in (SET1, SET2, SET3)]
    assert varying == [{}, {"knowledge": [3, 4, 5]}, {"feast": [5], "communion": [4]}]
    assert board_of(at("", "", options=SET3))["worth"]["spells"]["blaze"] == [
        0,
        2,
        5,
    ]  # level 3 is simply worth nothing


# ---------------------------------------------------------------- what a skip would waste
def waste_of(*players: Any, **position: Any) -> Waste | None:
    return board_of(at(*players, **position))["waste"]


def test_skipping_a_morning_wastes_the_tokens_it_would_bring() -> None:
    assert waste_of("Ro", "", turn=MORNING, altar="Gt") == {"what": "draw", "n": 2}
    assert waste_of("Ro Ro Ro Ro Rt Rt Rt Rt", "", turn=MORNING, altar="Gt") == {"what": "draw", "n": 1}
    assert waste_of("Ro Ro Ro Ro Rt Rt Rt Rt Rs", "", turn=MORNING, altar="Gt") is None


def test_skipping_midday_wastes_nothing_but_on_the_last_day() -> None:
    assert waste_of({"pool": "Ro", "board": "Gt"}, "", turn=MIDDAY) is None
    last = at({"pool": "Ro", "board": full(5)}, {"board": full(14, "K")}, turn=MIDDAY | {"seat": 0}, first=1, end_by=1)
    assert board_of(last)["waste"] == {"what": "store", "adds": 2}


def test_skipping_an_evening_wastes_the_spell_that_would_score_most() -> None:
    waste = waste_of("Ro Rt Rs Ut Us Uo Us", "", turn=EVENING, options=SET1)
    assert waste == {"what": "learn", "spell": "transmutation", "level": 3, "adds": 4}
    assert waste_of("Ro Rt", "", turn=EVENING, options=SET1) is None
    assert waste_of("Ro Rt Rs", "", turn=EVENING, options=SET3) is None  # Blaze at level 3 is worth nothing


def test_stopping_early_wastes_a_token_that_could_still_be_taken() -> None:
    state = at({"book": {"divination": "4o"}}, "", turn=MORNING, options=SET3, altar="Ro Rt Gs")
    play(state, "use divination 4", "draw Ko", "draw Wo", "take Ro")
    assert board_of(state)["waste"] == {"what": "take", "n": 1}


# ---------------------------------------------------------------- the end, and the opponent
def test_the_board_says_why_the_game_ends() -> None:
    seven = {spell: "3o" for spell in at("", "", options=SET1).view(0)["spells"]}
    for player, why in (({"board": full(14)}, "board"), ({"book": seven}, "book")):
        seen = board_of(at(player, "", end_by=0))
        assert (seen["end_why"], seen["last_day"]) == (why, True)
    seen = board_of(at("", ""))
    assert (seen["end_why"], seen["last_day"]) == (None, False)


def test_alone_the_day_that_fills_the_track_is_the_last() -> None:
    fifteen, sixteen = full(15, "K"), full(15, "K") + " Ro"
    assert board_of(at("", opponent={"track": fifteen}))["last_day"] is False
    state = at("", opponent={"track": sixteen}, turn=EVENING, altar="Ro")
    assert (board_of(state)["last_day"], board_of(state)["end_why"]) == (True, None)
    draw_all(play(state, "skip", "offer Ro"))
    assert board_of(state)["end_why"] == "track"


def test_the_board_shows_the_opponents_schedule() -> None:
    schedule = board_of(at("", opponent={"track": "Ro Gt Gt"}))["opponent"]
    assert schedule is not None
    assert schedule["values"][:6] == [0, 0, 0, 0, 14, 16]
    assert schedule["values"][17] == 40
    assert (schedule["left"], schedule["next"], schedule["refresh"]) == (14, 14, [4, 9, 14])
    below = board_of(at("", opponent={"track": "Ro Gt Gt", "lower": "Ko Ko"}))["opponent"]
    assert below is not None
    assert (below["values"][:2], below["next"]) == ([2, 2], 16)
