"""Chapters "Levitation", "Sharing", "Divination"."""

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

EIGHT = "Ro Rt Rs Go Gt Gs Ko Kt"
NINE = EIGHT + " Ks"
MIXED = ["blaze", "sharing", "growth", "focus", "clone", "mirage", "communion"]


# ---------------------------------------------------------------- Levitation
@pytest.mark.rule("SB-335")
def test_the_points_of_levitation() -> None:
    assert points("levitation", {"lineup": "set1"}) == [3, 4, 5]


@pytest.mark.rule("SB-336")
@pytest.mark.parametrize(("level", "rune"), [(3, "o"), (4, "t"), (5, "s")])
def test_levitation_takes_two_of_the_rune_of_its_level(level: int, rune: str) -> None:
    altar = "Ro Go Rt Gt Rs Gs"
    state = at({"book": {"levitation": "5o"}}, "", altar=altar)
    play(state, f"use levitation {level}", f"take R{rune}", f"take G{rune}")
    assert (pool(state), phase(state)) == (f"R{rune} G{rune}", "midday")


@pytest.mark.rule("SB-337")
def test_levitation_never_mixes_runes() -> None:
    state = at({"book": {"levitation": "4s"}}, "", altar="Ro Go Kt Yt")
    play(state, "use levitation 4", "take Kt")
    assert legal(state) == ["take Yt"]
    assert refused(state, "take Ro") == "SB-070"


@pytest.mark.rule("SB-338")
def test_levitation_takes_any_colours() -> None:
    state = play(at({"book": {"levitation": "3o"}}, "", altar="Ro Go Yo Kt"), "use levitation 3", "take Ro")
    assert legal(state) == ["take Go", "take Yo"]


@pytest.mark.rule("SB-339")
def test_levitation_takes_what_it_can() -> None:
    state = at({"pool": EIGHT, "book": {"levitation": "3o"}}, "", altar="Wo Yo")
    assert phase(play(state, "use levitation 3", "take Wo")) == "midday"
    lone = at({"book": {"levitation": "3o"}}, "", altar="Wo Yt")
    assert phase(play(lone, "use levitation 3", "take Wo")) == "midday"
    both = play(at({"book": {"levitation": "3o"}}, "", altar="Wo Yo"), "use levitation 3", "take Wo")
    assert legal(both) == ["take Yo"]
    none = at({"book": {"levitation": "3o"}}, "", altar="Wt Yt")
    assert offers(none, "use") == []
    assert refused(none, "use levitation 3") == "SB-339"
    assert offers(at({"pool": NINE, "book": {"levitation": "3o"}}, "", altar="Wo"), "use") == []


# ---------------------------------------------------------------- Sharing
@pytest.mark.rule("SB-345")
def test_the_points_of_sharing() -> None:
    assert points("sharing", SET2) == [4, 4, 4]


@pytest.mark.rule("SB-346")
def test_sharing_takes_one_two_or_three() -> None:
    altar = "Ro Rt Rs Po Pt Ps"
    for level, takes in ((5, 3), (4, 2)):
        state = play(
            at({"pool": "Yo Yt", "book": {"sharing": "5o"}}, "", options=SET2, altar=altar), f"use sharing {level}"
        )
        play(state, *[f"take {token}" for token in altar.split()[:takes]], "draw Ks")
        assert (count(pool(state)), count(zone(state, "altar")), pool(state, 1)) == (2 + takes, 6 - takes, "Ks")
    three = at({"book": {"sharing": "3o"}}, "", options=SET2, altar=altar)
    play(three, "use sharing 3", "take Ro", "draw Gt", "draw Ks")
    assert (pool(three), pool(three, 1)) == ("Ro Gt", "Ks")


@pytest.mark.rule("SB-347")
def test_sharing_takes_before_it_draws() -> None:
    state = at(
        {"pool": EIGHT, "book": {"sharing": "3o"}}, OTHER_NINE.replace("Ko Kt Ks", "Po Pt Ps"), options=SET2, altar="Yo"
    )
    play(state, "use sharing 3", "take Yo")
    assert (count(pool(state)), phase(state)) == (9, "midday")


@pytest.mark.rule("SB-348")
def test_then_each_other_player_draws_one() -> None:
    nine = OTHER_NINE
    state = at({"book": {"sharing": "4o"}}, nine, "Go Gt Gs Yo", options=SET2, altar="Ro Rt")
    play(state, "use sharing 4", "take Ro", "take Rt")
    assert state.turn() == CHANCE
    play(state, "draw Ys")
    assert (count(pool(state, 1)), pool(state, 2), phase(state)) == (9, "Go Gt Gs Yo Ys", "midday")
    order = at("", {"book": {"sharing": "4o"}}, "", options=SET2, altar="Ro Rt", turn={"seat": 1})
    play(order, "use sharing 4", "take Ro", "take Rt", "draw Ys", "draw Yt")
    assert (pool(order, 2), pool(order, 0)) == ("Ys", "Yt")


@pytest.mark.rule("SB-349")
def test_the_others_draw_even_if_the_active_player_gains_nothing() -> None:
    state = at({"pool": NINE, "book": {"sharing": "5o"}}, "", options=SET2, altar="Yo")
    play(state, "use sharing 5", "draw Ys")
    assert (count(pool(state)), pool(state, 1), zone(state, "altar")) == (9, "Ys", "Yo")


@pytest.mark.rule("SB-350")
def test_sharing_is_offered_when_a_token_would_move() -> None:
    nine = OTHER_NINE.replace("Ko Kt Ks", "Po Pt Ps")
    nobody = at({"pool": NINE, "book": {"sharing": "5o"}}, nine, options=SET2, altar="Yo")
    assert offers(nobody, "use") == []
    assert refused(nobody, "use sharing 5") == "SB-350"
    bare = at({"pool": EIGHT, "book": {"sharing": "5o"}}, nine, options=SET2, altar="")
    assert offers(bare, "use") == ["use sharing 3"]
    dry = at({"pool": NINE, "book": {"sharing": "5o"}}, "", options=SET2, altar=all_but(NINE, "Po"))
    assert offers(dry, "use") == []
    alone = at({"pool": NINE, "book": {"sharing": "4o"}}, options=SET2, altar="")
    assert offers(alone, "use") == ["use sharing 3", "use sharing 4"]


@pytest.mark.rule("SB-351")
def test_mirage_comes_before_the_next_take_and_before_the_draw() -> None:
    player = {"pool": "Rt Rs Gt Gs Kt Ks", "book": {"sharing": "3o", "mirage": "5o"}}
    state = at(player, OTHER_NINE.replace("Ko Kt Ks Wo", "Yo Yt Ys Wo"), spells=MIXED, altar="Ro")
    play(state, "use sharing 3", "take Ro", "draw Po", "draw Po")
    assert (count(pool(state)), phase(state)) == (9, "midday")


# ---------------------------------------------------------------- Divination
@pytest.mark.rule("SB-355")
def test_the_points_of_divination() -> None:
    assert points("divination", SET3) == [2, 3, 4]


def divining(level: int, pool_: str = "", altar: str = "Ro Rt Go Gt Ko Kt", second: str = "Ys") -> object:
    state = at({"pool": pool_, "book": {"divination": "5o"}}, "", options=SET3, altar=altar)
    return play(state, f"use divination {level}", "draw Ys", f"draw {second}")


@pytest.mark.rule("SB-356")
@pytest.mark.parametrize("level", [3, 4, 5])
def test_divination_draws_two_onto_the_altar_first(level: int) -> None:
    assert count(zone(divining(level), "altar")) == 8


@pytest.mark.rule("SB-358", "SB-362")
def test_divination_5_takes_any_two_old_or_new() -> None:
    state = divining(5)
    assert "take Ys" in legal(state)
    play(state, "take Ys", "take Ro")
    assert (pool(state), phase(state)) == ("Ro Ys", "midday")


@pytest.mark.rule("SB-359")
def test_divination_4_takes_up_to_two_of_one_colour() -> None:
    state = divining(4)
    assert legal(state)[0] == "stop"
    assert phase(play(state.clone(), "stop")) == "midday"
    play(state, "take Ro")
    assert legal(state) == ["stop", "take Rt"]
    assert refused(state, "take Gt") == "SB-359"
    assert pool(play(state.clone(), "stop")) == "Ro"
    assert pool(play(state, "take Rt")) == "Ro Rt"
    lone = play(divining(4, altar="Ro Gt"), "take Ro")
    assert phase(lone) == "midday"


@pytest.mark.rule("SB-360")
def test_divination_3_discards_one_afterwards() -> None:
    state = play(divining(3, "Us Ut Uo"), "take Ro", "take Ys")
    assert legal(state) == ["discard Ro", "discard Uo", "discard Ut", "discard Us", "discard Ys"]
    play(state, "discard Uo")
    assert (count(pool(state)), zone(state, "discard")) == (4, "Uo")


@pytest.mark.rule("SB-361")
def test_divination_3_discards_even_if_nothing_was_taken() -> None:
    state = at({"pool": OTHER_NINE, "book": {"divination": "3o"}}, "", options=SET3, altar="Ro")
    play(state, "use divination 3", "draw Ys", "draw Ys", "discard Ko")
    assert (count(pool(state)), count(zone(state, "altar")), phase(state)) == (8, 3, "midday")


@pytest.mark.rule("SB-363")
def test_divination_is_offered_when_a_token_would_move() -> None:
    full = at({"pool": OTHER_NINE, "book": {"divination": "4o"}}, "", options=SET3)
    assert offers(full, "use") == ["use divination 3", "use divination 4"]
    dry = at({"pool": OTHER_NINE, "book": {"divination": "5o"}}, "", options=SET3, altar=all_but(OTHER_NINE, "Po"))
    assert offers(dry, "use") == ["use divination 3"]
    assert refused(dry, "use divination 5") == "SB-363"


@pytest.mark.rule("SB-364")
def test_the_two_draws_are_for_the_altar_and_wake_no_mirage() -> None:
    player = {"pool": OTHER_NINE, "book": {"divination": "4o", "mirage": "5s"}}
    state = draw_all(play(at(player, "", options=SET3), "use divination 4"))
    assert (count(pool(state)), count(zone(state, "altar")), phase(state)) == (9, 2, "midday")
