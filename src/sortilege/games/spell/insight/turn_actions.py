"""Conversion of a turn found by the search to the actions that play it."""

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
    """Play the turn that ends in this node, and return its actions from this state to `end`."""
    played: list[int] = []
    cards = claimed_cards(turns, node)
    steps: list[int] = []
    while node >= 0:
        steps.append(turns.nodes.cells[node * NODE_SIZE + STEP])
        node = turns.nodes.cells[node * NODE_SIZE + PARENT]
    for step in reversed(steps):
        play_step(state, step, played)
        if state.cells[L.PHASE] == L.PLAY:
            play_claims(state, cards, played)
    play(state, actions.END, played)
    return played


def claimed_cards(turns: TurnSearch, node: i64) -> i64:
    """Return the mask of the cards claimed in the turn that ends in this node."""
    base = node * NODE_SIZE
    cells = turns.nodes.cells
    mask: i64 = 0
    level: i64 = 1
    while level <= 4:
        which = turns.evaluator.card_taken(cells[base], cells[base + FIGURES], cells[base + USED], level)
        if which != 0:
            mask |= turns.turn_cards.masks[level * 2 + which - 1]
        level += 1
    return mask


def play(state: SpellState, action: i64, played: list[int]) -> None:
    """Play an action and append it to the list."""
    state.do(action)
    played.append(action)


def play_claims(state: SpellState, cards: i64, played: list[int]) -> None:
    """Claim those of the cards that are formed now."""
    cards &= claimable_cards(state.cells, state.runes)
    card: i64 = 0
    while cards >> card != 0:
        if (cards >> card) & 1 != 0:
            play(state, actions.CLAIM + state.runes.codes[card], played)
        card += 1


def play_step(state: SpellState, step: i64, played: list[int]) -> None:
    """Play the actions of a step. If a spell already waits for its target, the step only gives the target."""
    if step == 0:
        return
    in_play = state.cells[L.PHASE] == L.PLAY
    if step >= PLACE_STEP:
        play_placement(state, step - PLACE_STEP, played)
    elif step >= PUSH_STEP:
        if in_play:
            cast(state, 1, played)
        if state.cells[L.PHASE] == L.SUMMON:
            play(state, actions.SUMMON + ((step - PUSH_STEP) >> 4), played)
        play(state, actions.PUSH + (step & 15), played)
    elif step >= EXTRA_STEP:
        cast(state, 1, played)
        play(state, step - EXTRA_STEP, played)
    else:
        if in_play and step >= actions.FORCE:
            cast(state, 3, played)
        elif in_play and step >= actions.LEVITATE:
            cast(state, 2, played)
        play(state, step, played)


def play_placement(state: SpellState, placement: i64, played: list[int]) -> None:
    """Place the special tile, unless it is already placed, and summon an elemental on every cell of the mask."""
    special = (placement >> 16) - 1
    if special >= 0 and state.cells[L.SPECIAL] == L.NONE:
        play(state, actions.SPECIAL + special, played)
    cells = placement & MASK
    cell: i64 = 0
    while cells >> cell != 0:
        if (cells >> cell) & 1 != 0:
            cast(state, 1, played)
            play(state, actions.SUMMON + cell, played)
        cell += 1


def cast(state: SpellState, spell: i64, played: list[int]) -> None:
    """Cast a spell with the captured card of the lowest level that gives it."""
    t = state.cells
    level = spell
    while t[L.CAPTURED + t[L.SIDE] * 4 + level] == 0:
        level += 1
    play(state, actions.CAST + level * 4 + spell, played)
