"""Chapter "Turn": Days, phases, actions, and how far they are carried out."""

import random

import pytest

from sortilege import IllegalAction, Match
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import (
    EVENING,
    FIVE,
    MIDDAY,
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
    pool,
    refused,
    zone,
)
from tests.shelf.tables import walk


@pytest.mark.rule("SB-040")
def test_days_go_round_from_the_first_player() -> None:
    state = at("", "", "", altar=FIVE, first=1)
    seen = []
    for _ in range(4):
        seen.append(state.turn())
        draw_all(play(state, "skip", "skip", "skip"))
    assert seen == [1, 2, 0, 1]


@pytest.mark.rule("SB-040")
def test_only_the_seat_whose_day_it_is_may_choose() -> None:
    match = Match(GAME, start=at("", "", altar=FIVE).position(), seed=1)
    with pytest.raises(IllegalAction) as error:
        match.play({"do": "skip"}, seat=1)
    assert error.value.rule == "SB-040"
    assert match.log == []


@pytest.mark.rule("SB-041")
def test_a_day_is_morning_midday_evening_and_the_altar() -> None:
    state = at("", "", altar=FIVE)
    seen = []
    for _ in range(3):
        seen.append(phase(state))
        play(state, "skip")
    assert [*seen, phase(state)] == ["morning", "midday", "evening", "night"]
    assert count(zone(play(state, "draw Yo"), "altar")) == 6
    assert (phase(state), state.turn()) == ("morning", 1)


@pytest.mark.rule("SB-042")
def test_one_action_a_phase() -> None:
    assert phase(play(at("", "", altar=FIVE), "act take", "take Ro")) == "midday"
    assert phase(play(at("Ro", "", turn=MIDDAY), "act store", "store Ro")) == "evening"


@pytest.mark.rule("SB-043")
def test_a_phase_can_always_be_skipped_at_its_start_and_only_there() -> None:
    for state in walk(GAME.new(3, {"lineup": "set2"}), random.Random(2)):
        view = state.view(None)
        if state.turn() >= 0 and view["asks"]["step"] == "choose":
            assert "skip" in legal(state)
    begun = play(at("", "", altar=FIVE), "act take")
    assert refused(begun, "skip") == "SB-043"


@pytest.mark.rule("SB-044")
def test_a_spell_acts_in_the_phase_of_its_symbol() -> None:
    book_ = {"sacrifice": "5o", "purification": "4o", "time_travel": "3o"}
    player = {"pool": "Ro Gt Ks", "book": book_}
    spells = [offers(at(player, "", altar="Yo", turn={"phase": p}), "use") for p in ("morning", "midday", "evening")]
    assert [{use.split()[1] for use in uses} for uses in spells] == [
        {"sacrifice"},
        {"purification"},
        {"time_travel"},
    ]
    assert refused(at(player, "", altar="Yo", turn=MIDDAY), "use sacrifice 3") == "SB-044"
    assert refused(at(player, "", altar="Yo", turn=EVENING), "act draw") == "SB-044"


@pytest.mark.rule("SB-045")
def test_spells_replace_no_primary_action() -> None:
    state = at({"book": {"eruption": "5o"}}, "", options={"lineup": "set2"}, altar="Ro")
    assert legal(state) == ["skip", "act take", "act draw", "use eruption 3", "use eruption 4", "use eruption 5"]


@pytest.mark.rule("SB-046")
def test_a_card_gives_its_level_and_the_lower_ones() -> None:
    state = at({"pool": "Ro Ro Ro Ro Ro", "book": {"offering": "4o"}}, "", turn=MIDDAY)
    assert offers(state, "use") == ["use offering 3", "use offering 4"]
    assert refused(state, "use offering 5") == "SB-046"


@pytest.mark.rule("SB-047")
def test_a_spell_without_symbol_gives_only_its_very_level() -> None:
    state = at({"board": "Ro Go", "book": {"communion": "5o"}}, "", options={"lineup": "set3"})
    assert state.scores()[0] == 2
    assert refused(state, "use communion 4") == "SB-047"


@pytest.mark.rule("SB-048")
def test_a_spell_learned_this_day_is_usable_from_the_next() -> None:
    spells = ["sacrifice", "levitation", "purification", "focus", "clone", "mirage", "abundance"]
    state = at({"pool": "Ko Ko Ko Ro", "book": {"clone": "4s"}}, "", spells=spells, altar=FIVE, turn=MIDDAY)
    play(state, "use clone 4", "copy learn", "learn focus 3", "place Ko", "pay Ko", "pay Ko")
    assert (phase(state), offers(state, "use")) == ("evening", [])
    assert book(state)["focus"] == "3o*"
    assert refused(state, "use focus 3 store") == "SB-048"
    draw_all(play(state, "skip"))
    draw_all(play(state, "skip", "skip", "skip"))
    assert offers(play(state, "skip", "skip"), "use") == ["use focus 3 store"]


@pytest.mark.rule("SB-049")
def test_an_instant_effect_happens_once() -> None:
    state = at("Yo Yo Yo", "", altar=FIVE, turn=EVENING)
    play(state, "act learn", "learn abundance 3", "place Yo", "pay Yo", "pay Yo", "draw Ko", "draw Kt")
    assert (phase(state), pool(state)) == ("night", "Ko Kt")
    draw_all(state)
    draw_all(play(state, "skip", "skip", "skip"))
    assert (legal(state), pool(state)) == (["skip", "act take", "act draw"], "Ko Kt")


@pytest.mark.rule("SB-050")
def test_an_instant_effect_is_carried_out_as_far_as_possible_now() -> None:
    full_but_one = "Ro Ro Ro Ro Ro Rt Rt Rt Rt Rt Rs Rs Rs"
    state = at(
        {"pool": "Yo Yo Yo", "board": full_but_one}, "", options={"lineup": "set3"}, altar="Ko Kt Ks", turn=EVENING
    )
    play(state, "act learn", "learn communion 3", "place Yo", "pay Yo", "pay Yo", "take Ko")
    assert (count(board(state)), zone(state, "altar"), phase(state)) == (14, "Kt Ks", "night")


@pytest.mark.rule("SB-051", "SB-562")
def test_a_permanent_effect_works_from_the_moment_it_is_there() -> None:
    spells = ["sacrifice", "levitation", "purification", "focus", "clone", "mirage", "abundance"]
    player = {"pool": "Ut Ut Ut", "book": {"clone": "4s", "focus": "4t"}}
    state = at(player, "", spells=spells, altar="Kt", turn=MIDDAY)
    play(state, "use clone 4", "copy learn", "learn mirage 3", "place Ut", "pay Ut", "pay Ut")
    play(state, "use focus 4 take", "take Kt", "draw Yo")
    assert pool(state) == "Kt Yo"


@pytest.mark.rule("SB-052")
def test_steps_once_begun_are_mandatory() -> None:
    state = at(
        {"pool": "Ro Gt Ks", "book": {"sharing": "5o"}}, "", options={"lineup": "set2"}, altar="Ro Rt Rs Po Pt Ps"
    )
    play(state, "use sharing 5", "take Ro", "take Rt")
    assert all(offer.startswith("take") for offer in legal(state))
    assert refused(state, "stop") == "SB-052"
    assert refused(state, "store Gt") == "SB-052"


@pytest.mark.rule("SB-053")
def test_an_action_without_effect_is_not_offered() -> None:
    state = at({"pool": "Ro Gt Ks Yo", "book": {"eruption": "3o"}}, "", options={"lineup": "set2"}, altar="Ro")
    assert offers(state, "use") == []


@pytest.mark.rule("SB-054")
def test_a_cost_must_be_payable() -> None:
    assert offers(at({"pool": "Rt Gs", "book": {"sacrifice": "3o"}}, ""), "use") == []
    assert offers(at({"pool": "Ro", "book": {"sacrifice": "3o"}}, ""), "use") == ["use sacrifice 3"]


@pytest.mark.rule("SB-055")
def test_a_trailing_discard_is_done_as_far_as_the_pool_allows() -> None:
    state = at({"book": {"cure": "5o"}}, "", options={"lineup": "set2"}, altar=all_but("Go", "Ro Yt"), turn=MIDDAY)
    play(state, "use cure 5", "draw Ro", "draw Yt", "discard Ro", "discard Yt")
    assert (pool(state), zone(state, "discard"), phase(state)) == ("", "Ro Yt", "evening")


@pytest.mark.rule("SB-056")
def test_six_in_the_pool_draw_three_of_four() -> None:
    state = at({"pool": "Ro Rt Rs Po Pt Ps Go", "book": {"sacrifice": "3o"}}, "")
    play(state, "use sacrifice 3", "discard Ro", "draw Ko", "draw Ko", "draw Ko")
    assert (count(pool(state)), phase(state)) == (9, "midday")


@pytest.mark.rule("SB-057", "SB-058")
def test_others_act_clockwise_after_the_active_player() -> None:
    state = at("", "", {"book": {"blaze": "3o"}}, "", options={"lineup": "set3"}, altar=FIVE, turn={"seat": 2}, first=2)
    draw_all(play(state, "use blaze 3"))
    takers = []
    for token in ("Ro", "Rt", "Rs"):
        takers.append(state.turn())
        play(state, f"take {token}")
    assert takers == [3, 0, 1]
    assert [pool(state, seat) for seat in (3, 0, 1)] == ["Ro", "Rt", "Rs"]


@pytest.mark.rule("SB-059")
def test_offers_are_weighed_after_the_costs_paid() -> None:
    nine = "Ro Rt Rs Po Pt Ps Go Gt Gs"
    state = at({"pool": nine, "book": {"clone": "5o"}}, nine, options={"lineup": "set3"}, altar="Ko", turn=MIDDAY)
    play(state, "use clone 5", "discard Ro")
    assert legal(state) == ["copy take", "copy draw"]
