"""What became different between two values that are JSON: few short steps, in order, that make the one from the other.

A step is one of
    [path, value]                 there is this value now
    [path]                        the key is gone
    [path, start, end, items]     in the list there, these items stand where items start to end stood
where a path is the keys and positions that lead there. Nothing but the two values is looked at, so a change tells
nothing that they do not. A field keeps its type: 1 and true are not told apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# Any: whatever JSON holds, and structs, which are only compared as a whole.
Value = Any
Step = list[Any]
Path = list[str | int]


# What was found already, by its place: the steps from one value to another, which are kept with them: ids stay theirs.
Known = dict[tuple[str | int, ...], tuple[list[Step], Value, Value]]


def difference(before: Value, now: Value, path: Path, known: Known | None = None) -> list[Step]:
    """The steps from one value to another that is not equal to it; only of two dicts or two lists none may be found.
    What is in `known`, and may be asked for again by whoever else has these two values as parts of their own, is found
    once."""
    if type(before) is type(now):
        if type(now) is dict:
            return dict_steps(before, now, path, known)
        if type(now) is list:
            return list_steps(before, now, path)
    return [[path, now]]


def part_steps(before: Value, now: Value, path: Path, known: Known) -> list[Step]:
    """The steps of a part that several may share; of a whole field, several may share parts as well."""
    key = *path, id(before), id(now)
    found = known.get(key)
    if found is None:
        goes_into = type(now) is dict or type(now) is list  # then it finds by itself that nothing changed
        parts = known if len(path) < 2 else None
        steps = difference(before, now, path, parts) if goes_into or before != now else []
        found = known[key] = steps, before, now
    return found[0]


def dict_steps(before: dict[str, Value], now: dict[str, Value], path: Path, known: Known | None = None) -> list[Step]:
    """Key by key; the whole where keys would come to stand in another order, which a reader may go by."""
    steps: list[Step] = []
    if before.keys() != now.keys():
        kept = [key for key in before if key in now]
        if list(now)[: len(kept)] != kept or not kept:
            return [[path, now]]
        steps = [[[*path, key]] for key in before if key not in now]
    elif list(before) != list(now):
        return [[path, now]] if before != now else []
    for key, value in now.items():
        if key not in before:
            steps.append([[*path, key], value])
        elif before[key] is not value:
            if known is not None:
                steps += part_steps(before[key], value, [*path, key], known)
            elif before[key] != value:
                steps += difference(before[key], value, [*path, key])
    return steps


def list_steps(before: list[Value], now: list[Value], path: Path) -> list[Step]:
    """Item by item where few differ, otherwise what lies between the equal ends."""
    start, shorter = 0, min(len(before), len(now))
    while start < shorter and before[start] == now[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == now[-1 - end]:
        end += 1
    middle = len(now) - end
    if len(before) == len(now):
        differing = [at for at in range(start, middle) if before[at] != now[at]]
        if 2 * len(differing) <= len(now) or len(differing) == 1:
            return [step for at in differing for step in difference(before[at], now[at], [*path, at])]
    if start == end == 0:
        return [[path, now]]
    return [[path, start, len(before) - end, now[start:middle]]]


def patch(value: Value, steps: Iterable[Step]) -> Value:
    """The value after these steps; what they do not touch is shared with it."""
    for step in steps:
        value = put(value, step[0], step)
    return value


def put(value: Value, path: Path, step: Step) -> Value:
    """One step, from here on along the rest of its path."""
    if not path:
        return step[1] if len(step) == 2 else [*value[: step[1]], *step[3], *value[step[2] :]]
    key, rest = path[0], path[1:]
    copy = value.copy()
    if not rest and len(step) == 1:
        del copy[key]
    elif not rest and len(step) == 2:
        copy[key] = step[1]
    else:
        copy[key] = put(value[key], rest, step)
    return copy
