"""What a client needs to draw a view and to plan, beyond the view: possible uses of tokens and spells with the points
they would add, a proposed payment, a warning before a wasteful skip, the opponent's track. All numbers come from the
rules."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from sortilege.core.engine.cells import Cells, copy
from sortilege.core.engine.state import State
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.dealer import state_vector
from sortilege.games.spellbook.rules.day import empty_state_vector, is_refresh_space
from sortilege.games.spellbook.rules.learning import payable_with_triples
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
    """The number of spaces to draw for the altar and for each pool."""

    altar: int
    pool: int


class Worth(TypedDict):
    """The points that are printed on Familiar boards and on the spells in play."""

    familiar: list[int]  # points of a board, by the number of stored tokens
    spells: dict[str, list[int]]  # points of each spell at levels 3, 4 and 5; 0 if no fixed number is printed
    varies: dict[str, list[int]]  # the levels at which the points of a spell depend on other spells or on the board


class SpellOutlook(TypedDict):
    """How near a seat is to learning a spell, and how many points the spell would add."""

    have: int  # pool tokens of the spell's colour
    of: int  # the level to show as the target beside `have`: `have` itself, but at least 3 and at most 5
    reach: int  # the highest level that the pool can pay for, wilds included; above 5 it stands for 5
    adds: list[int]  # points that the spell would add now at levels 3, 4 and 5


class SeatBoard(TypedDict):
    """What a client shows of a seat beside its view."""

    points: dict[str, int]  # the seat's points for its "board" and for each learned spell
    plan: dict[str, SpellOutlook]  # how near the seat is to learning each spell in play


class Schedule(TypedDict):
    """The track of the solo opponent, which gets a token each Day. The game ends when the track is full."""

    left: int  # Days until the last space is filled
    values: list[int]  # the opponent's points, by the number of tokens on the track
    next: int  # the opponent's points after the next token on the track
    refresh: list[int]  # the spaces that refresh the altar, counted from 1


class TokenPick(TypedDict):
    """A token that can be picked now."""

    zone: Zone  # the zone where the token lies
    token: str  # its colour and rune, such as "Ro"
    steps: list[actions.Action]  # the actions that pick it
    to: str | None  # the zone or card to which the token goes


class LearnOption(TypedDict):
    """A spell that can be learned now at a level."""

    spell: str
    level: int
    own: int  # tokens of the spell's colour that pay for it
    wilds: int  # wilds that pay for the rest of the price
    adds: int  # points that the spell would add now
    steps: list[actions.Action]  # the actions up to the payment


class Waste(TypedDict):
    """What the seat to move would lose if it skipped its action or stopped now. A client can warn the player."""

    what: Literal["draw", "take", "store", "learn"]  # the possible action that would be skipped
    n: NotRequired[int]  # number of tokens that draw or take would give
    adds: NotRequired[int]  # points that store or learn would add
    spell: NotRequired[str]  # the spell that learn would add points with
    level: NotRequired[int]  # the level at which learn would add the points


class OwnBoard(TypedDict):
    """What the seat to move can do now."""

    picks: list[TokenPick]  # the tokens that the player can pick now
    learnable: list[LearnOption]  # the spells that the player can learn now
    proposal: list[actions.Action]  # actions that pay for the spell being learned
    waste: Waste | None  # null if nothing would be lost


class Board(OwnBoard):
    """What a client needs to draw a view, in addition to the view itself."""

    spaces: Spaces
    worth: Worth  # the printed points
    players: list[SeatBoard]  # by seat
    opponent: Schedule | None  # the track of the solo opponent; null in other games
    end_why: Literal["board", "book", "track"] | None  # what was filled and so triggered the end
    last_day: bool  # whether the present Day is the last one of its seat


# the zone from which each verb picks a token; STORE_SPENT is the only step with another zone
PICKED_FROM: Final[dict[actions.Verb, Zone]] = {
    **dict.fromkeys(("take", "sweep", "offer"), "altar"),
    **dict.fromkeys(("discard", "store", "give", "place", "pay"), "pool"),
    "recall": "board",
}


def board(view: View) -> Board:
    """Return what a client needs to draw this view, in addition to the view itself."""
    t = state_vector(view)
    return {
        "spaces": {"altar": box.ALTAR_LIMIT, "pool": box.POOL_LIMIT},
        "worth": printed_points(t),
        "players": [{"points": points_by_source(t, s), "plan": spell_outlooks(t, s)} for s in range(view["seats"])],
        "opponent": track_schedule(t) if L.is_solo(t) else None,
        "end_why": end_trigger(t),
        "last_day": is_last_day(t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """Return what the seat to move can do in this view: pick tokens, learn spells, pay, and what it should not skip."""
    if not view["legal"]:
        return {"picks": [], "learnable": [], "proposal": [], "waste": None}
    state = SpellBookState(state_vector(view), game=None, options=view["options"])  # the rules need no Game object
    options = learnable(state)
    return {
        "picks": token_picks(state),
        "learnable": options,
        "proposal": payment_proposal(state),
        "waste": waste_by_skipping(state, options),
    }


# ---------------------------------------------------------------- printed values
def printed_points(t: Cells) -> Worth:
    """Return the points that are printed on Familiar boards and on the spells in play."""
    spells = [L.spell_of(t, colour) for colour in range(box.COLOURS) if L.is_spell_known(t, colour)]
    return {
        "familiar": [BOARD_POINTS[stored] for stored in range(box.SPACES + 1)],
        "spells": {box.SPELLS[spell]: [SPELL_POINTS[L.effect_of(spell, n)] for n in box.LEVELS] for spell in spells},
        "varies": {box.SPELLS[spell]: VARIABLE_LEVELS[spell] for spell in spells if VARIABLE_LEVELS[spell]},
    }


def depends_on_table(spell: int, level: int) -> bool:
    """Return whether the points of a spell at a level depend on the player's board or other spells. Compare its points
    for a player without tokens and other spells with those for a player who has all colours and all spells."""
    spell_colour = L.spell_colour(spell)
    empty, full = empty_state_vector(seats=1), empty_state_vector(seats=1)
    for t in (empty, full):
        L.put_in_play(t, spell)
        L.set_learned(t, 0, spell_colour, level, rune=0)
    for colour in range(box.COLOURS):
        L.add_token(full, L.board_of(0), L.token_of(colour, rune=0))
        if colour != spell_colour:
            L.set_learned(full, 0, colour, box.MAX_LEVEL, rune=0)
    return spell_points(full, 0, spell_colour) != spell_points(empty, 0, spell_colour)


def points_by_source(t: Cells, seat: int) -> dict[str, int]:
    """Return the present points of a seat, by source: its board, and each learned spell by name (SB-176)."""
    learned = [colour for colour in range(box.COLOURS) if L.level_of(t, seat, colour) > 0]
    spells = {box.SPELLS[L.spell_of(t, colour)]: spell_points(t, seat, colour) for colour in learned}
    return {"board": board_points(t, seat), **spells}


def track_schedule(t: Cells) -> Schedule:
    """Return the number of Days left and the points that the solo opponent scores with its track."""
    stored, values = L.count(t, L.TRACK), points_by_track_length(t)
    return {
        "left": box.SOLO_SPACES - stored,
        "values": values,
        "next": values[min(stored + 1, box.SOLO_SPACES)],
        "refresh": [space for space in range(1, box.SOLO_SPACES + 1) if is_refresh_space(space)],
    }


def points_by_track_length(t: Cells) -> list[int]:
    """Return the solo opponent's points, by the number of tokens on its track from 0 up, in otherwise the same state
    (SB-212)."""
    changed_cells = copy(t)
    track_size = L.TRACK + L.SIZE  # the cell with the number of tokens
    points = []
    for token_count in range(box.SOLO_SPACES + 1):
        changed_cells[track_size] = token_count
        points.append(opponent_points(changed_cells))
    return points


VARIABLE_LEVELS: Final = [
    [level for level in box.LEVELS if depends_on_table(spell, level)] for spell in range(len(box.SPELLS))
]


# ---------------------------------------------------------------- points and prices of spells
def spell_outlooks(t: Cells, seat: int) -> dict[str, SpellOutlook]:
    """Return how near a seat is to learning each spell in play, by the name of the spell."""
    known = [colour for colour in range(box.COLOURS) if L.is_spell_known(t, colour)]
    return {box.SPELLS[L.spell_of(t, colour)]: spell_outlook(t, seat, colour) for colour in known}


def spell_outlook(t: Cells, seat: int, colour: int) -> SpellOutlook:
    """Return how near a seat is to learning the spell of a colour."""
    tokens = L.count_colour(t, L.pool_of(seat), colour)
    return {
        "have": tokens,
        "of": min(max(box.MIN_LEVEL, tokens), box.MAX_LEVEL),
        "reach": payable_with_triples(t, L.pool_of(seat), colour) if tokens else 0,
        "adds": score_gains(t, seat, colour),
    }


def score_gains(t: Cells, seat: int, colour: int) -> list[int]:
    """Return a seat's gain in points from the spell of a colour at levels 3, 4 and 5, with the best rune (SB-170)."""
    runes = possible_runes(t, seat, colour)
    best_scores = [max([score_with_spell(t, seat, colour, level, rune) for rune in runes]) for level in box.LEVELS]
    return [best_score - score(t, seat) for best_score in best_scores]


def score_with_spell(t: Cells, seat: int, colour: int, level: int, rune: int) -> int:
    """Return the score that a seat would have if the spell of a colour had this level, and its card this rune."""
    trial = copy(t)
    L.set_learned(trial, seat, colour, level, rune)
    return score(trial, seat)


def possible_runes(t: Cells, seat: int, colour: int) -> list[int]:
    """Return the runes to try for the card of a spell: those of the seat's pool tokens of this colour, or all if it has
    no such token. One rune is enough if the spell is learned or its points do not depend on the rune (SB-602)."""
    scores_by_rune = L.spell_of(t, colour) == box.COMMUNION
    is_learned = L.level_of(t, seat, colour) > 0
    if is_learned or not scores_by_rune:
        return [L.card_rune(t, seat, colour)]
    all_runes = list(range(box.RUNES))
    runes_in_pool = [rune for rune in all_runes if t[L.pool_of(seat) + L.token_of(colour, rune)] > 0]
    return runes_in_pool or all_runes


# ---------------------------------------------------------------- possible actions
def token_picks(state: State) -> list[TokenPick]:
    """Return the tokens that can be picked now, or directly after the choice of Take 1 or Store 1."""
    picks = [token_pick(state, pick, before=[]) for pick in state.legal() if "token" in actions.describe(pick)]
    for choice in (actions.ACT + actions.TAKE_1, actions.ACT + actions.STORE_1):
        if state.allows(choice):
            trial = state.bare_copy()
            trial.do(choice)
            picks += [token_pick(trial, pick, before=[actions.describe(choice)]) for pick in trial.legal()]
    return picks


def token_pick(state: State, action_id: int, before: list[actions.Action]) -> TokenPick:
    """Return how a client can offer an action that picks a token. The actions in `before` are played first."""
    action = actions.describe(action_id)
    zone: Zone = "spent" if L.current_step(state.cells) == L.STORE_SPENT else PICKED_FROM[action["do"]]
    return {
        "zone": zone,
        "token": action["token"],
        "steps": [*before, action],
        "to": destination(state.cells, action["do"]),
    }


def destination(t: Cells, verb: actions.Verb) -> str | None:
    """Return the zone or card to which an action with this verb moves a token: "pool", "altar", "card 0 R" (seat 0's
    red spell), … Return None if the token is not shown afterwards, as for "discard"."""
    step = L.current_step(t)
    if verb == "take":
        return "board" if step == L.TAKE_TO_BOARD else "pool"
    if verb == "give":
        return "altar" if step == L.SWAP_ALTAR else "board"
    if verb == "place":
        return f"card {t[L.ACTIVE]} {box.COLOUR_LETTERS[t[L.LEARNING]]}"
    return {"store": "board", "recall": "pool", "offer": "track"}.get(verb)


def learnable(state: State) -> list[LearnOption]:
    """Return the spells that can be learned now, or directly after the choice of Learn 1 Spell."""
    choice = actions.ACT + actions.LEARN_1
    step = L.current_step(state.cells)
    if step == L.LEARN:
        return [learn_option(state, action, before=[]) for action in state.legal()]
    if step != L.CHOOSE or not state.allows(choice):
        return []
    trial = state.bare_copy()
    trial.do(choice)
    return [learn_option(state, action, before=[actions.describe(choice)]) for action in trial.legal()]


def learn_option(state: State, action_id: int, before: list[actions.Action]) -> LearnOption:
    """Return how a client can offer an action that learns a spell. The actions in `before` are played first."""
    t, action = state.cells, actions.describe(action_id)
    spell, level = action["spell"], action["level"]
    colour = L.spell_colour(box.SPELLS.index(spell))
    own = min(L.count_colour(t, L.pool_of(t[L.TURN]), colour), level)
    return {
        "spell": spell,
        "level": level,
        "own": own,
        "wilds": level - own,
        "adds": score_gains(t, t[L.TURN], colour)[level - box.MIN_LEVEL],
        "steps": [*before, action],
    }


def payment_proposal(state: State) -> list[actions.Action]:
    """Return legal actions that pay for the spell being learned. A client can propose them to the player. They use
    tokens of the spell's colour first, then wilds from the player's rarest colours."""
    proposal: list[actions.Action] = []
    trial = state.bare_copy()
    t = trial.cells
    pool = L.pool_of(t[L.TURN])
    while t[L.LEARNING] != L.NONE and L.current_step(t) in (L.PLACE, L.PAY):
        payments = [actions.describe(action) for action in trial.legal()]
        best_payment = min(payments, key=lambda payment: payment_order(t, pool, payment))
        proposal.append(best_payment)
        trial.do(actions.find(best_payment))
    return proposal


def payment_order(t: Cells, pool: int, action: actions.Action) -> tuple[bool, int]:
    """Return a sort key for payments, the best first: tokens before wilds, and tokens of rare colours first."""
    is_wild = action["do"] == "wild"
    if is_wild:
        return is_wild, 0
    colour = box.COLOUR_LETTERS.index(action["token"][0])
    return is_wild, L.count_colour(t, pool, colour)


# ---------------------------------------------------------------- the end, and wasteful skips
def is_last_day(t: Cells) -> bool:
    """Return whether this Day is the last one of its seat (SB-163) or of a solo game (SB-210, SB-211)."""
    next_token_ends_game = L.is_solo(t) and L.count(t, L.TRACK) == box.SOLO_SPACES - 1
    return L.is_end_triggered(t) or next_token_ends_game


def end_trigger(t: Cells) -> Literal["board", "book", "track"] | None:
    """Return what triggered the end: a full board, seven learned spells, the solo opponent's full track, or None."""
    if L.is_end_triggered(t):
        return "board" if L.free_spaces(t, t[L.END_BY]) == 0 else "book"
    return "track" if L.is_track_full(t) else None


def waste_by_skipping(state: State, options: list[LearnOption]) -> Waste | None:
    """Return what the seat to move would lose by skipping its action or stopping now: tokens in the Morning, points for
    a stored token on its last Day, or in the Evening a spell from the learnable `options`. None means nothing."""
    t = state.cells
    me, step, legal = t[L.TURN], L.current_step(t), state.legal()
    if step == L.TAKE_UP_TO and len(legal) > 1:
        return {"what": "take", "n": 1}
    if step != L.CHOOSE:
        return None
    if actions.ACT + actions.DRAW_2 in legal:
        return {"what": "draw", "n": min(2, L.pool_space(t, me), L.supply(t))}
    if actions.ACT + actions.TAKE_1 in legal:
        return {"what": "take", "n": 1}
    if actions.ACT + actions.STORE_1 in legal and is_last_day(t):
        stored = L.count(t, L.board_of(me))
        return {"what": "store", "adds": BOARD_POINTS[stored + 1] - BOARD_POINTS[stored]}
    best = max(options, key=lambda option: option["adds"], default=None)
    if best is None or best["adds"] <= 0:
        return None
    return {"what": "learn", "spell": best["spell"], "level": best["level"], "adds": best["adds"]}
