"""Custom card sets: on the shelf as soon as they are stored, and played by people and bots."""

from pathlib import Path
from typing import Any

import httpx
import pytest

import sortilege
from sortilege import Match
from sortilege.core.data_folder import set_data_folder
from sortilege.server.workers.pool import Priority, WorkerPool
from sortilege.server.workers.tasks import think
from tests.server.server_fixture import BOT, ME, PATIENCE, caller, new_table, place, serving
from tests.server.test_run import address_of, start_server

TYPED = [
    (name, option, sortilege.game(name).options[option].default)
    for name in sortilege.games()
    if (option := sortilege.game(name).cards_option) is not None
]


def store_set(name: str, boxed: str) -> None:
    """Store the standard cards as a card set with another name."""
    game = sortilege.game(name)
    game.add_cards("printed", game.card_file(boxed))


async def offered_values(server: str, name: str, option: str) -> list[str]:
    async with caller(server) as client:
        shelf: list[dict[str, Any]] = (await client.get("/api/shelf")).json()
    return next(game["options"][option]["allowed"] for game in shelf if game["name"] == name)


@pytest.mark.parametrize(("name", "option", "boxed"), TYPED)
async def test_a_set_is_offered_and_played_as_soon_as_it_is_stored(
    tmp_path: Path, name: str, option: str, boxed: str
) -> None:
    async with serving(tmp_path) as server:
        assert "printed" not in await offered_values(server, name, option)
        async with caller(server) as client:
            wish = {"game": name, "seats": [ME, BOT], "options": {option: "printed"}}
            refused = await client.post("/api/tables", json=wish)
        assert refused.status_code == 422 and "a set this host keeps (none so far" in refused.json()["message"]
        store_set(name, boxed)
        assert (await offered_values(server, name, option))[-1] == "printed"
        created = await new_table(server, ME, BOT, game=name, options={option: "printed"})
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["options"][option] == "printed"


@pytest.mark.parametrize(("name", "option", "boxed"), TYPED)
async def test_a_bot_knows_the_cards_this_host_keeps(
    caplog: pytest.LogCaptureFixture, name: str, option: str, boxed: str
) -> None:
    store_set(name, boxed)
    match = Match(sortilege.game(name), 2, {option: "printed"}, seed=1)
    pool, view = WorkerPool(1), match.state.view(match.state.turn())
    assert len(view["legal"]) > 1
    try:
        assert await pool.run(Priority.BOTS, "", think, name, "apprentice", view) in view["legal"]
        assert caplog.text == ""  # a bot that failed would have drawn lots
    finally:
        await pool.close()


def test_a_server_finds_its_sets_in_the_configured_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    set_data_folder(tmp_path / "there")
    for name, _, boxed in TYPED:
        store_set(name, boxed)
    with start_server("--port", "0", "--data", str(tmp_path / "there"), SORTILEGE_DATA=str(tmp_path)) as server:
        try:
            shelf = httpx.get(address_of(server) + "api/shelf", timeout=PATIENCE, trust_env=False).json()
        finally:
            server.kill()
    allowed = {game["name"]: game["options"] for game in shelf}
    assert all("printed" in allowed[name][option]["allowed"] for name, option, _ in TYPED)
