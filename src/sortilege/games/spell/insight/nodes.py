"""The nodes of one search through a turn: stored once each, and handed out the most urgent first."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from sortilege.core.cells import blank
from sortilege.games.spell.insight import packing

# a node
TILES: Final = 0
FIGURES: Final = 1
USED: Final = 2
PARENT: Final = 3  # the node it was reached from, -1 for a start
STEP: Final = 4  # how
VALUE: Final = 5  # of ending the turn here
NEXT_IN_BUCKET: Final = 6  # the next node to look at in the same heap, -1 for none
STAGE: Final = 7  # which of its steps are still to be looked at
PRIORITY: Final = 8
COMPARED_FIGURES: Final = 9  # its figures as they count when nodes are compared
NODE_SIZE: Final = 10

BUCKETS: Final = 256  # a node of some urge lies on one of so many heaps
BUCKET_WIDTH: Final = 16  # how much more urgent the next heap is; finer ones did not find good turns sooner
MIN_SLOTS: Final = 4096
INITIAL_CAPACITY: Final = 1024  # nodes there is room for at first


class Nodes:
    """One search at a time; the room it took is kept for the next."""

    def __init__(self) -> None:
        self.cells = blank(0)  # NODE numbers a node
        self.size: i64 = 0
        self.slots = blank(MIN_SLOTS)  # a hash table of nodes, each with the stamp of its search
        self.stamp: i64 = 0
        self.buckets = blank(BUCKETS)  # the first node of each
        self.highest_bucket: i64 = 0  # no heap above this one has a node

    def clear(self) -> None:
        """Forget all nodes. Slots need no clearing: those of an older stamp count as empty."""
        self.size = 0
        self.stamp += 1
        self.highest_bucket = 0
        bucket: i64 = 0
        while bucket < BUCKETS:
            self.buckets[bucket] = -1
            bucket += 1

    def add(self, tiles: i64, figures: i64, used: i64, compared_figures: i64, parent: i64, step: i64) -> i64:
        """The number of a new node, or -1 where one as good is there already. It is not yet queued."""
        slots = self.slots
        last = len(slots) - 1
        at = hash_node(tiles, compared_figures, used >> packing.GAINS_AT) & last
        while slots[at] >> 24 == self.stamp:
            if self.dominates(slots[at] & 0xFFFFFF, tiles, figures, used, compared_figures):
                return -1
            at = (at + 1) & last
        node = self.size
        slots[at] = (self.stamp << 24) | node
        self.size = node + 1
        base = node * NODE_SIZE
        if base >= len(self.cells):
            self.grow()
        cells = self.cells
        cells[base] = tiles
        cells[base + FIGURES] = figures
        cells[base + USED] = used
        cells[base + COMPARED_FIGURES] = compared_figures
        cells[base + PARENT] = parent
        cells[base + STEP] = step
        cells[base + STAGE] = 0
        if 2 * node > last:
            self.grow_slots()
        return node

    def dominates(self, node: i64, tiles: i64, figures: i64, used: i64, compared_figures: i64) -> bool:
        """Whether a node has the same tiles, mages and gains, and leaves at least as much to do."""
        cells = self.cells
        base = node * NODE_SIZE
        if cells[base] != tiles or cells[base + USED] >> packing.GAINS_AT != used >> packing.GAINS_AT:
            return False
        if not packing.leaves_more(cells[base + USED], used):
            return False
        there = cells[base + FIGURES]
        if there == figures:
            return True
        return (
            compared_figures != figures
            and there & packing.MAGES_ONLY == compared_figures
            and (there >> 32) & ~(figures >> 32) == 0
        )

    def grow(self) -> None:
        """Room for twice as many nodes."""
        cells = self.cells
        wanted = 2 * len(cells)
        if wanted < INITIAL_CAPACITY * NODE_SIZE:
            wanted = INITIAL_CAPACITY * NODE_SIZE
        while len(cells) < wanted:
            cells = append(cells, 0)
        self.cells = cells

    def grow_slots(self) -> None:
        """Twice as many slots."""
        slots = blank(2 * len(self.slots))
        cells = self.cells
        last = len(slots) - 1
        node: i64 = 0
        while node < self.size:
            base = node * NODE_SIZE
            at = hash_node(cells[base], cells[base + COMPARED_FIGURES], cells[base + USED] >> packing.GAINS_AT) & last
            while slots[at] != 0:
                at = (at + 1) & last
            slots[at] = (self.stamp << 24) | node
            node += 1
        self.slots = slots

    # ------------------------------------------------------------ what to look at next
    def enqueue(self, node: i64, priority: i64) -> None:
        """The node is to be looked at as soon as its urge says; of equals the latest first."""
        bucket = priority // BUCKET_WIDTH
        if bucket < 0:
            bucket = 0
        if bucket >= BUCKETS:
            bucket = BUCKETS - 1
        self.cells[node * NODE_SIZE + PRIORITY] = priority
        self.cells[node * NODE_SIZE + NEXT_IN_BUCKET] = self.buckets[bucket]
        self.buckets[bucket] = node
        if bucket > self.highest_bucket:
            self.highest_bucket = bucket

    def dequeue(self) -> i64:
        """The most urgent node, taken off its heap; -1 when none is left."""
        buckets = self.buckets
        highest = self.highest_bucket
        while highest >= 0 and buckets[highest] < 0:
            highest -= 1
        self.highest_bucket = highest
        if highest < 0:
            return -1
        node = buckets[highest]
        buckets[highest] = self.cells[node * NODE_SIZE + NEXT_IN_BUCKET]
        return node

    # ------------------------------------------------------------ where the turn may end
    def best(self) -> i64:
        """The node whose end is worth most, the first of equals."""
        cells = self.cells
        best: i64 = 0
        node: i64 = 1
        while node < self.size:
            if cells[node * NODE_SIZE + VALUE] > cells[best * NODE_SIZE + VALUE]:
                best = node
            node += 1
        return best

    def best_nodes(self, most: int) -> list[int]:
        """The nodes worth most, best first, no two of them with the same end."""
        cells = self.cells
        found: list[int] = []
        lowest: i64 = -(1 << 40)
        node: i64 = 0
        while node < self.size:
            value = cells[node * NODE_SIZE + VALUE]
            if value > lowest and not self.has_same_end(found, node):
                at = len(found)
                found.append(node)
                while at > 0 and cells[i64(found[at - 1]) * NODE_SIZE + VALUE] < value:
                    found[at] = found[at - 1]
                    at -= 1
                found[at] = node
                if len(found) > most:
                    found.pop()
                if len(found) == most:
                    lowest = cells[i64(found[most - 1]) * NODE_SIZE + VALUE]
            node += 1
        return found

    def has_same_end(self, found: list[int], node: i64) -> bool:
        """Whether a turn that ends alike is among those found."""
        return any(self.same_end(i64(other) * NODE_SIZE, node * NODE_SIZE) for other in found)

    def same_end(self, one: i64, other: i64) -> bool:
        """The same tiles, mages, captured cards and gains: elementals leave at the end, actions come back (SP-205)."""
        cells = self.cells
        return (
            cells[one + VALUE] == cells[other + VALUE]
            and cells[one] == cells[other]
            and (cells[one + FIGURES] ^ cells[other + FIGURES]) & packing.MAGES_ONLY == 0
            and cells[one + USED] >> 3 == cells[other + USED] >> 3
        )


def hash_node(tiles: i64, figures: i64, gained: i64) -> i64:
    """A number that differs for most nodes. The factors keep every product below 2**60."""
    mixed = (tiles & 0xFFFFFFFF) * 0xB5297A5 + (tiles >> 32) * 0x68E31DA + (figures & 0xFFFFFFFF) * 0x9E3779B
    mixed += (figures >> 32) * 0xC2B2AE3 + gained * 0x27D4EB3
    mixed ^= mixed >> 31
    return mixed >> 7
