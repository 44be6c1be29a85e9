"""How promising a decision looks: what the table would be worth after it, played on to the end of the action at first
sight, with what chance has still to bring taken at its average."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.state import State
from sortilege.games.spellbook import actions
from sortilege.games.spellbook.box import (
    BLACK,
    BLUE,
    CLONE,
    COLOURS,
    COMMUNION,
    FEAST,
    FOCUS,
    KNOWLEDGE,
    MIRAGE,
    TRANSMUTATION,
    YELLOW,
)
from sortilege.games.spellbook.insight.judgement import Judge, least
from sortilege.games.spellbook.insight.weights import CHILL, PRICES, STORED, TEMPERATURE
from sortilege.games.spellbook.rules.scoring import opponent_points, score
from sortilege.games.spellbook.table import (
    ACTIVE,
    ALTAR,
    BY_RUNE,
    CHOOSE,
    CLONE_COST,
    COPY,
    DAY,
    DEPTH,
    DISCARD,
    DISCARD_SOME,
    DRAW,
    DROP,
    END_BY,
    FIRST,
    INSTANT,
    KEEP,
    LEARN,
    LEARNING,
    LOWER,
    MIDDAY,
    MORNING,
    MORNINGS,
    OFFER,
    OTHER_TAKES,
    PAY,
    PHASE,
    PLACE,
    POUCH,
    RAISE,
    SEATS,
    SIZE,
    STEPS,
    STORE,
    SWEEP,
    TAKE,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    TURN,
    board_of,
    fits,
    is_solo,
    level_of,
    pick,
    put,
    room,
    rune_of,
    spell_of,
    top_of,
)

WIDEST: Final = 96
DEEPEST: Final = 3  # an action within an action within an action: Clone copies a Learn that gives a Morning
LONGEST: Final = 24  # steps of one action


class Rater:
    """Rates the decisions of a node."""

    def __init__(self) -> None:
        self.judge = Judge()
        self.mean: i64 = -1  # what a drawn token adds on average; -1 while not asked for
        self.gains = [blank(WIDEST), blank(WIDEST), blank(WIDEST), blank(WIDEST)]
        self.ways = [blank(WIDEST), blank(WIDEST), blank(WIDEST), blank(WIDEST)]

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Ratings from gains: each TEMPERATURE hundredths of a point behind the best count some two thirds."""
        gains = self.gains[0]
        self.weigh(state, legal, n, gains)
        best = gains[highest(gains, n)]
        i: i64 = 0
        while i < n:
            behind = (best - gains[i]) * 4 // TEMPERATURE
            if behind > 59:
                behind = 59
            into[i] = CHILL[behind]
            i += 1

    def best(self, state: State, legal: Cells, n: i64) -> i64:
        """The place of the most promising decision."""
        self.weigh(state, legal, n, self.gains[0])
        return highest(self.gains[0], n)

    def weigh(self, state: State, legal: Cells, n: i64, gains: Cells) -> None:
        """What each decision adds, up to a constant of the node."""
        t = state.cells
        self.look(t)
        step = t[top_of(t)]
        if step == CHOOSE or step == LEARN or step == INSTANT or step == COPY:
            self.weigh_actions(state, legal, n, gains, 0)
        else:
            self.weigh_picks(t, step, legal, n, gains)

    def look(self, t: Cells) -> None:
        """Take in the table as it will be when the phase is over."""
        judge = self.judge
        judge.look(t, t[TURN])
        self.mean = -1
        if t[top_of(t)] == CHOOSE:
            if t[PHASE] == MORNING:
                if t[MORNINGS] < 2:
                    judge.mornings -= 1
            elif t[PHASE] == MIDDAY:
                judge.middays -= 1
            else:
                judge.evenings -= 1

    # ------------------------------------------------------------ whole actions
    def weigh_actions(self, state: State, legal: Cells, n: i64, gains: Cells, depth: i64) -> None:
        """Each action played on to its end, or to the first draw."""
        i: i64 = 0
        while i < n:
            gains[i] = self.outlook(state, legal[i], depth)
            i += 1

    def outlook(self, state: State, action: i64, depth: i64) -> i64:
        """The worth of the table after an action."""
        t = state.cells
        if action == actions.SKIP:
            return self.judge.value(t) + self.inclination(t, action)
        after = state.twin()
        after.do(action)
        self.play_on(after, t[DAY], depth + 1)
        u = after.cells
        value = self.judge.value(u) + self.inclination(t, action)
        if u[END_BY] != t[END_BY]:
            return value + self.ending(u)
        if u[DEPTH] > 0 and u[DAY] == t[DAY] and u[PHASE] == t[PHASE]:
            value += self.pending(u)
        return value

    def inclination(self, t: Cells, action: i64) -> i64:
        """What the worth of the table does not show: to skip is to give something up."""
        if action == actions.SKIP:
            return -5
        if action >= actions.LEARN and action < actions.RAISE:
            return self.schooled(t, (action - actions.LEARN) % 3 + 3)
        return 0

    def play_on(self, after: State, day: i64, depth: i64) -> None:
        """The picks of an action, each at first sight."""
        u = after.cells
        seat = self.judge.seat
        left: i64 = LONGEST
        while u[TURN] == seat and u[DAY] == day and left > 0:
            step = u[top_of(u)]
            if step == CHOOSE or step == OFFER:
                return
            ways = self.ways[depth]
            gains = self.gains[depth]
            n = after.fill_legal(ways)
            at: i64 = 0
            if n > 1:
                if step == LEARN or step == INSTANT or step == COPY:
                    if depth >= DEEPEST:
                        return
                    self.weigh_actions(after, ways, n, gains, depth)
                else:
                    self.weigh_picks(u, step, ways, n, gains)
                at = highest(gains, n)
            after.do(ways[at])
            u = after.cells
            left -= 1

    def ending(self, u: Cells) -> i64:
        """To bring the end about is good for who leads and bad for who does not."""
        me = self.judge.seat
        mine = score(u, me)
        if is_solo(u):
            if mine > opponent_points(u) + 2:
                return 800
            return -500
        ahead = True
        seat: i64 = 0
        while seat < u[SEATS]:
            if seat != me:
                most = score(u, seat)
                if (seat - u[FIRST] + u[SEATS]) % u[SEATS] > (me - u[FIRST] + u[SEATS]) % u[SEATS]:
                    most += 4
                if most >= mine:
                    ahead = False
            seat += 1
        if ahead:
            return 800
        return -500

    def pending(self, u: Cells) -> i64:
        """What the steps still lying on the pile will bring."""
        value: i64 = 0
        at: i64 = STEPS
        end: i64 = STEPS + 3 * u[DEPTH]
        while at < end:
            value += self.step_value(u, u[at], u[at + 1], u[at + 2])
            at += 3
        return value

    def step_value(self, u: Cells, step: i64, n: i64, what: i64) -> i64:
        """One step to come, at its average."""
        judge = self.judge
        if step == DRAW:
            if what == judge.pool:
                return least(n, room(u, judge.seat)) * self.mean_gain(u)
            if what == LOWER:
                return -100 * n
            if what == ALTAR:
                return 4 * n
            return -30 * n
        if step == TAKE or step == TAKE_UP_TO:
            return least(n, room(u, judge.seat)) * self.best_take(u, what)
        if step == TAKE_TO_BOARD:
            return n * PRICES[STORED]
        if step == DISCARD_SOME:
            return -n * 12
        if step == DROP:
            level = level_of(u, judge.seat, what)
            return judge.promise[what * 3 + level - 4] - judge.promise[what * 3 + level - 3]
        if step == OTHER_TAKES:
            return -40
        if step == OFFER and what == LOWER:
            return -100
        if step == INSTANT:
            return 2 * self.mean_gain(u)
        return 0

    # ------------------------------------------------------------ tokens
    def gain(self, t: Cells, token: i64) -> i64:
        """What a token more adds to the pool."""
        judge = self.judge
        before = judge.hand(t)
        put(t, judge.pool, token)
        after = judge.hand(t)
        pick(t, judge.pool, token)
        return after - before

    def loss(self, t: Cells, token: i64) -> i64:
        """What the pool loses with one of its tokens."""
        judge = self.judge
        before = judge.hand(t)
        pick(t, judge.pool, token)
        after = judge.hand(t)
        put(t, judge.pool, token)
        return before - after

    def mean_gain(self, t: Cells) -> i64:
        """What a drawn token adds on average, by what the pouch still holds."""
        if self.mean >= 0:
            return self.mean
        source: i64 = POUCH
        if t[POUCH + SIZE] == 0:
            source = DISCARD
        total: i64 = 0
        colour: i64 = 0
        while colour < COLOURS:
            n = t[source + colour * 4 + 3]
            if n > 0:
                total += n * self.gain(t, colour * 4 + colour % 3)
            colour += 1
        self.mean = 0
        if t[source + SIZE] > 0 and total > 0:
            self.mean = total // t[source + SIZE]
        return self.mean

    def best_take(self, t: Cells, kind: i64) -> i64:
        """The most a token of the altar would add."""
        best: i64 = 0
        colour: i64 = 0
        while colour < COLOURS:
            if t[ALTAR + colour * 4 + 3] > 0:
                rune: i64 = 0
                while rune < 3:
                    token = colour * 4 + rune
                    if t[ALTAR + token] > 0 and fits(t, self.judge.seat, token, kind):
                        gain = self.gain(t, token)
                        if gain > best:
                            best = gain
                    rune += 1
            colour += 1
        return best

    def mirage(self, t: Cells, token: i64) -> i64:
        """What Mirage draws when this token is taken (SB-551)."""
        me = self.judge.seat
        level = level_of(t, me, BLUE)
        if level == 0 or t[TURN] != t[ACTIVE] or spell_of(t, BLUE) != MIRAGE or rune_of(t, me, BLUE) != token & 3:
            return 0
        if level == 3:
            return self.mean_gain(t)
        return 2 * self.mean_gain(t)

    def stored_well(self, t: Cells, token: i64) -> i64:
        """How much better than others a token does on the board: by colour for Feast, by rune for Communion."""
        me = self.judge.seat
        board = board_of(me)
        value: i64 = 0
        if spell_of(t, BLACK) == FEAST and t[board + (token | 3)] == 0:
            level = level_of(t, me, BLACK)
            if level == 5:
                value += 100
            elif level == 0 and self.judge.days > 0:
                value += 30
        if spell_of(t, YELLOW) == COMMUNION:
            level = level_of(t, me, YELLOW)
            if level == 4 and rune_of(t, me, YELLOW) == token & 3:
                value += 100
            elif level == 0 and self.judge.days > 0:
                value += 8 * t[board + BY_RUNE + (token & 3)]
        return value

    # ------------------------------------------------------------ picks
    def weigh_picks(self, t: Cells, step: i64, legal: Cells, n: i64, gains: Cells) -> None:
        """The decisions within an action."""
        i: i64 = 0
        while i < n:
            gains[i] = self.weigh_pick(t, step, legal[i])
            i += 1

    def weigh_pick(self, t: Cells, step: i64, action: i64) -> i64:
        if action == actions.STOP:
            return 0
        if step == TAKE or step == TAKE_UP_TO or step == OTHER_TAKES:
            return self.gain(t, action - actions.TAKE) + self.mirage(t, action - actions.TAKE)
        if step == TAKE_TO_BOARD:
            token = action - actions.TAKE
            return self.stored_well(t, token) + self.mirage(t, token) - self.gain(t, token) // 2
        if step == STORE:
            return self.stored_well(t, action - actions.STORE) - self.loss(t, action - actions.STORE)
        if step == KEEP:
            return self.stored_well(t, action - actions.STORE)
        if step == DISCARD_SOME or step == CLONE_COST:
            return -self.loss(t, action - actions.DISCARD)
        if step == PAY:
            return self.weigh_pay(t, action)
        if step == PLACE:
            return self.weigh_place(t, action - actions.PLACE)
        if step == OFFER:
            return -self.gain(t, action - actions.OFFER)
        if step == SWEEP:
            return (self.mean_gain(t) - self.gain(t, action - actions.SWEEP)) // 2
        if step == RAISE:
            return self.weigh_raise(t, (action - actions.RAISE) // 3)
        return self.weigh_swap(t, action)

    def weigh_swap(self, t: Cells, action: i64) -> i64:
        """Give what is missed least (at least needed on the board), get what helps most."""
        if action >= actions.RECALL:
            token = action - actions.RECALL
            return self.gain(t, token) - self.stored_well(t, token)
        if action >= actions.GIVE:
            return -self.loss(t, action - actions.GIVE)
        return self.gain(t, action - actions.TAKE)

    def weigh_pay(self, t: Cells, action: i64) -> i64:
        """Genuine tokens first: a wild costs more, and is left for last where it is needed."""
        if action >= actions.WILD:
            return -400 + t[self.judge.pool + BY_RUNE + action - actions.WILD]
        token = action - actions.PAY
        if token >> 2 == t[LEARNING]:
            return -t[self.judge.pool + BY_RUNE + (token & 3)]  # a rune others share may make a wild
        return -self.loss(t, token)

    def weigh_place(self, t: Cells, token: i64) -> i64:
        """The rune the card should bear (SB-069)."""
        rune = token & 3
        spell = spell_of(t, t[LEARNING])
        pool = self.judge.pool
        if spell == COMMUNION:
            return 100 * t[board_of(self.judge.seat) + BY_RUNE + rune]
        if spell == MIRAGE:
            return 3 * t[POUCH + BY_RUNE + rune] + 10 * t[ALTAR + BY_RUNE + rune]
        if spell == FOCUS or spell == TRANSMUTATION or spell == CLONE:
            mine = t[pool + BY_RUNE + rune] - t[pool + t[LEARNING] * 4 + rune]
            return 30 * mine + 2 * t[POUCH + BY_RUNE + rune]
        return -t[pool + BY_RUNE + rune]

    def schooled(self, t: Cells, level: i64) -> i64:
        """What a learning brings to the yellow spell."""
        yellow = level_of(t, self.judge.seat, YELLOW)
        if yellow == 0:
            return 0
        if spell_of(t, YELLOW) == KNOWLEDGE:
            if yellow == 5 or (yellow == 4 and level >= 4):
                return 200
            return 100
        if spell_of(t, YELLOW) == COMMUNION and yellow == 5:
            return 2 * PRICES[STORED]
        return 0

    def weigh_raise(self, t: Cells, colour: i64) -> i64:
        """What a spell promises more a level higher."""
        level = level_of(t, self.judge.seat, colour)
        return self.judge.promise[colour * 3 + level - 2] - self.judge.promise[colour * 3 + level - 3]


def highest(numbers: Cells, n: i64) -> i64:
    """The place of the greatest of the first n, the first of equals."""
    best: i64 = 0
    i: i64 = 1
    while i < n:
        if numbers[i] > numbers[best]:
            best = i
        i += 1
    return best
