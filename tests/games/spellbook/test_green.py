"""Chapters "Purification", "Cure", "Growth"."""

import pytest

from tests.games.spellbook.moves import (
    EVENING,
    MIDDAY,
    OTHER_NINE,
    SET2,
    SET3,
    all_but,
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


# ---------------------------------------------------------------- Purification
@pytest.mark.rule("SB-370")
def test_the_points_of_purification() -> None:
    assert points("purification", {"lineup": "set1"}) == [1, 2, 3]


@pytest.mark.rule("SB-371")
def test_purification_5_swaps_three() -> None:
    player = {"pool": "Ro Gt Ks Yo", "book": {"purification": "5o"}}
    state = at(player, "", altar="Us Wt Ps Kt Go", turn=MIDDAY)
    play(state, "use purification 5", "give Ro", "take Us", "give Gt", "take Wt", "give Ks", "take Ps")
    assert (pool(state), zone(state, "altar"), phase(state)) == ("Ps Wt Us Yo", "Ro Go Gt Kt Ks", "evening")


@pytest.mark.rule("SB-371", "SB-372")
@pytest.mark.parametrize(("level", "pairs"), [(3, 1), (4, 2), (5, 3)])
def test_each_token_given_is_answered_by_one_taken(level: int, pairs: int) -> None:
    player = {"pool": "Ro Gt Ks Yo", "book": {"purification": "5o"}}
    state = play(at(player, "", altar="Us Wt Ps Kt Go", turn=MIDDAY), f"use purification {level}")
    for _ in range(pairs):
        assert all(offer.startswith("give") for offer in legal(state))
        gift = legal(state)[0]
        play(state, gift)
        assert all(offer.startswith("take") for offer in legal(state))
        assert refused(state, gift) == "SB-052"
        play(state, legal(state)[0])
    assert phase(state) == "evening"
    assert (count(pool(state)), count(zone(state, "altar"))) == (4, 5)


@pytest.mark.rule("SB-373")
def test_purification_needs_a_token_on_either_side_and_works_at_nine() -> None:
    book_ = {"purification": "3o"}
    assert offers(at({"book": book_}, "", altar="Ro", turn=MIDDAY), "use") == []
    bare = at({"pool": "Ro", "book": book_}, "", altar="", turn=MIDDAY)
    assert offers(bare, "use") == []
    assert refused(bare, "use purification 3") == "SB-373"
    nine = at({"pool": OTHER_NINE, "book": book_}, "", altar="Ro", turn=MIDDAY)
    assert count(pool(play(nine, "use purification 3", "give Ko", "take Ro"))) == 9


@pytest.mark.rule("SB-374")
def test_purification_makes_as_many_pairs_as_there_are_tokens() -> None:
    state = at({"pool": "Ro Gt", "book": {"purification": "5o"}}, "", altar="Us Wt Ps", turn=MIDDAY)
    play(state, "use purification 5", "give Ro", "take Us", "give Gt", "take Wt")
    assert (pool(state), phase(state)) == ("Wt Us", "evening")


@pytest.mark.rule("SB-375", "SB-556")
def test_a_swap_wakes_no_mirage() -> None:
    spells = ["blaze", "sharing", "purification", "focus", "clone", "mirage", "communion"]
    player = {"pool": "Ro", "book": {"purification": "3o", "mirage": "5s"}}
    state = at(player, "", spells=spells, altar="Us", turn=MIDDAY)
    play(state, "use purification 3", "give Ro", "take Us")
    assert (pool(state), phase(state)) == ("Us", "evening")


# ---------------------------------------------------------------- Cure
@pytest.mark.rule("SB-380")
def test_the_points_of_cure() -> None:
    assert points("cure", SET2) == [3, 4, 5]


@pytest.mark.rule("SB-381")
@pytest.mark.parametrize(("level", "n"), [(3, 1), (4, 2), (5, 3)])
def test_cure_draws_and_discards_as_many(level: int, n: int) -> None:
    state = at({"pool": "Ro Rt Rs Po", "book": {"cure": "5o"}}, "", options=SET2, turn=MIDDAY)
    play(state, f"use cure {level}", *["draw Ys"] * n)
    assert count(pool(state)) == 4 + n
    play(state, *[f"discard {token}" for token in ["Ro", "Rt", "Rs"][:n]])
    assert (count(pool(state)), phase(state)) == (4, "evening")


@pytest.mark.rule("SB-382")
def test_cure_chooses_after_seeing_what_was_drawn() -> None:
    state = at({"pool": "Ro", "book": {"cure": "3o"}}, "", options=SET2, turn=MIDDAY)
    play(state, "use cure 3", "draw Ys")
    assert legal(state) == ["discard Ro", "discard Ys"]


@pytest.mark.rule("SB-383")
def test_cure_discards_in_full_even_if_less_was_drawn() -> None:
    eight = OTHER_NINE.rsplit(" ", 1)[0]
    state = at({"pool": eight, "book": {"cure": "5o"}}, "", options=SET2, turn=MIDDAY)
    play(state, "use cure 5", "draw Ys", "discard Ko", "discard Kt", "discard Ks")
    assert count(pool(state)) == 6
    nine = at({"pool": OTHER_NINE, "book": {"cure": "3o"}}, "", options=SET2, turn=MIDDAY)
    assert count(pool(play(nine, "use cure 3", "discard Ko"))) == 8


@pytest.mark.rule("SB-384")
def test_only_the_pool_limits_the_discard_of_cure() -> None:
    state = at({"book": {"cure": "5o"}}, "", options=SET2, altar=all_but("Go", "Ro"), turn=MIDDAY)
    play(state, "use cure 5", "draw Ro", "discard Ro")
    assert (pool(state), phase(state)) == ("", "evening")


@pytest.mark.rule("SB-385")
def test_cure_is_offered_when_a_token_would_move() -> None:
    assert offers(at({"book": {"cure": "3o"}}, "", options=SET2, turn=MIDDAY), "use") == ["use cure 3"]
    dry = at({"book": {"cure": "3o"}}, "", options=SET2, altar=all_but("Go"), turn=MIDDAY)
    assert offers(dry, "use") == []
    assert refused(dry, "use cure 3") == "SB-385"


# ---------------------------------------------------------------- Growth
@pytest.mark.rule("SB-390")
def test_the_points_of_growth() -> None:
    assert points("growth", SET3) == [3, 4, 6]


ALTAR = "Ro Rt Rs Po Pt Ps"


@pytest.mark.rule("SB-391", "SB-398")
def test_growth_5_stores_three_and_then_goes_down() -> None:
    state = at({"board": full(4), "book": {"growth": "5o"}}, "", options=SET3, altar=ALTAR, turn=EVENING)
    play(state, "use growth 5", "take Ro")
    assert book(state)["growth"] == "5o"
    play(state, "take Pt", "take Ps")
    assert (count(board(state)), zone(state, "altar"), book(state)["growth"]) == (7, "Rt Rs Po", "4o")


@pytest.mark.rule("SB-392")
def test_growth_4_stores_two_and_goes_down() -> None:
    state = at({"board": full(4), "book": {"growth": "4o"}}, "", options=SET3, altar=ALTAR, turn=EVENING)
    play(state, "use growth 4", "take Ro", "take Rt")
    assert (count(board(state)), book(state)["growth"]) == (6, "3o")


@pytest.mark.rule("SB-393", "SB-394")
@pytest.mark.parametrize("level", [3, 4, 5])
def test_growth_3_swaps_a_stored_token_and_keeps_its_level(level: int) -> None:
    player = {"pool": "Ys", "board": "Ro Gt", "book": {"growth": f"{level}o"}}
    state = play(at(player, "", options=SET3, altar=ALTAR, turn=EVENING), "use growth 3", "give Ys")
    assert legal(state) == ["recall Ro", "recall Gt"]
    assert refused(state, "recall Ys") == "SB-393"
    play(state, "recall Gt")
    assert (board(state), pool(state), book(state)["growth"]) == ("Ro Ys", "Gt", f"{level}o")


@pytest.mark.rule("SB-395")
def test_growth_goes_down_one_level_whichever_effect_was_used() -> None:
    state = at({"book": {"growth": "5o"}}, "", options=SET3, altar=ALTAR, turn=EVENING)
    play(state, "use growth 4", "take Ro", "take Rt")
    assert (count(board(state)), book(state)["growth"]) == (2, "4o")


@pytest.mark.rule("SB-396")
def test_growth_goes_down_even_if_little_could_be_stored() -> None:
    state = at({"board": full(13), "book": {"growth": "5o"}}, "", options=SET3, altar=ALTAR, turn=EVENING)
    play(state, "use growth 5", "take Ro")
    assert (count(board(state)), count(zone(state, "altar")), book(state)["growth"]) == (14, 5, "4o")


@pytest.mark.rule("SB-397")
def test_when_growth_is_offered() -> None:
    full_board = {"pool": "Ys", "board": full(14), "book": {"growth": "5o"}}
    assert offers(at(full_board, "", options=SET3, altar=ALTAR, turn=EVENING), "use") == ["use growth 3"]
    empty = at({"pool": "Ys", "book": {"growth": "5o"}}, "", options=SET3, altar=ALTAR, turn=EVENING)
    assert offers(empty, "use") == ["use growth 4", "use growth 5"]
    assert refused(empty, "use growth 3") == "SB-397"
    bare = at({"board": "Ro", "book": {"growth": "5o"}}, "", options=SET3, altar="", turn=EVENING)
    assert offers(bare, "use") == []


@pytest.mark.rule("SB-399")
def test_growth_does_not_mind_a_full_pool() -> None:
    player = {"pool": OTHER_NINE, "board": "Yo", "book": {"growth": "5o"}}
    state = at(player, "", options=SET3, altar=ALTAR, turn=EVENING)
    assert len(offers(state, "use growth")) == 3
    stored = play(state.clone(), "use growth 5", "take Ro", "take Rt", "take Rs")
    assert pool(stored) == OTHER_NINE
    assert count(pool(play(state, "use growth 3", "give Ko", "recall Yo"))) == 9


@pytest.mark.rule("SB-400")
def test_a_swap_of_growth_may_change_variable_points() -> None:
    player = {"pool": "Ko", "board": "Ro Gt", "book": {"growth": "3s", "communion": "4o"}}
    state = at(player, "", options=SET3, turn=EVENING)
    before = state.scores()[0]
    play(state, "use growth 3", "give Ko")
    assert state.scores()[0] == before
    play(state, "recall Gt")
    assert state.scores()[0] == before + 1
