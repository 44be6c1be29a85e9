"""The difference between two JSON values as a short list of steps. Applied in order, they turn the first value into the
second.

A step is one of
    [path, value]                 set the value at this path
    [path]                        delete the key at this path
    [path, start, end, items]     in the list at this path, replace the items from start to end by these items
where a path is a list of dict keys and list positions. Steps are made from the two values alone, so they reveal nothing
that the values do not contain. A field keeps its type: 1 and true count as equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# Any: JSON values, and structs, which are only compared as a whole.
Value = Any
Step = list[Any]
Path = list[str | int]


# The steps between two values that several viewers share. Key: the path and the ids of both values. The entry holds the
# values too, so that their ids stay valid.
StepCache = dict[tuple[str | int, ...], tuple[list[Step], Value, Value]]


def difference(before: Value, now: Value, path: Path, cache: StepCache | None = None) -> list[Step]:
    """Return the steps from one value to another, with paths that begin with `path`.

    Two values that are not both dicts or both lists must differ. With a `cache`, the steps of parts that other viewers
    share are computed once."""
    if type(before) is type(now):
        if type(now) is dict:
            return dict_steps(before, now, path, cache)
        if type(now) is list:
            return list_steps(before, now, path)
    return [[path, now]]


def part_steps(before: Value, now: Value, path: Path, cache: StepCache) -> list[Step]:
    """Return the steps between two values from the cache, or compute and store them. The parts of a top-level field are
    cached too."""
    key = *path, id(before), id(now)
    entry = cache.get(key)
    if entry is None:
        is_container = type(now) is dict or type(now) is list  # `difference` returns no steps if they are equal
        parts = cache if len(path) < 2 else None
        steps = difference(before, now, path, parts) if is_container or before != now else []
        entry = cache[key] = steps, before, now
    return entry[0]


def dict_steps(
    before: dict[str, Value], now: dict[str, Value], path: Path, cache: StepCache | None = None
) -> list[Step]:
    """Return steps key by key, or one step for the whole dict if the order of its keys would change, because readers
    may rely on the order."""
    steps: list[Step] = []
    if before.keys() != now.keys():
        common = [key for key in before if key in now]
        if list(now)[: len(common)] != common or not common:
            return [[path, now]]
        steps = [[[*path, key]] for key in before if key not in now]
    elif list(before) != list(now):
        return [[path, now]] if before != now else []
    for key, value in now.items():
        if key not in before:
            steps.append([[*path, key], value])
        elif before[key] is not value:
            if cache is not None:
                steps += part_steps(before[key], value, [*path, key], cache)
            elif before[key] != value:
                steps += difference(before[key], value, [*path, key])
    return steps


def list_steps(before: list[Value], now: list[Value], path: Path) -> list[Step]:
    """Return steps item by item if few items differ, otherwise one step that replaces everything between the common
    start and the common end."""
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
    """Return the value after these steps. The original is not changed; the result shares its unchanged parts."""
    for step in steps:
        value = apply_step(value, step[0], step)
    return value


def apply_step(value: Value, path: Path, step: Step) -> Value:
    """Return the value after one step, where `path` is the rest of its path from this value on."""
    if not path:
        return step[1] if len(step) == 2 else [*value[: step[1]], *step[3], *value[step[2] :]]
    key, rest = path[0], path[1:]
    copy = value.copy()
    if not rest and len(step) == 1:
        del copy[key]
    elif not rest and len(step) == 2:
        copy[key] = step[1]
    else:
        copy[key] = apply_step(value[key], rest, step)
    return copy
