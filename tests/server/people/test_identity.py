"""People, in every kind of store: several devices of one person, device codes, marks, deletion."""

from collections.abc import AsyncIterator, Callable

import pytest

from sortilege.server.errors import Denied
from sortilege.server.people.access_tokens import hash_of
from sortilege.server.people.browser_names import BrowserNames
from sortilege.server.people.identity import A_DAY, CODE_LIFE, FORGET_AFTER, MAX_MARKS_AT_ONCE, People, Person
from sortilege.server.store import Statement, Store
from tests.server.server_fixture import StoppedClock

TABLES = ("person", "device", "device_info", "seat", "mark", "move")


@pytest.fixture
async def people(new_store: Callable[[], Store], clock: StoppedClock) -> AsyncIterator[People]:
    store = new_store()
    await store.open(lambda *_: None)
    for table in (*TABLES, "signed_out"):
        await store.change([Statement(f"DELETE FROM sortilege_{table}")])  # a database is shared by the tests
    yield People(store)
    await store.close()


async def row_counts(people: People) -> dict[str, int]:
    """Return the number of rows of each table."""
    rows_by_table = {
        table: await people.store.look_up(Statement(f"SELECT count(*) FROM sortilege_{table}")) for table in TABLES
    }
    return {table: rows[0][0] for table, rows in rows_by_table.items()}


async def require_person(people: People, key: str) -> Person:
    person = await people.find(key)
    assert person is not None
    return person


# ---------------------------------------------------------------- who
async def test_a_key_is_known_by_its_hash_alone(people: People) -> None:
    key, ada = await people.make("  Ada  Lovelace ", "moon")
    assert (ada.name, ada.sigil) == ("Ada Lovelace", "moon")
    assert await people.find(key) == ada
    assert await people.find(hash_of(key)) is None
    assert await people.find("") is None
    for table in TABLES:
        assert key not in str(await people.store.look_up(Statement(f"SELECT * FROM sortilege_{table}")))


async def test_a_person_who_chooses_no_sigil_gets_one(people: People) -> None:
    _, ada = await people.make("", "")
    assert ada.name == "" and ada.sigil
    renamed = await people.rename(ada, "Ada", None)
    assert (renamed.name, renamed.sigil) == ("Ada", ada.sigil)
    with pytest.raises(Denied, match="A sigil is one of key"):
        await people.rename(ada, None, "dragon")


async def test_a_seat_is_found_by_its_person_and_by_nobody_else(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    other, bruno = await people.make("Bruno", "sun")
    await people.link(ada, "table1", "hash of a token")
    await people.link(ada, "table1", "hash of a token")
    await people.link(bruno, "table1", "hash of another")
    assert await people.seats_at(key, "table1") == ["hash of a token"]
    assert await people.seats_at(other, "table1") == ["hash of another"]
    assert await people.seats_at(key, "table2") == []
    assert [(link.table, link.summary) for link in await people.links(ada)] == [("table1", None)]


async def test_a_rematch_is_everybodys(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    other, bruno = await people.make("Bruno", "sun")
    await people.link(ada, "first", "a")
    await people.link(bruno, "first", "b")
    for _ in range(2):  # whoever comes second finds it done
        await people.copy_links("first", "second")
    assert (await people.seats_at(key, "second"), await people.seats_at(other, "second")) == (["a"], ["b"])


# ---------------------------------------------------------------- marks
async def test_of_two_values_the_greater_one_stays(people: People) -> None:
    _, ada = await people.make("Ada", "moon")
    await people.add_marks(ada, {"lesson/spell/first": 1, "puzzle/spell/s-12": 2})
    merged = await people.add_marks(ada, {"puzzle/spell/s-12": 1, "lesson/spell/second": 1, "daily/2026-11-17": 40})
    expected = {"lesson/spell/first": 1, "lesson/spell/second": 1, "puzzle/spell/s-12": 2, "daily/2026-11-17": 40}
    assert merged == expected == await people.marks(ada)


BAD_ITEMS = ["", "lesson", "lesson/", "Lesson/a", "lesson/a b", "a/" + "b" * 90, "lesson//a", "é/a"]


@pytest.mark.parametrize("item", BAD_ITEMS)
async def test_an_invalid_mark_is_refused_and_nothing_is_stored(people: People, item: str) -> None:
    _, ada = await people.make("Ada", "moon")
    with pytest.raises(Denied, match="is no mark"):
        await people.add_marks(ada, {"lesson/spell/first": 1, item: 1})
    assert await people.marks(ada) == {}


async def test_marks_are_bounded(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    _, ada = await people.make("Ada", "moon")
    with pytest.raises(Denied, match="whole number from 0"):
        await people.add_marks(ada, {"a/b": -1})
    with pytest.raises(Denied, match="sent at once"):
        await people.add_marks(ada, {f"a/{n}": 1 for n in range(MAX_MARKS_AT_ONCE + 1)})
    monkeypatch.setattr("sortilege.server.people.identity.MAX_MARKS", 3)
    await people.add_marks(ada, {"a/1": 1, "a/2": 1})
    with pytest.raises(Denied, match="kept for one person"):
        await people.add_marks(ada, {"a/3": 1, "a/4": 1})
    assert await people.add_marks(ada, {"a/1": 2, "a/3": 1}) == {"a/1": 2, "a/2": 1, "a/3": 1}


# ---------------------------------------------------------------- other devices
async def test_a_code_takes_in_one_device_once(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    await people.link(ada, "table1", "a")
    code = (await people.new_device_code(ada)).code
    second, same = await people.add_device(f" {code.upper().replace('-', ' ')} ", None, merge=True)
    assert same == ada and second != key
    assert await people.seats_at(second, "table1") == ["a"] == await people.seats_at(key, "table1")
    assert await people.count_devices(ada) == 2
    with pytest.raises(Denied, match="not good"):
        await people.add_device(code, None, merge=True)


async def test_a_code_is_good_for_minutes_and_until_the_next_one(people: People, clock: StoppedClock) -> None:
    _, ada = await people.make("Ada", "moon")
    old = await people.new_device_code(ada)
    new = await people.new_device_code(ada)
    with pytest.raises(Denied, match="not good"):
        await people.add_device(old.code, None, merge=True)
    clock.seconds += CODE_LIFE + 1
    with pytest.raises(Denied, match="not good"):
        await people.add_device(new.code, None, merge=True)
    last = await people.new_device_code(ada)
    assert last.until == clock.seconds + CODE_LIFE
    clock.seconds += CODE_LIFE - 1
    assert (await people.add_device(last.code, None, merge=True))[1] == ada
    assert (await row_counts(people))["move"] == 0


async def test_two_people_become_one_when_a_device_brings_what_it_had(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    phone, before = await people.make("Ada on the phone", "sun")
    await people.link(ada, "table1", "a")
    await people.link(before, "table1", "b")
    await people.link(before, "table2", "c")
    await people.add_marks(ada, {"lesson/spell/first": 1, "puzzle/spell/1": 1})
    await people.add_marks(before, {"lesson/spell/second": 1, "puzzle/spell/1": 2})
    await people.add_device((await people.new_device_code(ada)).code, before, merge=True)
    assert await require_person(people, phone) == await require_person(people, key) == ada
    assert {(link.table, link.token) for link in await people.links(ada)} == {
        ("table1", "a"), ("table1", "b"), ("table2", "c"),
    }  # fmt: skip
    assert await people.marks(ada) == {"lesson/spell/first": 1, "lesson/spell/second": 1, "puzzle/spell/1": 2}
    assert (await row_counts(people))["person"] == 1


async def test_the_data_of_a_device_can_be_left_behind(people: People) -> None:
    _, ada = await people.make("Ada", "moon")
    tablet, family = await people.make("Family", "sun")
    await people.link(family, "table2", "c")
    await people.add_device((await people.new_device_code(ada)).code, family, merge=False)
    assert await people.links(ada) == []
    assert await people.find(tablet) == family


async def test_a_device_is_described_when_it_is_new_and_when_it_is_seen(people: People, clock: StoppedClock) -> None:
    key, ada = await people.make("Ada", "moon", BrowserNames("Firefox", "Windows"))
    clock.seconds += 3 * A_DAY
    second, _ = await people.add_device(
        (await people.new_device_code(ada)).code, None, merge=False, names=BrowserNames("Safari", "iPhone")
    )
    first_day, today = people.today() - 3 * A_DAY, people.today()
    by_hash = {device.hash: device for device in await people.list_devices(ada)}
    laptop, phone = by_hash[hash_of(key)], by_hash[hash_of(second)]
    assert (laptop.browser, laptop.system, laptop.since) == ("Firefox", "Windows", first_day)
    assert (phone.browser, phone.system, phone.since) == ("Safari", "iPhone", today)
    assert laptop.seen < today <= phone.seen
    assert await people.find(key, BrowserNames("Edge", "Windows")) == ada
    laptop = {device.hash: device for device in await people.list_devices(ada)}[hash_of(key)]
    assert (laptop.browser, laptop.since) == ("Edge", first_day) and laptop.seen >= today
    assert len({laptop.id(), phone.id()}) == 2 and laptop.id() not in laptop.hash


async def test_a_device_that_was_signed_out_is_known_as_such_for_a_year(people: People, clock: StoppedClock) -> None:
    key, ada = await people.make("Ada", "moon")
    second, _ = await people.add_device((await people.new_device_code(ada)).code, None, merge=False)
    await people.link(ada, "table1", "a")
    signed_out = [device for device in await people.list_devices(ada) if device.hash == hash_of(second)]
    await people.sign_out(ada, signed_out)
    assert await people.find(second) is None and await people.seats_at(second, "table1") == []
    assert await people.is_signed_out(second) and not await people.is_signed_out(key)
    assert not await people.is_signed_out("") and not await people.is_signed_out("never seen")
    assert await people.find(key) == ada and await people.seats_at(key, "table1") == ["a"]
    clock.seconds += FORGET_AFTER + 1
    await people.sweep()
    assert not await people.is_signed_out(second)
    assert await row_counts(people) == dict.fromkeys(TABLES, 0)


async def test_whoever_signs_out_their_last_device_is_forgotten(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    await people.link(ada, "table1", "a")
    await people.sign_out(ada, await people.list_devices(ada))
    assert await row_counts(people) == dict.fromkeys(TABLES, 0)
    assert await people.is_signed_out(key)


# ---------------------------------------------------------------- forgetting
async def test_nothing_is_left_of_whoever_is_deleted(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    other, bruno = await people.make("Bruno", "sun")
    for person in (ada, bruno):
        await people.link(person, "table1", person.name)
        await people.add_marks(person, {"lesson/spell/first": 1})
        await people.new_device_code(person)
    await people.delete(ada)
    assert await people.find(key) is None and await people.seats_at(key, "table1") == []
    assert await people.find(other) == bruno and await people.seats_at(other, "table1") == ["Bruno"]
    assert await row_counts(people) == dict.fromkeys(TABLES, 1)


async def test_the_last_device_takes_its_person_along(people: People) -> None:
    key, ada = await people.make("Ada", "moon")
    second, _ = await people.add_device((await people.new_device_code(ada)).code, None, merge=True)
    await people.link(ada, "table1", "a")
    await people.remove_device(key)
    assert await people.find(key) is None and await people.find(second) == ada
    await people.remove_device(second)
    assert await row_counts(people) == dict.fromkeys(TABLES, 0)
    await people.remove_device(second)  # gone already: nothing to do


async def test_whoever_does_not_come_for_more_than_a_year_is_forgotten(people: People, clock: StoppedClock) -> None:
    key, _ = await people.make("Ada", "moon")
    stays, bruno = await people.make("Bruno", "sun")
    clock.seconds += FORGET_AFTER - A_DAY
    assert await people.sweep() == 0
    assert await people.find(stays) == bruno  # seen: a year begins anew
    clock.seconds += 2 * A_DAY
    assert await people.sweep() == 1
    assert await people.find(key) is None and await people.find(stays) == bruno
