"""Your turn finds you: who is told, when, what, and how often. Notices go to a receiver on loopback, which the host of
these tests allows."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from sortilege.server.application import Application
from sortilege.server.live.audience import audience_of
from sortilege.server.me.deletion import delete_person
from sortilege.server.notifications import outbox, watcher, web_push
from sortilege.server.notifications.messages import ChannelKind
from sortilege.server.notifications.subscriptions import Owner
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.identity import People, Person
from sortilege.server.runtime import Runtime
from sortilege.server.settings import Settings
from sortilege.server.store import Store, key_values
from sortilege.server.store.sqlite import SqliteStore
from sortilege.server.tables import opening, talk
from sortilege.server.tables.messages import Ask, NewTable, SeatPlan
from sortilege.server.tables.seats import seating, viewers
from sortilege.server.tables.seats.viewers import Secrets, Viewer
from sortilege.server.tables.table import Table
from sortilege.server.text import Language
from tests.server.notifications.test_web_push import AUTH, BROWSER, BROWSER_PUBLIC, claims_of, decrypt
from tests.server.receiver import Receiver, receiving
from tests.server.server_fixture import PATIENCE, RandomBots

HOME = "https://play.example"
KIND = Settings(
    notice_http=True, notice_networks=("127.0.0.0/8",), notice_delay=0, notice_timeout=60, bot_pace=0, bot_start_delay=0
)
ADA, BRUNO = range(2)


class Eyes:
    """Somebody who looks at the table."""

    def __init__(self, seat: int, visible: bool = True) -> None:
        self.viewer = Viewer(seat, False, None)
        self.visible = visible

    def send_update(self) -> None:
        pass


class Game(NamedTuple):
    """A table of Ada and Bruno, each of them known."""

    table: Table
    ada: Person
    bruno: Person
    secrets: Secrets


@asynccontextmanager
async def server(store: Store | Path, settings: Settings = KIND) -> AsyncIterator[Application]:
    database = SqliteStore(store / "tables.sqlite3") if isinstance(store, Path) else store
    application = Application(database, RandomBots(), settings)
    application.notices.gather = 0
    application.notices.outbox.pauses = (0, 0, 0)
    await application.open()
    try:
        yield application
    finally:
        await application.close()


async def game(application: Application, game_: str = "spellbook", bots: int = 0, options: Any = None) -> Game:
    """It is Ada's turn, unless the options say otherwise."""
    chairs = [SeatPlan("me", "Ada"), SeatPlan("open"), *[SeatPlan("bot", level="apprentice")] * bots]
    created = await opening.create_new(application.tables, NewTable(game_, chairs, options or {"first": 0}))
    table, secrets, people = (
        await application.tables.load(created.table),
        viewers.new_secrets(),
        People(application.store),
    )
    _, ada = await people.make("Ada", "key")
    _, bruno = await people.make("Bruno", "bell")
    await people.link(ada, table.name, hash_of(created.token))
    await seating.sit(table, "Bruno", None, secrets, "")
    await people.link(bruno, table.name, hash_of(secrets.token))
    await all_sent(application)  # the first turn is looked at before anybody asks to be told
    return Game(table, ada, bruno, secrets)


async def tell(
    application: Application,
    person: Person | None,
    address: str,
    kind: ChannelKind = "json",
    language: Language = "en",
    table: str = "",
) -> None:
    keys = (BROWSER_PUBLIC, AUTH) if kind == "push" else ("", "")
    owner = Owner(person=person.id) if person else Owner(table=table)
    await application.notices.subscriptions.add(
        application.notices.subscriptions.new(kind, address, language, HOME, owner, keys)
    )


def mover(table: Table) -> int:
    return table.state.started_match().state.turn()


async def step(table: Table) -> None:
    state, seat = table.state, mover(table)
    assert await table.act(seat, state.step_number, state.game.describe(state.started_match().state.legal()[-1]))


async def until_turn_of(table: Table, seat: int) -> None:
    """Whoever plays does something until it is this seat's turn."""
    while mover(table) != seat:
        await step(table)


async def all_sent(application: Application) -> None:
    """Nothing is left to be looked at or sent."""
    async with asyncio.timeout(PATIENCE):
        while application.notices.waiting():
            await asyncio.sleep(0.01)


# ---------------------------------------------------------------- what
async def test_an_absent_person_is_notified_once_with_game_rivals_and_link(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await until_turn_of(play.table, BRUNO)
        call = await receiver.called()
        assert call.headers["content-type"] == "application/json" and call.path == "/hook/s3cr3t"
        assert json.loads(call.body) == {
            "event": "turn",
            "table": play.table.name,
            "game": "spellbook",
            "title": "SpellBook",
            "name": "Bruno",
            "rivals": ["Ada"],
            "text": "It is your turn: SpellBook, with Ada.",
            "link": f"{HOME}/t/{play.table.name}",
        }
        await all_sent(application)
        assert len(receiver.calls) == 1


async def test_nothing_of_the_match_and_nothing_that_opens_a_seat_is_in_a_notice(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application, "abracada", bots=1)
        kinds: tuple[ChannelKind, ...] = ("json", "discord", "ntfy", "push")
        for kind in kinds:
            await tell(application, play.bruno, receiver.at(f"/{kind}"), kind)
        await until_turn_of(play.table, BRUNO)
        await receiver.called(4)
        state = play.table.state
        secrets = [state.opened.seed, state.opened.invite, state.opened.watch, *play.secrets]
        secrets += [*state.keys, str(state.started_match().seed), *(state.shares or [])]
        for call in receiver.calls:
            body = decrypt(call.body, BROWSER, AUTH) if call.path == "/push" else call.body
            sent = body.decode() + json.dumps(call.headers)
            assert not [secret for secret in secrets if secret and secret in sent]
            assert "s3cr3t" not in sent


async def test_discord_and_ntfy_get_the_shapes_they_take(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving(204) as receiver:
        play = await game(application, "abracada", bots=1)
        await tell(application, play.bruno, receiver.at("/discord"), "discord")
        await tell(application, play.bruno, receiver.at("/ntfy"), "ntfy", "fr")
        await until_turn_of(play.table, BRUNO)
        await receiver.called(2)
        calls = {call.path: call for call in receiver.calls}
        link, bot = f"{HOME}/t/{play.table.name}", play.table.state.occupants[2].name
        discord = json.loads(calls["/discord"].body)
        assert discord["content"] == f"It is your turn: Abracada… Quoi ?, with Ada and {bot}. <{link}>"
        assert discord["allowed_mentions"] == {"parse": []}, "nobody's name calls a whole channel"
        ntfy = calls["/ntfy"]
        words = ntfy.body.decode()
        assert words == f"C’est à vous de jouer : Abracada… Quoi ?, avec Ada et {bot}."
        assert ntfy.headers["click"] == link
        assert str(make_header(decode_header(ntfy.headers["title"]))).startswith("Abracada…")


async def test_a_push_is_encrypted_for_its_browser_and_signed_by_this_server(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving(201) as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at("/send/abc"), "push", "fr")
        await until_turn_of(play.table, BRUNO)
        call = await receiver.called()
        assert msgspec.json.decode(decrypt(call.body, BROWSER, AUTH)) == {
            "title": "SpellBook",
            "text": "C’est à vous de jouer : SpellBook, avec Ada.",
            "link": f"{HOME}/t/{play.table.name}",
            "tag": play.table.name,
        }
        assert call.headers["content-encoding"] == "aes128gcm" and call.headers["topic"] == play.table.name
        token, _, key = call.headers["authorization"].removeprefix("vapid ").partition(", k=")
        mine = await application.notices.key()
        assert mine and key == web_push.public_key(mine)
        claims = claims_of(token.removeprefix("t="), key)
        assert claims["aud"] == f"http://127.0.0.1:{receiver.port}" and claims["sub"] == HOME
    async with server(tmp_path) as application:
        assert await application.notices.key() == mine, "the key outlives a restart"


# ---------------------------------------------------------------- when, and how often
async def bruno_looks(application: Application, receiver: Receiver) -> tuple[Game, Eyes]:
    """It is Bruno's turn, he wants to be told, and has the table before his eyes."""
    play, eyes = await game(application), Eyes(BRUNO)
    await tell(application, play.bruno, receiver.at())
    audience_of(play.table).join(eyes)
    await until_turn_of(play.table, BRUNO)
    await all_sent(application)
    return play, eyes


async def test_a_person_with_a_visible_page_is_not_notified_and_one_with_a_hidden_page_is(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play, eyes = await bruno_looks(application, receiver)
        assert receiver.calls == []
        await until_turn_of(play.table, ADA)
        eyes.visible = False
        await until_turn_of(play.table, BRUNO)
        await receiver.called()


async def test_a_person_who_saw_that_it_is_their_turn_is_not_notified_after_a_restart(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with server(tmp_path) as application:
            play, eyes = await bruno_looks(application, receiver)
            audience_of(play.table).leave(eyes)
            await all_sent(application)
        async with server(tmp_path) as application:
            await application.tables.load(play.table.name)
            await all_sent(application)
        assert receiver.calls == []


async def test_a_turn_of_many_steps_is_notified_once(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await until_turn_of(play.table, BRUNO)
        await receiver.called()
        await step(play.table)
        assert mover(play.table) == BRUNO
        await all_sent(application)
        assert len(receiver.calls) == 1
        await until_turn_of(play.table, ADA)
        await until_turn_of(play.table, BRUNO)
        await receiver.called(2)


async def test_a_turn_that_is_undone_and_comes_again_is_notified_once(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application, "spell", options={"first": "k"})
        await tell(application, play.ada, receiver.at())
        assert mover(play.table) == BRUNO
        await step(play.table)
        await receiver.called()
        await play.table.undo(BRUNO, play.table.state.step_number)
        assert mover(play.table) == BRUNO
        await step(play.table)
        await all_sent(application)
        assert mover(play.table) == ADA and len(receiver.calls) == 1


async def test_a_turn_is_not_notified_twice_after_a_restart(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with server(tmp_path) as application:
            play = await game(application)
            await tell(application, play.bruno, receiver.at())
            await until_turn_of(play.table, BRUNO)
            await receiver.called()
        for _ in range(2):
            async with server(tmp_path) as application:
                await application.tables.load(play.table.name)
                await all_sent(application)
        assert len(receiver.calls) == 1


async def test_a_turn_not_notified_before_a_shutdown_is_notified_after_the_start(tmp_path: Path) -> None:
    patient = msgspec.structs.replace(KIND, notice_delay=3600)
    async with receiving() as receiver:
        async with server(tmp_path, patient) as application:
            play = await game(application)
            await tell(application, play.bruno, receiver.at())
            await until_turn_of(play.table, BRUNO)
            async with asyncio.timeout(PATIENCE):
                while not await application.notices.stored_notices.unsent():
                    await asyncio.sleep(0.01)
        assert receiver.calls == []
        async with server(tmp_path) as application:  # nobody looks at the table
            await receiver.called()
            await all_sent(application)
        assert len(receiver.calls) == 1


async def test_of_two_servers_one_notifies(new_store: Callable[[], Store]) -> None:
    async with receiving() as receiver, server(new_store()) as first, server(new_store()) as second:
        play = await game(first)
        over_there = await second.tables.load(play.table.name)
        await tell(first, play.bruno, receiver.at())
        for _ in range(2):
            before = len(receiver.calls)
            await until_turn_of(play.table, ADA)
            await until_turn_of(play.table, BRUNO)
            async with asyncio.timeout(PATIENCE):
                while over_there.state.length < play.table.state.length:
                    await asyncio.sleep(0.01)
            await receiver.called(before + 1)
            await all_sent(first)
            await all_sent(second)
            assert len(receiver.calls) == before + 1


async def test_a_person_connected_to_another_server_is_not_notified(new_store: Callable[[], Store]) -> None:
    async with receiving() as receiver, server(new_store()) as first, server(new_store()) as second:
        play = await game(first)
        over_there = await second.tables.load(play.table.name)
        await tell(first, play.bruno, receiver.at())
        eyes = Eyes(BRUNO)
        audience_of(over_there).join(eyes)
        first.peers.note_activity()
        second.peers.note_activity()
        async with asyncio.timeout(PATIENCE):
            while not audience_of(play.table).has_visible_page(BRUNO):
                await asyncio.sleep(0.01)
        await until_turn_of(play.table, BRUNO)
        await all_sent(first)
        await all_sent(second)
        assert receiver.calls == []
        eyes.visible = False
        async with asyncio.timeout(PATIENCE):
            while audience_of(play.table).has_visible_page(BRUNO):
                await asyncio.sleep(0.01)
        assert audience_of(play.table).is_connected(BRUNO)


async def test_nobody_is_notified_of_a_turn_in_a_finished_game_or_in_one_with_bots_only(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        chairs = [SeatPlan("me", "Ada"), SeatPlan("bot", level="apprentice")]
        created = await opening.create_new(application.tables, NewTable("spellbook", chairs, {"first": 0}))
        people = People(application.store)
        _, ada = await people.make("Ada", "key")
        await people.link(ada, created.table, hash_of(created.token))
        await tell(application, ada, receiver.at())
        table = await application.tables.load(created.table)
        while mover(table) == ADA:
            await step(table)
        async with asyncio.timeout(PATIENCE):
            while mover(table) != ADA:
                await asyncio.sleep(0.01)
        await all_sent(application)
        play = await game(application)
        await tell(application, play.bruno, receiver.at("/bruno"))
        await talk.ask(play.table, ADA, Ask("resign"))
        await all_sent(application)
        assert [json.loads(call.body)["event"] for call in receiver.calls] == ["end"]


# ---------------------------------------------------------------- whom
async def test_the_channel_of_a_table_announces_whose_turn_it_is(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, None, receiver.at(), "ntfy", table=play.table.name)
        await until_turn_of(play.table, BRUNO)
        first = await receiver.called()
        assert first.body.decode() == "Bruno, it is your turn: SpellBook, with Ada."
        await until_turn_of(play.table, ADA)
        assert (await receiver.called(2)).body.decode() == "Ada, it is your turn: SpellBook, with Bruno."


async def test_a_deleted_person_is_not_notified_any_more(tmp_path: Path) -> None:
    async with server(tmp_path) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await delete_person(application.tables, application.reviews, People(application.store), play.bruno)
        await until_turn_of(play.table, BRUNO)
        await all_sent(application)
        assert receiver.calls == [] and await application.notices.subscriptions.of_owner(Owner(play.bruno.id)) == []


async def test_a_waiting_notification_is_not_sent_to_somebody_deleted_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server(tmp_path) as application, receiving(503) as receiver:
        outbox = application.notices.outbox
        outbox.pauses = (3600, 3600, 3600)
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await until_turn_of(play.table, BRUNO)
        await receiver.called()
        async with asyncio.timeout(PATIENCE):
            while not outbox.waiting:
                await asyncio.sleep(0.01)
        await delete_person(application.tables, application.reviews, People(application.store), play.bruno)
        monkeypatch.setattr(Runtime, "monotonic", lambda _: time.monotonic() + 3600)
        outbox.wake()
        await all_sent(application)
        assert len(receiver.calls) == 1


async def test_two_people_who_are_merged_keep_their_subscriptions(tmp_path: Path) -> None:
    async with server(tmp_path) as application:
        play, people = await game(application), People(application.store)
        await tell(application, play.ada, "https://a.example/1")
        await tell(application, play.bruno, "https://a.example/2")
        created = await people.new_device_code(play.bruno)
        await people.add_device(created.code, play.ada, merge=True)
        subscriptions = await application.notices.subscriptions.of_owner(Owner(play.bruno.id))
        assert {subscription.address for subscription in subscriptions} == {
            "https://a.example/1",
            "https://a.example/2",
        }


async def test_a_deleted_table_keeps_no_address(tmp_path: Path) -> None:
    async with server(tmp_path) as application:
        play = await game(application)
        await tell(application, None, "https://a.example/1", table=play.table.name)
        await application.tables.remove(play.table)
        assert await application.notices.subscriptions.of_owner(Owner(table=play.table.name)) == []


# ---------------------------------------------------------------- what goes wrong
async def sent_with(tmp_path: Path, receiver: Receiver, kind: ChannelKind = "json") -> list[str]:
    """Bruno's turn, told to this receiver; the ways he has afterwards."""
    async with server(tmp_path) as application:
        play = await game(application)
        await tell(application, play.bruno, receiver.at(), kind)
        await until_turn_of(play.table, BRUNO)
        await receiver.called()
        await all_sent(application)
        return [way.id for way in await application.notices.subscriptions.of_owner(Owner(play.bruno.id))]


@pytest.mark.parametrize("status", [404, 410])
async def test_a_push_subscription_that_expired_is_removed(tmp_path: Path, status: int) -> None:
    async with receiving(status) as receiver:
        assert await sent_with(tmp_path, receiver, "push") == []
        assert len(receiver.calls) == 1


async def test_a_web_hook_that_is_not_found_stays_listed_for_its_owner(tmp_path: Path) -> None:
    async with receiving(404) as receiver:
        assert len(await sent_with(tmp_path, receiver)) == 1
        assert len(receiver.calls) == 1


async def test_a_notification_that_is_refused_temporarily_is_retried(tmp_path: Path) -> None:
    async with receiving(503, 429, 200) as receiver:
        await sent_with(tmp_path, receiver)
        assert len(receiver.calls) == 3


async def test_but_not_for_ever(tmp_path: Path) -> None:
    async with receiving(500) as receiver:
        await sent_with(tmp_path, receiver)
        assert len(receiver.calls) == outbox.ATTEMPTS


async def test_notifications_beyond_the_limit_of_the_queue_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MAX_WAITING", 2)
    async with receiving() as receiver, server(tmp_path) as application:
        held = asyncio.Event()
        real = application.notices._send

        async def slowly(*arguments: Any) -> Any:
            await held.wait()
            return await real(*arguments)

        monkeypatch.setattr(application.notices, "_send", slowly)
        play = await game(application)
        for k in range(6):
            await tell(application, play.bruno, receiver.at(f"/{k}"))
        await until_turn_of(play.table, BRUNO)
        async with asyncio.timeout(PATIENCE):
            while not application.notices.outbox.in_flight or application.notices._active:
                await asyncio.sleep(0.01)
        held.set()
        await all_sent(application)
        assert len(receiver.calls) == 2


async def test_where_the_host_wants_none_nothing_is_sent(tmp_path: Path) -> None:
    async with server(tmp_path, msgspec.structs.replace(KIND, notices=False)) as application, receiving() as receiver:
        play = await game(application)
        await tell(application, play.bruno, receiver.at())
        await until_turn_of(play.table, BRUNO)
        assert application.notices.waiting() == 0 and await application.notices.key() is None
        way = (await application.notices.subscriptions.of_owner(Owner(play.bruno.id)))[0]
        outcome = await application.notices.test(way)
        assert outcome.words.en == "The host of this server has switched notices off."
        assert receiver.calls == []


async def test_without_the_package_for_it_push_is_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push, "available", lambda: False)
    async with server(tmp_path) as application:
        assert await application.notices.key() is None
        assert await key_values.find_by_prefix(application.store, watcher.KEY) == {}
