"""The state machine of SpellBook: it carries out steps until a seat or chance has to decide."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, copy, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.types import Options
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.books import begin_copy
from sortilege.games.spellbook.rules.day import (
    begin_action,
    clear_altar,
    draw_spell,
    end_day,
    fill_instant,
    next_phase,
    offer,
    resupply,
)
from sortilege.games.spellbook.rules.keywords import (
    can_draw_to,
    discard,
    draw,
    end_sweep,
    picked_token,
    refill_empty_pouch,
    store,
    store_from_pool,
    swap,
    sweep,
    take,
    take_for_other,
)
from sortilege.games.spellbook.rules.learning import choose_spell, choose_wild, finish_learning, pay, place
from sortilege.games.spellbook.rules.nodes import fill_outcomes, fill_pouch_counts, fill_seat_actions
from sortilege.games.spellbook.rules.scoring import reason, score, winners

MAX_LEGAL: Final = 96  # the most actions that can be legal at once


# ---------------------------------------------------------------- advancing
def advance(t: Cells) -> None:
    """Carry out automatic steps and skip impossible ones, until a seat or chance has to decide or the game ends."""
    while t[L.PHASE] != L.END:
        if t[L.DEPTH] == 0:
            next_phase(t)
            continue
        top = L.top_step_start(t)
        step, step_count, argument = t[top], t[top + L.STEP_COUNT], t[top + L.STEP_ARGUMENT]
        if is_chance_step(step):
            if has_outcome(t, step, step_count, argument):
                if step == L.DRAW:
                    refill_empty_pouch(t)
                t[L.TURN] = CHANCE
                return
        elif step >= L.LOWER_CARD and run_automatic_step(t, step, argument):  # no step below it is automatic
            continue
        elif has_choice(t, step, step_count, argument):
            t[L.TURN] = t[L.ACTIVE]
            if step == L.OTHER_TAKES:
                t[L.TURN] = argument
            return
        L.pop_step(t)


def is_chance_step(step: i64) -> bool:
    """Return whether chance decides in this step: it draws spells, the first player or tokens."""
    return step <= L.DRAW


def has_outcome(t: Cells, step: i64, step_count: i64, argument: i64) -> bool:
    """Return whether anything can be drawn in a chance step. For tokens, `argument` is their target zone."""
    if step == L.DRAW:
        return step_count > 0 and can_draw_to(t, argument)
    return step == L.FIRST_PLAYER or step_count > 0


def run_automatic_step(t: Cells, step: i64, argument: i64) -> bool:
    """Carry out a step that needs no choice. If the step needs a choice, return False and change nothing."""
    if step == L.LOWER_CARD:
        change_level(t, argument, -1)  # SB-395, SB-467, SB-490
    elif step == L.FINISH_LEARNING:
        finish_learning(t)
    elif step == L.RESUPPLY:
        resupply(t)
    elif step == L.CLEAR_ALTAR:
        clear_altar(t)
    elif step == L.NEXT_DAY:
        end_day(t)
    elif step == L.SWEEP and L.count(t, L.ALTAR) == 0:
        end_sweep(t)
    else:
        return False
    return True


def change_level(t: Cells, colour: i64, change: i64) -> None:
    """Change the level of the active seat's spell of a colour by `change` (1 or -1), and finish the step."""
    t[L.player_start(t[L.ACTIVE]) + L.LEVELS_OFFSET + colour] += change
    L.pop_step(t)


def has_choice(t: Cells, step: i64, step_count: i64, argument: i64) -> bool:
    """Return whether a step asks a seat for a choice that is possible; if not, it is skipped (SB-052, SB-056)."""
    if step == L.INSTANT:  # SB-533: a Morning action may be impossible
        return fill_instant(t, blank(MAX_LEGAL)) > 0
    if not has_token_count(step):
        return True
    return step_count > 0 and has_space(t, step, argument) and has_token(t, step, argument)


def has_token_count(step: i64) -> bool:
    """Return whether the count of a step is the number of tokens that a seat still has to pick."""
    return L.TAKE <= step <= L.SWAP_BOARD or step == L.OFFER or step == L.STORE_SPENT or step == L.CLONE_COST


def has_space(t: Cells, step: i64, argument: i64) -> bool:
    """Return whether the zone to which a step moves tokens has space for one more."""
    if step == L.TAKE or step == L.TAKE_UP_TO:
        return L.pool_space(t, t[L.ACTIVE]) > 0
    if step == L.OTHER_TAKES:  # SB-323: the argument is the seat that takes
        return L.pool_space(t, argument) > 0
    if step == L.STORE or step == L.STORE_SPENT or step == L.TAKE_TO_BOARD:  # SB-064, SB-596
        return L.free_spaces(t, t[L.ACTIVE]) > 0
    return True  # the box and the opponent have space for any number, and a swap needs none


def has_token(t: Cells, step: i64, argument: i64) -> bool:
    """Return whether the zone from which a step moves tokens has one of the allowed kind."""
    active_seat = t[L.ACTIVE]
    if step == L.TAKE or step == L.TAKE_UP_TO:
        return L.count_kind(t, L.ALTAR, active_seat, argument) > 0
    if step == L.STORE or step == L.DISCARD_SOME:
        return L.count_kind(t, L.pool_of(active_seat), active_seat, argument) > 0
    if step == L.STORE_SPENT:
        return L.count(t, L.SPENT) > 0
    if step == L.TAKE_TO_BOARD or step == L.OTHER_TAKES or step == L.OFFER:  # SB-209: an empty altar gives nothing
        return L.count(t, L.ALTAR) > 0
    return True  # a swap or Clone begins only if there is a token for it


# ---------------------------------------------------------------- drawing
def random_token(t: Cells, rng: Rng) -> i64:
    """Return a random token of the pouch, by skipping a random number of its tokens, sorted by type."""
    tokens_to_skip = rng.below(L.count(t, L.POUCH))
    colour: i64 = box.COLOURS - 1
    while tokens_to_skip >= L.count_colour(t, L.POUCH, colour):
        tokens_to_skip -= L.count_colour(t, L.POUCH, colour)
        colour -= 1
    token = L.token_of(colour, box.RUNES - 1)
    while tokens_to_skip >= t[L.POUCH + token]:
        tokens_to_skip -= t[L.POUCH + token]
        token -= 1
    return token


# ---------------------------------------------------------------- applying actions
def decide(t: Cells, step: i64, action: i64) -> None:
    """Apply the action that a seat has chosen in a step, such as L.TAKE."""
    active_seat = t[L.ACTIVE]
    token = picked_token(action)  # unused in a step that picks no token
    if step == L.CHOOSE or step == L.INSTANT:
        begin_action(t, action)
    elif step == L.TAKE or step == L.TAKE_UP_TO:
        if action == actions.STOP:
            L.pop_step(t)
        else:
            take(t, L.pool_of(active_seat), token)
    elif step == L.DISCARD_SOME or step == L.CLONE_COST:
        discard(t, token)
    elif step == L.STORE:
        store_from_pool(t, token)
    elif step == L.PAY:
        if action >= actions.WILD:
            choose_wild(t, action - actions.WILD)
        else:
            pay(t, token)
    elif step == L.TAKE_TO_BOARD:
        take(t, L.board_of(active_seat), token)
    elif step == L.OTHER_TAKES:
        take_for_other(t, token)
    elif step == L.LEARN:
        choose_spell(t, action - actions.LEARN)
    elif step == L.PLACE:
        place(t, token)
    elif step == L.OFFER:
        offer(t, token)
    else:
        apply_rare_decision(t, step, action)


def apply_rare_decision(t: Cells, step: i64, action: i64) -> None:
    """Apply a seat's action in a rarer step, such as those of swaps, Storm, Clone and Time Travel."""
    token = picked_token(action)  # unused in a step that picks no token
    if step == L.SWAP_ALTAR or step == L.SWAP_BOARD:
        if t[L.GIVEN_TOKEN] == L.NONE:
            t[L.GIVEN_TOKEN] = token
        else:
            swap(t, step, token)
    elif step == L.SWEEP:
        if action == actions.STOP:
            end_sweep(t)
        else:
            sweep(t, token)
    elif step == L.STORE_SPENT:
        L.decrement_step_count(t)
        store(t, L.SPENT, token)
    elif step == L.COPY:
        t[L.COPIED_ACTION] = action
        begin_copy(t, action)
    else:  # RAISE. SB-066, SB-446: this does not count as learning the spell (SB-451)
        change_level(t, L.spell_colour(action - actions.RAISE), 1)


def apply_action(t: Cells, action: i64) -> None:
    """Apply a legal action and advance to the next decision or chance event."""
    step = L.current_step(t)
    if t[L.TURN] == CHANCE:
        apply_outcome(t, step, action)
    else:
        decide(t, step, action)
    advance(t)


def apply_outcome(t: Cells, step: i64, outcome: i64) -> None:
    """Apply an outcome of chance in a step: the token, the spell or the first player that was drawn."""
    if step == L.DRAW:
        draw(t, outcome - actions.DRAW)
    elif step == L.LINEUP:
        draw_spell(t, outcome - actions.LINEUP)
    else:
        t[L.FIRST] = outcome - actions.FIRST
        L.pop_step(t)


class SpellBookState(State):
    """The state of a SpellBook game."""

    # Any: as in core.engine.state, the core.game.Game it belongs to
    def __init__(self, cells: Cells, game: Any, options: Options) -> None:
        super().__init__(cells, game, options, cells[L.SEATS], MAX_LEGAL)

    def turn(self) -> i64:
        return self.cells[L.TURN]

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        if t[L.PHASE] == L.END:
            return 0
        top = L.top_step_start(t)
        if t[L.TURN] == CHANCE:
            return fill_outcomes(t, t[top], t[top + L.STEP_COUNT], into)
        return fill_seat_actions(t, t[top], t[top + L.STEP_ARGUMENT], into)

    def fill_weights(self, into: Cells) -> i64:
        t = self.cells
        step = L.current_step(t)
        if step == L.DRAW:
            return fill_pouch_counts(t, into)
        if step == L.LINEUP:
            return fill_ones(into, box.SPELLS_PER_COLOUR)
        return fill_ones(into, t[L.SEATS])

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Draw an outcome of chance. A token is drawn directly from the pouch, without a list of outcomes."""
        t = self.cells
        if L.current_step(t) == L.DRAW:
            return actions.DRAW + random_token(t, rng)
        return super().draw(rng, scratch)

    def do(self, action: i64) -> None:
        apply_action(self.cells, action)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end of the game and return their number, faster than `State.play_out`."""
        t = self.cells
        actions_played: i64 = 0
        while t[L.TURN] != OVER:
            top = L.top_step_start(t)
            step = t[top]
            if step == L.DRAW:
                draw(t, random_token(t, rng))
                advance(t)
            elif t[L.TURN] == CHANCE:
                apply_action(t, self.draw(rng, scratch))
            else:
                legal_count = fill_seat_actions(t, step, t[top + L.STEP_ARGUMENT], scratch)
                decide(t, step, scratch[rng.below(legal_count)])
                advance(t)
            actions_played += 1
        return actions_played

    def bare_copy(self) -> SpellBookState:
        return SpellBookState(copy(self.cells), self.game, self.options)

    def scores(self) -> list[int]:
        t = self.cells
        return [score(t, i64(seat)) for seat in range(t[L.SEATS])]

    def winners(self) -> list[int]:
        return winners(self.cells)

    def reason(self) -> str:
        return reason(self.cells)
