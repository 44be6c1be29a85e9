"""The search tree. The branches of a node are a linked list, sorted by seat, then action."""

from __future__ import annotations

from mypy_extensions import i64


class Branch:
    """A decision (or chance outcome) in a search tree, together with the node that it leads to."""

    def __init__(self, seat: i64, action: i64) -> None:
        self.seat: i64 = seat  # negative for a chance outcome
        self.action: i64 = action
        self.visits: i64 = 0  # in how many simulated games it was chosen
        self.available: i64 = 0  # in how many visits of the parent node this decision was legal
        self.value_sum = 0.0  # the sum of the seat's win probabilities in all visits
        self.first_child: Branch | None = None  # the first branch of the node that this branch leads to
        self.next_sibling: Branch | None = None  # the next branch of the parent node


def sorts_before(branch: Branch, seat: i64, action: i64) -> bool:
    """Return whether `branch` comes before the branch for this seat and action in the sorted list of a node."""
    return branch.seat < seat or (branch.seat == seat and branch.action < action)


def is_branch_for(branch: Branch, seat: i64, action: i64) -> bool:
    return branch.seat == seat and branch.action == action


def insert_branch(node: Branch, previous: Branch | None, new: Branch) -> Branch:
    """Insert the branch `new` into the sorted list of a node: behind the branch `previous`, or in front if `previous`
    is None. Return `new`."""
    new.available = node.visits + 1  # as if it had always existed
    if previous is None:
        new.next_sibling = node.first_child
        node.first_child = new
    else:
        new.next_sibling = previous.next_sibling
        previous.next_sibling = new
    return new


def find_or_add(node: Branch, seat: i64, action: i64) -> Branch:
    """Return the node's branch for this decision or outcome. Add the branch if the node has none."""
    previous: Branch | None = None
    branch = node.first_child
    while branch is not None and sorts_before(branch, seat, action):
        previous = branch
        branch = branch.next_sibling
    if branch is not None and is_branch_for(branch, seat, action):
        return branch
    return insert_branch(node, previous, Branch(seat, action))


def most_visited(root: Branch) -> int:
    """Return the most visited action of the root. If several actions are tied, return the one with the highest win
    probability."""
    best = root.first_child
    branch = best
    while branch is not None:
        assert best is not None
        is_better_tie = branch.visits == best.visits and branch.value_sum > best.value_sum
        if branch.visits > best.visits or is_better_tie:
            best = branch
        branch = branch.next_sibling
    assert best is not None
    return best.action
