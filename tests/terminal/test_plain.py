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


def always_one() -> Iterator[str]:
    while True:
        yield "1"


def test_a_whole_game_is_played_from_a_script() -> None:
    session, printed = short_game(), list[str]()
    play(session, reader(always_one()), printed.append)
    assert session.over
    assert printed[-1] == session.status()
    assert all(len(line) <= 80 for text in printed if text not in session.log_sentences() for line in text.split("\n"))


def test_the_end_of_the_input_leaves_the_game_as_it_is() -> None:
    session, printed = short_game(), list[str]()
    play(session, reader(iter([])), printed.append)
    assert not session.over
    assert session.turn == 0


def test_every_sentence_is_printed_once() -> None:
    session, printed = short_game(), list[str]()
    play(session, reader(iter("11")), printed.append)
    sentences = [line for line in printed if line in session.log_sentences()]
    assert sentences == session.log_sentences()


def test_help_undo_language_quit_and_invalid_input_are_handled() -> None:
    session, printed = short_game(), list[str]()
    play(session, reader(iter(["?", "", "u", "99", "b", "l", "q"])), printed.append)
    output = "\n".join(printed)
    assert "Type the number of a choice" in output
    assert "your turn call a spell" in output
    assert "This step cannot be taken back" in output
    assert "There is no choice “99”." in output
    assert "[1] Dragon" in output
    assert "[4] Chanteur" in output
    assert session.language == "fr"
    assert not session.over


def test_a_choice_that_is_not_offered_is_refused() -> None:
    """0 would end the turn, but before the first call it is not legal."""
    session, printed = short_game(), list[str]()
    before = len(session.match.ids)
    play(session, reader(iter(["0"])), printed.append)
    assert len(session.match.ids) == before
    assert "There is no choice “0”." in printed


def test_bots_that_start_play_before_the_person_chooses() -> None:
    session, printed = new_session(sortilege.game("abracada"), 3, "random", {"first": 1}, 3), list[str]()
    play(session, reader(iter([])), printed.append)
    assert session.turn == 0
    assert any("Morgane calls" in line for line in printed)
