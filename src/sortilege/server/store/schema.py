"""The form of the database, step by step. A step is never changed once it was published; a change is a new step at the
end. SQLite counts the steps it has taken in its user_version; in PostgreSQL every step may be taken again.

What is remembered of people lies beside the logs, never in them: a log is written once and read by everybody at its
table, while this is one person's own and can be deleted.
"""

from __future__ import annotations

from typing import Final

# A person, the hashes of the keys their devices carry, the seats that are theirs, what they have done, and the codes
# with which another device is taken in. The same words are understood by both databases.
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

# What servers keep for themselves: which tables have clocks that run, when one ran last, codes that lead to tables.
NOTES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_note (name TEXT PRIMARY KEY, body TEXT NOT NULL);
"""

# The servers that share this database: a beat that moves while they are there, and who is connected to them.
SERVERS: Final = """
CREATE TABLE IF NOT EXISTS sortilege_server (
    id TEXT PRIMARY KEY, beat BIGINT NOT NULL, rev BIGINT NOT NULL, here TEXT NOT NULL
)
"""

# Where people and tables want to be told that it is somebody's turn, and which turns were told already.
WAYS: Final = """
CREATE TABLE IF NOT EXISTS sortilege_way (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, tab TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
    p256dh TEXT NOT NULL, auth TEXT NOT NULL, language TEXT NOT NULL, origin TEXT NOT NULL, since BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS sortilege_way_of ON sortilege_way (person, tab);
CREATE TABLE IF NOT EXISTS sortilege_notice (
    tab TEXT NOT NULL, seat BIGINT NOT NULL, turn BIGINT NOT NULL, sent BIGINT NOT NULL, PRIMARY KEY (tab, seat)
);
"""

# Notices to be sent, of every kind, instead of turns alone. PostgreSQL may take this step again, so it also moves what
# a server of an older version has written meanwhile.
PENDING: Final = """
CREATE TABLE IF NOT EXISTS sortilege_pending (
    tab TEXT NOT NULL, kind TEXT NOT NULL, seat BIGINT NOT NULL, number BIGINT NOT NULL, sent BIGINT NOT NULL,
    PRIMARY KEY (tab, kind, seat)
);
INSERT INTO sortilege_pending (tab, kind, seat, number, sent)
SELECT tab, 'turn', seat, turn, sent FROM sortilege_notice WHERE true ON CONFLICT DO NOTHING;
DELETE FROM sortilege_notice;
"""

# The browser and system of a device and the day it was first known (0: before this step), and the keys of devices that
# were signed out, so that they can be told from keys that were never known.
DEVICES: Final = """
CREATE TABLE IF NOT EXISTS sortilege_device_info (
    hash TEXT PRIMARY KEY, browser TEXT NOT NULL, system TEXT NOT NULL, since BIGINT NOT NULL
);
CREATE TABLE IF NOT EXISTS sortilege_signed_out (hash TEXT PRIMARY KEY, at BIGINT NOT NULL);
"""
