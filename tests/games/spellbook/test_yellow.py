"""Chapters "Abundance", "Knowledge", "Communion"."""

import pytest

from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    SET2,
    SET3,
    all_but,
    at,
    board,
    count,
    draw_all,
    full,
    legal,
    phase,
    play,
    points,
    pool,
    refused,
    zone,
)


# ---------------------------------------------------------------- Abundance
@pytest.mark.rule("SB-570")
def test_the_points_of_abundance() -> None:
    assert points("abundance", {"lineup": "set1"}) == [3, 5, 7]


@pytest.mark.rule("SB-571")
@pytest.mark.parametrize(("level", "n"), [(3, 2), (4, 3), (5, 4)])
def test_abundance_draws_when_learned(level: int, n: int) -> None:
    state = at("Yo Yo Yo Yo Gs Rs Ks", "", altar=FIVE, turn=EVENING)
    play(state, "act learn", f"learn abundance {level}", "place Yo", *["pay Yo"] * min(level - 1, 3))
    if level == 5:
        play(state, "wild s", "pay Gs", "pay Rs", "pay Ks")
    before = count(pool(state))
    play(state, *["draw Ws"] * n)
    assert (count(pool(state)), phase(state)) == (before + n, "night")


@pytest.mark.rule("SB-573")
def test_only_the_supply_can_limit_abundance() -> None:
    nine = "Yo Yt Ys Ro Rt Go Gt Ko Kt"
    state = at(nine, "", altar="Ps Ps Ps Ps Ps", turn=EVENING)
    play(state, "act learn", "learn abundance 3", "place Yo", "pay Yt", "pay Ys", "draw Ws", "draw Ws")
    assert count(pool(state)) == 8
    lower = all_but("Yo Yo Yo Yo Yo")
    dry = at("Yo Yo Yo Yo Yo", altar="", opponent={"lower": lower}, turn=EVENING)
    play(dry, "act learn", "learn abundance 3", "place Yo", "pay Yo", "pay Yo", "draw Yo", "draw Yo")
    assert pool(dry) == "Yo Yo Yo Yo"


# ---------------------------------------------------------------- Knowledge
OTHERS = {"eruption": 2, "sharing": 4, "cure": 3, "focus": 3, "storm": 4, "swiftness": 3}


def knowledge(level: int, others: dict[str, int]) -> int:
    """What Knowledge adds to the score."""
    book = {spell: f"{at_}o" for spell, at_ in others.items()}
    without = at({"book": book}, "", options=SET2).scores()[0]
    return at({"book": {**book, "knowledge": f"{level}o"}}, "", options=SET2).scores()[0] - without


@pytest.mark.rule("SB-580")
def test_knowledge_3_gives_one_for_each_other_spell() -> None:
    assert knowledge(3, {"eruption": 3, "sharing": 4, "cure": 5, "focus": 3}) == 4


@pytest.mark.rule("SB-581")
def test_knowledge_4_gives_two_from_level_4_on() -> None:
    assert knowledge(4, {"eruption": 3, "sharing": 4, "cure": 5}) == 5


@pytest.mark.rule("SB-582")
def test_knowledge_5_gives_two_for_each_other_spell() -> None:
    assert knowledge(5, dict.fromkeys(OTHERS, 3)) == 12


@pytest.mark.rule("SB-583")
@pytest.mark.parametrize("level", [3, 4, 5])
def test_knowledge_does_not_count_itself(level: int) -> None:
    assert knowledge(level, {}) == 0


@pytest.mark.rule("SB-584")
def test_knowledge_counts_final_levels() -> None:
    player = {"book": {"storm": "4o", "knowledge": "4o"}}
    state = at(player, "", options=SET2, altar=FIVE, turn=EVENING)
    before = state.scores()[0]
    play(state, "use storm 4", "stop", "take Ro", "take Rt", "take Rs")
    assert state.scores()[0] == before - 2 - 1


@pytest.mark.rule("SB-585")
def test_knowledge_counts_no_unlearned_spell() -> None:
    assert knowledge(5, {"eruption": 3, "sharing": 4, "cure": 5}) == 6


# ---------------------------------------------------------------- Communion
@pytest.mark.rule("SB-590", "SB-602")
def test_communion_scores_its_rune_at_level_4_alone() -> None:
    boards = {"Ro Go Kt": 2, "Ro Ro Ro": 3, "Rt Gs Kt": 0}
    for board_, matching in boards.items():
        scores = [
            at({"board": board_, "book": {"communion": f"{level}o"}}, "", options=SET3).scores()[0]
            for level in (3, 4, 5)
        ]
        assert scores == [3, 3 + matching, 3]


def learning(level: int, pool_: str, altar: str = FIVE, board_: str = "") -> object:
    """Communion is chosen at this level and its card token is placed."""
    state = at({"pool": pool_, "board": board_}, "", options=SET3, altar=altar, turn=EVENING)
    return play(state, "act learn", f"learn communion {level}", "place Yo")


@pytest.mark.rule("SB-592")
def test_communion_3_stores_three_from_the_altar() -> None:
    state = play(learning(3, "Yo Yt Ys", board_="Ko Kt"), "pay Yt", "pay Ys", "take Ro", "take Rs", "take Pt")
    assert (count(board(state)), zone(state, "altar"), phase(state)) == (5, "Rt Po", "night")


@pytest.mark.rule("SB-593")
def test_communion_3_stores_what_it_can_and_must() -> None:
    tight = play(learning(3, "Yo Yt Ys", board_=full(13)), "pay Yt", "pay Ys", "take Ro")
    assert (count(board(tight)), phase(tight)) == (14, "night")
    few = play(learning(3, "Yo Yt Ys", altar="Ro"), "pay Yt", "pay Ys")
    assert legal(few) == ["take Ro"]
    assert phase(play(few, "take Ro")) == "night"


@pytest.mark.rule("SB-594")
def test_communion_5_stores_two_of_its_own_price() -> None:
    state = play(learning(5, "Yo Yo Yt Ys Ys"), "pay Yo", "pay Yt", "pay Ys", "pay Ys")
    assert legal(state) == ["store Yo", "store Yt", "store Ys"]
    play(state, "store Yo", "store Ys")
    assert (board(state), zone(state, "discard"), phase(state)) == ("Yo Ys", "Yt Ys", "night")


@pytest.mark.rule("SB-595")
def test_communion_5_chooses_among_all_spent_tokens_but_the_placed_one() -> None:
    player = {"pool": "Ro Rt Gs Ks Ws", "book": {"communion": "5o"}}
    state = at(player, "", options=SET3, altar="Po Pt Ps Uo Ut", turn=EVENING)
    play(state, "act learn", "learn blaze 3", "place Ro", "pay Rt", "wild s", "pay Gs", "pay Ks", "pay Ws")
    assert legal(state) == ["store Rt", "store Gs", "store Ks", "store Ws"]
    assert refused(state, "store Ro") == "SB-595"


@pytest.mark.rule("SB-596")
def test_communion_5_stores_as_far_as_there_are_spaces() -> None:
    player = {"pool": "Ro Rt Rs", "board": full(13), "book": {"communion": "5o"}}
    state = at(player, "", options=SET3, altar="Po Pt Ps Uo Ut", turn=EVENING)
    play(state, "act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs", "store Rt")
    assert (zone(state, "discard"), phase(state)) == ("Rs", "night")
    none = {"pool": "Ro Rt Rs", "board": full(14), "book": {"communion": "5o"}}
    full_ = at(none, "", options=SET3, altar="Po Pt Ps Uo Ut", turn=EVENING)
    play(full_, "act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs")
    assert (zone(full_, "discard"), phase(full_)) == ("Rt Rs", "night")


@pytest.mark.rule("SB-597")
def test_the_cheapest_learning_leaves_just_two_for_communion() -> None:
    player = {"pool": "Ro Rt Rs", "book": {"communion": "5o"}}
    state = at(player, "", options=SET3, altar="Po Pt Ps Uo Ut", turn=EVENING)
    play(state, "act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs")
    assert legal(state) == ["store Rt", "store Rs"]
    play(state, "store Rt", "store Rs")
    assert (board(state), zone(state, "discard")) == ("Rt Rs", "")


@pytest.mark.rule("SB-599")
def test_communion_5_may_fill_the_board_and_trigger_the_end() -> None:
    player = {"pool": "Ro Rt Rs", "board": full(12), "book": {"communion": "5o"}}
    state = at(player, "", options=SET3, altar="Po Pt Ps Uo Ut", turn=EVENING)
    play(state, "act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs", "store Rt", "store Rs")
    assert (count(board(state)), state.view(0)["end_by"]) == (14, 0)


@pytest.mark.rule("SB-600")
def test_communion_5_does_not_look_back_at_earlier_learnings() -> None:
    player = {"pool": "Yo Yt Yt Ys Ys", "book": {"blaze": "5o"}}
    state = at(player, "", options=SET3, altar=FIVE, turn=EVENING)
    play(state, "act learn", "learn communion 5", "place Yo", "pay Yt", "pay Yt", "pay Ys", "pay Ys")
    play(state, "store Yt", "store Yt")
    assert (board(state), phase(state)) == ("Yt Yt", "night")


@pytest.mark.rule("SB-601")
def test_communion_4_does_nothing_in_play() -> None:
    state = play(learning(4, "Yo Yt Yt Ys"), "pay Yt", "pay Yt", "pay Ys")
    assert (board(state), phase(state)) == ("", "night")
    draw_all(state)
    assert state.turn() == 1
