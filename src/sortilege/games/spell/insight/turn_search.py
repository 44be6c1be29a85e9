"""Best-first search of whole turns: it finds the states in which the current turn can end.

Nothing within a turn is hidden or random, so its steps form a graph in which each node is expanded once. Three rules
keep the graph small without losing good turns:

1. A card is claimed as soon as it is formed. If both cards of a level are formed, the evaluation chooses one later.
2. An elemental is summoned, or the special tile placed, only if it completes a card. Doing so earlier has no advantage,
   because it only occupies a cell until then.
3. A spell is cast with the captured card of the lowest level that gives it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.timer import now
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing
from sortilege.games.spell.insight.evaluation import Evaluator
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PRIORITY, STAGE, TILES, USAGE, VALUE, Nodes
from sortilege.games.spell.insight.turn_cards import TurnCards
from sortilege.games.spell.rules.arena import ABOVE, ANYWHERE, CENTRE, KING_STEPS, NO_SLIDE, ORTHOGONAL, slide
from sortilege.games.spell.rules.runes import MissingCells, Runes

# A step leads from one node to the next: 0 for no step, the id of an action, or a number at or above one of these.
EXTRA_STEP: Final = 4096  # + action id of a move or activation by Doppelgänger's first spell
PUSH_STEP: Final = 8192  # see `push_step`
PLACEMENT_STEP: Final = 1 << 24  # see `placement_step`
ARENA_BITS: Final = 16

# The priority of a node, in about hundredths of a point, tuned to find the turns with the most points in few nodes.
BASE_PRIORITY: Final = 200  # so high that no priority is negative after a STAGE_PENALTY
POINT_PRIORITY: Final = 100
MAGE_PRIORITY: Final = 30
UPHEAVE_PRIORITY: Final = 85
CARD_PRIORITY: Final = 42
# by number of cells missing after summoning; multiplied by the card's level plus one
RUNE_PRIORITY: Final = vec[i64]([60, 45, 22, 20, 10, 0, 0, 0])

# the stages in which `expand` adds the successors of a node
FIRST_STAGE: Final = 0  # mage actions, and placements of elementals and the special tile
UPHEAVE_STAGE: Final = 1
SPELL_STAGE: Final = 2
STAGE_PENALTY: Final = vec[i64]([45, 60])  # subtracted from the priority after the first and after the second stage

CLOCK_INTERVAL: Final = 64  # nodes expanded between two checks of the deadline


def push_step(cell: i64, goal: i64) -> i64:
    """Return the step that summons an elemental on the cell of a rival mage, which moves to the cell `goal`."""
    return PUSH_STEP + L.cell_pair(cell, goal)


def placement_step(cells: i64, special: i64) -> i64:
    """Return the step that summons elementals on the cells of the mask `cells` and places the special tile on the
    outside cell `special`, -1 for no special tile."""
    return PLACEMENT_STEP + ((special + 1) << ARENA_BITS) + cells


def placement_cells(step: i64) -> i64:
    """Return the mask of the cells on which a step of `placement_step` summons elementals."""
    return step & L.ARENA


def placement_special(step: i64) -> i64:
    """Return the outside cell of the special tile in a step of `placement_step`, -1 for no special tile."""
    return ((step - PLACEMENT_STEP) >> ARENA_BITS) - 1


class TurnSearch:
    """Searches the states in which the current turn can end. Call `begin`, then `add_start` for each state from which
    the search starts, then `run`. After that `nodes` has the states that were found."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turn_cards = TurnCards(runes)
        self.evaluator = Evaluator(runes, self.turn_cards)
        self.missing = MissingCells(runes)  # for the node whose priority is computed
        self.expanded_missing = MissingCells(runes)  # for the expanded node
        self.nodes = Nodes()
        self.max_nodes: i64 = 0
        self.side: i64 = 0  # the side to move
        self.max_elementals: i64 = 0
        self.max_upheaves: i64 = 0
        self.amulet: i64 = 0
        self.keep_border_hole = False
        self.node: i64 = -1  # the number of the expanded node
        self.tiles: i64 = 0  # its state, packed in three integers (see `packing`)
        self.figures: i64 = 0
        self.usage: i64 = 0
        self.free: i64 = 0  # the mask of its tiles without a figure

    def begin(self, t: Cells, max_nodes: i64) -> None:
        """Prepare a search of the current turn. The search will stop when it has `max_nodes` nodes or a few more."""
        side = t[L.SIDE]
        self.side = side
        self.max_nodes = max_nodes
        self.max_elementals = L.elemental_limit(t, side)
        self.max_upheaves = L.upheave_limit(t, side)
        self.amulet = t[L.AMULETS + side]
        self.keep_border_hole = t[L.KEEP_BORDER_HOLE] != 0
        self.turn_cards.read(t)
        self.evaluator.begin(t)
        self.nodes.clear()
        self.node = -1

    def add_start(self, t: Cells, step: i64) -> None:
        """Add a node from which the search starts, with the state `t`. `step` is the step that led from the actual
        state of the match to `t`, or 0 if they are the same."""
        side = self.side
        self.add(packing.pack_tiles(t, side), packing.pack_figures(t, side), packing.pack_usage(t, side), step)

    def run(self, deadline: float) -> None:
        """Expand nodes by priority until the queue is empty, `max_nodes` is reached or the deadline has passed."""
        expansions: i64 = 0
        while self.nodes.size < self.max_nodes:
            node = self.nodes.dequeue()
            if node < 0:
                return
            self.expand(node)
            expansions += 1
            if expansions % CLOCK_INTERVAL == 0 and now() >= deadline:
                return

    # ------------------------------------------------------------ nodes
    def add(self, tiles: i64, figures: i64, usage: i64, step: i64) -> None:
        """Claim the cards formed in a successor of the expanded node, then store, evaluate and enqueue the successor,
        unless a known node is at least as good."""
        new_usage = self.turn_cards.claim_formed(tiles, figures, usage)
        compared_figures = figures
        if self.turn_cards.all_claimed(new_usage):
            compared_figures = packing.mages_only(figures)  # elementals are of no more use
        node = self.nodes.add(tiles, figures, new_usage, compared_figures, self.node, step)
        if node >= 0:
            self.nodes.cells[node * NODE_SIZE + VALUE] = self.evaluator.evaluate(tiles, figures, new_usage)
            self.nodes.enqueue(node, self.priority(tiles, figures, new_usage))

    def priority(self, tiles: i64, figures: i64, usage: i64) -> i64:
        """Return the priority with which a node is expanded. It grows with the points, with the actions and captured
        cards left, and for each unclaimed level with the number of cells that a card already has."""
        self.missing.read(packing.own_cells(tiles, figures))
        cards = packing.cards_captured(usage)
        elementals_left = self.elementals_left(figures)
        summons = L.minimum(cards, elementals_left)  # each summons adds a cell
        total = BASE_PRIORITY + POINT_PRIORITY * packing.points(usage) + CARD_PRIORITY * cards
        total += UPHEAVE_PRIORITY * (self.max_upheaves - packing.upheaves_used(usage))
        if usage & packing.MAGE_PLAYED == 0:
            total += MAGE_PRIORITY
        for level in range(1, i64(L.LEVELS + 1)):
            if packing.claimed_card(usage, level) == packing.NOT_CLAIMED:
                missing = self.turn_cards.fewest_missing(level, packing.NOT_CLAIMED, self.missing)
                missing_after_summons = L.maximum(missing - summons, 0)
                if missing_after_summons == 0 and summons < elementals_left:
                    summons += 1  # by spending the card that is captured with this claim
                total += RUNE_PRIORITY[missing_after_summons] * (level + 1)
        return total

    # ------------------------------------------------------------ steps
    def expand(self, node: i64) -> None:
        """Add the successors of a node (the states after one more step) in three stages, the most useful steps first.
        After each of the first two stages the node is enqueued again with a lower priority."""
        base = node * NODE_SIZE
        self.node = node
        self.tiles = self.nodes.cells[base + TILES]
        self.figures = self.nodes.cells[base + FIGURES]
        self.usage = self.nodes.cells[base + USAGE]
        self.free = L.ARENA & ~(packing.occupied_cells(self.figures) | L.BIT[packing.hole_of(self.tiles)])
        stage = self.nodes.cells[base + STAGE]
        if stage == FIRST_STAGE:
            self.expand_placements()
            if self.usage & packing.MAGE_PLAYED == 0:
                self.expand_mage(self.usage | packing.MAGE_PLAYED, 0)
            if packing.upheaves_used(self.usage) == self.max_upheaves:
                stage = UPHEAVE_STAGE  # skip this stage
        elif stage == UPHEAVE_STAGE:
            self.expand_upheaves()
        else:
            self.expand_spells()
            return
        if stage == UPHEAVE_STAGE and packing.cards_captured(self.usage) == 0:
            return  # no card to spend on a spell
        self.nodes.cells[base + STAGE] = stage + 1
        self.nodes.enqueue(node, self.nodes.cells[base + PRIORITY] - STAGE_PENALTY[stage])

    def expand_mage(self, usage_after: i64, step_base: i64) -> None:
        """Add the states after each move or activation of a mage of the side to move (SP-101 to SP-117). `usage_after`
        is what the turn has used then. `step_base` is added to the action id: EXTRA_STEP if the action is the effect of
        a spell, otherwise 0."""
        mages = packing.own_mages(self.figures)
        inactive = packing.own_inactive_tiles(self.tiles) & self.free
        for mage in range(i64(L.ARENA_CELLS)):
            if L.contains(mages, mage):
                goals = KING_STEPS[mage] & self.free
                targets = ORTHOGONAL[mage] & inactive
                for cell in range(i64(L.ARENA_CELLS)):
                    if L.contains(goals, cell):
                        step = step_base + actions.MOVE + L.cell_pair(mage, cell)
                        self.add(self.tiles, self.figures ^ (L.BIT[mage] | L.BIT[cell]), usage_after, step)
                    if L.contains(targets, cell):
                        step = step_base + actions.ACTIVATE + L.cell_pair(mage, cell)
                        self.add(self.tiles | packing.ACTIVE_BIT[cell], self.figures, usage_after, step)

    def expand_upheaves(self) -> None:
        """Add the states after each upheave: each tile without a figure is lifted, and tiles slide from each side that
        has tiles (SP-120 to SP-137). With `keep_border_hole` a tile on the border is also lifted without a slide."""
        for lift in range(i64(L.ARENA_CELLS)):
            if L.contains(self.free, lift):
                for side in range(ABOVE, i64(NO_SLIDE)):
                    if packing.SLIDING_LANES[L.upheave_number(lift, side)] != 0:
                        self.add_upheave(lift, side)
                if self.keep_border_hole and not L.contains(CENTRE, lift):
                    self.add_upheave(lift, NO_SLIDE)

    def add_upheave(self, lift: i64, side: i64) -> None:
        """Add the state after lifting the tile on the cell `lift` and sliding the tiles on this side of the cell."""
        number = L.upheave_number(lift, side)
        tiles = packing.upheave(self.tiles, lift, side)
        figures = slide(self.figures, packing.SLIDING_LANES[number], side)
        self.add(tiles, figures, self.usage + packing.UPHEAVE_USED, actions.UPHEAVE + number)

    def expand_spells(self) -> None:
        """Add the states after each spell except summoning on a free tile (SP-190, SP-195, SP-255, SP-271)."""
        level_3 = packing.captured(self.usage, 3)
        if packing.captured(self.usage, 2) + level_3 != 0:
            self.expand_mage_spell(L.LEVITATE_SPELL, L.BIT, ANYWHERE, actions.LEVITATE)
        if level_3 != 0:
            self.expand_mage_spell(L.FORCE_SPELL, packing.RIVAL_BIT, KING_STEPS, actions.FORCE)
        if self.amulet == L.DOPPELGANGER:
            self.expand_mage(packing.spend_card(self.usage, L.SUMMON_SPELL), EXTRA_STEP)
        elif self.amulet == L.TRIELEMENTARIS and self.elementals_left(self.figures) > 0:
            self.expand_mage_spell(L.SUMMON_SPELL, packing.RIVAL_BIT, KING_STEPS, PUSH_STEP)

    def elementals_left(self, figures: i64) -> i64:
        return self.max_elementals - L.count_bits(packing.elementals(figures))

    def expand_mage_spell(self, spell: i64, mage_bit: Cells, reach: Cells, verb: i64) -> None:
        """Add the states after a spell that moves a mage. `mage_bit` has, by cell, the bit of a mage of the moved side
        in `figures`. `reach` has, by cell, the mask of the cells to which such a mage can move. `verb` is LEVITATE,
        FORCE or PUSH_STEP; in a push, an elemental takes the mage's place."""
        usage_after = packing.spend_card(self.usage, spell)
        for mage in range(i64(L.ARENA_CELLS)):
            if self.figures & mage_bit[mage] != 0:
                goals = reach[mage] & self.free
                for goal in range(i64(L.ARENA_CELLS)):
                    if L.contains(goals, goal):
                        figures = self.figures ^ (mage_bit[mage] | mage_bit[goal])
                        if verb == PUSH_STEP:
                            figures |= packing.ELEMENTAL_BIT[mage]
                        self.add(self.tiles, figures, usage_after, verb + L.cell_pair(mage, goal))

    # ------------------------------------------------------------ completing a card
    def expand_placements(self) -> None:
        """Add the states in which new elementals and the special tile complete a card of an unclaimed level (SP-180,
        SP-280)."""
        max_summons = L.minimum(packing.cards_captured(self.usage), self.elementals_left(self.figures))
        can_place_special = self.amulet == L.EXTRALIMITAE and packing.special_cell(self.figures) < 0
        if max_summons <= 0 and not can_place_special:
            return
        self.expanded_missing.read(packing.own_cells(self.tiles, self.figures))
        for level in range(1, i64(L.LEVELS + 1)):
            if packing.claimed_card(self.usage, level) == packing.NOT_CLAIMED:
                self.complete_card(self.turn_cards.top_cards[level], max_summons)
                self.complete_card(self.turn_cards.side_cards[level], max_summons)

    def complete_card(self, card: i64, max_summons: i64) -> None:
        """Add the states in which a card is completed by summoning at most `max_summons` elementals and placing the
        special tile. The card -1 means no card."""
        if card < 0:
            return
        has_special = self.amulet == L.EXTRALIMITAE
        if not has_special and self.expanded_missing.for_card(card) > max_summons:
            return
        own_cells = packing.own_cells(self.tiles, self.figures)
        for index in range(self.runes.placement_starts[card], self.runes.placement_starts[card + 1]):
            placement = self.runes.placements[index]
            if placement > L.ARENA and not has_special:
                return  # all further placements need a special tile too
            self.add_placement(placement, own_cells, max_summons)

    def add_placement(self, placement: i64, own_cells: i64, max_summons: i64) -> None:
        """Add the state in which elementals on all missing cells, and the special tile on an outside cell, complete a
        placement of a card's shape, if this is possible. `own_cells` is the mask of the side's own cells."""
        missing = placement & L.ARENA & ~own_cells
        summons = L.count_bits(missing)
        special = special_bits(self.figures, placement >> L.OUTSIDE_TOP)
        is_possible = missing & ~self.free == 0 and summons <= max_summons and special >= 0
        if not is_possible:
            return
        figures = self.figures | (missing << packing.THIRD_LANE) | special
        usage_after = self.usage
        for _ in range(summons):
            usage_after = packing.spend_card(usage_after, L.SUMMON_SPELL)
        self.add(self.tiles, figures, usage_after, placement_step(missing, packing.special_cell(figures)))


def special_bits(figures: i64, outside: i64) -> i64:
    """Return the bits to add to the packed figures for a special tile on the only cell of the mask `outside`. Return 0
    for an empty mask, and -1 if the special tile already lies on another cell (SP-286)."""
    if outside == 0:
        return 0
    outside_cell = L.lowest_bit(outside)
    placed_cell = packing.special_cell(figures)
    if placed_cell >= 0 and placed_cell != outside_cell:
        return -1
    return (outside_cell + 1) << packing.ABOVE_LANES
