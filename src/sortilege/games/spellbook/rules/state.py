"""The state machine of SpellBook: it carries out steps until a seat or chance has to decide."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, copy, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.types import Options
from sortilege.games.spellbook import actions
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
    can_draw,
    discard,
    draw,
    end_sweep,
    store,
    store_from_pool,
    swap,
    sweep,
    take,
    take_for_other,
)
from sortilege.games.spellbook.rules.learning import (
    choose_spell,
    choose_wild,
    finish_learning,
    pay,
    place,
)
from sortilege.games.spellbook.rules.nodes import fill_outcomes, fill_pouch_counts, fill_seat_actions
from sortilege.games.spellbook.rules.scoring import reason, score, winners

MAX_LEGAL: Final = 96  # the most actions that can be legal at once


# ---------------------------------------------------------------- advancing
def advance(t: Cells) -> None:
    """Carry out automatic steps and skip impossible ones until a seat or chance has to decide, or the game ends."""
    while t[L.PHASE] != L.END:
        if t[L.DEPTH] == 0:
            next_phase(t)
            continue
        at = L.top_step(t)
        step = t[at]
        if step <= L.DRAW:
            if has_outcome(t, step, t[at + 1], t[at + 2]):
                t[L.TURN] = CHANCE
                return
        elif step >= L.LOWER_CARD and run_automatic_step(t, step, t[at + 2]):
            continue
        elif has_choice(t, step, t[at + 1], t[at + 2]):
            t[L.TURN] = t[L.ACTIVE]
            if step == L.OTHER_TAKES:
                t[L.TURN] = t[at + 2]
            return
        L.pop_step(t)


def has_outcome(t: Cells, step: i64, n: i64, argument: i64) -> bool:
    """Return whether a chance step has anything to draw."""
    if step == L.DRAW:
        return n > 0 and can_draw(t, argument)
    return step == L.FIRST_PLAYER or n > 0


def run_automatic_step(t: Cells, step: i64, argument: i64) -> bool:
    """Carry out a step that needs no choice. Return False if the step needs one."""
    if step == L.LOWER_CARD:
        lower_card(t, argument)
    elif step == L.FINISH_LEARNING:
        finish_learning(t)
    elif step == L.RESUPPLY:
        resupply(t)
    elif step == L.CLEAR_ALTAR:
        clear_altar(t)
    elif step == L.NEXT_DAY:
        end_day(t)
    elif step == L.SWEEP and t[L.ALTAR + L.SIZE] == 0:
        end_sweep(t)
    else:
        return False
    return True


def lower_card(t: Cells, colour: i64) -> None:
    """SB-395, SB-467, SB-490: lower a spell by exactly one level."""
    t[L.PLAYERS + t[L.ACTIVE] * L.PLAYER_SIZE + L.LEVEL_AT + colour] -= 1
    L.pop_step(t)


def has_choice(t: Cells, step: i64, n: i64, argument: i64) -> bool:
    """SB-052, SB-056: return whether any token or card is eligible for a step. If not, the step is skipped."""
    me = t[L.ACTIVE]
    if step == L.TAKE or step == L.TAKE_UP_TO:
        return n > 0 and L.pool_space(t, me) > 0 and L.count_kind(t, L.ALTAR, me, argument) > 0
    if step == L.STORE:
        return n > 0 and L.free_spaces(t, me) > 0 and L.count_kind(t, L.pool_of(me), me, argument) > 0
    if step == L.DISCARD_SOME:
        return n > 0 and L.count_kind(t, L.pool_of(me), me, argument) > 0
    if step == L.TAKE_TO_BOARD:  # SB-064: the pool's limit does not matter
        return n > 0 and L.free_spaces(t, me) > 0 and t[L.ALTAR + L.SIZE] > 0
    if step == L.OTHER_TAKES:  # SB-323
        return n > 0 and L.pool_space(t, argument) > 0 and t[L.ALTAR + L.SIZE] > 0
    if step == L.OFFER:  # SB-209
        return n > 0 and t[L.ALTAR + L.SIZE] > 0
    if step == L.STORE_SPENT:  # SB-596
        return n > 0 and L.free_spaces(t, me) > 0 and t[L.SPENT + L.SIZE] > 0
    if step == L.SWAP_ALTAR or step == L.SWAP_BOARD or step == L.CLONE_COST:
        return n > 0
    if step == L.INSTANT:  # SB-533
        return fill_instant(t, blank(MAX_LEGAL)) > 0
    return True


# ---------------------------------------------------------------- drawing
def random_token(t: Cells, rng: Rng) -> i64:
    """Return a random token of the pouch, each equally likely. The search subtracts the counts from the last colour and
    rune on."""
    left = rng.below(t[L.POUCH + L.SIZE])
    row: i64 = L.POUCH + L.BY_RUNE - 4
    while left >= t[row + 3]:
        left -= t[row + 3]
        row -= 4
    token = row + 2
    while left >= t[token]:
        left -= t[token]
        token -= 1
    return token - L.POUCH


# ---------------------------------------------------------------- applying actions
def decide(t: Cells, step: i64, action: i64) -> None:
    """Apply a seat's decision to the step it answers."""
    if step == L.CHOOSE:
        begin_action(t, action)
    elif step == L.TAKE or step == L.TAKE_UP_TO:
        if action == actions.STOP:
            L.pop_step(t)
        else:
            take(t, L.pool_of(t[L.ACTIVE]), action - actions.TAKE)
    elif step == L.DISCARD_SOME or step == L.CLONE_COST:
        discard(t, action - actions.DISCARD)
    elif step == L.STORE:
        store_from_pool(t, action - actions.STORE)
    elif step == L.PAY:
        if action >= actions.WILD:
            choose_wild(t, action - actions.WILD)
        else:
            pay(t, action - actions.PAY)
    elif step == L.TAKE_TO_BOARD:
        take(t, L.board_of(t[L.ACTIVE]), action - actions.TAKE)
    elif step == L.OTHER_TAKES:
        take_for_other(t, action - actions.TAKE)
    elif step == L.LEARN:
        choose_spell(t, action - actions.LEARN)
    elif step == L.PLACE:
        place(t, action - actions.PLACE)
    elif step == L.OFFER:
        offer(t, action - actions.OFFER)
    else:
        decide_rare_step(t, step, action)


def decide_rare_step(t: Cells, step: i64, action: i64) -> None:
    """Apply a decision of a swap, Storm, Communion, Clone, Time Travel or Swiftness."""
    if step == L.SWAP_ALTAR or step == L.SWAP_BOARD:
        if t[L.GIVEN_TOKEN] < 0:
            t[L.GIVEN_TOKEN] = action - actions.GIVE
        elif step == L.SWAP_ALTAR:
            swap(t, step, action - actions.TAKE)
        else:
            swap(t, step, action - actions.RECALL)
    elif step == L.SWEEP:
        if action == actions.STOP:
            end_sweep(t)
        else:
            sweep(t, action - actions.SWEEP)
    elif step == L.STORE_SPENT:
        t[L.top_step(t) + 1] -= 1
        store(t, L.SPENT, action - actions.STORE)
    elif step == L.COPY:
        t[L.COPIED_ACTION] = action
        begin_copy(t, action)
    elif step == L.RAISE:
        raise_level(t, (action - actions.RAISE) // 3)
    else:  # INSTANT
        begin_action(t, action)


def raise_level(t: Cells, colour: i64) -> None:
    """SB-066, SB-446: raise a spell by one level. This does not count as learning it (SB-451)."""
    t[L.PLAYERS + t[L.ACTIVE] * L.PLAYER_SIZE + L.LEVEL_AT + colour] += 1
    L.pop_step(t)


def apply_action(t: Cells, action: i64) -> None:
    """Apply a legal action and advance to the next decision or chance event."""
    step = t[L.top_step(t)]
    if t[L.TURN] == CHANCE:
        apply_outcome(t, step, action)
    else:
        decide(t, step, action)
    advance(t)


def apply_outcome(t: Cells, step: i64, action: i64) -> None:
    """Apply an outcome of chance to the step it answers."""
    if step == L.DRAW:
        draw(t, action - actions.DRAW)
    elif step == L.LINEUP:
        draw_spell(t, action - actions.LINEUP)
    else:
        t[L.FIRST] = action - actions.FIRST
        L.pop_step(t)


class SpellBookState(State):
    """The state of a SpellBook game."""

    # Any: as in core.state, the core.game.Game it belongs to
    def __init__(self, cells: Cells, game: Any, options: Options) -> None:
        super().__init__(cells, game, options, cells[L.SEATS], MAX_LEGAL)

    def turn(self) -> i64:
        return self.cells[L.TURN]

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        if t[L.PHASE] == L.END:
            return 0
        at = L.top_step(t)
        if t[L.TURN] == CHANCE:
            return fill_outcomes(t, t[at], t[at + 1], into)
        return fill_seat_actions(t, t[at], t[at + 2], into)

    def fill_weights(self, into: Cells) -> i64:
        t = self.cells
        step = t[L.top_step(t)]
        if step == L.DRAW:
            return fill_pouch_counts(t, into)
        if step == L.LINEUP:
            return fill_ones(into, 3)
        return fill_ones(into, t[L.SEATS])

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Draw an outcome of chance; tokens come directly from the pouch counts, without a list of weights."""
        t = self.cells
        if t[L.top_step(t)] == L.DRAW:
            return actions.DRAW + random_token(t, rng)
        return super().draw(rng, scratch)

    def do(self, action: i64) -> None:
        apply_action(self.cells, action)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """Play random actions to the end and return their number; faster than the general version."""
        t = self.cells
        nodes: i64 = 0
        while t[L.TURN] != OVER:
            at = L.top_step(t)
            if t[at] == L.DRAW:
                draw(t, random_token(t, rng))
                advance(t)
            elif t[L.TURN] == CHANCE:
                apply_action(t, self.draw(rng, scratch))
            else:
                n = fill_seat_actions(t, t[at], t[at + 2], scratch)
                decide(t, t[at], scratch[rng.below(n)])
                advance(t)
            nodes += 1
        return nodes

    def bare_copy(self) -> SpellBookState:
        return SpellBookState(copy(self.cells), self.game, self.options)

    def scores(self) -> list[int]:
        t = self.cells
        return [score(t, i64(seat)) for seat in range(t[L.SEATS])]

    def winners(self) -> list[int]:
        return winners(self.cells)

    def reason(self) -> str:
        return reason(self.cells)
