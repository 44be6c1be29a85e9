"""The data folder: the one place where this host keeps what must outlive the program.

`tables.sqlite3` holds the tables of the server, `records/` the games played in the terminal, `cards/` the card sets an
owner typed in, `nets/` what bots learned here. SORTILEGE_DATA names the folder; where it is not set, it is the one the
system keeps for such things.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

VARIABLE = "SORTILEGE_DATA"


def data_folder() -> Path:
    """Where this host keeps its data; the folder need not be there yet."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Sortilege"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Sortilege"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "sortilege"


def make_private(folder: Path) -> None:
    """The folder is there, and nobody else on this machine looks into it. One that everybody may write to, such as
    /tmp, is left as it is: it is not ours alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.stat()
    if os.name == "posix" and found.st_uid == os.getuid() and not found.st_mode & stat.S_ISVTX:
        folder.chmod(0o700)


def keep_in(folder: Path) -> None:
    """From now on keep everything in this folder, in this process and in those it starts."""
    os.environ[VARIABLE] = str(folder.absolute())
