"""Chapter "Evening and learning"."""

import pytest

from tests.games.spellbook.moves import (
    EVENING,
    MIDDAY,
    SET2,
    SET3,
    all_but,
    at,
    board,
    book,
    count,
    draw_all,
    legal,
    offers,
    play,
    pool,
    refused,
    zone,
)


def learning(pool_: str, spell: str, **more: object) -> list[str]:
    """The levels at which a spell can be learned with this pool."""
    state = at(pool_, "", turn=EVENING, **more)
    if "act learn" not in legal(state):
        return []
    return [offer.split()[2] for offer in offers(play(state, "act learn"), f"learn {spell}")]


@pytest.mark.rule("SB-100")
def test_learning_is_offered_when_a_spell_can_be_paid() -> None:
    assert legal(at("Ro Rt Gs", "", turn=EVENING)) == ["skip"]
    assert refused(at("Ro Rt Gs", "", turn=EVENING), "act learn") == "SB-100"
    assert legal(at("Ro Rt Rs", "", turn=EVENING)) == ["skip", "act learn"]


@pytest.mark.rule("SB-102")
def test_the_level_is_genuine_tokens_plus_triples() -> None:
    state = at("Yo Yo Yt Ys Gs Rs Ks", "", altar="Ro Ro Ro Ro Ro", turn=EVENING)
    play(state, "act learn", "learn abundance 5", "place Yo", "pay Yo", "pay Yt", "pay Ys")
    play(state, "wild s", "pay Gs", "pay Rs", "pay Ks")
    assert book(state) == {"abundance": "5o*"}


@pytest.mark.rule("SB-103")
def test_a_level_is_3_4_or_5_and_nothing_is_overpaid() -> None:
    assert learning("Yo Yo Yo Yt Yt Yt", "abundance") == ["3", "4", "5"]
    assert learning("Yo Yo", "abundance") == []
    state = play(at("Yo Yo Yo Yt Yt Yt", "", turn=EVENING), "act learn")
    for level in (2, 6):
        assert refused(state, f"learn abundance {level}") == "SB-103"
    draw_all(play(state, "learn abundance 4", "place Yo", "pay Yo", "pay Yo", "pay Yt"))
    assert {"Yt"} <= set(pool(state).split())
    assert zone(state, "discard") == "Yo Yo Yt"


@pytest.mark.rule("SB-103")
def test_a_level_that_cannot_be_paid_is_refused() -> None:
    state = play(at("Yo Yo Yo", "", turn=EVENING), "act learn")
    assert refused(state, "learn abundance 4") == "SB-103"
    assert refused(state, "learn sacrifice 3") == "SB-103"


@pytest.mark.rule("SB-104")
def test_three_equal_runes_of_any_colours_are_one_wild() -> None:
    assert learning("Yo Yt Gs Rs Ks", "abundance") == ["3"]
    assert learning("Yo Yt Gs Rs Kt", "abundance") == []
    state = play(at("Yo Yt Gs Rs Ks", "", turn=EVENING), "act learn", "learn abundance 3", "place Yo")
    assert legal(state) == ["pay Yt", "wild s"]
    assert refused(state, "wild t") == "SB-104"
    assert refused(state, "pay Gs") == "SB-104"
    play(state, "wild s")
    assert legal(state) == ["pay Rs", "pay Gs", "pay Ks"]
    assert refused(state, "pay Yt") == "SB-104"


@pytest.mark.rule("SB-105")
def test_two_triples_of_different_runes() -> None:
    state = at("Yo Gs Rs Ks Gt Rt Kt Wo Uo", "", options=SET2, turn=EVENING)
    play(state, "act learn", "learn knowledge 3", "place Yo")
    play(state, "wild s", "pay Gs", "pay Rs", "pay Ks", "wild t", "pay Gt", "pay Rt", "pay Kt")
    assert (pool(state), book(state)) == ("Wo Uo", {"knowledge": "3o*"})


@pytest.mark.rule("SB-106")
def test_three_genuine_and_two_triples_use_all_nine() -> None:
    state = at("Yo Yt Ys Ro Go Ko Rt Gt Kt", "", options=SET2, turn=EVENING)
    play(state, "act learn", "learn knowledge 5", "place Ys", "pay Yo", "pay Yt")
    play(state, "wild o", "pay Ro", "pay Go", "pay Ko", "wild t", "pay Rt", "pay Gt", "pay Kt")
    assert (pool(state), book(state)) == ("", {"knowledge": "5s*"})


@pytest.mark.rule("SB-107")
def test_a_triple_may_hold_the_spells_own_colour() -> None:
    state = at("Yo Yt Ys Gs Ks", "", options=SET2, turn=EVENING)
    play(state, "act learn", "learn knowledge 3", "place Yo", "pay Yt", "wild s", "pay Ys", "pay Gs", "pay Ks")
    assert (pool(state), book(state)) == ("", {"knowledge": "3o*"})
    assert zone(state, "discard") == "Gs Ks Yt Ys"


@pytest.mark.rule("SB-108")
def test_every_token_counts_once() -> None:
    assert learning("Yo Rs Gs Ks Ws Us", "abundance") == []
    state = play(at("Yo Ys Yt Gs Ks", "", turn=EVENING), "act learn", "learn abundance 3", "place Yo", "wild s")
    assert legal(state) == ["pay Gs", "pay Ks", "pay Ys"]


@pytest.mark.rule("SB-108")
def test_a_payment_that_could_not_be_completed_is_refused() -> None:
    state = at("Yo Ys Yt Gs Ks Ps", "", options=SET2, turn=EVENING)
    play(state, "act learn", "learn knowledge 4", "place Yo", "wild s")
    assert legal(state) == ["pay Ps", "pay Gs", "pay Ks"]
    assert refused(state, "pay Ys") == "SB-108"


@pytest.mark.rule("SB-109")
def test_one_genuine_token_stands_outside_the_triples() -> None:
    nine = "Yo Ro Go Rt Gt Kt Rs Gs Ks"
    state = at(nine, "", options=SET2, turn=EVENING)
    play(state, "act learn", "learn knowledge 3")
    assert legal(state) == ["place Yo"]
    assert refused(state, "place Ro") == "SB-109"
    play(state, "place Yo")
    assert legal(state) == ["wild t", "wild s"]
    play(state, "wild t", "pay Rt", "pay Gt", "pay Kt", "wild s", "pay Rs", "pay Gs", "pay Ks")
    assert pool(state) == "Ro Go"


@pytest.mark.rule("SB-110")
def test_the_player_chooses_the_token_for_the_card() -> None:
    state = play(at("Ko Kt Ks", "", options=SET2, turn=EVENING), "act learn", "learn focus 3")
    assert legal(state) == ["place Ko", "place Kt", "place Ks"]
    play(state, "place Kt", "pay Ko", "pay Ks")
    assert book(state) == {"focus": "3t*"}


@pytest.mark.rule("SB-111")
def test_the_other_spent_tokens_go_to_the_box() -> None:
    state = at("Yo Yo Yo Yo Gs Rs Ks", "", options=SET2, turn=EVENING)
    before = count(zone(state, "pouch"))
    play(state, "act learn", "learn knowledge 5", "place Yo", "pay Yo", "pay Yo", "pay Yo")
    play(state, "wild s", "pay Gs", "pay Rs", "pay Ks")
    assert count(zone(state, "discard")) == 6
    assert count(zone(state, "pouch")) == before


@pytest.mark.rule("SB-112")
def test_a_spell_is_learned_only_once() -> None:
    state = at({"pool": "Go Go Go Gt Gt Ro Ro Ro", "book": {"growth": "3s"}}, "", options=SET3, turn=EVENING)
    play(state, "act learn")
    assert offers(state, "learn growth") == []
    assert refused(state, "learn growth 5") == "SB-112"


@pytest.mark.rule("SB-113")
def test_several_players_may_learn_the_same_spell() -> None:
    state = at("Ro Rt Rs", {"book": {"sacrifice": "5o"}}, turn=EVENING)
    play(state, "act learn", "learn sacrifice 3", "place Ro", "pay Rt", "pay Rs")
    assert (book(state, 0), book(state, 1)) == ({"sacrifice": "3o*"}, {"sacrifice": "5o"})


@pytest.mark.rule("SB-114")
def test_triples_count_only_in_learning() -> None:
    three_squares = {"pool": "Gs Rs Ks", "book": {"sacrifice": "3o", "offering": "5o", "time_travel": "3o"}}
    assert offers(at(three_squares, ""), "use") == []
    assert offers(at(three_squares, "", turn=MIDDAY), "use") == []
    assert offers(at(three_squares, "", turn=EVENING), "use") == []
    focus = {"pool": "Gs Rs Ks", "book": {"focus": "3o"}}
    assert offers(at(focus, "", options=SET2, turn=EVENING), "use") == []
    clone = {"pool": "Gs Rs Ks", "book": {"clone": "5o"}}
    assert "use clone 5" not in legal(at(clone, "", options=SET3, turn=MIDDAY))


@pytest.mark.rule("SB-115")
def test_communions_share_comes_before_the_instant() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "storm", "swiftness", "communion"]
    state = at({"pool": "Uo Ut Us Ro", "book": {"communion": "5o"}}, "", spells=spells, turn=EVENING)
    play(state, "act learn", "learn swiftness 3", "place Uo", "pay Ut", "pay Us")
    assert legal(state) == ["store Ut", "store Us"]
    play(state, "store Ut", "store Us")
    assert (board(state), legal(state)) == ("Ut Us", ["act draw"])


@pytest.mark.rule("SB-116")
def test_spent_tokens_can_be_drawn_back_at_once() -> None:
    state = at("Yo Yt Ys", "", altar=all_but("Yo Yt Ys"), turn=EVENING)
    play(state, "act learn", "learn abundance 3", "place Yo", "pay Yt", "pay Ys")
    assert legal(state) == ["draw Yt", "draw Ys"]
    assert zone(state, "discard") == ""
    assert pool(play(state, "draw Ys", "draw Yt")) == "Yt Ys"


@pytest.mark.rule("SB-117")
def test_a_level_paid_with_wilds_is_a_level_like_any_other() -> None:
    state = at("Yo Yt Ys Ro Go Ko Rt Gt Kt", "", turn=EVENING)
    play(state, "act learn", "learn abundance 5", "place Ys", "pay Yo", "pay Yt")
    play(state, "wild o", "pay Ro", "pay Go", "pay Ko", "wild t", "pay Rt", "pay Gt", "pay Kt")
    assert state.scores()[0] == 7


@pytest.mark.rule("SB-118")
def test_with_seven_spells_nothing_is_left_to_learn() -> None:
    seven = {
        **{"sacrifice": "3o", "levitation": "3o", "purification": "3o", "offering": "3o"},
        **{"time_travel": "5o", "transmutation": "5o", "abundance": "3o"},
    }
    state = at({"pool": "Rt Rt Rt Pt Pt Pt Ut Ut Ut", "book": seven}, "", turn=EVENING)
    assert {offer.split()[1] for offer in legal(state)[1:]} == {"time_travel"}
