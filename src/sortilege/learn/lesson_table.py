"""A lesson being played. The learner's actions follow the real rules. If the current step does not accept an action,
the action is not played and the learner gets a message.

Chance and the rivals do what the step's `answer` says. After that, chance is drawn from a fixed seed and a bot plays
the rivals. So the same actions of the learner always lead to the same position.
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
    """The response to an action of the learner."""

    played: bool
    words: Text | None = None  # the message to the learner if the action was not played, otherwise None


class LessonTable:
    """A lesson in progress. To check it, pass its `solution`, which chance and rivals then follow."""

    def __init__(self, game: Game, lesson: Lesson, solution: Iterator[Action] | None = None) -> None:
        self.game = game
        self.lesson = lesson
        self.solution = solution
        self.rng = Rng(SEED)
        self.bot = make(game.name, lesson.bot, SEED)
        self.states: list[State] = []  # each state since the learner's last action; the page shows them in turn
        self.step_index = 0  # of the current step
        self.state = self.start_state()
        self.play_others([])

    def start_state(self) -> State:
        """Return the state in which the lesson begins: the lesson's position, or a new game."""
        if self.lesson.position is not None:
            return self.game.load(self.lesson.position)
        return self.game.new(self.lesson.new["seats"], self.lesson.new.get("options"))

    @property
    def done(self) -> bool:
        """Whether the goal is reached."""
        return self.step_index == len(self.lesson.steps)

    @property
    def stuck(self) -> bool:
        """Whether the game ended before the goal."""
        return not self.done and self.state.turn() == OVER

    # ------------------------------------------------------------ an action of the learner
    def play(self, action: Untrusted) -> Reply:
        """Play an action of the learner, then chance and the rivals. If the current step of the lesson does not accept
        the action, only return a message. Raise IllegalAction if the rules of the game do not allow the action."""
        action_id = self.game.find(action)
        if not self.state.allows(action_id):
            raise self.game.refusal(self.state, action_id)
        if self.done:
            raise LessonError(phrase("lesson_done"))
        step = self.lesson.steps[self.step_index]
        accepted = step.accepts(action)
        if not accepted and not step.free:
            return Reply(played=False, words=step.message_about(action) or self.describe_effect(action_id))
        self.states = []
        self.state.apply(action_id)
        self.record_state()
        completed = accepted or step.is_completed_by(self.state.view(self.lesson.seat))
        is_last_step = self.step_index == len(self.lesson.steps) - 1
        script = list(step.answer) if accepted else []
        self.play_others(script, only_script=completed and is_last_step)
        if completed or step.is_completed_by(self.state.view(self.lesson.seat)):
            self.step_index += 1
        return Reply(played=True)

    def describe_effect(self, action: int) -> Text:
        """Return the message about an action that is not accepted: its effect, and the goal."""
        trial = self.state.clone()
        old_length = len(log_of(trial, self.lesson.seat))
        trial.apply(action)
        new_lines = log_of(trial, self.lesson.seat)[old_length:]

        def say(language: Language) -> str:
            sentence = self.game.say(new_lines[0], language) if new_lines else ""
            code = "would_do" if sentence else "not_it"
            return phrase(code, sentence=sentence, goal=self.lesson.goal).say(language)

        return Text.build(say)

    # ------------------------------------------------------------ chance and the rivals
    def play_others(self, script: list[Action], only_script: bool = False) -> None:
        """Play chance and the rivals until the learner must decide or the game is over, beginning with the actions in
        `script`. With `only_script`, stop when a rival would have to act after the script."""
        while (turn := self.state.turn()) not in (OVER, self.lesson.seat):
            is_rival = turn != CHANCE
            if is_rival and only_script and not script:
                break
            self.state.apply(self.next_action(script, turn))
            if is_rival:
                self.record_state()
        if script:
            raise LessonError(phrase("lesson_script", game=self.game.name, id=self.lesson.id, step=self.step_index + 1))
        self.record_state()

    def next_action(self, script: list[Action], turn: int) -> int:
        """Return the id of the next action of chance or of a rival, and remove it from the script. Without a solution
        and a script, chance is drawn from a fixed seed, and a bot chooses for the rivals."""
        scripted = script.pop(0) if script else None
        if self.solution is not None:
            return self.game.find(self.next_in_solution(self.solution, scripted))
        if scripted is not None:
            return self.game.find(scripted)
        if turn == CHANCE:
            return int(self.state.draw(self.rng, self.state.buffer()))
        return self.game.find(self.bot.choose(self.state.view(turn)))

    def next_in_solution(self, solution: Iterator[Action], scripted: Action | None) -> Action:
        """Return the next action of the solution. Raise LessonError if the solution has ended, or if the script demands
        another action here (`scripted`, or None if the script has ended)."""
        action = next(solution, None)
        if action is None or scripted not in (None, action):
            raise LessonError(phrase("lesson_short", game=self.game.name, id=self.lesson.id, step=self.step_index + 1))
        return action

    def record_state(self) -> None:
        """Append a copy of the present state to `states`, unless it equals the last one."""
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state.clone())
