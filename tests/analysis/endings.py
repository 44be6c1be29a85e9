"""Small endings of every game, drawn by lot: few enough worlds and draws are left to count all of them out.

    python -m tests.analysis.endings [GAME]... [--endings 400] [--worlds 200]

counts how often the interval of an analysis holds the exact share, and what its first choice costs against the best
one where nothing is hidden.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb
from typing import Any, NamedTuple

import sortilege
from sortilege.analysis import analyse
from sortilege.analysis.evaluate import Subject, TrueStateDealer, rollouts_for
from sortilege.analysis.exact import ExactSearch, TooManyNodes, WinProbabilities
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game

MOST = 4000  # nodes of one world
FRESH = {"game": "spellbook", "seats": 2, "options": {}, "first": 0, "players": [{}, {}]}


class Ending(NamedTuple):
    """States a seat cannot tell apart, each with its weight, and what it may do."""

    seat: int
    starts: list[tuple[int, State]]

    @property
    def view(self) -> dict[str, Any]:
        return self.starts[0][1].view(self.seat)

    @property
    def legal(self) -> list[int]:
        return self.starts[0][1].legal()


def endings(game: Game, seed: int) -> Iterator[Ending]:
    """Endings without end, the same for the same seed; some are too large to count."""
    lots = random.Random(f"{game.name} {seed}")
    draw = {"abracada": abracada, "spell": spell, "spellbook": spellbook, "spellcaster": spellcaster}[game.name]
    while True:
        yield from draw(game, lots)


# ---------------------------------------------------------------- what is hidden is dealt in every way
def abracada(game: Game, lots: random.Random) -> Iterator[Ending]:
    """The last round: both are one point from victory, and most stones lie on the board. Seat 0 decides."""
    box = [n for n in range(1, 9) for _ in range(n)]
    lots.shuffle(box)
    mine, theirs, pile = lots.randint(1, 3), lots.randint(1, 3), lots.randint(0, 3)
    unseen, rival, board = box[: mine + pile], box[mine + pile : mine + pile + theirs], box[mine + pile + theirs :]
    table = {
        "game": "abracada",
        "seats": 2,
        "options": {},
        "scores": [7, 7],
        "life": [lots.randint(1, 6), lots.randint(1, 6)],
        "board": [board.count(n) for n in range(1, 9)],
        "secrets": lots.randint(0, pile),
        "turn": {"seat": 0, "last": lots.choice([0, 0, lots.randint(1, 8)])},
    }
    rows = Counter(permutations(unseen, mine))
    starts = []
    for row, weight in sorted(rows.items()):
        hands = ["".join(map(str, row)), "".join(map(str, rival))]
        starts.append((weight, game.load(table | {"hands": hands})))
    yield Ending(0, starts)


def spellcaster(game: Game, lots: random.Random) -> Iterator[Ending]:
    """Few cards are in the game, and the sides are weak and rich. Seat 0 decides and does not see the rival's hand."""
    cards = lots.sample(sorted(f"{c}{n:02}" for c in "RYBG" for n in range(1, 16)), 12)
    lying, mine, hidden = cards[:4], cards[4 : 4 + lots.randint(1, 3)], cards[7 : 7 + lots.randint(2, 4)]
    piles: dict[str, list[str]] = {c: [] for c in "RYBG"}
    for card in lying:
        piles[card[0]].append(f"{card}/{lots.randint(0, 1)}")
    table = {
        "game": "spellcaster",
        "seats": 2,
        "options": {},
        "energy": [lots.randint(1, 5), lots.randint(1, 5)],
        "sapphires": [lots.randint(8, 14), lots.randint(8, 14)],
        "ward": [0, 0],
        "piles": piles,
        "turn": {"seat": 0, "cycle": 0, "step": "actions", "left": lots.randint(1, 2), "used": [], "last": False},
    }
    held = lots.randint(1, len(hidden) - 1)
    starts = []
    for hand in combinations(sorted(hidden), held):
        deck = sorted(set(hidden) - set(hand))
        starts.append((1, game.load(table | {"hands": [sorted(mine), list(hand)], "deck": deck})))
    assert len(starts) == comb(len(hidden), held)
    if starts[0][1].turn() == 0:
        yield Ending(0, starts)


# ---------------------------------------------------------------- where nothing is hidden: the ends of games
def spell(game: Game, lots: random.Random) -> Iterator[Ending]:
    """Two turns before the end, where what is revealed may still decide."""
    moments = [state for state in decisions_of_a_game(game, lots) if len(state.legal()) > 1]
    for state in lots.sample(moments[-len(moments) // 4 :], 4):
        yield Ending(state.turn(), [(1, state)])


def spellbook(game: Game, lots: random.Random) -> Iterator[Ending]:
    """The very last Day: the rival has learned all seven spells and is a few points ahead. Nearly the whole pouch has
    gone to the discards: only three kinds can be drawn."""
    box = Counter(colour + rune for colour in "RPGKWUY" for rune in "ots" for _ in range(5))
    spells = game.load(FRESH).position()["spells"]

    def deal(n: int) -> list[str]:
        out = lots.sample(sorted(box.elements()), n)
        box.subtract(out)
        return out

    def book(which: list[int]) -> dict[str, str]:
        held = {}
        for place in which:
            token = lots.choice([kind for kind in sorted(box) if kind[0] == "RPGKWUY"[place] and box[kind] > 0])
            box[token] -= 1
            held[spells[place]] = f"{lots.randint(3, 5)}{token[1]}"
        return held

    rival = {"pool": "", "board": " ".join(deal(lots.randint(0, 4))), "book": book(list(range(7)))}
    mine = {
        "book": book(sorted(lots.sample(range(7), lots.randint(2, 5)))),
        "board": " ".join(deal(lots.randint(2, 12))),
    }
    mine["pool"] = " ".join(deal(lots.randint(1, 5)))
    altar = " ".join(deal(5))
    for kind in lots.sample(sorted(kind for kind in box if box[kind] > 1), 3):
        box[kind] = 0
    position = FRESH | {
        "day": 20,
        "turn": {"seat": 1, "phase": lots.choice(["morning", "midday"])},
        "end_by": 0,
        "altar": altar,
        "discard": " ".join(sorted(box.elements())),
        "players": [rival, mine],
    }
    state = game.load(position)
    if 0 <= state.scores()[0] - state.scores()[1] <= 6 and len(state.legal()) > 1:
        yield Ending(1, [(1, state)])


def decisions_of_a_game(game: Game, lots: random.Random) -> list[State]:
    """Every decision of a game that two play at first sight."""
    state = game.new(2)
    rollouts = rollouts_for(game, Subject(TrueStateDealer(state), 2, state.options, None), lots.randrange(1 << 30))
    rollouts.sample_state(lots.randrange(1 << 30))
    rollouts.shared_luck.restart(rollouts.draw_key, rollouts.draw_salt)
    moments: list[State] = []
    while state.turn() != OVER:
        if state.turn() == CHANCE:
            state.do(rollouts.shared_luck.draw(state))
        else:
            moments.append(state.clone())
            state.do(rollouts.first_choice(state))
    return moments


def quiet(state: State) -> bool:
    try:
        state.position()
    except sortilege.NotQuiet:
        return False
    return True


# ---------------------------------------------------------------- counting
class Comparison(NamedTuple):
    """One candidate of one ending."""

    exact: float
    share: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        return self.low - 1e-9 <= self.exact <= self.high + 1e-9


def exact_win_probability(
    game: Game, starts: Iterable[tuple[int, State]], action: int, seat: int, max_nodes: int = 50_000
) -> float:
    """A seat's win probability after an action: the weighted mean over all states that the seat may be in."""
    total, weights = 0.0, 0
    for weight, state in starts:
        total += weight * ExactSearch(game, state, max_nodes).probabilities_after(state, action)[seat]
        weights += weight
    return total / weights


class PerfectPlay(ExactSearch):
    """Every seat knows all cards and plays the best action for its side."""

    def combine_children(self, state: State, last_quiet: State, quiet_left: int) -> WinProbabilities:
        turn = state.turn()
        if turn == CHANCE:
            return super().combine_children(state, last_quiet, quiet_left)
        children = (self.follow(state, action, last_quiet, quiet_left) for action in state.legal())
        return max(children, key=lambda probabilities: probabilities[turn])


@cache
def compare(name: str, count: int, worlds: int, seed: int = 0) -> list[Comparison]:
    """So many endings, one candidate of each drawn by lot: its exact share, and what the analysis says."""
    game = sortilege.game(name)
    lots = random.Random(seed)
    comparisons: list[Comparison] = []
    for number, ending in enumerate(endings(game, seed)):
        action = lots.choice(ending.legal)
        try:
            exact = exact_win_probability(game, ending.starts, action, ending.seat, MOST)
        except TooManyNodes:
            continue
        if exact in (0.0, 1.0) and number % 24:
            continue  # what is sure is no test: one in 24 of them is enough
        result = analyse(game, ending.view, seed=number, worlds=worlds, actions=[action])["actions"][0]
        comparisons.append(Comparison(exact, result["share"], result["low"], result["high"]))
        if len(comparisons) == count:
            return comparisons
    raise AssertionError("endings never end")


def regrets(name: str, count: int, worlds: int, seed: int = 0) -> list[float]:
    """What the analysis' first choice costs when everybody then plays perfectly; where nothing is hidden."""
    game = sortilege.game(name)
    costs: list[float] = []
    for number, ending in enumerate(endings(game, seed)):
        [(_, state)] = ending.starts
        try:
            search = PerfectPlay(game, state, MOST)
            worth = {action: search.probabilities_after(state, action)[ending.seat] for action in ending.legal}
        except TooManyNodes:
            continue
        best = analyse(game, ending.view, seed=number, worlds=worlds)["actions"][0]["action"]
        costs.append(max(worth.values()) - worth[game.find(best)])
        if len(costs) == count:
            return costs
    raise AssertionError("endings never end")


def main(arguments: list[str]) -> None:
    names = [a for a in arguments if a in sortilege.games()] or list(sortilege.games())
    numbers = {flag: int(value) for flag, value in pairwise(arguments) if flag[:2] == "--"}
    count, worlds = numbers.get("--endings", 400), numbers.get("--worlds", 200)
    for name in names:
        comparisons = compare(name, count, worlds)
        open_ends = [ending for ending in comparisons if 0 < ending.exact < 1]
        print(
            f"{name}: {sum(ending.holds for ending in comparisons)} of {len(comparisons)} "
            "intervals hold the exact share "
            f"({sum(ending.holds for ending in open_ends)} of the {len(open_ends)} that are not sure), "
            f"mean width {sum(ending.high - ending.low for ending in comparisons) / len(comparisons):.3f}, "
            f"mean error {sum(ending.share - ending.exact for ending in comparisons) / len(comparisons):+.4f}",
            flush=True,
        )
        if name in ("spell", "spellbook"):
            costs = regrets(name, count // 4, worlds)
            print(f"{name}: against perfect play the first choice costs {sum(costs) / len(costs):.4f} on average")


if __name__ == "__main__":
    main(sys.argv[1:])
