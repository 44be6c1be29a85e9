"""The shape of action objects: the keys each verb is said with, and one sentence where an object has others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Shapes = dict[str, list[tuple[str, ...]]]


def shapes(objects: Iterable[Mapping[str, Any]]) -> Shapes:
    """For every verb the keys it is said with, `do` left out; some verbs are said in several ways."""
    found: Shapes = {}
    for thing in objects:
        keys = tuple(key for key in thing if key != "do")
        ways = found.setdefault(thing["do"], [])
        if keys not in ways:
            ways.append(keys)
    return found


def misshapen(thing: Mapping[Any, Any], known: Shapes) -> str | None:
    """What an object of a known verb has too much or lacks, in one sentence; None where its keys are right or its verb
    is not known. Of a verb with several shapes the nearest is meant."""
    do = thing.get("do")
    ways = known.get(do, []) if isinstance(do, str) else []
    given = [key for key in thing if key != "do"]
    if not ways or any(set(way) == set(given) for way in ways):
        return None
    way = min(ways, key=lambda way: len(set(way) ^ set(given)))
    wanted = " and ".join(way) if way else "nothing else"
    extra = [key for key in given if key not in way]
    if extra:
        return f"{do} has no {extra[0]!r}; it is said with {wanted}"
    return f"{do} lacks {next(key for key in way if key not in given)!r}; it is said with {wanted}"
