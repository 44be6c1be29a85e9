"""Records with the option `keep_border_hole`, which was on by default when they were made."""

import json
from pathlib import Path
from typing import Any

import pytest

from sortilege import Match, RecordError
from sortilege.games.spell import GAME
from tests.games.spell.board import REF

OLD: dict[str, Any] = json.loads((Path(__file__).parent / "border_hole_records.json").read_text())
STAYS = {"do": "upheave", "lift": "01", "side": "-"}


def upheaves_without_slide(record: dict[str, Any]) -> list[int]:
    """Return the indices of the log lines with an upheave without a slide."""
    return [i for i, line in enumerate(record["log"]) if line.get("side") == "-"]


@pytest.mark.rule("SP-132")
def test_a_match_played_with_holes_that_stay_replays_and_verifies() -> None:
    assert OLD["options"]["keep_border_hole"] is True
    assert upheaves_without_slide(OLD)
    saved = Match.load(OLD, verify=True).save()
    assert saved == {**saved, **OLD}


@pytest.mark.rule("SP-132")
def test_a_record_that_does_not_name_the_option_is_held_to_the_slide() -> None:
    unsaid = {name: value for name, value in OLD["options"].items() if name != "keep_border_hole"}
    with pytest.raises(RecordError, match=rf"^log\[{upheaves_without_slide(OLD)[0]}\]: .*SP-132"):
        Match.load(OLD | {"options": unsaid})


@pytest.mark.rule("SP-132")
def test_a_start_that_names_no_options_has_those_of_its_record() -> None:
    assert "options" not in REF
    record = Match(GAME, start=REF, seed=1).save()
    old = record | {"options": record["options"] | {"keep_border_hole": True}, "log": [STAYS]}
    assert Match.load(old, verify=True).save() == old
    with pytest.raises(RecordError, match=r"^log\[0\]: .*SP-132"):
        Match.load(record | {"log": [STAYS]})
    strict = REF | {"options": {"keep_border_hole": False}}
    with pytest.raises(RecordError, match="options: differ from those of the start position"):
        Match.load(old | {"start": strict})
