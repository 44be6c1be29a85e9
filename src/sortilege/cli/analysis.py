"""`sortilege analyse` and `sortilege calibrate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortilege.cli.output import GameOptions, Json, Language, Record, show_json, translating_errors
from sortilege.core.errors import OptionError
from sortilege.core.types import Object

if TYPE_CHECKING:
    from rich.table import Table

    from sortilege.analysis.evaluate import Candidate
    from sortilege.core.match import Match

MAX_ROWS = 20  # of the table; --json has all actions
OUTLOOK_WORLDS = 60  # sampled states for the possible outcomes of the best action

LineIndex = Annotated[
    int | None,
    typer.Option(help="Number of the log line before which to analyse, from 0; default: the last decision."),
]
WorldCount = Annotated[
    int | None, typer.Option(help="Number of sampled worlds instead of a time: the result is then reproducible.")
]
Tune = Annotated[
    bool, typer.Option("--tune", help="Try several rollout settings, and save the best for this table size.")
]


def analyse(
    record: Record,
    at: LineIndex = None,
    ms: Annotated[float, typer.Option(min=0, help="Milliseconds to analyse.")] = 1000,
    worlds: WorldCount = None,
    seed: Annotated[int, typer.Option(help="Seed of the sampled worlds.")] = 0,
    open_cards: Annotated[bool, typer.Option("--open", help="Analyse with all hidden information known.")] = False,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Evaluate every legal action of the seat to move, with 95% intervals, and explain the best one."""
    from sortilege.analysis.evaluate import analysis_of, candidates
    from sortilege.analysis.explain import explain
    from sortilege.analysis.outlook import outlook
    from sortilege.cli.output import check_language, load_match

    check_language(lang)
    with translating_errors(lang):
        match = load_match(record)
        line = line_to_analyse(match, at)
        state = match.state_at(line)
        game, seat = match.game, state.turn()
        view = None if open_cards else state.view(seat)
        true_state = state if open_cards else None
        evaluated = candidates(game, view, seed, ms, worlds=worlds, state=true_state)
        best = max(evaluated, key=lambda candidate: (candidate.mean, -candidate.action))
        outcomes = outlook(game, view, best.action, seed, OUTLOOK_WORLDS, true_state)
        explanation = explain(game, evaluated, outcomes).say(lang)
    if as_json:
        show_json({"at": line, "seat": seat, **analysis_of(game, evaluated), "why": explanation, "outlook": outcomes})
        return
    from rich.console import Console

    played = match.ids[line] if line < len(match.ids) else None
    heading = {"name": match.names[seat], "at": line, "n": len(best.values), "seed": seed}
    title = "open" if open_cards else "title"
    Console().print(candidate_table(match, evaluated, played, lang, title, heading))
    typer.echo("\n" + explanation)


def line_to_analyse(match: Match, first_line: int | None) -> int:
    """Return the log index of the decision to analyse: the first one from `first_line` on. If that is None, it is the
    current decision or, in a finished game, the last one. Raise OptionError if there is none."""
    from sortilege.analysis.phrases import phrase

    def is_decision(line: int) -> bool:
        return bool(match.state_at(line).turn() >= 0)

    length = len(match.ids)
    if first_line is None:
        if match.state.turn() >= 0:
            return length
        return max(filter(is_decision, range(length)), default=0)
    if not 0 <= first_line <= length:
        raise OptionError(phrase("no_line", n=length, given=first_line))
    line = next(filter(is_decision, range(first_line, length + 1)), None)
    if line is None:
        raise OptionError(phrase("over"))
    return line


def candidate_table(
    match: Match, evaluated: list[Candidate], played: int | None, lang: str, title: str, heading: dict[str, object]
) -> Table:
    """Return the evaluated actions as a table, the best first, with a mark at the action `played`. `title` is the key
    of the title in words.toml, and `heading` has the values of the placeholders in the title."""
    from rich import box
    from rich.table import Table

    from sortilege.analysis.explain import of_100
    from sortilege.analysis.intervals import share_interval
    from sortilege.analysis.phrases import phrase
    from sortilege.core.text.words import words_in

    words = words_in(phrase.folder)[lang]["table"]
    ranked = sorted(evaluated, key=lambda candidate: (-candidate.mean, candidate.action))
    table = Table(title=words[title].format(**heading), box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column(words["action"])
    for column in ("share", "interval", "behind"):
        table.add_column(words[column], justify="right")
    for index, candidate in enumerate(ranked):
        if index >= MAX_ROWS and candidate.action != played:
            continue
        mean, low, high = share_interval(candidate.values)
        behind = "" if index == 0 else gap_text(ranked[0], candidate)
        label = match.game.screen.label(match.game.describe(candidate.action), match.game.words[lang], match.names)
        mark = f"  ← {words['played']}" if candidate.action == played else ""
        table.add_row(label + mark, str(of_100(mean)), f"{of_100(low)}–{of_100(high)}", behind)
    return table


def gap_text(best: Candidate, candidate: Candidate) -> str:
    """Return how much worse an action is than the best one, in points of 100, with its 95% interval: "4 (1.2–6.8)"."""
    from sortilege.analysis.explain import points_of_100
    from sortilege.analysis.intervals import difference

    gap = difference(best.values, candidate.values)
    return f"{points_of_100(gap.mean)} ({100 * max(gap.low, 0):.1f}–{100 * gap.high:.1f})"


# ---------------------------------------------------------------- calibration
def calibrate(
    game: Annotated[str, typer.Argument(help="The game, such as abracada.")],
    seats: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    games: Annotated[int, typer.Option(help="Number of games that the bots play.")] = 60,
    level: Annotated[str, typer.Option(help="Level of the bots.")] = "adept",
    ms: Annotated[float | None, typer.Option(help="Milliseconds per decision; default: that of the level.")] = None,
    worlds: Annotated[int, typer.Option(help="Sampled worlds per position.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 0,
    option: GameOptions = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a chart (SVG).")] = None,
    tune: Tune = False,
    keep: Annotated[bool, typer.Option("--keep", hidden=True, help="The former name of --tune.")] = False,
    as_json: Json = False,
) -> None:
    """Let bots play, and compare the win probabilities of the analysis with who won."""
    import sortilege
    from sortilege.analysis import calibration, rollout_config
    from sortilege.cli.output import check_output_file, parse_options, progress

    rules = sortilege.game(game)
    start = rules.new(seats, parse_options(option or []))
    plan = calibration.CalibrationPlan(
        rules, start.seats, start.options, level=level, ms=ms, games=games, worlds=worlds, seed=seed
    )
    calibration.check_plan(plan)
    check_output_file("--plot", plot)
    with progress() as bar:
        task = bar.add_task(f"{game}, {plan.seats} seats", total=games)
        positions = calibration.play_positions(plan, lambda: bar.advance(task))
        if tune or keep:
            task = bar.add_task("rollout settings", total=1 + len(calibration.QUIET_LIMITS))
            config, summary = calibration.choose_config(plan, positions, lambda: bar.advance(task))
            rollout_config.store_config(rules, plan.seats, plan.options, config, summary)
        else:
            summary = calibration.summary(plan, calibration.predict(plan, positions))
    if plot is not None:
        plot.write_text(calibration_svg(summary), encoding="utf-8")
    if as_json:
        show_json(summary)
    else:
        typer.echo("\n".join(calibration.as_text_lines(summary)))


def calibration_svg(summary: Object) -> str:
    """Return the summary of a calibration as a chart in SVG: predicted win probabilities against results."""
    from sortilege.plots.charts import Bin, calibration_chart

    title = f"{summary['game']}, {summary['seats']} seats: {summary['positions']} positions of {summary['games']} games"
    caption = f"expected error {summary['expected_error']:.3f}, Brier {summary['brier']:.3f}"
    groups = [Bin(group["said"], group["won"], group["n"]) for group in summary["bins"]]
    return calibration_chart(title, caption, groups)
