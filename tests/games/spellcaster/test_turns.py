"""The log by turns: a turn begins with the enchantments of its mage, although the line belongs to a rival's action."""

from sortilege.core.engine.state import State
from sortilege.core.log import log_of
from sortilege.core.text.words import insert_names
from sortilege.core.turns import Turn, turns_in
from tests.games.spellcaster.board import GAME, at, play

NAMES = ["Ann", "Bob", "Cyd", "Dan"]


def turns(state: State, seat: int | None = None) -> list[Turn]:
    return turns_in(GAME, log_of(state, seat))


def summaries(state: State, language: str = "en", seat: int | None = None) -> list[str]:
    return [insert_names(GAME.summarise(turn, language), NAMES, language) for turn in turns(state, seat)]


def test_an_enchantment_is_summarised_in_the_turn_of_the_mage_it_works_for() -> None:
    state = play(at(hands=[["Y01"], ["R05"]], piles={"R": ["R04/1"]}, left=1), "play Y01")
    ann, bob = turns(state)
    assert [GAME.say(line) for line in ann.lines] == ["{0} plays Warm Spring."]
    assert (bob.opening.seat, [GAME.say(line) for line in bob.lines]) == (
        1,
        ["Slow Burn works for {1}. {0} loses 1 energy."],
    )
    assert ann.numbers == bob.numbers == [0]
    play(state, "card B01")
    assert summaries(state) == ["Ann played Warm Spring", "Bob let Slow Burn work, drew: −1\u00a0energy to Ann"]
    assert summaries(state, "fr")[1] == "Bob fait agir Feu couvant, pioche\u00a0: −1\u00a0énergie à Ann"


def test_a_turn_tells_what_was_drawn_played_and_activated_and_what_it_brought() -> None:
    state = play(at(step="start", hands=[["R11"], ["R05"]]), "card B01", "play R11", "activate R11")
    assert summaries(state)[0] == "Ann drew, played and activated Falling Star: −4\u00a0energy to Bob"
    assert summaries(state, "fr")[0].startswith("Ann pioche, joue et active ")


def test_cards_of_others_are_not_named_to_those_who_cannot_see_them() -> None:
    state = play(at(hands=[[], ["R05"]], piles={"G": ["G07/0"]}, left=1), "draw", "card Y02")
    for seat in (0, 1, None):
        assert summaries(state, seat=seat)[0] == "Ann drew"
    stolen = play(at(hands=[["Y01"], ["R05"]], piles={"G": ["G07/0"]}), "activate G07", "steal R05")
    for seat in (0, 1, None):
        assert summaries(stolen, seat=seat)[0] == "Ann activated Forked Hand, took a card from Bob"
    assert "de Bob" in insert_names(GAME.say(log_of(stolen, None)[-1], "fr"), NAMES, "fr")
    assert "d’Ann" in insert_names("la main de {0}", NAMES, "fr")


def test_the_end_is_summarised_with_the_winner() -> None:
    state = play(at(energy=[5, 4], hands=[[], ["R05"]], piles={"R": ["R11/0"]}, left=1), "activate R11")
    assert summaries(state)[0] == "Ann activated Falling Star: −4\u00a0energy to Bob, Ann wins"
