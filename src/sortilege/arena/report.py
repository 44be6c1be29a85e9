"""Summarise a contest as one JSON object, and format the summary as text."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sortilege.analysis.intervals import Interval, wilson
from sortilege.arena.contest import Plan, Result
from sortilege.arena.duel import Duel, interval_json
from sortilege.arena.ratings import ratings
from sortilege.core.engine.playout import compiled
from sortilege.core.types import Object

if TYPE_CHECKING:
    from rich.table import Table

COLUMNS = ("bot", "rating", "95%", "won", "95%", "place", "score", "ms")
HISTORY_POINTS = 60  # of a curve in the report


def summary(plan: Plan, results: list[Result], seconds: float) -> Object:
    """Return all measurements of a contest as JSON, the strongest bot first. A solo game has no ratings."""
    bots = range(len(plan.bots))
    rated = ratings(len(bots), results, plan.seed) if plan.seat_count > 1 else None
    rows = [bot_summary(plan, results, bot, rated[bot] if rated else None) for bot in bots]
    order = sorted(bots, key=lambda bot: -(rated[bot].mean if rated else rows[bot]["share"]["value"]))
    duel = Duel(len(plan.sides), plan.stop_at)
    if plan.duel:
        for result in results:
            duel.add(result)
    return {
        "arena": 1,
        "game": plan.game,
        "options": plan.options,
        "seats": plan.seat_count,
        "sides": [list(seats) for seats in plan.sides],
        "seed": plan.seed,
        "milliseconds": plan.milliseconds,
        "matches": len(results),
        "planned": len(results) if duel.decided else plan.total_matches,
        "seconds": round(seconds, 3),
        "compiled": compiled(),
        "nodes": mean([result.nodes for result in results]),
        "bots": [rows[bot] for bot in order],
        "ahead": [[ahead_rate(results, bot, other_bot) for other_bot in order] for bot in order],
        "by_side": [mean([result.share(side) for result in results]) for side in range(len(plan.sides))],
        "course": share_history(results, order),
        "duel": duel.summary() if plan.duel else None,
    }


def bot_summary(plan: Plan, results: list[Result], bot: int, rating: Interval | None) -> Object:
    """Return the measurements of one bot in all matches. `place` and `score` are means over the sides that the bot
    played; `ms` is its mean thinking time for a decision in milliseconds."""
    sides = [(result, side) for result in results for side, player in enumerate(result.bot_by_side) if player == bot]
    seats = [(result, seat) for result, side in sides for seat in result.sides[side]]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    return {
        "name": plan.bots[bot],
        "rating": interval_json(rating) if rating else None,
        "share": interval_json(wilson(mean([result.share(side) for result, side in sides]), len(sides))),
        "played": len(sides),
        "place": mean([result.rank(side) for result, side in sides]),
        "score": mean([result.score(side) for result, side in sides]),
        "decisions": decisions,
        "ms": 1000 * sum(result.seconds[seat] for result, seat in seats) / max(1, decisions),
    }


def ahead_rate(results: list[Result], bot: int, other_bot: int) -> float | None:
    """Return how often a bot ranked before another bot, as the fraction of their meetings. A tie counts as half. Return
    None if they never met."""
    if bot == other_bot:
        return None
    points = []
    for result in results:
        ranks = [result.rank(side) for side, player in enumerate(result.bot_by_side) if player == bot]
        other_ranks = [result.rank(side) for side, player in enumerate(result.bot_by_side) if player == other_bot]
        for rank, other_rank in product(ranks, other_ranks):
            points.append(0.5 if rank == other_rank else float(rank < other_rank))
    return mean(points) if points else None


def share_history(results: list[Result], order: list[int]) -> list[list[float]]:
    """Return each bot's share of the victories over time, as rows of [matches so far, share, share, …]. The shares are
    in the order of the bots in `order`."""
    history: list[list[float]] = []
    won, played = [0.0] * len(order), [0] * len(order)
    points = range(1, HISTORY_POINTS + 1)
    listed_match_counts = {max(1, round(len(results) * point / HISTORY_POINTS)) for point in points}
    for match_count, result in enumerate(results, 1):
        for side, bot in enumerate(result.bot_by_side):
            won[bot] += result.share(side)
            played[bot] += 1
        if match_count in listed_match_counts:
            shares = [won[bot] / max(1, played[bot]) for bot in order]
            history.append([match_count, *shares])
    return history


def mean(numbers: list[float]) -> float:
    """Return the mean of the numbers; 0 if there are none."""
    return float(sum(numbers) / len(numbers)) if numbers else 0.0


# ---------------------------------------------------------------- text
def text_table(summary: Object) -> Table:
    """Format the summary as a table for the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(COLUMNS[0], no_wrap=True, min_width=min(20, max(len(bot["name"]) for bot in summary["bots"])))
    for heading in COLUMNS[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for bot in summary["bots"]:
        table.add_row(*bot_cells(bot, "–", ".0%"))
    return table


def bot_cells(bot: Object, dash: str, share_format: str) -> list[str]:
    """Return a bot's measurements as cells in the order of COLUMNS. `dash` separates the bounds of an interval."""
    rating, share = bot["rating"], bot["share"]
    return [
        bot["name"],
        f"{rating['value']:.0f}" if rating else "–",
        f"{rating['low']:.0f}{dash}{rating['high']:.0f}" if rating else "–",
        f"{share['value']:.1%}",
        f"{share['low']:{share_format}}{dash}{share['high']:{share_format}}",
        f"{bot['place']:.2f}",
        f"{bot['score']:.2f}",
        f"{bot['ms']:.1f}",
    ]


def duel_lines(summary: Object, bot: str, opponent: str) -> list[str]:
    """Return the result of a duel as lines of text: which bot is better, and how certain this is."""
    duel = summary["duel"]
    score, threshold = duel["score"], f"{duel['bar']:.0%}"
    is_decided = duel["verdict"] in ("above", "below")
    verdict = f"{duel['verdict']} {threshold}" if is_decided else f"not decided whether above {threshold}"
    lines = [
        f"{bot} against {opponent}: {score['value']:.1%}, {verdict}.",
        f"95% whenever stopped: {score['low']:.1%} to {score['high']:.1%}, {duel['blocks']} blocks.",
    ]
    luck_adjusted = duel["steadied"]
    if luck_adjusted:
        interval = f"{luck_adjusted['low']:.1%} to {luck_adjusted['high']:.1%}"
        lines.append(f"With luck taken out: {luck_adjusted['value']:.1%} ({interval}).")
    if len(summary["sides"]) != 2:
        for name, share in zip((bot, opponent), duel["alone"], strict=True):
            lines.append(
                f"{name} as the single one: {share['value']:.1%} ({share['low']:.1%} to {share['high']:.1%}), "
                f"even is {duel['even']:.1%}."
            )
    return lines


def headline(summary: Object) -> str:
    """Return the game, the number of seats and the number of matches."""
    seats = "alone" if summary["seats"] == 1 else f"{summary['seats']} seats"
    return f"{summary['game']}, {seats}, {summary['matches']} matches"


def side_names(sides: list[list[int]]) -> tuple[str, list[str]]:
    """Return the word for a side ("seat", or "side" in team games) and the name of each side, such as "seat 0"."""
    labels = [f"seat{'s' * (len(seats) > 1)} {' and '.join(map(str, seats))}" for seats in sides]
    return "seat" if all(len(seats) == 1 for seats in sides) else "side", labels


def footnote(summary: Object) -> str:
    """Return a few lines that explain how to read the table of a contest."""
    engine = "compiled" if summary["compiled"] else "interpreted"
    kind, labels = side_names(summary["sides"])
    shares = ", ".join(f"{name} {share:.1%}" for name, share in zip(labels, summary["by_side"], strict=True))
    fair = f"An average bot is rated 1500; a {kind}'s fair share is {1 / len(labels):.1%}.\nShares: {shares}.\n"
    cost = f"{summary['nodes']:.0f} steps a match, {summary['seconds']:.1f} s in all"
    return f"{fair if summary['seats'] > 1 else ''}{cost}, {engine} engine, seed {summary['seed']}."
