"""The schema of the database as a list of migrations. A published migration is never changed; a change of the schema is
a new migration at the end. SQLite stores the number of applied migrations in its user_version. In PostgreSQL every
migration is applied at each start, so it must be repeatable.

Data about people is stored in tables of its own, never in the logs: a log is append-only and read by everybody at its
table, while personal data can be deleted.
"""

from __future__ import annotations

from typing import Final

# People, the hashes of their devices' keys, their seats, their progress, and the codes that add another device. Both
# databases understand these statements.
PEOPLE: Final = """
CREATE TABLE IF NOT EXISTS sortilege_person (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, sigil TEXT NOT NULL, since BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS sortilege_device (hash TEXT PRIMARY KEY, person TEXT NOT NULL, seen BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS sortilege_device_of ON sortilege_device (person);
CREATE TABLE IF NOT EXISTS sortilege_seat (
    person TEXT NOT NULL, tab TEXT NOT NULL, token TEXT NOT NULL, at BIGINT NOT NULL, ended TEXT,
    PRIMARY KEY (person, tab, token)
);
CREATE INDEX IF NOT EXISTS sortilege_seat_at ON sortilege_seat (tab);
CREATE TABLE IF NOT EXISTS sortilege_mark (
    person TEXT NOT NULL, item TEXT NOT NULL, value BIGINT NOT NULL, PRIMARY KEY (person, item)
);
CREATE TABLE IF NOT EXISTS sortilege_move (code TEXT PRIMARY KEY, person TEXT NOT NULL, until BIGINT NOT NULL);
"""

# Key-value pairs of the servers: which tables have running clocks, when a server last ran, invite codes of tables.
NOTES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_note (name TEXT PRIMARY KEY, body TEXT NOT NULL);
"""

# The servers that share this database: a heartbeat counter that increases while they run, and who is connected to them.
SERVERS: Final = """
CREATE TABLE IF NOT EXISTS sortilege_server (
    id TEXT PRIMARY KEY, beat BIGINT NOT NULL, rev BIGINT NOT NULL, here TEXT NOT NULL
)
"""

# The notification channels of people and tables, and the turn notifications that were sent already.
SUBSCRIPTIONS: Final = """
CREATE TABLE IF NOT EXISTS sortilege_way (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, tab TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL, origin TEXT NOT NULL, since BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS sortilege_way_of ON sortilege_way (person, tab);
CREATE TABLE IF NOT EXISTS sortilege_notice (
    tab TEXT NOT NULL, seat BIGINT NOT NULL, turn BIGINT NOT NULL, sent BIGINT NOT NULL, PRIMARY KEY (tab, seat)
);
"""

# Notifications of every kind, instead of turns only. PostgreSQL may apply this migration again, so it also moves rows
# that a server of an older version has written in the meantime.
PENDING: Final = """
CREATE TABLE IF NOT EXISTS sortilege_pending (
    tab TEXT NOT NULL, kind TEXT NOT NULL, seat BIGINT NOT NULL, number BIGINT NOT NULL, sent BIGINT NOT NULL,
    PRIMARY KEY (tab, kind, seat)
);
INSERT INTO sortilege_pending (tab, kind, seat, number, sent)
SELECT tab, 'turn', seat, turn, sent FROM sortilege_notice WHERE true ON CONFLICT DO NOTHING;
DELETE FROM sortilege_notice;
"""

# The browser and system of a device and the day it was first seen (0: before this migration), and the keys of devices
# that were signed out, to distinguish them from unknown keys.
DEVICES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_device_info (
    hash TEXT PRIMARY KEY, browser TEXT NOT NULL, system TEXT NOT NULL, since BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS sortilege_signed_out (hash TEXT PRIMARY KEY, at BIGINT NOT NULL);
"""
