"""Every byte the server sends in scripted games is as recorded in tests/server/transcripts. If a change is intended:
`python -m tests.server.transcripts` records them again; with a folder, it writes the complete text of all messages
there, which can be compared with that of another version."""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.server.transcripts import FOLDER, SCRIPTS, Transcript, record

EXCERPT_LENGTH = 20_000  # characters of the first message that differs


@pytest.mark.parametrize("name", SCRIPTS)
async def test_every_message_is_as_recorded(name: str, tmp_path: Path) -> None:
    compare(await record(name, tmp_path), name)


@pytest.mark.parametrize("name", ["bot", "spellcaster"])
async def test_the_same_bytes_come_through_a_port(name: str, tmp_path: Path) -> None:
    compare(await record(name, tmp_path, by_port=True), name)


def compare(transcript: Transcript, name: str) -> None:
    """Fail with the first message that is not as recorded."""
    stored = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    lines, full = transcript.lines, transcript.full
    for at, (line, old) in enumerate(zip_longest(lines, stored)):
        if line != old:
            before = "\n".join(one[:200] for one in lines[max(0, at - 3) : at])
            new = full[at][:EXCERPT_LENGTH] if at < len(full) else "(nothing more)"
            pytest.fail(f"line {at + 1} of {name}.txt\n\nafter:\n{before}\n\nrecorded:\n{old}\n\nnow:\n{new}", False)
