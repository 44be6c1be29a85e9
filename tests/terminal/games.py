"""Short games for the terminal's tests: with a die that always shows 6, every Dragon ends the round."""

from pathlib import Path

import sortilege
from sortilege.terminal.session import Session, new_session

SHORT = {"die": [6], "first": 0}


def short_game(path: Path | None = None, seats: int = 3, language: str = "en", seed: int = 7) -> Session:
    """A table at which random bots and a person who calls the Dragon are soon done."""
    return new_session(sortilege.game("abracada"), seats, "random", SHORT, seed, language, path=path)
