"""The report: the numbers, the table, and a page that is whole and fetches nothing."""

import json
import re
import xml.etree.ElementTree as ET
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sortilege.arena.contest import Plan, Result
from sortilege.arena.page import all_charts, report_page, write_page
from sortilege.arena.report import footnote, summary, text_table
from tests.arena.results import result

PLAN = Plan("abracada", ("random", "search:1", "search:2"), 6, 3)


def six_results() -> list[Result]:
    """search:2 wins four, random one, and one is shared by the two."""
    lineups = [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    winners = [(2,), (1,), (0,), (2,), (2,), (0, 1)]
    return [result(n, n // 3, lineup, *won) for n, (lineup, won) in enumerate(zip(lineups, winners, strict=True))]


def summary_of_six() -> dict[str, Any]:
    return summary(PLAN, six_results(), 1.5)


def test_the_strongest_comes_first_and_the_numbers_add_up() -> None:
    report = summary_of_six()
    assert [bot["name"] for bot in report["bots"]] == ["search:2", "random", "search:1"]
    assert [bot["share"]["value"] for bot in report["bots"]] == pytest.approx([4.5 / 6, 1.5 / 6, 0])
    assert sum(bot["share"]["value"] for bot in report["bots"]) == pytest.approx(1)
    assert sum(report["by_side"]) == pytest.approx(1)
    assert all(bot["played"] == 6 for bot in report["bots"])
    assert all(bot["ms"] == pytest.approx(1.0) for bot in report["bots"])
    assert (report["matches"], report["planned"], report["nodes"]) == (6, 6, 100)


def test_the_table_of_who_finished_ahead_is_symmetric() -> None:
    ahead = summary_of_six()["ahead"]
    for a in range(3):
        assert ahead[a][a] is None
        for b in range(3):
            if a != b:
                assert ahead[a][b] + ahead[b][a] == pytest.approx(1)


def test_bots_that_never_met_have_no_duel() -> None:
    plan = Plan("abracada", ("random", "search:1", "search:2"), 2, 2)
    report = summary(plan, [result(0, 0, (0, 1), 0), result(1, 0, (1, 0), 1)], 1.0)
    names = [bot["name"] for bot in report["bots"]]
    assert report["ahead"][names.index("random")][names.index("search:2")] is None
    assert "search:2" in report_page(report)


def test_the_course_ends_with_the_final_shares() -> None:
    report = summary_of_six()
    assert report["course"][-1][0] == 6
    assert report["course"][-1][1:] == pytest.approx([bot["share"]["value"] for bot in report["bots"]])


def test_in_a_team_game_sides_are_counted_and_named() -> None:
    sides = ((0, 2), (1,))
    plan = Plan("spellcaster", ("random", "search:1"), 4, 3)
    lineups, winners = [(0, 1, 0), (1, 0, 1)] * 2, [(0, 2), (1,), (1,), (1,)]
    results = [result(n, n // 2, lineups[n], *winners[n], sides=sides) for n in range(4)]
    report = summary(plan, results, 1.0)
    assert (report["sides"], report["by_side"], report["planned"]) == ([[0, 2], [1]], [0.25, 0.75], 4)
    assert [(bot["name"], bot["share"]["value"], bot["played"]) for bot in report["bots"]] == [
        ("random", 0.75, 4),
        ("search:1", 0.25, 4),
    ]
    assert {bot["decisions"] for bot in report["bots"]} == {60}  # ten a seat, of two matches with two and two with one
    assert "a side's fair share is 50.0%" in footnote(report)
    assert "seats 0 and 2 25.0%, seat 1 75.0%" in footnote(report)
    assert "seats 0 and 2" in all_charts(report)["seat"]


def test_the_report_is_json() -> None:
    assert json.loads(json.dumps(summary_of_six())) == summary_of_six()


def test_the_table_fits_80_columns_and_names_every_bot() -> None:
    paper = StringIO()
    Console(width=80, file=paper).print(text_table(summary_of_six()))
    text = paper.getvalue()
    assert all(len(line) <= 80 for line in text.splitlines())
    for name in PLAN.bots:
        assert name in text
    assert "…" not in text
    assert "75.0%" in text


def test_a_table_of_extremes_fits_too() -> None:
    report = summary_of_six()
    for bot in report["bots"]:
        bot |= {"name": "archmage@1500", "ms": 1499.9, "score": 100.25, "place": 10.0}
        bot["share"] = {"value": 1.0, "low": 0.95, "high": 1.0}
    paper = StringIO()
    Console(width=80, file=paper).print(text_table(report))
    assert "archmage@1500" in paper.getvalue()
    assert "1499.9" in paper.getvalue()
    assert "…" not in paper.getvalue()


def test_every_plot_is_well_formed_and_has_a_name() -> None:
    plots = all_charts(summary_of_six())
    assert list(plots) == ["rating", "share", "ahead", "seat", "course"]
    for plot in plots.values():
        assert ET.fromstring(plot).get("aria-label")
        assert "nan" not in plot


def test_the_page_fetches_nothing_and_carries_its_numbers(tmp_path: Path) -> None:
    write_page(tmp_path / "arena.html", summary_of_six())
    text = (tmp_path / "arena.html").read_text(encoding="utf-8")
    addresses = re.findall(r"https?://[^\s\"']+", text)
    assert not addresses
    numbers = re.search(r'<script type="application/json" id="arena">(.*?)</script>', text, re.DOTALL)
    assert numbers is not None
    assert json.loads(numbers.group(1)) == summary_of_six()


def test_a_name_cannot_break_the_page() -> None:
    report = summary_of_six()
    report["bots"][0]["name"] = "</script><b>&"
    text = report_page(report)
    assert text.count("</script>") == 1
    assert "<b>" not in text
    for plot in all_charts(report).values():
        ET.fromstring(plot)


def test_alone_at_the_table_there_are_shares_and_no_ratings() -> None:
    report = {**summary_of_six(), "seats": 1, "sides": [[0]], "ahead": [[None]], "by_side": [0.5]}
    report["bots"] = [{**report["bots"][0], "rating": None}]
    report["course"] = [[n, 0.5] for n in (1, 2)]
    assert "rating" not in all_charts(report)
    assert "–" in report_page(report)
    assert text_table(report).row_count == 1
