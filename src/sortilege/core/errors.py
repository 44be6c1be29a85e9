"""The errors that are shown to users. Each has one sentence, and the id of the rule if a rule is the reason."""

from __future__ import annotations

from sortilege.core.text.phrases import Sentence, shared

MAX_QUOTE = 60  # characters


def quote(value: object) -> str:
    """Return the repr of a wrong value for an error message, truncated to MAX_QUOTE characters."""
    text = repr(value)
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]}…"


class SortilegeError(Exception):
    """The base class of all errors that are shown to users. `str(error)` is the English sentence with the rule id;
    `say` and `say_with_rule` return it in another language, if the error has a translation."""

    # Subclasses can be pickled, because BaseException.__new__ stores the arguments as `args`.
    def __init__(self, sentence: Sentence | str, rule: str = "") -> None:
        self.sentence = sentence
        self.rule = rule  # the id of the rule that is the reason; "" if there is none

    def say(self, language: str = "en") -> str:
        """Return the sentence in this language, without the rule id."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence.say(language)

    def say_with_rule(self, language: str = "en") -> str:
        """Return the sentence in this language, followed by the rule id in brackets."""
        return f"{self.say(language)} ({self.rule})" if self.rule else self.say(language)

    def __str__(self) -> str:
        return self.say_with_rule()


class UnknownGame(SortilegeError):
    """There is no game of this name."""


class OptionError(SortilegeError):
    """A game cannot have this number of players, this option or this value of an option."""


class PositionError(SortilegeError):
    """A position (a state as JSON) is invalid. The message names the field and, if known, the rule."""

    def __init__(self, field: str, message: Sentence | SortilegeError | str, rule: str = "") -> None:
        if isinstance(message, str):
            super().__init__(f"{field}: {message}", rule)
        else:
            super().__init__(shared("field", field=field, why=message), rule)
        self.field = field


class IllegalAction(SortilegeError):
    """The rules do not allow an action now. The state of the game is unchanged."""

    def __init__(self, rule: str, message: Sentence | str) -> None:
        super().__init__(message, rule)
        self.message = self.say()


class NotQuiet(SortilegeError):
    """A state cannot be written as a JSON position now, because an action is only partly resolved."""


class CannotUndo(SortilegeError):
    """A decision cannot be undone. The message says why."""


class RecordError(SortilegeError):
    """The record of a match cannot be read, replayed or verified. The message names the field or the action's index."""


def no_such_seat(seats: int, seat: object) -> OptionError:
    """Return the error for a seat number that this table does not have."""
    return OptionError(shared("no_seat", last=seats - 1, given=quote(seat)))
