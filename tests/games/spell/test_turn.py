"""Chapter "Turn"."""

import pytest

from sortilege import IllegalAction, Match
from sortilege.games.spell import GAME
from tests.games.spell.board import MID, REF, can, claims, load, offers, play, rule


@pytest.mark.rule("SP-080")
def test_the_gem_holder_is_first_in_every_round() -> None:
    state = load(REF | {"gem": "k", "turn": "k"})
    turns = []
    for _ in range(4):
        turns.append((state.position()["round"], state.position()["turn"]))
        play(state, "E")
    assert turns == [(1, "k"), (1, "p"), (2, "k"), (2, "p")]


@pytest.mark.rule("SP-081")
def test_the_mage_and_the_arena_are_played_once_and_spells_without_limit() -> None:
    hand = {"hands": {"k": [], "p": ["B1-1", "B1-2", "B2-2"]}, "score": {"k": 0, "p": 4}}
    state = load(REF | hand, "M12>22", "U00D")
    assert rule(state, "M22>12") == "SP-115"
    assert rule(state, "U11D") == "SP-120"
    play(state, "S:B1-1/1@11", "S:B1-2/1@02")
    assert can(state, "S:B2-2/2:22>33")


@pytest.mark.rule("SP-082")
def test_actions_are_freely_interleaved() -> None:
    state = load(MID, "U32R", "S:B2-1/1@22", "R:B3-1", "M12>13", "S:B3-1/1@12", "R:B1-2", "E")
    assert state.position()["score"]["p"] == 5 + 3 + 1
    assert state.position()["turn"] == "k"


@pytest.mark.rule("SP-083")
def test_a_turn_without_any_action_is_legal() -> None:
    state = load(REF)
    assert can(state, "E")
    assert play(state, "E").position()["turn"] == "k"


@pytest.mark.rule("SP-084")
def test_a_spell_is_resolved_before_anything_else() -> None:
    state = load(MID)
    state.apply(GAME.find({"do": "cast", "level": 2, "spell": 1}))
    assert {GAME.describe(a)["do"] for a in state.legal()} == {"summon"}
    assert rule(state, "R:B1-1") == "SP-084"
    assert rule(state, "E") == "SP-084"


@pytest.mark.rule("SP-085")
def test_only_the_player_on_turn_acts() -> None:
    match = Match(GAME, start=REF, seed=1)
    with pytest.raises(IllegalAction, match="SP-085"):
        match.play({"do": "end"}, seat=0)
    assert rule(load(REF), "M10>11") == "SP-101"
    assert load(REF).view(0)["legal"] == []


@pytest.mark.rule("SP-086")
def test_the_turn_goes_on_until_its_player_ends_it() -> None:
    state = load(REF, "M12>22", "U00D")
    assert state.turn() == 1
    assert [GAME.describe(a) for a in state.legal()] == [{"do": "end"}]
    assert play(state, "E").turn() == 0


def test_the_mid_position_offers_exactly_its_claims() -> None:
    assert claims(load(MID)) == {"B1-1", "B1-2", "B2-2"}
    assert len(offers(load(MID), "upheave")) == 38
