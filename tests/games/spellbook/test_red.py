"""Chapters "Sacrifice", "Eruption", "Blaze"."""

import pytest

from sortilege import CHANCE
from tests.games.spellbook.moves import (
    OTHER_NINE,
    SET2,
    SET3,
    all_but,
    at,
    count,
    draw_all,
    legal,
    offers,
    phase,
    play,
    points,
    pool,
    refused,
    zone,
)

NINE = "Ro Rt Rs Po Pt Ps Go Gt Gs"


# ---------------------------------------------------------------- Sacrifice
@pytest.mark.rule("SB-300")
def test_the_points_of_sacrifice() -> None:
    assert points("sacrifice", {"lineup": "set1"}) == [1, 2, 3]


@pytest.mark.rule("SB-301")
@pytest.mark.parametrize(("level", "token"), [(3, "Ro"), (4, "Gt"), (5, "Ks")])
def test_sacrifice_discards_the_rune_of_its_level_and_draws_four(level: int, token: str) -> None:
    state = play(at({"pool": "Ro Gt Ks", "book": {"sacrifice": "5o"}}, ""), f"use sacrifice {level}")
    assert legal(state) == [f"discard {token}"]
    play(state, f"discard {token}", "draw Yo", "draw Yo", "draw Yo", "draw Yo")
    assert (count(pool(state)), zone(state, "discard"), phase(state)) == (6, token, "midday")


@pytest.mark.rule("SB-302")
def test_higher_levels_of_sacrifice_add_runes_not_draws() -> None:
    assert offers(at({"pool": "Gt", "book": {"sacrifice": "5o"}}, ""), "use") == ["use sacrifice 4"]
    assert offers(at({"pool": "Gt", "book": {"sacrifice": "3o"}}, ""), "use") == []
    five = draw_all(play(at({"pool": "Ks", "book": {"sacrifice": "5o"}}, ""), "use sacrifice 5", "discard Ks"))
    assert count(pool(five)) == 4


@pytest.mark.rule("SB-303")
def test_sacrifice_takes_any_colour() -> None:
    state = play(at({"pool": "Ro Yo", "book": {"sacrifice": "3o"}}, ""), "use sacrifice 3")
    assert legal(state) == ["discard Ro", "discard Yo"]


@pytest.mark.rule("SB-304")
def test_sacrifice_needs_its_rune_and_works_at_nine() -> None:
    state = at({"pool": NINE, "book": {"sacrifice": "3t"}}, "")
    play(state, "use sacrifice 3", "discard Ro", "draw Yo")
    assert (count(pool(state)), phase(state)) == (9, "midday")
    assert refused(at({"pool": "Gt", "book": {"sacrifice": "3o"}}, ""), "use sacrifice 3") == "SB-304"


@pytest.mark.rule("SB-305")
def test_sacrifice_draws_up_to_nine() -> None:
    state = at({"pool": "Ro Rt Rs Po Pt Ps Gt", "book": {"sacrifice": "3t"}}, "")
    play(state, "use sacrifice 3", "discard Ro", "draw Yo", "draw Yo", "draw Yo")
    assert (count(pool(state)), phase(state)) == (9, "midday")


# ---------------------------------------------------------------- Eruption
@pytest.mark.rule("SB-310")
def test_the_points_of_eruption() -> None:
    assert points("eruption", SET2) == [2, 3, 4]


@pytest.mark.rule("SB-311")
@pytest.mark.parametrize(("level", "target"), [(3, 4), (4, 5), (5, 6)])
def test_eruption_draws_up_to_its_number(level: int, target: int) -> None:
    state = at({"pool": "Go", "book": {"eruption": "5o"}}, "", options=SET2)
    draw_all(play(state, f"use eruption {level}"))
    assert count(pool(state)) == target


@pytest.mark.rule("SB-312")
def test_eruption_is_not_offered_where_its_number_is_reached() -> None:
    five = at({"pool": "Ro Rt Po Pt Go", "book": {"eruption": "5s"}}, "", options=SET2)
    assert offers(five, "use") == ["use eruption 5"]
    assert refused(five, "use eruption 4") == "SB-312"
    six = at({"pool": "Ro Rt Po Pt Go Gt", "book": {"eruption": "5s"}}, "", options=SET2)
    assert offers(six, "use") == []


@pytest.mark.rule("SB-313")
def test_eruption_asks_nothing_and_takes_what_the_supply_holds() -> None:
    state = at({"book": {"eruption": "5o"}}, "", options=SET2, altar=all_but("Ro", "Ks Yt"))
    play(state, "use eruption 5")
    assert state.turn() == CHANCE
    play(state, "draw Ks", "draw Yt")
    assert (pool(state), phase(state)) == ("Ks Yt", "midday")
    assert offers(at({"book": {"eruption": "5o"}}, "", options=SET2, altar=all_but("Ro")), "use") == []


# ---------------------------------------------------------------- Blaze
@pytest.mark.rule("SB-320")
def test_the_points_of_blaze_and_its_single_effect() -> None:
    assert points("blaze", SET3) == [0, 2, 5]
    state = at({"book": {"blaze": "5o"}}, "", options=SET3, altar="Ro")
    assert offers(state, "use") == ["use blaze 5"]
    assert refused(state, "use blaze 3") == "SB-325"


@pytest.mark.rule("SB-321")
def test_blaze_draws_four_first() -> None:
    state = at({"pool": "Go Gt", "book": {"blaze": "3o"}}, "", options=SET3, altar="Ro")
    play(state, "use blaze 3", "draw Yo", "draw Yo", "draw Yo", "draw Yo")
    assert (count(pool(state)), state.turn()) == (6, 1)


@pytest.mark.rule("SB-322")
def test_blaze_lets_each_other_player_take_one_in_turn() -> None:
    state = at({"book": {"blaze": "3o"}}, "", "", options=SET3, altar="Ro Rt Rs Po Pt")
    draw_all(play(state, "use blaze 3"))
    assert (state.turn(), len(legal(state))) == (1, 5)
    play(state, "take Rs")
    assert state.turn() == 2
    play(state, "take Pt")
    assert (pool(state, 1), pool(state, 2), zone(state, "altar")) == ("Rs", "Pt", "Ro Rt Po")
    assert (state.turn(), phase(state)) == (0, "midday")


@pytest.mark.rule("SB-323")
def test_blaze_passes_over_a_full_pool_and_an_empty_altar() -> None:
    one = at({"book": {"blaze": "3o"}}, "Ko", "Ko", options=SET3, altar="Ro")
    draw_all(play(one, "use blaze 3"))
    play(one, "take Ro")
    assert (pool(one, 2), phase(one)) == ("Ko", "midday")
    full = at({"book": {"blaze": "3o"}}, OTHER_NINE, "", options=SET3, altar="Ro Rt")
    draw_all(play(full, "use blaze 3"))
    assert full.turn() == 2
    assert all(offer.startswith("take") for offer in legal(full))


@pytest.mark.rule("SB-324")
def test_blaze_may_be_partial_for_the_active_player() -> None:
    seven = at({"pool": "Ro Rt Po Pt Go Gt Ko", "book": {"blaze": "3s"}}, "", options=SET3, altar="Yo")
    play(seven, "use blaze 3", "draw Us", "draw Us")
    assert (count(pool(seven)), seven.turn()) == (9, 1)
    nine = at({"pool": NINE, "book": {"blaze": "3s"}}, "Ko Kt Ks", options=SET3, altar="Yo Yt")
    play(nine, "use blaze 3", "take Yo")
    assert (count(pool(nine)), count(pool(nine, 1))) == (9, 4)


@pytest.mark.rule("SB-325")
def test_blaze_is_offered_when_a_token_would_move() -> None:
    nobody = at({"pool": NINE, "book": {"blaze": "3s"}}, OTHER_NINE, options=SET3, altar="Yo Yt")
    assert offers(nobody, "use") == []
    bare = at({"pool": NINE, "book": {"blaze": "3s"}}, "", options=SET3, altar="")
    assert offers(bare, "use") == []
    assert refused(bare, "use blaze 3") == "SB-325"
    alone = at({"pool": NINE, "book": {"blaze": "3s"}}, options=SET3, altar="Yo")
    assert offers(alone, "use") == ["use blaze 3"]


@pytest.mark.rule("SB-326", "SB-558")
def test_no_mirage_works_in_blaze() -> None:
    mirage = {"mirage": "5o"}
    state = at({"book": {"blaze": "3o", **mirage}}, {"book": mirage}, options=SET3, altar="Ro Ro")
    draw_all(play(state, "use blaze 3"))
    play(state, "take Ro")
    assert (pool(state, 1), phase(state)) == ("Ro", "midday")
