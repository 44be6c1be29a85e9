"""`sortilege cards`: card files that an owner typed in, read over and kept for the tables of this host."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import Json, naming, show_json
from sortilege.core import cards
from sortilege.core.cards import CardsError
from sortilege.core.folder import set_data_folder
from sortilege.core.shapes import Object

if TYPE_CHECKING:
    from sortilege.core.game import Game

cards_app = typer.Typer(help="Cards you typed in yourself: read them over, keep them for the tables of this host.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A card file (TOML), such as `cards show` writes.")]
ForGame = Annotated[str | None, typer.Option("--game", help="The game, where the file does not say it at its top.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The folder of a server run with --data DIR.")]


@cards_app.command(epilog="Example: sortilege cards show spell --to my-deck.toml")
def show(
    game: Annotated[str, typer.Argument(help="The game whose cards you want to type in.")],
    name: Annotated[str | None, typer.Argument(metavar="[SET]", help="Which set; otherwise the usual one.")] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it to this new file.")] = None,
    data: Data = None,
) -> None:
    """Print the cards of a game as a file to edit: those in the box, or a set kept on this host."""
    keep_in_if(data)
    text = text_of(game_named(game), name)
    if to is None:
        typer.echo(text, nl=False)
        return
    with open(to, "x", encoding="utf-8") as file:
        file.write(text)
    typer.echo(f"{to}: edit it, then: sortilege cards check {to}")


@cards_app.command(epilog="Example: sortilege cards check my-deck.toml")
def check(file: File, game: ForGame = None, as_json: Json = False) -> None:
    """Read a card file over: what is in it, or which line, card and step is wrong."""
    with naming(file):
        found, text, _ = opened(file, game)
        summary = found.check_cards(text)
    if as_json:
        show_json({"game": found.name, "summary": summary})
    else:
        typer.echo(f"{found.name}: {summary}")


@cards_app.command(epilog="Example: sortilege cards add my-deck.toml --name printed")
def add(
    file: File,
    name: Annotated[str | None, typer.Option(help="What tables call the set, where the file does not say it.")] = None,
    game: ForGame = None,
    replace: Annotated[bool, typer.Option("--replace", help="Put it in the place of the set of this name.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Read a card file over and keep it on this host, so that tables can choose it by name."""
    keep_in_if(data)
    with naming(file):
        found, text, said = opened(file, game)
        found.check_cards(text)
        name = cards.check_name(name or said or file.stem)
        if not replace and name in cards.installed_sets(found.name) and cards.read(found.name, name) != text:
            raise CardsError(f"another set is kept as {name}; games begun with it need it, so say --name or --replace")
        summary = found.add_cards(name, text)
    if as_json:
        show_json({"game": found.name, "option": found.cards_option, "name": name, "summary": summary})
    else:
        typer.echo(f"{found.name}: kept as {name}: {summary}")
        typer.echo(f"Play with it: sortilege play {found.name} --option {found.cards_option}={name}")


@cards_app.command("list", epilog="Example: sortilege cards list spell")
def list_sets(
    game: Annotated[str | None, typer.Argument(help="All games with cards to type in when not said.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """The sets tables on this host can choose from, and what is in them."""
    keep_in_if(data)
    games = games_with_cards() if game is None else [game_named(game)]
    found = {one.name: [set_line(one, name) for name in sets_of(one)] for one in games}
    if as_json:
        show_json(found)
        return
    for one in games:
        typer.echo(f"{one.name} (option {one.cards_option})")
        for listed in found[one.name]:
            typer.echo(f"  {listed['name']}: {listed['summary'] or 'cannot be played: ' + listed['problem']}")


# ---------------------------------------------------------------- what these commands need
def keep_in_if(data: Path | None) -> None:
    if data is not None:
        set_data_folder(data)


def games_with_cards() -> list[Game]:
    import sortilege

    games = [sortilege.game(name) for name in sortilege.games()]
    return [game for game in games if game.cards_option is not None]


def game_named(name: str | None) -> Game:
    """A game whose cards can be typed in."""
    able = games_with_cards()
    names = [game.name for game in able]
    if name is None:
        heads = " or ".join(f'game = "{one}"' for one in names)
        raise CardsError(f"say which game these cards are for: {heads} at the top of the file, or --game")
    if name not in names:
        raise CardsError(f"there are cards to type in for {' and '.join(names)}, not for {name!r}")
    return able[names.index(name)]


def sets_of(game: Game) -> cards.SetName:
    """The names of the sets a table of this game can choose from."""
    assert game.cards_option is not None
    allowed: cards.SetName = game.options[game.cards_option].allowed
    return allowed


def text_of(game: Game, name: str | None) -> str:
    """A set as a file: one kept here, or one in the box."""
    boxed = sets_of(game).boxed
    return game.card_file(name or boxed[0]) if name is None or name in boxed else cards.read(game.name, name)


def set_line(game: Game, name: str) -> Object:
    """A set in the list, sound or not."""
    kept = name not in sets_of(game).boxed
    try:
        return {"name": name, "kept": kept, "summary": game.check_cards(text_of(game, name)), "problem": None}
    except CardsError as off:
        return {"name": name, "kept": kept, "summary": None, "problem": str(off)}


def opened(file: Path, asked: str | None) -> tuple[Game, str, str | None]:
    """The game a card file is for, its text, and the name it gives itself."""
    text = cards.read_text(file)
    said = cards.heading(text)
    return game_named(asked or said.game), text, said.name
