"""What only helps to draw the table and to plan at it: what could be learned and what it would add, how a spell could
be paid, what skipping would waste, how the opponent's track goes. Every number is asked of the rules.
"""

from __future__ import annotations

from typing import Any, Final

from sortilege.core.cells import Cells, copy
from sortilege.core.state import State
from sortilege.games.spellbook.actions import ACT, DRAW_2, LEARN_1, STORE_1, TAKE_1, describe
from sortilege.games.spellbook.box import (
    COLOUR_LETTERS,
    COLOURS,
    COMMUNION,
    RUNES,
    SOLO_SPACES,
    SPACES,
    SPELLS,
    TOKEN_NAMES,
)
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    CHOOSE,
    END_BY,
    LEARN,
    LEARNING,
    LEVEL_AT,
    OFFER,
    PAY,
    PLACE,
    PLAYER,
    PLAYERS,
    REFRESH,
    RUNE_AT,
    SIZE,
    SPELL,
    TAKE_UP_TO,
    TRACK,
    TURN,
    board_of,
    free,
    is_solo,
    lay_card,
    level_of,
    pool_of,
    push,
    put,
    room,
    rune_of,
    spell_of,
    supply,
    top_of,
)
from sortilege.games.spellbook.rules.day import empty_table, offered
from sortilege.games.spellbook.rules.learning import reach
from sortilege.games.spellbook.rules.scoring import FAMILIAR, POINTS, opponent_points, score, spell_points

LEVELS: Final = (3, 4, 5)
ALL_RUNES: Final = list(range(RUNES))


# ---------------------------------------------------------------- what cards and boards print
def worth(t: Cells) -> dict[str, Any]:
    """Points by stored tokens, and by level of each spell in play (0 where nothing is printed); `varies` has the levels
    that are counted only at the end."""
    known = [spell_of(t, colour) for colour in range(COLOURS) if t[SPELL + colour] >= 0]
    return {
        "familiar": [FAMILIAR[i] for i in range(SPACES + 1)],
        "spells": {SPELLS[spell]: [POINTS[spell * 3 + i] for i in range(3)] for spell in known},
        "varies": {SPELLS[spell]: VARIES[spell] for spell in known if VARIES[spell]},
    }


def scores_at_end(spell: int, level: int) -> bool:
    """Whether a spell is worth more on a rich table than on a bare one."""
    bare, rich = empty_table(1), empty_table(1)
    for t in (bare, rich):
        t[SPELL + spell // 3] = spell % 3
        lay_card(t, 0, spell // 3, level, 0)
    for colour in range(COLOURS):
        put(rich, board_of(0), colour * 4)
        if colour != spell // 3:
            lay_card(rich, 0, colour, 5, 0)
    return spell_points(rich, 0, spell // 3) != spell_points(bare, 0, spell // 3)


def track_values() -> list[int]:
    """SB-212: what the opponent's track shows after each of its tokens."""
    t = empty_table(1)
    values = []
    for k in range(SOLO_SPACES + 1):
        t[TRACK + SIZE] = k
        values.append(opponent_points(t))
    return values


def refreshing_spaces() -> list[int]:
    """SB-207: the spaces of the opponent's track that renew the altar."""
    spaces = []
    for k in range(SOLO_SPACES):
        t = empty_table(1)
        put(t, ALTAR, 0)
        push(t, OFFER, 1, TRACK)
        t[TRACK + SIZE] = k
        offered(t, 0)
        if t[REFRESH]:
            spaces.append(k + 1)
    return spaces


VARIES: Final = [[level for level in LEVELS if scores_at_end(spell, level)] for spell in range(len(SPELLS))]
SCHEDULE: Final = {"values": track_values(), "refresh": refreshing_spaces()}


# ---------------------------------------------------------------- what a spell would bring, and cost
def plan(t: Cells, seat: int) -> dict[str, Any]:
    """For each spell in play: the tokens of its colour this seat holds, how many a payment could come to with wilds,
    and what each level would add to the seat's score as the table lies."""
    ahead = copy(t)
    ahead[ACTIVE] = seat
    pool = pool_of(seat)
    return {
        SPELLS[spell_of(t, colour)]: {
            "have": t[pool + colour * 4 + 3],
            "reach": reach(ahead, colour, -1, 0) if t[pool + colour * 4 + 3] else 0,
            "adds": adds(ahead, seat, colour),
        }
        for colour in range(COLOURS)
        if t[SPELL + colour] >= 0
    }


def adds(t: Cells, seat: int, colour: int) -> list[int]:
    """By how much the score would change with this spell at each level (SB-170); the table is left as it was."""
    level_at, rune_at = (PLAYERS + seat * PLAYER + cell + colour for cell in (LEVEL_AT, RUNE_AT))
    before, level, rune = score(t, seat), t[level_at], t[rune_at]
    runes = runes_for(t, seat, colour)
    gains = []
    for goal in LEVELS:
        t[level_at] = goal
        scores = []
        for laid in runes:
            t[rune_at] = laid
            scores.append(score(t, seat))
        gains.append(max(scores) - before)
    t[level_at], t[rune_at] = level, rune
    return gains


def runes_for(t: Cells, seat: int, colour: int) -> list[int]:
    """The runes that could lie on a spell: only Communion's points ask which (SB-602), and only until it is learned."""
    if level_of(t, seat, colour) or spell_of(t, colour) != COMMUNION:
        return [rune_of(t, seat, colour)]
    return [rune for rune in ALL_RUNES if t[pool_of(seat) + colour * 4 + rune]] or ALL_RUNES


def learnable(state: State) -> list[dict[str, Any]]:
    """The spells the seat to move could learn now, level by level: how many tokens of the colour and how many wilds
    that takes, and what it adds. Known before `act learn` is chosen, so that a board can offer the spell itself."""
    t = state.cells
    if t[TURN] < 0 or t[top_of(t)] not in (CHOOSE, LEARN):
        return []
    ahead = state
    if t[top_of(t)] == CHOOSE:
        if ACT + LEARN_1 not in state.legal():
            return []
        ahead = state.twin()
        ahead.do(ACT + LEARN_1)
    return [priced(copy(t), describe(action)) for action in ahead.legal()]


def priced(t: Cells, learn: dict[str, Any]) -> dict[str, Any]:
    """A spell that could be learned, with its price and what it adds."""
    spell, level = learn["spell"], learn["level"]
    colour = SPELLS.index(spell) // 3
    own = min(t[pool_of(t[TURN]) + colour * 4 + 3], level)
    gain = adds(t, t[TURN], colour)[level - 3]
    return {"spell": spell, "level": level, "own": own, "wilds": level - own, "adds": gain}


def proposal(state: State) -> list[dict[str, Any]]:
    """A sensible way to pay for the spell being learned, from here to the end: tokens of its colour first, and for a
    wild those of the colours the player has fewest of. Every step is legal, so a client may play it as it stands."""
    t = state.cells
    steps: list[dict[str, Any]] = []
    if t[LEARNING] < 0 or t[TURN] < 0 or t[top_of(t)] not in (PLACE, PAY):
        return steps
    ahead = state.twin()
    pool = pool_of(t[TURN])
    while ahead.cells[LEARNING] >= 0 and ahead.cells[top_of(ahead.cells)] in (PLACE, PAY):
        here = ahead.cells
        ways = [(describe(a), a) for a in ahead.legal()]
        kin = {c: sum(here[pool + k] for k in TOKEN_NAMES if k // 4 == i) for i, c in enumerate(COLOUR_LETTERS)}
        chosen, action = min(ways, key=lambda way: (way[0]["do"] == "wild", kin.get(way[0].get("token", "?")[0], 0)))
        steps.append(chosen)
        ahead.do(action)
    return steps


# ---------------------------------------------------------------- what is nearly over, and what would be lost
def is_last_day(t: Cells) -> bool:
    """Whether the present Day is the last of whoever has it (SB-163, SB-210, SB-211)."""
    return t[END_BY] >= 0 or (is_solo(t) and t[TRACK + SIZE] == SOLO_SPACES - 1)


def end_why(t: Cells) -> str | None:
    """What brings on the end: a full board, a full book, or the opponent's full track."""
    if t[END_BY] >= 0:
        return "board" if free(t, t[END_BY]) == 0 else "book"
    return "track" if is_solo(t) and t[TRACK + SIZE] == SOLO_SPACES else None


def waste(state: State, could_learn: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What skipping or stopping now would clearly throw away: tokens for nothing in the Morning, a spell that scores in
    the Evening, points for a token of no other use on the last Day."""
    t = state.cells
    if t[TURN] < 0 or t[top_of(t)] not in (CHOOSE, TAKE_UP_TO):
        return None
    me, legal = t[TURN], state.legal()
    if t[top_of(t)] == TAKE_UP_TO:
        return {"what": "take", "n": 1} if len(legal) > 1 else None
    if ACT + DRAW_2 in legal:
        return {"what": "draw", "n": min(2, room(t, me), supply(t))}
    if ACT + TAKE_1 in legal:
        return {"what": "take", "n": 1}
    if ACT + STORE_1 in legal and is_last_day(t):
        stored = t[board_of(me) + SIZE]
        return {"what": "store", "adds": FAMILIAR[stored + 1] - FAMILIAR[stored]}
    best = max(could_learn, key=lambda one: one["adds"], default=None)
    return {"what": "learn", **best} if best and best["adds"] > 0 else None
