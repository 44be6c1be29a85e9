"""What only helps to draw a view and to plan with it: what a token or a spell could be used for and what that would
add, how a spell could be paid, what skipping would waste, how the opponent's track goes. Every number is asked of the
rules.
"""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from sortilege.core.cells import Cells, copy
from sortilege.core.state import State
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.dealer import table_of
from sortilege.games.spellbook.rules.day import empty_table, offer
from sortilege.games.spellbook.rules.learning import payable_units
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


class SpellOutlook(TypedDict):
    """What a seat could make of a spell: the tokens of its colour it has, of how many that is told, what a payment
    could come to with wilds, and what levels 3, 4 and 5 would add to the score as the table lies."""

    have: int
    of: int
    reach: int
    adds: list[int]


class SeatBoard(TypedDict):
    """What a seat's board and each of its learned spells are worth now, and its plans for all of them."""

    points: dict[str, int]
    plan: dict[str, SpellOutlook]


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
    steps: list[actions.Action]
    to: str | None


class LearnOption(TypedDict):
    """A spell that could be learned now, how many tokens of the colour and how many wilds that takes, what it adds, and
    its steps up to the payment."""

    spell: str
    level: int
    own: int
    wilds: int
    adds: int
    steps: list[actions.Action]


class Waste(TypedDict):
    """What skipping or stopping now would clearly throw away: so many tokens, or points."""

    what: Literal["draw", "take", "store", "learn"]
    n: NotRequired[int]
    adds: NotRequired[int]
    spell: NotRequired[str]
    level: NotRequired[int]


class OwnBoard(TypedDict):
    """What is there for the seat to decide: picks, options, the proposed payment and the waste."""

    picks: list[TokenPick]
    learnable: list[LearnOption]
    proposal: list[actions.Action]
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
ALL_RUNES: Final = list(range(box.RUNES))
PICKED_FROM: Final[dict[actions.Verb, Zone]] = {
    **dict.fromkeys(("take", "sweep", "offer"), "altar"),
    **dict.fromkeys(("discard", "store", "give", "place", "pay"), "pool"),
    "recall": "board",
}


def board(view: View) -> Board:
    """What only helps to draw this view."""
    t = table_of(view)
    return {
        "spaces": {"altar": box.ALTAR_LIMIT, "pool": box.POOL_LIMIT},
        "worth": worth(t),
        "players": [{"points": points_by_part(t, s), "plan": spell_outlooks(t, s)} for s in range(view["seats"])],
        "opponent": track_schedule(t) if L.is_solo(t) else None,
        "end_why": end_why(t),
        "last_day": is_last_day(t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """What there is to decide in this view."""
    if not view["legal"]:
        return {"picks": [], "learnable": [], "proposal": [], "waste": None}
    state = SpellBookState(table_of(view), None, view["options"])  # the rules alone need no game
    options = learnable(state)
    return {
        "picks": token_picks(state),
        "learnable": options,
        "proposal": payment_proposal(state),
        "waste": waste(state, options),
    }


# ---------------------------------------------------------------- what cards and boards print
def worth(t: Cells) -> Worth:
    """What tokens and spells are worth."""
    known = [L.spell_of(t, colour) for colour in range(box.COLOURS) if t[L.SPELL + colour] >= 0]
    return {
        "familiar": [FAMILIAR[i] for i in range(box.SPACES + 1)],
        "spells": {box.SPELLS[spell]: [POINTS[spell * 3 + i] for i in range(3)] for spell in known},
        "varies": {box.SPELLS[spell]: VARIES[spell] for spell in known if VARIES[spell]},
    }


def has_variable_points(spell: int, level: int) -> bool:
    """Whether a spell is worth more on a rich table than on a bare one."""
    bare, rich = empty_table(1), empty_table(1)
    for t in (bare, rich):
        t[L.SPELL + spell // 3] = spell % 3
        L.set_learned(t, 0, spell // 3, level, 0)
    for colour in range(box.COLOURS):
        L.add_token(rich, L.board_of(0), colour * 4)
        if colour != spell // 3:
            L.set_learned(rich, 0, colour, 5, 0)
    return spell_points(rich, 0, spell // 3) != spell_points(bare, 0, spell // 3)


def points_by_part(t: Cells, seat: int) -> dict[str, int]:
    """What each part of a seat's table is worth now (SB-176)."""
    learned = [colour for colour in range(box.COLOURS) if L.level_of(t, seat, colour)]
    spells = {box.SPELLS[L.spell_of(t, colour)]: spell_points(t, seat, colour) for colour in learned}
    return {"board": board_points(t, seat), **spells}


def track_schedule(t: Cells) -> Schedule:
    """How the solo opponent's track goes on."""
    stored, values = t[L.TRACK + L.SIZE], track_values(t)
    return {
        "left": box.SOLO_SPACES - stored,
        "values": values,
        "next": values[min(stored + 1, box.SOLO_SPACES)],
        "refresh": REFRESHING,
    }


def track_values(t: Cells) -> list[int]:
    """SB-212: the opponent's points after each token on its track, with what lies below it now."""
    trial = empty_table(1)
    trial[L.LOWER + L.SIZE] = t[L.LOWER + L.SIZE]
    values = []
    for k in range(box.SOLO_SPACES + 1):
        trial[L.TRACK + L.SIZE] = k
        values.append(opponent_points(trial))
    return values


def refreshing_spaces() -> list[int]:
    """SB-207: the spaces of the opponent's track that renew the altar."""
    spaces = []
    for k in range(box.SOLO_SPACES):
        t = empty_table(1)
        L.add_token(t, L.ALTAR, 0)
        L.push_step(t, L.OFFER, 1, L.TRACK)
        t[L.TRACK + L.SIZE] = k
        offer(t, 0)
        if t[L.REFRESH_DUE]:
            spaces.append(k + 1)
    return spaces


VARIES: Final = [[level for level in LEVELS if has_variable_points(spell, level)] for spell in range(len(box.SPELLS))]
REFRESHING: Final = refreshing_spaces()


# ---------------------------------------------------------------- what a spell would bring, and cost
def spell_outlooks(t: Cells, seat: int) -> dict[str, SpellOutlook]:
    """What a seat could make of each spell in play."""
    trial = copy(t)
    trial[L.ACTIVE] = seat
    pool = L.pool_of(seat)
    return {
        box.SPELLS[L.spell_of(t, colour)]: {
            "have": t[pool + colour * 4 + 3],
            "of": min(max(LEVELS[0], t[pool + colour * 4 + 3]), LEVELS[-1]),
            "reach": payable_units(trial, colour, -1, 0) if t[pool + colour * 4 + 3] else 0,
            "adds": score_gains(trial, seat, colour),
        }
        for colour in range(box.COLOURS)
        if t[L.SPELL + colour] >= 0
    }


def score_gains(t: Cells, seat: int, colour: int) -> list[int]:
    """By how much the score would change with this spell at each level (SB-170); the table is left as it was."""
    level_at, rune_at = (L.PLAYERS + seat * L.PLAYER_SIZE + cell + colour for cell in (L.LEVEL_AT, L.RUNE_AT))
    before, level, rune = score(t, seat), t[level_at], t[rune_at]
    runes = possible_runes(t, seat, colour)
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


def possible_runes(t: Cells, seat: int, colour: int) -> list[int]:
    """The runes that could lie on a spell: only Communion's points ask which (SB-602), and only until it is learned."""
    if L.level_of(t, seat, colour) or L.spell_of(t, colour) != box.COMMUNION:
        return [L.rune_of(t, seat, colour)]
    return [rune for rune in ALL_RUNES if t[L.pool_of(seat) + colour * 4 + rune]] or ALL_RUNES


# ---------------------------------------------------------------- what may be done now
def token_picks(state: State) -> list[TokenPick]:
    """The tokens that could be picked: those asked for, or those a action_id action would ask for, so that a board can
    offer the token itself."""
    now = [token_pick(state, action, []) for action in state.legal() if "token" in actions.describe(action)]
    for action_id in (actions.ACT + actions.TAKE_1, actions.ACT + actions.STORE_1):
        if state.allows(action_id):
            trial = state.twin()
            trial.do(action_id)
            now += [token_pick(trial, action, [actions.describe(action_id)]) for action in trial.legal()]
    return now


def token_pick(state: State, action: int, before: list[actions.Action]) -> TokenPick:
    """A pick of the step at hand, after those that lead to it."""
    chosen, step = actions.describe(action), state.cells[L.top_step(state.cells)]
    zone: Zone = "spent" if step == L.STORE_SPENT else PICKED_FROM[chosen["do"]]
    return {
        "zone": zone,
        "token": chosen["token"],
        "steps": [*before, chosen],
        "to": destination(state.cells, chosen["do"]),
    }


def destination(t: Cells, verb: actions.Verb) -> str | None:
    """Where a token picked at this step goes; None for what only leaves."""
    step = t[L.top_step(t)]
    if verb == "take":
        return "board" if step == L.TAKE_TO_BOARD else "pool"
    if verb == "give":
        return "altar" if step == L.SWAP_ALTAR else "board"
    if verb == "place":
        return f"card {t[L.ACTIVE]} {box.COLOUR_LETTERS[t[L.LEARNING]]}"
    return {"store": "board", "recall": "pool", "offer": "track"}.get(verb)


def learnable(state: State) -> list[LearnOption]:
    """The spells the seat to decide could learn now, level by level. Known before `act learn` is chosen, so that a
    board can offer the spell itself."""
    t = state.cells
    if t[L.top_step(t)] == L.LEARN:
        return [learn_option(t, actions.describe(action), []) for action in state.legal()]
    if t[L.top_step(t)] != L.CHOOSE or not state.allows(actions.ACT + actions.LEARN_1):
        return []
    trial = state.twin()
    trial.do(actions.ACT + actions.LEARN_1)
    return [
        learn_option(t, actions.describe(action), [actions.describe(actions.ACT + actions.LEARN_1)])
        for action in trial.legal()
    ]


def learn_option(t: Cells, learn: actions.Action, before: list[actions.Action]) -> LearnOption:
    """A spell that could be learned, with its price and what it adds."""
    spell, level = learn["spell"], learn["level"]
    colour = box.SPELLS.index(spell) // 3
    own = min(t[L.pool_of(t[L.TURN]) + colour * 4 + 3], level)
    return {
        "spell": spell,
        "level": level,
        "own": own,
        "wilds": level - own,
        "adds": score_gains(t, t[L.TURN], colour)[level - LEVELS[0]],
        "steps": [*before, learn],
    }


def payment_proposal(state: State) -> list[actions.Action]:
    """A sensible way to pay for the spell being learned, from here to the end: tokens of its colour first, and for a
    wild those of the colours the player has fewest of. Every step is legal, so a client may play it as it stands."""
    t = state.cells
    steps: list[actions.Action] = []
    trial = state.twin()
    pool = L.pool_of(t[L.TURN])
    while trial.cells[L.LEARNING] >= 0 and trial.cells[L.top_step(trial.cells)] in (L.PLACE, L.PAY):
        held = {letter: trial.cells[pool + i * 4 + 3] for i, letter in enumerate(box.COLOUR_LETTERS)}
        choices = [actions.describe(action) for action in trial.legal()]
        steps.append(min(choices, key=lambda one: (one["do"] == "wild", held.get(one.get("token", "?")[0], 0))))
        trial.do(actions.find(steps[-1]))
    return steps


# ---------------------------------------------------------------- what is nearly over, and what would be lost
def is_last_day(t: Cells) -> bool:
    """Whether the present Day is the last of whoever has it (SB-163, SB-210, SB-211)."""
    return t[L.END_BY] >= 0 or (L.is_solo(t) and t[L.TRACK + L.SIZE] == box.SOLO_SPACES - 1)


def end_why(t: Cells) -> Literal["board", "book", "track"] | None:
    """What brings on the end: a full board, a full book, or the opponent's full track."""
    if t[L.END_BY] >= 0:
        return "board" if L.free_spaces(t, t[L.END_BY]) == 0 else "book"
    return "track" if L.is_solo(t) and t[L.TRACK + L.SIZE] == box.SOLO_SPACES else None


def waste(state: State, options: list[LearnOption]) -> Waste | None:
    """What skipping or stopping now would throw away: tokens for nothing in the Morning, a spell that scores in
    the Evening, points for a token of no other use on the last Day."""
    t = state.cells
    if t[L.top_step(t)] not in (L.CHOOSE, L.TAKE_UP_TO):
        return None
    me, legal = t[L.TURN], state.legal()
    if t[L.top_step(t)] == L.TAKE_UP_TO:
        return {"what": "take", "n": 1} if len(legal) > 1 else None
    if actions.ACT + actions.DRAW_2 in legal:
        return {"what": "draw", "n": min(2, L.pool_space(t, me), L.supply(t))}
    if actions.ACT + actions.TAKE_1 in legal:
        return {"what": "take", "n": 1}
    if actions.ACT + actions.STORE_1 in legal and is_last_day(t):
        stored = t[L.board_of(me) + L.SIZE]
        return {"what": "store", "adds": FAMILIAR[stored + 1] - FAMILIAR[stored]}
    best = max(options, key=lambda one: one["adds"], default=None)
    if best is None or best["adds"] <= 0:
        return None
    return {"what": "learn", "spell": best["spell"], "level": best["level"], "adds": best["adds"]}
