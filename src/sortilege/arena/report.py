"""What a contest found: one JSON object, and the same as a table of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sortilege.arena.contest import Plan, Result
from sortilege.arena.duel import Duel
from sortilege.arena.ratings import ratings, wilson
from sortilege.core.playout import compiled
from sortilege.core.shapes import Object

if TYPE_CHECKING:
    from rich.table import Table

POINTS = 60  # of the curves in the report


def summary(plan: Plan, results: list[Result], seconds: float) -> Object:
    """Everything measured, the strongest bot first. Alone at the table there is nobody to be rated against."""
    bots = len(plan.bots)
    rated = ratings(bots, results, plan.seed) if plan.table > 1 else None
    rows = [row(plan, results, bot) for bot in range(bots)]
    if rated:
        for bot, interval in enumerate(rated):
            value = {"value": interval.value, "low": interval.low, "high": interval.high}
            rows[bot] = {**rows[bot], "rating": value}
    duel = Duel(len(plan.sides), plan.until)
    for result in results if plan.duel else []:
        duel.add(result)
    order = sorted(range(bots), key=lambda bot: -(rated[bot].value if rated else rows[bot]["share"]["value"]))
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
    """One bot, over all the sides it held."""
    held = [(result, side) for result in results for side, who in enumerate(result.holders) if who == bot]
    seats = [(result, seat) for result, side in held for seat in result.sides[side]]
    decisions = sum(result.decisions[seat] for result, seat in seats)
    won = wilson(mean([result.share(side) for result, side in held]), len(held))
    return {
        "name": plan.bots[bot],
        "rating": None,
        "share": {"value": won.value, "low": won.low, "high": won.high},
        "played": len(held),
        "place": mean([result.place(side) for result, side in held]),
        "score": mean([result.score(side) for result, side in held]),
        "decisions": decisions,
        "ms": 1000 * sum(result.seconds[seat] for result, seat in seats) / max(1, decisions),
    }


def ahead(results: list[Result], a: int, b: int) -> float | None:
    """How often a came out ahead of b when they met, level counting half; None if they never met."""
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
    """How each bot's share of victory settled: rows of [matches so far, share, share, …]."""
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
def table(found: Object) -> Table:
    """The result as a person reads it."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    out = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    out.add_column("bot", no_wrap=True, min_width=min(20, max(len(bot["name"]) for bot in found["bots"])))
    for heading in ("rating", "95%", "won", "95%", "place", "score", "ms"):
        out.add_column(heading, justify="right", no_wrap=True)
    for bot in found["bots"]:
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


def duel_lines(found: Object, first: str, second: str) -> list[str]:
    """Who of two is better, and how sure that is whenever one stopped."""
    duel = found["duel"]
    score = duel["score"]
    verdict = {"above": f"above {duel['bar']:.0%}", "below": f"below {duel['bar']:.0%}"}
    decided = verdict.get(duel["verdict"], f"not decided whether above {duel['bar']:.0%}")
    lines = [
        f"{first} against {second}: {score['value']:.1%}, {decided}.",
        f"95% whenever stopped: {score['low']:.1%} to {score['high']:.1%}, {duel['blocks']} blocks.",
    ]
    if duel["steadied"]:
        steady = duel["steadied"]
        lines.append(f"With luck taken out: {steady['value']:.1%} ({steady['low']:.1%} to {steady['high']:.1%}).")
    if len(found["sides"]) != 2:
        for name, alone in zip((first, second), duel["alone"], strict=True):
            lines.append(
                f"{name} as the single one: {alone['value']:.1%} ({alone['low']:.1%} to {alone['high']:.1%}), "
                f"even is {duel['even']:.1%}."
            )
    return lines


def headline(found: Object) -> str:
    seats = "alone" if found["seats"] == 1 else f"{found['seats']} seats"
    return f"{found['game']}, {seats}, {found['matches']} matches"


def side_names(sides: list[list[int]]) -> tuple[str, list[str]]:
    """What a place to win from is called, and the name of each: seats, or the sides of a team game."""
    named = [f"seat{'s' * (len(seats) > 1)} {' and '.join(map(str, seats))}" for seats in sides]
    return "seat" if all(len(seats) == 1 for seats in sides) else "side", named


def footnote(found: Object) -> str:
    """How to read it, in a line or two."""
    engine = "compiled" if found["compiled"] else "interpreted"
    what, named = side_names(found["sides"])
    shares = ", ".join(f"{name} {share:.1%}" for name, share in zip(named, found["by_side"], strict=True))
    fair = f"An average bot is rated 1500; a {what}'s fair share is {1 / len(named):.1%}.\nShares: {shares}.\n"
    cost = f"{found['nodes']:.0f} steps a match, {found['seconds']:.1f} s in all"
    return f"{fair if found['seats'] > 1 else ''}{cost}, {engine} engine, seed {found['seed']}."
