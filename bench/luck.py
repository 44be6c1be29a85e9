"""Measure how many fewer matches a duel needs with the same deals, the same draws, and luck subtracted.

    python bench/luck.py                      a hundred blocks of each game: some minutes
    python bench/luck.py spellbook --blocks 20 --json
    python bench/luck.py --svg docs/luck.svg  the figure of docs/arena.md

A number of 0.5 says: half the matches tell as much as all of them would if they shared nothing. The last column is what
taking luck out moved the mean by, in standard errors of that difference: noise around 0, whatever the values were.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

import sortilege
from sortilege.arena import Plan, Result, run
from sortilege.arena.confidence_sequence import ConfidenceSequence
from sortilege.arena.duel import block_luck, block_score, single_sides
from sortilege.arena.luck import ROUNDING, luck_limit
from sortilege.plots.svg import line, rect, svg, text

WAYS = {"deals": "same deals", "draws": "same draws too", "luck": "luck taken out too"}


def blocks(game: str, bots: tuple[str, str], n: int, same_draws: bool) -> list[list[Result]]:
    """Play a duel at the smallest table of two or more."""
    plan = Plan(game, bots, 2 * n, duel=True, same_draws=same_draws, luck=True, seed="bench")
    by_block: dict[int, list[Result]] = {}
    for result in run(plan):
        by_block.setdefault(result.block, []).append(result)
    return [by_block[block] for block in sorted(by_block)]


def measure(game: str, bots: tuple[str, str], n: int) -> dict[str, Any]:
    """Return the variance of a block's score under each method, relative to independent matches."""
    dealt, drawn = (blocks(game, bots, n, same) for same in (False, True))
    shares = [result.share(side) for block in dealt + drawn for result, side in single_sides(block, 0)]
    alone = pvariance(shares) / 2 or 1.0
    seen = ConfidenceSequence(max_luck=luck_limit(2) + ROUNDING)
    for block in drawn:
        seen.add(block_score(block), block_luck(block))
    scores = [block_score(block) for block in drawn]
    moved = [adjusted - raw for adjusted, raw in zip(seen.adjusted, scores, strict=True)]
    error = sqrt(pvariance(moved) / len(moved)) or 1.0
    return {
        "blocks": n,
        "deals": pvariance([block_score(block) for block in dealt]) / alone,
        "draws": pvariance(scores) / alone,
        "luck": pvariance(seen.adjusted) / alone,
        "raw": fmean(scores),
        "adjusted": fmean(seen.adjusted),
        "slope": seen.slope(),
        "moved": fmean(moved) / error,
    }


def lines(measurements: dict[str, Any]) -> list[str]:
    """Return the measurements as lines of a table."""
    head = f"{'':12}{'deals':>8}{'draws':>8}{'luck':>8}{'mean':>9}{'adjusted':>10}{'moved by':>10}"
    rows = [
        f"{game:12}{m['deals']:8.2f}{m['draws']:8.2f}{m['luck']:8.2f}"
        f"{m['raw']:9.1%}{m['adjusted']:10.1%}{m['moved']:+7.1f} se"
        for game, m in measurements.items()
    ]
    return [head, *rows]


def picture(measurements: dict[str, Any]) -> str:
    """Return a bar chart as an SVG file: the part of the matches that is still needed."""
    body, y = [], 34
    for game, m in measurements.items():
        body.append(text(8, y, sortilege.game(game).words["en"]["title"], css_class="title"))
        for shade, (way, name) in enumerate(WAYS.items()):
            y += 22
            width = 380 * min(1.2, m[way])
            body.append(rect(160, y - 13, width, 16, f"w{shade}"))
            body += [text(152, y, name, "end"), text(166 + width, y, f"{m[way]:.2f}")]
        y += 36
    style = (
        "text{font:14px system-ui,sans-serif;fill:#2b1c10}.title{font-weight:600}"
        ".w0{fill:#b8a384}.w1{fill:#62a0c8}.w2{fill:#1f6fa8}.even{stroke:#8a6d46;stroke-dasharray:3 4}"
        "@media(prefers-color-scheme:dark){text{fill:#f6ebd6}}"
    )
    body.append(line(540, 14, 540, y - 30, "even"))
    return svg(640, y - 10, "Variance of a duel over that of matches that share nothing", body, style) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--bots", default="adept,apprentice")
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    first, second = arguments.bots.split(",")
    measurements = {
        game: measure(game, (first, second), arguments.blocks) for game in arguments.games or sortilege.games()
    }
    if arguments.svg:
        arguments.svg.write_text(picture(measurements), encoding="utf-8")
    print(json.dumps(measurements) if arguments.json else "\n".join(lines(measurements)))


if __name__ == "__main__":
    main()
