"""Spellcaster at one moment: what is legal, and what an action does."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, copy, evenly
from sortilege.core.rng import Rng
from sortilege.core.shapes import Options
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.layout import (
    ACTION,
    ACTIVE,
    CARD,
    CAUSE,
    CHOOSE,
    DEALING,
    DECK,
    DECK_OUT,
    DECKED,
    DISCARD,
    DISCARDS,
    DONE,
    ENERGY_OUT,
    FIRST,
    HAND,
    PASSING,
    PAY,
    PC,
    PHASE,
    PLAYFREE,
    RECOVER,
    SAPPHIRES,
    SEATS,
    SIZE,
    STEAL,
    TARGET,
    TEXT,
    TRIGGER,
    UNLESS,
    UPTO,
    WAITING,
    WHO,
    WINNER,
    count,
    pick,
    spread,
)
from sortilege.games.spellcaster.rules import answers, texts, turn
from sortilege.games.spellcaster.rules.moving import receive

WIDEST: Final = 80  # draw, pass, sixty cards to play, four to activate


# ---------------------------------------------------------------- what is legal
def fill_actions(t: Cells, p: Cells, into: Cells) -> i64:
    """SC-230..270: draw, play, activate; pass only beside something else (SC-233)."""
    n: i64 = 0
    if t[DECKED] > 0:  # SC-241
        into[0] = actions.DRAW
        n = 1
    if t[PASSING] != 0:
        into[n] = actions.PASS
        n += 1
    n = spread(t[HAND + t[ACTIVE]], into, n, actions.PLAY)
    return spread(turn.ready(t, p), into, n, actions.ACTIVATE)


def fill_targets(t: Cells, p: Cells, into: Cells) -> i64:
    """SC-817..821: the piles that fit; a burial may be declined."""
    n: i64 = 0
    if p[t[PC]] == opcodes.BURY:
        into[0] = actions.DECLINE
        n = 1
    colour: i64 = 0
    while colour < 4:
        if texts.fits(t, p, colour):
            into[n] = actions.TARGET + colour
            n += 1
        colour += 1
    return n


def fill_numbered(into: Cells, base: i64, n: i64) -> i64:
    """base, base + 1, …"""
    i: i64 = 0
    while i < n:
        into[i] = base + i
        i += 1
    return n


def fill_choice(t: Cells, p: Cells, into: Cells) -> i64:
    """What a seat may answer to a text."""
    phase = t[PHASE]
    if phase == DISCARD:
        return spread(t[HAND + t[WHO]], into, 0, actions.DISCARD)
    if phase == UPTO:
        into[0] = actions.STOP
        return spread(t[HAND + t[WHO]], into, 1, actions.DISCARD)
    if phase == UNLESS:
        into[0] = actions.DECLINE
        return spread(t[HAND + t[WHO]], into, 1, actions.DISCARD)
    if phase == PLAYFREE:
        into[0] = actions.STOP
        return spread(t[HAND + t[WHO]], into, 1, actions.PLAY)
    if phase == TARGET:
        return fill_targets(t, p, into)
    if phase == PAY:
        into[0] = actions.PAY
        into[1] = actions.DECLINE
        return 2
    if phase == CHOOSE:
        return fill_numbered(into, actions.CHOOSE, p[t[PC] + 1])
    if phase == RECOVER:
        return spread(t[DISCARDS], into, 0, actions.RECOVER)
    if phase == TRIGGER:
        return spread(t[WAITING], into, 0, actions.TRIGGER)
    return 0


def outcomes(t: Cells) -> i64:
    """How many outcomes chance has; all are equally likely."""
    if t[PHASE] == CARD:
        return t[DECKED]
    if t[PHASE] == STEAL:
        return t[SIZE + t[WHO]]
    return t[SEATS]


# ---------------------------------------------------------------- what an action does
def act(t: Cells, p: Cells, action: i64) -> None:
    """The action itself; what follows from it by itself is for `carry_on`."""
    phase = t[PHASE]
    if phase == CARD:
        receive(t, action - actions.CARD)
    elif phase == ACTION:
        if action >= actions.ACTIVATE:
            turn.activate(t, p, action - actions.ACTIVATE)
        elif action >= actions.PLAY:
            turn.play(t, action - actions.PLAY)
        elif action == actions.DRAW:
            turn.draw(t)
        else:
            turn.give_up_action(t)
    elif phase == FIRST:
        t[ACTIVE] = action - actions.FIRST
        t[PHASE] = DEALING
    elif phase == TRIGGER:
        turn.trigger(t, p, action - actions.TRIGGER)
    else:
        answer(t, p, action)


def act_at_random(t: Cells, p: Cells, rng: Rng) -> None:
    """One of the actions `fill_actions` would write, each as likely, without writing them all."""
    active = t[ACTIVE]
    cards = t[SIZE + active]
    other: i64 = 0  # draw and pass
    if t[DECKED] > 0:
        other = 1
    if t[PASSING] != 0:
        other += 1
    ready = turn.ready(t, p)
    n = other + cards + count(ready)
    k = rng.below(n)
    if k < other:
        if k == 0 and t[DECKED] > 0:
            turn.draw(t)
        else:
            turn.give_up_action(t)
    elif k < other + cards:
        turn.play(t, pick(t[HAND + active], k - other))
    else:
        turn.activate(t, p, pick(ready, k - other - cards))


def answer(t: Cells, p: Cells, action: i64) -> None:
    """What a text was waiting for."""
    phase = t[PHASE]
    if action == actions.DECLINE:
        answers.decline(t, p)
    elif action == actions.STOP:
        t[PHASE] = TEXT
    elif phase == DISCARD:
        answers.discard_one(t, action - actions.DISCARD)
    elif phase == UPTO:
        answers.discard_one_of_several(t, action - actions.DISCARD)
    elif phase == UNLESS:
        answers.prevent(t, p, action - actions.DISCARD)
    elif phase == PAY:
        answers.pay(t, p)
    elif phase == TARGET:
        answers.strike(t, p, action - actions.TARGET)
    elif phase == STEAL:
        answers.take_stolen(t, action - actions.STEAL)
    elif phase == PLAYFREE:
        answers.play_one_freely(t, action - actions.PLAY)
    elif phase == CHOOSE:
        answers.choose(t, p, action - actions.CHOOSE)
    else:  # RECOVER
        answers.take_recovered(t, action - actions.RECOVER)


class SpellcasterState(State):
    """One duel, or one battle of teams."""

    # Any: neither Game nor CardSet is compiled
    def __init__(self, cells: Cells, game: Any, options: Options, cards: Any, program: Cells) -> None:
        super().__init__(cells, game, options, cells[SEATS], WIDEST)
        self.cards = cards  # the deck.CardSet it is played with, even if a file of that name has been replaced since
        self.program = program  # that set's texts: shared, never changed

    def turn(self) -> i64:
        t = self.cells
        phase = t[PHASE]
        if phase < ACTION:
            return CHANCE
        if phase == DONE:
            return OVER
        return t[WHO]

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        phase = t[PHASE]
        if phase == ACTION:
            return fill_actions(t, self.program, into)
        if phase == CARD:
            return spread(t[DECK], into, 0, actions.CARD)
        if phase == STEAL:
            return spread(t[HAND + t[WHO]], into, 0, actions.STEAL)
        if phase == FIRST:
            return fill_numbered(into, actions.FIRST, t[SEATS])
        return fill_choice(t, self.program, into)

    def fill_weights(self, into: Cells) -> i64:
        return evenly(into, outcomes(self.cells))

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """All outcomes are equally likely, so the k-th one is picked straight from its set, counted from the last."""
        t = self.cells
        n = outcomes(t)
        k = n - 1 - rng.below(n)
        if t[PHASE] == CARD:
            return actions.CARD + pick(t[DECK], k)
        if t[PHASE] == STEAL:
            return actions.STEAL + pick(t[HAND + t[WHO]], k)
        return actions.FIRST + k

    def do(self, action: i64) -> None:
        t = self.cells
        act(t, self.program, action)
        turn.carry_on(t, self.program)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """As in every game, with the two commonest nodes taken the shortest way."""
        t = self.cells
        p = self.program
        nodes: i64 = 0
        while t[PHASE] != DONE:
            if t[PHASE] == ACTION:
                act_at_random(t, p, rng)
            elif t[PHASE] == CARD:
                n = t[DECKED]
                receive(t, pick(t[DECK], n - 1 - rng.below(n)))
            elif t[PHASE] < ACTION:
                act(t, p, self.draw(rng, scratch))
            else:
                act(t, p, scratch[rng.below(fill_choice(t, p, scratch))])
            turn.carry_on(t, p)
            nodes += 1
        return nodes

    def twin(self) -> SpellcasterState:
        return SpellcasterState(copy(self.cells), self.game, self.options, self.cards, self.program)

    def scores(self) -> list[int]:
        t = self.cells
        return [t[SAPPHIRES + (i64(seat) & 1)] for seat in range(t[SEATS])]

    def winners(self) -> list[int]:
        t = self.cells
        side = t[WINNER] - 1  # SC-522, SC-523: both seats of a side, or nobody
        return [seat for seat in range(t[SEATS]) if seat & 1 == side]

    def reason(self) -> str:
        cause = self.cells[CAUSE]
        if cause == DECK_OUT:
            return "deck"
        return "energy" if cause == ENERGY_OUT else "sapphires"
