"""Chapters "Transmutation", "Swiftness", "Mirage"."""

import pytest

from sortilege import CHANCE
from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    MIDDAY,
    SET2,
    SET3,
    all_but,
    at,
    bad,
    board,
    book,
    count,
    draw_all,
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


# ---------------------------------------------------------------- Transmutation
@pytest.mark.rule("SB-510")
def test_the_points_of_transmutation() -> None:
    assert points("transmutation", {"lineup": "set1"}) == [4, 4, 4]


def transmuting(card: str, pool_: str, **more: object) -> object:
    return at({"pool": pool_, "book": {"transmutation": card}}, "", altar=FIVE, turn=EVENING, **more)


@pytest.mark.rule("SB-511")
def test_transmutation_at_3_has_no_effect() -> None:
    state = transmuting("3o", "Go Gt Gs Ro")
    assert offers(state, "use") == []
    assert refused(state, "use transmutation 3") == "SB-521"


@pytest.mark.rule("SB-512")
def test_single_tokens_of_the_cards_rune_are_wild() -> None:
    state = transmuting("5o", "Gs Ro Yo")
    play(state, "use transmutation 5", "learn purification 3", "place Gs")
    assert legal(state) == ["wild o"]
    play(state, "wild o", "pay Ro", "wild o", "pay Yo")
    assert (book(state)["purification"], pool(state)) == ("3s*", "")
    assert offers(transmuting("4o", "Gs Ro Yo"), "use") == []
    one = transmuting("4o", "Gs Gt Ro Yo")
    play(one, "use transmutation 4", "learn purification 3", "place Gs", "wild o", "pay Yo")
    assert legal(one) == ["pay Gt"]
    assert refused(one, "wild o") == "SB-512"


@pytest.mark.rule("SB-513")
def test_no_triples_in_transmutation() -> None:
    state = transmuting("4o", "Gs Gt Ro Rs Ks Ws")
    play(state, "use transmutation 4", "learn purification 3", "place Gs")
    assert legal(state) == ["pay Gt", "wild o"]
    assert refused(state, "wild s") == "SB-512"
    assert refused(state, "pay Rs") == "SB-513"


@pytest.mark.rule("SB-514")
def test_learn_and_transmutation_are_offered_apart() -> None:
    state = transmuting("5o", "Gs Gt Go Ro")
    assert legal(state) == ["skip", "act learn", "use transmutation 5"]
    by_learning = play(state.clone(), "act learn", "learn purification 3", "place Gs")
    assert "wild o" not in legal(by_learning)


@pytest.mark.rule("SB-515")
def test_only_a_genuine_token_is_placed() -> None:
    assert offers(transmuting("5o", "Ro Yo"), "use") == []
    state = play(transmuting("5o", "Gs Ro Yo"), "use transmutation 5", "learn purification 3")
    assert legal(state) == ["place Gs"]
    assert refused(state, "place Ro") == "SB-109"


@pytest.mark.rule("SB-516")
def test_wilds_are_allowed_not_required() -> None:
    state = transmuting("5o", "Gs Gt Gt Gs Ro")
    play(state, "use transmutation 5")
    assert offers(state, "learn purification") == [f"learn purification {level}" for level in (3, 4, 5)]
    four = play(state.clone(), "learn purification 4", "place Gs", "pay Gt", "pay Gt", "pay Gs")
    assert (book(four)["purification"], pool(four)) == ("4s*", "Ro")
    five = play(state.clone(), "learn purification 5", "place Gs", "pay Gt", "pay Gt", "pay Gs", "wild o", "pay Ro")
    assert book(five)["purification"] == "5s*"


@pytest.mark.rule("SB-517")
def test_an_own_coloured_token_counts_as_itself() -> None:
    state = transmuting("5o", "Gs Go Go Ro")
    play(state, "use transmutation 5", "learn purification 3", "place Gs", "wild o")
    assert legal(state) == ["pay Ro"]
    assert refused(state, "pay Go") == "SB-517"
    plain = play(transmuting("5o", "Gs Go Go"), "use transmutation 5", "learn purification 3", "place Gs")
    assert legal(plain) == ["pay Go"]
    assert book(play(plain, "pay Go", "pay Go"))["purification"] == "3s*"


@pytest.mark.rule("SB-518")
def test_the_rune_is_that_of_the_token_placed_when_it_was_learned() -> None:
    state = at("Uo Ut Us", "", altar=FIVE, turn=EVENING)
    play(state, "act learn", "learn transmutation 3", "place Ut", "pay Uo", "pay Us")
    assert book(state)["transmutation"] == "3t*"
    other = play(transmuting("5t", "Gs Rt Yt"), "use transmutation 5", "learn purification 3", "place Gs")
    assert legal(other) == ["wild t"]


@pytest.mark.rule("SB-519")
def test_the_level_is_genuine_plus_wilds_and_the_rest_is_discarded() -> None:
    state = transmuting("5o", "Gs Gt Gt Ro Yo")
    play(state, "use transmutation 5", "learn purification 5", "place Gs", "pay Gt", "pay Gt")
    play(state, "wild o", "pay Ro", "wild o", "pay Yo")
    assert (book(state)["purification"], zone(state, "discard")) == ("5s*", "Ro Gt Gt Yo")


@pytest.mark.rule("SB-520")
def test_transmutation_is_a_learning() -> None:
    state = transmuting("4o", "Ys Yt Yt Ro")
    play(state, "use transmutation 4", "learn abundance 4", "place Ys", "pay Yt", "pay Yt", "wild o", "pay Ro")
    assert state.turn() == CHANCE
    play(state, "draw Ks", "draw Ks", "draw Ks")
    assert pool(state) == "Ks Ks Ks"
    spells = ["blaze", "sharing", "growth", "focus", "clone", "transmutation", "communion"]
    player = {"pool": "Gs Gt Ro", "board": full(12), "book": {"transmutation": "4o", "communion": "5o"}}
    communion = at(player, "", spells=spells, altar=FIVE, turn=EVENING)
    play(communion, "use transmutation 4", "learn growth 3", "place Gs", "pay Gt", "wild o", "pay Ro")
    assert legal(communion) == ["store Ro", "store Gt"]
    play(communion, "store Ro", "store Gt")
    assert communion.view(0)["end_by"] == 0


@pytest.mark.rule("SB-521")
def test_transmutation_is_offered_when_something_can_be_paid() -> None:
    assert offers(transmuting("5o", "Gs Ro"), "use") == []
    state = transmuting("5o", "Gs Rt Yt Kt")
    assert offers(state, "use") == []
    assert refused(state, "use transmutation 5") == "SB-521"
    assert offers(transmuting("5o", "Gs Ro Yo"), "use") == ["use transmutation 5"]


# ---------------------------------------------------------------- Swiftness
@pytest.mark.rule("SB-530")
def test_the_points_of_swiftness() -> None:
    assert points("swiftness", SET2) == [3, 6, 0]


def learning_swiftness(level: int, pool_: str = "", altar: str = FIVE, **more: object) -> object:
    """Swiftness is just learned at this level, paid with Ut and Us."""
    pay = ["Ut", "Us", "Us", "Us"][: level - 1]
    player = {"pool": " ".join(["Uo", *pay, pool_]), **more.pop("player", {})}  # type: ignore[dict-item]
    state = at(player, "", altar=altar, turn=EVENING, **{"options": SET2, **more})
    return play(state, "act learn", f"learn swiftness {level}", "place Uo", *[f"pay {token}" for token in pay])


@pytest.mark.rule("SB-531")
@pytest.mark.parametrize("level", [3, 4])
def test_swiftness_3_and_4_give_a_morning_action_at_once(level: int) -> None:
    state = learning_swiftness(level)
    assert legal(state) == ["act take", "act draw"]
    play(state, "act take", "take Ro")
    assert (pool(state), phase(state)) == ("Ro", "night")


@pytest.mark.rule("SB-532")
def test_own_morning_spells_are_available_to_swiftness() -> None:
    spells = ["blaze", "levitation", "growth", "focus", "storm", "swiftness", "communion"]
    player = {"book": {"levitation": "4o", "blaze": "3o"}}
    state = learning_swiftness(3, altar="Rt Gt Ks Yo", player=player, options={"lineup": spells})
    assert legal(state) == ["act take", "act draw", "use blaze 3", "use levitation 3", "use levitation 4"]
    lifted = play(state.clone(), "use levitation 4", "take Rt", "take Gt")
    assert (pool(lifted), phase(lifted)) == ("Rt Gt", "night")
    blazed = draw_all(play(state.clone(), "use blaze 3"))
    assert blazed.turn() == 1
    assert phase(play(blazed, "take Ks")) == "night"


@pytest.mark.rule("SB-533")
@pytest.mark.parametrize("level", [3, 4])
@pytest.mark.parametrize(("altar", "offered"), [(FIVE, ["act take", "act draw"]), ("", ["act draw"])])
def test_the_action_of_swiftness_cannot_be_declined(level: int, altar: str, offered: list[str]) -> None:
    state = learning_swiftness(level, altar=altar)
    assert legal(state) == offered
    assert refused(state, "skip") == "SB-533"
    assert legal(state) == offered  # the refusal took nothing away


def drained(**book_: str) -> object:
    """Solo: Swiftness is just learned, and but for its price every token is out of reach. Communion lies on a Yo."""
    player = {"pool": "Uo Ut Us Ro Rt Rs", "book": book_}
    spells = ["blaze", "levitation", "growth", "focus", "storm", "swiftness", "communion"]
    drawn = all_but(player["pool"], "Yo" if book_ else "")
    state = at(player, options={"lineup": spells}, altar="", opponent={"lower": drawn}, turn=EVENING)
    return play(state, "act learn", "learn swiftness 3", "place Uo", "pay Ut", "pay Us")


@pytest.mark.rule("SB-533")
def test_two_spent_tokens_to_draw_are_reason_enough_to_use_swiftness() -> None:
    state = drained()
    assert legal(state) == ["act draw"]
    assert refused(state, "skip") == "SB-533"


@pytest.mark.rule("SB-533")
def test_where_no_morning_action_is_offered_swiftness_is_passed_over_and_not_kept() -> None:
    state = drained(communion="5o")
    play(state, "store Ut", "store Us")  # SB-594: the price itself is stored, so nothing is left to draw or take
    assert (phase(state), state.view(0)["now"]["mornings"], legal(state)) == ("morning", 1, ["skip"])


@pytest.mark.rule("SB-534")
def test_swiftness_3_and_4_give_nothing_later() -> None:
    state = learning_swiftness(4)
    draw_all(play(state, "act take", "take Ro"))
    draw_all(play(state, "skip", "skip", "skip"))
    assert (state.view(0)["now"]["mornings"], phase(play(state, "act take", "take Rt"))) == (1, "midday")


@pytest.mark.rule("SB-535")
def test_a_morning_spell_learned_this_day_is_not_available_to_swiftness() -> None:
    spells = ["sacrifice", "levitation", "growth", "focus", "clone", "swiftness", "communion"]
    player = {"pool": "Ro Ro Ro Ut Ut Ut Wo", "book": {"clone": "4s"}}
    state = at(player, "", spells=spells, altar=FIVE, turn=MIDDAY)
    play(state, "use clone 4", "copy learn", "learn sacrifice 3", "place Ro", "pay Ro", "pay Ro")
    play(state, "act learn", "learn swiftness 3", "place Ut", "pay Ut", "pay Ut")
    assert legal(state) == ["act take", "act draw"]
    assert refused(state, "use sacrifice 3") == "SB-048"


@pytest.mark.rule("SB-536")
def test_swiftness_5_gives_two_morning_actions() -> None:
    state = at({"book": {"swiftness": "5o"}}, "", options=SET2, altar=FIVE)
    play(state, "act take", "take Ro")
    assert (phase(state), state.view(0)["now"]["mornings"]) == ("morning", 1)
    play(state, "act draw", "draw Yo", "draw Yo")
    assert (phase(state), pool(state)) == ("midday", "Ro Yo Yo")


@pytest.mark.rule("SB-536")
def test_a_position_has_no_more_mornings_than_swiftness_gives() -> None:
    swift = {"book": {"swiftness": "5o"}}
    assert at(swift, "", options=SET2, turn={"mornings": 1}).position()["turn"]["mornings"] == 1
    assert bad("", "", turn={"mornings": 2}) == ("turn.mornings", "SB-536")
    assert bad(swift, "", options=SET2, turn={"mornings": 0}) == ("turn.mornings", "SB-042")
    assert bad(swift, "", options=SET2, turn={"phase": "midday", "mornings": 1}) == ("turn.mornings", "SB-042")


@pytest.mark.rule("SB-537")
def test_the_two_may_be_the_same_and_each_is_optional() -> None:
    state = at({"book": {"swiftness": "5o"}}, "", options=SET2, altar=FIVE)
    twice = draw_all(play(draw_all(play(state.clone(), "act draw")), "act draw"))
    assert (count(pool(twice)), phase(twice)) == (4, "midday")
    once = play(draw_all(play(state.clone(), "act draw")), "skip")
    assert (count(pool(once)), phase(once)) == (2, "midday")


@pytest.mark.rule("SB-538", "SB-539")
def test_learned_at_5_it_gives_nothing_that_day() -> None:
    state = learning_swiftness(5)
    assert phase(state) == "night"
    draw_all(state)
    draw_all(play(state, "skip", "skip", "skip"))
    assert state.view(0)["now"]["mornings"] == 2


@pytest.mark.rule("SB-540")
def test_raised_swiftness_has_no_instant_and_works_from_the_next_day() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    player = {"pool": "Go Ko", "book": {"time_travel": "3o", "swiftness": "3o"}}
    state = at(player, "", spells=spells, altar=FIVE, turn=EVENING)
    play(state, "use time_travel 3", "discard Go", "raise swiftness")
    assert (phase(state), book(state)["swiftness"]) == ("night", "4o")
    draw_all(state)
    draw_all(play(state, "skip", "skip", "skip"))
    assert state.view(0)["now"]["mornings"] == 1
    play(state, "skip", "skip", "use time_travel 3", "discard Ko", "raise swiftness")
    draw_all(state)
    draw_all(play(state, "skip", "skip", "skip"))
    assert state.view(0)["now"]["mornings"] == 2


@pytest.mark.rule("SB-541")
def test_swiftness_as_the_seventh_spell_still_acts() -> None:
    six = {name: "3s" for name in ("eruption", "sharing", "cure", "focus", "storm", "knowledge")}
    state = learning_swiftness(3, player={"book": six})
    assert state.view(0)["end_by"] == 0
    play(state, "act take", "take Ro")
    assert (pool(state), phase(state)) == ("Ro", "night")


@pytest.mark.rule("SB-542")
def test_clone_is_no_morning_action_for_swiftness() -> None:
    spells = ["sacrifice", "levitation", "growth", "focus", "clone", "swiftness", "communion"]
    state = learning_swiftness(3, "Ko", player={"book": {"clone": "5o"}}, options={"lineup": spells})
    assert offers(state, "use") == []
    assert refused(state, "use clone 5") == "SB-044"


@pytest.mark.rule("SB-543")
def test_a_skip_gives_up_both_morning_actions() -> None:
    state = play(at({"book": {"swiftness": "5o"}}, "", options=SET2, altar=FIVE), "skip")
    assert (phase(state), state.view(0)["now"]["mornings"]) == ("midday", 0)


# ---------------------------------------------------------------- Mirage
@pytest.mark.rule("SB-550")
def test_the_points_of_mirage() -> None:
    assert points("mirage", SET3) == [2, 3, 6]


def mirage(card: str, pool_: str = "", altar: str = FIVE, **book_: str) -> object:
    spells = ["sacrifice", "levitation", "growth", "feast", "clone", "mirage", "communion"]
    if "sharing" in book_:
        spells[1] = "sharing"
    return at({"pool": pool_, "book": {"mirage": card, **book_}}, "", spells=spells, altar=altar)


@pytest.mark.rule("SB-551", "SB-563")
def test_taking_the_rune_of_mirage_draws_whatever_the_colour() -> None:
    for token in ("Gs", "Ys", "Ks"):
        assert play(mirage("3s", altar="Gs Ys Ks"), "act take", f"take {token}").turn() == CHANCE
    assert phase(play(mirage("3s", altar="Gt"), "act take", "take Gt")) == "midday"


@pytest.mark.rule("SB-552", "SB-561")
@pytest.mark.parametrize(("level", "n"), [(3, 1), (4, 2), (5, 2)])
def test_mirage_draws_one_or_two(level: int, n: int) -> None:
    state = draw_all(play(mirage(f"{level}o", "Wt Ws", "Go"), "act take", "take Go"))
    assert (count(pool(state)), phase(state)) == (3 + n, "midday")


@pytest.mark.rule("SB-553")
def test_mirage_is_resolved_after_each_single_take() -> None:
    seven = "Wt Ws Kt Ks Yt Ys Pt"
    state = play(mirage("5o", seven, "Ro Go", levitation="3s"), "use levitation 3", "take Ro", "draw Us")
    assert (count(pool(state)), zone(state, "altar"), phase(state)) == (9, "Go", "midday")


@pytest.mark.rule("SB-554")
def test_mirage_is_limited_by_nine_and_by_the_supply() -> None:
    eight = "Wt Ws Kt Ks Yt Ys Pt Ps"
    state = play(mirage("5o", eight, "Ro"), "act take", "take Ro")
    assert (count(pool(state)), phase(state)) == (9, "midday")
    dry = play(mirage("5o", "", all_but("Uo", "Ks")), "act take", "take Ro", "draw Ks")
    assert (pool(dry), phase(dry)) == ("Ro Ks", "midday")


@pytest.mark.rule("SB-555")
def test_mirage_also_rewards_tokens_taken_straight_to_the_board() -> None:
    player = {"pool": "Yo Yo Yo", "book": {"mirage": "4t", "feast": "4o"}}
    feast = at(player, "", options=SET3, altar="Kt", turn=MIDDAY)
    play(feast, "use feast 4", "take Kt", "draw Us", "draw Us")
    assert (count(pool(feast)), board(feast)) == (5, "Kt")
    growing = {"book": {"mirage": "3t", "growth": "5o"}}
    growth = at(growing, "", options=SET3, altar="Kt Ro Rt", turn=EVENING)
    play(growth, "use growth 5", "take Kt", "draw Us", "take Ro", "take Rt")
    assert book(growth)["growth"] == "5o"
    play(growth, "draw Us")
    assert (pool(growth), book(growth)["growth"]) == ("Us Us", "4o")


@pytest.mark.rule("SB-557")
def test_mirage_may_work_several_times_in_one_action() -> None:
    state = mirage("3o", "Wt", "Ro Go Ko", sharing="5o")
    play(state, "use sharing 5", "take Ro", "draw Us", "take Go", "draw Us", "take Ko", "draw Us")
    assert count(pool(state)) == 7


@pytest.mark.rule("SB-559")
def test_drawn_tokens_never_wake_mirage() -> None:
    state = play(mirage("5o", "", "Ro"), "act take", "take Ro", "draw Go", "draw Go")
    assert (pool(state), phase(state)) == ("Ro Go Go", "midday")
    assert phase(play(mirage("5o"), "act draw", "draw Go", "draw Go")) == "midday"


@pytest.mark.rule("SB-560")
def test_the_takes_of_an_instant_wake_mirage() -> None:
    player = {"pool": "Yo Yt Ys", "book": {"mirage": "3t"}}
    state = at(player, "", options=SET3, altar="Ro Rt Rs", turn=EVENING)
    play(state, "act learn", "learn communion 3", "place Yo", "pay Yt", "pay Ys")
    play(state, "take Ro", "take Rt", "draw Us", "take Rs")
    assert (pool(state), board(state), phase(state)) == ("Us", "Ro Rt Rs", "night")
