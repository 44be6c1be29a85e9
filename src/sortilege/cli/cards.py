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
    """Print the cards of a game as a file to edit: a set that ships with the game, or one installed on this host."""
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
        set_name = cards.check_name(name or own_name or file.stem)
        name_is_used = set_name in cards.installed_sets(rules.name) and cards.read(rules.name, set_name) != text
        if name_is_used and not replace:
            raise CardsError(
                f"another set is kept as {set_name}; games begun with it need it, so say --name or --replace"
            )
        summary = rules.add_cards(set_name, text)
    if as_json:
        show_json({"game": rules.name, "option": rules.cards_option, "name": set_name, "summary": summary})
    else:
        typer.echo(f"{rules.name}: kept as {set_name}: {summary}")
        typer.echo(f"Play with it: sortilege play {rules.name} --option {rules.cards_option}={set_name}")


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
    """Return the game of this name. Raise CardsError if `name` is None or the game has no card files."""
    games = games_with_cards()
    names = [game.name for game in games]
    if name is None:
        possible_lines = " or ".join(f'game = "{game_name}"' for game_name in names)
        raise CardsError(f"say which game these cards are for: {possible_lines} at the top of the file, or --game")
    if name not in names:
        raise CardsError(f"there are cards to type in for {' and '.join(names)}, not for {name!r}")
    return games[names.index(name)]


def card_sets(game: Game) -> cards.SetName:
    """Return the allowed values of the card set option of a game, which are the names of the card sets."""
    assert game.cards_option is not None
    allowed: cards.SetName = game.options[game.cards_option].allowed
    return allowed


def card_file_text(game: Game, name: str | None) -> str:
    """Return the text of a shipped or installed card file; None is the standard set of the game."""
    shipped_sets = card_sets(game).shipped
    if name is None:
        return game.card_file(shipped_sets[0])
    if name in shipped_sets:
        return game.card_file(name)
    return cards.read(game.name, name)


def describe_set(game: Game, name: str) -> Object:
    """Return a description of a card set: its summary or problem, and whether it is installed on this host."""
    installed = name not in card_sets(game).shipped
    try:
        summary = game.check_cards(card_file_text(game, name))
        return {"name": name, "kept": installed, "summary": summary, "problem": None}
    except CardsError as error:
        return {"name": name, "kept": installed, "summary": None, "problem": str(error)}


def open_file(file: Path, game: str | None) -> tuple[Game, str, str | None]:
    """Return the game of a card file, the text of the file, and the name of the set (None if it has no name)."""
    text = cards.read_text(file)
    head = cards.heading(text)
    return game_named(game or head.game), text, head.name
