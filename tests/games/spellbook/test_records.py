"""Records of solo games from when more than seven tokens stayed on the altar."""

import pytest

from sortilege import Match, RecordError
from sortilege.games.spellbook import GAME

START = {
    "game": "spellbook",
    "seats": 1,
    "altar": "Ro Rt Rs Po Pt Ps Go Gt Gs",
    "players": [{}],
    "turn": {"seat": 0, "phase": "evening"},
}
SKIP = {"do": "skip"}


@pytest.mark.rule("SB-206")
def test_a_record_from_before_a_ruling_changed_says_so() -> None:
    record = Match(GAME, start=START, seed=1).save()
    old = record | {"rules": 1, "log": [SKIP, {"do": "offer", "token": "Ro"}, SKIP]}
    with pytest.raises(RecordError, match=r"^log\[2\]: .*; the record is perhaps older than .* ruling of SB-206$"):
        Match.load(old)
