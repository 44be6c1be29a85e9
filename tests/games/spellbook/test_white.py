"""Chapters "Time Travel" and "Storm"."""

import pytest

from sortilege import CHANCE
from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    OTHER_NINE,
    SET2,
    all_but,
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


# ---------------------------------------------------------------- Time Travel
@pytest.mark.rule("SB-440")
def test_the_points_of_time_travel() -> None:
    assert points("time_travel", {"lineup": "set1"}) == [2, 4, 6]


def travelling(book_: dict[str, str], pool_: str = "Go", card: str = "3o", **more: object) -> object:
    player = {"pool": pool_, "board": "Ro Rt Rs Po Go", "book": {"time_travel": card, **book_}}
    return at(player, "", altar=FIVE, turn=EVENING, **more)


@pytest.mark.rule("SB-441")
def test_time_travel_discards_and_raises_another_spell() -> None:
    state = play(travelling({"levitation": "3o"}), "use time_travel 3", "discard Go", "raise levitation")
    assert (book(state), zone(state, "discard"), phase(state)) == (
        {"levitation": "4o", "time_travel": "3o"},
        "Go",
        "night",
    )


@pytest.mark.rule("SB-442")
def test_the_levels_of_time_travel_add_runes() -> None:
    uses = {}
    for card in ("3o", "4o", "5o"):
        uses[card] = offers(travelling({"levitation": "3o"}, "Ro Gt Ks", card), "use")
    assert uses["3o"] == ["use time_travel 3"]
    assert uses["4o"] == ["use time_travel 3", "use time_travel 4"]
    assert len(uses["5o"]) == 3
    square = play(travelling({"levitation": "3o"}, "Ro Gt Ks", "5o"), "use time_travel 5")
    assert legal(square) == ["discard Ks"]


@pytest.mark.rule("SB-443")
def test_time_travel_raises_own_learned_spells_below_five() -> None:
    book_ = {"sacrifice": "3o", "levitation": "5o", "purification": "4o"}
    player = {"pool": "Go", "book": {"time_travel": "3o", **book_}}
    state = at(player, {"book": {"abundance": "3o"}}, turn=EVENING)
    play(state, "use time_travel 3", "discard Go")
    assert legal(state) == ["raise sacrifice", "raise purification"]
    for spell in ("levitation", "abundance", "offering"):
        assert refused(state, f"raise {spell}") == "SB-443"


@pytest.mark.rule("SB-444")
def test_time_travel_needs_a_rune_and_a_target() -> None:
    no_target = travelling({"levitation": "5o"})
    assert offers(no_target, "use") == []
    assert refused(no_target, "use time_travel 3") == "SB-444"
    assert offers(travelling({"levitation": "3o"}, "Gt"), "use") == []


@pytest.mark.rule("SB-445")
def test_one_raise_a_use_and_the_same_spell_again_later() -> None:
    state = travelling({"levitation": "3o"}, "Go Ko")
    draw_all(play(state, "use time_travel 3", "discard Go", "raise levitation"))
    assert book(state)["levitation"] == "4o"
    draw_all(play(state, "skip", "skip", "skip"))
    play(state, "skip", "skip", "use time_travel 3", "discard Ko", "raise levitation")
    assert book(state)["levitation"] == "5o"


@pytest.mark.rule("SB-446", "SB-572")
def test_a_raise_wakes_no_instant() -> None:
    abundance = travelling({"abundance": "3o"})
    before = abundance.scores()[0]
    play(abundance, "use time_travel 3", "discard Go", "raise abundance")
    assert (pool(abundance), abundance.scores()[0], phase(abundance)) == ("", before + 2, "night")
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    swift = travelling({"swiftness": "3o"}, spells=spells)
    assert phase(play(swift, "use time_travel 3", "discard Go", "raise swiftness")) == "night"
    communion = travelling({"communion": "3o"}, spells=spells)
    play(communion, "use time_travel 3", "discard Go", "raise communion")
    assert (count(board(communion)), phase(communion)) == (5, "night")


@pytest.mark.rule("SB-447")
def test_a_raise_starts_and_ends_permanent_effects() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    swift = travelling({"swiftness": "4o"}, spells=spells)
    before = swift.scores()[0]
    play(swift, "use time_travel 3", "discard Go", "raise swiftness")
    assert swift.scores()[0] == before - 6
    draw_all(swift)
    draw_all(play(swift, "skip", "skip", "skip"))
    assert swift.view(0)["now"]["mornings"] == 2
    spells[5] = "mirage"
    mirage = travelling({"mirage": "3o"}, spells=spells)
    draw_all(play(mirage, "use time_travel 3", "discard Go", "raise mirage"))
    draw_all(play(mirage, "skip", "skip", "skip"))
    play(mirage, "act take", "take Ro", "draw Us", "draw Us")
    assert pool(mirage) == "Ro Us Us"


@pytest.mark.rule("SB-448", "SB-591", "SB-600")
def test_raising_communion_gains_and_loses_its_rune_points() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    up = travelling({"communion": "3o"}, spells=spells)
    before = up.scores()[0]
    play(up, "use time_travel 3", "discard Go", "raise communion")
    assert up.scores()[0] == before + 3
    down = travelling({"communion": "4o"}, spells=spells)
    before = down.scores()[0]
    play(down, "use time_travel 3", "discard Go", "raise communion")
    assert (down.scores()[0], count(board(down))) == (before - 3, 5)


@pytest.mark.rule("SB-449")
def test_raising_growth_restores_its_use() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    state = travelling({"growth": "3o"}, spells=spells)
    assert offers(state, "use growth") == ["use growth 3"]
    draw_all(play(state, "use time_travel 3", "discard Go", "raise growth"))
    draw_all(play(state, "skip", "skip", "skip"))
    assert "use growth 4" in legal(play(state, "skip", "skip"))


@pytest.mark.rule("SB-450")
def test_raising_feast_and_transmutation_switches_their_effects() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "transmutation", "communion"]
    feast = travelling({"feast": "4o"}, spells=spells)
    before = feast.scores()[0]
    play(feast, "use time_travel 3", "discard Go", "raise feast")
    assert feast.scores()[0] == before - 2 + 3
    wild = travelling({"transmutation": "3s"}, "Go Gs Gt Rs", spells=spells)
    assert offers(wild, "use transmutation") == []
    draw_all(play(wild, "use time_travel 3", "discard Go", "raise transmutation"))
    draw_all(play(wild, "skip", "skip", "skip"))
    assert offers(play(wild, "skip", "skip"), "use transmutation") == ["use transmutation 4"]


@pytest.mark.rule("SB-451")
def test_a_raise_is_no_learning() -> None:
    spells = ["sacrifice", "levitation", "growth", "feast", "time_travel", "swiftness", "communion"]
    state = travelling({"communion": "5o", "levitation": "3o"}, spells=spells)
    play(state, "use time_travel 3", "discard Go", "raise levitation")
    assert (count(board(state)), phase(state), state.view(0)["end_by"]) == (5, "night", None)


@pytest.mark.rule("SB-452")
def test_a_raised_spell_keeps_its_rune() -> None:
    spells = ["sacrifice", "levitation", "growth", "focus", "time_travel", "swiftness", "communion"]
    state = travelling({"focus": "3s"}, spells=spells)
    play(state, "use time_travel 3", "discard Go", "raise focus")
    assert book(state)["focus"] == "4s"


@pytest.mark.rule("SB-453")
def test_time_travel_never_raises_itself() -> None:
    state = play(travelling({"levitation": "3o"}), "use time_travel 3", "discard Go")
    assert legal(state) == ["raise levitation"]
    assert refused(state, "raise time_travel") == "SB-453"


# ---------------------------------------------------------------- Storm
@pytest.mark.rule("SB-460")
def test_the_points_of_storm() -> None:
    assert points("storm", SET2) == [4, 6, 8]


def storming(card: str = "5o", pool_: str = "", altar: str = "Ro Rt Rs Po Pt Ps", **more: object) -> object:
    return at({"pool": pool_, "book": {"storm": card}}, "", options=SET2, altar=altar, turn=EVENING, **more)


@pytest.mark.rule("SB-461")
def test_storm_sweeps_replaces_takes_and_goes_down() -> None:
    state = storming()
    play(state, "use storm 5", "sweep Ro", "sweep Rt", "sweep Rs", "sweep Po", "stop")
    assert (state.turn(), zone(state, "discard"), zone(state, "altar")) == (CHANCE, "Ro Rt Rs Po", "Pt Ps")
    play(state, "draw Yo", "draw Yt", "draw Ys", "draw Ko")
    assert count(zone(state, "altar")) == 6
    play(state, "take Yo", "take Yt")
    assert book(state)["storm"] == "5o"
    play(state, "take Pt")
    assert (pool(state), zone(state, "altar"), book(state)["storm"]) == ("Pt Yo Yt", "Ps Ko Ys", "4o")


@pytest.mark.rule("SB-462")
def test_storm_may_replace_none_or_all() -> None:
    none = play(storming(), "use storm 5", "stop")
    assert (zone(none, "altar"), legal(none)[0]) == ("Ro Rt Rs Po Pt Ps", "take Ro")
    everything = play(storming(altar="Ro Rt"), "use storm 5", "sweep Ro", "sweep Rt")
    assert (everything.turn(), zone(everything, "altar")) == (CHANCE, "")
    assert refused(play(storming(), "use storm 5"), "sweep Yo") == "SB-461"


@pytest.mark.rule("SB-463")
def test_everything_is_discarded_before_anything_is_drawn() -> None:
    altar = "Yo Yt Ys Ko"
    rest = all_but(altar, "Wo").split()
    pools = [" ".join(rest[i * 9 : i * 9 + 9]) for i in range(4)]
    boards = [" ".join(rest[36 + i * 13 : 49 + i * 13]) for i in range(4)]
    left = " ".join(rest[88:])
    players = [{"pool": pool_, "board": board_} for pool_, board_ in zip(pools, boards, strict=True)]
    players[0]["book"] = {"storm": "5o"}  # type: ignore[assignment]
    state = at(*players, options=SET2, altar=altar, turn=EVENING)
    assert sorted(zone(state, "pouch").split()) == sorted(left.split())
    play(state, "use storm 5", "sweep Yo", "sweep Yt", "sweep Ys")
    assert zone(state, "discard") == "Yo Yt Ys"
    assert sorted(zone(play(state, "stop"), "pouch").split()) == sorted(left.split())


@pytest.mark.rule("SB-463")
def test_what_was_swept_may_come_back() -> None:
    lower = all_but("Yo Yt Ys Ko", "Wo")
    player = {"book": {"storm": "5o"}}
    state = at(player, options=SET2, altar="Yo Yt Ys Ko", opponent={"lower": lower}, turn=EVENING)
    play(state, "use storm 5", "sweep Yo", "sweep Yt", "sweep Ys", "stop", "draw Ys", "draw Yt", "draw Yo")
    assert zone(state, "altar") == "Ko Yo Yt Ys"


@pytest.mark.rule("SB-464")
def test_storm_takes_old_and_new_tokens() -> None:
    state = play(storming(), "use storm 5", "sweep Ro", "stop", "draw Ks")
    assert legal(state) == ["take Rt", "take Rs", "take Po", "take Pt", "take Ps", "take Ks"]


@pytest.mark.rule("SB-465")
def test_storm_takes_what_the_pool_can_hold() -> None:
    eight = OTHER_NINE.rsplit(" ", 1)[0]
    state = play(storming("4s", eight), "use storm 4", "stop", "take Ro")
    assert (count(pool(state)), book(state)["storm"], phase(state)) == (9, "3s", "night")


@pytest.mark.rule("SB-466")
def test_storm_at_3_has_no_effect() -> None:
    assert offers(storming("3o"), "use") == []
    assert refused(storming("3o"), "use storm 3") == "SB-468"


@pytest.mark.rule("SB-467")
def test_storm_goes_down_one_level_and_is_listed_once() -> None:
    assert offers(storming("5o"), "use") == ["use storm 5"]
    state = play(storming("5o"), "use storm 5", "stop", "take Ro", "take Rt", "take Rs")
    assert book(state)["storm"] == "4o"


@pytest.mark.rule("SB-468")
def test_storm_needs_an_altar_and_not_a_place_in_the_pool() -> None:
    assert offers(storming(altar=""), "use") == []
    state = storming("5o", OTHER_NINE, "Ro Rt Rs Po Pt")
    play(state, "use storm 5", "sweep Ro", "sweep Rt", "sweep Rs", "sweep Po", "sweep Pt")
    draw_all(state)
    assert (pool(state), book(state)["storm"], phase(state)) == (OTHER_NINE, "4o", "morning")


@pytest.mark.rule("SB-469")
def test_storms_takes_wake_mirage_and_its_draws_do_not() -> None:
    spells = ["blaze", "sharing", "growth", "focus", "storm", "mirage", "communion"]
    player = {"pool": "Yt Ys", "book": {"storm": "5t", "mirage": "3o"}}
    state = at(player, "", spells=spells, altar="Rt Gt Ks", turn=EVENING)
    play(state, "use storm 5", "sweep Rt", "stop", "draw Ro", "take Ro", "draw Us", "take Gt", "take Ks")
    assert (count(pool(state)), book(state)["storm"]) == (6, "4t")
