"""Tables played by other rules or cards than today's, and bots that answer what is not legal: the table stays."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sortilege import Match, game
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables.seats.viewers import Secrets
from tests.server.server_fixture import BOT, ME, RandomBots, new_table, place, play_out, serving

ADA = Secrets("the token of Ada", "the recovery code of Ada")


async def store_table(folder: Path, match: Match, steps: list[list[dict[str, Any]]], **opened: Any) -> None:
    """Write a log to disk: the first event, the first deal, and these steps."""
    key = {"token": ADA.key(0, host=True).token, "recovery": "r", "seat": 0, "host": True}
    chairs = [{"kind": "person", "name": "Ada"}, {"kind": "bot", "name": "Bo", "level": "adept"}]
    first = {"type": "opened", "at": 1, "game": match.game.name, "options": match.state.options, "aids": False}
    first |= {"seed": match.seed, "chairs": chairs, "keys": [key], "invite": "i", "watch": "w"} | opened
    played = [{"type": "played", "seat": match.state.turn(), "actions": step} for step in steps]
    lines = [first, {"type": "began", "names": ["Ada", "Bo"], "actions": match.log}, *played]
    store = SqliteStore(folder / "tables.sqlite3")
    await store.open(lambda *_: None)
    await store.append("oldtable", 0, [json.dumps(line).encode() for line in lines])
    await store.close()


@pytest.mark.parametrize(
    ("name", "ruling"),
    [("spellbook", "SB-206"), ("spellcaster", "SC-405")],
)
async def test_a_table_whose_rules_changed_says_so_and_can_be_looked_at(tmp_path: Path, name: str, ruling: str) -> None:
    match = Match(game(name), 2, {"first": 0}, "a seed", ["Ada", "Bo"])
    await store_table(tmp_path, match, [[game(name).describe(game(name).actions - 1)]])  # no such step today
    async with serving(tmp_path) as server, place(server, "oldtable", ADA.token) as ada:
        now = ada.now
        assert now["legal"] == []
        assert now["thinking"] is None
        assert now["view"]
        assert "can only be looked at" in now["notice"]["en"] and ruling in now["notice"]["en"]
        assert "peut seulement être regardée" in now["notice"]["fr"]
        assert "other rules" in now["undo"]["en"]
        await ada.say(type="act", n=now["n"], action={"do": "draw"})
        assert "can only be looked at" in (await ada.receive_kind())["message"]


async def test_a_table_whose_cards_changed_says_so(tmp_path: Path) -> None:
    spell = game("spell")
    match = Match(spell, 2, {"first": "p"}, "a seed", ["Ada", "Bo"])
    await store_table(tmp_path, match, [], rules=spell.rules, cards="0123456789abcdef")
    async with serving(tmp_path) as server, place(server, "oldtable", ADA.token) as ada:
        assert "other cards than today" in ada.now["notice"]["en"]
        assert ada.now["view"] is not None


async def test_a_table_of_today_has_no_notice(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, BOT, game="spell")
        async with place(server, created["table"], created["token"]) as ada:
            assert ada.now["notice"] is None
    async with serving(tmp_path) as server, place(server, created["table"], created["token"]) as ada:  # read from disk
        assert ada.now["notice"] is None


class Wild(RandomBots):
    """Chooses illegal actions, and sometimes fails."""

    async def choose(self, game: str, level: str, view: dict[str, Any]) -> dict[str, Any]:
        self.requests.append((game, level, view))
        if len(self.requests) % 2:
            raise RuntimeError("no idea")
        return {"do": "dance"}


async def test_a_bot_that_fails_or_cheats_never_stops_a_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bots = Wild()
    async with serving(tmp_path, bots) as server:
        created = await new_table(server, ME, BOT, game="abracada", options={"first": 1})
        async with place(server, created["table"], created["token"]) as ada:
            await play_out([ada], random.Random(2), decisions=6)
    assert len(bots.requests) > 2
    assert "did not choose" in caplog.text
    assert "not legal" in caplog.text
