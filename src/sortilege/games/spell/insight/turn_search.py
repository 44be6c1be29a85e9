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
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PRIORITY, STAGE, USED, VALUE, Nodes
from sortilege.games.spell.insight.turn_cards import TurnCards, missing_of
from sortilege.games.spell.rules.arena import ANYWHERE, CENTRE, KING_STEPS, NO_SLIDE, ORTHOGONAL, slide
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import minimum

# steps that are not action ids
EXTRA_STEP: Final = 4096  # + action id of a move or activation by Doppelgänger's first spell
PUSH_STEP: Final = 8192  # + cell * 16 + goal: summon an elemental on the cell of a rival mage, which moves to the goal
PLACE_STEP: Final = 1 << 24  # + (outside cell of the special tile + 1) * 65536 + mask of cells to summon on

# The priority of a node, in about hundredths of a point, tuned to find the turns with the most points in few nodes.
BASE_PRIORITY: Final = 200  # high enough that nodes with a STAGE_PENALTY still differ in priority
POINT_PRIORITY: Final = 100
MAGE_PRIORITY: Final = 30
UPHEAVE_PRIORITY: Final = 85
CARD_PRIORITY: Final = 42
# by number of cells missing after summoning; multiplied by the card's level plus one
RUNE_PRIORITY: Final = vec[i64]([60, 45, 22, 20, 10, 0, 0, 0])
STAGE_PENALTY: Final = vec[i64]([45, 60])  # subtracted after the first and after the second stage of `expand`

CLOCK_INTERVAL: Final = 64  # nodes expanded between two checks of the deadline


class TurnSearch:
    """Searches one turn at a time. Call `begin`, then `add_start` for each start, then `run`; `nodes` has the
    result."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turn_cards = TurnCards(runes)
        self.evaluator = Evaluator(runes, self.turn_cards)
        self.nodes = Nodes()
        self.max_nodes: i64 = 0
        self.side: i64 = 0
        self.elementals: i64 = 0
        self.upheaves: i64 = 0
        self.amulet: i64 = 0
        self.keep_border_hole = False

    def begin(self, t: Cells, max_nodes: i64) -> None:
        """Prepare a search of the current turn, without a start yet. It ends soon after `max_nodes` nodes."""
        side = t[L.SIDE]
        self.side = side
        self.max_nodes = max_nodes
        self.elementals = L.elemental_limit(t, side)
        self.upheaves = L.upheave_limit(t, side)
        self.amulet = t[L.AMULETS + side]
        self.keep_border_hole = t[L.KEEP_BORDER_HOLE] != 0
        self.turn_cards.read(t)
        self.evaluator.begin(t)
        self.nodes.clear()

    def add_start(self, t: Cells, step: i64) -> None:
        """Add a start node. `step` leads to it from the current state, 0 if it is the current state."""
        side = self.side
        self.add(packing.pack_tiles(t, side), packing.pack_figures(t, side), packing.pack_used(t, side), -1, step)

    def run(self, deadline: float) -> None:
        """Expand nodes in order of priority until none is left, `max_nodes` is reached or the deadline has passed."""
        left: i64 = CLOCK_INTERVAL
        while self.nodes.size < self.max_nodes:
            node = self.nodes.dequeue()
            if node < 0:
                return
            self.expand(node)
            left -= 1
            if left == 0:
                left = CLOCK_INTERVAL
                if now() >= deadline:
                    return

    # ------------------------------------------------------------ nodes
    def add(self, tiles: i64, figures: i64, used: i64, parent: i64, step: i64) -> None:
        """Evaluate and enqueue a new node, unless one that is at least as good exists."""
        used = self.turn_cards.claim_formed(tiles, figures, used)
        compared_figures = figures
        if self.turn_cards.all_claimed(used):
            compared_figures &= packing.MAGES_ONLY  # elementals are of no more use
        node = self.nodes.add(tiles, figures, used, compared_figures, parent, step)
        if node >= 0:
            self.nodes.cells[node * NODE_SIZE + VALUE] = self.evaluator.evaluate(tiles, figures, used)
            self.nodes.enqueue(node, self.priority(tiles, figures, used))

    def priority(self, tiles: i64, figures: i64, used: i64) -> i64:
        """Return the priority of a node: its points, the actions left, and how few cells are missing for unclaimed
        cards."""
        own = packing.own_cells(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        cards = packing.cards_captured(used)
        reserve = self.elementals - L.count_bits(packing.elementals(figures))
        summons = minimum(cards, reserve)
        total = BASE_PRIORITY + POINT_PRIORITY * packing.points(used) + CARD_PRIORITY * cards
        total += UPHEAVE_PRIORITY * (self.upheaves - packing.upheaves_used(used))
        if used & packing.MAGE_PLAYED == 0:
            total += MAGE_PRIORITY
        level: i64 = 1
        while level <= 4:
            if packing.claimed_card(used, level) == 0:
                missing = self.turn_cards.fewest_missing(level, 0, low, high) - summons
                if missing <= 0:
                    missing = 0
                    if summons < reserve:
                        summons += 1  # with the card that this claim captures
                total += RUNE_PRIORITY[missing] * (level + 1)
            level += 1
        return total

    # ------------------------------------------------------------ steps
    def expand(self, node: i64) -> None:
        """Add the successors of a node in three stages, the most useful steps first. After each of the first two stages
        the node is enqueued again with a lower priority."""
        cells = self.nodes.cells
        base = node * NODE_SIZE
        tiles = cells[base]
        figures = cells[base + FIGURES]
        used = cells[base + USED]
        stage = cells[base + STAGE]
        free = packing.MASK & ~(packing.occupied(figures) | L.BIT[packing.hole_of(tiles)])
        if stage == 0:
            self.expand_placements(node, tiles, figures, used, free)
            if used & packing.MAGE_PLAYED == 0:
                self.expand_mage(node, tiles, figures, used | packing.MAGE_PLAYED, free, 0)
            if packing.upheaves_used(used) == self.upheaves:
                stage = 1
        elif stage == 1:
            self.expand_upheaves(node, tiles, figures, used + packing.UPHEAVE_USED, free)
        else:
            self.expand_spells(node, tiles, figures, used, free)
            return
        if stage == 1 and packing.cards_captured(used) == 0:
            return
        self.nodes.cells[base + STAGE] = stage + 1
        self.nodes.enqueue(node, self.nodes.cells[base + PRIORITY] - STAGE_PENALTY[stage])

    def expand_mage(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, base: i64) -> None:
        """Add the moves and activations of the own mages (SP-101 to SP-117). `base` is added to their action ids:
        EXTRA_STEP if a spell gives the action, otherwise 0."""
        inactive = packing.inactive_tiles(tiles) & free
        mage: i64 = 0
        while mage < 16:
            if figures & L.BIT[mage] != 0:
                goals = KING_STEPS[mage] & free
                targets = ORTHOGONAL[mage] & inactive
                cell: i64 = 0
                while goals >> cell != 0:
                    if (goals >> cell) & 1 != 0:
                        step = base + actions.MOVE + mage * 16 + cell
                        self.add(tiles, figures ^ (L.BIT[mage] | L.BIT[cell]), used, node, step)
                    if (targets >> cell) & 1 != 0:
                        step = base + actions.ACTIVATE + mage * 16 + cell
                        self.add(tiles | packing.ACTIVE_BIT[cell], figures, used, node, step)
                    cell += 1
            mage += 1

    def expand_upheaves(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Add all upheaves (SP-120 to SP-137)."""
        lift: i64 = 0
        while lift < 16:
            if (free >> lift) & 1 != 0:
                side: i64 = 0
                while side < NO_SLIDE:
                    sliding = packing.SLIDING_LANES[lift * 8 + side]
                    if sliding != 0:
                        step = actions.UPHEAVE + lift * 8 + side
                        self.add(packing.upheave(tiles, lift, side), slide(figures, sliding, side), used, node, step)
                    side += 1
                if self.keep_border_hole and (CENTRE >> lift) & 1 == 0:
                    step = actions.UPHEAVE + lift * 8 + NO_SLIDE
                    self.add(packing.upheave(tiles, lift, NO_SLIDE), figures, used, node, step)
            lift += 1

    def expand_spells(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Add the spells other than summoning on a free tile (SP-190, SP-195, SP-255, SP-271)."""
        if packing.captured(used, 2) + packing.captured(used, 3) != 0:
            paid = packing.spend_card(used, 2)
            self.expand_moves(node, tiles, figures, paid, free, L.BIT, ANYWHERE, actions.LEVITATE)
        if packing.captured(used, 3) != 0:
            paid = packing.spend_card(used, 3)
            self.expand_moves(node, tiles, figures, paid, free, packing.RIVAL_BIT, KING_STEPS, actions.FORCE)
        if self.amulet == L.DOPPELGANGER:
            self.expand_mage(node, tiles, figures, packing.spend_card(used, 1), free, EXTRA_STEP)
        elif self.amulet == L.TRIELEMENTARIS and L.count_bits(packing.elementals(figures)) < self.elementals:
            paid = packing.spend_card(used, 1)
            self.expand_moves(node, tiles, figures, paid, free, packing.RIVAL_BIT, KING_STEPS, PUSH_STEP)

    def expand_moves(
        self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, mage_bit: Cells, reach: Cells, base: i64
    ) -> None:
        """Add the moves of one side's mages to free cells in their `reach`. `mage_bit` has the bits of these mages in
        `figures`, and `base` is the first step of the spell. A push also leaves an elemental on the mage's cell."""
        mage: i64 = 0
        while mage < 16:
            if figures & mage_bit[mage] != 0:
                goals = reach[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & L.BIT[cell] != 0:
                        after = figures ^ (mage_bit[mage] | mage_bit[cell])
                        if base == PUSH_STEP:
                            after |= packing.ELEMENTAL_BIT[mage]
                        self.add(tiles, after, used, node, base + mage * 16 + cell)
                    cell += 1
            mage += 1

    # ------------------------------------------------------------ completing a card
    def expand_placements(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Add the placements of elementals and of the special tile that complete a card of an unclaimed level (SP-180,
        SP-280)."""
        summons = minimum(packing.cards_captured(used), self.elementals - L.count_bits(packing.elementals(figures)))
        has_special = self.amulet == L.EXTRALIMITAE
        if summons <= 0 and (not has_special or packing.special_of(figures) >= 0):
            return
        own = packing.own_cells(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        at: i64 = 2
        while at < 10:
            card = self.turn_cards.cards[at]
            unclaimed = card >= 0 and packing.claimed_card(used, at // 2) == 0
            if unclaimed and (has_special or missing_of(low, high, card) <= summons):
                self.complete_card(node, tiles, figures, used, free, own, summons, card)
            at += 1

    def complete_card(
        self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, own: i64, summons: i64, card: i64
    ) -> None:
        """Add every way to form one card with at most this many summoned elementals, and the special tile."""
        places = self.runes.places
        at = self.runes.starts[card]
        end = self.runes.starts[card + 1]
        while at < end:
            place = places[at]
            at += 1
            if place > packing.MASK and self.amulet != L.EXTRALIMITAE:
                return
            missing = place & packing.MASK & ~own
            if missing & ~free == 0 and L.count_bits(missing) <= summons:
                after = figures | (missing << 32) | special_bits(figures, place >> 16)
                if after >= 0:
                    paid = used
                    left = L.count_bits(missing)
                    while left > 0:
                        paid = packing.spend_card(paid, 1)
                        left -= 1
                    self.add(tiles, after, paid, node, PLACE_STEP + ((after >> 48) << 16) + missing)


def special_bits(figures: i64, outside: i64) -> i64:
    """Return the bits of `figures` for a special tile on the only cell of the mask `outside`. Return 0 for an empty
    mask, and -1 if the special tile already lies elsewhere (SP-286)."""
    if outside == 0:
        return 0
    place: i64 = 1
    while outside > 1:
        outside >>= 1
        place += 1
    if packing.special_of(figures) >= 0 and figures >> 48 != place:
        return -1
    return place << 48
