"""One lesson being played: the learner's presses go through the real rules; a press that is not what a step asks is
answered, not played. Chance and the rivals do what the step says, and where it is silent what a fixed seed and a bot
do, so the same presses always lead to the same table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sortilege.bots import make
from sortilege.core.game import Game
from sortilege.core.log import log_of
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, Untrusted
from sortilege.core.state import CHANCE, OVER, State
from sortilege.core.words import Language, Text
from sortilege.learn.course import Lesson, LessonError, phrase

SEED: Final = 7


class Reply(NamedTuple):
    """What became of a press: whether it was played, and if not, what it would have done and why it is not the goal."""

    played: bool
    words: Text | None = None


class LessonTable:
    """A lesson under way. In a check `others` is the solution: it says what chance and the rivals do."""

    def __init__(self, game: Game, lesson: Lesson, others: Iterator[Action] | None = None) -> None:
        self.game = game
        self.lesson = lesson
        self.others = others
        self.rng = Rng(SEED)
        self.bot = make(game.name, lesson.bot, SEED)
        self.states: list[State] = []  # as they were shown since the last press
        self.at = 0  # the step
        self.state = self.begin()
        self.pass_on([])

    def begin(self) -> State:
        if self.lesson.position is not None:
            return self.game.load(self.lesson.position)
        return self.game.new(self.lesson.new["seats"], self.lesson.new.get("options"))

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.at == len(self.lesson.steps)

    @property
    def stuck(self) -> bool:
        """Whether the game ended before the goal."""
        return not self.done and self.state.turn() == OVER

    # ------------------------------------------------------------ a press
    def press(self, action: Untrusted) -> Reply:
        """What the learner does; IllegalAction where the rules do not allow it."""
        id = self.game.find(action)
        if not self.state.allows(id):
            raise self.game.refusal(self.state, id)
        if self.done:
            raise LessonError(phrase("lesson_done"))
        step = self.lesson.steps[self.at]
        takes = step.takes(action)
        if not takes and not step.free:
            return Reply(False, step.words_about(action) or self.would_do(id))
        self.states = []
        self.state.apply(id)
        self.show()
        reached = takes or step.is_reached(self.state.view(self.lesson.seat))
        last = reached and self.at == len(self.lesson.steps) - 1
        self.pass_on(list(step.answer) if takes else [], rivals=not last)
        if reached or step.is_reached(self.state.view(self.lesson.seat)):
            self.at += 1
        return Reply(True)

    def would_do(self, action: int) -> Text:
        """What a press would do, in the words of the log, and that it is something else than this step asks."""
        trial = self.state.clone()
        before = len(log_of(trial, self.lesson.seat))
        trial.apply(action)
        line = next(iter(log_of(trial, self.lesson.seat)[before:]), None)

        def say(language: Language) -> str:
            sentence = self.game.say(line, language) if line is not None else ""
            code = "would_do" if sentence else "not_it"
            return phrase(code, sentence=sentence, goal=self.lesson.goal).say(language)

        return Text.build(say)

    # ------------------------------------------------------------ chance and the rivals
    def pass_on(self, script: list[Action], rivals: bool = True) -> None:
        """Until the learner is to decide, or the game is over; when the goal is reached the rivals need not answer."""
        while (turn := self.state.turn()) not in (OVER, self.lesson.seat):
            if turn != CHANCE and not rivals and not script:
                break
            self.state.apply(self.next_of(script, turn))
            if turn != CHANCE:
                self.show()
        if script:
            raise LessonError(phrase("lesson_script", game=self.game.name, id=self.lesson.id, step=self.at + 1))
        self.show()

    def next_of(self, script: list[Action], turn: int) -> int:
        scripted = script.pop(0) if script else None
        if self.others is not None:
            return self.game.find(self.solved(scripted))
        if scripted is not None:
            return self.game.find(scripted)
        if turn == CHANCE:
            return int(self.state.draw(self.rng, self.state.buffer()))
        return self.game.find(self.bot.choose(self.state.view(turn)))

    def solved(self, scripted: Action | None) -> Action:
        """What the solution says comes now; LessonError where the step says otherwise."""
        assert self.others is not None
        found = next(self.others, None)
        if found is None or scripted not in (None, found):
            raise LessonError(phrase("lesson_short", game=self.game.name, id=self.lesson.id, step=self.at + 1))
        return found

    def show(self) -> None:
        """Keep the table as it is now for the page, which shows one after the other."""
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state.clone())
