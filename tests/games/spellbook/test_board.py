"""What a view tells so that a board can be drawn and a Day planned: prices, gains, what a skip would waste, the end."""

from typing import Any

from sortilege.core.state import State
from tests.games.spellbook.moves import EVENING, MIDDAY, MORNING, SET1, SET2, SET3, at, draw_all, full, legal, play


def told(state: State) -> dict[str, Any]:
    view: dict[str, Any] = state.view(0)
    return view


def learnable(state: State) -> list[tuple[str, int]]:
    return [(one["spell"], one["level"]) for one in told(state)["learnable"]]


def adds(state: State, spell: str) -> list[int]:
    gains: list[int] = told(state)["players"][0]["plan"][spell]["adds"]
    return gains


# ---------------------------------------------------------------- learning
def test_what_could_be_learned_is_told_before_learning_is_chosen_and_is_then_what_is_offered() -> None:
    state = at("Ro Rt Rs Uo Ut Us Us", "", turn=EVENING, options=SET1)
    assert learnable(state) == [("sacrifice", 3), ("transmutation", 3), ("transmutation", 4)]
    play(state, "act learn")
    assert [f"learn {spell} {level}" for spell, level in learnable(state)] == legal(state)


def test_nothing_is_learnable_where_learning_is_not_offered() -> None:
    assert learnable(at("Ro Rt Rs", "", turn=MORNING)) == []
    assert learnable(at("Ro Rt", "", turn=EVENING)) == []


def test_a_price_is_told_in_tokens_of_the_colour_and_wilds() -> None:
    state = at("Ro Rt Go Ko Wo", "", turn=EVENING, options=SET1)
    (price,) = told(state)["learnable"]
    assert price == {"spell": "sacrifice", "level": 3, "own": 2, "wilds": 1, "adds": 1}


def test_a_plan_counts_the_colour_and_what_wilds_could_make_of_it_in_every_phase() -> None:
    view = told(at("Ro Rt Go Ko Wo", "Yt", turn=MIDDAY, options=SET1))
    plan = view["players"][0]["plan"]
    assert (plan["sacrifice"]["have"], plan["sacrifice"]["reach"]) == (2, 3)
    assert (plan["abundance"]["have"], plan["abundance"]["reach"]) == (0, 0)
    assert view["players"][1]["plan"]["abundance"]["have"] == 1


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
    varying = [told(at("", "", options=lineup))["worth"]["varies"] for lineup in (SET1, SET2, SET3)]
    assert varying == [{}, {"knowledge": [3, 4, 5]}, {"feast": [5], "communion": [4]}]
    assert told(at("", "", options=SET3))["worth"]["spells"]["blaze"] == [0, 2, 5]  # level 3 is simply worth nothing


# ---------------------------------------------------------------- what a skip would waste
def wasted(*players: Any, **position: Any) -> dict[str, Any] | None:
    waste: dict[str, Any] | None = told(at(*players, **position))["waste"]
    return waste


def test_skipping_a_morning_wastes_the_tokens_it_would_bring() -> None:
    assert wasted("Ro", "", turn=MORNING, altar="Gt") == {"what": "draw", "n": 2}
    assert wasted("Ro Ro Ro Ro Rt Rt Rt Rt", "", turn=MORNING, altar="Gt") == {"what": "draw", "n": 1}
    assert wasted("Ro Ro Ro Ro Rt Rt Rt Rt Rs", "", turn=MORNING, altar="Gt") is None


def test_skipping_midday_wastes_nothing_but_on_the_last_day() -> None:
    assert wasted({"pool": "Ro", "board": "Gt"}, "", turn=MIDDAY) is None
    last = at({"pool": "Ro", "board": full(5)}, {"board": full(14, "K")}, turn=MIDDAY | {"seat": 0}, first=1, end_by=1)
    assert told(last)["waste"] == {"what": "store", "adds": 2}


def test_skipping_an_evening_wastes_the_spell_that_would_score_most() -> None:
    waste = wasted("Ro Rt Rs Ut Us Uo Us", "", turn=EVENING, options=SET1)
    assert waste == {"what": "learn", "spell": "transmutation", "level": 3, "own": 3, "wilds": 0, "adds": 4}
    assert wasted("Ro Rt", "", turn=EVENING, options=SET1) is None
    assert wasted("Ro Rt Rs", "", turn=EVENING, options=SET3) is None  # Blaze at level 3 is worth nothing


def test_stopping_early_wastes_a_token_that_could_still_be_taken() -> None:
    state = at({"book": {"divination": "4o"}}, "", turn=MORNING, options=SET3, altar="Ro Rt Gs")
    play(state, "use divination 4", "draw Ko", "draw Wo", "take Ro")
    assert told(state)["waste"] == {"what": "take", "n": 1}


# ---------------------------------------------------------------- the end, and the opponent
def test_why_the_end_comes_is_told() -> None:
    seven = {spell: "3o" for spell in told(at("", "", options=SET1))["spells"]}
    for player, why in (({"board": full(14)}, "board"), ({"book": seven}, "book")):
        view = told(at(player, "", end_by=0))
        assert (view["end_why"], view["last_day"]) == (why, True)
    assert (told(at("", ""))["end_why"], told(at("", ""))["last_day"]) == (None, False)


def test_alone_the_day_that_fills_the_track_is_the_last() -> None:
    fifteen, sixteen = full(15, "K"), full(15, "K") + " Ro"
    assert told(at("", opponent={"track": fifteen}))["last_day"] is False
    state = at("", opponent={"track": sixteen}, turn=EVENING, altar="Ro")
    assert (told(state)["last_day"], told(state)["end_why"]) == (True, None)
    draw_all(play(state, "skip", "offer Ro"))
    assert told(state)["end_why"] == "track"


def test_the_opponents_schedule_is_told() -> None:
    opponent = told(at("", opponent={"track": "Ro Gt"}))["opponent"]
    assert opponent["values"][:6] == [0, 0, 0, 0, 14, 16]
    assert opponent["values"][17] == 40
    assert opponent["refresh"] == [4, 9, 14]
