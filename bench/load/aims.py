"""The targets of bench/server.py, and a table of how well a run meets them. Targets that were not measured are left
out."""

from __future__ import annotations

from typing import NamedTuple

Report = dict[str, dict[str, float]]


class Aim(NamedTuple):
    """A figure of a run and its target."""

    what: str
    run: str
    key: str
    aim: float
    least: bool  # whether more is better


AIMS = (
    Aim("from act to everyone's view, 99 % (ms)", "steady", "all_p99_ms", 50, False),
    Aim("durable moves a second", "saturated", "moves_per_second", 2000, True),
    Aim("processor time of a move (ms)", "saturated", "cpu_ms_per_move", 0.5, False),
    Aim("memory a socket (KB)", "idle", "kb_per_socket", 25, False),
    Aim("idle sockets held", "idle", "held", 10_000, True),
    Aim("first look at a stored table, 99 % (ms)", "stored", "first_look_p99_ms", 50, False),
    Aim("moves a processor second, over boardgame.io in memory", "ratios", "in memory", 2, True),
    Aim("moves a processor second, over boardgame.io, FlatFile", "ratios", "FlatFile", 8, True),
)


class Result(NamedTuple):
    """A target and the measured figure."""

    aim: Aim
    figure: float

    @property
    def ratio(self) -> float:
        """Return how well the target is met: 1 or more means reached."""
        better, worse = (self.figure, self.aim.aim) if self.aim.least else (self.aim.aim, self.figure)
        return better / worse if worse else 0.0


def results(report: Report) -> list[Result]:
    """Return all targets that this run measured."""
    return [Result(aim, report[aim.run][aim.key]) for aim in AIMS if aim.key in report.get(aim.run, {})]


def table(measured: list[Result]) -> str:
    """Format figure, target and ratio, one line each."""
    lines = [f"{'':58}{'figure':>10}{'aim':>12}{'of the aim':>12}"]
    for aim, figure in measured:
        sign = "≥" if aim.least else "≤"
        reached = Result(aim, figure).ratio
        target = f"{sign} {aim.aim:,g}"
        lines.append(f"{aim.what:58}{figure:>10,.2f}{target:>12}{reached:>11.2f} {'' if reached >= 1 else '✗'}")
    return "\n".join(lines)
