"""What an action can bring, and why it is best."""

import pytest

import sortilege
from sortilege.analysis import candidates, explain, outlook

TABLE = {
    "game": "abracada", "seats": 2, "options": {}, "scores": [7, 7], "life": [3, 3], "hands": ["78", "66"],
    "board": [1, 2, 3, 4, 5, 4, 6, 6], "secrets": 0, "turn": {"seat": 0},
}  # fmt: skip


def test_the_chance_of_a_call_is_exact() -> None:
    """Of 7, 8 and 8 two are one's own: an 8 is among them in any case, the 7 in two cases of three."""
    game = sortilege.game("abracada")
    view = game.load(TABLE).view(0)
    for spell, chance in ((7, 2 / 3), (8, 1.0)):
        prospects = outlook(game, view, {"do": "call", "spell": spell}, worlds=20)
        assert prospects["exact"]
        hits = {prospect["outcome"]["hit"]: prospect["chance"] for prospect in prospects["outcomes"]}
        assert hits[True] == pytest.approx(chance)
        assert sum(hits.values()) == pytest.approx(1)


def test_the_reason_is_one_sentence_in_both_languages() -> None:
    game = sortilege.game("abracada")
    view = game.load(TABLE).view(0)
    choices = candidates(game, view, worlds=40)
    best = max(choices, key=lambda candidate: candidate.mean)
    why = explain(game, choices, outlook(game, view, best.action, worlds=20))
    assert why.say("en") != why.say("fr")
    for language in ("en", "fr"):
        assert why.say(language).count(".") == 1 and "{" not in why.say(language)
