"""The command line. Each command describes itself with --help; every error is one line on stderr."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sortilege.cli import analysis, arena, cards, hosts, ladder, lessons, puzzles, review, serve, train
from sortilege.cli.output import (
    INTERRUPTED,
    GameOptions,
    Json,
    Language,
    Record,
    check_language,
    load_match,
    naming_file_in_errors,
    one_line,
    parse_options,
    progress,
    show_json,
    translating_errors,
)
from sortilege.core.errors import OptionError, SortilegeError, no_such_seat
from sortilege.terminal.phrases import phrase

if TYPE_CHECKING:
    from sortilege.terminal.session import Session

# The exception class of Typer for a wrong command line. It is in different modules in different versions of Typer.
BadCommandLine: Any = typer.BadParameter.__mro__[2]
WRONG_USAGE = 2  # an exit code, as in POSIX shells
MAX_SEED_DIGITS = 18  # of a seed that is a number

app = typer.Typer(
    name="sortilege",
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A table for wizard games: play with friends in the browser, in the terminal, or let bots play.",
    epilog="Example: sortilege play abracada --level adept",
)
app.add_typer(cards.cards_app, name="cards")
app.add_typer(lessons.lessons_app, name="lessons")
app.add_typer(puzzles.puzzles_app, name="puzzles")
app.command(epilog=serve.EPILOG)(serve.serve)
app.command(epilog=hosts.BACKUP_EPILOG)(hosts.backup)
app.command(epilog=hosts.RESTORE_EPILOG)(hosts.restore)
app.command(epilog=arena.EPILOG)(arena.arena)
app.command(epilog=ladder.LADDER_EPILOG)(ladder.ladder)
app.command(epilog="Example: sortilege train spell --minutes 30")(train.train)
app.command(epilog="Example: sortilege analyse evening.json --at 40")(analysis.analyse)
app.command(epilog="Example: sortilege calibrate abracada --games 200 --plot abracada.svg")(analysis.calibrate)
app.command(epilog=review.EPILOG)(review.review)


# ---------------------------------------------------------------- the table in the browser
@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Without a command: start the table on this machine and open the browser."""
    if version:
        import sortilege

        engine = "compiled" if sortilege.compiled() else "interpreted"
        typer.echo(f"sortilege {sortilege.__version__} ({engine})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.serve()


@app.command(epilog="Example: sortilege doctor --json")
def doctor(data: hosts.Data = None, as_json: Json = False) -> None:
    """Check this machine: Python, engine, compiler, storage of tables, addresses for friends."""
    from sortilege.core.data_folder import set_data_folder
    from sortilege.doctor import healthy, lines, run_checks

    if data is not None:
        set_data_folder(data)
    checks = run_checks()
    if as_json:
        show_json({"healthy": healthy(checks), "findings": [check._asdict() for check in checks]})
    else:
        typer.echo("\n".join(lines(checks)))
    if not healthy(checks):
        raise typer.Exit(1)


# ---------------------------------------------------------------- the terminal
@app.command(epilog="Example: sortilege play abracada --seats 4 --level master --option variant=last")
def play(
    game: Annotated[str, typer.Argument(help="The game to play, such as abracada.")] = "",
    seats: Annotated[int | None, typer.Option(help="Number of seats, including yours.")] = None,
    level: Annotated[str, typer.Option(help="Level of the bots.")] = "apprentice",
    option: GameOptions = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the game: the same seed gives the same draws.")] = None,
    lang: Language = "en",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Use plain lines instead of the full screen.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to save the record.")] = None,
    pace: Annotated[float, typer.Option(min=0, max=60, help="Seconds between two actions of bots.")] = 0.9,
) -> None:
    """Play against bots in the terminal. The game is saved after every action."""
    import sortilege
    from sortilege.bots import make
    from sortilege.terminal.records import new_path, read_record, records_folder
    from sortilege.terminal.session import new_session, resume_session

    check_language(lang)
    with translating_errors(lang):
        if resume is not None:
            describes_new_game = game or seats or option or seed or name
            if describes_new_game:
                raise OptionError(phrase("resume_alone"))
            make(sortilege.games()[0], level)  # raises OptionError if there is no such level
            record = read_record(resume)
            with naming_file_in_errors(resume):
                session = resume_session(record, level, lang, seat, save or resume)
        else:
            if not game:
                raise OptionError(phrase("which_game", names=sortilege.games()))
            rules = sortilege.game(game)
            make(game, level)
            path = save or new_path(records_folder(), game)
            options = parse_options(option or [])
            session = new_session(
                rules,
                seats,
                level=level,
                options=options,
                seed=parse_seed(seed),
                language=lang,
                seat=seat or 0,
                name=name,
                path=path,
            )
    try:
        session = play_at(session, plain, pace)
    finally:
        typer.echo(session.closing_message())


def play_at(session: Session, plain: bool, pace: float) -> Session:
    """Play in full screen if that is possible and `plain` is false, otherwise in plain lines. Return the session of the
    last game. `pace` is the time between two actions of bots, in seconds."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    use_full_screen = is_terminal and not plain
    if use_full_screen and not is_textual_installed():
        typer.echo(
            "The full screen needs Textual: pip install 'sortilege[terminal]'. Playing in plain lines.", err=True
        )
        use_full_screen = False
    if not use_full_screen:
        from sortilege.terminal import plain as plain_lines

        plain_lines.play(session, input, typer.echo)
        return session
    from sortilege.terminal import app as full_screen

    last_session = full_screen.play(session, pace)
    if last_session.over:
        typer.echo(last_session.status())
    return last_session


def is_textual_installed() -> bool:
    """Return whether Textual, the library for full-screen terminal programs, is installed."""
    from importlib.util import find_spec

    return find_spec("textual") is not None


# ---------------------------------------------------------------- records
@app.command(epilog="Example: sortilege replay evening.json --lang fr")
def replay(
    record: Record,
    seat: Annotated[int | None, typer.Option(help="Show what this seat saw, from 0.")] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Print a recorded game in sentences, and its last position."""
    from sortilege.terminal.replay import as_lines, as_object

    check_language(lang)
    with translating_errors(lang):
        match = load_match(record)
        if seat is not None and not 0 <= seat < match.seats:
            raise no_such_seat(match.seats, seat)
    if as_json:
        show_json(as_object(match, seat))
    else:
        for line in as_lines(match, seat, lang):
            typer.echo(line)


@app.command(epilog="Example: sortilege verify evening.json")
def verify(record: Record, as_json: Json = False) -> None:
    """Verify a record: every action is legal, and every draw follows from the seed."""
    from sortilege.terminal.replay import verification, verification_text

    try:
        verified = verification(load_match(record, verify=True))
    except SortilegeError as error:
        if as_json:
            show_json({"verified": False, "problem": one_line(str(error))})
        raise
    if as_json:
        show_json(verified)
    else:
        typer.echo(verification_text(verified))


# ---------------------------------------------------------------- speed
@app.command(epilog="Example: sortilege bench abracada --seconds 2")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="Seconds per measurement.")] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure the engine: compiled, interpreted, and compared with pyspiel if that is installed."""
    import sortilege
    from sortilege import bench as speed

    names = [sortilege.game(name).name for name in games or sortilege.games()]
    with progress() as bar:
        task = bar.add_task("measuring", total=None)
        report = speed.run(names, seconds, lambda what: bar.update(task, description=what))
    if as_json:
        show_json(report)
    else:
        typer.echo("\n".join(speed.lines(report)))


# ---------------------------------------------------------------- new games
@app.command("new-game", epilog="Example: sortilege new-game pig")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game in code, of a-z and 0-9.")],
) -> None:
    """Write a tiny playable game into this checkout, as a start for your own."""
    from sortilege.new_game import make

    current_folder = Path.cwd()
    for path in make(name, current_folder):
        typer.echo(os.path.relpath(path, current_folder))
    typer.echo(f"Play it: sortilege play {name}. Test it: pytest tests -k {name}. docs/games.md says what is what.")


# ---------------------------------------------------------------- what several commands need
def parse_seed(text: str | None) -> int | str | None:
    """Return the seed written on the command line: a number if it has only digits, otherwise the text itself. So
    `--seed 7` gives the same draws as the seed 7 in a Python program."""
    if text is not None and text.isdecimal() and len(text) <= MAX_SEED_DIGITS:
        return int(text)
    return text


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the `sortilege` command and exit. Report any error in one line and with a non-zero exit code."""
    code: Any
    try:
        code = app(arguments, standalone_mode=False, prog_name="sortilege")
        sys.stdout.flush()
        if code == INTERRUPTED:  # Typer has already caught the Ctrl-C
            complain("interrupted", code)
    except BadCommandLine as error:
        code = complain(error.format_message() + f" (see {command_help(error)})", WRONG_USAGE)
    except SortilegeError as error:
        code = complain(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        code = complain("interrupted", INTERRUPTED)
    except BrokenPipeError:  # `sortilege replay … | head`: the reader needs no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        code = complain(message, 1)
    except Exception as error:  # a bug: still one line, which says how to get the traceback
        if os.environ.get("SORTILEGE_TRACE"):
            raise
        code = complain(f"{type(error).__name__}: {error} (a fault of the program; SORTILEGE_TRACE=1 tells more)", 1)
    sys.exit(code if isinstance(code, int) else 0)


def complain(message: str, code: int) -> int:
    """Print an error as one line on stderr, and return the exit code."""
    print(f"sortilege: {one_line(message)}", file=sys.stderr)
    return code


def command_help(error: Any) -> str:
    """Return the command line that prints the help for a usage error, such as "sortilege play --help"."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "sortilege"
    return f"{command} --help"
