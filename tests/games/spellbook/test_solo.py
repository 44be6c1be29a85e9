"""Chapter "Solo"."""

import pytest

from sortilege import OVER, OptionError
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    EVENING,
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
    opponent,
    phase,
    play,
    pool,
    refused,
    zone,
)

SEVEN = "Ro Rt Rs Po Pt Ps Go"
SIX = {
    **{"sacrifice": "3o", "levitation": "3o", "purification": "3o"},
    **{"offering": "3o", "time_travel": "3o", "transmutation": "3o"},
}


def track(n: int) -> dict[str, str]:
    return {"track": " ".join(all_but(SEVEN).split()[-n:]) if n else "", "lower": ""}


@pytest.mark.rule("SB-200")
def test_a_solo_day_has_the_same_phases() -> None:
    state = at("", altar=SEVEN)
    seen = []
    for _ in range(3):
        seen.append(phase(state))
        play(state, "skip")
    assert [*seen, phase(state)] == ["morning", "midday", "evening", "night"]
    draw_all(play(state, "offer Ro"))
    assert (state.turn(), phase(state), state.view(0)["day"]) == (0, "morning", 2)


@pytest.mark.rule("SB-201")
def test_the_opponent_is_a_board_and_not_a_seat() -> None:
    state = at("", altar=SEVEN, opponent={"track": "Yo", "lower": "Yt Yt"})
    assert len(state.view(0)["players"]) == len(state.scores()) == 1
    assert state.position()["opponent"] == {"track": "Yo", "lower": "Yt Yt"}
    assert bad("", "", opponent={"track": "", "lower": ""}) == ("opponent", "SB-201")
    assert bad("", opponent={"track": " ".join(all_but().split()[:18])}) == ("opponent.track", "SB-201")


@pytest.mark.rule("SB-202", "SB-203")
@pytest.mark.parametrize("handicap", [0, 1, 2, 3])
def test_seven_on_the_altar_two_in_the_pool_and_the_handicap_below(handicap: int) -> None:
    state = draw_all(GAME.new(1, {"handicap": handicap}))
    assert (count(zone(state, "altar")), count(pool(state)), count(zone(state, "pouch"))) == (7, 2, 96 - handicap)
    assert (count(opponent(state)["lower"]), opponent(state)["points"]) == (handicap, handicap)


@pytest.mark.rule("SB-203")
def test_a_handicap_is_for_solo_alone_and_at_most_three() -> None:
    with pytest.raises(OptionError, match="SB-203"):
        GAME.new(2, {"handicap": 1})
    with pytest.raises(OptionError, match="handicap"):
        GAME.new(1, {"handicap": 4})


@pytest.mark.rule("SB-204")
def test_at_the_end_of_a_day_the_opponent_gets_a_token_of_your_choice() -> None:
    state = play(at("", altar="Ro Ro Rt Rt Po"), "skip", "skip", "skip")
    assert legal(state) == ["offer Ro", "offer Rt", "offer Po"]
    assert refused(state, "offer Yo") == "SB-204"
    assert opponent(play(state, "offer Rt"))["track"] == "Rt"


@pytest.mark.rule("SB-205")
def test_then_the_altar_is_filled_up_to_seven() -> None:
    state = draw_all(play(at("", altar="Ro Rt Po Pt Go"), "skip", "skip", "skip", "offer Ro"))
    assert (count(zone(state, "altar")), zone(state, "discard")) == (7, "")


@pytest.mark.rule("SB-206")
@pytest.mark.parametrize("space", [1, 4])
def test_more_than_seven_are_cleared_for_seven_new_ones_once(space: int) -> None:
    """Also where the space asks for the same: 4 has the symbol, 1 has none."""
    state = at("", altar=SEVEN + " Gt Gs", opponent=track(space - 1))
    pouch = count(zone(state, "pouch"))
    play(state, "skip", "skip", "skip", "offer Ro")
    assert (zone(state, "altar"), zone(state, "discard")) == ("", "Rt Rs Po Pt Ps Go Gt Gs")
    draw_all(state)
    assert (count(zone(state, "altar")), count(zone(state, "pouch")), phase(state)) == (7, pouch - 7, "morning")


@pytest.mark.rule("SB-206")
def test_seven_after_giving_stay_and_nothing_is_drawn() -> None:
    state = play(at("", altar=SEVEN + " Gt"), "skip", "skip", "skip", "offer Ro")
    assert (zone(state, "altar"), zone(state, "discard")) == ("Rt Rs Po Pt Ps Go Gt", "")
    assert phase(state) == "morning"


@pytest.mark.rule("SB-207", "SB-208")
@pytest.mark.parametrize("space", [4, 9, 14])
def test_a_refresh_space_replaces_the_altar_after_it_was_filled_up(space: int) -> None:
    state = at("", altar="Ro Rt Rs Po Pt", opponent=track(space - 1))
    pouch = count(zone(state, "pouch"))
    draw_all(play(state, "skip", "skip", "skip", "offer Ro"))
    assert count(zone(state, "discard")) == 7
    assert (count(zone(state, "altar")), count(zone(state, "pouch"))) == (7, pouch - 10)


@pytest.mark.rule("SB-207")
@pytest.mark.parametrize("space", [1, 3, 5, 10, 15])
def test_other_spaces_do_not(space: int) -> None:
    state = at("", altar=SEVEN, opponent=track(space - 1))
    draw_all(play(state, "skip", "skip", "skip", "offer Ro"))
    assert zone(state, "discard") == ""


@pytest.mark.rule("SB-209")
def test_an_empty_altar_gives_nothing() -> None:
    state = draw_all(play(at("", altar=""), "skip", "skip", "skip"))
    assert (opponent(state)["track"], count(zone(state, "altar"))) == ("", 7)


@pytest.mark.rule("SB-210")
def test_the_day_of_the_last_spell_still_feeds_the_opponent() -> None:
    state = at({"pool": "Yo Yt Ys", "book": SIX}, altar=SEVEN, turn=EVENING)
    draw_all(play(state, "act learn", "learn abundance 3", "place Yo", "pay Yt", "pay Ys"))
    assert legal(state)[0].startswith("offer")
    draw_all(play(state, "offer Ro"))
    assert (state.turn(), opponent(state)["track"]) == (OVER, "Ro")


@pytest.mark.rule("SB-210")
def test_a_full_board_ends_the_game_with_the_day() -> None:
    state = at({"pool": "Go", "board": full(13)}, altar="Ro Rt", turn=MIDDAY)
    draw_all(play(state, "act store", "store Go", "skip", "offer Ro"))
    assert state.turn() == OVER


@pytest.mark.rule("SB-211")
def test_the_opponents_last_space_ends_the_game() -> None:
    state = at("", altar=SEVEN, opponent=track(16))
    draw_all(play(state, "skip", "skip", "skip", "offer Ro"))
    assert (state.turn(), opponent(state)["points"]) == (OVER, 40)
    assert bad("", altar=SEVEN, opponent=track(17)) == ("opponent.track", "SB-211")


@pytest.mark.rule("SB-212")
def test_the_opponents_points() -> None:
    values = [0, 0, 0, 0, *range(14, 41, 2)]
    done, over = {"board": full(14)}, {"phase": "over"}
    assert [opponent(at(done, altar=SEVEN, opponent=track(k), turn=over))["points"] for k in range(18)] == values
    ten = track(10) | {"lower": "Gs Gs"}
    assert opponent(at("", altar=SEVEN, opponent=ten))["points"] == values[10] + 2


@pytest.mark.rule("SB-213")
@pytest.mark.parametrize(("spaces", "winners", "reason"), [(5, [0], "points"), (6, [], "tie"), (7, [], "opponent")])
def test_only_strictly_more_points_win(spaces: int, winners: list[int], reason: str) -> None:
    player = {"board": full(14), "pool": "Gs Gs"}
    state = at(player, altar=SEVEN, opponent=track(spaces), turn={"phase": "over"})
    assert state.outcome() == {"winners": winners, "scores": [18], "reason": reason}


@pytest.mark.rule("SB-214")
def test_blaze_gives_the_opponent_a_token_below() -> None:
    state = at({"pool": "Yo Yt", "book": {"blaze": "3o"}}, options=SET3, altar=SEVEN)
    play(state, "use blaze 3", "draw Ko", "draw Kt", "draw Ks", "draw Ko")
    assert legal(state)[0].startswith("offer")
    play(state, "offer Ps")
    assert (count(pool(state)), count(zone(state, "altar")), opponent(state)["lower"]) == (6, 6, "Ps")
    empty = at({"book": {"blaze": "3o"}}, options=SET3, altar="")
    assert phase(draw_all(play(empty, "use blaze 3"))) == "midday"


@pytest.mark.rule("SB-215")
def test_sharing_draws_one_below() -> None:
    state = at({"pool": "Yo Yt", "book": {"sharing": "4o"}}, options=SET2, altar=SEVEN)
    play(state, "use sharing 4", "take Ro", "take Rt", "draw Ks")
    assert (count(pool(state)), count(zone(state, "altar")), opponent(state)["lower"]) == (4, 5, "Ks")


@pytest.mark.rule("SB-216")
def test_tokens_for_the_opponent_are_not_taken() -> None:
    state = at({"pool": "Yo Yt Ys", "book": {"mirage": "5o"}}, options=SET3, altar=SEVEN)
    draw_all(play(state, "skip", "skip", "skip", "offer Ro"))
    assert pool(state) == "Yo Yt Ys"
    nine = at({"pool": "Yo Yt Ys Ko Kt Ks Wo Wt Ws", "book": {"blaze": "3o"}}, options=SET3, altar=SEVEN)
    play(nine, "use blaze 3", "offer Ro")
    assert (count(pool(nine)), opponent(nine)["lower"]) == (9, "Ro")


@pytest.mark.rule("SB-217")
def test_alone_clone_copies_level_four_of_an_unlearned_spell() -> None:
    spells = ["sacrifice", "levitation", "purification", "offering", "clone", "mirage", "abundance"]
    state = at({"pool": "Ro Rt Rs", "book": {"clone": "3o"}}, spells=spells, altar=SEVEN, turn=MIDDAY)
    play(state, "use clone 3")
    assert legal(state) == ["copy - purification 4", "copy - offering 4"]
    assert refused(state, "copy - offering 3") == "SB-217"
    assert refused(state, "copy 0 offering 4") == "SB-217"
    play(state, "copy - offering 4", "store Ro", "store Rt", "store Rs")
    assert board(state) == "Ro Rt Rs"


@pytest.mark.rule("SB-218")
def test_alone_clone_keeps_to_the_phase_of_its_effect() -> None:
    state = at({"pool": "Ro Rt", "board": "Wo", "book": {"clone": "5o"}}, options=SET3, altar=SEVEN, turn=MIDDAY)
    assert offers(play(state.clone(), "use clone 3"), "copy") == ["copy - feast 4"]
    assert offers(play(state.clone(), "use clone 4"), "copy") == ["copy - growth 4"]
    assert offers(play(state.clone(), "use clone 5", "discard Ro"), "copy") == ["copy - blaze 4", "copy - divination 4"]
    low = at({"board": "Wo", "book": {"clone": "3o"}}, options=SET3, altar=SEVEN, turn=MIDDAY)
    assert refused(play(low, "use clone 3"), "copy - growth 4") == "SB-481"


@pytest.mark.rule("SB-219")
def test_alone_clone_copies_no_primary_action_and_no_learned_spell() -> None:
    player = {"pool": "Ro Rt", "book": {"clone": "5o", "blaze": "4o"}}
    state = play(at(player, options=SET3, altar=SEVEN, turn=MIDDAY), "use clone 5", "discard Ro")
    assert legal(state) == ["copy - divination 4"]
    assert refused(state, "copy draw") == "SB-219"


@pytest.mark.rule("SB-220")
def test_alone_clone_pays_for_growth_and_lends_its_rune() -> None:
    state = at({"book": {"clone": "5o"}}, options=SET3, altar=SEVEN, turn=MIDDAY)
    play(state, "use clone 4", "copy - growth 4", "take Ro", "take Rt")
    assert (board(state), book(state)) == ("Ro Rt", {"clone": "4o"})
    spells = ["blaze", "sharing", "growth", "focus", "clone", "transmutation", "communion"]
    lent = at({"pool": "Ks Gs Go Ro Rs", "book": {"clone": "4s"}}, spells=spells, altar=SEVEN, turn=MIDDAY)
    play(lent, "use clone 4")
    assert {"copy - focus 4 store", "copy - focus 4 take", "copy - transmutation 4"} <= set(legal(lent))
    assert legal(play(lent.clone(), "copy - focus 4 store")) == ["store Rs", "store Gs", "store Ks"]
    play(lent, "copy - transmutation 4", "learn growth 3", "place Go", "pay Gs")
    assert legal(lent) == ["wild s"]
    assert legal(play(lent, "wild s")) == ["pay Rs", "pay Ks"]


@pytest.mark.rule("SB-221")
def test_a_copied_blaze_or_sharing_serves_the_opponent_too() -> None:
    blaze = at({"pool": "Yo", "book": {"clone": "5o"}}, options=SET3, altar=SEVEN, turn=MIDDAY)
    draw_all(play(blaze, "use clone 5", "discard Yo", "copy - blaze 4"))
    assert opponent(play(blaze, "offer Ps"))["lower"] == "Ps"
    spells = ["blaze", "sharing", "growth", "focus", "clone", "transmutation", "communion"]
    sharing = at({"pool": "Yo", "book": {"clone": "5o"}}, spells=spells, altar=SEVEN, turn=MIDDAY)
    play(sharing, "use clone 5", "discard Yo", "copy - sharing 4", "take Ro", "take Rt", "draw Ks")
    assert opponent(sharing)["lower"] == "Ks"


@pytest.mark.rule("SB-222")
@pytest.mark.parametrize("lineup", ["set1", "set2", "set3", "classic"])
def test_solo_with_any_line_up(lineup: str) -> None:
    state = draw_all(GAME.new(1, {"lineup": lineup}))
    assert len(state.position()["spells"]) == 7
