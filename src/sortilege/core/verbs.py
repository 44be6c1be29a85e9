"""Verbs: the actions of a game as objects, id by id. Ids are fixed per game and free of state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.phrases import Sentence, shared
from sortilege.core.shapes import Object, Untrusted

Thing = TypeVar("Thing", bound=Object)  # a game's own Action
Keys = tuple[str, ...]
NO_RULES: Mapping[str, str] = {}
NO_KEYS: Mapping[str, Keys] = {}


class Verbs(Generic[Thing]):
    """Every action id with its object, and what is wrong with an object that is none of them.

    `rule` answers for what is no action at all, `shaped_by` for a verb said with the wrong keys. `more` has the keys of
    verbs whose ids the game counts out itself.
    """

    def __init__(
        self,
        objects: Mapping[int, Thing],
        rule: str,
        shaped_by: Mapping[str, str] = NO_RULES,
        more: Mapping[str, Keys] = NO_KEYS,
    ) -> None:
        self.objects = objects
        self.ids = {frozenset(thing.items()): action for action, thing in objects.items()}
        self.count = 1 + max(objects)  # every id is below this number
        self.rule = rule
        self.shaped_by = shaped_by
        self.ways: dict[str, list[Keys]] = {do: [keys] for do, keys in more.items()}  # without `do`; some have several
        for thing in objects.values():
            keys = tuple(key for key in thing if key != "do")
            ways = self.ways.setdefault(thing["do"], [])
            if keys not in ways:
                ways.append(keys)

    def describe(self, action: Untrusted) -> Thing:
        """The object of an id."""
        if type(action) is not int or action not in self.objects:
            raise IllegalAction(self.rule, shared("no_number", given=quote(action)))
        return cast(Thing, dict(self.objects[action]))

    def find(self, thing: Untrusted) -> int | None:
        """The id of an object; None for a verb said with the right keys, but not with such values. Anything else is
        refused."""
        if not isinstance(thing, dict):
            like = max(self.objects.values(), key=len)
            raise IllegalAction(self.rule, shared("no_object", like=repr(like), given=quote(thing)))
        do = thing.get("do")
        if not isinstance(do, str) or do not in self.ways:
            raise IllegalAction(self.rule, shared("no_verb", given=quote(do), verbs=list(self.ways)))
        self._check_keys(do, [key for key in thing if key != "do"])
        # the types count too: True equals 1 in Python, but is no number of anything
        plain = all(type(value) in (int, str, type(None)) for value in thing.values())
        return self.ids.get(frozenset(thing.items())) if plain else None

    def id_of(self, thing: Untrusted) -> int:
        """The id of an object; IllegalAction when there is none like it."""
        action = self.find(thing)
        if action is None:
            raise IllegalAction(self.rule, shared("no_action", given=quote(thing)))
        return action

    def _check_keys(self, do: str, given: list[str]) -> None:
        """Refuse a key too many, or one that is missing. Of a verb with several shapes the nearest is meant."""
        way = min(self.ways[do], key=lambda way: len(set(way) ^ set(given)))
        extra, missing = [key for key in given if key not in way], [key for key in way if key not in given]
        if extra or missing:
            raise IllegalAction(self.shaped_by.get(do, self.rule), wrong_keys(do, way, extra, missing))


def wrong_keys(do: str, way: Keys, extra: list[str], missing: list[str]) -> Sentence:
    """What is wrong with the keys a verb was said with."""
    if not extra:
        return shared("key_missing", do=do, key=repr(missing[0]), keys=way)
    if not way:
        return shared("no_keys", do=do, key=quote(extra[0]))
    return shared("no_key", do=do, key=quote(extra[0]), keys=way)
