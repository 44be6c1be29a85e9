"""The log by turns: one sentence for a Day, what was skipped in one line, the Night of a solo game the opponent's."""

from sortilege.core.engine.state import State
from sortilege.core.log import log_of
from sortilege.core.turns import Turn, turns_in
from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import FIVE, at, play

TWO = {"altar": FIVE, "options": {"lineup": "set1"}}


def turns(state: State) -> list[Turn]:
    return turns_in(GAME, log_of(state, None))


def summaries(state: State, language: str = "en") -> list[str]:
    return [GAME.summarise(turn, language) for turn in turns(state)]


def test_a_day_tells_what_was_taken_stored_and_learned() -> None:
    state = at("Us Ut Uo Gt", "", **TWO)
    play(state, "act take", "take Ro", "act store", "store Gt", "act learn", "learn transmutation 3")
    play(state, "place Us", "pay Ut", "pay Uo")
    assert summaries(state) == ["{0}: took red Round, stored green Triangle, learned Transmutation 3, +5"]
    assert summaries(state, "fr") == ["{0}\u00a0: prend Rond rouge, stocke Triangle vert, apprend Transmutation 3, +5"]


def test_several_of_a_kind_are_counted() -> None:
    state = at({"pool": "Kt Ks Wo", "book": {"offering": "3o"}}, "", **TWO)
    play(state, "act draw", "draw Uo", "draw Us", "use offering 3", "store Kt", "store Ks")
    assert summaries(state) == ["{0}: drew two, used Offering 3, stored two, +2"]
    assert summaries(state, "fr") == ["{0}\u00a0: pioche deux jetons, utilise Offrande 3, stocke deux jetons, +2"]


def test_skipped_phases_are_summarised_in_one_line() -> None:
    state = play(at("Us", "", **TWO), "skip", "skip", "skip")
    (day,) = turns(state)
    assert [GAME.is_skip(line) for line in day.lines] == [True] * 3
    assert GAME.summarise(day) == "{0}: skipped Morning, Midday and Evening"
    assert GAME.summarise(day, "fr") == "{0}\u00a0: saute le Matin, Midi et le Soir"
    assert GAME.skipped_summary(GAME.words["en"], day) == "{0} skips Morning, Midday and Evening."
    assert GAME.skipped_summary(GAME.words["fr"], day) == "{0} passe\u00a0: Matin, Midi et Soir."


def test_alone_the_night_is_the_opponents_turn() -> None:
    state = at("Us", altar=FIVE, opponent={"track": "Go Gt Gs", "lower": ""}, options={"lineup": "set1"})
    play(state, "skip", "skip", "skip", "offer Ro")
    day, night = turns(state)
    assert (day.opening.seat, day.opening.scripted) == (0, False)
    assert (night.opening.seat, night.opening.scripted) == (None, True)
    assert [line["do"] for line in night.lines] == ["offer"]
    assert GAME.summarise(night).startswith("The opponent: got the red Round")
    assert GAME.summarise(night, "fr").startswith("L’adversaire\u00a0: reçoit Rond rouge")


def test_choices_of_others_on_a_seats_day_are_not_attributed_to_that_seat() -> None:
    state = at({"pool": "", "book": {"blaze": "3o"}}, "", altar=FIVE, options={"lineup": "set3"})
    play(state, "use blaze 3", "draw Uo", "draw Us", "draw Ut", "draw Ko", "take Ro")
    (day,) = turns(state)
    assert GAME.summarise(day) == "{0}: used Blaze 3, drew four"
