"""Chapters "Offering", "Focus", "Feast"."""

import pytest

from tests.games.spellbook.moves import (
    EVENING,
    MIDDAY,
    OTHER_NINE,
    SET2,
    SET3,
    at,
    board,
    book,
    count,
    full,
    legal,
    offers,
    phase,
    play,
    points,
    pool,
    refused,
    zone,
)


# ---------------------------------------------------------------- Offering
@pytest.mark.rule("SB-405")
def test_the_points_of_offering() -> None:
    assert points("offering", {"lineup": "set1"}) == [2, 4, 6]


@pytest.mark.rule("SB-406")
@pytest.mark.parametrize(("level", "n"), [(3, 2), (4, 3), (5, 4)])
def test_offering_stores_so_many_of_one_colour(level: int, n: int) -> None:
    player = {"pool": "Ro Ro Rt Rs Gt Gt", "board": "Yo Yo", "book": {"offering": "5o"}}
    state = play(at(player, "", turn=MIDDAY), f"use offering {level}", "store Ro")
    assert all(offer.startswith("store R") for offer in legal(state))
    assert refused(state, "store Gt") == "SB-406"
    play(state, *["store Ro", "store Rt", "store Rs"][: n - 1])
    assert (count(board(state)), phase(state)) == (2 + n, "evening")


@pytest.mark.rule("SB-407")
def test_offering_does_not_look_at_runes() -> None:
    state = at({"pool": "Ro Rt", "book": {"offering": "3o"}}, "", turn=MIDDAY)
    assert board(play(state, "use offering 3", "store Rt", "store Ro")) == "Ro Rt"


@pytest.mark.rule("SB-408")
def test_offering_needs_the_full_number_of_a_colour() -> None:
    three = at({"pool": "Ro Rt Rs Gt Gs", "book": {"offering": "5o"}}, "", turn=MIDDAY)
    assert offers(three, "use") == ["use offering 3", "use offering 4"]
    assert refused(three, "use offering 5") == "SB-408"
    play(three, "use offering 4")
    assert legal(three) == ["store Ro", "store Rt", "store Rs"]
    assert refused(three, "store Gt") == "SB-408"
    assert offers(at({"pool": "Ro Gt Ks", "book": {"offering": "5o"}}, "", turn=MIDDAY), "use") == []


@pytest.mark.rule("SB-409")
def test_offering_fills_what_spaces_there_are() -> None:
    player = {"pool": "Ro Ro Rt Rs", "board": full(12), "book": {"offering": "5o"}}
    state = play(at(player, "", turn=MIDDAY), "use offering 5", "store Ro", "store Rs")
    assert (pool(state), count(board(state)), phase(state)) == ("Ro Rt", 14, "evening")
    none = at({"pool": "Ro Ro Rt Rs", "board": full(14), "book": {"offering": "5o"}}, "", turn=MIDDAY)
    assert offers(none, "use") == []


# ---------------------------------------------------------------- Focus
@pytest.mark.rule("SB-415")
def test_the_points_of_focus() -> None:
    assert points("focus", SET2) == [3, 4, 5]


def focus(card: str, pool_: str, altar: str = "", board_: str = "") -> object:
    player = {"pool": pool_, "board": board_, "book": {"focus": card}}
    return at(player, "", options=SET2, altar=altar, turn=EVENING)


@pytest.mark.rule("SB-416")
def test_focus_3_stores_one_of_its_rune() -> None:
    state = focus("3s", "Ys Ro", "Us")
    assert offers(state, "use") == ["use focus 3 store"]
    play(state, "use focus 3 store", "store Ys")
    assert (board(state), pool(state)) == ("Ys", "Ro")


@pytest.mark.rule("SB-417")
def test_focus_4_stores_two_or_takes_one() -> None:
    state = focus("4s", "Ys Gs Ro", "Us Ut")
    assert offers(state, "use") == ["use focus 3 store", "use focus 4 store", "use focus 4 take"]
    stored = play(state.clone(), "use focus 4 store", "store Ys", "store Gs")
    assert (board(stored), phase(stored)) == ("Gs Ys", "night")
    taking = play(state.clone(), "use focus 4 take")
    assert legal(taking) == ["take Us"]
    assert count(pool(play(taking, "take Us"))) == 4


@pytest.mark.rule("SB-418")
def test_focus_5_stores_three_or_takes_two() -> None:
    state = focus("5o", "Yo Go Wo", "Ro Uo Kt")
    stored = play(state.clone(), "use focus 5 store", "store Yo", "store Go", "store Wo")
    assert (count(board(stored)), phase(stored)) == (3, "night")
    taking = play(state.clone(), "use focus 5 take", "take Ro", "take Uo")
    assert (count(pool(taking)), zone(taking, "altar"), phase(taking)) == (5, "Kt", "night")


@pytest.mark.rule("SB-419")
def test_focus_does_one_branch_of_one_level() -> None:
    state = play(focus("5o", "Yo Go Wo", "Ro Uo"), "use focus 4 store", "store Yo")
    assert legal(state) == ["store Go", "store Wo"]
    play(state, "store Wo")
    assert (phase(state), zone(state, "altar")) == ("night", "Ro Uo")


@pytest.mark.rule("SB-420")
def test_focus_takes_any_colour() -> None:
    state = play(focus("4s", "Ys Gs"), "use focus 4 store", "store Ys", "store Gs")
    assert board(state) == "Gs Ys"


@pytest.mark.rule("SB-421")
def test_focus_stores_need_the_full_number_and_a_space() -> None:
    state = focus("5s", "Ys Gs Ro")
    assert offers(state, "use") == ["use focus 3 store", "use focus 4 store"]
    assert refused(state, "use focus 5 store") == "SB-421"
    tight = play(focus("5s", "Ys Gs Rs", "", full(13)), "use focus 5 store", "store Ys")
    assert (count(board(tight)), pool(tight), phase(tight)) == (14, "Rs Gs", "night")
    assert offers(focus("5s", "Ys Gs Rs", "", full(14)), "use") == []


@pytest.mark.rule("SB-422")
def test_focus_takes_what_it_can() -> None:
    eight = "Ro Rt Po Pt Go Gt Uo Ut"
    state = play(focus("5s", eight, "Ys Ws"), "use focus 5 take", "take Ys")
    assert (count(pool(state)), phase(state)) == (9, "night")
    lone = play(focus("5s", "", "Ys Wt"), "use focus 5 take", "take Ys")
    assert phase(lone) == "night"
    assert refused(focus("5s", "", "Yo Wt"), "use focus 5 take") == "SB-422"
    assert offers(focus("5s", eight + " Wo", "Ys"), "use") == []


@pytest.mark.rule("SB-423")
def test_a_take_of_focus_wakes_mirage() -> None:
    spells = ["blaze", "sharing", "growth", "focus", "clone", "mirage", "communion"]
    player = {"book": {"focus": "4t", "mirage": "3t"}}
    state = at(player, "", spells=spells, altar="Kt", turn=EVENING)
    play(state, "use focus 4 take", "take Kt", "draw Yo")
    assert pool(state) == "Kt Yo"


# ---------------------------------------------------------------- Feast
@pytest.mark.rule("SB-430")
def test_feast_5_scores_the_colours_stored() -> None:
    scores = [
        at({"board": "Ro Rt Gs Yo", "book": {"feast": f"{level}o"}}, "", options=SET3).scores()[0]
        for level in (3, 4, 5)
    ]
    assert scores == [4 + 2, 4 + 2, 4 + 3]


@pytest.mark.rule("SB-431")
def test_a_feast_at_5_still_has_its_lower_actions() -> None:
    state = at({"board": "Ro", "book": {"feast": "5o"}}, "", options=SET3, altar="Rt", turn=MIDDAY)
    assert offers(state, "use") == ["use feast 3", "use feast 4"]
    assert refused(state, "use feast 5") == "SB-432"


@pytest.mark.rule("SB-432")
def test_feast_4_stores_from_the_altar() -> None:
    player = {"pool": "Po Pt Ps Wo Wt Ws Uo Ut Us", "board": "Yo Yo Yo", "book": {"feast": "4o"}}
    state = play(at(player, "", options=SET3, altar="Rt Gs", turn=MIDDAY), "use feast 4")
    assert legal(state) == ["take Rt", "take Gs"]
    play(state, "take Gs")
    assert (count(board(state)), count(pool(state)), zone(state, "altar")) == (4, 9, "Rt")
    bare = at({"book": {"feast": "4o"}}, "", options=SET3, altar="", turn=MIDDAY)
    assert offers(bare, "use") == []


@pytest.mark.rule("SB-433")
def test_feast_3_takes_a_colour_that_is_stored() -> None:
    state = at({"board": "Ro", "book": {"feast": "3o"}}, "", options=SET3, altar="Gs Rt Kt", turn=MIDDAY)
    play(state, "use feast 3")
    assert legal(state) == ["take Rt"]
    assert refused(state, "take Gs") == "SB-433"
    assert pool(play(state, "take Rt")) == "Rt"
    empty = at({"book": {"feast": "3o"}}, "", options=SET3, altar="Gs Rt", turn=MIDDAY)
    assert offers(empty, "use") == []
    nine = {"pool": OTHER_NINE, "board": "Ro", "book": {"feast": "3o"}}
    assert offers(at(nine, "", options=SET3, altar="Rt", turn=MIDDAY), "use") == []


@pytest.mark.rule("SB-434")
def test_feast_keeps_its_level() -> None:
    state = at({"board": "Ro", "book": {"feast": "5o"}}, "", options=SET3, altar="Rt Rs", turn=MIDDAY)
    assert book(play(state.clone(), "use feast 4", "take Rt"))["feast"] == "5o"
    assert book(play(state.clone(), "use feast 3", "take Rt"))["feast"] == "5o"
