"""A whole training, brief: games in a process of their own, generations, a file, a curve; and going on with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="training needs numpy")

import sortilege
from sortilege.bots import net_files
from sortilege.bots.net_files import net_for
from sortilege.core.errors import OptionError
from sortilege.train import files, training
from sortilege.train.net import random_net
from sortilege.train.selfplay import Task, play
from sortilege.train.training import Plan, latest_generations, positions_in, run

SPELL = sortilege.game("spell")


def brief_plan(out: Path, **changes: object) -> Plan:
    plan: dict[str, object] = {"out": out, "workers": 1, "hidden": 4, "minutes": 0.05, "size": "1"}
    return Plan("spell", **(plan | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["1", "2"])
def test_the_first_generation_plays_at_sight(size: str) -> None:
    portion = play(Task("spell", size, {}, "a", 1000.0, 2))
    positions = positions_in([portion])
    assert portion.games == len(positions.game_lengths) == 2
    assert positions.game_lengths.sum() == len(positions) == len(positions.targets)
    assert positions.pair_counts.sum() == len(positions.indices) == len(positions.values)
    assert set(positions.targets) <= {0.0, 1.0}
    assert positions.indices.max() < SPELL.features().size
    assert portion.contest_shares == []
    assert play(Task("spell", size, {}, "a", 1000.0, 2)) == portion


def test_rounds_are_marked_where_they_are_scored() -> None:
    """Abracada: a match is many rounds, and what the score is worth after each is known without a lottery."""
    portion = play(Task("abracada", "2", {}, "a", 1000.0, 3))
    positions = positions_in([portion])
    assert portion.games == 3
    assert len(positions.game_lengths) > 6
    assert any(0.1 < target < 0.9 for target in positions.targets)


def test_a_narrow_defeat_is_marked_higher_than_a_clear_one() -> None:
    targets = set(positions_in([play(Task("spellbook", "2", {}, "a", 1000.0, 4))]).targets)
    assert all(0 <= target <= 0.3 or 0.7 <= target <= 1 or target == pytest.approx(0.5) for target in targets)
    assert len(targets) > 2


def test_later_generations_search_with_the_net_as_evaluator() -> None:
    held = files.integer_net(random_net(int(SPELL.features().size), 4, 1))
    portion = play(Task("spell", "2", {}, "b", 1000.0, 2, held))
    positions = positions_in([portion])
    assert portion.games == 2
    assert len(positions) > 20
    assert len(set(positions.targets)) > 2  # ends, seen through what the judge thought later


def test_a_training_from_nothing_to_a_curve_and_on(tmp_path: Path) -> None:
    lines: list[str] = []
    out = tmp_path / "net.json"
    assert run(brief_plan(out), lines.append) == out
    file = json.loads(out.read_text(encoding="utf-8"))
    assert file["game"] == "spell"
    noted = file["nets"]["1"]["trained"]
    assert noted["games"] == noted["history"][-1]["games"] > 0
    assert noted["minutes"] > 0
    assert noted["seed"] == "train"
    assert "generation 0" in lines[0]
    assert "loss" in lines[-1]
    drawn = (tmp_path / "net-1.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "spell, size 1" in drawn

    run(brief_plan(out, resume=True), lines.append)
    again = json.loads(out.read_text(encoding="utf-8"))["nets"]["1"]["trained"]
    assert again["history"][: len(noted["history"])] == noted["history"]
    assert again["games"] > noted["games"]
    assert again["minutes"] > noted["minutes"]

    run(brief_plan(out, size="2"), lines.append)  # another size goes into the same file
    assert set(json.loads(out.read_text(encoding="utf-8"))["nets"]) == {"1", "2"}


def test_an_owner_trains_a_net_for_cards_of_their_own(caplog: pytest.LogCaptureFixture) -> None:
    """Other cards: the net in the box is not used. Trained with them: theirs is."""
    SPELL.add_cards("mine", SPELL.card_file("basic").replace("XX./.XX/..X", "XXX/X../X..", 1))
    mine = {"deck": "mine"}
    net_files._warned.clear()
    assert net_for(SPELL, 2, SPELL.resolve_options(2, mine)) is None
    assert "trained with other cards" in caplog.text
    path = run(Plan("spell", 0.02, options=mine, workers=1, hidden=4), lambda line: None)
    assert path.parent.name == "nets"
    net = net_for(SPELL, 2, SPELL.resolve_options(2, mine))
    assert net is not None
    assert 0 < net.win_probability(SPELL.new(2, mine), 0) < 1


def test_a_file_that_does_not_fit_is_renamed_and_stays_beside_the_new_one(tmp_path: Path) -> None:
    out = tmp_path / "net.json"
    out.write_text("something else", encoding="utf-8")
    head = files.empty_file(SPELL, SPELL.features(), [])
    with pytest.raises(OptionError, match=r"--resume .*not JSON"):
        files.open_file(out, head, True)
    assert files.open_file(out, head, False) == head
    assert (tmp_path / "net.json.old").read_text(encoding="utf-8") == "something else"
    with pytest.raises(OptionError, match=r"there is no .* yet"):
        files.open_file(out, head, True)


def test_a_curve_of_one_generation_is_drawn_too() -> None:
    row = {"minutes": 0.5, "loss": 0.61, "share": None}
    assert "<circle" in training.training_svg("spell", [row])
    assert training.summary_line([row]) == "loss ▁ 0.6100 to 0.6100 in 1 generations"
    assert training.summary_line([row, {**row, "loss": 0.5}]).startswith("loss █▁ 0.6100 to 0.5000")


def test_generations_are_collected_until_there_is_enough_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    portions = [positions_in([play(Task("spell", "1", {}, f"{n}", 1000.0, 1))]) for n in range(5)]
    assert latest_generations(portions) == portions  # so few games are no generation to forget others for
    monkeypatch.setattr(training, "MIN_POSITIONS", 1)
    assert latest_generations(portions) == portions[-3:]
    assert latest_generations(portions[:2]) == portions[:2]
