"""The language of card effects (RULES.md, effect vocabulary): parsing it into steps, converting steps back to source
text, and compiling them to a program of opcodes.

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
from sortilege.core.text.phrases import Sentence
from sortilege.games.spellcaster.actions import MAX_BRANCHES
from sortilege.games.spellcaster.box import COLOURS, phrase
from sortilege.games.spellcaster.effects import opcodes

MAX_NUMBER = 30  # the largest number in an effect: there are thirty crystals of a kind

NUMBERED = {
    "dmg": opcodes.DAMAGE,
    "heal": opcodes.GAIN_ENERGY,
    "saph": opcodes.GAIN_SAPPHIRES,
    "loseE": opcodes.LOSE_ENERGY,
    "rloseS": opcodes.RIVAL_LOSES_SAPPHIRES,
    "rheal": opcodes.RIVAL_GAINS_ENERGY,
    "rsaph": opcodes.RIVAL_GAINS_SAPPHIRES,
    "stealS": opcodes.STEAL_SAPPHIRES,
    "stealE": opcodes.STEAL_ENERGY,
    "ward": opcodes.GAIN_WARD,
    "action": opcodes.GAIN_ACTIONS,
    "draw": opcodes.DRAW,
    "rdraw": opcodes.RIVAL_DRAWS,
    "disc": opcodes.DISCARD,
    "rdisc": opcodes.RIVAL_DISCARDS,
    "playfree": opcodes.PLAY_FREE,
}
MULTIPLIABLE = tuple(word for word in NUMBERED if word not in ("disc", "rdisc", "playfree"))
BARE = {
    "flip": opcodes.TURN_CARD,
    "unweave": opcodes.DISCARD_ENCHANTMENT,
    "bounce": opcodes.RETURN_TO_HAND,
    "copy": opcodes.COPY_TEXT,
    "stealcard": opcodes.STEAL_CARD,
    "recover": opcodes.RECOVER_CARD,
    "trash": opcodes.DISCARD_THIS_CARD,
}
EACH = {"draw": opcodes.EACH_DRAWS, "lose": opcodes.EACH_DISCARDS}
FORKS = ("pay", "unless", "choose", "if", "each", "bury")
WORDS = (*NUMBERED, *BARE, *FORKS)
COUNTED = {"@rhand": opcodes.RIVAL_HAND, "@col": opcodes.COLOURS}
COUNTED_WORDS = {code: word for word, code in COUNTED.items()}
CONDITIONS = {"lessE": opcodes.LESS_ENERGY, "lessS": opcodes.LESS_SAPPHIRES, "rhand>hand": opcodes.RIVAL_HOLDS_MORE}
TOKEN = re.compile(r"\s*(\.\.|@?[^\W\d_]+(?:>[^\W\d_]+)?|[0-9]+|[{}|;+-])")


class TextError(SortilegeError):
    """An effect is not valid in the language. The message names the step by its number: 2, or 2.1 for the first step
    inside step 2, counted across its branches."""

    def __init__(self, step: str, why: Sentence, rule: str = "") -> None:
        super().__init__(phrase("step", step=step, why=why), rule)


@dataclass(frozen=True)
class Number:
    """A number in an effect: `plus` alone, or added to what `counted` counts."""

    plus: int
    counted: int = opcodes.NOTHING


@dataclass(frozen=True)
class Step:
    """One parsed step: its word (`disc..` and `each draw` count as one word), its number, its argument and its inner
    texts."""

    word: str
    number: Number = Number(0)
    argument: str = ""  # S or E for a price, a colour, a condition
    parts: tuple[tuple[Step, ...], ...] = ()


Text = tuple[Step, ...]


# ---------------------------------------------------------------- parse
def parse_text(source: str, green: bool) -> Text:
    """Return the steps of an effect. `green` says whether `copy` is allowed (SC-822)."""
    parser = Parser(source, green)
    text = parser.read_text("", True)
    if parser.peek():
        parser.fail(str(len(text)), phrase("unexpected", given=repr(parser.peek())))
    return text


class Parser:
    """A recursive-descent parser of one effect."""

    def __init__(self, source: str, green: bool) -> None:
        self.green = green
        self.tokens: list[str] = []
        position = 0
        rest = source.rstrip()
        while position < len(rest):
            match = TOKEN.match(rest, position)
            if match is None:
                self.fail(step_position(self.tokens), phrase("cannot_read", given=repr(rest[position:].strip()[:12])))
            self.tokens.append(match[1])
            position = match.end()

    def fail(self, step: str, why: Sentence, rule: str = "") -> NoReturn:
        """Raise TextError about a step."""
        raise TextError(step or "1", why, rule)

    def peek(self) -> str:
        """Return the next token without consuming it, or "" at the end."""
        return self.tokens[0] if self.tokens else ""

    def next_token(self) -> str:
        """Consume and return the next token, or "" at the end."""
        return self.tokens.pop(0) if self.tokens else ""

    def expect(self, token: str, step: str, after: str | Sentence) -> None:
        """Consume this token, or fail."""
        actual = self.next_token()
        if actual != token:
            quoted = repr(actual) if actual else phrase("the_end")
            self.fail(step, phrase("must_follow", token=repr(token), after=after, given=quoted))

    def read_text(self, prefix: str, outermost: bool, multiplied: bool = False, steps_before: int = 0) -> Text:
        """Read the steps of one text. `steps_before` is the number of steps in earlier branches of the same step;
        `multiplied` allows only steps whose number can be multiplied."""
        steps: list[Step] = []
        while True:
            position = f"{prefix}{steps_before + len(steps) + 1}"
            if steps and steps[-1].word == "trash":
                self.fail(position, phrase("trash_last"), "SC-827")
            step = self.read_step(position, multiplied)
            if step.word == "trash" and not outermost:
                self.fail(position, phrase("trash_whole"), "SC-827")
            steps.append(step)
            if self.peek() != ";":
                return tuple(steps)
            self.next_token()

    def read_step(self, position: str, multiplied: bool) -> Step:
        """Read one step."""
        word = self.next_token()
        if not word or word in "{}|;":
            self.fail(position, phrase("no_step"))
        if word not in WORDS:
            near = difflib.get_close_matches(word, WORDS, 1)
            if near:
                self.fail(position, phrase("unknown_near", word=repr(word), near=near[0]))
            self.fail(position, phrase("unknown", word=repr(word)))
        if multiplied and (word not in MULTIPLIABLE or self.peek() == ".."):
            self.fail(position, phrase("not_summed", word=word), "SC-810")
        if word == "copy" and not self.green:
            self.fail(position, phrase("green_copies"), "SC-822")
        if word == "disc" and self.peek() == "..":
            return self.read_discard_up_to(position)
        if word in NUMBERED:
            return Step(word, self.read_number(word, position))
        if word in BARE:
            return Step(word)
        methods = {
            "each": self.read_each,
            "bury": self.read_bury,
            "pay": self.read_pay,
            "if": self.read_if,
            "unless": self.read_unless,
            "choose": self.read_choose,
        }
        return methods[word](position)

    def read_digits(self, after: str, position: str, least: int = 0) -> int:
        """Read a plain number."""
        token = self.next_token()
        if token in ("+", "-"):
            token += self.peek()
        if not token.isdecimal() or not least <= int(token) <= MAX_NUMBER:
            self.fail(position, phrase("number", after=after, least=least, most=MAX_NUMBER, given=quoted_token(token)))
        return int(token)

    def read_number(self, word: str, position: str) -> Number:
        """Read a plain number or a counted one."""
        if not self.peek().startswith("@"):
            return Number(self.read_digits(word, position))
        counted = self.next_token()
        if counted not in COUNTED:
            self.fail(position, phrase("counts_nothing", counted=counted))
        plus = 0
        if self.peek() in ("+", "-") and self.peek():
            sign = -1 if self.next_token() == "-" else 1
            plus = sign * self.read_digits(counted, position)
        return Number(plus, COUNTED[counted])

    def read_braces(self, position: str, after: str, multiplied: bool = False, steps_before: int = 0) -> Text:
        """Read a text in braces."""
        self.expect("{", position, after)
        inner = self.read_text(f"{position}.", False, multiplied, steps_before)
        self.expect("}", position, phrase("inner_text"))
        return inner

    def read_discard_up_to(self, position: str) -> Step:
        """Read the rest of `disc..n{text}`."""
        self.next_token()
        n = self.read_digits("disc..", position, 1)
        return Step("disc..", Number(n), parts=(self.read_braces(position, f"disc..{n}", True),))

    def read_each(self, position: str) -> Step:
        """Read the rest of `each draw n` or `each lose n`."""
        action = self.next_token()
        if action not in EACH:
            self.fail(position, phrase("each", given=quoted_token(action)))
        return Step(f"each {action}", Number(self.read_digits(f"each {action}", position, 1)))

    def read_bury(self, position: str) -> Step:
        """Read the rest of `bury` with an optional colour."""
        colour = self.next_token() if self.peek().isalpha() else ""
        if colour and colour not in tuple(COLOURS):
            self.fail(position, phrase("bury", given=repr(colour)))
        return Step("bury", argument=colour)

    def read_branches(self, position: str, after: str) -> tuple[Text, ...]:
        """Read a text in braces and, if there is one, the text after `else`."""
        first = self.read_braces(position, after)
        if self.peek() != "else":
            return (first,)
        self.next_token()
        return first, self.read_braces(position, "else", steps_before=len(first))

    def read_pay(self, position: str) -> Step:
        """Read the rest of `pay` with its price."""
        kind = self.next_token()
        if kind not in ("S", "E"):
            self.fail(position, phrase("pay", given=quoted_token(kind)))
        n = self.read_digits(f"pay {kind}", position, 1)
        return Step("pay", Number(n), kind, self.read_branches(position, f"pay {kind}{n}"))

    def read_if(self, position: str) -> Step:
        """Read the rest of `if` with its condition."""
        condition = self.next_token()
        if condition not in CONDITIONS:
            self.fail(position, phrase("if", conditions=list(CONDITIONS), given=quoted_token(condition)))
        return Step("if", argument=condition, parts=self.read_branches(position, condition))

    def read_unless(self, position: str) -> Step:
        """Read the rest of `unless`."""
        return Step("unless", parts=(self.read_braces(position, "unless"),))

    def read_choose(self, position: str) -> Step:
        """Read the rest of `choose` with its branches."""
        self.expect("{", position, "choose")
        branches = [self.read_text(f"{position}.", False)]
        while self.peek() == "|":
            self.next_token()
            branches.append(self.read_text(f"{position}.", False, steps_before=sum(map(len, branches))))
        self.expect("}", position, phrase("the_branches"))
        if not 2 <= len(branches) <= MAX_BRANCHES:
            self.fail(position, phrase("choose", most=MAX_BRANCHES, given=len(branches)))
        return Step("choose", parts=tuple(branches))


def quoted_token(token: str) -> str | Sentence:
    """Return a token as quoted in an error message."""
    return repr(token) if token else phrase("nothing")


def step_position(tokens: list[str]) -> str:
    """Return the number of the step that the next token belongs to, in the numbering of the parser."""
    counts, inner = [1], 0  # steps begun at each depth; steps inside the last closed braces
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


# ---------------------------------------------------------------- convert back to source text
def source_of(text: Text) -> str:
    """Return a text in the effect language. This string is also the key of its sentence in `SetWords.effects`."""
    return "; ".join(step_source(step) for step in text)


def step_source(step: Step) -> str:
    """Return one step in the effect language."""
    inner = [source_of(part) for part in step.parts]
    n = number_source(step.number)
    if step.word == "disc..":
        return f"disc..{n}{{{inner[0]}}}"
    if step.word == "choose":
        return f"choose{{{'|'.join(inner)}}}"
    if step.word in ("pay", "if", "unless"):
        head = {"pay": f"pay {step.argument}{n}", "if": f"if {step.argument}", "unless": "unless"}[step.word]
        return head + f"{{{inner[0]}}}" + (f"else{{{inner[1]}}}" if len(inner) == 2 else "")
    if step.word == "bury":
        return f"bury {step.argument}".rstrip()
    return step.word if step.word in BARE else f"{step.word} {n}"


def number_source(number: Number) -> str:
    """Return a number in the effect language."""
    if number.counted == opcodes.NOTHING:
        return str(number.plus)
    plus = f"{number.plus:+d}" if number.plus else ""
    return COUNTED_WORDS[number.counted] + plus


# ---------------------------------------------------------------- compile
class Program(list[int]):
    """A list of numbers for the engine, with the parsed step at each position where one starts."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.steps: dict[int, Step] = {}


def write_text(text: Text, program: Program) -> int:
    """Append a text to a program and return where it starts."""
    start = len(program)
    write_steps(text, program)
    program += [opcodes.END, 0, 0, 0]
    return start


def write_steps(text: Text, program: Program) -> None:
    """Append steps to a program."""
    for step in text:
        write_step(step, program)


def write_step(step: Step, program: Program) -> None:
    """Append one step to a program."""
    n, counted = step.number.plus, step.number.counted
    program.steps[len(program)] = step
    if step.word in NUMBERED:
        program += [NUMBERED[step.word], n, counted, 0]
    elif step.word in BARE:
        program += [BARE[step.word], 0, 0, 0]
    elif step.word.startswith("each "):
        program += [EACH[step.word[5:]], n, 0, 0]
    elif step.word == "bury":
        program += [opcodes.BURY_CARD, COLOURS.index(step.argument) if step.argument else -1, 0, 0]
    elif step.word == "disc..":
        program += [opcodes.DISCARD_UP_TO, n, 0, 0]
        write_steps(step.parts[0], program)
        program += [opcodes.END_MULTIPLIER, 0, 0, 0]
    elif step.word == "choose":
        write_choice(step, program)
    else:
        write_fork(step, program)


def write_fork(step: Step, program: Program) -> None:
    """Append `pay`, `unless` or `if`: the condition, the first text and, if there is a second text, a jump over it."""
    if step.word == "pay":
        head = [opcodes.PAY_SAPPHIRES if step.argument == "S" else opcodes.PAY_ENERGY, step.number.plus]
    elif step.word == "if":
        head = [opcodes.IF, CONDITIONS[step.argument]]
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
    """Append `choose`: one jump per branch, then the branches, each followed by a jump to the end."""
    program += [opcodes.CHOOSE, len(step.parts), 0, 0]
    first_jump = len(program)
    program += [opcodes.JUMP, 0, 0, 0] * len(step.parts)
    ends: list[int] = []
    for i, part in enumerate(step.parts):
        program[first_jump + opcodes.STEP_SIZE * i + 3] = len(program)
        write_steps(part, program)
        ends.append(len(program))
        program += [opcodes.JUMP, 0, 0, 0]
    for end in ends:
        program[end + 3] = len(program)
