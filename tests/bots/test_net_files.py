"""Nets as files: one that fits is used, an owner's own first; one that does not is not, and that is said once."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.bots import net_files
from sortilege.bots.levels import MAX_EXTRA, LevelBot
from sortilege.bots.net_files import features_digest, net_for, own_path
from sortilege.core.engine.rng import Rng
from sortilege.core.types import View
from tests.bots.test_net import random_net_file

SPELL = sortilege.game("spell")


@pytest.fixture(autouse=True)
def no_warning_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_files, "_warned", set())


def file_for(cards: list[str], **changes: Any) -> dict[str, Any]:
    features = SPELL.features()
    nets = {"2": random_net_file(3, int(features.size), 4)}
    return {"game": "spell", "form": features_digest(features), "cards": cards, "nets": nets} | changes


def keep(path: Path, file: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(file if isinstance(file, str) else json.dumps(file), encoding="utf-8")


def cards_of(**options: object) -> str:
    return SPELL.card_fingerprint(SPELL.resolve_options(2, options))


def own_deck() -> str:
    """A deck in which one rune has another shape; answers its name."""
    text = SPELL.card_file("basic")
    assert "XX./.XX/..X" in text
    SPELL.add_cards("mine", text.replace("XX./.XX/..X", "XXX/X../X..", 1))
    return "mine"


def test_an_owners_own_net_is_used_at_the_tables_it_was_trained_for() -> None:
    keep(own_path(SPELL, cards_of()), file_for([cards_of()]))
    net = net_for(SPELL, 2, SPELL.resolve_options(2, {}))
    assert net is not None
    assert 0 < net.win_probability(SPELL.new(), 0) < 1
    bot = LevelBot(SPELL, "apprentice", 1)
    match = sortilege.Match(SPELL, seed=1)
    bot.choose(match.state.view(match.state.turn()), 5)
    assert bot.insight.predictor is not None


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ({"cards": ["0123"]}, "trained with other cards"),
        ({"form": "0123"}, "trained with other features"),
        ("{", "not JSON"),
        ("[]", "it needs game, form, cards and nets"),
        ({"nets": {"2": {}}}, "do not go together"),
        ({"nets": {"2": random_net_file(1, 5, 4)}}, "do not go together"),
        (" " * (1 << 20) + "{}", "at most 1024 KiB"),
    ],
)
def test_a_net_that_does_not_fit_is_ignored_with_one_warning(
    file: Any, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(net_files, "SHIPPED", str(tmp_path / "net.json"))
    keep(tmp_path / "net.json", file if isinstance(file, str) else file_for([cards_of()]) | file)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert net_for(SPELL, 2, SPELL.resolve_options(2, {})) is None
    assert len(caplog.messages) == 1
    assert sentence in caplog.messages[0]
    assert caplog.messages[0].startswith("spell: ")


def test_cards_typed_in_by_an_owner_need_a_net_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(net_files, "SHIPPED", str(tmp_path / "net.json"))
    keep(tmp_path / "net.json", file_for([cards_of()]))
    deck = own_deck()
    mine = SPELL.resolve_options(2, {"deck": deck})
    assert net_for(SPELL, 2, mine) is None
    assert "sortilege train makes one" in caplog.text
    assert net_for(SPELL, 2, SPELL.resolve_options(2, {})) is not None
    keep(own_path(SPELL, cards_of(deck=deck)), file_for([cards_of(deck=deck)]))
    assert net_for(SPELL, 2, mine) is not None


def test_a_changed_file_is_read_again() -> None:
    path = own_path(SPELL, cards_of())
    keep(path, file_for([cards_of()]))
    old_net = net_for(SPELL, 2, SPELL.resolve_options(2, {}))
    keep(path, file_for([cards_of()], nets={"2": random_net_file(4, int(SPELL.features().size), 4)}))
    new_net = net_for(SPELL, 2, SPELL.resolve_options(2, {}))
    assert old_net is not None
    assert new_net is not None
    assert old_net.weights.output_bias != new_net.weights.output_bias


def test_a_size_without_a_net_is_played_without_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    keep(own_path(SPELL, cards_of()), file_for([cards_of()], nets={}))
    assert net_for(SPELL, 2, SPELL.resolve_options(2, {})) is None or (SPELL.folder / "net.json").is_file()
    assert caplog.messages == []


def test_the_sentences_are_there_in_french() -> None:
    for code in ("net_cards", "net_form", "net_broken"):
        assert SPELL.phrase(code, game="spell", file="net.json", why="?").say("fr").startswith("SPELL")


# ---------------------------------------------------------------- time that was saved
def test_time_that_easy_decisions_leave_over_is_for_close_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sortilege.game("abracada")
    bot = LevelBot(game, "master", 1)
    clock, spares = [0.0], []

    def fake_search(view: View, dealer: object, rng: Rng, milliseconds: float) -> int:
        spares.append(bot.insight.spare_ms)
        clock[0] += uses.pop(0) / 1000
        return 0

    monkeypatch.setattr("sortilege.bots.levels.now", lambda: clock[0])
    monkeypatch.setattr(bot, "search_action", fake_search)
    view = sortilege.Match(game, seed=1).state.view(0)
    uses = [50.0, 130.0, 115.0, 110.0, 100.0]  # of a hundred
    for _ in range(5):
        bot.decide(view, 100.0)
    assert spares == pytest.approx([0.0, MAX_EXTRA * 100, 20.0, 5.0, 0.0])
