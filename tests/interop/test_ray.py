"""The arena on Ray plays what it plays here."""

import warnings

from sortilege.arena import Plan, Result, run


def without_durations(results: list[Result]) -> list[object]:
    return [(r.number, r.block, r.lineup, r.winners, r.scores, r.nodes, r.decisions) for r in results]


def test_ray_plays_what_one_process_plays() -> None:
    plan = Plan("abracada", ("random", "search:1"), 4, 2, {"die": [6]})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own, about this machine
        assert without_durations(run(plan, ray=True)) == without_durations(run(plan, workers=1))
