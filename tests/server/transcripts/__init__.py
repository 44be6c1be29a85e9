"""Golden transcripts: every byte that the server exchanges with people in scripted games, for comparison after the
server was rearranged. `recorder` records, `scripts` says what people do, and the .txt files are the transcripts."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from tests.server.transcripts.recorder import Recording, Transcript, recording
from tests.server.transcripts.scripts import GAMES, against_a_bot, match, notices, pages, waiting

FOLDER = Path(__file__).parent
SCRIPTS: dict[str, Callable[[Recording], Awaitable[None]]] = {
    **{name: partial(match, name=name) for name in GAMES},
    "bot": against_a_bot,
    "waiting": waiting,
    "notices": notices,
    "pages": pages,
}


async def record(name: str, folder: Path, by_port: bool = False) -> Transcript:
    """Record a script with an application that stores its tables in this folder."""
    async with recording(folder, by_port) as going:
        await SCRIPTS[name](going)
        return going.transcript
