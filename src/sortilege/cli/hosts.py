"""`sortilege backup` and `sortilege restore`: copy all tables, and put a copy back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sortilege.cli.output import Json, show_json

Data = Annotated[Path | None, typer.Option(metavar="DIR", help="The data folder, if it is not the default.")]
BACKUP_EPILOG = "Example: sortilege backup tables-monday.sqlite3"
RESTORE_EPILOG = "Example: sortilege restore tables-monday.sqlite3"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist yet.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Copy all tables into one file. The server may be running."""
    from sortilege.server.store.backup import back_up, table_count_text

    count = back_up(tables_file(data), file)
    if as_json:
        show_json({"file": str(file), "tables": count})
    else:
        tables = table_count_text(count)
        typer.echo(f"{file}: a copy of {tables}. It holds everything, so keep it as safe as the tables.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `backup` made.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Replace the tables by a copy. The server must not be running. The old tables are kept in a file beside them."""
    from sortilege.server.store.backup import restore_database, table_count_text

    count, old = restore_database(file, tables_file(data))
    if as_json:
        show_json({"tables": count, "before": str(old) if old else None})
    else:
        note = f" What was there before is kept as {old}." if old else ""
        typer.echo(f"Back in place: {table_count_text(count)}.{note}")


def tables_file(data: Path | None) -> Path:
    """Return the path of the SQLite file with the tables. Raise StoreError if the tables are stored in PostgreSQL."""
    from sortilege.core.data_folder import data_folder, set_data_folder
    from sortilege.server.settings import read_settings
    from sortilege.server.store import StoreError
    from sortilege.server.store.backup import POSTGRES_HINT

    if data is not None:
        set_data_folder(data)
    folder = data_folder()
    if read_settings(folder=folder).store:
        raise StoreError(POSTGRES_HINT)
    return folder / "tables.sqlite3"
