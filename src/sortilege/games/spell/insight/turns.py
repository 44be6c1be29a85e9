"""Whole turns: every position a turn can end in, the most promising first.

Within a turn nothing is hidden or random, so its steps lead through a graph whose nodes are all searched once. Three
things keep it small and lose no turn that is worth playing:

1. A rune that is formed is claimed at once; if both of a level are, which one is decided when the turn is judged.
2. An elemental is summoned, and the special tile placed, only where it completes a rune that is then claimed: what is
   put down earlier could as well be put down then, for it does nothing but occupy its tile.
3. A spell is cast with the lowest card that gives it.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spell import actions
from sortilege.games.spell.insight.judgement import Judge, short_of
from sortilege.games.spell.insight.words import (
    AWAKE,
    HAND_ONE,
    MAGE_BIT,
    MASK,
    POINT,
    RIVAL,
    SLIDING,
    TAKEN,
    UPHEAVE_ONE,
    cards_held,
    figures_of,
    figures_word,
    hand_word,
    own_of,
    slid,
    special_of,
    spent,
    tiles_word,
    upheaved_tiles,
    used_word,
)
from sortilege.games.spell.rules.arena import BESIDES, CENTRE, KING, STAY
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.table import (
    AMULETS,
    BIT,
    DOPPELGANGER,
    EXTRALIMITAE,
    KEEP_BORDER_HOLE,
    SIDE,
    TRIELEMENTARIS,
    count,
    elementals_of,
    upheaves_of,
)

# a node
TILES: Final = 0
FIGURES: Final = 1
USED: Final = 2
BEFORE: Final = 3  # the node it was reached from, -1 for a start
STEP: Final = 4  # how
VALUE: Final = 5  # of ending the turn here
BEHIND: Final = 6  # the next node to look at in the same heap, -1 for none
STAGE: Final = 7  # which of its steps are still to be looked at
URGE: Final = 8
NODE: Final = 9

# steps that are no action ids
EXTRA: Final = 4096  # + a move or activation, by Doppelgänger's first spell
PUSHED: Final = 8192  # + cell * 16 + goal: an elemental summoned under a rival mage
PLACED: Final = 1 << 24  # + (special tile + 1) * 65536 + mask of the cells summoned on

URGES: Final = vec[i64]([200, 100, 30, 85, 42, 1, 1, 1, 60, 45, 22, 20, 10, 0, 0, 0, 45, 60])
TAKEN_FROM: Final = 15
HEAPS: Final = 256
FINEST: Final = 16  # hundredths of a point in one heap
FLOOR: Final = -1000  # what falls into the lowest heap
PATIENCE: Final = 64  # nodes between two looks at the clock


class Turns:
    """One search at a time; what it needs is kept for the next."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.judge = Judge(runes)
        self.nodes = blank(0)
        self.slots = blank(4096)
        self.stamp: i64 = 0
        self.heaps = blank(HEAPS)
        self.highest: i64 = 0
        self.size: i64 = 0
        self.most: i64 = 0
        self.seen: i64 = 0  # nodes whose steps were all looked at
        self.side: i64 = 0
        self.elementals: i64 = 0
        self.upheaves: i64 = 0
        self.amulet: i64 = 0
        self.keep = True
        self.face_up: i64 = 0
        self.first_bit = blank(5)  # by level: the card on the pile as a mask, 0 for none
        self.second_bit = blank(5)
        self.urges = URGES
        self.wanted = blank(5)  # by level: the cells of the smallest card face up

    # ------------------------------------------------------------ from outside
    def begin(self, t: Cells, most: i64) -> None:
        """A new search on this table, for at most so many nodes; its starts are still to be added."""
        side = t[SIDE]
        self.side = side
        self.most = most
        self.elementals = elementals_of(t, side)
        self.upheaves = upheaves_of(t, side)
        self.amulet = t[AMULETS + side]
        self.keep = t[KEEP_BORDER_HOLE] != 0
        self.size = 0
        self.seen = 0
        self.stamp += 1
        self.highest = 0
        i: i64 = 0
        while i < HEAPS:
            self.heaps[i] = -1
            i += 1
        self.judge.set(t, hand_word(t, 1 - side))
        self.face_up = 0
        level: i64 = 1
        while level <= 4:
            self.first_bit[level] = bit_of(self.judge.cards[level * 2 - 2])
            self.second_bit[level] = bit_of(self.judge.cards[level * 2 - 1])
            self.face_up |= self.first_bit[level] | self.second_bit[level]
            self.wanted[level] = 99
            at = level * 2 - 2
            while at < level * 2:
                card = self.judge.cards[at]
                if card >= 0:
                    cells = count(self.runes.places[self.runes.starts[card]])
                    if cells < self.wanted[level]:
                        self.wanted[level] = cells
                at += 1
            level += 1

    def start(self, t: Cells, step: i64) -> None:
        """Search from here too; `step` is what led here from the table as it is, 0 for nothing."""
        self.add(tiles_word(t, self.side), figures_word(t, self.side), used_word(t, self.side), -1, step)

    def run(self, until: float) -> None:
        """Look at all that can be reached, the most promising first, until the clock says so or there is no room."""
        left: i64 = PATIENCE
        while self.size < self.most:
            node = self.next_node()
            if node < 0:
                return
            self.expand(node)
            left -= 1
            if left == 0:
                left = PATIENCE
                if perf_counter() >= until:
                    return

    def next_node(self) -> i64:
        heaps = self.heaps
        highest = self.highest
        while highest >= 0 and heaps[highest] < 0:
            highest -= 1
        self.highest = highest
        if highest < 0:
            return -1
        node = heaps[highest]
        heaps[highest] = self.nodes[node * NODE + BEHIND]
        self.seen += 1
        return node

    # ------------------------------------------------------------ nodes
    def add(self, tiles: i64, figures: i64, used: i64, before: i64, step: i64) -> None:
        """A node, unless it is there already."""
        used = self.claimed(tiles, figures, used)
        nodes = self.nodes
        slots = self.slots
        stamp = self.stamp
        last = len(slots) - 1
        lasting = used >> TAKEN_FROM
        standing = figures
        if self.closed(tiles, figures, used):
            standing &= 0xFFFFFFFF
        at = scattered(tiles, standing, lasting) & last
        while slots[at] >> 24 == stamp:
            there = (slots[at] & 0xFFFFFF) * NODE
            if (
                nodes[there] == tiles
                and nodes[there + USED] >> TAKEN_FROM == lasting
                and (nodes[there + FIGURES] == figures or subset(nodes[there + FIGURES], figures, standing))
                and leaves_more(nodes[there + USED], used)
            ):
                return
            at = (at + 1) & last
        size = self.size
        slots[at] = (stamp << 24) | size
        base = size * NODE
        if base >= len(nodes):
            nodes = self.grown()
        self.size = size + 1
        value = self.judge.value(tiles, figures, used)
        nodes[base] = tiles
        nodes[base + FIGURES] = figures
        nodes[base + USED] = used
        nodes[base + BEFORE] = before
        nodes[base + STEP] = step
        nodes[base + VALUE] = value
        if self.judge.final(used):
            nodes[base + VALUE] = self.judge.result(used)
        nodes[base + STAGE] = 0
        self.queue(size, self.urge(tiles, figures, used, value))
        if 2 * size > last:
            self.spread()

    def queue(self, node: i64, urge: i64) -> None:
        """The node is to be looked at as soon as its urge says."""
        heap = urge // FINEST
        if heap < 0:
            heap = 0
        if heap >= HEAPS:
            heap = HEAPS - 1
        self.nodes[node * NODE + URGE] = urge
        self.nodes[node * NODE + BEHIND] = self.heaps[heap]
        self.heaps[heap] = node
        if heap > self.highest:
            self.highest = heap

    def grown(self) -> Cells:
        """Room for twice as many nodes."""
        nodes = self.nodes
        wanted = 2 * len(nodes)
        if wanted < 1024 * NODE:
            wanted = 1024 * NODE
        while len(nodes) < wanted:
            nodes = append(nodes, 0)
        self.nodes = nodes
        return nodes

    def spread(self) -> None:
        """Twice as many slots."""
        slots = blank(4 * (len(self.slots) // 2))
        nodes = self.nodes
        last = len(slots) - 1
        node: i64 = 0
        while node < self.size:
            base = node * NODE
            standing = nodes[base + FIGURES]
            if self.closed(nodes[base], standing, nodes[base + USED]):
                standing &= 0xFFFFFFFF
            at = scattered(nodes[base], standing, nodes[base + USED] >> TAKEN_FROM) & last
            while slots[at] != 0:
                at = (at + 1) & last
            slots[at] = (self.stamp << 24) | node
            node += 1
        self.slots = slots

    def claimed(self, tiles: i64, figures: i64, used: i64) -> i64:
        """SP-149 to SP-152: every rune that is formed is claimed, one of each level."""
        own = own_of(tiles, figures)
        special = special_of(figures)
        formed = self.runes.formed[own] & self.face_up
        if special >= 0:
            formed = self.runes.claimable(own, special, self.face_up)
        if formed == 0:
            return used
        level: i64 = 1
        while level <= 4:
            if (used >> (TAKEN + 2 * level)) & 3 == 0:
                which: i64 = 0
                if formed & self.first_bit[level] != 0:
                    which = 1
                if formed & self.second_bit[level] != 0:
                    which |= 2
                if which != 0:
                    used += (which << (TAKEN + 2 * level)) + level * POINT
                    if level < 4:
                        used += HAND_ONE[level]
            level += 1
        return used

    def urge(self, tiles: i64, figures: i64, used: i64, value: i64) -> i64:
        """How soon a node is to be looked at: points, and how near the runes not yet claimed are."""
        u = self.urges
        own = own_of(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        total = u[0] + u[1] * (used >> 23)
        aid = self.elementals - count((figures >> 32) & MASK)
        if cards_held(used) < aid:
            aid = cards_held(used)
        if u[5] == 0:
            aid = 0
        level: i64 = 1
        while level <= 4:
            if (used >> (TAKEN + 2 * level)) & 3 == 0:
                card = self.judge.cards[level * 2 - 2]
                least: i64 = 7
                if card >= 0:
                    least = short_of(low, high, card)
                card = self.judge.cards[level * 2 - 1]
                if card >= 0:
                    m = short_of(low, high, card)
                    if m < least:
                        least = m
                least -= aid
                if least < 0:
                    least = 0
                total += u[8 + least] * (level + u[7])
            level += 1
        if used & MAGE_BIT == 0:
            total += u[2]
        total += u[3] * (self.upheaves - ((used >> 1) & 3))
        total += u[4] * cards_held(used)
        return total

    def closed(self, tiles: i64, figures: i64, used: i64) -> bool:
        """Whether no rune can be claimed any more: every level was, or more cells are wanted than can become own."""
        cards = cards_held(used)
        summons = self.elementals - count((figures >> 32) & MASK)
        if cards < summons:
            summons = cards
        gain = summons
        if used & MAGE_BIT == 0:
            gain += 1
        if self.amulet == DOPPELGANGER:
            gain += cards
        elif (used >> 7) & 0xFF != 0 and cards > summons:
            gain += 1
        if self.amulet == EXTRALIMITAE:
            return False
        reach = count(tiles & (tiles >> 32) & MASK) + count(figures & MASK) + count((figures >> 32) & MASK) + gain
        if (used >> 1) & 3 < self.upheaves:
            gain = 7
        own = own_of(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        level: i64 = 1
        while level <= 4:
            if (used >> (TAKEN + 2 * level)) & 3 == 0 and self.wanted[level] <= reach:
                card = self.judge.cards[level * 2 - 2]
                if card >= 0 and short_of(low, high, card) <= gain:
                    return False
                card = self.judge.cards[level * 2 - 1]
                if card >= 0 and short_of(low, high, card) <= gain:
                    return False
            level += 1
        return True

    # ------------------------------------------------------------ steps
    def expand(self, node: i64) -> None:
        """Every step out of a node."""
        base = node * NODE
        tiles = self.nodes[base]
        figures = self.nodes[base + FIGURES]
        used = self.nodes[base + USED]
        free = MASK & ~(figures_of(figures) | BIT[tiles >> 48])
        stage = self.nodes[base + STAGE]
        if stage == 0:
            self.place(node, tiles, figures, used, free)
            if used & MAGE_BIT == 0:
                self.play_mage(node, tiles, figures, used | MAGE_BIT, free, 0)
            if (used >> 1) & 3 == self.upheaves:
                stage = 1
            elif self.urges[6] == 0:
                self.upheave(node, tiles, figures, used + UPHEAVE_ONE, free)
                stage = 1
        elif stage == 1:
            self.upheave(node, tiles, figures, used + UPHEAVE_ONE, free)
        else:
            self.cast(node, tiles, figures, used, free)
            return
        if stage == 1 and (used >> 3) & 0xFFF == 0:
            return
        self.nodes[base + STAGE] = stage + 1
        self.queue(node, self.nodes[base + URGE] - self.urges[16 + stage])

    def play_mage(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, paid: i64) -> None:
        """SP-101 to SP-117: move or activate; `paid` says that a spell pays for it."""
        asleep = tiles & ~(tiles >> 32) & free & MASK
        mage: i64 = 0
        while mage < 16:
            if figures & BIT[mage] != 0:
                goals = KING[mage] & free
                wakes = BESIDES[mage] & asleep
                cell: i64 = 0
                while goals >> cell != 0:
                    if (goals >> cell) & 1 != 0:
                        step = paid + actions.MOVE + mage * 16 + cell
                        self.add(tiles, figures ^ (BIT[mage] | BIT[cell]), used, node, step)
                    if (wakes >> cell) & 1 != 0:
                        step = paid + actions.ACTIVATE + mage * 16 + cell
                        self.add(tiles | AWAKE[cell], figures, used, node, step)
                    cell += 1
            mage += 1

    def upheave(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """SP-120 to SP-137."""
        lift: i64 = 0
        while lift < 16:
            if (free >> lift) & 1 != 0:
                side: i64 = 0
                while side < STAY:
                    part = SLIDING[lift * 8 + side]
                    if part != 0:
                        step = actions.UPHEAVE + lift * 8 + side
                        self.add(upheaved_tiles(tiles, lift, side), slid(figures, part, side), used, node, step)
                    side += 1
                if self.keep and (CENTRE >> lift) & 1 == 0:
                    self.add(upheaved_tiles(tiles, lift, STAY), figures, used, node, actions.UPHEAVE + lift * 8 + STAY)
            lift += 1

    def cast(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Spells that change more than a claim can see: SP-190, SP-195, SP-255, SP-271."""
        if (used >> 7) & 0xFF != 0:
            self.levitate(node, tiles, figures, spent(used, 2), free)
        if (used >> 11) & 15 != 0:
            self.force(node, tiles, figures, spent(used, 3), free)
        if self.amulet == DOPPELGANGER:
            self.play_mage(node, tiles, figures, spent(used, 1), free, EXTRA)
        elif self.amulet == TRIELEMENTARIS and count((figures >> 32) & MASK) < self.elementals:
            self.push(node, tiles, figures, spent(used, 1), free)

    def levitate(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        mage: i64 = 0
        while mage < 16:
            if figures & BIT[mage] != 0:
                cell: i64 = 0
                while cell < 16:
                    if free & BIT[cell] != 0:
                        step = actions.LEVITATE + mage * 16 + cell
                        self.add(tiles, figures ^ (BIT[mage] | BIT[cell]), used, node, step)
                    cell += 1
            mage += 1

    def force(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        mage: i64 = 0
        while mage < 16:
            if figures & RIVAL[mage] != 0:
                goals = KING[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & BIT[cell] != 0:
                        step = actions.FORCE + mage * 16 + cell
                        self.add(tiles, figures ^ (RIVAL[mage] | RIVAL[cell]), used, node, step)
                    cell += 1
            mage += 1

    def push(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        mage: i64 = 0
        while mage < 16:
            if figures & RIVAL[mage] != 0:
                goals = KING[mage] & free
                cell: i64 = 0
                while cell < 16:
                    if goals & BIT[cell] != 0:
                        there = (figures ^ (RIVAL[mage] | RIVAL[cell])) | (BIT[mage] << 32)
                        self.add(tiles, there, used, node, PUSHED + mage * 16 + cell)
                    cell += 1
            mage += 1

    # ------------------------------------------------------------ what completes a rune
    def place(self, node: i64, tiles: i64, figures: i64, used: i64, free: i64) -> None:
        """Elementals and the special tile, wherever they complete a rune not yet claimed."""
        most = self.elementals - count((figures >> 32) & MASK)
        cards = cards_held(used)
        if cards < most:
            most = cards
        special = special_of(figures)
        outside = self.amulet == EXTRALIMITAE
        if most <= 0 and (not outside or special >= 0):
            return
        own = own_of(tiles, figures)
        low = self.runes.shortfalls(own, 0)
        high = self.runes.shortfalls(own, 1)
        level: i64 = 1
        while level <= 4:
            if (used >> (TAKEN + 2 * level)) & 3 == 0:
                at = level * 2 - 2
                while at < level * 2:
                    card = self.judge.cards[at]
                    if card >= 0 and (outside or short_of(low, high, card) <= most):
                        self.complete(node, tiles, figures, used, free, own, most, card)
                    at += 1
            level += 1

    def complete(
        self, node: i64, tiles: i64, figures: i64, used: i64, free: i64, own: i64, most: i64, card: i64
    ) -> None:
        """Every way to form one card."""
        places = self.runes.places
        at = self.runes.starts[card]
        end = self.runes.starts[card + 1]
        outside = self.amulet == EXTRALIMITAE
        special = figures >> 48
        while at < end:
            place = places[at]
            at += 1
            if place > MASK and not outside:
                return
            missing = place & MASK & ~own
            if missing & ~free != 0 or count(missing) > most:
                continue
            there = figures | (missing << 32)
            if place > MASK:
                beyond = outside_place(place >> 16)
                if special == 0:
                    there |= beyond << 48
                elif special != beyond:
                    continue
            paid = used
            left = count(missing)
            while left > 0:
                paid = spent(paid, 1)
                left -= 1
            self.add(tiles, there, paid, node, PLACED + ((there >> 48) << 16) + missing)


def subset(there: i64, figures: i64, standing: i64) -> bool:
    return standing != figures and there & 0xFFFFFFFF == standing and (there >> 32) & ~(figures >> 32) == 0


def leaves_more(there: i64, used: i64) -> bool:
    """Whether a node that has used `there` can still do all that one can that has used `used`."""
    if there & MAGE_BIT > used & MAGE_BIT or (there >> 1) & 3 > (used >> 1) & 3:
        return False
    a = (there >> 11) & 15
    b = (used >> 11) & 15
    if a < b:
        return False
    a += (there >> 7) & 15
    b += (used >> 7) & 15
    if a < b:
        return False
    return a + ((there >> 3) & 15) >= b + ((used >> 3) & 15)


def bit_of(card: i64) -> i64:
    if card < 0:
        return 0
    return BIT[card]


def outside_place(mask: i64) -> i64:
    """The number of the one outside cell of a mask, plus one."""
    place: i64 = 1
    while mask > 1:
        mask >>= 1
        place += 1
    return place


def scattered(tiles: i64, figures: i64, used: i64) -> i64:
    """A number that differs for most nodes. The factors keep every product below 2**60."""
    mixed = (tiles & 0xFFFFFFFF) * 0xB5297A5 + (tiles >> 32) * 0x68E31DA + (figures & 0xFFFFFFFF) * 0x9E3779B
    mixed += (figures >> 32) * 0xC2B2AE3 + used * 0x27D4EB3
    mixed ^= mixed >> 31
    return mixed >> 7
