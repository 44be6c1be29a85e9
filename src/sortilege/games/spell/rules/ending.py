"""The end of a turn, of a round and of the game (SP-205 to SP-228, SP-334 to SP-336)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import box
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.runes import Runes


def end_turn(t: Cells, runes: Runes) -> None:
    """End a turn: remove the elementals and the special tile, forget what the turn has used, and begin to turn up cards
    in place of the claimed ones (SP-205, SP-206, SP-210, SP-287). If no card is needed, begin the next turn."""
    t[L.ELEMENTALS + t[L.SIDE]] = 0
    t[L.SPECIAL] = L.NONE
    t[L.MAGE_USED] = 0
    t[L.UPHEAVES_USED] = 0
    t[L.CLAIMED_LEVELS] = 0
    t[L.CLOSED_CARDS] = 0
    t[L.PHASE] = L.REVEAL_CARD
    if L.level_to_refill(t, runes.cards_of_level) == 0:
        next_turn(t)


def next_turn(t: Cells) -> None:
    """Begin the next turn, or end the game if the last round is complete (SP-211 to SP-213, SP-220)."""
    if t[L.SIDE] == t[L.GEM_HOLDER]:  # who plays first in every round
        t[L.SIDE] = 1 - t[L.SIDE]
        t[L.PHASE] = L.PLAY
    elif ends_with_round(t):
        t[L.PHASE] = L.GAME_OVER
    else:
        t[L.ROUND] += 1
        t[L.SIDE] = t[L.GEM_HOLDER]
        t[L.PHASE] = L.PLAY


def last_round(t: Cells) -> i64:
    """Return the number of the last round: 6, or 5 in hard solo games (SP-222, SP-335)."""
    if t[L.SOLO] != 0 and t[L.HARD] != 0:
        return box.HARD_ROUNDS
    return box.ROUNDS


def end_score_reached(t: Cells) -> bool:
    """Return whether a side has 16 points (SP-221)."""
    return t[L.SCORE + L.BLACK] >= box.END_SCORE or t[L.SCORE + L.PURPLE] >= box.END_SCORE


def ends_with_round(t: Cells) -> bool:
    """Return whether the game ends with the current round, judging by the present scores (SP-220 to SP-222)."""
    return end_score_reached(t) or t[L.ROUND] >= last_round(t)


def winner(t: Cells) -> i64:
    """Return the side that wins: the side with more points or, in a tie, the side that plays second (SP-225 to SP-227).
    The scripted opponent, black, wins a hard solo game in which nobody has 16 points (SP-335)."""
    if t[L.SOLO] != 0 and t[L.HARD] != 0 and not end_score_reached(t):
        return L.BLACK
    if t[L.SCORE + L.BLACK] > t[L.SCORE + L.PURPLE]:
        return L.BLACK
    if t[L.SCORE + L.BLACK] < t[L.SCORE + L.PURPLE]:
        return L.PURPLE
    return 1 - t[L.GEM_HOLDER]


def reason(t: Cells) -> str:
    """Return how the game ended: "tie" for equal scores, "power" if a side has 16 points, "time" for a hard solo game
    in which nobody has 16 points, otherwise "rounds" for the end of the last round."""
    if t[L.SCORE + L.BLACK] == t[L.SCORE + L.PURPLE]:
        return "tie"
    if end_score_reached(t):
        return "power"
    if t[L.SOLO] != 0 and t[L.HARD] != 0:
        return "time"
    return "rounds"
