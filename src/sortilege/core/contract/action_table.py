"""The table of all actions of a game, as ids and as JSON objects. The ids of a game never change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Object, Untrusted

ActionT = TypeVar("ActionT", bound=Object)  # the game's own type of action objects
Keys = tuple[str, ...]
NO_RULES: Mapping[str, str] = {}
NO_KEYS: Mapping[str, Keys] = {}


class ActionTable(Generic[ActionT]):
    """Maps action ids to objects and back, and reports what is wrong with an object that is no action.

    `rule` is the rule id for errors in general, `argument_rules` has those for verbs with wrong keys. `more` has the
    keys of verbs whose ids the game computes itself.
    """

    def __init__(
        self,
        objects: Mapping[int, ActionT],
        rule: str,
        argument_rules: Mapping[str, str] = NO_RULES,
        more: Mapping[str, Keys] = NO_KEYS,
    ) -> None:
        self.objects = objects
        self.ids = {frozenset(thing.items()): action for action, thing in objects.items()}
        self.count = 1 + max(objects)  # every id is below this number
        self.rule = rule
        self.argument_rules = argument_rules
        # The keys of each verb, without `do`; a verb may have several sets.
        self.key_sets: dict[str, list[Keys]] = {do: [keys] for do, keys in more.items()}
        for thing in objects.values():
            keys = tuple(key for key in thing if key != "do")
            key_sets = self.key_sets.setdefault(thing["do"], [])
            if keys not in key_sets:
                key_sets.append(keys)

    def describe(self, action: Untrusted) -> ActionT:
        """Return the object of an id."""
        if type(action) is not int or action not in self.objects:
            raise IllegalAction(self.rule, shared("no_number", given=quote(action)))
        return cast(ActionT, dict(self.objects[action]))

    def find(self, thing: Untrusted) -> int | None:
        """Return the id of an object, or None if its verb and keys are right but its values are not. Raise
        IllegalAction for anything else."""
        if not isinstance(thing, dict):
            like = max(self.objects.values(), key=len)
            raise IllegalAction(self.rule, shared("no_object", like=repr(like), given=quote(thing)))
        do = thing.get("do")
        if not isinstance(do, str) or do not in self.key_sets:
            raise IllegalAction(self.rule, shared("no_verb", given=quote(do), verbs=list(self.key_sets)))
        self._check_keys(do, [key for key in thing if key != "do"])
        # compare types too: True equals 1 in Python
        plain = all(type(value) in (int, str, type(None)) for value in thing.values())
        return self.ids.get(frozenset(thing.items())) if plain else None

    def id_of(self, thing: Untrusted) -> int:
        """Return the id of an object. Raise IllegalAction if there is none."""
        action = self.find(thing)
        if action is None:
            raise IllegalAction(self.rule, shared("no_action", given=quote(thing)))
        return action

    def _check_keys(self, do: str, present: list[str]) -> None:
        """Raise IllegalAction for an unknown or missing key, compared with the most similar set of keys of the verb."""
        expected = min(self.key_sets[do], key=lambda keys: len(set(keys) ^ set(present)))
        extra = [key for key in present if key not in expected]
        missing = [key for key in expected if key not in present]
        if extra or missing:
            raise IllegalAction(self.argument_rules.get(do, self.rule), wrong_keys(do, expected, extra, missing))


def wrong_keys(do: str, expected: Keys, extra: list[str], missing: list[str]) -> Sentence:
    """Return the message about wrong keys of a verb."""
    if not extra:
        return shared("key_missing", do=do, key=repr(missing[0]), keys=expected)
    if not expected:
        return shared("no_keys", do=do, key=quote(extra[0]))
    return shared("no_key", do=do, key=quote(extra[0]), keys=expected)
