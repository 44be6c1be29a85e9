"""The command line. Each command says what it does in its --help; what is wrong is said in one line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sortilege.cli import analysis, cards, hosts, ladder, lessons, puzzles, review, serve, train
from sortilege.cli.output import Json, naming, one_line, options_in, progress, show_json, speaking
from sortilege.core.errors import OptionError, RecordError, SortilegeError, no_such_seat
from sortilege.core.shapes import Object
from sortilege.terminal.phrases import phrase

if TYPE_CHECKING:
    from sortilege.arena.contest import Plan
    from sortilege.core.match import Match
    from sortilege.terminal.session import Session

# What Typer raises for a wrong command line, wherever this version of it keeps the class.
BadCommandLine: Any = typer.BadParameter.__mro__[2]
INTERRUPTED = 130

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
app.command(epilog=ladder.LADDER_EPILOG)(ladder.ladder)
app.command(epilog="Example: sortilege train spell --minutes 30")(train.train)
app.command(epilog="Example: sortilege analyse evening.json --at 40")(analysis.analyse)
app.command(epilog="Example: sortilege calibrate abracada --games 200 --plot abracada.svg")(analysis.calibrate)
app.command(epilog=review.EPILOG)(review.review)

Record = Annotated[Path, typer.Argument(metavar="RECORD", help="A record: the JSON file a game was saved in.")]
Language = Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the sentences.")]


# ---------------------------------------------------------------- the table in the browser
@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Without a command: start the table on this machine and open the browser."""
    if version:
        import sortilege

        typer.echo(f"sortilege {sortilege.__version__} ({'compiled' if sortilege.compiled() else 'interpreted'})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.serve()


@app.command(epilog="Example: sortilege doctor --json")
def doctor(data: hosts.Data = None, as_json: Json = False) -> None:
    """Look this machine over: Python, engine, compiler, where tables are kept, how friends get in."""
    from sortilege.core.folder import set_data_folder
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
    seats: Annotated[int | None, typer.Option(help="How many sit at the table, you included.")] = None,
    level: Annotated[str, typer.Option(help="How well the bots play.")] = "apprentice",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    seed: Annotated[str | None, typer.Option(help="Play this very game: the same seed draws the same.")] = None,
    lang: Language = "en",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    seat: Annotated[int | None, typer.Option(help="Your seat, counted from 0.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines instead of the full screen.")] = False,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the record.")] = None,
    pace: Annotated[float, typer.Option(min=0, max=60, help="Seconds a bot's step stays on the screen.")] = 0.9,
) -> None:
    """Play in the terminal against bots. The game is saved after every step."""
    import sortilege
    from sortilege.bots import make
    from sortilege.terminal.records import folder, fresh_path, read_record
    from sortilege.terminal.session import sit_again, sit_down

    check_language(lang)
    with speaking(lang):
        if resume is not None:
            if game or seats or option or seed or name:
                raise OptionError(phrase("resume_alone"))
            make_sure_of(level)
            record = read_record(resume)
            with naming(resume):
                session = sit_again(record, level, lang, seat, save or resume)
        else:
            found = sortilege.game(game) if game else no_game()
            make(game, level)
            path = save or fresh_path(folder(), game)
            chosen = options_in(option or [])
            session = sit_down(found, seats, level, chosen, seed_in(seed), lang, seat or 0, name, path)
    try:
        session = play_at(session, plain, pace)
    finally:
        typer.echo(session.farewell())


def play_at(session: Session, plain: bool, pace: float) -> Session:
    """On the full screen where there is one, in plain lines otherwise; answers the last game played."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or not full_screen_there():
        from sortilege.terminal import plain as lines

        lines.play(session, input, typer.echo)
    else:
        from sortilege.terminal import app as full_screen

        session = full_screen.play(session, pace)
        if session.over:
            typer.echo(session.status())
    return session


def make_sure_of(level: str) -> None:
    from sortilege.bots import make
    from sortilege.games import names

    make(names()[0], level)


def no_game() -> NoReturn:
    from sortilege.games import names

    raise OptionError(phrase("which_game", names=names()))


def full_screen_there() -> bool:
    """Whether Textual is installed; if not, how to get it."""
    from importlib.util import find_spec

    if find_spec("textual") is not None:
        return True
    typer.echo("The full screen needs Textual: pip install 'sortilege[terminal]'. Playing in plain lines.", err=True)
    return False


# ---------------------------------------------------------------- records
@app.command(epilog="Example: sortilege replay evening.json --lang fr")
def replay(
    record: Record,
    seat: Annotated[int | None, typer.Option(help="Tell it as this seat saw it, counted from 0.")] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Tell a recorded game in sentences, and show how it stands at its end."""
    from sortilege.terminal import replay

    check_language(lang)
    with speaking(lang):
        match = loaded(record)
        if seat is not None and not 0 <= seat < match.seats:
            raise no_such_seat(match.seats, seat)
    if as_json:
        show_json(replay.as_object(match, seat))
    else:
        for line in replay.as_lines(match, seat, lang):
            typer.echo(line)


@app.command(epilog="Example: sortilege verify evening.json")
def verify(record: Record, as_json: Json = False) -> None:
    """Check a record: every step is legal, and every draw is what the seed gives."""
    from sortilege.terminal import replay

    try:
        found = replay.findings(loaded(record, verify=True))
    except SortilegeError as off:
        if as_json:
            show_json({"verified": False, "problem": one_line(str(off))})
        raise
    if as_json:
        show_json(found)
    else:
        typer.echo(replay.verdict(found))


def loaded(path: Path, verify: bool = False) -> Match:
    """The match in a file; any fault names the file."""
    from sortilege.core.match import Match
    from sortilege.terminal.records import read_record

    record = read_record(path)
    if verify and isinstance(record, dict) and record.get("seed", 0) is None:
        raise RecordError(f"{path}: has no seed (the game was still running), so its draws cannot be checked")
    with naming(path):
        return Match.load(record, verify)


# ---------------------------------------------------------------- bots against bots
@app.command(epilog="Example: sortilege arena --bots apprentice,adept,master --matches 300 --ms 50 --report arena.html")
def arena(
    game: Annotated[str, typer.Option(help="The game they play.")] = "abracada",
    bots: Annotated[
        str, typer.Option(help="Who plays: levels, random, search, plain, ismcts, NAME@MS, plain:400, module:name.")
    ] = "apprentice,adept",
    matches: Annotated[int, typer.Option(help="How many matches; rounded up so that all sit everywhere alike.")] = 200,
    seats: Annotated[int | None, typer.Option(help="How many sit at a table.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    ms: Annotated[float | None, typer.Option(help="Milliseconds to think, for bots that do not say their own.")] = None,
    same_draws: Annotated[
        bool, typer.Option("--same-draws", help="Meet the same luck also after different play; not for verify.")
    ] = False,
    luck: Annotated[bool, typer.Option("--luck", help="Measure what chance gave, and take it out of a duel.")] = False,
    duel: Annotated[bool, typer.Option("--duel", help="Two bots: one of each among the other's, in turn.")] = False,
    until: Annotated[
        float | None, typer.Option(help="A duel that stops when the first bot's score is above or below, as 0.55.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Deals the same games again.")] = "arena",
    workers: Annotated[int, typer.Option(help="Processes to play in; 0 takes one per core.")] = 0,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with plots (HTML).")] = None,
    records: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the record of every match.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other and rate them, with 95% intervals. They think by the time their process works, so that
    a busy machine is fair to all."""
    from sortilege.arena.contest import Plan

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    plan = Plan(
        game,
        names,
        matches,
        seats,
        options_in(option or []),
        ms,
        seed,
        records is not None,
        duel,
        same_draws,
        luck,
        until,
    )
    if report is not None and (report.is_dir() or not report.parent.is_dir()):
        raise OptionError(f"--report {report}: there is no folder for this file")  # better now than after an hour
    found = played_out(plan, workers, ray, records)
    if report is not None:
        from sortilege.arena.page import write

        write(report, found)
    if as_json:
        show_json(found)
    else:
        from rich.console import Console

        from sortilege.arena.report import duel_lines, footnote, headline, table

        typer.echo(headline(found) + "\n")
        Console().print(table(found))
        if plan.duel:
            typer.echo("\n" + "\n".join(duel_lines(found, *plan.bots)))
        typer.echo("\n" + footnote(found))
    if found["matches"] < found["planned"]:
        raise typer.Exit(INTERRUPTED)


def played_out(plan: Plan, workers: int, ray: bool, records: Path | None) -> Object:
    """Play the plan with a progress bar on stderr. Interrupted, it answers for the matches played so far."""
    from time import perf_counter

    from sortilege.arena.contest import Result
    from sortilege.arena.report import summary
    from sortilege.arena.workers import run
    from sortilege.terminal.records import write_record

    heard: list[Result] = []
    began = perf_counter()
    with progress() as bar:
        task = bar.add_task(f"{plan.game}, {plan.table} seats", total=plan.total)

        def hear(result: Result) -> None:
            heard.append(result)
            bar.advance(task)
            if records is not None and result.record is not None:
                write_record(records / f"{plan.game}-{result.number:06}.json", result.record)

        try:
            played = run(plan, workers, ray, hear)
        except KeyboardInterrupt:
            if not heard:
                raise
            played = sorted(heard, key=lambda result: result.number)
    return summary(plan, played, perf_counter() - began)


@app.command(epilog="Example: sortilege bench abracada --seconds 2")
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All of them when not said.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="How long each number is measured.")] = 1.0,
    as_json: Json = False,
) -> None:
    """Measure the engine: compiled, interpreted, and beside pyspiel where that is installed."""
    import sortilege
    from sortilege import bench as speed

    names = [sortilege.game(name).name for name in games or sortilege.games()]
    with progress() as bar:
        task = bar.add_task("measuring", total=None)
        found = speed.run(names, seconds, lambda what: bar.update(task, description=what))
    if as_json:
        show_json(found)
    else:
        typer.echo("\n".join(speed.lines(found)))


# ---------------------------------------------------------------- a game of one's own
@app.command("new-game", epilog="Example: sortilege new-game pig")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called in code: a word of a-z, 0-9.")],
) -> None:
    """Write a tiny playable game into this checkout, to start your own from."""
    from sortilege.new_game import make

    here = Path.cwd()
    for path in make(name, here):
        typer.echo(os.path.relpath(path, here))
    typer.echo(f"Play it: sortilege play {name}. Test it: pytest tests -k {name}. docs/games.md says what is what.")


# ---------------------------------------------------------------- what several commands need
def check_language(language: str) -> None:
    if language not in ("en", "fr"):
        raise OptionError(f"--lang is en or fr, not {language!r}")


def seed_in(given: str | None) -> int | str | None:
    """A seed from the command line: digits are a number, as in Python."""
    return int(given) if given is not None and given.isdecimal() and len(given) < 19 else given


def main(arguments: list[str] | None = None) -> NoReturn:
    """The `sortilege` command: whatever goes wrong, one line and a non-zero exit."""
    code: Any
    try:
        code = app(arguments, standalone_mode=False, prog_name="sortilege")
        sys.stdout.flush()
        if code == INTERRUPTED:  # Typer has already caught the Ctrl-C
            complain("interrupted", code)
    except BadCommandLine as off:
        code = complain(off.format_message() + f" (see {command_help(off)})", 2)
    except SortilegeError as off:
        code = complain(str(off), 1)
    except (KeyboardInterrupt, typer.Abort):
        code = complain("interrupted", INTERRUPTED)
    except BrokenPipeError:  # `sortilege replay … | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as off:
        code = complain(f"{off.filename}: {off.strerror}" if off.filename else str(off), 1)
    except Exception as off:  # a fault of ours: still one line, with the way to the whole story
        if os.environ.get("SORTILEGE_TRACE"):
            raise
        code = complain(f"{type(off).__name__}: {off} (a fault of the program; SORTILEGE_TRACE=1 tells more)", 1)
    sys.exit(code if isinstance(code, int) else 0)


def complain(message: str, code: int) -> int:
    print(f"sortilege: {one_line(message)}", file=sys.stderr)
    return code


def command_help(off: Any) -> str:
    """The command whose --help would have said it."""
    context = getattr(off, "ctx", None)
    return f"{context.command_path if context else 'sortilege'} --help"
