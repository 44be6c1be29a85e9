"""Conversion of a turn that the search found to the actions that play it."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PARENT, STEP, TILES, USAGE
from sortilege.games.spell.insight.packing import SIDE_CLAIMED, TOP_CLAIMED
from sortilege.games.spell.insight.turn_cards import card_bit
from sortilege.games.spell.insight.turn_search import EXTRA_STEP, PLACE_STEP, PUSH_STEP, TurnSearch
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import claimable_cards


def turn_actions(state: SpellState, turns: TurnSearch, node: i64) -> list[int]:
    """Play the turn that ends in a node of the search, and return the ids of its actions. The state is changed."""
    played: list[int] = []
    cards = claimed_cards(turns, node)
    steps: list[int] = []  # in reverse order
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
    """Return the mask of the cards that are claimed in the turn that ends in a node of the search."""
    base = node * NODE_SIZE
    cells = turns.nodes.cells
    cards: i64 = 0
    for level in range(1, i64(L.LEVELS + 1)):
        claimed = turns.evaluator.claimed_card(cells[base + TILES], cells[base + FIGURES], cells[base + USAGE], level)
        if claimed == TOP_CLAIMED:
            cards |= card_bit(turns.turn_cards.top_cards[level])
        elif claimed == SIDE_CLAIMED:
            cards |= card_bit(turns.turn_cards.side_cards[level])
    return cards


def play(state: SpellState, action: i64, played: list[int]) -> None:
    """Play an action and append its id to `played`."""
    state.do(action)
    played.append(action)


def play_claims(state: SpellState, cards: i64, played: list[int]) -> None:
    """Claim the cards that are in the mask `cards` and can be claimed now, and append the action ids to `played`."""
    cards &= claimable_cards(state.cells, state.runes)
    card: i64 = 0
    while cards >> card != 0:
        if (cards >> card) & 1 != 0:
            play(state, actions.CLAIM + state.runes.codes[card], played)
        card += 1


def play_step(state: SpellState, step: i64, played: list[int]) -> None:
    """Play the actions of a step of the search (see `turn_search`) and append their ids to `played`. The step 0 has no
    action. For a step with a spell, first cast the spell, unless it is already cast and waits for its target."""
    if step == 0:
        return
    may_cast = state.cells[L.PHASE] == L.PLAY
    if step >= PLACE_STEP:
        play_placement(state, step - PLACE_STEP, played)
    elif step >= PUSH_STEP:
        if may_cast:
            cast(state, L.SUMMON_SPELL, played)
        if state.cells[L.PHASE] == L.SUMMON:
            play(state, actions.SUMMON + L.start_cell(step), played)
        play(state, actions.PUSH + L.target_cell(step), played)
    elif step >= EXTRA_STEP:
        cast(state, L.SUMMON_SPELL, played)
        play(state, step - EXTRA_STEP, played)
    else:
        if may_cast and step >= actions.FORCE:
            cast(state, L.FORCE_SPELL, played)
        elif may_cast and step >= actions.LEVITATE:
            cast(state, L.LEVITATE_SPELL, played)
        play(state, step, played)


def play_placement(state: SpellState, placement: i64, played: list[int]) -> None:
    """Summon an elemental on each cell of a placement, and place the special tile unless it is already placed. The
    lowest 16 bits of `placement` are the mask of the cells; above them is the outside cell of the special tile + 1, or
    0 for no special tile."""
    special = (placement >> 16) - 1
    if special >= 0 and state.cells[L.SPECIAL] == L.NONE:
        play(state, actions.SPECIAL + special, played)
    cells = placement & L.ARENA
    cell: i64 = 0
    while cells >> cell != 0:
        if (cells >> cell) & 1 != 0:
            cast(state, L.SUMMON_SPELL, played)
            play(state, actions.SUMMON + cell, played)
        cell += 1


def cast(state: SpellState, spell: i64, played: list[int]) -> None:
    """Cast a spell with a captured card of the lowest level that gives it (SP-173)."""
    t = state.cells
    level = spell
    while t[L.captured_at(t[L.SIDE], level)] == 0:
        level += 1
    play(state, actions.CAST + level * 4 + spell, played)
