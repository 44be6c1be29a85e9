"""Chapter "Clone"."""

import pytest

from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    MIDDAY,
    MORNING,
    OTHER_NINE,
    SET3,
    at,
    board,
    book,
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

MIXED = ["sacrifice", "levitation", "purification", "offering", "clone", "transmutation", "communion"]
BLACK = ["blaze", "sharing", "growth", "focus", "clone", "mirage", "communion"]


def cloning(card: str, pool_: str, *others: dict[str, str], spells: list[str] = MIXED, **more: object) -> object:
    player = {"pool": pool_, "book": {"clone": card}}
    rest = [{"book": book_} for book_ in others] or [""]
    return at(player, *rest, spells=spells, altar=FIVE, turn=MIDDAY, **more)


@pytest.mark.rule("SB-480")
def test_the_points_of_clone() -> None:
    assert points("clone", SET3) == [4, 5, 6]
    state = cloning("5o", "", {"growth": "4o"}, spells=BLACK)
    play(state, "use clone 4", "copy 1 growth 4", "take Ro", "take Rt")
    assert state.scores()[0] == 5 + 2


@pytest.mark.rule("SB-481")
def test_each_effect_copies_a_phase() -> None:
    other = {"levitation": "3o", "offering": "3o", "transmutation": "5o"}
    state = cloning("5o", "Ro Ro Rt Gt", other)
    assert offers(play(state.clone(), "use clone 3"), "copy 1") == ["copy 1 offering 3"]
    assert offers(play(state.clone(), "use clone 4"), "copy 1") == ["copy 1 transmutation 5"]
    fifth = play(state.clone(), "use clone 5")
    assert legal(fifth) == ["discard Ro"]
    assert refused(fifth, "discard Gt") == "SB-495"
    assert offers(play(fifth, "discard Ro"), "copy 1") == ["copy 1 levitation 3"]
    assert refused(play(state.clone(), "use clone 3"), "copy 1 transmutation 5") == "SB-481"


@pytest.mark.rule("SB-482")
def test_a_clone_at_5_may_use_its_lower_effects_without_cost() -> None:
    state = cloning("5o", "Ro Rt", {"offering": "3o"})
    play(state, "use clone 3", "copy 1 offering 3", "store Ro", "store Rt")
    assert (board(state), zone(state, "discard")) == ("Ro Rt", "")


@pytest.mark.rule("SB-483")
def test_a_copied_spell_is_one_another_player_has_learned() -> None:
    player = {"pool": "Ro Rt", "book": {"clone": "3o", "offering": "3o"}}
    state = at(player, "", spells=MIXED, altar=FIVE, turn=MIDDAY)
    play(state, "use clone 3")
    assert legal(state) == ["copy store"]
    assert refused(state, "copy 1 offering 3") == "SB-483"
    assert refused(state, "copy 0 offering 3") == "SB-483"
    assert refused(state, "copy - offering 4") == "SB-483"
    assert refused(state, "copy 2 offering 3") == "SB-483"  # nobody sits there
    assert refused(state, "copy 3 offering 5") == "SB-483"


@pytest.mark.rule("SB-484")
def test_clone_and_spells_without_symbol_are_never_copied() -> None:
    other = {"clone": "5t", "mirage": "5o", "communion": "5o", "blaze": "5o"}
    state = cloning("5o", "Go Ro", other, spells=BLACK)
    named = {
        offer.split()[2]
        for start in (["use clone 3"], ["use clone 5", "discard Ro"])
        for offer in offers(play(state.clone(), *start), "copy 1")
    }
    assert named == {"blaze"}
    assert refused(play(state.clone(), "use clone 3"), "copy 1 clone 3") == "SB-484"
    assert refused(play(state.clone(), "use clone 5", "discard Ro"), "copy 1 mirage 3") == "SB-484"


@pytest.mark.rule("SB-485")
def test_a_spell_both_have_may_be_copied() -> None:
    player = {"pool": "Go", "book": {"clone": "5o", "levitation": "3o"}}
    state = at(player, {"book": {"levitation": "5t"}}, spells=MIXED, altar="Rs Gs Ks", turn=MIDDAY)
    play(state, "use clone 5", "discard Go", "copy 1 levitation 5", "take Rs", "take Ks")
    assert pool(state) == "Rs Ks"


@pytest.mark.rule("SB-486")
def test_the_owners_level_bounds_the_copy() -> None:
    state = cloning("3o", "Ro Ro Rt Rs", {"offering": "4o"}, {"offering": "3t"})
    play(state, "use clone 3")
    assert offers(state, "copy") == ["copy store", "copy 1 offering 3", "copy 1 offering 4", "copy 2 offering 3"]
    assert refused(state, "copy 1 offering 5") == "SB-486"
    assert refused(state, "copy 2 offering 4") == "SB-486"
    play(state, "copy 1 offering 4", "store Ro", "store Rt", "store Rs")
    assert board(state) == "Ro Rt Rs"


@pytest.mark.rule("SB-487")
def test_a_copied_text_speaks_of_the_copying_player() -> None:
    state = cloning("5o", "Go", {"blaze": "4o"}, spells=BLACK)
    play(state, "use clone 5", "discard Go", "copy 1 blaze 4", "draw Yo", "draw Yo", "draw Yo", "draw Yo")
    assert (pool(state), state.turn()) == ("Yo Yo Yo Yo", 1)
    play(state, "take Pt")
    assert (pool(state, 1), state.turn(), phase(state)) == ("Pt", 0, "evening")


@pytest.mark.rule("SB-488")
def test_a_cloned_focus_uses_the_rune_on_clone() -> None:
    state = cloning("4s", "Gs Ro", {"focus": "3o"}, spells=BLACK)
    play(state, "use clone 4", "copy 1 focus 3 store")
    assert legal(state) == ["store Gs"]


@pytest.mark.rule("SB-489")
def test_fixed_runes_stay_fixed_in_a_copy() -> None:
    state = cloning("5s", "Gs Ks Ro Yt", {"sacrifice": "3t"})
    play(state, "use clone 5", "discard Gs", "copy 1 sacrifice 3")
    assert legal(state) == ["discard Ro"]


@pytest.mark.rule("SB-490")
def test_clone_pays_the_level_of_a_copied_growth() -> None:
    state = cloning("5o", "Gs", {"growth": "5o"}, spells=BLACK)
    stored = play(state.clone(), "use clone 4", "copy 1 growth 5", "take Ro", "take Rt", "take Rs")
    assert (count(board(stored)), book(stored), book(stored, 1)) == (3, {"clone": "4o"}, {"growth": "5o"})
    player = {"pool": "Gs", "board": "Yo", "book": {"clone": "5o"}}
    swap = at(player, {"book": {"growth": "5o"}}, spells=BLACK, altar=FIVE, turn=MIDDAY)
    play(swap, "use clone 4", "copy 1 growth 3", "give Gs", "recall Yo")
    assert (board(swap), book(swap)) == ("Gs", {"clone": "5o"})


@pytest.mark.rule("SB-491")
def test_primary_actions_can_be_copied() -> None:
    state = cloning("5o", "Go Ro Rt Rs")
    assert legal(play(state.clone(), "use clone 3")) == ["copy store"]
    assert legal(play(state.clone(), "use clone 4")) == ["copy learn"]
    fifth = play(state.clone(), "use clone 5", "discard Go")
    assert legal(fifth) == ["copy take", "copy draw"]
    play(fifth, "copy draw", "draw Yo", "draw Yo")
    assert pool(fifth) == "Ro Rt Rs Yo Yo"


@pytest.mark.rule("SB-492", "SB-598")
def test_a_copied_learn_is_a_full_learning() -> None:
    player = {"pool": "Ro Rt Rs Po Pt Ps", "book": {"clone": "4s", "communion": "5o"}}
    state = at(player, "", spells=MIXED, altar="Ko Kt Ks Wo Wt", turn=MIDDAY)
    play(state, "use clone 4", "copy learn", "learn sacrifice 3", "place Ro", "pay Rt", "pay Rs")
    play(state, "store Rt", "store Rs")
    assert (phase(state), board(state)) == ("evening", "Rt Rs")
    play(state, "act learn", "learn levitation 3", "place Po", "pay Pt", "pay Ps", "store Pt", "store Ps")
    assert set(book(state)) == {"clone", "communion", "sacrifice", "levitation"}
    triple = at({"pool": "Ro Rt Gs Ks Ws", "book": {"clone": "4s"}}, "", spells=MIXED, altar=FIVE, turn=MIDDAY)
    play(triple, "use clone 4", "copy learn", "learn sacrifice 3", "place Ro", "pay Rt", "wild s")
    play(triple, "pay Gs", "pay Ks", "pay Ws")
    assert book(triple)["sacrifice"] == "3o*"


@pytest.mark.rule("SB-492")
def test_a_copied_learn_may_trigger_the_end_and_wakes_instants() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "clone", "transmutation", "abundance"]
    six = {name: "3s" for name in spells[:4]} | {"clone": "4s", "transmutation": "3s"}
    state = at({"pool": "Yo Yt Ys", "book": six}, "", spells=spells, altar=FIVE, turn=MIDDAY)
    play(state, "use clone 4", "copy learn", "learn abundance 3", "place Yo", "pay Yt", "pay Ys")
    assert state.view(0)["end_by"] == 0
    draw_all(state)
    assert (count(pool(state)), phase(state)) == (2, "evening")


@pytest.mark.rule("SB-493")
def test_a_copied_transmutation_may_learn_transmutation() -> None:
    state = cloning("4o", "Ut Us Go", {"transmutation": "4s"})
    play(state, "use clone 4", "copy 1 transmutation 4", "learn transmutation 3", "place Ut", "pay Us")
    assert legal(state) == ["wild o"]
    play(state, "wild o", "pay Go")
    assert book(state)["transmutation"] == "3t*"


@pytest.mark.rule("SB-494")
def test_the_cost_is_paid_before_the_copy() -> None:
    state = cloning("5o", OTHER_NINE)
    play(state, "use clone 5", "discard Ko", "copy draw", "draw Yo")
    assert (count(pool(state)), zone(state, "discard"), phase(state)) == (9, "Ko", "evening")


@pytest.mark.rule("SB-495")
def test_a_clone_effect_is_offered_when_a_copy_would_be() -> None:
    state = cloning("4o", "Ro Gt")
    assert offers(state, "use") == ["use clone 3"]
    assert refused(state, "use clone 4") == "SB-495"
    solo = ["sacrifice", "levitation", "purification", "offering", "clone", "transmutation", "communion"]
    known = {"levitation": "5o", "clone": "5t"}
    one = at({"pool": "Gt", "book": known}, spells=solo, altar=FIVE, turn=MIDDAY)
    assert "use clone 5" not in legal(one)
    two = at({"pool": "Gt Kt Yo", "book": known}, spells=solo, altar=FIVE, turn=MIDDAY)
    play(two, "use clone 5")
    assert legal(two) == ["discard Gt", "discard Kt"]
    assert legal(play(two, "discard Kt")) == ["copy - sacrifice 4"]


@pytest.mark.rule("SB-496")
def test_levels_without_effect_cannot_be_copied() -> None:
    state = cloning("4o", "Ro Rt Gs", {"transmutation": "3s"})
    assert offers(state, "use") == ["use clone 3"]
    feast = ["sacrifice", "levitation", "purification", "feast", "clone", "transmutation", "communion"]
    player = {"board": "Rs", "book": {"clone": "3o"}}
    copied = at(player, {"book": {"feast": "5o"}}, spells=feast, altar="Ro Go", turn=MIDDAY)
    assert legal(play(copied, "use clone 3")) == ["copy 1 feast 3", "copy 1 feast 4"]


@pytest.mark.rule("SB-497")
def test_a_copy_is_the_midday_action() -> None:
    state = cloning("5o", "Go Ro Rt Rs")
    draw_all(play(state, "use clone 5", "discard Go", "copy draw"))
    assert (phase(state), legal(state)) == ("evening", ["skip", "act learn"])
    for turn in (MORNING, EVENING):
        player = {"pool": "Go", "book": {"clone": "5o"}}
        assert offers(at(player, "", spells=MIXED, altar=FIVE, turn=turn), "use") == []


@pytest.mark.rule("SB-498")
def test_the_copied_player_keeps_everything_and_copies_may_be_repeated() -> None:
    state = cloning("3o", "Ro Rt Go Gt", {"offering": "3o"})
    before = state.view(None)["players"][1]
    play(state, "use clone 3", "copy 1 offering 3", "store Ro", "store Rt")
    assert state.view(None)["players"][1] == before
    draw_all(play(state, "skip"))
    draw_all(play(state, "skip", "skip", "skip"))
    play(state, "skip", "use clone 3", "copy 1 offering 3", "store Go", "store Gt")
    assert count(board(state)) == 4


@pytest.mark.rule("SB-499")
def test_mirage_works_in_a_copied_action() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "clone", "mirage", "communion"]
    player = {"pool": "Go", "book": {"clone": "5o", "mirage": "3t"}}
    state = at(player, {"book": {"levitation": "4o"}}, spells=spells, altar="Rt Gt", turn=MIDDAY)
    play(state, "use clone 5", "discard Go", "copy 1 levitation 4", "take Rt", "draw Yo", "take Gt", "draw Ys")
    assert pool(state) == "Rt Gt Yo Ys"
