"""Whole turns: every position a turn can end in, the most promising first.

Within a turn nothing is hidden or random, so its steps lead through a graph whose nodes are all searched once. Three
things keep it small and lose no turn that is worth playing:

1. A rune that is formed is claimed at once; if both of a level are, which one is decided when the turn is judged.
2. An elemental is summoned, and the special tile placed, only where it completes a rune that is then claimed: what is
   put down earlier could as well be put down then, for it does nothing but occupy its tile.
3. A spell is cast with the lowest card that gives it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.clock import now
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing
from sortilege.games.spell.insight.evaluation import Evaluator, minimum
from sortilege.games.spell.insight.nodes import FIGURES, NODE_SIZE, PRIORITY, STAGE, USED, VALUE, Nodes
from sortilege.games.spell.insight.turn_cards import TurnCards, missing_of
from sortilege.games.spell.rules.arena import CENTRE, KING_STEPS, NO_SLIDE, ORTHOGONAL, slide
from sortilege.games.spell.rules.runes import Runes

# steps that are no action ids
EXTRA_STEP: Final = 4096  # + a move or activation, by Doppelgänger's first spell
PUSH_STEP: Final = 8192  # + cell * 16 + goal: an elemental summoned under a rival mage
PLACE_STEP: Final = 1 << 24  # + (special tile + 1) * 65536 + mask of the cells summoned on

# How soon a node is looked at, in about hundredths of a point: tuned until few nodes found the turns with most points.
BASE_PRIORITY: Final = (
    200  # nothing done, nothing near: well above the lowest heap, so that waiting still tells nodes apart
)
POINT_PRIORITY: Final = 100
MAGE_PRIORITY: Final = 30
UPHEAVE_PRIORITY: Final = 85
CARD_PRIORITY: Final = 42
RUNE_PRIORITY: Final = vec[i64](
    [60, 45, 22, 20, 10, 0, 0, 0]
)  # times level plus one, by cells short that no elemental fills
STAGE_PENALTY: Final = vec[i64](
    [45, 60]
)  # less when the mage and the elementals, then the upheaves, have been looked at

CLOCK_INTERVAL: Final = 64  # nodes between two looks at the clock


class TurnSearch:
    """One search at a time: `begin`, any number of `start`, `run`; then `nodes` has what was found."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turn_cards = TurnCards(runes)
        self.judge = Evaluator(runes, self.turn_cards)
        self.nodes = Nodes()
        self.most: i64 = 0
        self.side: i64 = 0
        self.elementals: i64 = 0
        self.upheaves: i64 = 0
        self.amulet: i64 = 0
        self.keep_border_hole = False

    def begin(self, t: Cells, most: i64) -> None:
        """A new search on this table, for about so many nodes at most; its starts are still to be added."""
        side = t[L.SIDE]
        self.side = side
        self.most = most
        self.elementals = L.elemental_limit(t, side)
        self.upheaves = L.upheave_limit(t, side)
        self.amulet = t[L.AMULETS + side]
        self.keep_border_hole = t[L.KEEP_BORDER_HOLE] != 0
        self.turn_cards.read(t)
        self.judge.begin(t)
        self.nodes.clear()

    def add_start(self, t: Cells, step: i64) -> None:
        """Search from here too; `step` is what led here from the table as it is, 0 for nothing."""
        self.add(
            packing.pack_tiles(t, self.side),
            packing.pack_figures(t, self.side),
            packing.pack_used(t, self.side),
            -1,
            step,
        )

    def run(self, until: float) -> None:
        """Look at all that can be reached, the most promising first, until the clock says so or there is no room."""
        left: i64 = CLOCK_INTERVAL
        while self.nodes.size < self.most:
            node = self.nodes.dequeue()
            if node < 0:
                return
            self.expand(node)
            left -= 1
            if left == 0:
                left = CLOCK_INTERVAL
                if now() >= until:
                    return

    # ------------------------------------------------------------ nodes
    def add(self, tiles: i64, figures: i64, used: i64, parent: i64, step: i64) -> None:
        """A node, judged and queued, unless one as good is there already."""
        used = self.turn_cards.claim_formed(tiles, figures, used)
        compared_figures = figures
        if self.turn_cards.all_claimed(used):
            compared_figures &= packing.MAGES_ONLY  # elementals can bring nothing more
        node = self.nodes.add(tiles, figures, used, compared_figures, parent, step)
        if node >= 0:
            self.nodes.cells[node * NODE_SIZE + VALUE] = self.judge.evaluate(tiles, figures, used)
            self.nodes.enqueue(node, self.priority(tiles, figures, used))

    def priority(self, tiles: i64, figures: i64, used: i64) -> i64:
        """How soon a node is to be looked at: points, what can still be done, how near the runes not claimed are."""
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
            if packing.taken_cards(used, level) == 0:
                short = self.turn_cards.fewest_missing(level, 0, low, high) - summons
                if short <= 0:
                    short = 0
                    if summons < reserve:
                        summons += 1  # with the card it gives
                total += RUNE_PRIORITY[short] * (level + 1)
            level += 1
        return total

    # ------------------------------------------------------------ steps
    def expand(self, node: i64) -> None:
        """The steps out of a node in three stages, those that most often lead somewhere first; between two stages the
        node goes back into the queue, a little less urgent."""
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

    def expand_mage(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, paid: i64) -> None:
        """SP-101 to SP-117: move or activate; `paid` is EXTRA where a spell pays for it."""
        sleeping = packing.inactive_tiles(tiles) & free
        mage: i64 = 0
        while mage < 16:
            if figures & L.BIT[mage] != 0:
                goals = KING_STEPS[mage] & free
                wakes = ORTHOGONAL[mage] & sleeping
                cell: i64 = 0
                while goals >> cell != 0:
                    if (goals >> cell) & 1 != 0:
                        step = paid + actions.MOVE + mage * 16 + cell
                        self.add(tiles, figures ^ (L.BIT[mage] | L.BIT[cell]), used, node, step)
                    if (wakes >> cell) & 1 != 0:
                        step = paid + actions.ACTIVATE + mage * 16 + cell
                        self.add(tiles | packing.ACTIVE_BIT[cell], figures, used, node, step)
                    cell += 1
            mage += 1

    def expand_upheaves(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-120 to SP-137."""
        lift: i64 = 0
        while lift < 16:
            if (free >> lift) & 1 != 0:
                side: i64 = 0
                while side < NO_SLIDE:
                    part = packing.SLIDING_LANES[lift * 8 + side]
                    if part != 0:
                        step = actions.UPHEAVE + lift * 8 + side
                        self.add(packing.upheave(tiles, lift, side), slide(figures, part, side), used, node, step)
                    side += 1
                if self.keep_border_hole and (CENTRE >> lift) & 1 == 0:
                    self.add(
                        packing.upheave(tiles, lift, NO_SLIDE),
                        figures,
                        used,
                        node,
                        actions.UPHEAVE + lift * 8 + NO_SLIDE,
                    )
            lift += 1

    def expand_spells(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Spells that do more than complete a rune: SP-190, SP-195, SP-255, SP-271."""
        if packing.captured(used, 2) + packing.captured(used, 3) != 0:
            self.levitate(node, tiles, figures, packing.spend_card(used, 2), free)
        if packing.captured(used, 3) != 0:
            self.force(node, tiles, figures, packing.spend_card(used, 3), free)
        if self.amulet == L.DOPPELGANGER:
            self.expand_mage(node, tiles, figures, packing.spend_card(used, 1), free, EXTRA_STEP)
        elif self.amulet == L.TRIELEMENTARIS and L.count_bits(packing.elementals(figures)) < self.elementals:
            self.push(node, tiles, figures, packing.spend_card(used, 1), free)

    def levitate(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-190: the own mage, anywhere."""
        mage: i64 = 0
        while mage < 16:
            if figures & L.BIT[mage] != 0:
                cell: i64 = 0
                while cell < 16:
                    if free & L.BIT[cell] != 0:
                        step = actions.LEVITATE + mage * 16 + cell
                        self.add(tiles, figures ^ (L.BIT[mage] | L.BIT[cell]), used, node, step)
                    cell += 1
            mage += 1

    def force(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-195: the rival's mage, one step."""
        mage: i64 = 0
        while mage < 16:
            if figures & packing.RIVAL_BIT[mage] != 0:
                goals = KING_STEPS[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & L.BIT[cell] != 0:
                        step = actions.FORCE + mage * 16 + cell
                        self.add(tiles, figures ^ (packing.RIVAL_BIT[mage] | packing.RIVAL_BIT[cell]), used, node, step)
                    cell += 1
            mage += 1

    def push(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-271: an elemental on the tile of the rival's mage, which steps aside."""
        mage: i64 = 0
        while mage < 16:
            if figures & packing.RIVAL_BIT[mage] != 0:
                goals = KING_STEPS[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & L.BIT[cell] != 0:
                        there = (figures ^ (packing.RIVAL_BIT[mage] | packing.RIVAL_BIT[cell])) | packing.ELEMENTAL_BIT[
                            mage
                        ]
                        self.add(tiles, there, used, node, PUSH_STEP + mage * 16 + cell)
                    cell += 1
            mage += 1

    # ------------------------------------------------------------ what completes a rune
    def expand_placements(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-180, SP-280: elementals and the special tile, wherever they complete a rune not yet claimed."""
        most = minimum(packing.cards_captured(used), self.elementals - L.count_bits(packing.elementals(figures)))
        outside = self.amulet == L.EXTRALIMITAE
        if most <= 0 and (not outside or packing.special_of(figures) >= 0):
            return
        own = packing.own_cells(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        at: i64 = 2
        while at < 10:
            card = self.turn_cards.cards[at]
            if (
                card >= 0
                and packing.taken_cards(used, at // 2) == 0
                and (outside or missing_of(low, high, card) <= most)
            ):
                self.complete_card(node, tiles, figures, used, free, own, most, card)
            at += 1

    def complete_card(
        self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, own: i64, most: i64, card: i64
    ) -> None:
        """Every way to form one card."""
        places = self.runes.places
        at = self.runes.starts[card]
        end = self.runes.starts[card + 1]
        while at < end:
            place = places[at]
            at += 1
            if place > packing.MASK and self.amulet != L.EXTRALIMITAE:
                return
            missing = place & packing.MASK & ~own
            if missing & ~free == 0 and L.count_bits(missing) <= most:
                there = figures | (missing << 32) | with_special(figures, place >> 16)
                if there >= 0:
                    paid = used
                    left = L.count_bits(missing)
                    while left > 0:
                        paid = packing.spend_card(paid, 1)
                        left -= 1
                    self.add(tiles, there, paid, node, PLACE_STEP + ((there >> 48) << 16) + missing)


def with_special(figures: i64, outside: i64) -> i64:
    """The special tile on the one outside cell of a mask, where `figures` has it; nothing for no cell, and -1 where it
    lies elsewhere already (SP-286)."""
    if outside == 0:
        return 0
    place: i64 = 1
    while outside > 1:
        outside >>= 1
        place += 1
    if packing.special_of(figures) >= 0 and figures >> 48 != place:
        return -1
    return place << 48
