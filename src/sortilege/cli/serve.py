"""`sortilege serve`: run the server."""

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
        str | None, typer.Option(help="The address to listen on; 0.0.0.0 admits the whole network. Default: 127.0.0.1.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; default: the first free one.")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="The folder of tables and card sets.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    public_address: Annotated[
        str | None, typer.Option(metavar="URL", help="The public address of the server, such as https://play.example.")
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that is trusted to name the client's address; may be repeated."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The settings file; default: sortilege.toml in the data folder.")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Any setting; may be repeated.")
    ] = None,
    show: Annotated[
        bool, typer.Option("--settings", help="Print the current value of every setting and exit.")
    ] = False,
) -> None:
    """Run the server: friends join tables by a link in the browser, bots fill the other seats."""
    from sortilege.core.data_folder import data_folder, set_data_folder
    from sortilege.server.settings import parse_assignments, read_settings

    if data is not None:
        set_data_folder(data)
    chosen = parse_assignments(setting or [])
    named = {"host": host, "port": port, "public_address": public_address, "trusted_proxies": trusted_proxy}
    chosen |= {name: value for name, value in named.items() if value is not None}
    settings = read_settings(chosen, file=config, folder=data_folder())
    if show:
        from sortilege.server.settings import as_text, every_setting

        for field in every_setting():
            value = as_text(getattr(settings, field.name))
            typer.echo(
                f"{field.name:<22} {'***' if field.name == 'store' and value else value or '-':<12} {field.description}"
            )
        raise typer.Exit
    from sortilege.server.run import serve as run

    raise typer.Exit(run(settings, not no_open))
