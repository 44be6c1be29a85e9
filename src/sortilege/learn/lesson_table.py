"""A lesson being played. The learner's actions are applied by the real rules; one that a step does not accept gets a
message and is not played.

Chance and the rivals do what the step's `answer` says. Where it says nothing, chance is drawn from a fixed seed and a
bot plays the rivals, so the same actions always lead to the same position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sortilege.bots import make
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game
from sortilege.core.log import log_of
from sortilege.core.text.words import Language, Text
from sortilege.core.types import Action, Untrusted
from sortilege.learn.lessons import Lesson, LessonError, phrase

SEED: Final = 7


class Reply(NamedTuple):
    """The response to an action: whether it was played, and otherwise a message to the learner."""

    played: bool
    words: Text | None = None


class LessonTable:
    """The state of one lesson. To check a lesson, `others` is the solution: it supplies the actions of chance and the
    rivals."""

    def __init__(self, game: Game, lesson: Lesson, others: Iterator[Action] | None = None) -> None:
        self.game = game
        self.lesson = lesson
        self.others = others
        self.rng = Rng(SEED)
        self.bot = make(game.name, lesson.bot, SEED)
        self.states: list[State] = []  # to show one after the other since the learner's last action
        self.at = 0  # the index of the current step
        self.state = self.start()
        self.play_others([])

    def start(self) -> State:
        """Return the state at the start of the lesson."""
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

    # ------------------------------------------------------------ an action of the learner
    def play(self, action: Untrusted) -> Reply:
        """Play an action of the learner, then chance and the rivals. An action that the current step does not accept is
        not played. Raise IllegalAction if the rules do not allow it."""
        id = self.game.find(action)
        if not self.state.allows(id):
            raise self.game.refusal(self.state, id)
        if self.done:
            raise LessonError(phrase("lesson_done"))
        step = self.lesson.steps[self.at]
        takes = step.takes(action)
        if not takes and not step.free:
            return Reply(False, step.words_about(action) or self.describe_effect(id))
        self.states = []
        self.state.apply(id)
        self.record_state()
        reached = takes or step.is_reached(self.state.view(self.lesson.seat))
        last = reached and self.at == len(self.lesson.steps) - 1
        self.play_others(list(step.answer) if takes else [], rivals=not last)
        if reached or step.is_reached(self.state.view(self.lesson.seat)):
            self.at += 1
        return Reply(True)

    def describe_effect(self, action: int) -> Text:
        """Return what an action would do, in the words of the log, and that the goal is another."""
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
    def play_others(self, script: list[Action], rivals: bool = True) -> None:
        """Play chance and the rivals until the learner must decide or the game is over. `rivals=False`: stop at a
        rival's decision that is not in the script, because the goal is reached."""
        while (turn := self.state.turn()) not in (OVER, self.lesson.seat):
            if turn != CHANCE and not rivals and not script:
                break
            self.state.apply(self.next_action(script, turn))
            if turn != CHANCE:
                self.record_state()
        if script:
            raise LessonError(phrase("lesson_script", game=self.game.name, id=self.lesson.id, step=self.at + 1))
        self.record_state()

    def next_action(self, script: list[Action], turn: int) -> int:
        """Return the next action of chance or a rival: from the solution, the script, the seed or the bot."""
        scripted = script.pop(0) if script else None
        if self.others is not None:
            return self.game.find(self.next_in_solution(self.others, scripted))
        if scripted is not None:
            return self.game.find(scripted)
        if turn == CHANCE:
            return int(self.state.draw(self.rng, self.state.buffer()))
        return self.game.find(self.bot.choose(self.state.view(turn)))

    def next_in_solution(self, solution: Iterator[Action], scripted: Action | None) -> Action:
        """Return the next action of the solution. Raise LessonError if there is none or the script differs."""
        action = next(solution, None)
        if action is None or scripted not in (None, action):
            raise LessonError(phrase("lesson_short", game=self.game.name, id=self.lesson.id, step=self.at + 1))
        return action

    def record_state(self) -> None:
        """Add the present state to `states` if it has changed."""
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state.clone())
