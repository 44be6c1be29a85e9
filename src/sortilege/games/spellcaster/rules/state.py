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

MAX_LEGAL: Final = 80  # at least the number of actions in any phase: draw, pass, 60 cards to play, 4 to activate


# ---------------------------------------------------------------- legal actions
def fill_actions(t: Cells, program: Cells, into: Cells) -> i64:
    """Write the ids of all actions of the active mage into `into`, and return their number (SC-230..270)."""
    count: i64 = 0
    if t[L.DECK_SIZE] > 0:  # SC-241
        into[0] = actions.DRAW
        count = 1
    if t[L.ALLOW_PASS] != 0:
        into[count] = actions.PASS
        count += 1
    count = L.write_card_actions(t[L.HAND + t[L.ACTIVE_SEAT]], into, count, actions.PLAY)
    return L.write_card_actions(turn.activatable_cards(t, program), into, count, actions.ACTIVATE)


def fill_targets(t: Cells, program: Cells, into: Cells) -> i64:
    """Write the ids of the actions that choose a pile for the current step of a card text into `into`, and return their
    number. Burying a card may also be declined (SC-817..821)."""
    count: i64 = 0
    if texts.current_step(t, program) == opcodes.BURY_CARD:
        into[0] = actions.DECLINE
        count = 1
    for colour in range(i64(L.COLOURS)):
        if texts.can_target(t, program, t[L.TEXT_POSITION], t[L.TEXT_CARD], colour, L.own_side(t)):
            into[count] = actions.TARGET + colour
            count += 1
    return count


def fill_range(into: Cells, first_action: i64, count: i64) -> i64:
    """Write `count` consecutive action ids, from `first_action` on, into `into`. Return `count`."""
    for i in range(count):
        into[i] = first_action + i
    return count


def fill_choices(t: Cells, program: Cells, into: Cells) -> i64:
    """Write the ids of the choices that the current step of a card text offers into `into`, and return their number."""
    phase = t[L.PHASE]
    if phase == L.DISCARD:
        return L.write_card_actions(t[L.HAND + t[L.DECIDER]], into, 0, actions.DISCARD)
    if phase == L.DISCARD_UP_TO:
        into[0] = actions.STOP
        return L.write_card_actions(t[L.HAND + t[L.DECIDER]], into, 1, actions.DISCARD)
    if phase == L.UNLESS:
        into[0] = actions.DECLINE
        return L.write_card_actions(t[L.HAND + t[L.DECIDER]], into, 1, actions.DISCARD)
    if phase == L.PLAY_FREE:
        into[0] = actions.STOP
        return L.write_card_actions(t[L.HAND + t[L.DECIDER]], into, 1, actions.PLAY)
    if phase == L.TARGET:
        return fill_targets(t, program, into)
    if phase == L.PAY:
        into[0] = actions.PAY
        into[1] = actions.DECLINE
        return 2
    if phase == L.CHOOSE:
        return fill_range(into, actions.CHOOSE, texts.step_argument(t, program, opcodes.AMOUNT))
    if phase == L.RECOVER:
        return L.write_card_actions(t[L.DISCARD_SET], into, 0, actions.RECOVER)
    if phase == L.TRIGGER:
        return L.write_card_actions(t[L.PENDING_ENCHANTMENTS], into, 0, actions.TRIGGER)
    return 0


def outcome_count(t: Cells) -> i64:
    """Return how many outcomes, all equally likely, a chance phase has: cards of the deck or a hand, or seats."""
    if t[L.PHASE] == L.DRAW_CARD:
        return t[L.DECK_SIZE]
    if t[L.PHASE] == L.STEAL_CARD:
        return t[L.HAND_SIZE + t[L.DECIDER]]
    return t[L.SEATS]


# ---------------------------------------------------------------- applying actions
def apply_action(t: Cells, program: Cells, action: i64) -> None:
    """Apply an action of a player or a chance outcome, without the automatic phases that follow. An action id is a base
    plus an argument, such as PLAY + card. The ids ascend in this order: draw, pass, PLAY + card, ACTIVATE + card."""
    phase = t[L.PHASE]
    if phase == L.DRAW_CARD:
        receive_card(t, action - actions.CARD)
    elif phase == L.ACTION:
        if action >= actions.ACTIVATE:
            turn.activate_card(t, program, action - actions.ACTIVATE)
        elif action >= actions.PLAY:
            turn.play_card(t, action - actions.PLAY)
        elif action == actions.DRAW:
            turn.draw_action(t)
        else:
            turn.pass_action(t)
    elif phase == L.FIRST_PLAYER:
        t[L.ACTIVE_SEAT] = action - actions.FIRST
        t[L.PHASE] = L.DEAL
    elif phase == L.TRIGGER:
        turn.trigger_enchantment(t, program, action - actions.TRIGGER)
    else:
        apply_choice(t, program, action)


def apply_random_action(t: Cells, program: Cells, rng: Rng) -> None:
    """Apply a random action of the active mage. To be fast, count the actions instead of writing their ids."""
    seat = t[L.ACTIVE_SEAT]
    can_draw = t[L.DECK_SIZE] > 0
    first_play: i64 = 0  # the index of the first play, after those of drawing and passing
    if can_draw:
        first_play = 1
    if t[L.ALLOW_PASS] != 0:
        first_play += 1
    first_activation = first_play + t[L.HAND_SIZE + seat]
    activatable = turn.activatable_cards(t, program)
    index = rng.below(first_activation + L.number_of_cards(activatable))
    if index == 0 and can_draw:
        turn.draw_action(t)
    elif index < first_play:
        turn.pass_action(t)
    elif index < first_activation:
        turn.play_card(t, L.nth_card(t[L.HAND + seat], index - first_play))
    else:
        turn.activate_card(t, program, L.nth_card(activatable, index - first_activation))


def apply_choice(t: Cells, program: Cells, action: i64) -> None:
    """Apply a choice that the current step of a card text asked for, or the random card of a theft. An action id minus
    its base, such as DISCARD, is the chosen card, pile or branch."""
    phase = t[L.PHASE]
    if action == actions.DECLINE:
        choices.decline(t, program)
    elif action == actions.STOP:
        t[L.PHASE] = L.CONTINUE_TEXT
    elif phase == L.DISCARD:
        choices.discard(t, action - actions.DISCARD)
    elif phase == L.DISCARD_UP_TO:
        choices.discard_up_to(t, action - actions.DISCARD)
    elif phase == L.UNLESS:
        choices.prevent(t, program, action - actions.DISCARD)
    elif phase == L.PAY:
        choices.pay(t, program)
    elif phase == L.TARGET:
        choices.apply_to_target(t, program, action - actions.TARGET)
    elif phase == L.STEAL_CARD:
        choices.steal_card(t, action - actions.STEAL)
    elif phase == L.PLAY_FREE:
        choices.play_free(t, action - actions.PLAY)
    elif phase == L.CHOOSE:
        choices.choose_branch(t, program, action - actions.CHOOSE)
    else:  # RECOVER
        choices.recover_card(t, action - actions.RECOVER)


class SpellcasterState(State):
    """The complete state of a game: a vector of integers (the cells, named in layout.py), and the card set in use."""

    # Any: neither Game nor CardSet is compiled
    def __init__(self, cells: Cells, game: Any, options: Options, cards: Any, program: Cells) -> None:
        super().__init__(cells, game, options, cells[L.SEATS], MAX_LEGAL)
        self.cards = cards  # the deck.CardSet in use, even if its file has been replaced since
        self.program = program  # the compiled texts of that set; shared and never changed

    def turn(self) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if L.is_chance(phase):
            return CHANCE
        if phase == L.GAME_OVER:
            return OVER
        return t[L.DECIDER]

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.ACTION:
            return fill_actions(t, self.program, into)
        if phase == L.DRAW_CARD:
            return L.write_card_actions(t[L.DECK], into, 0, actions.CARD)
        if phase == L.STEAL_CARD:
            return L.write_card_actions(t[L.HAND + t[L.DECIDER]], into, 0, actions.STEAL)
        if phase == L.FIRST_PLAYER:
            return fill_range(into, actions.FIRST, t[L.SEATS])
        return fill_choices(t, self.program, into)

    def fill_weights(self, into: Cells) -> i64:
        return fill_ones(into, outcome_count(self.cells))

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Return a random outcome of the current chance phase, without listing all outcomes as the default method does.
        Outcomes are counted from the last one, so that the same random number gives the same outcome as with that
        method."""
        t = self.cells
        count = outcome_count(t)
        index = count - 1 - rng.below(count)
        if t[L.PHASE] == L.DRAW_CARD:
            return actions.CARD + L.nth_card(t[L.DECK], index)
        if t[L.PHASE] == L.STEAL_CARD:
            return actions.STEAL + L.nth_card(t[L.HAND + t[L.DECIDER]], index)
        return actions.FIRST + index

    def do(self, action: i64) -> None:
        t = self.cells
        apply_action(t, self.program, action)
        turn.run_automatic_phases(t, self.program)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end of the game, and return the number of decisions and chance outcomes. The
        result is that of the default method, but the most frequent phases, ACTION and DRAW_CARD, are faster."""
        t = self.cells
        program = self.program
        nodes: i64 = 0
        while t[L.PHASE] != L.GAME_OVER:
            if t[L.PHASE] == L.ACTION:
                apply_random_action(t, program, rng)
            elif t[L.PHASE] == L.DRAW_CARD:
                count = t[L.DECK_SIZE]
                receive_card(t, L.nth_card(t[L.DECK], count - 1 - rng.below(count)))
            elif L.is_chance(t[L.PHASE]):
                apply_action(t, program, self.draw(rng, scratch))
            else:
                choice_count = fill_choices(t, program, scratch)
                apply_action(t, program, scratch[rng.below(choice_count)])
            turn.run_automatic_phases(t, program)
            nodes += 1
        return nodes

    def bare_copy(self) -> SpellcasterState:
        return SpellcasterState(copy(self.cells), self.game, self.options, self.cards, self.program)

    def scores(self) -> list[int]:
        t = self.cells
        return [t[L.SAPPHIRES + L.side_of(seat)] for seat in range(t[L.SEATS])]

    def winners(self) -> list[int]:
        t = self.cells
        winner = t[L.WINNER]  # DRAWN is not the number of any side (SC-522)
        return [seat for seat in range(t[L.SEATS]) if winner == L.SIDE_0_WINS + L.side_of(seat)]  # SC-523

    def reason(self) -> str:
        cause = self.cells[L.CAUSE]
        if cause == L.DECK_EMPTY:
            return "deck"
        return "energy" if cause == L.NO_ENERGY else "sapphires"
