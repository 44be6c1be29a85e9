"""The nodes of a turn search: a hash table against duplicates, and a priority queue."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight import packing

# the numbers stored for a node; the first three are the state as described in `packing`
TILES: Final = 0
FIGURES: Final = 1
USAGE: Final = 2
PARENT: Final = 3  # the previous node, -1 for a start node
STEP: Final = 4  # the action or other step that leads from the parent to this node (see `turn_search`)
VALUE: Final = 5  # evaluation if the turn ends here
NEXT_IN_BUCKET: Final = 6  # the next node in the same bucket, -1 for none
STAGE: Final = 7  # the next stage of its expansion
PRIORITY: Final = 8
COMPARED_FIGURES: Final = 9  # FIGURES, without elementals if they can no longer help to form a card
NODE_SIZE: Final = 10

NODE_BITS: Final = 24  # bits of a node's number in a slot of the hash table
NODE_MASK: Final = (1 << 24) - 1
HALF_BITS: Final = 32  # bits of half an integer, for the hash
LOWER_HALF: Final = (1 << 32) - 1
NO_VALUE: Final = -(1 << 40)  # lower than the value of any node

BUCKETS: Final = 256  # number of buckets of the priority queue
BUCKET_WIDTH: Final = 16  # range of priorities in a bucket; smaller ranges did not find good turns sooner
MIN_SLOTS: Final = 4096
INITIAL_CAPACITY: Final = 1024  # in nodes


class Nodes:
    """The nodes of a turn search, numbered from 0, with a hash table against duplicates and a priority queue. A node is
    a state during the turn, packed in a few integers. Every search starts with `clear`, which reuses the memory."""

    def __init__(self) -> None:
        self.cells = blank(0)  # from node * NODE_SIZE on: the numbers stored for a node
        self.size: i64 = 0  # how many nodes there are
        self.slots = blank(MIN_SLOTS)  # hash table; a slot is 0 or a node as encoded by `slot_entry`
        self.search_number: i64 = 0  # how many searches there were, with the current one
        self.buckets = blank(BUCKETS)  # the first node of each bucket, -1 for none
        self.highest_bucket: i64 = 0  # no bucket above this one has a node

    def clear(self) -> None:
        """Remove all nodes, for a new search. The hash table need not be cleared (see `slot_entry`)."""
        self.size = 0
        self.search_number += 1
        self.highest_bucket = 0
        for bucket in range(i64(BUCKETS)):
            self.buckets[bucket] = -1

    def add(self, tiles: i64, figures: i64, usage: i64, compared_figures: i64, parent: i64, step: i64) -> i64:
        """Store a new node and return its number, or -1 if a stored node is at least as good (see `dominates`). The
        node is not enqueued yet. `parent` is the node from which `step` leads to it, or -1. `compared_figures` is
        `figures`, but without the elementals if these can no longer help to form a card."""
        slots = self.slots
        last_slot = len(slots) - 1  # also a bit mask, because the number of slots is a power of 2
        slot = hash_node(tiles, compared_figures, packing.claims_and_points(usage)) & last_slot
        while slots[slot] >> NODE_BITS == self.search_number:
            if self.dominates(slots[slot] & NODE_MASK, tiles, figures, usage, compared_figures):
                return -1
            slot = (slot + 1) & last_slot
        node = self.size
        slots[slot] = self.slot_entry(node)
        self.size = node + 1
        base = node * NODE_SIZE
        if base >= len(self.cells):
            self.grow()
        cells = self.cells
        cells[base + TILES] = tiles
        cells[base + FIGURES] = figures
        cells[base + USAGE] = usage
        cells[base + COMPARED_FIGURES] = compared_figures
        cells[base + PARENT] = parent
        cells[base + STEP] = step
        cells[base + STAGE] = 0
        if 2 * node > last_slot:
            self.grow_slots()
        return node

    def slot_entry(self, node: i64) -> i64:
        """Return a node as stored in the hash table: the number of the search, then the number of the node in the
        lowest bits. Entries of an older search count as empty."""
        return (self.search_number << NODE_BITS) | node

    def dominates(self, node: i64, tiles: i64, figures: i64, usage: i64, compared_figures: i64) -> bool:
        """Return whether a stored node is at least as good as a new node, which then need not be stored. The stored
        node must have the same tiles, claims and figures, and at least as many actions left. If elementals can no
        longer help to form a card (`compared_figures` is then without them), it may also have fewer elementals."""
        cells = self.cells
        base = node * NODE_SIZE
        stored_usage = cells[base + USAGE]
        if cells[base + TILES] != tiles:
            return False
        if packing.claims_and_points(stored_usage) != packing.claims_and_points(usage):
            return False
        if not packing.can_do_as_much(stored_usage, usage):
            return False
        stored_figures = cells[base + FIGURES]
        if stored_figures == figures:
            return True
        elementals_matter = compared_figures == figures
        if elementals_matter or packing.mages_only(stored_figures) != compared_figures:
            return False
        extra_figures = stored_figures & ~figures
        return extra_figures == 0

    def value(self, node: i64) -> i64:
        """Return the evaluation of the state if the turn ends in this node."""
        return self.cells[node * NODE_SIZE + VALUE]

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
        """Double the size of the hash table, and enter all nodes again, because their slots depend on the size."""
        slots = blank(2 * len(self.slots))
        cells = self.cells
        last_slot = len(slots) - 1
        for node in range(self.size):
            base = node * NODE_SIZE
            claims = packing.claims_and_points(cells[base + USAGE])
            slot = hash_node(cells[base + TILES], cells[base + COMPARED_FIGURES], claims) & last_slot
            while slots[slot] != 0:  # find a free one
                slot = (slot + 1) & last_slot
            slots[slot] = self.slot_entry(node)
        self.slots = slots

    # ------------------------------------------------------------ priority queue
    def enqueue(self, node: i64, priority: i64) -> None:
        """Add a node to the priority queue. The queue has a linked list, called a bucket, for each range of priorities.
        The node that was added last to a bucket is removed first."""
        bucket = L.minimum(L.maximum(priority // BUCKET_WIDTH, 0), BUCKETS - 1)
        self.cells[node * NODE_SIZE + PRIORITY] = priority
        self.cells[node * NODE_SIZE + NEXT_IN_BUCKET] = self.buckets[bucket]
        self.buckets[bucket] = node
        if bucket > self.highest_bucket:
            self.highest_bucket = bucket

    def dequeue(self) -> i64:
        """Remove a node with the highest priority from the queue and return it, or -1 if the queue is empty."""
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

    # ------------------------------------------------------------ the best turns
    def best(self) -> i64:
        """Return the node with the highest value; of several such nodes, the one that was found first."""
        best: i64 = 0
        for node in range(1, self.size):
            if self.value(node) > self.value(best):
                best = node
        return best

    def best_nodes(self, count: int) -> list[int]:
        """Return up to `count` nodes with the highest values, best first. If several nodes are equal after the end of
        the turn, only the first of them is returned."""
        best: list[int] = []
        lowest_kept: i64 = NO_VALUE  # the lowest value in the list once it is full
        for node in range(self.size):
            value = self.value(node)
            if value > lowest_kept and not self.has_equal(best, node):
                rank = len(best)
                while rank > 0 and self.value(i64(best[rank - 1])) < value:
                    rank -= 1
                best.insert(rank, node)
                del best[count:]
                if len(best) == count:
                    lowest_kept = self.value(i64(best[-1]))
        return best

    def has_equal(self, nodes: list[int], node: i64) -> bool:
        """Return whether `node` and one of these nodes are the same state after the end of the turn."""
        return any(self.are_equal_after_turn(i64(other), node) for other in nodes)

    def are_equal_after_turn(self, node: i64, other: i64) -> bool:
        """Return whether two nodes are the same state after the end of the turn: they have the same value, tiles,
        mages, captured cards, claims and points. Nothing else remains after the turn (SP-205)."""
        cells = self.cells
        base = node * NODE_SIZE
        other_base = other * NODE_SIZE
        if cells[base + VALUE] != cells[other_base + VALUE] or cells[base + TILES] != cells[other_base + TILES]:
            return False
        if packing.mages_only(cells[base + FIGURES]) != packing.mages_only(cells[other_base + FIGURES]):
            return False
        remaining = packing.hand_claims_and_points(cells[base + USAGE])
        return remaining == packing.hand_claims_and_points(cells[other_base + USAGE])


def hash_node(tiles: i64, figures: i64, claims: i64) -> i64:
    """Return a hash of a node's tiles, figures and claims. Each half of an integer is multiplied by an arbitrary
    constant, which is so small that the product fits in 60 bits. The shifts mix the bits of the sum."""
    mixed = (tiles & LOWER_HALF) * 0xB5297A5 + (tiles >> HALF_BITS) * 0x68E31DA
    mixed += (figures & LOWER_HALF) * 0x9E3779B + (figures >> HALF_BITS) * 0xC2B2AE3
    mixed += claims * 0x27D4EB3
    mixed ^= mixed >> 31
    return mixed >> 7
