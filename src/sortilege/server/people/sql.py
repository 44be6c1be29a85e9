"""The SQL statements for people, their devices, seats and marks. The values $1, $2, … of each are in identity.py.

The table sortilege_move has device codes, and sortilege_way has notification channels. In the columns, `tab` is the
name of a game table (TABLE is a keyword of SQL), `token` and `hash` are hashes of secrets, and times are seconds since
1970."""

from __future__ import annotations

from typing import Final

from sortilege.server.store import Statement

HIDDEN: Final = "hidden/"  # prefix of a person's id for their seats that are hidden from the list of games

SELECT_PERSON: Final = """
SELECT p.id, p.name, p.sigil, p.since, d.seen, i.browser, i.system
FROM sortilege_device d JOIN sortilege_person p ON p.id = d.person LEFT JOIN sortilege_device_info i ON i.hash = d.hash
WHERE d.hash = $1
"""
UPDATE_SEEN: Final = "UPDATE sortilege_device SET seen = $2 WHERE hash = $1"
INSERT_PERSON: Final = "INSERT INTO sortilege_person (id, name, sigil, since) VALUES ($1, $2, $3, $4)"
INSERT_DEVICE: Final = "INSERT INTO sortilege_device (hash, person, seen) VALUES ($1, $2, $3)"
UPDATE_PERSON: Final = "UPDATE sortilege_person SET name = $2, sigil = $3 WHERE id = $1"
COUNT_DEVICES: Final = "SELECT count(*) FROM sortilege_device WHERE person = $1"
DELETE_DEVICE: Final = "DELETE FROM sortilege_device WHERE hash = $1 RETURNING person"
SELECT_DEVICES: Final = """
SELECT d.hash, COALESCE(i.browser, ''), COALESCE(i.system, ''), COALESCE(i.since, 0), d.seen
FROM sortilege_device d LEFT JOIN sortilege_device_info i ON i.hash = d.hash
WHERE d.person = $1 ORDER BY d.seen DESC, d.hash
"""
INSERT_DEVICE_INFO: Final = "INSERT INTO sortilege_device_info (hash, browser, system, since) VALUES ($1, $2, $3, $4)"
UPSERT_DEVICE_INFO: Final = """
INSERT INTO sortilege_device_info (hash, browser, system, since)
SELECT hash, CAST($2 AS TEXT), CAST($3 AS TEXT), 0 FROM sortilege_device WHERE hash = $1
ON CONFLICT (hash) DO UPDATE SET browser = excluded.browser, system = excluded.system
"""
DELETE_DEVICE_INFO: Final = "DELETE FROM sortilege_device_info WHERE hash = $1"
DELETE_DEVICE_INFOS: Final = """
DELETE FROM sortilege_device_info WHERE hash IN (SELECT hash FROM sortilege_device WHERE person = $1)
"""
DELETE_UNUSED_DEVICE_INFO: Final = """
DELETE FROM sortilege_device_info
WHERE NOT EXISTS (SELECT 1 FROM sortilege_device WHERE hash = sortilege_device_info.hash)
"""
INSERT_SIGNED_OUT: Final = """
INSERT INTO sortilege_signed_out (hash, at)
SELECT hash, CAST($2 AS BIGINT) FROM sortilege_device WHERE hash = $1 AND person = $3 ON CONFLICT DO NOTHING
"""
SELECT_SIGNED_OUT: Final = "SELECT 1 FROM sortilege_signed_out WHERE hash = $1"
DELETE_OLD_SIGNED_OUT: Final = "DELETE FROM sortilege_signed_out WHERE at < $1"
DELETE_OLD_DEVICES: Final = "DELETE FROM sortilege_device WHERE seen < $1"
SELECT_PEOPLE_WITHOUT_DEVICE: Final = """
SELECT id FROM sortilege_person WHERE NOT EXISTS (SELECT 1 FROM sortilege_device WHERE person = sortilege_person.id)
"""
SELECT_SEATS: Final = """
SELECT s.token FROM sortilege_seat s JOIN sortilege_device d ON d.person = s.person
WHERE d.hash = $1 AND s.tab = $2 ORDER BY s.at DESC
"""
INSERT_LINK: Final = """
INSERT INTO sortilege_seat (person, tab, token, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
"""
COPY_LINKS: Final = """
INSERT INTO sortilege_seat (person, tab, token, at)
SELECT person, CAST($2 AS TEXT), token, CAST($3 AS BIGINT) FROM sortilege_seat
WHERE tab = $1 ON CONFLICT DO NOTHING
"""
SELECT_LINKS: Final = "SELECT tab, token, at, ended FROM sortilege_seat WHERE person = $1 ORDER BY at DESC, tab"
UPDATE_ENDED: Final = "UPDATE sortilege_seat SET ended = $3 WHERE person = $1 AND tab = $2"
SELECT_HOLDERS: Final = """
SELECT p.id, p.name, p.sigil, p.since FROM sortilege_seat s JOIN sortilege_person p ON p.id = s.person
WHERE s.tab = $1 AND s.token = $2
"""
# The link to a record that somebody opened has no token and no seat, so it is not kept.
INSERT_HIDDEN_LINK: Final = """
INSERT INTO sortilege_seat (person, tab, token, at)
SELECT CAST($1 AS TEXT), tab, token, at FROM sortilege_seat WHERE tab = $2 AND person = $3 AND token <> ''
ON CONFLICT DO NOTHING
"""
DELETE_ALL_LINKS: Final = "DELETE FROM sortilege_seat WHERE tab = $1"
DELETE_LINK: Final = "DELETE FROM sortilege_seat WHERE person = $1 AND tab = $2"
COUNT_LINKS: Final = "SELECT count(*) FROM sortilege_seat WHERE tab = $1"
CLEAR_ENDED: Final = "UPDATE sortilege_seat SET ended = NULL WHERE tab = $1"
SELECT_MARKS: Final = "SELECT item, value FROM sortilege_mark WHERE person = $1"
UPSERT_MARK: Final = """
INSERT INTO sortilege_mark (person, item, value) VALUES ($1, $2, $3)
ON CONFLICT (person, item) DO UPDATE SET value = excluded.value WHERE excluded.value > sortilege_mark.value
"""
INSERT_CODE: Final = "INSERT INTO sortilege_move (code, person, until) VALUES ($1, $2, $3)"
DELETE_CODES: Final = "DELETE FROM sortilege_move WHERE person = $1"
DELETE_OLD_CODES: Final = "DELETE FROM sortilege_move WHERE until < $1"
SELECT_CODE_OWNER: Final = """
SELECT p.id, p.name, p.sigil, p.since FROM sortilege_move m JOIN sortilege_person p ON p.id = m.person
WHERE m.code = $1 AND m.until >= $2
"""
DELETE_CODE: Final = "DELETE FROM sortilege_move WHERE code = $1 AND until >= $2 RETURNING person"


def deletion_statements(person_id: str) -> list[Statement]:
    """Return the SQL statements that delete everything stored about a person."""
    tables = ("sortilege_seat", "sortilege_mark", "sortilege_move", "sortilege_way", "sortilege_device")
    return [
        Statement(DELETE_DEVICE_INFOS, (person_id,)),
        *(Statement(f"DELETE FROM {table} WHERE person = $1", (person_id,)) for table in tables),
        Statement("DELETE FROM sortilege_seat WHERE person = $1", (HIDDEN + person_id,)),
        Statement("DELETE FROM sortilege_person WHERE id = $1", (person_id,)),
    ]


def merge_statements(old_id: str, new_id: str) -> list[Statement]:
    """Return the SQL statements that move all data of one person to another person, and then delete the first. If both
    have a mark (a value for their progress) for the same item, the greater value is kept."""
    both_ids = (old_id, new_id)
    move_seats = (
        "INSERT INTO sortilege_seat (person, tab, token, at, ended) SELECT CAST($2 AS TEXT), tab, token, at, ended "
        "FROM sortilege_seat WHERE person = $1 ON CONFLICT DO NOTHING"
    )
    return [
        Statement("UPDATE sortilege_device SET person = $2 WHERE person = $1", both_ids),
        Statement(move_seats, both_ids),
        Statement(move_seats, (HIDDEN + old_id, HIDDEN + new_id)),
        Statement(
            "INSERT INTO sortilege_mark (person, item, value) SELECT CAST($2 AS TEXT), item, value FROM sortilege_mark "
            "WHERE person = $1 ON CONFLICT (person, item) DO UPDATE SET value = excluded.value "
            "WHERE excluded.value > sortilege_mark.value",
            both_ids,
        ),
        Statement("UPDATE sortilege_way SET person = $2 WHERE person = $1", both_ids),
        *deletion_statements(old_id),
    ]
