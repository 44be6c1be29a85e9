"""Everything a host may set, with its default and one line about it: the only place where a limit of the server stands.

A setting is named the same everywhere: `looks` in the file, `SORTILEGE_LOOKS` in the environment, `--set looks=…` on
the command line. The command line counts before the environment, the environment before the file. docs/settings.md is
the table of all of them.
"""

from __future__ import annotations

import ipaddress
import os
import tomllib
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from sortilege.core.errors import SortilegeError

PREFIX: Final = "SORTILEGE_"
FILE: Final = "sortilege.toml"  # in the data folder, unless another one is named


class SettingsError(SortilegeError):
    """A setting that cannot be used; says which and why."""


class Rate(NamedTuple):
    """How often somebody may ask: so many at once, and so many a second in the long run."""

    burst: float
    per_second: float

    def __str__(self) -> str:
        return f"{self.burst:g},{self.per_second:g}"


def about(words: str, least: float | None = None) -> Meta:
    """The line about a setting."""
    return Meta(description=words, ge=least)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a host may set."""

    # where
    host: Annotated[str, about("where to listen; 0.0.0.0 lets the whole network in")] = "127.0.0.1"
    port: Annotated[int | None, about("the port; none: the first free one from 8421 on")] = None
    store: Annotated[str, about("postgres://… keeps the tables there (the `postgres` extra); empty: a file of the data folder")] = ""  # fmt: skip  # noqa: E501
    public_address: Annotated[str, about("how the world reaches this server, such as https://play.example; empty: as each caller wrote it")] = ""  # fmt: skip  # noqa: E501
    trusted_proxies: Annotated[tuple[str, ...], about("addresses or networks of the proxies whose word is taken for who calls; empty: nobody's")] = ()  # fmt: skip  # noqa: E501

    # how often one address may ask
    new_tables: Annotated[Rate, about("new tables from one address: at once, and a second")] = Rate(60, 1)
    sittings: Annotated[Rate, about("attempts to sit down from one address")] = Rate(30, 1)
    recovery_codes: Annotated[Rate, about("recovery codes tried from one address at one table")] = Rate(10, 0.1)
    invite_codes: Annotated[Rate, about("six-letter invite codes tried from one address")] = Rate(10, 0.1)
    wrong_invite_codes: Annotated[Rate, about("wrong invite codes from all addresses together; beyond, no code is accepted")] = Rate(100, 0.5)  # fmt: skip  # noqa: E501
    new_people: Annotated[Rate, about("people from one address who want to be remembered")] = Rate(20, 0.2)
    device_codes: Annotated[Rate, about("codes for another device asked for or tried from one address")] = Rate(10, 0.1)
    records: Annotated[Rate, about("records opened from one address")] = Rate(10, 0.2)
    looks: Annotated[Rate, about("looks at tables, and presses in lessons, from one address")] = Rate(120, 30)
    replays: Annotated[Rate, about("calls for a replay or a record from one address")] = Rate(40, 2)
    attempts: Annotated[Rate, about("presses in puzzles from one address")] = Rate(60, 4)
    messages: Annotated[Rate, about("messages of one socket")] = Rate(40, 20)

    # how much
    longest_request: Annotated[int, about("bytes of the body of a request", 1024)] = 64 * 1024
    longest_record: Annotated[int, about("bytes of a record that is opened, 4 MB at most", 1024)] = 2 * 1024 * 1024
    longest_message: Annotated[int, about("bytes of a message on a socket", 1024)] = 16 * 1024
    longest_headers: Annotated[int, about("bytes of all headers of a request", 4096)] = 32 * 1024
    request_seconds: Annotated[float, about("seconds a connection may take to send a request", 0.1)] = 15.0
    idle_seconds: Annotated[float, about("seconds a connection may wait between two requests", 1)] = 20.0
    connections: Annotated[int, about("connections at all, of everybody", 10)] = 20_000
    address_connections: Annotated[int, about("connections from one address, its sockets among them", 1)] = 300
    spectators: Annotated[int, about("sockets of spectators at one table", 0)] = 500
    seat_sockets: Annotated[int, about("sockets of one seat of a table: its person's tabs and devices", 1)] = 16

    store_megabytes: Annotated[int, about("megabytes the store may hold; beyond, no new tables and records are accepted", 1)] = 4096  # fmt: skip  # noqa: E501
    replay_memory: Annotated[int, about("megabytes of replays kept ready", 1)] = 32

    # how long
    store_seconds: Annotated[float, about("seconds the store may take for one call", 0.1)] = 5.0
    keep_seconds: Annotated[float, about("seconds a table stays in memory after the last look at it", 1)] = 120.0  # fmt: skip  # noqa: E501
    idle_tables: Annotated[int, about("tables kept that long; beyond, the one that nobody asked for the longest goes", 1)] = 500  # fmt: skip  # noqa: E501
    unowned_record_days: Annotated[float, about("days an opened record that belongs to nobody is kept", 0)] = 30.0
    bot_pace: Annotated[float, about("seconds a bot's step takes at least", 0)] = 0.35
    look_around: Annotated[float, about("seconds people have at a new table before its bots begin", 0)] = 4.0

    # notices of whose turn it is
    notices: Annotated[bool, about("tell people by push and web hooks that it is their turn")] = True
    notice_http: Annotated[bool, about("web hooks without TLS (http://) are allowed")] = False
    notice_networks: Annotated[tuple[str, ...], about("networks of your own, such as 192.168.1.0/24, that web hooks may be in; *: all of them; empty: none")] = ()  # fmt: skip  # noqa: E501
    notice_after: Annotated[float, about("seconds somebody has to come by themselves before they are told", 0)] = 10.0
    notice_seconds: Annotated[float, about("seconds that sending a notice may take", 0.1)] = 10.0
    notice_ways: Annotated[Rate, about("ways to be told, and tests of them, from one address")] = Rate(10, 0.1)

    # what the host sees
    metrics_from: Annotated[tuple[str, ...], about("addresses or networks that may read /metrics; *: everybody")] = ("127.0.0.1", "::1")  # fmt: skip  # noqa: E501
    log_json: Annotated[bool, about("write the server's log as one JSON object a line")] = False

    def __post_init__(self) -> None:
        for proxy in (*self.trusted_proxies, *self.metrics_from, *self.notice_networks):
            if proxy != "*":
                ipaddress.ip_network(proxy, strict=False)
        at = urlsplit(self.public_address)
        if self.public_address and (at.scheme not in ("http", "https") or not at.netloc or at.path.strip("/")):
            raise ValueError("an address such as https://play.example")
        for rate in (getattr(self, name) for name in self.__struct_fields__):
            if isinstance(rate, Rate) and (rate.burst < 1 or rate.per_second <= 0):
                raise ValueError("a rate has at least 1 at once and more than 0 a second, such as 30,1")

    @property
    def public_host(self) -> str:
        """The host of the public address, as browsers name it in Origin; "" without one."""
        return urlsplit(self.public_address).netloc

    @property
    def public_tls(self) -> bool:
        return self.public_address.startswith("https://")


STANDARD: Final = Settings()


class Setting(NamedTuple):
    """One setting as the documentation lists it."""

    name: str
    default: str
    words: str


def every_setting() -> list[Setting]:
    """All of them, in order."""
    hints = get_type_hints(Settings, include_extras=True)
    return [
        Setting(name, as_text(getattr(STANDARD, name)), described(hints[name])) for name in Settings.__struct_fields__
    ]


def described(hint: object) -> str:
    meta: Meta = get_args(hint)[1]
    return meta.description or ""


def as_text(value: object) -> str:
    """A value as it is written in the environment."""
    if isinstance(value, tuple) and not isinstance(value, Rate):
        return ",".join(value)
    return "" if value is None else str(value)


def kinds() -> dict[str, Any]:
    """The type of each setting."""
    return get_type_hints(Settings)


# ---------------------------------------------------------------- reading them
def read_settings(
    given: Mapping[str, object] | None = None,
    environment: Mapping[str, str] = os.environ,
    file: Path | None = None,
    folder: Path | None = None,
) -> Settings:
    """The settings of the command line, the environment and the file; SettingsError with what is wrong."""
    named = file or (Path(environment[PREFIX + "CONFIG"]) if environment.get(PREFIX + "CONFIG") else None)
    found = in_file(named, folder)
    found |= {name: (f"{PREFIX}{name.upper()}", value) for name, value in in_environment(environment).items()}
    found |= {name: (f"--set {name}", value) for name, value in (given or {}).items()}
    return checked(found)


def in_file(named: Path | None, folder: Path | None) -> dict[str, tuple[str, object]]:
    """What the file says, each with where it stands; the folder's own file need not be there, a named one must."""
    file = named or (folder / FILE if folder is not None else None)
    if file is None or (named is None and not file.is_file()):
        return {}
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as off:
        raise SettingsError(f"{file} cannot be read: {off.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as off:
        raise SettingsError(f"{file} is not a TOML file: {off}") from None
    return {name: (f"{name} in {file}", value) for name, value in found.items()}


def in_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """The variables that name a setting; one that is empty sets nothing."""
    variables = {name: environment.get(PREFIX + name.upper(), "") for name in Settings.__struct_fields__}
    return {name: value for name, value in variables.items() if value}


def checked(found: Mapping[str, tuple[str, object]]) -> Settings:
    """Settings of these values; the first that cannot be used is named with where it was set."""
    settings = STANDARD
    for name, (where, value) in found.items():
        if name not in Settings.__struct_fields__:
            raise SettingsError(f"{where}: there is no such setting ({', '.join(Settings.__struct_fields__)})")
        hint = get_type_hints(Settings, include_extras=True)[name]
        try:
            read = msgspec.convert(parted(kinds()[name], value), hint, strict=False)
            settings = msgspec.structs.replace(settings, **{name: read})
            settings.__post_init__()
        except ValueError as off:
            raise SettingsError(f"{where} cannot be {value!r}: {off}") from None
    return settings


def parted(kind: object, value: object) -> object:
    """Text of several values, parted at its commas."""
    several = kind is Rate or get_origin(kind) is tuple
    if several and isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    optional = isinstance(kind, types.UnionType) or get_origin(kind) is Union
    return int(value) if optional and isinstance(value, str) and value.isdigit() else value


def set_by_hand(pairs: Iterable[str]) -> dict[str, object]:
    """NAME=VALUE of the command line."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingsError(f"--set takes NAME=VALUE, such as --set looks=120,30, and not {pair!r}")
        found[name.strip().replace("-", "_")] = value
    return found
