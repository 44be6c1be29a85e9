"""Tests of games that were ended early: the record, the list of games, the replay and the review say so."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from sortilege import Match, RecordError, game
from sortilege.analysis.review.timeline import timeline_of
from sortilege.terminal.replay import as_lines, verification, verification_text
from tests.server.server_fixture import FRIEND, ME, caller, code, serving

TWO = {"game": "spell", "seats": [ME, FRIEND], "options": {"first": "k"}}


async def post(client: httpx.AsyncClient, path: str, body: Any = None) -> Any:
    answer = await client.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


async def ended_game(ada: httpx.AsyncClient, bruno: httpx.AsyncClient, how: str) -> dict[str, Any]:
    """Return a game of two that Bruno resigned, or that both agreed to end."""
    for client in (ada, bruno):
        await post(client, "/api/me", {})
    created: dict[str, Any] = await post(ada, "/api/tables", TWO)
    path = f"/api/tables/{created['table']}"
    await post(bruno, f"{path}/sit", {"invite": code(created["invite"]), "name": "Bruno"})
    if how == "resigned":
        await post(bruno, f"{path}/ask", {"matter": "resign"})
    else:
        await post(bruno, f"{path}/ask", {"matter": "end"})
        await post(ada, f"{path}/answer", {"yes": True})
    return created


@pytest.mark.parametrize(
    ("how", "ended", "text"),
    [
        ("resigned", {"why": "resigned", "seat": 1}, "ended by resignation of Bruno"),
        ("agreed", {"why": "agreed", "seat": None}, "ended by agreement"),
    ],
)
async def test_record_replay_review_and_game_list_say_why_a_game_ended(
    tmp_path: Path, how: str, ended: Any, text: str
) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno, caller(server) as cleo:
        created = await ended_game(ada, bruno, how)
        path = f"/api/tables/{created['table']}"
        record = (await ada.get(f"{path}/record")).json()
        assert record["outcome"] is None and record["ended"] == ended
        match = Match.load(record, verify=True)
        assert text in verification_text(verification(match))
        assert text in list(as_lines(match, None, "en"))[-1].lower().replace("bruno", "Bruno")
        replay = (await ada.get(f"{path}/replay", params={"count": 1})).json()
        assert replay["ended"] == ended
        review = await ada.get(f"{path}/review")
        assert review.status_code == 404 and "before its own end" in review.json()["message"]
        mine, his = [(await entry.get("/api/me/games")).json() for entry in (ada, bruno)]
        (her_game,), (his_game,) = mine["finished"], his["finished"]
        assert her_game["ended"] == ended and her_game["scores"] == []
        resigned = how == "resigned"
        assert (her_game["won"], his_game["won"], her_game["counts"]) == (resigned, False, resigned)
        assert [entry["played"] for entry in mine["series"]] == ([1] if resigned else [])
        opened = await post(cleo, "/api/records", record)  # also where the file is opened
        watch = opened["replay"].partition("?")[2]
        reopened = (await cleo.get(f"/api/tables/{opened['table']}?{watch}")).json()
        assert reopened["ended"] == ended and reopened["phase"] == "over"
    async with serving(tmp_path) as server, caller(server) as later:  # and after a restart
        assert (await later.get(f"{path}/record")).json() == record


async def test_a_game_that_goes_on_cannot_be_opened_as_if_it_had_ended(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, caller(server) as ada, caller(server) as bruno:
        created = await ended_game(ada, bruno, "agreed")
        record = (await ada.get(f"/api/tables/{created['table']}/record")).json()
        del record["ended"]
        answer = await ada.post("/api/records", content=json.dumps(record))
        assert answer.status_code == 422 and "not over" in answer.json()["message"]
        record["ended"] = {"why": "resigned", "seat": 7}
        answer = await ada.post("/api/records", content=json.dumps(record))
        assert answer.status_code == 422 and answer.json()["fr"]


def test_a_game_without_a_result_has_no_review() -> None:
    record = Match(game("spell"), 2, {}, 1).save()
    match = Match.load(record | {"ended": {"why": "agreed", "seat": None}})
    with pytest.raises(RecordError, match="before its own end"):
        timeline_of(match)
