"""The tree a search grows: decisions (and outcomes of chance) in one order out of every node, by seat, then action."""

from __future__ import annotations

from mypy_extensions import i64


class Branch:
    """One decision out of a node, and the node it leads to."""

    def __init__(self, seat: i64, action: i64) -> None:
        self.seat: i64 = seat
        self.action: i64 = action
        self.visits: i64 = 0
        self.chances: i64 = 0  # how often it was legal when the node was passed, for who asks that
        self.gain = 0.0  # sum of the seat's shares of victory
        self.first: Branch | None = None  # the branches out of the node it leads to, by seat, then action
        self.next: Branch | None = None  # the next branch out of the same node


def graft(node: Branch, before: Branch | None, new: Branch) -> Branch:
    """Add a branch behind `before`, or as the node's first."""
    new.chances = node.visits + 1  # as if it had been there all along
    if before is None:
        new.next = node.first
        node.first = new
    else:
        new.next = before.next
        before.next = new
    return new


def branch_of(node: Branch, seat: i64, action: i64) -> Branch:
    """The branch of this decision or outcome, added in its place where it is the first of its kind."""
    before: Branch | None = None
    here = node.first
    while here is not None and (here.seat < seat or (here.seat == seat and here.action < action)):
        before = here
        here = here.next
    if here is not None and here.seat == seat and here.action == action:
        return here
    return graft(node, before, Branch(seat, action))


def most_tried(root: Branch) -> int:
    """The root's most tried action, the better one of equals."""
    best = root.first
    here = best
    while here is not None:
        assert best is not None
        if here.visits > best.visits or (here.visits == best.visits and here.gain > best.gain):
            best = here
        here = here.next
    assert best is not None
    return best.action
