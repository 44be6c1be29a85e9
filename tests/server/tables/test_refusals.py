"""Refusals of the rules, as clients receive them: from the socket of a table, and when a table is created."""

import random
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.core.contract.cards import path_of
from sortilege.core.game import Game
from sortilege.server.settings import Rate, Settings
from tests.server.server_fixture import BOT, FRIEND, ME, Place, new_table, place, serving, sit, waits_for_person
from tests.server.tables.test_card_sets import TYPED, store_set
from tests.shelf.french import check_french
from tests.shelf.tables import all_ids

WRONG = ["zz", []]


def check(problem: dict[str, Any]) -> None:
    """Check that a refusal is a whole sentence in both languages, with the rule in its own field only."""
    for sentence in (problem["message"], problem["fr"]):
        assert not sentence[0].islower() and sentence.endswith((".", "…")), sentence
        assert not problem["rule"] or problem["rule"] not in sentence
    assert problem["fr"] != problem["message"] and "anglais" not in problem["fr"]
    check_french(problem["fr"])


def wrong_acts(game: Game, legal: list[dict[str, Any]], rng: random.Random) -> list[dict[str, Any]]:
    """Return one illegal action of every kind, and some actions that are never legal."""
    by_verb: dict[str, list[dict[str, Any]]] = {}
    for thing in map(game.describe, all_ids(game)):
        by_verb.setdefault(thing["do"], []).append(thing)
    wrong = [thing for thing in map(rng.choice, by_verb.values()) if thing not in legal]
    return [*wrong, {"do": None}, {"do": "dance"}, legal[0] | {"extra": 1}]


@pytest.mark.parametrize("name", sortilege.games())
async def test_a_wrong_act_is_refused_in_french_too(tmp_path: Path, name: str) -> None:
    patient = Settings(message_rate=Rate(10_000, 20))
    game, rng = sortilege.game(name), random.Random(5)
    async with serving(tmp_path, settings=patient) as server:
        created = await new_table(server, ME, FRIEND, game=name)
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            for _ in range(12):
                mover = await whoever_moves(ada, bo)
                for act in wrong_acts(game, mover.now["legal"], rng):
                    await mover.act(act)
                    check(await mover.receive_kind())
                n = mover.now["n"]
                await mover.act(rng.choice(mover.now["legal"]))
                for client in (ada, bo):
                    await client.past(n)
                if mover.now["view"]["outcome"]:
                    break


async def whoever_moves(*people: Place) -> Place:
    for person in people:
        await person.until(waits_for_person)
    return next(client for client in people if client.now["legal"])


@pytest.mark.parametrize("name", sortilege.games())
async def test_a_table_with_wrong_options_or_seats_is_refused_in_french_too(call: Any, name: str) -> None:
    game = sortilege.game(name)
    wishes: list[tuple[int, dict[str, Any]]] = [(0, {}), (9, {}), (2, {"luck": 1})]
    wishes += [(seats, {option: value}) for seats in game.seats[:2] for option in game.options for value in WRONG]
    for seats, options in wishes:
        status, problem = await call("POST", "/api/tables", {"game": name, "seats": [BOT] * seats, "options": options})
        assert status == 422
        check(problem)
        for option in options:
            if option in game.options:
                assert game.words["fr"]["options"][option]["name"] in problem["fr"]


async def test_an_unknown_game_is_refused_in_french_too(call: Any) -> None:
    status, problem = await call("POST", "/api/tables", {"game": "chess", "seats": [ME, BOT]})
    assert status == 422
    check(problem)


@pytest.mark.parametrize(("name", "option", "boxed"), TYPED)
async def test_a_card_set_spoilt_on_disk_is_refused_in_french_too(
    call: Any, name: str, option: str, boxed: str
) -> None:
    store_set(name, boxed)
    wish = {"game": name, "seats": [ME, BOT], "options": {option: "printed"}}
    for spoilt in ("cards =", "cards = 3", "[[card]]\nid = 'R01'\n", "game = 'chess'", "note = 3", "\udcff"):
        path_of(name, "printed").write_bytes(spoilt.encode("utf-8", "surrogateescape"))
        status, problem = await call("POST", "/api/tables", wish)
        assert status == 422
        check(problem)
