"""Why an action, from what was met in the worlds: each reason has its words, and nothing else is claimed."""

import pytest

import sortilege
from sortilege.analysis import Candidate, candidates, explain
from sortilege.analysis.explain import reason

GAME = sortilege.game("abracada")
TABLE = {
    "game": "abracada", "seats": 2, "options": {}, "scores": [5, 5], "life": [1, 6], "hands": ["2567", "8"],
    "board": [1, 1, 3, 4, 4, 5, 6, 3], "secrets": 4, "turn": {"seat": 0},
}  # fmt: skip


def candidate(action: int, share: float, soon: tuple[int, int] = (0, 0), own: int = 0, theirs: int = 0) -> Candidate:
    """Of 40 worlds so many are won in the end; `soon` is how many of 40 were won and lost before the next turn."""
    n = 40
    values = [1.0] * round(share * n) + [0.0] * (n - round(share * n))
    return Candidate(action, values, [1.0] * soon[0] + [0.0] * soon[1], [own] * n, [theirs] * n)


@pytest.mark.parametrize(
    ("better", "worse", "kind"),
    [
        (candidate(0, 0.8), candidate(1, 0.3, (0, 20)), "lost"),
        (candidate(0, 0.8, (30, 0)), candidate(1, 0.3), "won"),
        (candidate(0, 0.8, (30, 0)), candidate(1, 0.3, (0, 28)), "won"),
        (candidate(0, 0.8), candidate(1, 0.3, (0, 2)), None),  # too little of the difference
        (candidate(0, 0.8, own=4), candidate(1, 0.3, own=1), "gained"),
        (candidate(0, 0.8, theirs=2), candidate(1, 0.3, theirs=5), "held"),
        (candidate(0, 0.8, (0, 2), theirs=2), candidate(1, 0.3, (0, 22), theirs=9), "lost"),
        (candidate(0, 0.8, own=1), candidate(1, 0.3, own=4), None),  # the points speak against it
    ],
)
def test_a_reason_is_what_makes_most_of_the_difference(better: Candidate, worse: Candidate, kind: str | None) -> None:
    strongest = reason(GAME, better, worse)
    assert (strongest and strongest.kind) == kind
    for action in (better.action, worse.action):  # for the one and against the other, in both languages
        for language in ("en", "fr"):
            sentence = explain(GAME, [better, worse], action=action).say(language)
            assert "{" not in sentence and sentence.endswith(".")
            assert ("100 worlds" in sentence or "mondes sur 100" in sentence) == (kind in ("lost", "won"))
            assert ("point" in sentence) == (kind in ("gained", "held"))


def test_an_odd_move_is_compared_with_the_obvious_one_that_would_lose() -> None:
    best, second, obvious = candidate(0, 0.9), candidate(1, 0.6), candidate(2, 0.1, (0, 36))
    choices = [best, second, obvious]
    names = [GAME.screen.label(GAME.describe(action), GAME.words["en"], []) for action in (1, 2)]
    assert names[0] in explain(GAME, choices).say() and names[1] not in explain(GAME, choices).say()
    sentence = explain(GAME, choices, obvious=2).say()
    assert names[1] in sentence and "lost before one’s next turn in 90 of 100 worlds (after this in 0)" in sentence
    assert names[0] in explain(GAME, [best, candidate(1, 0.88), obvious], obvious=2).say(), "what is close goes before"


def test_candidates_know_how_things_are_when_the_next_turn_comes() -> None:
    """At one life a call that is certain to miss ends the round at once, and the rival's last stone is no threat."""
    fall, potion = candidates(GAME, GAME.load(TABLE).view(0), worlds=60, actions=[1, 8])
    assert fall.lost_soon == 0 and set(fall.rival_points) == {6} and set(fall.own_points) == {5}
    assert potion.lost_soon > 0.5
