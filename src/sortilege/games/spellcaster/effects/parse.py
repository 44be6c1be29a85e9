"""The language card texts are written in (RULES.md, effect vocabulary): read into steps, typed back, and written as a
program of opcodes.

text   = step { ";" step }
step   = WORD number | WORD | "bury" colour | "each" ("draw" | "lose") number
       | "disc.." digits "{" text "}" | "pay" ("S" | "E") digits "{" text "}" [ "else" "{" text "}" ]
       | "unless" "{" text "}" | "choose" "{" text { "|" text } "}"
       | "if" condition "{" text "}" [ "else" "{" text "}" ]
number = digits | ("@rhand" | "@col") [ ("+" | "-") digits ]
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import NoReturn

from sortilege.core.errors import SortilegeError
from sortilege.core.phrases import Sentence
from sortilege.games.spellcaster.actions import BRANCHES
from sortilege.games.spellcaster.box import COLOURS, phrase
from sortilege.games.spellcaster.effects import opcodes

MOST = 30  # no step counts higher: there are thirty crystals of a kind

NUMBERED = {
    "dmg": opcodes.DMG,
    "heal": opcodes.HEAL,
    "saph": opcodes.SAPH,
    "loseE": opcodes.LOSE_E,
    "rloseS": opcodes.RLOSE_S,
    "rheal": opcodes.RHEAL,
    "rsaph": opcodes.RSAPH,
    "stealS": opcodes.STEAL_S,
    "stealE": opcodes.STEAL_E,
    "ward": opcodes.WARD,
    "action": opcodes.MORE_ACTIONS,
    "draw": opcodes.DRAW,
    "rdraw": opcodes.RDRAW,
    "disc": opcodes.DISC,
    "rdisc": opcodes.RDISC,
    "playfree": opcodes.PLAYFREE,
}
SUMMED = tuple(word for word in NUMBERED if word not in ("disc", "rdisc", "playfree"))
BARE = {
    "flip": opcodes.FLIP,
    "unweave": opcodes.UNWEAVE,
    "bounce": opcodes.BOUNCE,
    "copy": opcodes.COPY,
    "stealcard": opcodes.STEAL_CARD,
    "recover": opcodes.RECOVER,
    "trash": opcodes.TRASH,
}
EACH = {"draw": opcodes.EACH_DRAW, "lose": opcodes.EACH_LOSE}
FORKS = ("pay", "unless", "choose", "if", "each", "bury")
WORDS = (*NUMBERED, *BARE, *FORKS)
COUNTED = {"@rhand": opcodes.RIVAL_HAND, "@col": opcodes.COLOURS}
COUNTED_WORDS = {code: word for word, code in COUNTED.items()}
CONDITIONS = {"lessE": opcodes.LESS_ENERGY, "lessS": opcodes.LESS_SAPPHIRES, "rhand>hand": opcodes.RIVAL_HOLDS_MORE}
TOKEN = re.compile(r"\s*(\.\.|@?[^\W\d_]+(?:>[^\W\d_]+)?|[0-9]+|[{}|;+-])")


class TextError(SortilegeError):
    """A text that is not in the language; names the step, counted from 1, as 2, or as 2.1 and so on for those that
    belong to it, of all its branches together."""

    def __init__(self, step: str, why: Sentence, rule: str = "") -> None:
        super().__init__(phrase("step", step=step, why=why), rule)


@dataclass(frozen=True)
class Number:
    """How many: a plain number, or so many more (or fewer) than something counted."""

    plus: int
    counted: int = opcodes.PLAIN


@dataclass(frozen=True)
class Step:
    """One step as read: its word (`disc..` and `each draw` are words of their own), number, mark and inner texts."""

    word: str
    number: Number = Number(0)
    mark: str = ""  # S or E of a price, a colour, a condition
    parts: tuple[tuple[Step, ...], ...] = ()


Text = tuple[Step, ...]


# ---------------------------------------------------------------- reading
def read(source: str, green: bool) -> Text:
    """A text as steps; `green` says whether `copy` may stand in it (SC-822)."""
    reader = Reader(source, green)
    text = reader.text("", True)
    if reader.peek():
        reader.fail(str(len(text)), phrase("unexpected", given=repr(reader.peek())))
    return text


class Reader:
    """Reads one text from left to right."""

    def __init__(self, source: str, green: bool) -> None:
        self.green = green
        self.tokens: list[str] = []
        at = 0
        rest = source.rstrip()
        while at < len(rest):
            found = TOKEN.match(rest, at)
            if found is None:
                self.fail(place(self.tokens), phrase("cannot_read", given=repr(rest[at:].strip()[:12])))
            self.tokens.append(found[1])
            at = found.end()

    def fail(self, step: str, why: Sentence, rule: str = "") -> NoReturn:
        raise TextError(step or "1", why, rule)

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self) -> str:
        return self.tokens.pop(0) if self.tokens else ""

    def expect(self, token: str, step: str, after: str | Sentence) -> None:
        found = self.take()
        if found != token:
            given = repr(found) if found else phrase("the_end")
            self.fail(step, phrase("must_follow", token=repr(token), after=after, given=given))

    def text(self, where: str, outermost: bool, summed: bool = False, before: int = 0) -> Text:
        """The steps up to the end of this text; `before` of the same step have been read in other branches."""
        out: list[Step] = []
        while True:
            here = f"{where}{before + len(out) + 1}"
            if out and out[-1].word == "trash":
                self.fail(here, phrase("trash_last"), "SC-827")
            step = self.step(here, summed)
            if step.word == "trash" and not outermost:
                self.fail(here, phrase("trash_whole"), "SC-827")
            out.append(step)
            if self.peek() != ";":
                return tuple(out)
            self.take()

    def step(self, here: str, summed: bool) -> Step:
        word = self.take()
        if not word or word in "{}|;":
            self.fail(here, phrase("no_step"))
        if word not in WORDS:
            near = difflib.get_close_matches(word, WORDS, 1)
            if near:
                self.fail(here, phrase("unknown_near", word=repr(word), near=near[0]))
            self.fail(here, phrase("unknown", word=repr(word)))
        if summed and (word not in SUMMED or self.peek() == ".."):
            self.fail(here, phrase("not_summed", word=word), "SC-810")
        if word == "copy" and not self.green:
            self.fail(here, phrase("green_copies"), "SC-822")
        if word == "disc" and self.peek() == "..":
            return self.discard_up_to(here)
        if word in NUMBERED:
            return Step(word, self.number(word, here))
        if word in BARE:
            return Step(word)
        reader = {"each": self.each, "bury": self.bury, "pay": self.pay, "if": self.fork, "unless": self.unless}
        return reader.get(word, self.choose)(here)

    def digits(self, after: str, here: str, least: int = 0) -> int:
        token = self.take()
        if token in ("+", "-"):
            token += self.peek()
        if not token.isdecimal() or not least <= int(token) <= MOST:
            self.fail(here, phrase("number", after=after, least=least, most=MOST, given=or_nothing(token)))
        return int(token)

    def number(self, word: str, here: str) -> Number:
        if not self.peek().startswith("@"):
            return Number(self.digits(word, here))
        counted = self.take()
        if counted not in COUNTED:
            self.fail(here, phrase("counts_nothing", counted=counted))
        plus = 0
        if self.peek() in ("+", "-") and self.peek():
            sign = -1 if self.take() == "-" else 1
            plus = sign * self.digits(counted, here)
        return Number(plus, COUNTED[counted])

    def braces(self, here: str, after: str, summed: bool = False, before: int = 0) -> Text:
        self.expect("{", here, after)
        inner = self.text(f"{here}.", False, summed, before)
        self.expect("}", here, phrase("inner_text"))
        return inner

    def discard_up_to(self, here: str) -> Step:
        self.take()
        n = self.digits("disc..", here, 1)
        return Step("disc..", Number(n), parts=(self.braces(here, f"disc..{n}", True),))

    def each(self, here: str) -> Step:
        what = self.take()
        if what not in EACH:
            self.fail(here, phrase("each", given=or_nothing(what)))
        return Step(f"each {what}", Number(self.digits(f"each {what}", here, 1)))

    def bury(self, here: str) -> Step:
        colour = self.take() if self.peek().isalpha() else ""
        if colour and colour not in tuple(COLOURS):
            self.fail(here, phrase("bury", given=repr(colour)))
        return Step("bury", mark=colour)

    def ways(self, here: str, after: str) -> tuple[Text, ...]:
        """One text in braces, and another where there is an `else`."""
        first = self.braces(here, after)
        if self.peek() != "else":
            return (first,)
        self.take()
        return first, self.braces(here, "else", before=len(first))

    def pay(self, here: str) -> Step:
        kind = self.take()
        if kind not in ("S", "E"):
            self.fail(here, phrase("pay", given=or_nothing(kind)))
        n = self.digits(f"pay {kind}", here, 1)
        return Step("pay", Number(n), kind, self.ways(here, f"pay {kind}{n}"))

    def fork(self, here: str) -> Step:
        condition = self.take()
        if condition not in CONDITIONS:
            self.fail(here, phrase("if", conditions=list(CONDITIONS), given=or_nothing(condition)))
        return Step("if", mark=condition, parts=self.ways(here, condition))

    def unless(self, here: str) -> Step:
        return Step("unless", parts=(self.braces(here, "unless"),))

    def choose(self, here: str) -> Step:
        self.expect("{", here, "choose")
        branches = [self.text(f"{here}.", False)]
        while self.peek() == "|":
            self.take()
            branches.append(self.text(f"{here}.", False, before=sum(map(len, branches))))
        self.expect("}", here, phrase("the_branches"))
        if not 2 <= len(branches) <= BRANCHES:
            self.fail(here, phrase("choose", most=BRANCHES, given=len(branches)))
        return Step("choose", parts=tuple(branches))


def or_nothing(token: str) -> str | Sentence:
    """What stands there, as a complaint quotes it."""
    return repr(token) if token else phrase("nothing")


def place(tokens: list[str]) -> str:
    """The step that the next token belongs to, as `Reader` counts them."""
    counts, inner = [1], 0  # the steps begun at each depth; those of the step whose braces were closed last
    for token in tokens:
        if token == "{":
            counts.append(inner + 1)
            inner = 0
        elif token == "}" and len(counts) > 1:
            inner = counts.pop()
        elif token in (";", "|"):
            counts[-1] += 1
            inner = 0
    return ".".join(map(str, counts))


# ---------------------------------------------------------------- typing back
def source_of(text: Text) -> str:
    """A text as it would be typed in: the name under which its sentence is found."""
    return "; ".join(step_source(step) for step in text)


def step_source(step: Step) -> str:
    inner = [source_of(part) for part in step.parts]
    n = number_source(step.number)
    if step.word == "disc..":
        return f"disc..{n}{{{inner[0]}}}"
    if step.word == "choose":
        return f"choose{{{'|'.join(inner)}}}"
    if step.word in ("pay", "if", "unless"):
        head = {"pay": f"pay {step.mark}{n}", "if": f"if {step.mark}", "unless": "unless"}[step.word]
        return head + f"{{{inner[0]}}}" + (f"else{{{inner[1]}}}" if len(inner) == 2 else "")
    if step.word == "bury":
        return f"bury {step.mark}".rstrip()
    return step.word if step.word in BARE else f"{step.word} {n}"


def number_source(number: Number) -> str:
    if number.counted == opcodes.PLAIN:
        return str(number.plus)
    plus = f"{number.plus:+d}" if number.plus else ""
    return COUNTED_WORDS[number.counted] + plus


# ---------------------------------------------------------------- writing the program
class Program(list[int]):
    """The numbers, and which step each was written for."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.steps: dict[int, Step] = {}


def write(text: Text, program: Program) -> int:
    """Append a text to a program and answer where it starts."""
    start = len(program)
    write_steps(text, program)
    program += [opcodes.END, 0, 0, 0]
    return start


def write_steps(text: Text, program: Program) -> None:
    for step in text:
        write_step(step, program)


def write_step(step: Step, program: Program) -> None:
    n, counted = step.number.plus, step.number.counted
    program.steps[len(program)] = step
    if step.word in NUMBERED:
        program += [NUMBERED[step.word], n, counted, 0]
    elif step.word in BARE:
        program += [BARE[step.word], 0, 0, 0]
    elif step.word.startswith("each "):
        program += [EACH[step.word[5:]], n, 0, 0]
    elif step.word == "bury":
        program += [opcodes.BURY, COLOURS.index(step.mark) if step.mark else -1, 0, 0]
    elif step.word == "disc..":
        program += [opcodes.DISC_UPTO, n, 0, 0]
        write_steps(step.parts[0], program)
        program += [opcodes.ONCE, 0, 0, 0]
    elif step.word == "choose":
        write_choice(step, program)
    else:
        write_fork(step, program)


def write_fork(step: Step, program: Program) -> None:
    """`pay`, `unless`, `if`: the fork, the first text, and where there is one a jump over the second."""
    if step.word == "pay":
        head = [opcodes.PAY_S if step.mark == "S" else opcodes.PAY_E, step.number.plus]
    elif step.word == "if":
        head = [opcodes.IF, CONDITIONS[step.mark]]
    else:
        head = [opcodes.UNLESS, 0]
    fork = len(program)
    program += [*head, 0, 0]
    write_steps(step.parts[0], program)
    if len(step.parts) == 2:
        jump = len(program)
        program += [opcodes.JUMP, 0, 0, 0]
        program[fork + 3] = len(program)
        write_steps(step.parts[1], program)
        program[jump + 3] = len(program)
    else:
        program[fork + 3] = len(program)


def write_choice(step: Step, program: Program) -> None:
    """`choose`: as many jumps as branches, then the branches, each with a jump to the end."""
    program += [opcodes.CHOOSE, len(step.parts), 0, 0]
    table = len(program)
    program += [opcodes.JUMP, 0, 0, 0] * len(step.parts)
    ends: list[int] = []
    for i, part in enumerate(step.parts):
        program[table + opcodes.WIDTH * i + 3] = len(program)
        write_steps(part, program)
        ends.append(len(program))
        program += [opcodes.JUMP, 0, 0, 0]
    for end in ends:
        program[end + 3] = len(program)
