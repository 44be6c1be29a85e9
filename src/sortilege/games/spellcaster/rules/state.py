"""The state of Spellcaster: legal actions, and applying them."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, copy, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.types import Options
from sortilege.games.spellcaster import actions
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules import choices, texts, turn
from sortilege.games.spellcaster.rules.card_moves import receive_card

MAX_LEGAL: Final = 80  # draw, pass, sixty cards to play, four to activate


# ---------------------------------------------------------------- legal actions
def fill_actions(t: Cells, p: Cells, into: Cells) -> i64:
    """SC-230..270: list draw, play and activate. Pass is listed only if another action is possible (SC-233)."""
    n: i64 = 0
    if t[L.DECK_SIZE] > 0:  # SC-241
        into[0] = actions.DRAW
        n = 1
    if t[L.ALLOW_PASS] != 0:
        into[n] = actions.PASS
        n += 1
    n = L.write_cards(t[L.HAND + t[L.ACTIVE]], into, n, actions.PLAY)
    return L.write_cards(turn.activatable_cards(t, p), into, n, actions.ACTIVATE)


def fill_targets(t: Cells, p: Cells, into: Cells) -> i64:
    """SC-817..821: list the piles that can be the target. A burial may be declined."""
    n: i64 = 0
    if p[t[L.PC]] == opcodes.BURY:
        into[0] = actions.DECLINE
        n = 1
    colour: i64 = 0
    while colour < 4:
        if texts.can_target(t, p, t[L.PC], t[L.TEXT_CARD], colour, L.own_side(t)):
            into[n] = actions.TARGET + colour
            n += 1
        colour += 1
    return n


def fill_range(into: Cells, base: i64, n: i64) -> i64:
    """List n consecutive ids beginning at `base`."""
    i: i64 = 0
    while i < n:
        into[i] = base + i
        i += 1
    return n


def fill_choices(t: Cells, p: Cells, into: Cells) -> i64:
    """List the choices that a text offers."""
    phase = t[L.PHASE]
    if phase == L.DISCARD:
        return L.write_cards(t[L.HAND + t[L.DECIDER]], into, 0, actions.DISCARD)
    if phase == L.DISCARD_UP_TO:
        into[0] = actions.STOP
        return L.write_cards(t[L.HAND + t[L.DECIDER]], into, 1, actions.DISCARD)
    if phase == L.UNLESS:
        into[0] = actions.DECLINE
        return L.write_cards(t[L.HAND + t[L.DECIDER]], into, 1, actions.DISCARD)
    if phase == L.PLAY_FREE:
        into[0] = actions.STOP
        return L.write_cards(t[L.HAND + t[L.DECIDER]], into, 1, actions.PLAY)
    if phase == L.TARGET:
        return fill_targets(t, p, into)
    if phase == L.PAY:
        into[0] = actions.PAY
        into[1] = actions.DECLINE
        return 2
    if phase == L.CHOOSE:
        return fill_range(into, actions.CHOOSE, p[t[L.PC] + 1])
    if phase == L.RECOVER:
        return L.write_cards(t[L.DISCARD_SET], into, 0, actions.RECOVER)
    if phase == L.TRIGGER:
        return L.write_cards(t[L.TO_TRIGGER], into, 0, actions.TRIGGER)
    return 0


def outcome_count(t: Cells) -> i64:
    """Return the number of chance outcomes. All are equally likely."""
    if t[L.PHASE] == L.CARD:
        return t[L.DECK_SIZE]
    if t[L.PHASE] == L.STEAL:
        return t[L.HAND_SIZE + t[L.DECIDER]]
    return t[L.SEATS]


# ---------------------------------------------------------------- applying actions
def apply_action(t: Cells, p: Cells, action: i64) -> None:
    """Apply an action or a chance outcome, without the automatic steps that follow."""
    phase = t[L.PHASE]
    if phase == L.CARD:
        receive_card(t, action - actions.CARD)
    elif phase == L.ACTION:
        if action >= actions.ACTIVATE:
            turn.activate_card(t, p, action - actions.ACTIVATE)
        elif action >= actions.PLAY:
            turn.play_card(t, action - actions.PLAY)
        elif action == actions.DRAW:
            turn.draw_action(t)
        else:
            turn.pass_action(t)
    elif phase == L.FIRST:
        t[L.ACTIVE] = action - actions.FIRST
        t[L.PHASE] = L.DEAL
    elif phase == L.TRIGGER:
        turn.trigger_enchantment(t, p, action - actions.TRIGGER)
    else:
        apply_choice(t, p, action)


def apply_random_action(t: Cells, p: Cells, rng: Rng) -> None:
    """Apply one of the actions that `fill_actions` lists, with equal probability, without listing them."""
    active = t[L.ACTIVE]
    cards = t[L.HAND_SIZE + active]
    other: i64 = 0  # draw and pass
    if t[L.DECK_SIZE] > 0:
        other = 1
    if t[L.ALLOW_PASS] != 0:
        other += 1
    ready = turn.activatable_cards(t, p)
    n = other + cards + L.set_size(ready)
    k = rng.below(n)
    if k < other:
        if k == 0 and t[L.DECK_SIZE] > 0:
            turn.draw_action(t)
        else:
            turn.pass_action(t)
    elif k < other + cards:
        turn.play_card(t, L.nth_card(t[L.HAND + active], k - other))
    else:
        turn.activate_card(t, p, L.nth_card(ready, k - other - cards))


def apply_choice(t: Cells, p: Cells, action: i64) -> None:
    """Apply the choice that a text asked for."""
    phase = t[L.PHASE]
    if action == actions.DECLINE:
        choices.decline(t, p)
    elif action == actions.STOP:
        t[L.PHASE] = L.NEXT_STEP
    elif phase == L.DISCARD:
        choices.discard_one(t, action - actions.DISCARD)
    elif phase == L.DISCARD_UP_TO:
        choices.discard_up_to(t, action - actions.DISCARD)
    elif phase == L.UNLESS:
        choices.prevent(t, p, action - actions.DISCARD)
    elif phase == L.PAY:
        choices.pay(t, p)
    elif phase == L.TARGET:
        choices.apply_to_target(t, p, action - actions.TARGET)
    elif phase == L.STEAL:
        choices.steal(t, action - actions.STEAL)
    elif phase == L.PLAY_FREE:
        choices.play_free(t, action - actions.PLAY)
    elif phase == L.CHOOSE:
        choices.choose(t, p, action - actions.CHOOSE)
    else:  # RECOVER
        choices.recover(t, action - actions.RECOVER)


class SpellcasterState(State):
    """The state of a duel or a team game."""

    # Any: neither Game nor CardSet is compiled
    def __init__(self, cells: Cells, game: Any, options: Options, cards: Any, program: Cells) -> None:
        super().__init__(cells, game, options, cells[L.SEATS], MAX_LEGAL)
        self.cards = cards  # the deck.CardSet in use, even if its file has been replaced since
        self.program = program  # the compiled texts of that set; shared and never changed

    def turn(self) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if phase < L.ACTION:
            return CHANCE
        if phase == L.DONE:
            return OVER
        return t[L.DECIDER]

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.ACTION:
            return fill_actions(t, self.program, into)
        if phase == L.CARD:
            return L.write_cards(t[L.DECK], into, 0, actions.CARD)
        if phase == L.STEAL:
            return L.write_cards(t[L.HAND + t[L.DECIDER]], into, 0, actions.STEAL)
        if phase == L.FIRST:
            return fill_range(into, actions.FIRST, t[L.SEATS])
        return fill_choices(t, self.program, into)

    def fill_weights(self, into: Cells) -> i64:
        return fill_ones(into, outcome_count(self.cells))

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Return a random outcome. Outcomes are equally likely, so the k-th last card is taken directly from its
        set."""
        t = self.cells
        n = outcome_count(t)
        k = n - 1 - rng.below(n)
        if t[L.PHASE] == L.CARD:
            return actions.CARD + L.nth_card(t[L.DECK], k)
        if t[L.PHASE] == L.STEAL:
            return actions.STEAL + L.nth_card(t[L.HAND + t[L.DECIDER]], k)
        return actions.FIRST + k

    def do(self, action: i64) -> None:
        t = self.cells
        apply_action(t, self.program, action)
        turn.run_automatic_steps(t, self.program)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end, as in every game, with a faster path for the two most frequent phases."""
        t = self.cells
        p = self.program
        nodes: i64 = 0
        while t[L.PHASE] != L.DONE:
            if t[L.PHASE] == L.ACTION:
                apply_random_action(t, p, rng)
            elif t[L.PHASE] == L.CARD:
                n = t[L.DECK_SIZE]
                receive_card(t, L.nth_card(t[L.DECK], n - 1 - rng.below(n)))
            elif t[L.PHASE] < L.ACTION:
                apply_action(t, p, self.draw(rng, scratch))
            else:
                apply_action(t, p, scratch[rng.below(fill_choices(t, p, scratch))])
            turn.run_automatic_steps(t, p)
            nodes += 1
        return nodes

    def bare_copy(self) -> SpellcasterState:
        return SpellcasterState(copy(self.cells), self.game, self.options, self.cards, self.program)

    def scores(self) -> list[int]:
        t = self.cells
        return [t[L.SAPPHIRES + (i64(seat) & 1)] for seat in range(t[L.SEATS])]

    def winners(self) -> list[int]:
        t = self.cells
        side = t[L.WINNER] - 1  # SC-522, SC-523: both seats of a side, or nobody
        return [seat for seat in range(t[L.SEATS]) if seat & 1 == side]

    def reason(self) -> str:
        cause = self.cells[L.CAUSE]
        if cause == L.DECK_EMPTY:
            return "deck"
        return "energy" if cause == L.NO_ENERGY else "sapphires"
