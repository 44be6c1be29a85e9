"""`sortilege serve`: the table in the browser, as the host has set it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

EPILOG: Final = (
    "Example: sortilege serve --host 0.0.0.0 --port 8000 --no-open. Every other limit is set with --set NAME=VALUE, "
    "SORTILEGE_… in the environment or a line in sortilege.toml: `sortilege serve --settings` lists them all."
)


def serve(
    host: Annotated[
        str | None, typer.Option(help="Where to listen; 0.0.0.0 lets the whole network in. Otherwise 127.0.0.1.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; otherwise the first free one.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables and card sets are kept.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    public_address: Annotated[
        str | None, typer.Option(metavar="URL", help="How the world reaches it, such as https://play.example.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy whose word is taken for who calls; may be given again."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file of settings; otherwise sortilege.toml of the data folder."),
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Any setting; may be given again.")
    ] = None,
    show: Annotated[bool, typer.Option("--settings", help="List every setting as it now is, and leave.")] = False,
) -> None:
    """Serve tables to browsers: friends join by a link, bots fill the other seats."""
    from sortilege.core.folder import data_folder, set_data_folder
    from sortilege.server.settings import parse_assignments, read_settings

    if data is not None:
        set_data_folder(data)
    given = parse_assignments(setting or [])
    named = {"host": host, "port": port, "public_address": public_address, "trusted_proxies": trusted_proxy}
    given |= {name: value for name, value in named.items() if value is not None}
    settings = read_settings(given, file=config, folder=data_folder())
    if show:
        from sortilege.server.settings import as_text, every_setting

        for each in every_setting():
            value = as_text(getattr(settings, each.name))
            text = "***" if each.name == "store" and value else value or "-"
            typer.echo(f"{each.name:<22} {text:<12} {each.description}")
        raise typer.Exit
    from sortilege.server.run import serve as run

    raise typer.Exit(run(settings, not no_open))
