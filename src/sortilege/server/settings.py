"""The settings of a server: the type, default and description of each, and how they are read.

A setting has the same name everywhere: `read_rate` in the settings file, `SORTILEGE_READ_RATE` in the environment and
`--set read_rate=…` on the command line. The command line overrides the environment, which overrides the file.
docs/settings.md lists all settings.
"""

from __future__ import annotations

import ipaddress
import logging
import os
import tomllib
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final, NamedTuple, Union, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from sortilege.core.errors import SortilegeError

PREFIX: Final = "SORTILEGE_"
FILE: Final = "sortilege.toml"  # the name of the settings file in the data folder
# Former names, by which settings can still be set in this version: old name -> new name.
RENAMED: Final = {
    "new_tables": "new_table_rate",
    "sittings": "join_rate",
    "recovery_codes": "recovery_code_rate",
    "invite_codes": "invite_code_rate",
    "wrong_invite_codes": "wrong_invite_code_rate",
    "new_people": "new_person_rate",
    "device_codes": "device_code_rate",
    "records": "record_rate",
    "looks": "read_rate",
    "replays": "replay_rate",
    "attempts": "puzzle_rate",
    "messages": "message_rate",
    "request_seconds": "request_timeout",
    "idle_seconds": "idle_timeout",
    "store_seconds": "store_timeout",
    "keep_seconds": "table_ttl",
    "idle_tables": "max_idle_tables",
    "look_around": "bot_start_delay",
    "notice_after": "notice_delay",
    "notice_seconds": "notice_timeout",
    "notice_ways": "subscription_rate",
}
logger = logging.getLogger("sortilege.server")


class SettingsError(SortilegeError):
    """A setting has an unknown name or an invalid value, or the settings file cannot be read."""


class Rate(NamedTuple):
    """A rate limit: `burst` requests at once, and `per_second` requests per second in the long run."""

    burst: float
    per_second: float

    def __str__(self) -> str:
        return f"{self.burst:g},{self.per_second:g}"


def about(description: str, minimum: float | None = None) -> Meta:
    """Return the metadata of a setting: its description and the lowest allowed value."""
    return Meta(description=description, ge=minimum)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of all settings of one server. Each setting has a description, which the documentation lists."""

    # addresses
    host: Annotated[str, about("IP address to listen on; 0.0.0.0 accepts connections from the whole network")] = "127.0.0.1"  # fmt: skip  # noqa: E501
    port: Annotated[int | None, about("port to listen on; if not set, the first free port from 8421")] = None
    store: Annotated[str, about("address of a PostgreSQL database, postgres://… (needs the `postgres` extra); if empty, an SQLite file in the data folder")] = ""  # fmt: skip  # noqa: E501
    public_address: Annotated[str, about("URL under which browsers reach this server, such as https://play.example; if empty, taken from each request")] = ""  # fmt: skip  # noqa: E501
    trusted_proxies: Annotated[tuple[str, ...], about("IP addresses or networks of proxies whose forwarding headers are trusted; if empty, none")] = ()  # fmt: skip  # noqa: E501

    # rate limits
    new_table_rate: Annotated[Rate, about("rate limit per address: new tables")] = Rate(60, 1)
    join_rate: Annotated[Rate, about("rate limit per address: attempts to take a seat")] = Rate(30, 1)
    recovery_code_rate: Annotated[Rate, about("rate limit per address and table: attempts to enter a recovery code")] = Rate(10, 0.1)  # fmt: skip  # noqa: E501
    invite_code_rate: Annotated[Rate, about("rate limit per address: attempts to enter a six-letter invite code")] = Rate(10, 0.1)  # fmt: skip  # noqa: E501
    wrong_invite_code_rate: Annotated[Rate, about("rate limit of all addresses together: wrong invite codes; above it, no code is accepted")] = Rate(100, 0.5)  # fmt: skip  # noqa: E501
    new_person_rate: Annotated[Rate, about("rate limit per address: new people whom the server remembers")] = Rate(20, 0.2)  # fmt: skip  # noqa: E501
    device_code_rate: Annotated[Rate, about("rate limit per address: creating or entering a code for another device")] = Rate(10, 0.1)  # fmt: skip  # noqa: E501
    record_rate: Annotated[Rate, about("rate limit per address: uploaded records")] = Rate(10, 0.2)
    read_rate: Annotated[Rate, about("rate limit per address: reading tables and other data, and clicks in lessons")] = Rate(120, 30)  # fmt: skip  # noqa: E501
    replay_rate: Annotated[Rate, about("rate limit per address: downloads of replays and records")] = Rate(40, 2)
    puzzle_rate: Annotated[Rate, about("rate limit per address: clicks in puzzles")] = Rate(60, 4)
    message_rate: Annotated[Rate, about("rate limit per WebSocket: messages from the browser")] = Rate(40, 20)

    # sizes and counts
    longest_request: Annotated[int, about("maximum size of a request body in bytes", 1024)] = 64 * 1024
    longest_record: Annotated[int, about("maximum size of an uploaded record in bytes, at most 4 MB", 1024)] = 2 * 1024 * 1024  # fmt: skip  # noqa: E501
    longest_message: Annotated[int, about("maximum size of a WebSocket message in bytes", 1024)] = 16 * 1024
    longest_headers: Annotated[int, about("maximum total size of a request's headers in bytes", 4096)] = 32 * 1024
    request_timeout: Annotated[float, about("seconds in which a client must send a complete request", 0.1)] = 15.0
    idle_timeout: Annotated[float, about("seconds after which an idle HTTP connection is closed", 1)] = 20.0
    connections: Annotated[int, about("maximum number of connections in total", 10)] = 20_000
    address_connections: Annotated[int, about("maximum number of connections per address, including WebSockets", 1)] = 300  # fmt: skip  # noqa: E501
    spectators: Annotated[int, about("maximum number of spectators' WebSockets per table", 0)] = 500
    seat_sockets: Annotated[int, about("maximum number of WebSockets per seat (tabs and devices of its person)", 1)] = 16  # fmt: skip  # noqa: E501

    store_megabytes: Annotated[int, about("maximum size of the stored data in megabytes; above it, new tables and records are refused", 1)] = 4096  # fmt: skip  # noqa: E501
    replay_memory: Annotated[int, about("size of the replay cache in megabytes", 1)] = 32

    # durations
    store_timeout: Annotated[float, about("seconds after which a call to the database is cancelled", 0.1)] = 5.0
    table_ttl: Annotated[float, about("seconds that an unused table stays in memory", 1)] = 120.0
    max_idle_tables: Annotated[int, about("maximum number of unused tables in memory; above it, the least recently used are removed", 1)] = 500  # fmt: skip  # noqa: E501
    unowned_record_days: Annotated[float, about("days after which an uploaded record is deleted if it is in nobody's list of games", 0)] = 30.0  # fmt: skip  # noqa: E501
    bot_pace: Annotated[float, about("minimum duration of a bot's step in seconds", 0)] = 0.35
    bot_start_delay: Annotated[float, about("seconds between the start of a table and the first step of its bots", 0)] = 4.0  # fmt: skip  # noqa: E501

    # notifications
    notices: Annotated[bool, about("whether to notify people of their turn by push and webhooks")] = True
    notice_http: Annotated[bool, about("whether webhooks may use http:// (without TLS)")] = False
    notice_networks: Annotated[tuple[str, ...], about("private networks that webhooks may call, such as 192.168.1.0/24; *: all networks; if empty, none")] = ()  # fmt: skip  # noqa: E501
    notice_delay: Annotated[float, about("seconds before a notification is sent; it is skipped if the person opens the table in that time", 0)] = 10.0  # fmt: skip  # noqa: E501
    notice_timeout: Annotated[float, about("seconds after which sending a notification is cancelled", 0.1)] = 10.0
    subscription_rate: Annotated[Rate, about("rate limit per address: new notification channels, and tests of channels")] = Rate(10, 0.1)  # fmt: skip  # noqa: E501

    # monitoring
    metrics_from: Annotated[tuple[str, ...], about("IP addresses or networks that may read /metrics; *: all")] = ("127.0.0.1", "::1")  # fmt: skip  # noqa: E501
    log_json: Annotated[bool, about("whether to write the log as JSON, one object per line")] = False

    def __post_init__(self) -> None:
        for network in (*self.trusted_proxies, *self.metrics_from, *self.notice_networks):
            if network != "*":
                ipaddress.ip_network(network, strict=False)  # raises ValueError if it is not a network
        url = urlsplit(self.public_address)
        if self.public_address and (url.scheme not in ("http", "https") or not url.netloc or url.path.strip("/")):
            raise ValueError("an address such as https://play.example")
        for rate in (getattr(self, name) for name in self.__struct_fields__):
            if isinstance(rate, Rate) and (rate.burst < 1 or rate.per_second <= 0):
                raise ValueError("a rate has at least 1 at once and more than 0 a second, such as 30,1")

    @property
    def public_host(self) -> str:
        """The host and port of the public address, as in a browser's Origin header; "" if no address is set."""
        return urlsplit(self.public_address).netloc

    @property
    def public_tls(self) -> bool:
        """Whether the public address begins with https://."""
        return self.public_address.startswith("https://")


STANDARD: Final = Settings()


class Setting(NamedTuple):
    """A row of the settings table in the documentation."""

    name: str
    default: str
    description: str


def every_setting() -> list[Setting]:
    """Return all settings with their defaults and descriptions, in the order of the class `Settings`."""
    hints = get_type_hints(Settings, include_extras=True)
    names = Settings.__struct_fields__
    return [Setting(name, as_text(getattr(STANDARD, name)), _description(hints[name])) for name in names]


def _description(hint: object) -> str:
    meta: Meta = get_args(hint)[1]
    return meta.description or ""


def as_text(value: object) -> str:
    """Return the value of a setting as it is written in an environment variable, such as "60,1" for a rate."""
    if isinstance(value, tuple) and not isinstance(value, Rate):
        return ",".join(value)
    return "" if value is None else str(value)


# ---------------------------------------------------------------- reading
class Source(NamedTuple):
    """A value of a setting, and where it was set, for error messages."""

    where: str  # such as "--set port" or "port in sortilege.toml"
    value: object


def read_settings(
    overrides: Mapping[str, object] | None = None,
    environment: Mapping[str, str] = os.environ,
    file: Path | None = None,
    folder: Path | None = None,
) -> Settings:
    """Read the settings from `overrides` (the command line), the environment and the settings file. If `file` is None,
    read the file that the variable SORTILEGE_CONFIG names, or the one in the data folder `folder`. Raise SettingsError
    if a setting is unknown or invalid."""
    sources = read_file(file or settings_file(environment, folder))
    sources |= read_environment(environment)
    sources |= with_current_names({name: Source(f"--set {name}", value) for name, value in (overrides or {}).items()})
    return convert(sources)


def settings_file(environment: Mapping[str, str], folder: Path | None) -> Path | None:
    """Return the settings file that SORTILEGE_CONFIG names, or the one in the data folder, or None."""
    config = environment.get(PREFIX + "CONFIG")
    if config:
        return Path(config)
    return folder / FILE if folder is not None and (folder / FILE).is_file() else None


def read_file(file: Path | None) -> dict[str, Source]:
    """Return the settings in a settings file, or none if `file` is None. Raise SettingsError if it cannot be read."""
    if file is None:
        return {}
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} is not a TOML file: {error}") from None
    return with_current_names({name: Source(f"{name} in {file}", value) for name, value in values.items()})


def read_environment(environment: Mapping[str, str]) -> dict[str, Source]:
    """Return the settings in the environment, such as SORTILEGE_PORT. Variables that are empty are ignored."""
    variables = {name: PREFIX + name.upper() for name in (*RENAMED, *Settings.__struct_fields__)}
    present = {name: variable for name, variable in variables.items() if environment.get(variable)}
    return with_current_names({name: Source(variable, environment[variable]) for name, variable in present.items()})


def with_current_names(sources: Mapping[str, Source]) -> dict[str, Source]:
    """Return the settings with former names replaced by current names, and warn about former names. If both names of a
    setting are used, the value of the current name counts."""
    result = {name: source for name, source in sources.items() if name not in RENAMED}
    for old_name in [name for name in sources if name in RENAMED]:
        new_name, source = RENAMED[old_name], sources[old_name]
        result.setdefault(new_name, source)
        message = "%s: this setting is now called %s; the old name works in this version only."
        logger.warning(message, source.where, new_name)
    return result


def convert(sources: Mapping[str, Source]) -> Settings:
    """Return the settings with these values, converted to their types. Raise SettingsError if a value is invalid; the
    error says where the value was set."""
    settings = STANDARD
    types_with_limits = get_type_hints(Settings, include_extras=True)
    plain_types = get_type_hints(Settings)
    for name, (where, value) in sources.items():
        if name not in Settings.__struct_fields__:
            raise SettingsError(f"{where}: there is no such setting ({', '.join(Settings.__struct_fields__)})")
        try:
            converted = msgspec.convert(split_text(plain_types[name], value), types_with_limits[name], strict=False)
            settings = msgspec.structs.replace(settings, **{name: converted})
            settings.__post_init__()  # msgspec 0.20 does not call it in `replace`
        except ValueError as error:
            raise SettingsError(f"{where} cannot be {value!r}: {error}") from None
    return settings


def split_text(setting_type: object, value: object) -> object:
    """Prepare a text value for conversion by msgspec. Text with several values is split at commas, and the text of an
    optional number is converted, because msgspec does neither. Other values are returned unchanged."""
    if not isinstance(value, str):
        return value
    if setting_type is Rate or get_origin(setting_type) is tuple:
        return [part.strip() for part in value.split(",") if part.strip()]
    is_optional = isinstance(setting_type, types.UnionType) or get_origin(setting_type) is Union
    return int(value) if is_optional and value.isdigit() else value


def parse_assignments(pairs: Iterable[str]) -> dict[str, object]:
    """Parse the arguments of --set, each of the form NAME=VALUE. Hyphens in a name stand for underscores."""
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SettingsError(f"--set takes NAME=VALUE, such as --set read_rate=120,30, and not {pair!r}")
        values[name.strip().replace("-", "_")] = value
    return values
