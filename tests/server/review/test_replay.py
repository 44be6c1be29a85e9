"""Tests of replays with all hidden information revealed."""

from pathlib import Path
from typing import Any

import pytest

from sortilege.server.tables.open_view import open_view
from tests.analysis.review.games import match_of, record
from tests.server.server_fixture import caller, serving


@pytest.mark.parametrize("game", ["abracada", "spellcaster"])
async def test_with_everything_open_every_hand_is_seen_at_every_moment(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as server, caller(server) as client:
        created = (await client.post("/api/records", json=record(game, 3, 20))).json()
        table = {"table": created["table"], "watch": created["replay"].partition("watch=")[2]}
        path, query = f"/api/tables/{table['table']}/replay", {"watch": table["watch"], "count": 100}
        frames: list[dict[str, Any]] = (await client.get(path, params={**query, "seat": -1})).json()["frames"]
        assert (await client.get(path, params={**query, "seat": -2})).status_code != 200
        assert (await client.get(path, params={"seat": -1})).status_code == 403
    match = match_of(game, 3, 20)
    assert len(frames) == len(match.ids) + 1
    for at, frame in enumerate(frames):
        state = match.state_at(at)
        for seat, hand in enumerate(frame["view"]["hands"]):
            eyes = seat if game == "spellcaster" else (seat + 1) % 3  # in abracada one's own stones face the others
            assert hand == state.view(eyes)["hands"][seat]
            assert "?" not in hand
        assert frame["view"]["you"] is None and frame["view"]["legal"] == []
    assert all(frame["line"]["en"] is not None for frame in frames[1:])


def test_where_nothing_is_hidden_it_is_the_spectators_view() -> None:
    state = match_of("spellbook", 2, 10).state
    assert open_view(state) == state.view(None)
