"""`sortilege analyse` and `sortilege calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import Json, show_json, speaking
from sortilege.core.errors import OptionError

if TYPE_CHECKING:
    from rich.table import Table

    from sortilege.analysis.evaluate import Candidate
    from sortilege.core.match import Match

FEW = 20  # candidates in a table; --json has all
GLIMPSE = 60  # worlds to see what the best action can bring


def analyse(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record: the JSON file a game was saved in.")],
    at: Annotated[
        int | None, typer.Option(help="Before which line of the log, counted from 0; otherwise where a game stands.")
    ] = None,
    ms: Annotated[float, typer.Option(min=0, help="Milliseconds to think.")] = 1000,
    worlds: Annotated[int | None, typer.Option(help="So many imagined worlds instead: always the same answer.")] = None,
    seed: Annotated[int, typer.Option(help="Imagines other worlds.")] = 0,
    open_cards: Annotated[bool, typer.Option("--open", help="With all cards open: what hindsight says.")] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the sentences.")] = "en",
    as_json: Json = False,
) -> None:
    """Say what every action open to the seat on turn is worth, with 95% intervals, and why the best one is."""
    from sortilege.analysis.evaluate import analysis_of, candidates
    from sortilege.analysis.explain import explain
    from sortilege.analysis.outlook import outlook
    from sortilege.cli import check_language, loaded

    check_language(lang)
    with speaking(lang):
        match = loaded(record)
        line = decision_in(match, at)
        state = match.state_at(line)
        game, seat = match.game, state.turn()
        view = None if open_cards else state.view(seat)
        hindsight = state if open_cards else None
        found = candidates(game, view, seed, ms, None, worlds, hindsight)
        best = max(found, key=lambda candidate: (candidate.mean, -candidate.action))
        ahead = outlook(game, view, best.action, seed, GLIMPSE, hindsight)
        why = explain(game, found, ahead).say(lang)
    if as_json:
        show_json({"at": line, "seat": seat, **analysis_of(game, found), "why": why, "outlook": ahead})
        return
    from rich.console import Console

    played = match.ids[line] if line < len(match.ids) else None
    heading = {"name": match.names[seat], "at": line, "n": len(best.values), "seed": seed}
    Console().print(table(match, found, played, lang, "open" if open_cards else "title", heading))
    typer.echo("\n" + why)


def decision_in(match: Match, at: int | None) -> int:
    """The line of the log before which somebody decides: the one asked for or the next decision after it; without one
    the present, or the last decision of a game that is over."""
    from sortilege.analysis.phrases import phrase

    last = len(match.ids)
    if at is not None and not 0 <= at <= last:
        raise OptionError(phrase("no_line", n=last, given=at))
    if at is None:
        if match.state.turn() >= 0:
            return last
        return max((line for line in range(last) if match.state_at(line).turn() >= 0), default=0)
    found = next((line for line in range(at, last + 1) if match.state_at(line).turn() >= 0), None)
    if found is None:
        raise OptionError(phrase("over"))
    return found


def table(
    match: Match, found: list[Candidate], played: int | None, lang: str, title: str, heading: dict[str, object]
) -> Table:
    """The candidates, the best first; what was played is marked."""
    from rich import box
    from rich.table import Table

    from sortilege.analysis.explain import of_100, points_of_100
    from sortilege.analysis.intervals import difference, share
    from sortilege.analysis.phrases import phrase
    from sortilege.core.words import words_in

    words = words_in(phrase.folder)[lang]["table"]
    ranked = sorted(found, key=lambda candidate: (-candidate.mean, candidate.action))
    made = Table(title=words[title].format(**heading), box=box.SIMPLE_HEAD, title_justify="left")
    made.add_column(words["action"])
    for column in ("share", "interval", "behind"):
        made.add_column(words[column], justify="right")
    for place, candidate in enumerate(ranked):
        if place >= FEW and candidate.action != played:
            continue
        mean, low, high = share(candidate.values)
        gap = difference(ranked[0].values, candidate.values)
        behind = "" if place == 0 else f"{points_of_100(gap.mean)} ({100 * max(gap.low, 0):.1f}–{100 * gap.high:.1f})"
        label = match.game.screen.label(match.game.describe(candidate.action), match.game.words[lang], match.names)
        mark = f"  ← {words['played']}" if candidate.action == played else ""
        made.add_row(label + mark, str(of_100(mean)), f"{of_100(low)}–{of_100(high)}", behind)
    return made


# ---------------------------------------------------------------- is it right as often as it says?
def calibrate(
    game: Annotated[str, typer.Argument(help="The game, such as abracada.")],
    seats: Annotated[int | None, typer.Option(help="How many sit at a table.")] = None,
    games: Annotated[int, typer.Option(help="How many games the bots play.")] = 60,
    level: Annotated[str, typer.Option(help="How well they play.")] = "adept",
    ms: Annotated[float | None, typer.Option(help="Milliseconds a bot thinks; otherwise its level's own.")] = None,
    worlds: Annotated[int, typer.Option(help="Imagined worlds for each position.")] = 60,
    seed: Annotated[int, typer.Option(help="Plays other games.")] = 0,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a drawing (SVG).")] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Try other manners of playing on, and keep the best for this size.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let bots play, and compare what the analysis says of their positions with who won."""
    import sortilege
    from sortilege.analysis import calibration, reliability_diagram, rollout_config
    from sortilege.cli.output import options_in, progress

    found_game = sortilege.game(game)
    start = found_game.new(seats, options_in(option or []))
    plan = calibration.CalibrationPlan(found_game, start.seats, start.options, level, ms, games, worlds, seed)
    calibration.check(plan)
    if plot is not None and (plot.is_dir() or not plot.parent.is_dir()):
        raise OptionError(f"--plot {plot}: there is no folder for this file")
    with progress() as bar:
        task = bar.add_task(f"{game}, {plan.seats} seats", total=games)
        positions = calibration.play_positions(plan, lambda: bar.advance(task))
        if keep:
            task = bar.add_task("manners", total=1 + len(calibration.RESTS))
            config, found = calibration.choose_config(plan, positions, lambda: bar.advance(task))
            rollout_config.store_config(found_game, plan.seats, plan.options, config, found)
        else:
            found = calibration.summary(plan, calibration.predict(plan, positions))
    if plot is not None:
        plot.write_text(reliability_diagram.draw_diagram(found), encoding="utf-8")
    if as_json:
        show_json(found)
    else:
        typer.echo("\n".join(calibration.as_text_lines(found)))
