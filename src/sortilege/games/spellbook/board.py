"""What only helps to draw a view and to plan with it: what a token or a spell could be used for and what that would
add, how a spell could be paid, what skipping would waste, how the opponent's track goes. Every number is asked of the
rules.
"""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from sortilege.core.cells import Cells, copy
from sortilege.core.state import State
from sortilege.games.spellbook.actions import (
    ACT,
    DRAW_2,
    LEARN_1,
    STORE_1,
    TAKE_1,
    Action,
    Verb,
    describe,
)
from sortilege.games.spellbook.box import (
    ALTAR_LIMIT,
    COLOUR_LETTERS,
    COLOURS,
    COMMUNION,
    POOL_LIMIT,
    RUNES,
    SOLO_SPACES,
    SPACES,
    SPELLS,
    TOKEN_NAMES,
)
from sortilege.games.spellbook.dealer import table_of
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    CHOOSE,
    END_BY,
    KEEP,
    LEARN,
    LEARNING,
    LEVEL_AT,
    LOWER,
    OFFER,
    PAY,
    PLACE,
    PLAYER,
    PLAYERS,
    REFRESH,
    RUNE_AT,
    SIZE,
    SPELL,
    SWAP_ALTAR,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    TRACK,
    TURN,
    board_of,
    free,
    is_solo,
    lay_card,
    level_of,
    pool_of,
    pool_space,
    push,
    put,
    rune_of,
    spell_of,
    supply,
    top_of,
)
from sortilege.games.spellbook.rules.day import empty_table, offer
from sortilege.games.spellbook.rules.learning import reach
from sortilege.games.spellbook.rules.scoring import (
    FAMILIAR,
    POINTS,
    board_points,
    opponent_points,
    score,
    spell_points,
)
from sortilege.games.spellbook.rules.state import SpellBookState
from sortilege.games.spellbook.view import View

Zone = Literal["altar", "pool", "board", "spent"]


class Spaces(TypedDict):
    """How many tokens a zone has places for."""

    altar: int
    pool: int


class Worth(TypedDict):
    """Points by stored tokens, and of each spell in play at levels 3, 4 and 5 (0 where nothing is printed); `varies`
    has the levels that are counted only at the end."""

    familiar: list[int]
    spells: dict[str, list[int]]
    varies: dict[str, list[int]]


class Plan(TypedDict):
    """What a seat could make of a spell: the tokens of its colour it has, of how many that is told, what a payment
    could come to with wilds, and what levels 3, 4 and 5 would add to the score as the table lies."""

    have: int
    of: int
    reach: int
    adds: list[int]


class SeatBoard(TypedDict):
    """What a seat's board and each of its learned spells are worth now, and its plans for all of them."""

    points: dict[str, int]
    plan: dict[str, Plan]


class Schedule(TypedDict):
    """The solo opponent's track: Days until it is full, its points by stored tokens, those of the next one, and the
    spaces that renew the altar."""

    left: int
    values: list[int]
    next: int
    refresh: list[int]


class TokenPick(TypedDict):
    """A token that could be picked now: the zone it lies in, the steps that takes, and the zone or card it goes to."""

    zone: Zone
    token: str
    steps: list[Action]
    to: str | None


class Lesson(TypedDict):
    """A spell that could be learned now, how many tokens of the colour and how many wilds that takes, what it adds, and
    its steps up to the payment."""

    spell: str
    level: int
    own: int
    wilds: int
    adds: int
    steps: list[Action]


class Waste(TypedDict):
    """What skipping or stopping now would clearly throw away: so many tokens, or points."""

    what: Literal["draw", "take", "store", "learn"]
    n: NotRequired[int]
    adds: NotRequired[int]
    spell: NotRequired[str]
    level: NotRequired[int]


class OwnBoard(TypedDict):
    """What is there for the seat to decide: picks, lessons, the proposed payment and the waste."""

    picks: list[TokenPick]
    learnable: list[Lesson]
    proposal: list[Action]
    waste: Waste | None


class Board(OwnBoard):
    """What only helps to draw."""

    spaces: Spaces
    worth: Worth
    players: list[SeatBoard]
    opponent: Schedule | None
    end_why: Literal["board", "book", "track"] | None
    last_day: bool


LEVELS: Final = (3, 4, 5)
ALL_RUNES: Final = list(range(RUNES))
PICKED_FROM: Final[dict[Verb, Zone]] = {
    **dict.fromkeys(("take", "sweep", "offer"), "altar"),
    **dict.fromkeys(("discard", "store", "give", "place", "pay"), "pool"),
    "recall": "board",
}


def board(view: View) -> Board:
    """What only helps to draw this view."""
    t = table_of(view)
    return {
        "spaces": {"altar": ALTAR_LIMIT, "pool": POOL_LIMIT},
        "worth": worth(t),
        "players": [{"points": points(t, seat), "plan": plan(t, seat)} for seat in range(view["seats"])],
        "opponent": schedule(t) if is_solo(t) else None,
        "end_why": end_why(t),
        "last_day": is_last_day(t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """What there is to decide in this view."""
    if not view["legal"]:
        return {"picks": [], "learnable": [], "proposal": [], "waste": None}
    state = SpellBookState(table_of(view), None, view["options"])  # the rules alone need no game
    lessons = learnable(state)
    return {
        "picks": picks(state),
        "learnable": lessons,
        "proposal": proposal(state),
        "waste": waste(state, lessons),
    }


# ---------------------------------------------------------------- what cards and boards print
def worth(t: Cells) -> Worth:
    """What tokens and spells are worth."""
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


def points(t: Cells, seat: int) -> dict[str, int]:
    """What each part of a seat's table is worth now (SB-176)."""
    learned = [colour for colour in range(COLOURS) if level_of(t, seat, colour)]
    spells = {SPELLS[spell_of(t, colour)]: spell_points(t, seat, colour) for colour in learned}
    return {"board": board_points(t, seat), **spells}


def schedule(t: Cells) -> Schedule:
    """How the solo opponent's track goes on."""
    stored, values = t[TRACK + SIZE], track_values(t)
    return {
        "left": SOLO_SPACES - stored,
        "values": values,
        "next": values[min(stored + 1, SOLO_SPACES)],
        "refresh": REFRESHING,
    }


def track_values(t: Cells) -> list[int]:
    """SB-212: the opponent's points after each token on its track, with what lies below it now."""
    ahead = empty_table(1)
    ahead[LOWER + SIZE] = t[LOWER + SIZE]
    values = []
    for k in range(SOLO_SPACES + 1):
        ahead[TRACK + SIZE] = k
        values.append(opponent_points(ahead))
    return values


def refreshing_spaces() -> list[int]:
    """SB-207: the spaces of the opponent's track that renew the altar."""
    spaces = []
    for k in range(SOLO_SPACES):
        t = empty_table(1)
        put(t, ALTAR, 0)
        push(t, OFFER, 1, TRACK)
        t[TRACK + SIZE] = k
        offer(t, 0)
        if t[REFRESH]:
            spaces.append(k + 1)
    return spaces


VARIES: Final = [[level for level in LEVELS if scores_at_end(spell, level)] for spell in range(len(SPELLS))]
REFRESHING: Final = refreshing_spaces()


# ---------------------------------------------------------------- what a spell would bring, and cost
def plan(t: Cells, seat: int) -> dict[str, Plan]:
    """What a seat could make of each spell in play."""
    ahead = copy(t)
    ahead[ACTIVE] = seat
    pool = pool_of(seat)
    return {
        SPELLS[spell_of(t, colour)]: {
            "have": t[pool + colour * 4 + 3],
            "of": min(max(LEVELS[0], t[pool + colour * 4 + 3]), LEVELS[-1]),
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


# ---------------------------------------------------------------- what may be done now
def picks(state: State) -> list[TokenPick]:
    """The tokens that could be picked: those asked for, or those a whole action would ask for, so that a board can
    offer the token itself."""
    now = [pick(state, action, []) for action in state.legal() if "token" in describe(action)]
    for whole in (ACT + TAKE_1, ACT + STORE_1):
        if state.allows(whole):
            ahead = state.twin()
            ahead.do(whole)
            now += [pick(ahead, action, [describe(whole)]) for action in ahead.legal()]
    return now


def pick(state: State, action: int, before: list[Action]) -> TokenPick:
    """A pick of the step at hand, after those that lead to it."""
    chosen, step = describe(action), state.cells[top_of(state.cells)]
    zone: Zone = "spent" if step == KEEP else PICKED_FROM[chosen["do"]]
    return {
        "zone": zone,
        "token": chosen["token"],
        "steps": [*before, chosen],
        "to": goes_to(state.cells, chosen["do"]),
    }


def goes_to(t: Cells, verb: Verb) -> str | None:
    """Where a token picked at this step goes; None for what only leaves."""
    step = t[top_of(t)]
    if verb == "take":
        return "board" if step == TAKE_TO_BOARD else "pool"
    if verb == "give":
        return "altar" if step == SWAP_ALTAR else "board"
    if verb == "place":
        return f"card {t[ACTIVE]} {COLOUR_LETTERS[t[LEARNING]]}"
    return {"store": "board", "recall": "pool", "offer": "track"}.get(verb)


def learnable(state: State) -> list[Lesson]:
    """The spells the seat to decide could learn now, level by level. Known before `act learn` is chosen, so that a
    board can offer the spell itself."""
    t = state.cells
    if t[top_of(t)] == LEARN:
        return [lesson(t, describe(action), []) for action in state.legal()]
    if t[top_of(t)] != CHOOSE or not state.allows(ACT + LEARN_1):
        return []
    ahead = state.twin()
    ahead.do(ACT + LEARN_1)
    return [lesson(t, describe(action), [describe(ACT + LEARN_1)]) for action in ahead.legal()]


def lesson(t: Cells, learn: Action, before: list[Action]) -> Lesson:
    """A spell that could be learned, with its price and what it adds."""
    spell, level = learn["spell"], learn["level"]
    colour = SPELLS.index(spell) // 3
    own = min(t[pool_of(t[TURN]) + colour * 4 + 3], level)
    return {
        "spell": spell,
        "level": level,
        "own": own,
        "wilds": level - own,
        "adds": adds(t, t[TURN], colour)[level - LEVELS[0]],
        "steps": [*before, learn],
    }


def proposal(state: State) -> list[Action]:
    """A sensible way to pay for the spell being learned, from here to the end: tokens of its colour first, and for a
    wild those of the colours the player has fewest of. Every step is legal, so a client may play it as it stands."""
    t = state.cells
    steps: list[Action] = []
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


def end_why(t: Cells) -> Literal["board", "book", "track"] | None:
    """What brings on the end: a full board, a full book, or the opponent's full track."""
    if t[END_BY] >= 0:
        return "board" if free(t, t[END_BY]) == 0 else "book"
    return "track" if is_solo(t) and t[TRACK + SIZE] == SOLO_SPACES else None


def waste(state: State, lessons: list[Lesson]) -> Waste | None:
    """What skipping or stopping now would throw away: tokens for nothing in the Morning, a spell that scores in
    the Evening, points for a token of no other use on the last Day."""
    t = state.cells
    if t[top_of(t)] not in (CHOOSE, TAKE_UP_TO):
        return None
    me, legal = t[TURN], state.legal()
    if t[top_of(t)] == TAKE_UP_TO:
        return {"what": "take", "n": 1} if len(legal) > 1 else None
    if ACT + DRAW_2 in legal:
        return {"what": "draw", "n": min(2, pool_space(t, me), supply(t))}
    if ACT + TAKE_1 in legal:
        return {"what": "take", "n": 1}
    if ACT + STORE_1 in legal and is_last_day(t):
        stored = t[board_of(me) + SIZE]
        return {"what": "store", "adds": FAMILIAR[stored + 1] - FAMILIAR[stored]}
    best = max(lessons, key=lambda one: one["adds"], default=None)
    if best is None or best["adds"] <= 0:
        return None
    return {"what": "learn", "spell": best["spell"], "level": best["level"], "adds": best["adds"]}
