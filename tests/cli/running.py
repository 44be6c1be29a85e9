"""Running the command the way a shell does, without a shell."""

from typing import NamedTuple

import pytest

from sortilege.cli import main


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """`sortilege` with these arguments."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    printed = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return Ran(left.value.code, printed.out, printed.err)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line a wrong command is answered with."""
    ran = run(capsys, *arguments)
    assert ran.code != 0
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.startswith("sortilege: ")
    assert "Traceback" not in ran.err
    return ran.err
