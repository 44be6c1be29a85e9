"""`sortilege cards`: check card files that users typed in, and install them for the tables of this host."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import Json, naming_file_in_errors, show_json
from sortilege.core.contract import cards
from sortilege.core.contract.cards import CardsError
from sortilege.core.data_folder import set_data_folder
from sortilege.core.types import Object

if TYPE_CHECKING:
    from sortilege.core.game import Game

cards_app = typer.Typer(help="Card files that you typed in: check them, install them for the tables of this host.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A card file (TOML), such as `cards show` writes.")]
ForGame = Annotated[str | None, typer.Option("--game", help="The game, if the file does not name it at its top.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="The folder of a server run with --data DIR.")]


@cards_app.command(epilog="Example: sortilege cards show spell --to my-deck.toml")
def show(
    game: Annotated[str, typer.Argument(help="The game whose cards to print.")],
    name: Annotated[
        str | None, typer.Argument(metavar="[SET]", help="The card set; default: the standard one.")
    ] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it to this new file.")] = None,
    data: Data = None,
) -> None:
    """Print the cards of a game as a file to edit: a set of the box, or one installed on this host."""
    use_data_folder(data)
    text = card_file_text(game_named(game), name)
    if to is None:
        typer.echo(text, nl=False)
        return
    with open(to, "x", encoding="utf-8") as file:
        file.write(text)
    typer.echo(f"{to}: edit it, then: sortilege cards check {to}")


@cards_app.command(epilog="Example: sortilege cards check my-deck.toml")
def check(file: File, game: ForGame = None, as_json: Json = False) -> None:
    """Check a card file: print a summary, or the line, card and step that is wrong."""
    with naming_file_in_errors(file):
        rules, text, _ = open_file(file, game)
        summary = rules.check_cards(text)
    if as_json:
        show_json({"game": rules.name, "summary": summary})
    else:
        typer.echo(f"{rules.name}: {summary}")


@cards_app.command(epilog="Example: sortilege cards add my-deck.toml --name printed")
def add(
    file: File,
    name: Annotated[
        str | None, typer.Option(help="The name of the set for tables, if the file does not give one.")
    ] = None,
    game: ForGame = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the installed set of this name.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Check a card file and install it on this host, so that tables can choose it by name."""
    use_data_folder(data)
    with naming_file_in_errors(file):
        rules, text, own_name = open_file(file, game)
        rules.check_cards(text)
        name = cards.check_name(name or own_name or file.stem)
        if not replace and name in cards.installed_sets(rules.name) and cards.read(rules.name, name) != text:
            raise CardsError(f"another set is kept as {name}; games begun with it need it, so say --name or --replace")
        summary = rules.add_cards(name, text)
    if as_json:
        show_json({"game": rules.name, "option": rules.cards_option, "name": name, "summary": summary})
    else:
        typer.echo(f"{rules.name}: kept as {name}: {summary}")
        typer.echo(f"Play with it: sortilege play {rules.name} --option {rules.cards_option}={name}")


@cards_app.command("list", epilog="Example: sortilege cards list spell")
def list_sets(
    game: Annotated[str | None, typer.Argument(help="Default: all games with card files.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """List the card sets that tables on this host can choose, with a summary of each."""
    use_data_folder(data)
    games = games_with_cards() if game is None else [game_named(game)]
    sets = {rules.name: [describe_set(rules, name) for name in card_sets(rules)] for rules in games}
    if as_json:
        show_json(sets)
        return
    for rules in games:
        typer.echo(f"{rules.name} (option {rules.cards_option})")
        for entry in sets[rules.name]:
            typer.echo(f"  {entry['name']}: {entry['summary'] or 'cannot be played: ' + entry['problem']}")


# ---------------------------------------------------------------- what these commands need
def use_data_folder(data: Path | None) -> None:
    if data is not None:
        set_data_folder(data)


def games_with_cards() -> list[Game]:
    """Return the games that read card files."""
    import sortilege

    games = [sortilege.game(name) for name in sortilege.games()]
    return [game for game in games if game.cards_option is not None]


def game_named(name: str | None) -> Game:
    """Return the game with this name. Raise CardsError if there is no name or the game has no card files."""
    games = games_with_cards()
    names = [game.name for game in games]
    if name is None:
        lines = " or ".join(f'game = "{game_name}"' for game_name in names)
        raise CardsError(f"say which game these cards are for: {lines} at the top of the file, or --game")
    if name not in names:
        raise CardsError(f"there are cards to type in for {' and '.join(names)}, not for {name!r}")
    return games[names.index(name)]


def card_sets(game: Game) -> cards.SetName:
    """Return the names of the card sets that a table of this game can choose."""
    assert game.cards_option is not None
    allowed: cards.SetName = game.options[game.cards_option].allowed
    return allowed


def card_file_text(game: Game, name: str | None) -> str:
    """Return the card file of this name, shipped or installed; by default the game's standard set."""
    boxed = card_sets(game).shipped
    if name is None:
        return game.card_file(boxed[0])
    return game.card_file(name) if name in boxed else cards.read(game.name, name)


def describe_set(game: Game, name: str) -> Object:
    """Return the entry of a card set in the list: whether it is installed here (`kept`), and its summary or problem."""
    installed = name not in card_sets(game).shipped
    try:
        summary = game.check_cards(card_file_text(game, name))
        return {"name": name, "kept": installed, "summary": summary, "problem": None}
    except CardsError as error:
        return {"name": name, "kept": installed, "summary": None, "problem": str(error)}


def open_file(file: Path, game: str | None) -> tuple[Game, str, str | None]:
    """Return the game of a card file, the text of the file, and the name of the set if the file has one."""
    text = cards.read_text(file)
    head = cards.heading(text)
    return game_named(game or head.game), text, head.name
