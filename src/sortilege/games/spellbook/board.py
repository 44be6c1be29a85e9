"""What a client needs to draw a view and to plan: possible uses of tokens and spells with the points they would add, a
proposed payment, a warning before a wasteful skip, the opponent's track. All numbers come from the rules."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from sortilege.core.engine.cells import Cells, copy
from sortilege.core.engine.state import State
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.dealer import table_of
from sortilege.games.spellbook.rules.day import empty_table, offer
from sortilege.games.spellbook.rules.learning import payable_units
from sortilege.games.spellbook.rules.scoring import (
    BOARD_POINTS,
    SPELL_POINTS,
    board_points,
    opponent_points,
    score,
    spell_points,
)
from sortilege.games.spellbook.rules.state import SpellBookState
from sortilege.games.spellbook.view import View

Zone = Literal["altar", "pool", "board", "spent"]


class Spaces(TypedDict):
    """The number of spaces to draw for each zone of tokens."""

    altar: int
    pool: int


class Worth(TypedDict):
    """Printed points: of a board by the number of stored tokens, and of each spell in play at levels 3, 4 and 5 (0 if
    they depend on the table; `varies` lists these levels)."""

    familiar: list[int]
    spells: dict[str, list[int]]
    varies: dict[str, list[int]]


class SpellOutlook(TypedDict):
    """What a seat could do with a spell: `have` tokens of its colour `of` those needed, `reach` units payable with
    wilds, and the points that levels 3, 4 and 5 would add now."""

    have: int
    of: int
    reach: int
    adds: list[int]


class SeatBoard(TypedDict):
    """The points of a seat's board and learned spells, and the outlook of every spell in play."""

    points: dict[str, int]
    plan: dict[str, SpellOutlook]


class Schedule(TypedDict):
    """The solo opponent's track: Days left, points by number of tokens, points after the next one, refresh spaces."""

    left: int
    values: list[int]
    next: int
    refresh: list[int]


class TokenPick(TypedDict):
    """A token that can be picked now: its zone, the actions that pick it, and the zone or card it goes to."""

    zone: Zone
    token: str
    steps: list[actions.Action]
    to: str | None


class LearnOption(TypedDict):
    """A spell that can be learned now: its price in own tokens and wilds, points added, actions up to the payment."""

    spell: str
    level: int
    own: int
    wilds: int
    adds: int
    steps: list[actions.Action]


class Waste(TypedDict):
    """What skipping or stopping now would lose: a number of tokens, or points."""

    what: Literal["draw", "take", "store", "learn"]
    n: NotRequired[int]
    adds: NotRequired[int]
    spell: NotRequired[str]
    level: NotRequired[int]


class OwnBoard(TypedDict):
    """What the seat to decide can do: picks, spells to learn, the proposed payment and the waste of skipping."""

    picks: list[TokenPick]
    learnable: list[LearnOption]
    proposal: list[actions.Action]
    waste: Waste | None


class Board(OwnBoard):
    """Everything that a client needs to draw a view."""

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
    """Return what a client needs to draw this view."""
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
    """Return what the seat to decide can do in this view."""
    if not view["legal"]:
        return {"picks": [], "learnable": [], "proposal": [], "waste": None}
    state = SpellBookState(table_of(view), None, view["options"])  # the rules need no Game object
    options = learnable(state)
    return {
        "picks": token_picks(state),
        "learnable": options,
        "proposal": payment_proposal(state),
        "waste": waste(state, options),
    }


# ---------------------------------------------------------------- printed values
def worth(t: Cells) -> Worth:
    """Return the printed points of Familiar boards and spells."""
    known = [L.spell_of(t, colour) for colour in range(box.COLOURS) if L.is_spell_known(t, colour)]
    return {
        "familiar": [BOARD_POINTS[i] for i in range(box.SPACES + 1)],
        "spells": {box.SPELLS[spell]: [SPELL_POINTS[spell * 3 + i] for i in range(3)] for spell in known},
        "varies": {box.SPELLS[spell]: VARIES[spell] for spell in known if VARIES[spell]},
    }


def has_variable_points(spell: int, level: int) -> bool:
    """Return whether the points of a spell at a level depend on the table, by comparing an empty table with a full
    one."""
    bare, rich = empty_table(1), empty_table(1)
    for t in (bare, rich):
        L.put_in_play(t, spell)
        L.set_learned(t, 0, spell // 3, level, 0)
    for colour in range(box.COLOURS):
        L.add_token(rich, L.board_of(0), colour * 4)
        if colour != spell // 3:
            L.set_learned(rich, 0, colour, 5, 0)
    return spell_points(rich, 0, spell // 3) != spell_points(bare, 0, spell // 3)


def points_by_part(t: Cells, seat: int) -> dict[str, int]:
    """SB-176: return the present points of a seat's board and of each learned spell."""
    learned = [colour for colour in range(box.COLOURS) if L.level_of(t, seat, colour)]
    spells = {box.SPELLS[L.spell_of(t, colour)]: spell_points(t, seat, colour) for colour in learned}
    return {"board": board_points(t, seat), **spells}


def track_schedule(t: Cells) -> Schedule:
    """Return the progress of the solo opponent's track."""
    stored, values = L.count(t, L.TRACK), track_values(t)
    return {
        "left": box.SOLO_SPACES - stored,
        "values": values,
        "next": values[min(stored + 1, box.SOLO_SPACES)],
        "refresh": REFRESHING,
    }


def track_values(t: Cells) -> list[int]:
    """SB-212: return the opponent's points for each number of tokens on its track, with its present lower area."""
    trial = empty_table(1)
    trial[L.LOWER + L.SIZE] = L.count(t, L.LOWER)
    values = []
    for k in range(box.SOLO_SPACES + 1):
        trial[L.TRACK + L.SIZE] = k
        values.append(opponent_points(trial))
    return values


def refreshing_spaces() -> list[int]:
    """SB-207: return the spaces of the opponent's track that refresh the altar."""
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


# ---------------------------------------------------------------- points and prices of spells
def spell_outlooks(t: Cells, seat: int) -> dict[str, SpellOutlook]:
    """Return what a seat could do with each spell in play."""
    trial = copy(t)
    trial[L.ACTIVE] = seat
    pool = L.pool_of(seat)
    return {
        box.SPELLS[L.spell_of(t, colour)]: {
            "have": L.count_colour(t, pool, colour),
            "of": min(max(LEVELS[0], L.count_colour(t, pool, colour)), LEVELS[-1]),
            "reach": payable_units(trial, colour, L.NONE, 0) if L.count_colour(t, pool, colour) else 0,
            "adds": score_gains(trial, seat, colour),
        }
        for colour in range(box.COLOURS)
        if L.is_spell_known(t, colour)
    }


def score_gains(t: Cells, seat: int, colour: int) -> list[int]:
    """SB-170: return by how much the score would change with this spell at each level; the cells are restored."""
    level_at, rune_at = (
        L.PLAYERS + seat * L.PLAYER_CELLS + cell + colour for cell in (L.LEVELS_OFFSET, L.RUNES_OFFSET)
    )
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
    """Return the runes to try on a spell: only the points of an unlearned Communion depend on it (SB-602)."""
    if L.level_of(t, seat, colour) or L.spell_of(t, colour) != box.COMMUNION:
        return [L.card_rune(t, seat, colour)]
    return [rune for rune in ALL_RUNES if t[L.pool_of(seat) + colour * 4 + rune]] or ALL_RUNES


# ---------------------------------------------------------------- possible actions
def token_picks(state: State) -> list[TokenPick]:
    """Return the tokens that can be picked now or by choosing Take 1 or Store 1, so that a client can offer them."""
    picks = [token_pick(state, action, []) for action in state.legal() if "token" in actions.describe(action)]
    for action_id in (actions.ACT + actions.TAKE_1, actions.ACT + actions.STORE_1):
        if state.allows(action_id):
            trial = state.bare_copy()
            trial.do(action_id)
            picks += [token_pick(trial, action, [actions.describe(action_id)]) for action in trial.legal()]
    return picks


def token_pick(state: State, action: int, before: list[actions.Action]) -> TokenPick:
    """Describe a pick; `before` are the actions that lead to it."""
    chosen, step = actions.describe(action), state.cells[L.top_step(state.cells)]
    zone: Zone = "spent" if step == L.STORE_SPENT else PICKED_FROM[chosen["do"]]
    return {
        "zone": zone,
        "token": chosen["token"],
        "steps": [*before, chosen],
        "to": destination(state.cells, chosen["do"]),
    }


def destination(t: Cells, verb: actions.Verb) -> str | None:
    """Return where a picked token goes; None if it only leaves its zone."""
    step = t[L.top_step(t)]
    if verb == "take":
        return "board" if step == L.TAKE_TO_BOARD else "pool"
    if verb == "give":
        return "altar" if step == L.SWAP_ALTAR else "board"
    if verb == "place":
        return f"card {t[L.ACTIVE]} {box.COLOUR_LETTERS[t[L.LEARNING]]}"
    return {"store": "board", "recall": "pool", "offer": "track"}.get(verb)


def learnable(state: State) -> list[LearnOption]:
    """Return the spells that can be learned now, also before `act learn` is chosen, so that a client can offer them."""
    t = state.cells
    if t[L.top_step(t)] == L.LEARN:
        return [learn_option(t, actions.describe(action), []) for action in state.legal()]
    if t[L.top_step(t)] != L.CHOOSE or not state.allows(actions.ACT + actions.LEARN_1):
        return []
    trial = state.bare_copy()
    trial.do(actions.ACT + actions.LEARN_1)
    return [
        learn_option(t, actions.describe(action), [actions.describe(actions.ACT + actions.LEARN_1)])
        for action in trial.legal()
    ]


def learn_option(t: Cells, learn: actions.Action, before: list[actions.Action]) -> LearnOption:
    """Describe a spell that can be learned; `before` are the actions that lead to it."""
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
    """Return actions that pay for the spell being learned: tokens of its colour first, then for a wild those of the
    colours the player has fewest of. All of them are legal, so a client may play them as they are."""
    t = state.cells
    steps: list[actions.Action] = []
    trial = state.bare_copy()
    pool = L.pool_of(t[L.TURN])
    while trial.cells[L.LEARNING] >= 0 and trial.cells[L.top_step(trial.cells)] in (L.PLACE, L.PAY):
        counts = {letter: trial.cells[pool + i * 4 + 3] for i, letter in enumerate(box.COLOUR_LETTERS)}
        choices = [actions.describe(action) for action in trial.legal()]
        steps.append(min(choices, key=lambda one: (one["do"] == "wild", counts.get(one.get("token", "?")[0], 0))))
        trial.do(actions.find(steps[-1]))
    return steps


# ---------------------------------------------------------------- the end, and wasteful skips
def is_last_day(t: Cells) -> bool:
    """SB-163, SB-210, SB-211: return whether this Day is the last one of its seat."""
    return t[L.END_BY] >= 0 or (L.is_solo(t) and L.count(t, L.TRACK) == box.SOLO_SPACES - 1)


def end_why(t: Cells) -> Literal["board", "book", "track"] | None:
    """Return what triggered the end: a full board, a full book, or the opponent's full track."""
    if t[L.END_BY] >= 0:
        return "board" if L.free_spaces(t, t[L.END_BY]) == 0 else "book"
    return "track" if L.is_solo(t) and L.count(t, L.TRACK) == box.SOLO_SPACES else None


def waste(state: State, options: list[LearnOption]) -> Waste | None:
    """Return what skipping or stopping now would lose: free tokens in the Morning, a spell that adds points in the
    Evening, points for a stored token on the last Day."""
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
        stored = L.count(t, L.board_of(me))
        return {"what": "store", "adds": BOARD_POINTS[stored + 1] - BOARD_POINTS[stored]}
    best = max(options, key=lambda one: one["adds"], default=None)
    if best is None or best["adds"] <= 0:
        return None
    return {"what": "learn", "spell": best["spell"], "level": best["level"], "adds": best["adds"]}
