"""Chapters "Keywords and pool limit", "Morning", "Midday"."""

import random

import pytest

from sortilege import CHANCE
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    EVENING,
    MIDDAY,
    MORNING,
    at,
    board,
    book,
    count,
    legal,
    offers,
    phase,
    play,
    pool,
    refused,
    zone,
)
from tests.shelf.tables import walk

EIGHT = "Ro Rt Rs Po Pt Ps Go Gt"
NINE = EIGHT + " Gs"


@pytest.mark.rule("SB-060")
def test_taking_stops_at_nine() -> None:
    state = at({"pool": EIGHT, "book": {"sharing": "5o"}}, "", options={"lineup": "set2"}, altar="Ko Kt Ks")
    play(state, "use sharing 5", "take Kt", "draw Yo")
    assert (count(pool(state)), zone(state, "altar"), phase(state)) == (9, "Ko Ks", "midday")


@pytest.mark.rule("SB-060")
def test_only_what_lies_on_the_altar_can_be_taken() -> None:
    state = play(at("", "", altar="Ro"), "act take")
    assert refused(state, "take Gt") == "SB-060"


@pytest.mark.rule("SB-061", "SB-082")
def test_drawing_stops_at_nine() -> None:
    state = play(at(EIGHT, ""), "act draw", "draw Ko")
    assert (count(pool(state)), phase(state)) == (9, "midday")
    assert count(zone(state, "pouch")) == 105 - 9


@pytest.mark.rule("SB-062")
def test_an_effect_may_store_straight_from_the_altar() -> None:
    state = at({"pool": "Ro", "book": {"feast": "4o"}}, "", options={"lineup": "set3"}, altar="Yo", turn=MIDDAY)
    play(state, "use feast 4", "take Yo")
    assert (pool(state), board(state), zone(state, "altar")) == ("Ro", "Yo", "")


@pytest.mark.rule("SB-063")
def test_what_finds_no_space_stays_where_it_was() -> None:
    thirteen = "Po Po Po Po Po Pt Pt Pt Pt Pt Ps Ps Ps"
    player = {"pool": "Ro Rt", "board": thirteen, "book": {"offering": "3o"}}
    state = play(at(player, "", turn=MIDDAY), "use offering 3")
    assert legal(state) == ["store Ro", "store Rt"]
    play(state, "store Rt")
    assert (pool(state), count(board(state)), zone(state, "discard"), phase(state)) == ("Ro", 14, "", "evening")


@pytest.mark.rule("SB-064")
def test_a_full_pool_does_not_hinder_storing_from_the_altar() -> None:
    state = at({"pool": NINE, "book": {"feast": "4o"}}, "", options={"lineup": "set3"}, altar="Yo", turn=MIDDAY)
    play(state, "use feast 4", "take Yo")
    assert (pool(state), board(state)) == (NINE, "Yo")


@pytest.mark.rule("SB-065")
def test_the_owner_chooses_what_is_discarded() -> None:
    state = at({"pool": "Ro Gt", "book": {"cure": "3o"}}, "", options={"lineup": "set2"}, turn=MIDDAY)
    play(state, "use cure 3", "draw Ys")
    assert legal(state) == ["discard Ro", "discard Gt", "discard Ys"]
    assert refused(state, "discard Ko") == "SB-065"
    assert zone(play(state, "discard Gt"), "discard") == "Gt"


@pytest.mark.rule("SB-066")
def test_a_raise_is_one_level_and_stops_at_five() -> None:
    player = {"pool": "Ro Ro", "book": {"levitation": "4t", "sacrifice": "5o", "time_travel": "3o"}}
    state = play(at(player, "", turn=EVENING), "use time_travel 3", "discard Ro")
    assert legal(state) == ["raise levitation"]
    assert book(play(state, "raise levitation"))["levitation"] == "5t"


@pytest.mark.rule("SB-067", "SB-068")
def test_a_swap_keeps_all_sizes() -> None:
    player = {"pool": "Ro Gt Ks", "book": {"purification": "4o"}}
    state = at(player, "", altar="Yo Us Pt", turn=MIDDAY)
    play(state, "use purification 4", "give Ro", "take Yo", "give Gt", "take Us")
    assert (pool(state), zone(state, "altar")) == ("Ks Us Yo", "Ro Pt Gt")
    full = at({"pool": NINE, "book": {"purification": "3o"}}, "", altar="Yo", turn=MIDDAY)
    play(full, "use purification 3", "give Ro", "take Yo")
    assert count(pool(full)) == 9


@pytest.mark.rule("SB-067")
def test_what_a_swap_brought_or_laid_stays_out_of_it() -> None:
    player = {"pool": "Ro Gt", "book": {"purification": "4o"}}
    state = at(player, "", altar="Yo Us", turn=MIDDAY)
    play(state, "use purification 4", "give Ro")
    assert legal(state) == ["take Us", "take Yo"]
    assert refused(state, "take Ro") == "SB-371"
    play(state, "take Yo")
    assert legal(state) == ["give Gt"]
    assert refused(state, "give Yo") == "SB-067"
    play(state, "give Gt")
    assert legal(state) == ["take Us"]
    assert refused(state, "take Ro") == "SB-067"


@pytest.mark.rule("SB-069")
def test_an_arrow_means_the_rune_on_the_card() -> None:
    player = {"pool": "Ro Yt Ys Gs", "book": {"focus": "3s"}}
    state = play(at(player, "", options={"lineup": "set2"}, turn=EVENING), "use focus 3 store")
    assert legal(state) == ["store Gs", "store Ys"]
    assert refused(state, "store Ro") == "SB-069"


@pytest.mark.rule("SB-070")
def test_fixed_runes_do_not_look_at_the_card() -> None:
    state = at({"pool": "Ro Gt Ks", "book": {"sacrifice": "4s"}}, "")
    assert offers(state, "use") == ["use sacrifice 3", "use sacrifice 4"]
    play(state, "use sacrifice 4")
    assert legal(state) == ["discard Gt"]
    assert refused(state, "discard Ks") == "SB-070"


@pytest.mark.rule("SB-071")
@pytest.mark.parametrize("lineup", ["set1", "set2", "set3"])
def test_a_pool_shrinks_only_by_storing_paying_discarding_and_swapping(lineup: str) -> None:
    before = [0, 0, 0]
    for state in walk(GAME.new(3, {"lineup": lineup}), random.Random(9)):
        now = [count(pool(state, seat)) for seat in range(3)]
        if any(a < b for a, b in zip(now, before, strict=True)):
            assert GAME.describe(state.history[-1])["do"] in ("store", "pay", "place", "discard")
        if "skip" in legal(state):
            assert offers(state, "discard") == []
        before = now


# ---------------------------------------------------------------- Morning
@pytest.mark.rule("SB-080")
def test_take_1() -> None:
    state = play(at("Gs Ks", "", altar="Ro Yt"), "act take", "take Ro")
    assert (pool(state), zone(state, "altar")) == ("Ro Gs Ks", "Yt")
    assert offers(at("", "", altar=""), "act take") == []
    assert offers(at(NINE, "", altar="Ko"), "act take") == []
    assert refused(at("", "", altar=""), "act take") == "SB-080"


@pytest.mark.rule("SB-081")
def test_draw_2() -> None:
    state = play(at("Gs Ks", ""), "act draw", "draw Ro", "draw Yt")
    assert pool(state) == "Ro Gs Ks Yt"


@pytest.mark.rule("SB-082")
def test_nine_in_the_pool_leave_only_the_skip() -> None:
    assert legal(at(NINE, "", altar="Ko")) == ["skip"]
    assert refused(at(NINE, ""), "act draw") == "SB-081"


@pytest.mark.rule("SB-083")
@pytest.mark.parametrize(
    ("spell", "lineup"),
    [
        ("sacrifice", "set1"),
        ("levitation", "set1"),
        ("eruption", "set2"),
        ("sharing", "set2"),
        ("blaze", "set3"),
        ("divination", "set3"),
    ],
)
def test_morning_spells(spell: str, lineup: str) -> None:
    assert phases_of(spell, lineup) == ["morning"]


@pytest.mark.rule("SB-084")
def test_draw_2_asks_nothing_in_between() -> None:
    state = play(at("", ""), "act draw", "draw Ro")
    assert state.turn() == CHANCE
    assert phase(play(state, "draw Ro")) == "midday"


# ---------------------------------------------------------------- Midday
def phases_of(spell: str, lineup: str) -> list[str]:
    """In which phases a learned spell is offered, everything it may need being there."""
    book_ = {spell: "5o", ("abundance" if lineup == "set1" else "knowledge" if lineup == "set2" else "communion"): "3o"}
    player = {"pool": "Ro Gt Ko Ko Kt", "board": "Ro", "book": book_}
    phases = []
    for turn in (MORNING, MIDDAY, EVENING):
        state = at(player, "Ro", options={"lineup": lineup}, altar="Ro Gt Ks Yo", turn=turn)
        if offers(state, f"use {spell}"):
            phases.append(turn["phase"])
    return phases


@pytest.mark.rule("SB-090")
def test_store_1() -> None:
    state = at({"pool": "Yo Rt", "board": "Go Go Go"}, "", turn=MIDDAY)
    play(state, "act store", "store Yo")
    assert (pool(state), board(state)) == ("Rt", "Go Go Go Yo")
    assert offers(at("", "", turn=MIDDAY), "act") == []
    assert refused(at("", "", turn=MIDDAY), "act store") == "SB-090"


@pytest.mark.rule("SB-091")
def test_a_token_lands_on_the_next_space() -> None:
    for stored, points in ((0, 1), (5, 7), (13, 18)):
        tokens = " ".join(["Go", "Go", "Go", "Go", "Go", "Gt", "Gt", "Gt", "Gt", "Gt", "Gs", "Gs", "Gs", "Gs"][:stored])
        state = play(at({"pool": "Yo", "board": tokens}, "", turn=MIDDAY), "act store", "store Yo")
        assert (count(board(state)), state.scores()[0]) == (stored + 1, points)


@pytest.mark.rule("SB-092")
def test_a_full_board_offers_no_storing() -> None:
    full = "Go Go Go Go Go Gt Gt Gt Gt Gt Gs Gs Gs Gs"
    midday = {"pool": "Ro Rt", "board": full, "book": {"offering": "3o"}}
    assert legal(at(midday, "", turn=MIDDAY)) == ["skip"]
    feast = {"board": full, "book": {"feast": "4o"}}
    assert offers(at(feast, "", options={"lineup": "set3"}, altar="Ro", turn=MIDDAY), "use") == []
    growth = {"pool": "Ro", "board": full, "book": {"growth": "5s"}}
    assert offers(at(growth, "", options={"lineup": "set3"}, altar="Ro", turn=EVENING), "use") == ["use growth 3"]
    focus = {"pool": "Ro", "board": full, "book": {"focus": "3o"}}
    assert offers(at(focus, "", options={"lineup": "set2"}, turn=EVENING), "use") == []


@pytest.mark.rule("SB-093")
def test_storing_is_over_when_evening_comes() -> None:
    state = at("Ro", "", turn=EVENING)
    assert legal(state) == ["skip"]
    assert refused(state, "act store") == "SB-093"


@pytest.mark.rule("SB-094")
@pytest.mark.parametrize(
    ("spell", "lineup"),
    [("purification", "set1"), ("offering", "set1"), ("cure", "set2"), ("feast", "set3"), ("clone", "set3")],
)
def test_midday_spells(spell: str, lineup: str) -> None:
    assert phases_of(spell, lineup) == ["midday"]


@pytest.mark.rule("SB-101")
@pytest.mark.parametrize(
    ("spell", "lineup"),
    [("time_travel", "set1"), ("focus", "set2"), ("storm", "set2"), ("growth", "set3")],
)
def test_evening_spells(spell: str, lineup: str) -> None:
    assert phases_of(spell, lineup) == ["evening"]


@pytest.mark.rule("SB-101")
def test_transmutation_is_an_evening_spell() -> None:
    player = {"pool": "Gs Ro Yo Go", "book": {"transmutation": "5o"}}
    uses = [offers(at(player, "", turn=turn), "use transmutation") for turn in (MORNING, MIDDAY, EVENING)]
    assert uses == [[], [], ["use transmutation 5"]]


@pytest.mark.rule("SB-095")
def test_a_stored_token_stays() -> None:
    for seats, lineup in ((2, "set1"), (3, "set2")):
        boards = [""] * seats
        for state in walk(GAME.new(seats, {"lineup": lineup}), random.Random(4)):
            for seat in range(seats):
                now = board(state, seat)
                assert all(
                    now.split().count(token) >= boards[seat].split().count(token) for token in boards[seat].split()
                )
                boards[seat] = now
