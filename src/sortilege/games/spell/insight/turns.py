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
from sortilege.games.spell.insight import packed
from sortilege.games.spell.insight.judgement import Judge, lesser
from sortilege.games.spell.insight.nodes import FIGURES, NODE, STAGE, URGE, USED, VALUE, Nodes
from sortilege.games.spell.insight.visible import Visible, short_of
from sortilege.games.spell.rules.arena import BESIDES, CENTRE, KING, STAY, slid
from sortilege.games.spell.rules.runes import Runes

# steps that are no action ids
EXTRA: Final = 4096  # + a move or activation, by Doppelgänger's first spell
PUSHED: Final = 8192  # + cell * 16 + goal: an elemental summoned under a rival mage
PLACED: Final = 1 << 24  # + (special tile + 1) * 65536 + mask of the cells summoned on

# How soon a node is looked at, in about hundredths of a point: tuned until few nodes found the turns with most points.
CALM: Final = 200  # nothing done, nothing near: well above the lowest heap, so that waiting still tells nodes apart
GAINED_POINT: Final = 100
MAGE_TO_PLAY: Final = 30
UPHEAVE_TO_MAKE: Final = 85
CARD_TO_CAST: Final = 42
NEAR: Final = vec[i64]([60, 45, 22, 20, 10, 0, 0, 0])  # times level plus one, by cells short that no elemental fills
WAIT: Final = vec[i64]([45, 60])  # less when the mage and the elementals, then the upheaves, have been looked at

PATIENCE: Final = 64  # nodes between two looks at the clock


class Turns:
    """One search at a time: `begin`, any number of `start`, `run`; then `nodes` has what was found."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.visible = Visible(runes)
        self.judge = Judge(runes, self.visible)
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
        self.elementals = L.elementals_of(t, side)
        self.upheaves = L.upheaves_of(t, side)
        self.amulet = t[L.AMULETS + side]
        self.keep_border_hole = t[L.KEEP_BORDER_HOLE] != 0
        self.visible.see(t)
        self.judge.face(t)
        self.nodes.clear()

    def start(self, t: Cells, step: i64) -> None:
        """Search from here too; `step` is what led here from the table as it is, 0 for nothing."""
        self.add(
            packed.pack_tiles(t, self.side), packed.pack_figures(t, self.side), packed.pack_used(t, self.side), -1, step
        )

    def run(self, until: float) -> None:
        """Look at all that can be reached, the most promising first, until the clock says so or there is no room."""
        left: i64 = PATIENCE
        while self.nodes.size < self.most:
            node = self.nodes.next()
            if node < 0:
                return
            self.expand(node)
            left -= 1
            if left == 0:
                left = PATIENCE
                if now() >= until:
                    return

    # ------------------------------------------------------------ nodes
    def add(self, tiles: i64, figures: i64, used: i64, before: i64, step: i64) -> None:
        """A node, judged and queued, unless one as good is there already."""
        used = self.visible.claimed(tiles, figures, used)
        standing = figures
        if self.visible.all_taken(used):
            standing &= packed.MAGES_ONLY  # elementals can bring nothing more
        node = self.nodes.add(tiles, figures, used, standing, before, step)
        if node >= 0:
            self.nodes.cells[node * NODE + VALUE] = self.judge.value(tiles, figures, used)
            self.nodes.queue(node, self.urge(tiles, figures, used))

    def urge(self, tiles: i64, figures: i64, used: i64) -> i64:
        """How soon a node is to be looked at: points, what can still be done, how near the runes not claimed are."""
        own = packed.own_of(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        cards = packed.cards_held(used)
        reserve = self.elementals - L.count(packed.elementals(figures))
        summons = lesser(cards, reserve)
        total = CALM + GAINED_POINT * packed.points_of(used) + CARD_TO_CAST * cards
        total += UPHEAVE_TO_MAKE * (self.upheaves - packed.upheaves_made(used))
        if used & packed.MAGE_PLAYED == 0:
            total += MAGE_TO_PLAY
        level: i64 = 1
        while level <= 4:
            if packed.taken(used, level) == 0:
                short = self.visible.nearest(level, 0, low, high) - summons
                if short <= 0:
                    short = 0
                    if summons < reserve:
                        summons += 1  # with the card it gives
                total += NEAR[short] * (level + 1)
            level += 1
        return total

    # ------------------------------------------------------------ steps
    def expand(self, node: i64) -> None:
        """The steps out of a node in three stages, those that most often lead somewhere first; between two stages the
        node goes back into the queue, a little less urgent."""
        cells = self.nodes.cells
        base = node * NODE
        tiles = cells[base]
        figures = cells[base + FIGURES]
        used = cells[base + USED]
        stage = cells[base + STAGE]
        free = packed.MASK & ~(packed.occupied(figures) | L.BIT[packed.hole_of(tiles)])
        if stage == 0:
            self.place(node, tiles, figures, used, free)
            if used & packed.MAGE_PLAYED == 0:
                self.play_mage(node, tiles, figures, used | packed.MAGE_PLAYED, free, 0)
            if packed.upheaves_made(used) == self.upheaves:
                stage = 1
        elif stage == 1:
            self.upheave(node, tiles, figures, used + packed.UPHEAVED, free)
        else:
            self.cast(node, tiles, figures, used, free)
            return
        if stage == 1 and packed.cards_held(used) == 0:
            return
        self.nodes.cells[base + STAGE] = stage + 1
        self.nodes.queue(node, self.nodes.cells[base + URGE] - WAIT[stage])

    def play_mage(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, paid: i64) -> None:
        """SP-101 to SP-117: move or activate; `paid` is EXTRA where a spell pays for it."""
        sleeping = packed.asleep(tiles) & free
        mage: i64 = 0
        while mage < 16:
            if figures & L.BIT[mage] != 0:
                goals = KING[mage] & free
                wakes = BESIDES[mage] & sleeping
                cell: i64 = 0
                while goals >> cell != 0:
                    if (goals >> cell) & 1 != 0:
                        step = paid + actions.MOVE + mage * 16 + cell
                        self.add(tiles, figures ^ (L.BIT[mage] | L.BIT[cell]), used, node, step)
                    if (wakes >> cell) & 1 != 0:
                        step = paid + actions.ACTIVATE + mage * 16 + cell
                        self.add(tiles | packed.AWAKE[cell], figures, used, node, step)
                    cell += 1
            mage += 1

    def upheave(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-120 to SP-137."""
        lift: i64 = 0
        while lift < 16:
            if (free >> lift) & 1 != 0:
                side: i64 = 0
                while side < STAY:
                    part = packed.SLIDING[lift * 8 + side]
                    if part != 0:
                        step = actions.UPHEAVE + lift * 8 + side
                        self.add(packed.upheaved(tiles, lift, side), slid(figures, part, side), used, node, step)
                    side += 1
                if self.keep_border_hole and (CENTRE >> lift) & 1 == 0:
                    self.add(packed.upheaved(tiles, lift, STAY), figures, used, node, actions.UPHEAVE + lift * 8 + STAY)
            lift += 1

    def cast(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Spells that do more than complete a rune: SP-190, SP-195, SP-255, SP-271."""
        if packed.held(used, 2) + packed.held(used, 3) != 0:
            self.levitate(node, tiles, figures, packed.spent(used, 2), free)
        if packed.held(used, 3) != 0:
            self.force(node, tiles, figures, packed.spent(used, 3), free)
        if self.amulet == L.DOPPELGANGER:
            self.play_mage(node, tiles, figures, packed.spent(used, 1), free, EXTRA)
        elif self.amulet == L.TRIELEMENTARIS and L.count(packed.elementals(figures)) < self.elementals:
            self.push(node, tiles, figures, packed.spent(used, 1), free)

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
            if figures & packed.RIVAL[mage] != 0:
                goals = KING[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & L.BIT[cell] != 0:
                        step = actions.FORCE + mage * 16 + cell
                        self.add(tiles, figures ^ (packed.RIVAL[mage] | packed.RIVAL[cell]), used, node, step)
                    cell += 1
            mage += 1

    def push(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-271: an elemental on the tile of the rival's mage, which steps aside."""
        mage: i64 = 0
        while mage < 16:
            if figures & packed.RIVAL[mage] != 0:
                goals = KING[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & L.BIT[cell] != 0:
                        there = (figures ^ (packed.RIVAL[mage] | packed.RIVAL[cell])) | packed.SUMMONED[mage]
                        self.add(tiles, there, used, node, PUSHED + mage * 16 + cell)
                    cell += 1
            mage += 1

    # ------------------------------------------------------------ what completes a rune
    def place(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-180, SP-280: elementals and the special tile, wherever they complete a rune not yet claimed."""
        most = lesser(packed.cards_held(used), self.elementals - L.count(packed.elementals(figures)))
        outside = self.amulet == L.EXTRALIMITAE
        if most <= 0 and (not outside or packed.special_of(figures) >= 0):
            return
        own = packed.own_of(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        at: i64 = 2
        while at < 10:
            card = self.visible.cards[at]
            if card >= 0 and packed.taken(used, at // 2) == 0 and (outside or short_of(low, high, card) <= most):
                self.complete(node, tiles, figures, used, free, own, most, card)
            at += 1

    def complete(
        self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, own: i64, most: i64, card: i64
    ) -> None:
        """Every way to form one card."""
        places = self.runes.places
        at = self.runes.starts[card]
        end = self.runes.starts[card + 1]
        while at < end:
            place = places[at]
            at += 1
            if place > packed.MASK and self.amulet != L.EXTRALIMITAE:
                return
            missing = place & packed.MASK & ~own
            if missing & ~free == 0 and L.count(missing) <= most:
                there = figures | (missing << 32) | with_special(figures, place >> 16)
                if there >= 0:
                    paid = used
                    left = L.count(missing)
                    while left > 0:
                        paid = packed.spent(paid, 1)
                        left -= 1
                    self.add(tiles, there, paid, node, PLACED + ((there >> 48) << 16) + missing)


def with_special(figures: i64, outside: i64) -> i64:
    """The special tile on the one outside cell of a mask, where `figures` has it; nothing for no cell, and -1 where it
    lies elsewhere already (SP-286)."""
    if outside == 0:
        return 0
    place: i64 = 1
    while outside > 1:
        outside >>= 1
        place += 1
    if packed.special_of(figures) >= 0 and figures >> 48 != place:
        return -1
    return place << 48
