"""Finds the names of the browser and the operating system in a User-Agent header. Nothing else of it is stored."""

from __future__ import annotations

from typing import Final, NamedTuple

# Pairs of a part of the header and a name. The first match counts, because the header of Edge also contains Chrome,
# that of Chrome contains Safari, and that of Android contains Linux.
BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chrom", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


class BrowserNames(NamedTuple):
    """The name of a browser and of its operating system, each "" if unknown."""

    browser: str = ""
    system: str = ""


UNKNOWN: Final = BrowserNames()


def parse_user_agent(header: str) -> BrowserNames:
    """Return the names of the browser and the operating system in a User-Agent header, such as Firefox and Linux."""
    browser = next((name for part, name in BROWSERS if part in header), "")
    system = next((name for part, name in SYSTEMS if part in header), "")
    return BrowserNames(browser, system)
