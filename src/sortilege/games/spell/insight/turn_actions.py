"""From a turn found by search to the actions that play it."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PARENT, STEP, USED
from sortilege.games.spell.insight.packing import MASK
from sortilege.games.spell.insight.turn_search import EXTRA_STEP, PLACE_STEP, PUSH_STEP, TurnSearch
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import claimable_cards


def turn_actions(state: SpellState, turns: TurnSearch, node: i64) -> list[int]:
    """The actions from this state to the end of the turn that ends in this node, `end` included. The state is played
    on as it goes."""
    out: list[int] = []
    take = cards_to_take(turns, node)
    steps: list[int] = []
    here = node
    while here >= 0:
        steps.append(turns.nodes.cells[here * NODE_SIZE + STEP])
        here = turns.nodes.cells[here * NODE_SIZE + PARENT]
    for step in reversed(steps):
        play_step(state, step, out)
        if state.cells[L.PHASE] == L.PLAY:
            play_claims(state, take, out)
    play(state, actions.END, out)
    return out


def cards_to_take(turns: TurnSearch, node: i64) -> i64:
    """The cards claimed in this turn, as a mask."""
    base = node * NODE_SIZE
    cells = turns.nodes.cells
    mask: i64 = 0
    level: i64 = 1
    while level <= 4:
        which = turns.judge.card_taken(cells[base], cells[base + FIGURES], cells[base + USED], level)
        if which != 0:
            mask |= turns.turn_cards.masks[level * 2 + which - 1]
        level += 1
    return mask


def play(state: SpellState, action: i64, out: list[int]) -> None:
    """Here and in the list."""
    state.do(action)
    out.append(action)


def play_claims(state: SpellState, take: i64, out: list[int]) -> None:
    """Whatever of the cards to take is formed now."""
    cards = claimable_cards(state.cells, state.runes) & take
    card: i64 = 0
    while cards >> card != 0:
        if (cards >> card) & 1 != 0:
            play(state, actions.CLAIM + state.runes.codes[card], out)
        card += 1


def play_step(state: SpellState, step: i64, out: list[int]) -> None:
    """A step of the search as actions. Where a spell already waits for its target the first step names it."""
    if step == 0:
        return
    if state.cells[L.PHASE] != L.PLAY:
        if step >= PUSH_STEP:
            if state.cells[L.PHASE] == L.SUMMON:
                play(state, actions.SUMMON + ((step - PUSH_STEP) >> 4), out)
            play(state, actions.PUSH + (step & 15), out)
        else:
            play(state, step, out)
        return
    if step >= PLACE_STEP:
        play_placing(state, step - PLACE_STEP, out)
    elif step >= PUSH_STEP:
        cast(state, 1, out)
        play(state, actions.SUMMON + ((step - PUSH_STEP) >> 4), out)
        play(state, actions.PUSH + (step & 15), out)
    elif step >= EXTRA_STEP:
        cast(state, 1, out)
        play(state, step - EXTRA_STEP, out)
    elif step >= actions.FORCE:
        cast(state, 3, out)
        play(state, step, out)
    elif step >= actions.LEVITATE:
        cast(state, 2, out)
        play(state, step, out)
    else:
        play(state, step, out)


def play_placing(state: SpellState, placing: i64, out: list[int]) -> None:
    """The special tile, if it is new, and an elemental on every cell of a mask."""
    special = (placing >> 16) - 1
    if special >= 0 and state.cells[L.SPECIAL] == L.NONE:
        play(state, actions.SPECIAL + special, out)
    cells = placing & MASK
    cell: i64 = 0
    while cells >> cell != 0:
        if (cells >> cell) & 1 != 0:
            cast(state, 1, out)
            play(state, actions.SUMMON + cell, out)
        cell += 1


def cast(state: SpellState, spell: i64, out: list[int]) -> None:
    """With the lowest card that gives the spell."""
    t = state.cells
    level = spell
    while t[L.CAPTURED + t[L.SIDE] * 4 + level] == 0:
        level += 1
    play(state, actions.CAST + level * 4 + spell, out)
