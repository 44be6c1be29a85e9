"""Summarise a contest as one JSON object, and format the summary as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sortilege.analysis.intervals import wilson
from sortilege.arena.contest import Plan, Result
from sortilege.arena.duel import Duel, interval_json
from sortilege.arena.ratings import ratings
from sortilege.core.engine.playout import compiled
from sortilege.core.types import Object

if TYPE_CHECKING:
    from rich.table import Table

POINTS = 60  # of a curve in the report


def summary(plan: Plan, results: list[Result], seconds: float) -> Object:
    """Return all measurements, the strongest bot first. There are no ratings if the bots play alone."""
    bots = len(plan.bots)
    rated = ratings(bots, results, plan.seed) if plan.table > 1 else None
    rows = [row(plan, results, bot) for bot in range(bots)]
    if rated:
        for bot, interval in enumerate(rated):
            rows[bot] = {**rows[bot], "rating": interval_json(interval)}
    duel = Duel(len(plan.sides), plan.stop_at)
    for result in results if plan.duel else []:
        duel.add(result)
    order = sorted(range(bots), key=lambda bot: -(rated[bot].mean if rated else rows[bot]["share"]["value"]))
    return {
        "arena": 1,
        "game": plan.game,
        "options": plan.options,
        "seats": plan.table,
        "sides": [list(seats) for seats in plan.sides],
        "seed": plan.seed,
        "milliseconds": plan.milliseconds,
        "matches": len(results),
        "planned": len(results) if duel.decided else plan.total,
        "seconds": round(seconds, 3),
        "compiled": compiled(),
        "nodes": mean([result.nodes for result in results]),
        "bots": [rows[bot] for bot in order],
        "ahead": [[ahead(results, a, b) for b in order] for a in order],
        "by_side": [mean([result.share(side) for result in results]) for side in range(len(plan.sides))],
        "course": course(results, order),
        "duel": duel.summary() if plan.duel else None,
    }


def row(plan: Plan, results: list[Result], bot: int) -> Object:
    """Return the measurements of one bot over all sides it held."""
    held = [(result, side) for result in results for side, who in enumerate(result.holders) if who == bot]
    seats = [(result, seat) for result, side in held for seat in result.sides[side]]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    won = wilson(mean([result.share(side) for result, side in held]), len(held))
    return {
        "name": plan.bots[bot],
        "rating": None,
        "share": interval_json(won),
        "played": len(held),
        "place": mean([result.place(side) for result, side in held]),
        "score": mean([result.score(side) for result, side in held]),
        "decisions": decisions,
        "ms": 1000 * sum(result.seconds[seat] for result, seat in seats) / max(1, decisions),
    }


def ahead(results: list[Result], a: int, b: int) -> float | None:
    """Return how often bot a finished before bot b when they met, a tie counting half; None if they never met."""
    if a == b:
        return None
    points = [
        1.0 if result.place(x) < result.place(y) else 0.5 if result.place(x) == result.place(y) else 0.0
        for result in results
        for x, first in enumerate(result.holders)
        for y, second in enumerate(result.holders)
        if first == a and second == b
    ]
    return mean(points) if points else None


def course(results: list[Result], order: list[int]) -> list[list[float]]:
    """Return each bot's share of victory over time, as rows of [matches so far, share, share, …]."""
    out: list[list[float]] = []
    won, held = [0.0] * len(order), [0] * len(order)
    marks = {max(1, round(len(results) * k / POINTS)) for k in range(1, POINTS + 1)}
    for n, result in enumerate(results, 1):
        for side, bot in enumerate(result.holders):
            won[bot] += result.share(side)
            held[bot] += 1
        if n in marks:
            out.append([n, *(won[bot] / held[bot] if held[bot] else 0.0 for bot in order)])
    return out


def mean(numbers: list[float]) -> float:
    return float(sum(numbers) / len(numbers)) if numbers else 0.0


# ---------------------------------------------------------------- text
def table(summary: Object) -> Table:
    """Format the summary as a table for the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    out = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    out.add_column("bot", no_wrap=True, min_width=min(20, max(len(bot["name"]) for bot in summary["bots"])))
    for heading in ("rating", "95%", "won", "95%", "place", "score", "ms"):
        out.add_column(heading, justify="right", no_wrap=True)
    for bot in summary["bots"]:
        rating, share = bot["rating"], bot["share"]
        out.add_row(
            bot["name"],
            f"{rating['value']:.0f}" if rating else "–",
            f"{rating['low']:.0f}–{rating['high']:.0f}" if rating else "–",
            f"{share['value']:.1%}",
            f"{share['low']:.0%}–{share['high']:.0%}",
            f"{bot['place']:.2f}",
            f"{bot['score']:.2f}",
            f"{bot['ms']:.1f}",
        )
    return out


def duel_lines(summary: Object, first: str, second: str) -> list[str]:
    """Say which of two bots is better, and how certain that is whenever the duel stopped."""
    duel = summary["duel"]
    score = duel["score"]
    verdict = {"above": f"above {duel['bar']:.0%}", "below": f"below {duel['bar']:.0%}"}
    decided = verdict.get(duel["verdict"], f"not decided whether above {duel['bar']:.0%}")
    lines = [
        f"{first} against {second}: {score['value']:.1%}, {decided}.",
        f"95% whenever stopped: {score['low']:.1%} to {score['high']:.1%}, {duel['blocks']} blocks.",
    ]
    if duel["steadied"]:
        adjusted = duel["steadied"]
        lines.append(f"With luck taken out: {adjusted['value']:.1%} ({adjusted['low']:.1%} to {adjusted['high']:.1%}).")
    if len(summary["sides"]) != 2:
        for name, alone in zip((first, second), duel["alone"], strict=True):
            lines.append(
                f"{name} as the single one: {alone['value']:.1%} ({alone['low']:.1%} to {alone['high']:.1%}), "
                f"even is {duel['even']:.1%}."
            )
    return lines


def headline(summary: Object) -> str:
    """Return the game, the number of seats and the number of matches."""
    seats = "alone" if summary["seats"] == 1 else f"{summary['seats']} seats"
    return f"{summary['game']}, {seats}, {summary['matches']} matches"


def side_names(sides: list[list[int]]) -> tuple[str, list[str]]:
    """Return what a side is called ("seat", or "side" in team games) and the name of each."""
    labels = [f"seat{'s' * (len(seats) > 1)} {' and '.join(map(str, seats))}" for seats in sides]
    return "seat" if all(len(seats) == 1 for seats in sides) else "side", labels


def footnote(summary: Object) -> str:
    """Explain how to read the table, in a few lines."""
    engine = "compiled" if summary["compiled"] else "interpreted"
    kind, labels = side_names(summary["sides"])
    shares = ", ".join(f"{name} {share:.1%}" for name, share in zip(labels, summary["by_side"], strict=True))
    fair = f"An average bot is rated 1500; a {kind}'s fair share is {1 / len(labels):.1%}.\nShares: {shares}.\n"
    cost = f"{summary['nodes']:.0f} steps a match, {summary['seconds']:.1f} s in all"
    return f"{fair if summary['seats'] > 1 else ''}{cost}, {engine} engine, seed {summary['seed']}."
