"""The nodes of a turn search: a hash table against duplicates, and a priority queue."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.games.spell.insight import packing

# cells of a node; the first three are the words described in `packing`
TILES: Final = 0
FIGURES: Final = 1
USED: Final = 2
PARENT: Final = 3  # the previous node, -1 for a start node
STEP: Final = 4  # the step from the parent
VALUE: Final = 5  # evaluation if the turn ends here
NEXT_IN_BUCKET: Final = 6  # the next node in the same bucket, -1 for none
STAGE: Final = 7  # the next stage of its expansion
PRIORITY: Final = 8
COMPARED_FIGURES: Final = 9  # FIGURES, without elementals if they are of no more use
NODE_SIZE: Final = 10

BUCKETS: Final = 256  # number of buckets of the priority queue
BUCKET_WIDTH: Final = 16  # range of priorities in a bucket; smaller ranges did not find good turns sooner
MIN_SLOTS: Final = 4096
INITIAL_CAPACITY: Final = 1024  # in nodes


class Nodes:
    """The nodes of one search at a time. Memory is reused by the next search."""

    def __init__(self) -> None:
        self.cells = blank(0)  # NODE_SIZE cells for each node
        self.size: i64 = 0
        self.slots = blank(MIN_SLOTS)  # hash table: the stamp of a search and the number of a node
        self.stamp: i64 = 0  # number of the current search
        self.buckets = blank(BUCKETS)  # the first node of each bucket, -1 for none
        self.highest_bucket: i64 = 0  # no bucket above this one has a node

    def clear(self) -> None:
        """Remove all nodes. Slots with an older stamp count as empty, so they need not be cleared."""
        self.size = 0
        self.stamp += 1
        self.highest_bucket = 0
        bucket: i64 = 0
        while bucket < BUCKETS:
            self.buckets[bucket] = -1
            bucket += 1

    def add(self, tiles: i64, figures: i64, used: i64, compared_figures: i64, parent: i64, step: i64) -> i64:
        """Store a node without enqueuing it, and return its number, or -1 if a stored node dominates it."""
        slots = self.slots
        mask = len(slots) - 1
        at = hash_node(tiles, compared_figures, used >> packing.CLAIMS_AT) & mask
        while slots[at] >> 24 == self.stamp:
            if self.dominates(slots[at] & 0xFFFFFF, tiles, figures, used, compared_figures):
                return -1
            at = (at + 1) & mask
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
        if 2 * node > mask:
            self.grow_slots()
        return node

    def dominates(self, node: i64, tiles: i64, figures: i64, used: i64, compared_figures: i64) -> bool:
        """Return whether a stored node has the same tiles, mages and claims as a new one, and at least its actions
        left."""
        cells = self.cells
        base = node * NODE_SIZE
        if cells[base] != tiles or cells[base + USED] >> packing.CLAIMS_AT != used >> packing.CLAIMS_AT:
            return False
        if not packing.leaves_more(cells[base + USED], used):
            return False
        stored = cells[base + FIGURES]
        if stored == figures:
            return True
        return (
            compared_figures != figures
            and stored & packing.MAGES_ONLY == compared_figures
            and (stored >> 32) & ~(figures >> 32) == 0
        )

    def grow(self) -> None:
        """Double the capacity for nodes."""
        cells = self.cells
        size = 2 * len(cells)
        if size < INITIAL_CAPACITY * NODE_SIZE:
            size = INITIAL_CAPACITY * NODE_SIZE
        while len(cells) < size:
            cells = append(cells, 0)
        self.cells = cells

    def grow_slots(self) -> None:
        """Double the number of slots of the hash table."""
        slots = blank(2 * len(self.slots))
        cells = self.cells
        mask = len(slots) - 1
        node: i64 = 0
        while node < self.size:
            base = node * NODE_SIZE
            at = hash_node(cells[base], cells[base + COMPARED_FIGURES], cells[base + USED] >> packing.CLAIMS_AT) & mask
            while slots[at] != 0:
                at = (at + 1) & mask
            slots[at] = (self.stamp << 24) | node
            node += 1
        self.slots = slots

    # ------------------------------------------------------------ priority queue
    def enqueue(self, node: i64, priority: i64) -> None:
        """Add a node to the queue. Among nodes of the same bucket the last one added comes first."""
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
        """Remove and return the node with the highest priority, -1 if the queue is empty."""
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

    # ------------------------------------------------------------ best ends of the turn
    def best(self) -> i64:
        """Return the node with the highest value, the first one of equals."""
        cells = self.cells
        best: i64 = 0
        node: i64 = 1
        while node < self.size:
            if cells[node * NODE_SIZE + VALUE] > cells[best * NODE_SIZE + VALUE]:
                best = node
            node += 1
        return best

    def best_nodes(self, most: int) -> list[int]:
        """Return up to `most` nodes with the highest values, best first, without nodes of the same end."""
        cells = self.cells
        best: list[int] = []
        lowest: i64 = -(1 << 40)
        node: i64 = 0
        while node < self.size:
            value = cells[node * NODE_SIZE + VALUE]
            if value > lowest and not self.has_same_end(best, node):
                at = len(best)
                best.append(node)
                while at > 0 and cells[i64(best[at - 1]) * NODE_SIZE + VALUE] < value:
                    best[at] = best[at - 1]
                    at -= 1
                best[at] = node
                if len(best) > most:
                    best.pop()
                if len(best) == most:
                    lowest = cells[i64(best[most - 1]) * NODE_SIZE + VALUE]
            node += 1
        return best

    def has_same_end(self, nodes: list[int], node: i64) -> bool:
        """Return whether one of the nodes leads to the same end as this node."""
        return any(self.same_end(i64(other) * NODE_SIZE, node * NODE_SIZE) for other in nodes)

    def same_end(self, one: i64, other: i64) -> bool:
        """Return whether two nodes, given by their first cells, have the same value, tiles, mages, captured cards and
        claims. The rest makes no difference after the end of the turn (SP-205)."""
        cells = self.cells
        return (
            cells[one + VALUE] == cells[other + VALUE]
            and cells[one] == cells[other]
            and (cells[one + FIGURES] ^ cells[other + FIGURES]) & packing.MAGES_ONLY == 0
            and cells[one + USED] >> 3 == cells[other + USED] >> 3
        )


def hash_node(tiles: i64, figures: i64, claims: i64) -> i64:
    """Return a hash of these parts of a node. The factors keep every product below 2**60."""
    mixed = (tiles & 0xFFFFFFFF) * 0xB5297A5 + (tiles >> 32) * 0x68E31DA + (figures & 0xFFFFFFFF) * 0x9E3779B
    mixed += (figures >> 32) * 0xC2B2AE3 + claims * 0x27D4EB3
    mixed ^= mixed >> 31
    return mixed >> 7
