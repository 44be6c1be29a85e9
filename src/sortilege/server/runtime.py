"""The server's only source of time and randomness.

Every other module calls the functions below. They read the operating system's clocks and random generator until a test
or a simulation replaces the `Runtime` with `installed`.
"""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import ClassVar


class Runtime:
    """The clocks and the random generator of the operating system. Tests replace them by a subclass."""

    current: ClassVar[Runtime]

    def __init__(self, generator: random.Random | None = None) -> None:
        self.generator = generator or random.SystemRandom()

    def now(self) -> float:
        """Return the wall-clock time in seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Return the seconds of a clock that never goes backwards."""
        return time.monotonic()


Runtime.current = Runtime()


@contextmanager
def installed(runtime: Runtime) -> Iterator[None]:
    """Replace the runtime of the whole process in a `with` block, and restore the previous one afterwards."""
    previous, Runtime.current = Runtime.current, runtime
    try:
        yield
    finally:
        Runtime.current = previous


# ---------------------------------------------------------------- time
def now() -> float:
    """Return the wall-clock time in seconds since 1970."""
    return Runtime.current.now()


def today() -> date:
    """Return the date in UTC, which is the same for players in all time zones."""
    return datetime.fromtimestamp(now(), UTC).date()


def monotonic() -> float:
    """Return the seconds of a clock that never goes backwards. Only the difference of two values has a meaning."""
    return Runtime.current.monotonic()


# ---------------------------------------------------------------- randomness
def generator() -> random.Random:
    """Return the random generator. Nobody can predict its numbers, unless a test has replaced it."""
    return Runtime.current.generator


def token_bytes(length: int) -> bytes:
    """Return `length` random bytes."""
    return generator().randbytes(length)


def token_hex(length: int) -> str:
    """Return `length` random bytes as hexadecimal digits, two for each byte."""
    return token_bytes(length).hex()


def token_urlsafe(length: int) -> str:
    """Return `length` random bytes as base64 text that needs no escaping in URLs and cookies."""
    return base64.urlsafe_b64encode(token_bytes(length)).rstrip(b"=").decode()


def token_of(alphabet: str, length: int) -> str:
    """Return `length` random characters of an alphabet."""
    return "".join(generator().choice(alphabet) for _ in range(length))
