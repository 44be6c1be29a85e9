"""The table of all actions of a game, as ids (which never change) and as JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.text.phrases import shared
from sortilege.core.types import Object, Untrusted

ActionT = TypeVar("ActionT", bound=Object)  # the game's own type of action objects
Keys = tuple[str, ...]
NO_RULES: Mapping[str, str] = {}
NO_KEYS: Mapping[str, Keys] = {}


class ActionTable(Generic[ActionT]):
    """Converts action ids to action objects such as {"do": "call", "spell": 8} (a verb with arguments) and back."""

    def __init__(
        self,
        objects: Mapping[int, ActionT],
        rule: str,
        argument_rules: Mapping[str, str] = NO_RULES,
        computed_verbs: Mapping[str, Keys] = NO_KEYS,
    ) -> None:
        """Create a table of action objects by id. Errors name the rule `rule` or, for wrong arguments of a verb, the
        verb's rule in `argument_rules`. `computed_verbs` has the argument keys of verbs whose ids the game computes."""
        self.objects = objects
        self.ids = {frozenset(action.items()): action_id for action_id, action in objects.items()}
        self.count = 1 + max(objects)  # every id is below this number
        self.rule = rule
        self.argument_rules = argument_rules
        # The argument keys of each verb; a verb may have several sets.
        self.key_sets: dict[str, list[Keys]] = {verb: [keys] for verb, keys in computed_verbs.items()}
        for action in objects.values():
            keys = tuple(key for key in action if key != "do")
            key_sets = self.key_sets.setdefault(action["do"], [])
            if keys not in key_sets:
                key_sets.append(keys)

    def describe(self, action_id: Untrusted) -> ActionT:
        """Return the action object of an id. Raise IllegalAction if no action has this id."""
        if type(action_id) is not int or action_id not in self.objects:
            raise IllegalAction(self.rule, shared("no_number", given=quote(action_id)))
        return cast(ActionT, dict(self.objects[action_id]))

    def find(self, action: Untrusted) -> int | None:
        """Return the id of an action object, or None if its verb and keys are valid but its values are not. Raise
        IllegalAction if `action` is no action object, or if its verb or keys are invalid."""
        if not isinstance(action, dict):
            example = max(self.objects.values(), key=len)
            raise IllegalAction(self.rule, shared("no_object", like=repr(example), given=quote(action)))
        verb = action.get("do")
        if not isinstance(verb, str) or verb not in self.key_sets:
            raise IllegalAction(self.rule, shared("no_verb", given=quote(verb), verbs=list(self.key_sets)))
        self._check_arguments(verb, [key for key in action if key != "do"])
        # Check the types too, because True equals 1 in Python, and lists cannot be in a set.
        has_valid_types = all(type(value) in (int, str, type(None)) for value in action.values())
        if not has_valid_types:
            return None
        return self.ids.get(frozenset(action.items()))

    def id_of(self, action: Untrusted) -> int:
        """Return the id of an action object. Raise IllegalAction if there is no such action."""
        action_id = self.find(action)
        if action_id is None:
            raise IllegalAction(self.rule, shared("no_action", given=quote(action)))
        return action_id

    def _check_arguments(self, verb: str, keys: list[str]) -> None:
        """Raise IllegalAction if these are not the argument keys of the verb, which may have several sets of keys."""
        expected = min(self.key_sets[verb], key=lambda key_set: len(set(key_set) ^ set(keys)))
        unknown = [key for key in keys if key not in expected]
        missing = [key for key in expected if key not in keys]
        if unknown and expected:
            why = shared("unknown_argument", do=verb, key=quote(unknown[0]), keys=expected)
        elif unknown:
            why = shared("takes_no_arguments", do=verb, key=quote(unknown[0]))
        elif missing:
            why = shared("missing_argument", do=verb, key=repr(missing[0]), keys=expected)
        else:
            return
        raise IllegalAction(self.argument_rules.get(verb, self.rule), why)
