"""The search tree. The branches of a node are a linked list, sorted by seat, then action."""

from __future__ import annotations

from mypy_extensions import i64


class Branch:
    """One decision (or chance outcome) and the node it leads to."""

    def __init__(self, seat: i64, action: i64) -> None:
        self.seat: i64 = seat
        self.action: i64 = action
        self.visits: i64 = 0
        self.available: i64 = 0  # how often it was legal when the node was visited
        self.gain = 0.0  # sum of the seat's shares of victory
        self.first: Branch | None = None  # the first branch of the node it leads to
        self.next: Branch | None = None  # the next branch of the same node


def insert_branch(node: Branch, before: Branch | None, new: Branch) -> Branch:
    """Insert a branch behind `before`, or as the node's first."""
    new.available = node.visits + 1  # as if it had always existed
    if before is None:
        new.next = node.first
        node.first = new
    else:
        new.next = before.next
        before.next = new
    return new


def find_or_add(node: Branch, seat: i64, action: i64) -> Branch:
    """Return the branch of this decision or outcome; add it if it is new."""
    before: Branch | None = None
    here = node.first
    while here is not None and (here.seat < seat or (here.seat == seat and here.action < action)):
        before = here
        here = here.next
    if here is not None and here.seat == seat and here.action == action:
        return here
    return insert_branch(node, before, Branch(seat, action))


def most_visited(root: Branch) -> int:
    """Return the root's most visited action; of equals the one with the higher total share."""
    best = root.first
    here = best
    while here is not None:
        assert best is not None
        if here.visits > best.visits or (here.visits == best.visits and here.gain > best.gain):
            best = here
        here = here.next
    assert best is not None
    return best.action
