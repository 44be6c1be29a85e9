"""The data folder, where this host stores everything that must survive a restart: `tables.sqlite3` (tables of the
server), `records/` (games played in the terminal), `cards/` (installed card sets), `nets/` (nets trained here). Its
path is the environment variable SORTILEGE_DATA, by default the operating system's folder for application data."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

DATA_VARIABLE = "SORTILEGE_DATA"  # the environment variable


def data_folder() -> Path:
    """Return the path of the folder where this installation stores its data. The folder need not exist yet."""
    chosen = os.environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Sortilege"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Sortilege"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "sortilege"


def make_private(folder: Path) -> None:
    """Create the folder if necessary and allow only its owner to read it. A folder with the sticky bit, such as /tmp,
    is shared by all users of the computer, so its permissions stay unchanged."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    info = folder.stat()
    if os.name == "posix" and info.st_uid == os.getuid() and not info.st_mode & stat.S_ISVTX:
        folder.chmod(0o700)


def set_data_folder(folder: Path) -> None:
    """Use this folder as the data folder, in this process and its children."""
    os.environ[DATA_VARIABLE] = str(folder.absolute())
