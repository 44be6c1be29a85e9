"""Chapter "State": tokens, zones, what is public."""

import random
from collections import Counter

import pytest

from sortilege import CHANCE, OVER, Match
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    EVENING,
    MIDDAY,
    TYPES,
    at,
    bad,
    board,
    book,
    count,
    legal,
    offers,
    play,
    pool,
    zone,
)
from tests.games.spellbook.pieces import BOX, TABLES, pieces
from tests.shelf.tables import quiet, walk


@pytest.mark.rule("SB-001")
def test_there_are_five_tokens_of_each_of_21_types() -> None:
    state = GAME.new(3)
    assert pieces(state) == BOX
    assert sum(BOX.values()) == 105
    assert all(sum(n for token, n in BOX.items() if token[0] == colour) == 15 for colour in "RPGKWUY")
    assert all(sum(n for token, n in BOX.items() if token[1] == rune) == 35 for rune in "ots")


@pytest.mark.rule("SB-002")
def test_a_token_has_one_of_seven_colours_and_one_of_three_runes() -> None:
    first_draw = [GAME.describe(a)["token"] for a in GAME.new(2).legal()]
    assert first_draw == TYPES
    assert len(set(first_draw)) == 21


@pytest.mark.rule("SB-003", "SB-155")
@pytest.mark.parametrize("table", TABLES)
def test_every_token_is_always_in_exactly_one_zone(table: tuple[int, dict[str, object]]) -> None:
    for state in walk(GAME.new(*table), random.Random(7)):
        assert +pieces(state) == BOX


@pytest.mark.rule("SB-004")
def test_a_pool_never_holds_more_than_nine() -> None:
    for seats, options in TABLES:
        for state in walk(GAME.new(seats, options), random.Random(11)):
            assert all(count(player["pool"]) <= 9 for player in state.view(None)["players"])


@pytest.mark.rule("SB-004")
def test_a_full_pool_stays_full_through_another_players_blaze_and_sharing() -> None:
    nine = "Ro Rt Rs Po Pt Ps Go Gt Gs"
    blaze = at({"pool": "Yo", "book": {"blaze": "3o"}}, nine, options={"lineup": "set3"}, altar="Ko Kt")
    play(blaze, "use blaze 3", "draw Ko", "draw Ko", "draw Ko", "draw Kt")
    assert (count(pool(blaze, 1)), blaze.turn()) == (9, 0)
    sharing = at({"pool": "Yo", "book": {"sharing": "4o"}}, nine, options={"lineup": "set2"}, altar="Ko Kt")
    play(sharing, "use sharing 4", "take Ko", "take Kt")
    assert (count(pool(sharing, 1)), sharing.turn()) == (9, 0)


@pytest.mark.rule("SB-005")
def test_everything_on_the_table_is_public() -> None:
    state = at(
        {"pool": "Ro Gt", "board": "Ks", "book": {"sacrifice": "4o"}}, "Yo", altar="Us", discard="Wt Ws", first=1
    )
    view = state.view(1)
    assert view["players"][0]["pool"] == "Ro Gt"
    assert view["players"][0]["board"] == "Ks"
    assert view["players"][0]["book"] == {"sacrifice": "4o"}
    assert (view["altar"], view["discard"], view["first"], view["now"]["phase"]) == ("Us", "Wt Ws", 1, "morning")


@pytest.mark.rule("SB-006")
def test_a_view_holds_no_order_of_draws_and_every_seat_sees_the_same() -> None:
    match = Match(GAME, 3, seed="a secret")
    views = [match.state.view(seat) for seat in (0, 1, 2, None)]
    assert "a secret" not in str(views)
    for view in views:
        visible = [view["altar"], view["discard"], *(player["pool"] for player in view["players"])]
        left = BOX - Counter(token for zone_ in visible for token in zone_.split())
        assert Counter(view["pouch"].split()) == left
        assert {**view, "you": 0, "legal": []} == {**views[0], "you": 0, "legal": []}


@pytest.mark.rule("SB-007")
def test_a_draw_weighs_each_type_by_what_is_left_of_it() -> None:
    pouch = "Ro Ro Ro Yt"
    rest = " ".join((BOX - Counter(pouch.split())).elements())
    state = play(at("", "", altar=rest), "act draw")
    assert legal(state) == ["draw Ro", "draw Yt"]
    assert state.weights() == [3, 1]
    assert pool(play(state, "draw Yt")) == "Yt"
    assert state.weights() == [3]


@pytest.mark.rule("SB-008", "SB-009", "SB-010")
def test_a_learned_spell_keeps_one_token_of_its_colour_at_level_3_to_5() -> None:
    for seats, options in TABLES:
        known: dict[tuple[int, str], str] = {}
        for state in walk(GAME.new(seats, options), random.Random(3)):
            for seat, player in enumerate(state.view(None)["players"]):
                for spell, card in player["book"].items():
                    assert card[0] in "345"
                    assert known.setdefault((seat, spell), card[1]) == card[1]
                assert {spell for s, spell in known if s == seat} == set(player["book"])


@pytest.mark.rule("SB-009")
def test_growth_used_twice_keeps_its_token() -> None:
    options = {"lineup": ["sacrifice", "levitation", "growth", "offering", "storm", "swiftness", "abundance"]}
    state = at({"book": {"growth": "5t"}}, "", options=options, altar="Ro Rt Rs Po Pt Ps", turn=EVENING)
    play(state, "use growth 5", "take Ro", "take Rt", "take Rs")
    assert book(state)["growth"] == "4t"
    second = at({"book": {"growth": "4t"}}, "", options=options, altar="Ro Rt Rs", turn=EVENING)
    assert book(play(second, "use growth 4", "take Ro", "take Rt"))["growth"] == "3t"


@pytest.mark.rule("SB-011")
def test_the_number_of_stored_tokens_never_falls() -> None:
    for seats, options in TABLES:
        sizes = [0] * seats
        for state in walk(GAME.new(seats, options), random.Random(5)):
            now = [count(board(state, seat)) for seat in range(seats)]
            assert all(a >= b for a, b in zip(now, sizes, strict=True))
            sizes = now


@pytest.mark.rule("SB-012", "SB-357")
def test_the_altar_may_exceed_ten_during_a_day() -> None:
    ten = "Ro Rt Rs Po Pt Ps Go Gt Gs Ko"
    state = at({"book": {"divination": "4o"}}, "", options={"lineup": "set3"}, altar=ten)
    play(state, "use divination 4", "draw Yo", "draw Yo", "stop")
    assert count(zone(state, "altar")) == 12


@pytest.mark.rule("SB-013")
def test_equal_tokens_are_one_choice() -> None:
    state = play(at("Ro Ro Gt", "", turn=MIDDAY), "act store")
    assert legal(state) == ["store Ro", "store Gt"]


@pytest.mark.rule("SB-014")
@pytest.mark.parametrize("table", TABLES)
def test_position_and_view_give_the_same_state_back_at_every_node(table: tuple[int, dict[str, object]]) -> None:
    for n, state in enumerate(walk(GAME.new(*table), random.Random(13))):
        position = quiet(state)
        if position is not None:
            loaded = GAME.load(position)
            assert (loaded.turn(), loaded.legal(), loaded.position()) == (state.turn(), state.legal(), position)
        if n % 10 == 0:
            imagined = GAME.imagine(state.view(0), random.Random(1))
            assert (imagined.turn(), imagined.legal()) == (state.turn(), state.legal())
            assert state.turn() != CHANCE or imagined.weights() == state.weights()
            assert state.turn() == OVER or imagined.scores() == state.scores()


@pytest.mark.rule("SB-015")
def test_spells_of_one_colour_never_meet() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "clone", "storm", "abundance"]
    assert bad("", "", spells=spells) == ("spells[5]", "SB-015")


@pytest.mark.rule("SB-015", "SB-031")
def test_a_spell_out_of_play_cannot_be_in_a_book() -> None:
    assert bad({"book": {"storm": "3o"}}, "") == ("players[0].book.storm", "SB-031")
    assert offers(at("", ""), "use") == []
