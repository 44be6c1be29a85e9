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
from typing import Any, Final

# Any: JSON values, and structs, which are only compared as a whole.
Value = Any
Step = list[Any]
Path = list[str | int]


# Caches the steps between two values, for viewers who share both values as the same objects. The key is the path and
# the `id()` of each of the two values, because dicts and lists cannot be keys. Python may give the id of a deleted
# object to a new one, so each entry also holds the two values: while the entry exists, their ids belong to no other
# object. Entry: the steps, the value before, the value after.
StepCache = dict[tuple[str | int, ...], tuple[list[Step], Value, Value]]
MAX_CACHED_PATH: Final = 2  # the steps of values with a longer path are not cached


def difference(before: Value, after: Value, path: Path, cache: StepCache | None = None) -> list[Step]:
    """Return the steps that turn the JSON value `before` into `after`. A step is a list that begins with the path of
    dict keys and list positions from the whole message to the changed part; `path` is the path of these two values.

    Equal dicts or equal lists give no steps. Two other values must differ: they give the step `[path, after]`, which
    replaces the value. With a `cache`, steps that several viewers need are computed once."""
    if type(before) is type(after):
        if type(after) is dict:
            return dict_steps(before, after, path, cache)
        if type(after) is list:
            return list_steps(before, after, path)
    return [[path, after]]


def cached_steps(before: Value, after: Value, path: Path, cache: StepCache) -> list[Step]:
    """Return the steps that turn the JSON value `before` into `after`; [] if they are equal. The steps are computed
    only if they are not in the cache yet, and then added to it. `path` leads from the whole message to these values.

    A cache entry also holds both values: its key contains their `id()`, which Python could give to another object."""
    key = *path, id(before), id(after)
    entry = cache.get(key)
    if entry is not None:
        return entry[0]
    steps: list[Step] = []
    is_container = type(after) is dict or type(after) is list  # `difference` finds out whether containers are equal
    if is_container or before != after:
        inner_cache = cache if len(path) < MAX_CACHED_PATH else None
        steps = difference(before, after, path, inner_cache)
    cache[key] = steps, before, after
    return steps


def dict_steps(
    before: dict[str, Value], after: dict[str, Value], path: Path, cache: StepCache | None = None
) -> list[Step]:
    """Return the steps that turn the dict `before` into `after`; [] if they are equal, whatever the order of their
    keys. `path` leads from the whole message to this dict.

    The first steps, `[path to the key]`, delete keys. The next steps, such as `[path to the key, value]`, set the keys
    that are new or have another value. But if the keys would not be in the same order as in `after`, the only step is
    `[path, after]`, which replaces the whole dict. Clients may rely on the order."""
    steps: list[Step] = []
    if list(before) != list(after):
        kept_keys = [key for key in before if key in after]
        keeps_order = list(after)[: len(kept_keys)] == kept_keys
        if not keeps_order or not kept_keys:
            return [] if before == after else [[path, after]]
        steps = [[[*path, key]] for key in before if key not in after]
    for key, value in after.items():
        if key not in before:
            steps.append([[*path, key], value])
        elif before[key] is value:
            continue
        elif cache is not None:
            steps += cached_steps(before[key], value, [*path, key], cache)
        elif before[key] != value:
            steps += difference(before[key], value, [*path, key])
    return steps


def list_steps(before: list[Value], after: list[Value], path: Path) -> list[Step]:
    """Return the steps that turn the list `before` into `after`. `path` leads from the whole message to this list.

    If the lists have the same length and few items differ, each of these items gets its own steps. Otherwise one step,
    `[path, start, end, items]`, replaces all items between the first and the last difference. If the lists have no
    common start or end, the step `[path, after]` replaces the whole list."""
    start = common_length(before, after)
    if len(before) == len(after):
        differing = [index for index in range(start, len(after)) if before[index] != after[index]]
        few_differ = 2 * len(differing) <= len(after) or len(differing) == 1
        if few_differ:
            steps: list[Step] = []
            for index in differing:
                steps += difference(before[index], after[index], [*path, index])
            return steps
    end_length = common_length(before[start:][::-1], after[start:][::-1])
    if start == end_length == 0:
        return [[path, after]]
    end = len(before) - end_length
    new_items = after[start : len(after) - end_length]
    return [[path, start, end, new_items]]


def common_length(before: list[Value], after: list[Value]) -> int:
    """Return how many items at the start of two lists are equal."""
    for index, (item_before, item_after) in enumerate(zip(before, after, strict=False)):
        if item_before is not item_after and item_before != item_after:  # the first test is much faster
            return index
    return min(len(before), len(after))


def patch(value: Value, steps: Iterable[Step]) -> Value:
    """Apply steps to a JSON value and return the result. The original value is not changed."""
    for step in steps:
        value = apply_step(value, step[0], step)
    return value


def apply_step(value: Value, path: Path, step: Step) -> Value:
    """Return a copy of a JSON value to which one step was applied. The step is `[path]` (delete a dict key), `[path,
    new value]` or `[path, start, end, items]` (replace the items of a list from start to end). `path` leads from this
    value to the changed part: it is the step's path without the keys that outer calls have followed."""
    deletes_key, sets_value = len(step) == 1, len(step) == 2
    if not path:
        if sets_value:
            return step[1]
        _, start, end, items = step
        return [*value[:start], *items, *value[end:]]
    key, is_last_key = path[0], len(path) == 1
    copy = value.copy()
    if is_last_key and deletes_key:
        del copy[key]
    elif is_last_key and sets_value:
        copy[key] = step[1]
    else:
        copy[key] = apply_step(value[key], path[1:], step)
    return copy
