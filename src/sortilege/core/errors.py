"""Every refusal the product can utter: one sentence, and the rule behind it where a rule is the reason."""

from __future__ import annotations

from sortilege.core.phrases import Sentence, shared

QUOTED = 60  # characters


def quote(value: object) -> str:
    """A wrong value as a refusal quotes it, cut where nobody would read on."""
    said = repr(value)
    return said if len(said) <= QUOTED else f"{said[:QUOTED]}…"


class SortilegeError(Exception):
    """The common ancestor: whoever shows errors to people catches this and shows `str(error)`, in English, or
    `error.whole("fr")`; `error.say("fr")` leaves out the rule, for those who show it beside the sentence.

    What only programs and the command line can meet is a plain English text instead of a Sentence.
    """

    # Exception itself keeps what each class is made from as `args`, so that errors travel between processes.
    def __init__(self, sentence: Sentence | str, rule: str = "") -> None:
        self.sentence = sentence
        self.rule = rule

    def say(self, language: str = "en") -> str:
        """The sentence in this language, without its rule."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence.say(language)

    def whole(self, language: str = "en") -> str:
        """The sentence in this language, and the rule."""
        return f"{self.say(language)} ({self.rule})" if self.rule else self.say(language)

    def __str__(self) -> str:
        return self.whole()


class UnknownGame(SortilegeError):
    """Asked for a game that is not on the shelf."""


class OptionError(SortilegeError):
    """A table size or option the game does not have."""


class PositionError(SortilegeError):
    """A position that cannot lie on the table; names the field and, where there is one, the rule."""

    def __init__(self, field: str, message: Sentence | SortilegeError | str, rule: str = "") -> None:
        plain = isinstance(message, str)
        super().__init__(f"{field}: {message}" if plain else shared("field", field=field, why=message), rule)
        self.field = field


class IllegalAction(SortilegeError):
    """An action the rules do not allow now. The state is untouched."""

    def __init__(self, rule: str, message: Sentence | str) -> None:
        super().__init__(message, rule)
        self.message = self.say()


class NotQuiet(SortilegeError):
    """A position was asked for while something is half done."""


class CannotUndo(SortilegeError):
    """A step that may not be taken back; says why."""


class RecordError(SortilegeError):
    """A record that cannot be read, replayed or verified; names the line."""


def no_such_seat(seats: int, given: object) -> OptionError:
    """What to raise where a table has no seat of this number."""
    return OptionError(shared("no_seat", last=seats - 1, given=quote(given)))
