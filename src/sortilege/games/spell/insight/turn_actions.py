"""Conversion of a turn that the search found to the actions that play it."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import turn_search
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PARENT, STEP, TILES, USAGE
from sortilege.games.spell.insight.packing import SIDE_CLAIMED, TOP_CLAIMED
from sortilege.games.spell.insight.turn_cards import card_bit
from sortilege.games.spell.insight.turn_search import TurnSearch
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import claimable_cards


def play_turn(state: SpellState, turns: TurnSearch, last_node: i64) -> list[int]:
    """Play the turn that ends in the node `last_node` of the search, and return the ids of its actions. This changes
    `state`."""
    played: list[int] = []
    cards = claimed_cards(turns, last_node)
    steps: list[int] = []  # in reverse order
    node = last_node
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
    """Claim all cards of the mask `cards` that can be claimed now, and append the ids of the claims to `played`."""
    claimable = cards & claimable_cards(state.cells, state.runes)
    for card in range(i64(len(state.runes.codes))):
        if L.contains(claimable, card):
            play(state, actions.CLAIM + state.runes.codes[card], played)


def play_step(state: SpellState, step: i64, played: list[int]) -> None:
    """Play a step of the turn search, which may consist of several actions, and append their ids to `played`. The step
    0 has no action. A spell that the step needs is cast first, unless it is already cast and waits for its target."""
    if step == 0:
        return
    if step >= turn_search.PLACEMENT_STEP:
        play_placement(state, step, played)
    elif step >= turn_search.PUSH_STEP:
        play_push(state, step, played)
    elif step >= turn_search.EXTRA_STEP:
        cast(state, L.SUMMON_SPELL, played)
        play(state, step - turn_search.EXTRA_STEP, played)
    else:
        is_cast = state.cells[L.PHASE] != L.PLAY
        if step >= actions.FORCE and not is_cast:
            cast(state, L.FORCE_SPELL, played)
        elif step >= actions.LEVITATE and not is_cast:
            cast(state, L.LEVITATE_SPELL, played)
        play(state, step, played)


def play_push(state: SpellState, step: i64, played: list[int]) -> None:
    """Summon an elemental on the cell of a rival mage and move the mage, as far as this was not done before."""
    if state.cells[L.PHASE] == L.PLAY:
        cast(state, L.SUMMON_SPELL, played)
    if state.cells[L.PHASE] == L.SUMMON:
        play(state, actions.SUMMON + L.start_cell(step), played)
    play(state, actions.PUSH + L.target_cell(step), played)


def play_placement(state: SpellState, step: i64, played: list[int]) -> None:
    """Summon an elemental on each cell of a placement, and place the special tile unless it is already placed. `step`
    has the cells and the place of the special tile (see `placement_step`)."""
    special = turn_search.placement_special(step)
    if special >= 0 and state.cells[L.SPECIAL] == L.NONE:
        play(state, actions.SPECIAL + special, played)
    for cell in range(i64(L.ARENA_CELLS)):
        if L.contains(turn_search.placement_cells(step), cell):
            cast(state, L.SUMMON_SPELL, played)
            play(state, actions.SUMMON + cell, played)


def cast(state: SpellState, spell: i64, played: list[int]) -> None:
    """Cast a spell with a captured card of the lowest level that gives it (SP-173)."""
    t = state.cells
    level = spell  # the lowest level of a card that gives the spell
    while t[L.captured_at(t[L.SIDE], level)] == 0:
        level += 1
    play(state, actions.CAST + L.level_and_spell(level, spell), played)
