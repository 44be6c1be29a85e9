"""Plain lines: a whole game from a script, and every word that is not a choice."""

from collections.abc import Callable, Iterator

import sortilege
from sortilege.terminal.plain import play
from sortilege.terminal.session import new_session
from tests.terminal.games import short_game


def reader(lines: Iterator[str]) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    return read


def ones() -> Iterator[str]:
    while True:
        yield "1"


def test_a_whole_game_is_played_from_a_script() -> None:
    session, said = short_game(), list[str]()
    play(session, reader(ones()), said.append)
    assert session.over
    assert said[-1] == session.status()
    assert all(len(line) <= 80 for text in said if text not in session.log_sentences() for line in text.split("\n"))


def test_the_end_of_the_input_leaves_the_game_as_it_is() -> None:
    session, said = short_game(), list[str]()
    play(session, reader(iter([])), said.append)
    assert not session.over
    assert session.turn == 0


def test_every_sentence_is_said_once() -> None:
    session, said = short_game(), list[str]()
    play(session, reader(iter("11")), said.append)
    told = [line for line in said if line in session.log_sentences()]
    assert told == session.log_sentences()


def test_leaving_help_language_and_nonsense() -> None:
    session, said = short_game(), list[str]()
    play(session, reader(iter(["?", "", "u", "99", "b", "l", "q"])), said.append)
    spoken = "\n".join(said)
    assert "Type the number of a choice" in spoken
    assert "your turn call a spell" in spoken
    assert "This step cannot be taken back" in spoken
    assert "There is no choice “99”." in spoken
    assert "[1] Dragon" in spoken
    assert "[4] Chanteur" in spoken
    assert session.language == "fr"
    assert not session.over


def test_a_choice_that_is_not_offered_is_no_choice() -> None:
    """0 would end the turn, but before the first call it is not legal."""
    session, said = short_game(), list[str]()
    before = len(session.match.ids)
    play(session, reader(iter(["0"])), said.append)
    assert len(session.match.ids) == before
    assert "There is no choice “0”." in said


def test_bots_that_start_play_before_the_person_is_asked() -> None:
    session, said = new_session(sortilege.game("abracada"), 3, "random", {"first": 1}, 3), list[str]()
    play(session, reader(iter([])), said.append)
    assert session.turn == 0
    assert any("Morgane calls" in line for line in said)
