"""What bots know about SPELL beyond its rules: ratings of single actions, and whole turns planned by search."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import MAX_LEGAL, State
from sortilege.core.engine.timer import now
from sortilege.core.types import View
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import ROUNDS
from sortilege.games.spell.insight.lookahead import MAX_TARGETS, NO_DEADLINE, best_turn
from sortilege.games.spell.insight.planner import Planner
from sortilege.games.spell.insight.rollout_policy import Key, RolloutPolicy, actions_by_state, key_of
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

# values in hundredths of a point
FORMED_CARD: Final = vec[i64]([0, 80, 150, 220, 290])  # of a face-up card that is formed but not yet claimed, by level
CAPTURED_CARD: Final = vec[i64]([0, 25, 30, 33])  # by level
ACTIVE_TILE: Final = 120
CAN_ACTIVATE: Final = 45  # if a mage is next to an inactive tile of its colour
LOWEST_VALUE: Final = -1000000  # lower than the value of any state
RIVAL_DIVISOR: Final = 3  # the rival's tiles and cards count for a third

# the win probability without a trained net, from a lead in hundredths of a point
CELLS_FACTOR: Final = 0.6  # what the lead in tiles and cards counts, compared with the lead in points
DECISIVE_LEAD: Final = 250.0  # the lead that gives a win probability of 75 % in the last round
DECISIVE_LEAD_PER_ROUND: Final = 110.0  # how much higher this lead is for each round left

# ratings of actions, relative to each other
END_RATING: Final = 20
CLAIM_RATING: Final = 4000
BIG_LOSS: Final = -60  # in hundredths of a point
BAD_RATING: Final = 1  # of an action with a big loss
POOR_RATING: Final = 4  # of an action that gains nothing
GOOD_RATING: Final = 20  # of an action with a gain, to which half of the square of the gain is added
SET_UP_RATING: Final = 10  # of every action outside a turn, such as laying a tile
PLANNED_RATING: Final = 1000  # of the next action of the best turn; all others have 1

PRACTICE_NODES: Final = 1000  # maximum nodes of a turn search during training
# maximum samples of each action outside a turn, such as laying a tile, between two halvings (see `SequentialHalving`)
SETUP_SAMPLES: Final = {"apprentice": 1, "adept": 8, "master": 30, "archmage": 100}


def value_of_tiles_and_cards(t: Cells, side: i64, formed: i64, runes: Runes) -> i64:
    """Return the value of a side's active tiles and of the cards that it forms, in hundredths of a point. `formed` is
    the mask of these cards. Only one card of each level counts, because a turn claims no more (SP-152)."""
    total = ACTIVE_TILE * L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES])
    if can_activate(t, side):
        total += CAN_ACTIVATE
    for level in range(1, i64(L.LEVELS + 1)):
        if formed & runes.cards_of_level[level] != 0:
            total += FORMED_CARD[level]
    return total


def value_of_captured(t: Cells, side: i64) -> i64:
    """Return the value of the captured cards of a side in hundredths of a point."""
    total = CAPTURED_CARD[1] * t[L.captured_at(side, 1)] + CAPTURED_CARD[2] * t[L.captured_at(side, 2)]
    return total + CAPTURED_CARD[3] * t[L.captured_at(side, 3)]


def is_in_turn(t: Cells) -> bool:
    """Return whether a turn is being played: a side chooses its next action or the target of a spell."""
    return t[L.PHASE] >= L.PLAY and t[L.PHASE] <= L.EXTRA_ACTION


class SpellInsight(Insight):
    """What bots know about SPELL: it rates actions for tree search and plans whole turns for the bot levels."""

    def __init__(self) -> None:
        self.planner: Planner | None = None
        self.planned: dict[Key, int] = {}  # the actions of the planned turn, by the state before them
        self.policy: RolloutPolicy | None = None

    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        """Write a prior, a weight for tree search, for each of the `n` legal actions. The prior is larger if the action
        gains more for the side to move. While the arena is built and in a turn of the scripted opponent, all actions
        have the same prior."""
        assert isinstance(state, SpellState)
        t = state.cells
        is_script_turn = t[L.SOLO] != 0 and t[L.SIDE] == L.BLACK
        is_arena_being_built = t[L.PHASE] < L.PLAY  # the earlier phases have lower numbers
        if is_arena_being_built or is_script_turn:
            for i in range(n):
                priors[i] = SET_UP_RATING
            return
        side = t[L.SIDE]
        value_before = self.evaluate_side(t, side, state.runes)
        for i in range(n):
            priors[i] = self.rate_action(state, legal[i], side, value_before)

    def fill_analysis_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        """Write a prior, a weight for tree search, for each of the `n` legal actions: a high one for the next action of
        the best turn and 1 for all others. Outside a turn, the priors are those of `fill_priors`."""
        assert isinstance(state, SpellState)
        if not is_in_turn(state.cells):
            self.fill_priors(state, legal, n, priors)
            return
        if self.policy is None or self.policy.runes is not state.runes:
            self.policy = RolloutPolicy(state.runes)
        planned: i64 = self.policy.next_action(state)
        for i in range(n):
            priors[i] = 1
            if legal[i] == planned:
                priors[i] = PLANNED_RATING

    def rate_action(self, state: SpellState, action: i64, side: i64, value_before: i64) -> i64:
        """Return the prior of an action for tree search: 1 for an action that loses much, some thousands for a claim.
        `value_before` is the value of the state before the action for its side, in hundredths of a point."""
        if action == actions.END:
            return END_RATING
        if actions.CLAIM <= action < actions.REVEAL:
            return CLAIM_RATING
        after = state.bare_copy()
        after.do(action)
        gain = self.evaluate_best_target(after, side) - value_before
        if gain <= BIG_LOSS:
            return BAD_RATING
        if gain <= 0:
            return POOR_RATING
        return GOOD_RATING + gain * gain // 2

    def evaluate_best_target(self, state: SpellState, side: i64) -> i64:
        """Return the value of a state for a side. If a spell waits for its target, it is the value after the best
        target."""
        needs_target = is_in_turn(state.cells) and state.cells[L.PHASE] != L.PLAY
        if not needs_target:
            return self.evaluate_side(state.cells, side, state.runes)
        targets = blank(MAX_TARGETS)
        n = state.fill_legal(targets)
        best: i64 = LOWEST_VALUE
        for i in range(n):
            after = state.bare_copy()
            after.do(targets[i])
            value = self.evaluate_best_target(after, side)
            if value > best:
                best = value
        return best

    def evaluate_side(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Return the value of a state for the side to move, in hundredths of a point. It is the value of the side's
        points, tiles and cards, less a third of the value of the rival's tiles and cards."""
        rival = 1 - side
        claimable = t[L.FACE_UP] & ~t[L.CLOSED_CARDS]
        formed = runes.cards_formed(L.own_cells(t, side), t[L.SPECIAL], claimable)
        formed_by_rival = runes.formed_by[L.own_cells(t, rival)] & t[L.FACE_UP]
        own_value = value_of_tiles_and_cards(t, side, formed, runes)
        rival_value = value_of_tiles_and_cards(t, rival, formed_by_rival, runes)
        return 100 * t[L.SCORE + side] + own_value + value_of_captured(t, side) - rival_value // RIVAL_DIVISOR

    def value_at_next_turn(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Return the value of the tiles and cards of a side at the start of its next turn, in hundredths of a point."""
        formed = runes.formed_by[L.own_cells(t, side)] & t[L.FACE_UP]
        return value_of_tiles_and_cards(t, side, formed, runes) + value_of_captured(t, side)

    def evaluate(self, state: State, seat: i64) -> float:
        """Return a seat's win probability as the trained net estimates it. Without a net, estimate it from the lead in
        points, the tiles and cards of both sides, and the number of rounds left."""
        assert isinstance(state, SpellState)
        t = state.cells
        side = seat
        if t[L.SOLO] != 0:
            side = L.PURPLE
        if t[L.PHASE] == L.GAME_OVER:
            return 1.0 if winner(t) == side else 0.0
        if self.predictor is not None:
            return self.predictor.win_probability(state, seat)
        lead = float(100 * (t[L.SCORE + side] - t[L.SCORE + 1 - side]))
        if t[L.PHASE] >= L.PLAY:
            own_value = self.value_at_next_turn(t, side, state.runes)
            rival_value = self.value_at_next_turn(t, 1 - side, state.runes)
            lead += CELLS_FACTOR * float(own_value - rival_value)
        decisive_lead = DECISIVE_LEAD + DECISIVE_LEAD_PER_ROUND * float(ROUNDS - t[L.ROUND])
        advantage = lead / decisive_lead
        return 0.5 + 0.5 * advantage / (1.0 + abs(advantage))

    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the action that a bot of this level plays. The first call in a turn plans the whole turn, and later
        calls return the planned actions. One sampled state is enough, because only the order of the piles is hidden
        and no turn depends on this order (SP-009)."""
        deadline = now() + milliseconds / 1000.0
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        if not is_in_turn(state.cells):
            return self.get_planner(state).choose_action(state, rng, SETUP_SAMPLES[level], deadline)
        key = key_of(state.cells)
        if key not in self.planned:
            self.planned = actions_by_state(state, self.plan(state, level, rng, deadline))
        return self.planned[key]

    def quick_action_from_view(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """Return the next action of the best turn that a small search finds. Outside a turn return a random action,
        because only a long search could compare these actions."""
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        legal = blank(MAX_LEGAL)
        if not is_in_turn(state.cells):
            return legal[rng.below(state.fill_legal(legal))]
        key = key_of(state.cells)
        if key not in self.planned:
            plan = best_turn(self.get_planner(state).turns, state, PRACTICE_NODES, NO_DEADLINE)
            self.planned = actions_by_state(state, plan)
        return self.planned[key]

    def plan(self, state: SpellState, level: str, rng: Rng, deadline: float) -> list[int]:
        """Return the actions of the best turn that a bot of this level can find."""
        planner = self.get_planner(state)
        if level == "apprentice":
            return planner.turn_with_most_points(state, deadline)
        if level == "adept":
            return planner.turn_with_best_evaluation(state, deadline)
        if level == "master":
            return planner.best_turn_after_reply(state, rng, deadline)
        return planner.best_turn_after_answer(state, rng, deadline)

    def get_planner(self, state: SpellState) -> Planner:
        """Return the planner for the deck of a state. A planner needs much memory, so it is created when first used
        and reused as long as the states have the same `runes` object, which a deck creates only once."""
        if self.planner is None or self.planner.runes is not state.runes:
            self.planner = Planner(state.runes)
        return self.planner

    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a tree search evaluates this state instead of simulating further: when two turns have ended
        since `root`, the state from which the search started."""
        t = state.cells
        turns_ended = turn_number(t) - turn_number(root.cells)
        return t[L.PHASE] == L.PLAY and turns_ended >= 2


def turn_number(t: Cells) -> i64:
    """Return the number of the current turn in the game, counted from 1, or 0 before the first turn."""
    if t[L.PHASE] < L.PLAY:
        return 0
    turns = 2 * t[L.ROUND] - 1
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turns += 1
    return turns
