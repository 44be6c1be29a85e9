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
    """Return the steps that turn the value `before` into the value `after`. `path` leads to this value in the whole
    message, so the path of each step begins with it.

    Equal dicts or lists give no steps. Other values must differ: the one step `[path, after]` then replaces the value.
    With a `cache`, steps that several viewers need are computed once."""
    if type(before) is type(after):
        if type(after) is dict:
            return dict_steps(before, after, path, cache)
        if type(after) is list:
            return list_steps(before, after, path)
    return [[path, after]]


def cached_steps(before: Value, after: Value, path: Path, cache: StepCache) -> list[Step]:
    """Return the steps that turn the value `before` into `after` at this path; [] if the values are equal. The steps
    are taken from the cache. If they are not there, they are computed and added.

    The cache finds an entry by the `id()` of both values. The entry holds the values as well: while they exist, Python
    gives their ids to no other object."""
    key = *path, id(before), id(after)
    entry = cache.get(key)
    if entry is not None:
        return entry[0]
    steps: list[Step] = []
    is_container = type(after) is dict or type(after) is list  # `difference` returns no steps if they are equal
    if is_container or before != after:
        steps = difference(before, after, path, cache if len(path) < MAX_CACHED_PATH else None)
    cache[key] = steps, before, after
    return steps


def dict_steps(
    before: dict[str, Value], after: dict[str, Value], path: Path, cache: StepCache | None = None
) -> list[Step]:
    """Return the steps that turn the dict `before` at this path into `after`. There are three results:

    - [] if the dicts are equal, even if the order of their keys differs
    - one step that replaces the whole dict, if setting and deleting single keys would leave the keys in another order
      than in `after`, because readers may rely on the order
    - otherwise a step `[path to the key]` for each key to delete, then steps such as `[path to the key, value]` for
      each key that is new or has another value."""
    steps: list[Step] = []
    if before.keys() != after.keys():
        common_keys = [key for key in before if key in after]
        if not common_keys or list(after)[: len(common_keys)] != common_keys:
            return [[path, after]]
        steps = [[[*path, key]] for key in before if key not in after]
    elif list(before) != list(after):
        return [[path, after]] if before != after else []
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
    """Return the steps that turn the list `before` at this path into `after`. If the lists have the same length and at
    most half of the items differ (or only one), change these items one by one. Otherwise return one step that replaces
    the items between the common start and the common end, or the whole list if there is neither."""
    shorter = min(len(before), len(after))
    common_start = 0
    while common_start < shorter and before[common_start] == after[common_start]:
        common_start += 1
    common_end = 0
    while common_end < shorter - common_start and before[-1 - common_end] == after[-1 - common_end]:
        common_end += 1
    stop_before, stop_after = len(before) - common_end, len(after) - common_end
    if len(before) == len(after):
        differing = [index for index in range(common_start, stop_after) if before[index] != after[index]]
        if 2 * len(differing) <= len(after) or len(differing) == 1:
            steps: list[Step] = []
            for index in differing:
                steps += difference(before[index], after[index], [*path, index])
            return steps
    if common_start == common_end == 0:
        return [[path, after]]
    return [[path, common_start, stop_before, after[common_start:stop_after]]]


def patch(value: Value, steps: Iterable[Step]) -> Value:
    """Return the value after these steps. The original is not changed; the result shares its unchanged parts."""
    for step in steps:
        value = apply_step(value, step[0], step)
    return value


def apply_step(value: Value, path: Path, step: Step) -> Value:
    """Return a copy of the value to which one step was applied (see the start of this file for its forms). `path` leads
    from this value to the part that changes: it is the step's path without the keys that outer calls have followed."""
    if not path:
        if len(step) == 2:
            _, new_value = step
            return new_value
        _, start, end, items = step
        return [*value[:start], *items, *value[end:]]
    key, rest = path[0], path[1:]
    copy = value.copy()
    if not rest and len(step) == 1:
        del copy[key]
    elif not rest and len(step) == 2:
        copy[key] = step[1]
    else:
        copy[key] = apply_step(value[key], rest, step)
    return copy
