"""What bots know beyond the rules: how near the own cells are to the runes that lie open."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.clock import now
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import WIDEST, State
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.planner import Planner
from sortilege.games.spell.insight.rollout_policy import RolloutPolicy, key_of, steps_of
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

# in hundredths of a point
FORMED: Final = vec[i64]([0, 80, 150, 220, 290])  # a face-up rune that is formed, by level: its points, not yet safe
ACTIVE_TILE: Final = 120  # a tile of one's own that is awake for good
ACTIVATABLE: Final = 45  # a sleeping one beside the mage, to be woken next

# how often a level looks at every tile it might lay, between two cuts
SETUP_SAMPLES: Final = {"apprentice": 1, "adept": 8, "master": 30, "archmage": 100}


def prospects(t: Cells, side: i64, formed: i64, runes: Runes) -> i64:
    """What a side's cells promise: tiles awake, and one rune of each level that is formed (SP-152)."""
    total = ACTIVE_TILE * L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES])
    if can_activate(t, side, L.free_tiles(t)):
        total += ACTIVATABLE
    level: i64 = 1
    while level <= 4:
        if formed & runes.of_level[level] != 0:
            total += FORMED[level]
        level += 1
    return total


def spells_left(t: Cells, side: i64) -> i64:
    """What a side's captured cards are still good for."""
    return 25 * t[L.CAPTURED + side * 4 + 1] + 30 * t[L.CAPTURED + side * 4 + 2] + 33 * t[L.CAPTURED + side * 4 + 3]


class SpellInsight(Insight):
    """Judgement for whoever searches step by step, and whole turns for the levels (nothing in a turn is hidden)."""

    def __init__(self) -> None:
        self.planner: Planner | None = None
        self.steps: dict[tuple[int, ...], int] = {}  # the steps still to come of the turn that was planned
        self.policy: RolloutPolicy | None = None

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """A step is rated by what the own cells promise after it, less what the rival's then do."""
        assert isinstance(state, SpellState)
        t = state.cells
        if t[L.PHASE] < L.PLAY or (t[L.SOLO] != 0 and t[L.SIDE] == L.BLACK):
            i: i64 = 0
            while i < n:
                into[i] = 10
                i += 1
            return
        side = t[L.SIDE]
        before = self.evaluate_cells(t, side, state.runes)
        i = 0
        while i < n:
            into[i] = self.rate_step(state, legal[i], side, before)
            i += 1

    def go_on(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """By whole turns at sight; what comes before the first one, and what the script leaves open, as rated."""
        assert isinstance(state, SpellState)
        t = state.cells
        if t[L.PHASE] < L.PLAY or t[L.PHASE] > L.EXTRA_ACTION or (t[L.SOLO] != 0 and t[L.SIDE] == L.BLACK):
            self.rate(state, legal, n, into)
            return
        if self.policy is None or self.policy.runes is not state.runes:
            self.policy = RolloutPolicy(state.runes)
        step: i64 = self.policy.step(state)
        i: i64 = 0
        while i < n:
            into[i] = 1
            if legal[i] == step:
                into[i] = 1000
            i += 1

    def rate_step(self, state: SpellState, action: i64, side: i64, before: i64) -> i64:
        """From 1 for a step that spoils much to a few thousand for one that scores."""
        if action == actions.END:
            return 20
        if actions.CLAIM <= action < actions.REVEAL:
            return 4000
        after = state.twin()
        after.do(action)
        gain = self.evaluate_best_target(after, side) - before
        if gain <= -60:
            return 1
        if gain <= 0:
            return 4
        return 20 + gain * gain // 2

    def evaluate_best_target(self, state: SpellState, side: i64) -> i64:
        """Where the side stands; while a spell waits for its target, with the best of its targets."""
        phase = state.cells[L.PHASE]
        if phase < L.SUMMON or phase > L.EXTRA_ACTION:
            return self.evaluate_cells(state.cells, side, state.runes)
        targets = blank(32)
        n = state.fill_legal(targets)
        best: i64 = -1000000
        i: i64 = 0
        while i < n:
            after = state.twin()
            after.do(targets[i])
            there = self.evaluate_best_target(after, side)
            if there > best:
                best = there
            i += 1
        return best

    def evaluate_cells(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Hundredths of a point: what is scored, what the cells promise now, what the cards may still do."""
        wanted = t[L.FACE_UP] & ~t[L.CLOSED_CARDS]
        mine = prospects(t, side, runes.cards_formed(L.own_cells(t, side), t[L.SPECIAL], wanted), runes)
        theirs = prospects(t, 1 - side, runes.formed_by[L.own_cells(t, 1 - side)] & t[L.FACE_UP], runes)
        return 100 * t[L.SCORE + side] + mine + spells_left(t, side) - theirs // 3

    def outlook(self, t: Cells, side: i64, runes: Runes) -> i64:
        """What a side may hope for at the start of its next turn."""
        return prospects(t, side, runes.formed_by[L.own_cells(t, side)] & t[L.FACE_UP], runes) + spells_left(t, side)

    def worth(self, state: State, seat: i64) -> float:
        """What the trained judge says; without one, by the difference of points, what both sides' cells promise, and
        the rounds still to come."""
        assert isinstance(state, SpellState)
        t = state.cells
        side = seat
        if t[L.SOLO] != 0:
            side = L.PURPLE
        if t[L.PHASE] == L.GAME_OVER:
            return 1.0 if winner(t) == side else 0.0
        if self.judge is not None:
            return self.judge.share(state, seat)
        lead = float(100 * (t[L.SCORE + side] - t[L.SCORE + 1 - side]))
        if t[L.PHASE] >= L.PLAY:
            lead += 0.6 * float(self.outlook(t, side, state.runes) - self.outlook(t, 1 - side, state.runes))
        scale = 250.0 + 110.0 * float(6 - t[L.ROUND])
        share = lead / scale
        return 0.5 + 0.5 * share / (1.0 + abs(share))

    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Plan a whole turn once, then play its steps. Nothing but the order of the piles is hidden (SP-009) and no
        turn depends on it, so one imagined table is as good as many."""
        until = now() + milliseconds / 1000.0
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        phase = state.cells[L.PHASE]
        if phase < L.PLAY or phase > L.EXTRA_ACTION:
            return self.get_planner(state).choose_action(state, rng, SETUP_SAMPLES[level], until)
        key = key_of(state.cells)
        if key not in self.steps:
            self.steps = steps_of(state, self.plan(state, level, rng, until))
        return self.steps[key]

    def practise(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """Turns at sight, of fewer than a level looks at; set-ups by lot, since there is so much after them."""
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        legal = blank(WIDEST)
        phase = state.cells[L.PHASE]
        if phase < L.PLAY or phase > L.EXTRA_ACTION:
            return legal[rng.below(state.fill_legal(legal))]
        key = key_of(state.cells)
        if key not in self.steps:
            self.steps = steps_of(state, self.get_planner(state).practice_turn(state))
        return self.steps[key]

    def plan(self, state: SpellState, level: str, rng: Rng, until: float) -> list[int]:
        """The steps of the best turn this level can find."""
        choice = self.get_planner(state)
        if level == "apprentice":
            return choice.most_points(state, until)
        if level == "adept":
            return choice.best_evaluation(state, until)
        if level == "master":
            return choice.best_after_reply(state, rng, until)
        return choice.best_after_answer(state, rng, until)

    def get_planner(self, state: SpellState) -> Planner:
        """Made when first asked for, since search takes room, and made anew for another deck."""
        if self.planner is None or self.planner.runes is not state.runes:
            self.planner = Planner(state.runes)
        return self.planner

    def rests(self, state: State, since: State) -> bool:
        """Where the second turn after the one that was asked about begins."""
        t = state.cells
        return t[L.PHASE] == L.PLAY and turns_begun(t) >= turns_begun(since.cells) + 2


def turns_begun(t: Cells) -> i64:
    """Turns since the game began, this one not counted; none while the arena is made."""
    if t[L.PHASE] < L.PLAY:
        return 0
    turns = 2 * t[L.ROUND] - 1
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turns += 1
    return turns
