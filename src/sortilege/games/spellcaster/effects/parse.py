"""The language of card effects (RULES.md, effect vocabulary): parsing it into steps, converting steps back to source
text, and compiling them to a program of opcodes. For example, `dmg 2; draw 1` has two steps: the rival loses 2 energy,
then the mage draws a card.

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

# the words of the language and their opcodes: words with a number, words without, and the words after `each`
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
MULTIPLIABLE = tuple(word for word in NUMBERED if word not in ("disc", "rdisc", "playfree"))  # in `disc..n{text}`
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
OTHER_WORDS = ("pay", "unless", "choose", "if", "each", "bury")
WORDS = (*NUMBERED, *BARE, *OTHER_WORDS)
COUNTED = {"@rhand": opcodes.RIVAL_HAND, "@col": opcodes.COLOURS}
COUNTED_WORDS = {code: word for word, code in COUNTED.items()}
CONDITIONS = {"lessE": opcodes.LESS_ENERGY, "lessS": opcodes.LESS_SAPPHIRES, "rhand>hand": opcodes.RIVAL_HOLDS_MORE}
TOKEN = re.compile(r"\s*(\.\.|@?[^\W\d_]+(?:>[^\W\d_]+)?|[0-9]+|[{}|;+-])")


class TextError(SortilegeError):
    """A card effect is not valid in the effect language. The message names the wrong step by its label: "2" is the
    second step, "2.1" the first step nested in it. Nested steps are counted across all branches of the outer step."""

    def __init__(self, label: str, reason: Sentence, rule: str = "") -> None:
        super().__init__(phrase("step", step=label, why=reason), rule)


@dataclass(frozen=True)
class Number:
    """A number in a card effect: a fixed amount plus, optionally, a count. For example `2` has the amount 2, and
    `@rhand-1` (one less than the cards in the rival's hand) has the amount -1 and counts RIVAL_HAND."""

    amount: int
    counted: int = opcodes.NOTHING  # NOTHING, RIVAL_HAND or COLOURS


@dataclass(frozen=True)
class Step:
    """One parsed step of a card effect. In `pay S2{dmg 3}else{dmg 1}` the word is `pay`, the number 2, the argument S,
    and `dmg 3` and `dmg 1` are inner texts. `disc..` and `each draw` count as one word."""

    word: str
    number: Number = Number(0)
    argument: str = ""  # the kind of crystal of a price (S or E), a colour, or a condition; "" for none
    inner_texts: tuple[tuple[Step, ...], ...] = ()


Text = tuple[Step, ...]


# ---------------------------------------------------------------- parse
def parse_text(source: str, green: bool) -> Text:
    """Parse the source of a card effect and return its steps. `green` is whether the card is green: only green cards
    may copy other cards. Raise TextError if the effect is not valid (SC-822)."""
    parser = Parser(source, green)
    text = parser.read_text()
    if parser.peek():
        parser.fail(phrase("unexpected", given=repr(parser.peek())))
    return text


class Parser:
    """A recursive-descent parser of one effect. Each `read` method consumes and returns one construct."""

    def __init__(self, source: str, green: bool) -> None:
        self.green = green
        self.label = ""  # of the step being read, for error messages
        self.tokens: list[str] = []
        index = 0
        source = source.rstrip()
        while index < len(source):
            match = TOKEN.match(source, index)
            if match is None:
                self.label = label_after(self.tokens)
                self.fail(phrase("cannot_read", given=repr(source[index:].strip()[:12])))
            self.tokens.append(match[1])
            index = match.end()

    def fail(self, reason: Sentence, rule: str = "") -> NoReturn:
        """Raise TextError about the step that is being read."""
        raise TextError(self.label, reason, rule)

    def peek(self) -> str:
        """Return the next token without consuming it, or "" at the end."""
        return self.tokens[0] if self.tokens else ""

    def next_token(self) -> str:
        """Consume and return the next token, or "" at the end."""
        return self.tokens.pop(0) if self.tokens else ""

    def expect(self, token: str, after: str | Sentence) -> None:
        """Consume the next token, which must be `token`; otherwise raise TextError: "'{' must follow choose"."""
        actual = self.next_token()
        if actual != token:
            quoted = repr(actual) if actual else phrase("the_end")
            self.fail(phrase("must_follow", token=repr(token), after=after, given=quoted))

    def read_text(self, outer_label: str = "", multiplied: bool = False, steps_before: int = 0) -> Text:
        """Read steps separated by semicolons. If they are nested in another step, `outer_label` is the label of that
        step, and `steps_before` is the number of steps in its earlier branches. If `multiplied` is true, allow only
        steps whose number can be multiplied."""
        prefix = f"{outer_label}." if outer_label else ""
        steps: list[Step] = []
        while True:
            self.label = f"{prefix}{steps_before + len(steps) + 1}"
            if steps and steps[-1].word == "trash":
                self.fail(phrase("trash_last"), "SC-827")
            step = self.read_step(multiplied)
            if step.word == "trash" and outer_label:
                self.fail(phrase("trash_whole"), "SC-827")
            steps.append(step)
            if self.peek() != ";":
                return tuple(steps)
            self.next_token()

    def read_inner_text(self, multiplied: bool = False, steps_before: int = 0) -> Text:
        """Read the steps that are nested in the current step, then continue with the current step."""
        outer_label = self.label
        text = self.read_text(outer_label, multiplied, steps_before)
        self.label = outer_label
        return text

    def read_braces(self, after: str, multiplied: bool = False, steps_before: int = 0) -> Text:
        """Read nested steps in braces. `after` is the source before the opening brace, for error messages."""
        self.expect("{", after)
        text = self.read_inner_text(multiplied, steps_before)
        self.expect("}", phrase("inner_text"))
        return text

    def read_step(self, multiplied: bool) -> Step:
        """Read one step of an effect. If `multiplied` is true, allow only a step whose number can be multiplied."""
        word = self.next_token()
        if not word or word in "{}|;":
            self.fail(phrase("no_step"))
        if word not in WORDS:
            self.fail_unknown(word)
        if multiplied and (word not in MULTIPLIABLE or self.peek() == ".."):
            self.fail(phrase("not_summed", word=word), "SC-810")
        if word == "copy" and not self.green:
            self.fail(phrase("green_copies"), "SC-822")
        if word == "disc" and self.peek() == "..":
            return self.read_discard_up_to()
        if word in NUMBERED:
            return Step(word, self.read_number(word))
        if word in BARE:
            return Step(word)
        readers = {
            "each": self.read_each,
            "bury": self.read_bury,
            "pay": self.read_pay,
            "if": self.read_if,
            "unless": self.read_unless,
            "choose": self.read_choose,
        }
        return readers[word]()

    def fail_unknown(self, word: str) -> NoReturn:
        """Raise TextError because no step begins with this word. Suggest the most similar word, if any."""
        similar_words = difflib.get_close_matches(word, WORDS, 1)
        if similar_words:
            self.fail(phrase("unknown_near", word=repr(word), near=similar_words[0]))
        self.fail(phrase("unknown", word=repr(word)))

    def read_digits(self, after: str, minimum: int = 0) -> int:
        """Read a whole number from `minimum` to MAX_NUMBER. `after` is the word before it, for error messages."""
        token = self.next_token()
        if token in ("+", "-"):
            token += self.peek()
        if not token.isdecimal() or not minimum <= int(token) <= MAX_NUMBER:
            self.fail(phrase("number", after=after, least=minimum, most=MAX_NUMBER, given=quoted_token(token)))
        return int(token)

    def read_number(self, word: str) -> Number:
        """Read the number of a step: a plain one like `2`, or one with a count, like `@rhand-1`."""
        if not self.peek().startswith("@"):
            return Number(self.read_digits(word))
        counted = self.next_token()
        if counted not in COUNTED:
            self.fail(phrase("counts_nothing", counted=counted))
        amount = 0
        if self.peek() in ("+", "-"):
            sign = -1 if self.next_token() == "-" else 1
            amount = sign * self.read_digits(counted)
        return Number(amount, COUNTED[counted])

    def read_discard_up_to(self) -> Step:
        """Read the part of `disc..n{text}` (discard up to n cards) that follows `disc`."""
        self.next_token()  # the two dots
        limit = self.read_digits("disc..", minimum=1)
        return Step("disc..", Number(limit), inner_texts=(self.read_braces(f"disc..{limit}", multiplied=True),))

    def read_each(self) -> Step:
        """Read the part of `each draw n` or `each lose n` (each mage draws or discards n cards) that follows `each`."""
        action = self.next_token()
        if action not in EACH:
            self.fail(phrase("each", given=quoted_token(action)))
        return Step(f"each {action}", Number(self.read_digits(f"each {action}", minimum=1)))

    def read_bury(self) -> Step:
        """Read the optional colour after `bury`."""
        colour = self.next_token() if self.peek().isalpha() else ""
        if colour and colour not in tuple(COLOURS):
            self.fail(phrase("bury", given=repr(colour)))
        return Step("bury", argument=colour)

    def read_branches(self, after: str) -> tuple[Text, ...]:
        """Read steps in braces and, if `else` follows, the alternative steps. Return one or two tuples of steps."""
        first = self.read_braces(after)
        if self.peek() != "else":
            return (first,)
        self.next_token()
        return first, self.read_braces("else", steps_before=len(first))

    def read_pay(self) -> Step:
        """Read what follows `pay`: a price in sapphires (S) or energy (E), and the steps for paying and declining."""
        kind = self.next_token()
        if kind not in ("S", "E"):
            self.fail(phrase("pay", given=quoted_token(kind)))
        price = self.read_digits(f"pay {kind}", minimum=1)
        return Step("pay", Number(price), kind, self.read_branches(f"pay {kind}{price}"))

    def read_if(self) -> Step:
        """Read what follows `if`: a condition, and the steps for when it holds and when it does not."""
        condition = self.next_token()
        if condition not in CONDITIONS:
            self.fail(phrase("if", conditions=list(CONDITIONS), given=quoted_token(condition)))
        return Step("if", argument=condition, inner_texts=self.read_branches(condition))

    def read_unless(self) -> Step:
        """Read what follows `unless`: in braces the steps that the rival can prevent by discarding."""
        return Step("unless", inner_texts=(self.read_braces("unless"),))

    def read_choose(self) -> Step:
        """Read what follows `choose`: in braces the branches, separated by bars."""
        self.expect("{", "choose")
        branches = [self.read_inner_text()]
        while self.peek() == "|":
            self.next_token()
            branches.append(self.read_inner_text(steps_before=sum(map(len, branches))))
        self.expect("}", phrase("the_branches"))
        if not 2 <= len(branches) <= MAX_BRANCHES:
            self.fail(phrase("choose", most=MAX_BRANCHES, given=len(branches)))
        return Step("choose", inner_texts=tuple(branches))


def quoted_token(token: str) -> str | Sentence:
    """Return a token as quoted in an error message; "" stands for the end of the effect."""
    return repr(token) if token else phrase("nothing")


def label_after(tokens: list[str]) -> str:
    """Return the label, such as "2.1", of the step that is incomplete after these tokens."""
    counts = [1]  # by depth of the braces: the number of steps begun
    inner_count = 0  # the number of steps in the braces closed most recently, which a further branch continues
    for token in tokens:
        if token == "{":
            counts.append(inner_count + 1)
            inner_count = 0
        elif token == "}" and len(counts) > 1:
            inner_count = counts.pop()
        elif token in (";", "|"):
            counts[-1] += 1
            inner_count = 0
    return ".".join(map(str, counts))


# ---------------------------------------------------------------- convert back to source text
def source_of(text: Text) -> str:
    """Return parsed steps in the effect language, such as "dmg 2; draw 1"."""
    return "; ".join(step_source(step) for step in text)


def step_source(step: Step) -> str:
    """Return one step in the effect language."""
    texts = [source_of(text) for text in step.inner_texts]
    number = number_source(step.number)
    if step.word == "disc..":
        return f"disc..{number}{{{texts[0]}}}"
    if step.word == "choose":
        return f"choose{{{'|'.join(texts)}}}"
    if step.word in ("pay", "if", "unless"):
        beginning = {"pay": f"pay {step.argument}{number}", "if": f"if {step.argument}", "unless": "unless"}[step.word]
        return beginning + "else".join(f"{{{text}}}" for text in texts)
    if step.word == "bury":
        return f"bury {step.argument}".rstrip()
    return step.word if step.word in BARE else f"{step.word} {number}"


def number_source(number: Number) -> str:
    """Return a number in the effect language, such as "2" or "@rhand-1"."""
    if number.counted == opcodes.NOTHING:
        return str(number.amount)
    added_amount = f"{number.amount:+d}" if number.amount else ""
    return COUNTED_WORDS[number.counted] + added_amount


# ---------------------------------------------------------------- compile
class Program(list[int]):
    """The effects of a card set compiled to a list of numbers for the engine (see opcodes.py). `steps` maps the
    position of each compiled step to the parsed step."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.steps: dict[int, Step] = {}

    def add_step(self, opcode: int, amount: int = 0, counted: int = opcodes.NOTHING) -> int:
        """Append a step without a jump target and return its position."""
        position = len(self)
        no_jump_target = 0
        self += [opcode, amount, counted, no_jump_target]
        return position

    def set_jump_target(self, position: int) -> None:
        """Make the end of the program the jump target of the step at `position`: it will jump to the next new step."""
        self[position + opcodes.JUMP_TARGET] = len(self)

    def write_text(self, text: Text) -> int:
        """Append all steps of a card effect and an END step, and return the position of the first step."""
        position = len(self)
        self.write_steps(text)
        self.add_step(opcodes.END)
        return position

    def write_steps(self, text: Text) -> None:
        """Append the steps of a card effect, and record the position of each."""
        for step in text:
            self.steps[len(self)] = step
            self.write_step(step)

    def write_step(self, step: Step) -> None:
        """Append one step and the steps that are nested in it."""
        amount = step.number.amount
        if step.word in NUMBERED:
            self.add_step(NUMBERED[step.word], amount, step.number.counted)
        elif step.word in BARE:
            self.add_step(BARE[step.word])
        elif step.word.startswith("each "):
            self.add_step(EACH[step.word.removeprefix("each ")], amount)
        elif step.word == "bury":
            colour = COLOURS.index(step.argument) if step.argument else opcodes.ANY_COLOUR
            self.add_step(opcodes.BURY_CARD, colour)
        elif step.word == "disc..":
            self.add_step(opcodes.DISCARD_UP_TO, amount)
            self.write_steps(step.inner_texts[0])
            self.add_step(opcodes.END_MULTIPLIER)
        elif step.word == "choose":
            self.write_choice(step)
        elif step.word == "pay":
            pay = opcodes.PAY_SAPPHIRES if step.argument == "S" else opcodes.PAY_ENERGY
            self.write_branches(self.add_step(pay, amount), step.inner_texts)
        elif step.word == "if":
            self.write_branches(self.add_step(opcodes.IF, CONDITIONS[step.argument]), step.inner_texts)
        else:
            self.write_branches(self.add_step(opcodes.UNLESS), step.inner_texts)

    def write_branches(self, position: int, texts: tuple[Text, ...]) -> None:
        """Append the one or two branches of the step at `position`. If its condition fails, this step jumps over the
        first branch; the end of the first branch jumps over the second."""
        self.write_steps(texts[0])
        if len(texts) == 1:
            self.set_jump_target(position)
            return
        jump_over_second = self.add_step(opcodes.JUMP)
        self.set_jump_target(position)
        self.write_steps(texts[1])
        self.set_jump_target(jump_over_second)

    def write_choice(self, step: Step) -> None:
        """Append a `choose` step: first a jump to each branch, then the branches, each with a jump to the end."""
        branches = step.inner_texts
        self.add_step(opcodes.CHOOSE, len(branches))
        jumps_to_branches = [self.add_step(opcodes.JUMP) for _ in branches]
        jumps_to_end: list[int] = []
        for jump, branch in zip(jumps_to_branches, branches, strict=True):
            self.set_jump_target(jump)
            self.write_steps(branch)
            jumps_to_end.append(self.add_step(opcodes.JUMP))
        for jump in jumps_to_end:
            self.set_jump_target(jump)
