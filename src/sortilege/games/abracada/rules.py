"""The rules of Abracada… Quoi ?, in the order of RULES.md: set-up, turn, calls, spells, refill, end, scoring."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.abracada import actions
from sortilege.games.abracada.box import (
    BLIZZARD,
    DRAGON,
    DREAM,
    FIREBALL,
    GHOST,
    HAND,
    KINDS,
    LIVES,
    OWL,
    POTION,
    SECRETS,
    STONES,
    STORM,
    SUMMIT,
)
from sortilege.games.abracada.table import (
    ACTIVE,
    BOARD,
    CALL,
    CAST,
    CAUSE,
    CELLS,
    DEAL,
    DEALT,
    DIE,
    DONE,
    EASY,
    EMPTIED,
    FIRST,
    FOUND,
    GATHER,
    HANDS,
    HELD,
    HIT,
    IN,
    KILL,
    LAST,
    LAST_STANDING,
    LIFE,
    LIFT,
    LYING,
    MISSED,
    NEXT,
    ONE,
    PENALTY,
    PHASE,
    POINTS,
    POOL,
    REFILL,
    ROLL,
    ROUND,
    RUNNING,
    SCORE,
    SEAT_BIT,
    SEATS,
    SECRET,
    SELF,
    SHOW,
    SIZE,
    SPELL,
    STANDING,
    TAKEN,
    UNSEEN,
    VARIANT_LAST,
    copies_in_hand,
    how_many_in,
    in_round,
    left_of,
    pile,
    remember_cast,
    remember_miss,
    right_of,
)

TO_SHOW: Final = vec[i64]([0, 0, 12, 6, 0, 0])  # AQ-106..108, by players


# ---------------------------------------------------------------- set-up
def fresh(seats: i64, last: bool, easy: bool, penalty: bool, faces: list[int], first: i64) -> Cells:
    """The table before the first node; `first` is a seat, or -1 for chance to say (AQ-113)."""
    t = blank(CELLS)
    t[SEATS] = seats
    t[VARIANT_LAST] = 1 if last else 0
    t[EASY] = 1 if easy else 0
    t[PENALTY] = 1 if penalty else 0
    for face in faces:
        t[DIE + i64(face)] += 1
    gather(t)
    if first < 0:
        t[PHASE] = FIRST
    else:
        t[ACTIVE] = first
    return t


def gather(t: Cells) -> None:
    """AQ-103, AQ-708: everybody has six lives again; all stones, secrets included, are one face-down pool."""
    seat: i64 = 0
    while seat < t[SEATS]:
        t[LIFE + seat] = LIVES
        t[SIZE + seat] = 0
        t[TAKEN + seat] = 0
        t[HELD + seat] = 0
        t[MISSED + seat] = 0
        t[CAST + seat] = 0
        seat += 1
    t[IN] = t[SEATS]
    note_who_stands(t)
    spell: i64 = 1
    while spell <= KINDS:
        t[BOARD + spell] = 0
        t[POOL + spell] = spell
        spell += 1
    t[UNSEEN] = STONES
    t[LYING] = SECRETS  # AQ-110: set apart unseen, so they may as well be counted apart from the start
    t[DEALT] = 0
    t[LAST] = 0
    t[CAUSE] = RUNNING
    t[ROUND] += 1
    t[PHASE] = DEAL
    t[SPELL] = 0  # while dealing: the seat being dealt to


def leave_pool(t: Cells, spell: i64) -> None:
    t[POOL + spell] -= 1
    t[UNSEEN] -= 1


def stand(t: Cells, seat: i64, spell: i64) -> None:
    """A stone from the pool stands at the right end of a hand (AQ-011)."""
    leave_pool(t, spell)
    t[HANDS + seat * 5 + t[SIZE + seat]] = t[DEALT] * 16 + spell
    t[SIZE + seat] += 1
    t[HELD + seat] += ONE[spell]
    t[DEALT] += 1


def deal(t: Cells, spell: i64) -> None:
    """AQ-105, AQ-112: five to each seat, then the shown stones."""
    seat = t[SPELL]
    stand(t, seat, spell)
    if t[SIZE + seat] == HAND:
        t[SPELL] = seat + 1
        if seat + 1 == t[SEATS]:
            t[SPELL] = 0
            if TO_SHOW[t[SEATS]] > 0:
                t[PHASE] = SHOW
            else:
                t[PHASE] = CALL


def show(t: Cells, spell: i64) -> None:
    """AQ-106, AQ-107, AQ-109: a stone is turned up and lies on its row."""
    leave_pool(t, spell)
    t[BOARD + spell] += 1
    t[DEALT] += 1
    if t[DEALT] == t[SEATS] * HAND + TO_SHOW[t[SEATS]]:
        t[PHASE] = CALL


# ---------------------------------------------------------------- turn and calls
def lowest_call(t: Cells) -> i64:
    """AQ-301, AQ-801: the lowest spell that may be called without breaking the order."""
    if t[EASY] != 0 or t[LAST] == 0:
        return 1
    return t[LAST]


def call(t: Cells, spell: i64) -> None:
    """AQ-206: first the order, then whether the stone is there."""
    me = t[ACTIVE]
    t[SPELL] = spell
    if t[VARIANT_LAST] != 0:
        note_who_stands(t)  # in `standard` everybody does, all round long
    if spell < lowest_call(t):
        t[HIT] = 0
        pay_for_failure(t, 1)  # AQ-303, AQ-308: a flat life, even for the dragon
        return
    copies = copies_in_hand(t, me, spell)
    if copies == 0:
        t[HIT] = 0
        remember_miss(t, me, spell, t[DEALT])
        if spell == DRAGON:
            t[PHASE] = ROLL  # AQ-307
        else:
            pay_for_failure(t, 1)  # AQ-306
    elif copies == 1:
        i: i64 = 0
        while t[HANDS + me * 5 + i] & 15 != spell:
            i += 1
        cast(t, i)
    else:
        t[PHASE] = LIFT  # AQ-209


def note_who_stands(t: Cells) -> None:
    """AQ-823 will ask who was in the round when this call was made."""
    t[STANDING] = 0
    seat: i64 = 0
    while seat < t[SEATS]:
        if in_round(t, seat):
            t[STANDING] |= SEAT_BIT[seat]
        seat += 1


def cast(t: Cells, i: i64) -> None:
    """AQ-207..210: the stone in slot i goes to its row, then its spell is resolved."""
    me = t[ACTIVE]
    spell = t[SPELL]
    t[HIT] = 1
    t[SIZE + me] -= 1
    t[HELD + me] -= ONE[spell]
    close_gap(t, HANDS + me * 5, i)
    t[BOARD + spell] += 1
    remember_cast(t, me, spell, t[DEALT])
    t[LAST] = spell
    if spell == DRAGON or spell == DREAM:
        t[PHASE] = ROLL
    elif spell == OWL and t[LYING] > 0:
        t[PHASE] = SECRET
    else:
        resolve(t, 0)


def close_gap(t: Cells, hand: i64, gap: i64) -> None:
    """AQ-011: the stones right of the gap move up, the others stay."""
    i: i64 = 0
    while i < HAND - 1:
        stone = i
        if i >= gap:
            stone += 1
        t[hand + i] = t[hand + stone]
        i += 1


def pay_for_failure(t: Cells, lives: i64) -> None:
    """AQ-214, AQ-306, AQ-307: the caller loses lives and the turn ends."""
    me = t[ACTIVE]
    wound(t, me, lives)
    if in_round(t, me):
        end_turn(t)
    elif t[VARIANT_LAST] == 0:
        score(t, SELF, -1)
    elif how_many_in(t) == 1:
        score(t, LAST_STANDING, left_of(t, me))  # AQ-821
    else:
        t[LAST] = 0
        t[ACTIVE] = left_of(t, me)  # AQ-815: no refill for the dead
        t[PHASE] = CALL


# ---------------------------------------------------------------- spells
def wound(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-008: a loss beyond what is left is ignored."""
    left = t[LIFE + seat] - lives
    if left <= 0:
        left = 0
        t[IN] -= 1
    t[LIFE + seat] = left


def heal(t: Cells, seat: i64, lives: i64) -> None:
    """AQ-402: life stops at six."""
    life = t[LIFE + seat] + lives
    if life > LIVES:
        life = LIVES
    t[LIFE + seat] = life


def wound_all_others(t: Cells, me: i64, lives: i64) -> None:
    seat: i64 = 0
    while seat < t[SEATS]:
        if seat != me and in_round(t, seat):
            wound(t, seat, lives)
        seat += 1


def resolve(t: Cells, die: i64) -> None:
    """The effect of a spell that was there (AQ-410..460), then whether it ended the round (AQ-404)."""
    me = t[ACTIVE]
    spell = t[SPELL]
    if spell == DRAGON:  # AQ-410
        wound_all_others(t, me, die)
    elif spell == GHOST:  # AQ-420
        heal(t, me, 1)
        wound_all_others(t, me, 1)
    elif spell == DREAM:  # AQ-425
        heal(t, me, die)
    elif spell == STORM:  # AQ-440, and only once where left and right are the same player (AQ-441, AQ-813)
        left = left_of(t, me)
        right = right_of(t, me)
        wound(t, left, 1)
        if right != left:
            wound(t, right, 1)
    elif spell == BLIZZARD:  # AQ-450
        wound(t, left_of(t, me), 1)
    elif spell == FIREBALL:  # AQ-455
        wound(t, right_of(t, me), 1)
    elif spell == POTION:  # AQ-460
        heal(t, me, 1)
    after_success(t)


def find_secret(t: Cells, spell: i64) -> None:
    """AQ-430: the singer brings one secret stone, seen by its holder only."""
    me = t[ACTIVE]
    leave_pool(t, spell)
    t[LYING] -= 1
    t[FOUND + me * 4 + t[TAKEN + me]] = spell
    t[TAKEN + me] += 1
    after_success(t)


def after_success(t: Cells) -> None:
    """AQ-601, AQ-602, AQ-810: has the round ended? An emptied hand comes before a kill (AQ-610)."""
    if t[SIZE + t[ACTIVE]] == 0:
        score(t, EMPTIED, t[ACTIVE])
    elif t[VARIANT_LAST] != 0:
        if how_many_in(t) == 1:
            score(t, LAST_STANDING, t[ACTIVE])
        else:
            t[PHASE] = CALL
    elif how_many_in(t) < t[SEATS]:
        score(t, KILL, t[ACTIVE])
    else:
        t[PHASE] = CALL


def roll(t: Cells, die: i64) -> None:
    """The die of a dragon or a dream; a dragon that is not there bites its caller (AQ-412)."""
    if t[HIT] != 0:
        resolve(t, die)
    else:
        pay_for_failure(t, die)


# ---------------------------------------------------------------- end of turn and refill
def end_turn(t: Cells) -> None:
    """AQ-502..504: draw up to five stones as far as the pile reaches, then the left neighbour plays."""
    t[LAST] = 0
    if t[SIZE + t[ACTIVE]] < HAND and pile(t) > 0:
        t[PHASE] = REFILL
    else:
        t[ACTIVE] = left_of(t, t[ACTIVE])  # AQ-508
        t[PHASE] = CALL


# ---------------------------------------------------------------- end of round, scoring, next round
def starter_after(t: Cells) -> i64:
    """AQ-709, AQ-823: the first seat clockwise that was in the round when the ending call was made."""
    seat = t[ACTIVE]
    while True:
        seat += 1
        if seat == t[SEATS]:
            seat = 0
        if t[STANDING] & SEAT_BIT[seat] != 0:
            return seat


def round_points(t: Cells, seat: i64, cause: i64, winner: i64) -> i64:
    """What a seat earns: 3, 1 or 0 (AQ-605..609), in `last` 2 or 0 (AQ-819, AQ-820), with a point per secret stone."""
    base: i64 = 0
    if t[VARIANT_LAST] != 0:
        if seat == winner:
            base = 2
    elif seat == winner:
        base = 3
    elif cause != EMPTIED and in_round(t, seat):
        base = 1
    if base == 0:  # AQ-606, AQ-614: no bonus for the dead, nor beside an emptied hand
        return 0
    return base + t[TAKEN + seat]


def score(t: Cells, cause: i64, winner: i64) -> None:
    """AQ-711: fix the cause, score, check for eight; the table lies open until the stones are gathered."""
    t[NEXT] = starter_after(t)
    t[CAUSE] = cause
    t[PHASE] = GATHER
    seat: i64 = 0
    while seat < t[SEATS]:
        points = round_points(t, seat, cause, winner)
        t[POINTS + seat] = points
        t[SCORE + seat] += points
        if t[SCORE + seat] >= SUMMIT:
            t[PHASE] = DONE  # AQ-701
        seat += 1


def next_round(t: Cells, spell: i64) -> None:
    """AQ-708..710: gather, and deal the first stone of the new round."""
    t[ACTIVE] = t[NEXT]
    gather(t)
    deal(t, spell)


def winners(t: Cells) -> list[int]:
    """AQ-703..707: among those at eight, the most points in the last round, then the most life, then shared."""
    best: i64 = -1
    won: list[int] = []
    seat: i64 = 0
    while seat < t[SEATS]:
        if t[SCORE + seat] >= SUMMIT:
            merit = t[POINTS + seat] * 8 + t[LIFE + seat]
            if merit > best:
                best = merit
                won = []
            if merit == best:
                won.append(seat)
        seat += 1
    return won


def reason(t: Cells) -> str:
    """How the game was decided: which of AQ-703..706 was needed."""
    up: list[int] = []
    seat: i64 = 0
    while seat < t[SEATS]:
        if t[SCORE + seat] >= SUMMIT:
            up.append(seat)
        seat += 1
    if len(up) == 1:
        return "points"
    most = max([t[POINTS + i64(s)] for s in up])
    if len([s for s in up if t[POINTS + i64(s)] == most]) == 1:
        return "last round"
    if len(winners(t)) == 1:
        return "life"
    return "shared"


# ---------------------------------------------------------------- the state machine
def turn_of(t: Cells) -> i64:
    phase = t[PHASE]
    if phase == CALL:
        return t[ACTIVE]
    if phase == DONE:
        return OVER
    return CHANCE


def fill_calls(t: Cells, into: Cells) -> i64:
    """AQ-201, AQ-212, AQ-303, AQ-304, AQ-914: never depends on the caller's own stones."""
    n: i64 = 0
    lowest: i64 = 1
    if t[LAST] != 0:
        into[0] = actions.END
        n = 1
        if t[PENALTY] == 0:
            lowest = lowest_call(t)
    i: i64 = 0
    while i < KINDS:  # always eight, though only those up to the potion count: a fixed number is quicker
        into[n + i] = actions.CALL + lowest + i
        i += 1
    return n + KINDS + 1 - lowest


def fill_pool(t: Cells, into: Cells, base: i64, weights: bool) -> i64:
    """The spells the next unseen stone may carry, or how many there are of each (AQ-431)."""
    n: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if t[POOL + spell] > 0:
            if weights:
                into[n] = t[POOL + spell]
            else:
                into[n] = base + spell
            n += 1
        spell += 1
    return n


def fill_fresh(into: Cells, base: i64, weights: bool) -> i64:
    """The first stone of a new round: all 36 are in the pool again."""
    spell: i64 = 1
    while spell <= KINDS:
        if weights:
            into[spell - 1] = spell
        else:
            into[spell - 1] = base + spell
        spell += 1
    return KINDS


def fill_lifts(t: Cells, into: Cells) -> i64:
    n: i64 = 0
    i: i64 = 0
    hand = HANDS + t[ACTIVE] * 5
    while i < t[SIZE + t[ACTIVE]]:
        if t[hand + i] & 15 == t[SPELL]:
            into[n] = actions.LIFT + i
            n += 1
        i += 1
    return n


def fill_rolls(t: Cells, into: Cells, weights: bool) -> i64:
    n: i64 = 0
    face: i64 = 1
    while face <= 6:
        if t[DIE + face] > 0:
            if weights:
                into[n] = t[DIE + face]
            else:
                into[n] = actions.ROLL + face
            n += 1
        face += 1
    return n


def fill_ones(into: Cells, n: i64) -> i64:
    i: i64 = 0
    while i < n:
        into[i] = 1
        i += 1
    return n


def draw_stone(t: Cells, rng: Rng) -> i64:
    """The spell of the next unseen stone, each stone equally likely; counted from the potions, which are the most."""
    left = rng.below(t[UNSEEN])
    spell: i64 = KINDS
    edge = t[POOL + KINDS]
    kind: i64 = KINDS - 1
    while kind > 0:  # always to the end: a processor guesses wrong where a search would stop
        if left >= edge:
            spell -= 1
        edge += t[POOL + kind]
        kind -= 1
    return spell


def fill_legal(t: Cells, into: Cells) -> i64:
    """The legal actions, or the outcomes of chance, ascending."""
    phase = t[PHASE]
    if phase == CALL:
        return fill_calls(t, into)
    if phase == DEAL or phase == SHOW or phase == REFILL:
        return fill_pool(t, into, actions.STONE, False)
    if phase == LIFT:
        return fill_lifts(t, into)
    if phase == ROLL:
        return fill_rolls(t, into, False)
    if phase == SECRET:
        return fill_pool(t, into, actions.SECRET, False)
    if phase == GATHER:
        return fill_fresh(into, actions.STONE, False)
    if phase == FIRST:
        seat: i64 = 0
        while seat < t[SEATS]:
            into[seat] = actions.FIRST + seat
            seat += 1
        return seat
    return 0


def fill_weights(t: Cells, into: Cells) -> i64:
    """The weights of the outcomes of chance."""
    phase = t[PHASE]
    if phase == DEAL or phase == SHOW or phase == REFILL or phase == SECRET:
        return fill_pool(t, into, 0, True)
    if phase == ROLL:
        return fill_rolls(t, into, True)
    if phase == GATHER:
        return fill_fresh(into, 0, True)
    if phase == LIFT:
        return fill_ones(into, copies_in_hand(t, t[ACTIVE], t[SPELL]))
    return fill_ones(into, t[SEATS])


def carry_out(t: Cells, action: i64) -> None:
    """One node."""
    phase = t[PHASE]
    if phase == CALL:
        if action == actions.END:
            end_turn(t)
        else:
            call(t, action - actions.CALL)
    elif phase == DEAL:
        deal(t, action - actions.STONE)
    elif phase == REFILL:
        stand(t, t[ACTIVE], action - actions.STONE)
        end_turn(t)
    elif phase == LIFT:
        cast(t, action - actions.LIFT)
    elif phase == ROLL:
        roll(t, action - actions.ROLL)
    elif phase == SECRET:
        find_secret(t, action - actions.SECRET)
    elif phase == SHOW:
        show(t, action - actions.STONE)
    elif phase == GATHER:
        next_round(t, action - actions.STONE)
    elif phase == FIRST:
        t[ACTIVE] = action - actions.FIRST
        t[PHASE] = DEAL


class AbracadaState(State):
    """Abracada… Quoi ? at one moment."""

    def __init__(self, cells: Cells, game: Any, options: dict[str, Any]) -> None:
        super().__init__(cells, game, options, cells[SEATS], 16)

    def turn(self) -> i64:
        return turn_of(self.cells)

    def fill_legal(self, into: Cells) -> i64:
        return fill_legal(self.cells, into)

    def fill_weights(self, into: Cells) -> i64:
        return fill_weights(self.cells, into)

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Stones are drawn from the pool itself; the rest as in every game."""
        t = self.cells
        phase = t[PHASE]
        if phase == DEAL or phase == REFILL or phase == SHOW:
            return actions.STONE + draw_stone(t, rng)
        if phase == SECRET:
            return actions.SECRET + draw_stone(t, rng)
        return super().draw(rng, scratch)

    def do(self, action: i64) -> None:
        carry_out(self.cells, action)

    def play_out(self, rng: Rng, scratch: Cells) -> i64:
        """As in every game, with the two commonest nodes taken the shortest way."""
        t = self.cells
        nodes: i64 = 0
        while t[PHASE] != DONE:
            if t[PHASE] == CALL:
                carry_out(t, scratch[rng.below(fill_calls(t, scratch))])
            elif t[PHASE] == DEAL or t[PHASE] == REFILL:
                carry_out(t, actions.STONE + draw_stone(t, rng))
            else:
                carry_out(t, self.draw(rng, scratch))
            nodes += 1
        return nodes

    def twin(self) -> AbracadaState:
        return AbracadaState(copy(self.cells), self.game, self.options)

    def scores(self) -> list[int]:
        t = self.cells
        return [t[SCORE + i64(seat)] for seat in range(t[SEATS])]

    def outcome(self) -> dict[str, Any] | None:
        t = self.cells
        if t[PHASE] != DONE:
            return None
        return {"winners": winners(t), "scores": self.scores(), "reason": reason(t)}


# ---------------------------------------------------------------- refusals
def refusal(t: Cells, action: i64) -> tuple[str, str]:
    """Why an action of this game is not legal now: the rule and a sentence."""
    if t[PHASE] == DONE:
        return "AQ-701", "the game is over: somebody has reached 8 points"
    if action > KINDS:
        return "AQ-911", "stones, die and secrets come by chance alone, and this outcome is not possible now"
    if t[PHASE] != CALL:
        return "AQ-911", "chance comes first: a stone or the die is still to fall"
    if action == actions.END:
        return "AQ-201", "call at least one spell before you end your turn"
    return "AQ-301", f"call {lowest_call(t)} or higher: spells go upward within a turn"
