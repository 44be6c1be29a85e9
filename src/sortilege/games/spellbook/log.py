"""The log: one line per action. Nothing in SpellBook is hidden, so everybody sees every line.

A line is the action object with `by` (the seat, or null for chance), the Day it belongs to, and its consequences:
`moves` (tokens that changed zones), `learned`, `levels`, `scores`, `refilled`, `wiped`, `triggered`, `begins` (the next
phase) and `ended`. A key is present only if it happened.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, cast

from sortilege.core.cells import Cells
from sortilege.core.state import CHANCE, State
from sortilege.core.turns import Opening, Part
from sortilege.games.spellbook import box, notation
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.actions import Action, describe
from sortilege.games.spellbook.rules.scoring import opponent_points, score

FromPlace = TypedDict("FromPlace", {"from": str})
FromLevel = TypedDict("FromLevel", {"from": int})


class Move(FromPlace):
    """A token that moved from one zone to another."""

    token: str
    to: str


class LevelChange(FromLevel):
    """A learned spell whose level changed."""

    seat: int
    spell: str
    to: int


class Learned(TypedDict):
    """A spell that was learned, with its level and the rune of its token."""

    seat: int
    spell: str
    level: int
    rune: str


class Trigger(TypedDict):
    """The seat that triggered the end, by a full board or a full book."""

    seat: int
    by: Literal["board", "book"]


class Beginning(TypedDict):
    """The phase that begins, with its seat and Day."""

    seat: int
    day: int
    phase: notation.Phase


class Ending(TypedDict):
    """The outcome of the game, with the solo opponent's points."""

    winners: list[int]
    scores: list[int]
    reason: str
    opponent: int | None


class Line(Action):
    """An action and its consequences; `of` is the seat whose Day it is, `scores` the points gained by seat."""

    by: int | None
    day: int
    of: int
    phase: notation.Phase
    doing: NotRequired[Action]
    copying: NotRequired[Action]
    to: NotRequired[str]
    mirage: NotRequired[bool]
    given: NotRequired[str]
    refilled: NotRequired[int]
    moves: NotRequired[list[Move]]
    wiped: NotRequired[bool]
    learned: NotRequired[Learned]
    levels: NotRequired[LevelChange]
    scores: NotRequired[dict[str, int]]
    triggered: NotRequired[Trigger]
    begins: NotRequired[Beginning]
    ended: NotRequired[Ending]


# ---------------------------------------------------------------- lines
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, from the states before and after it."""
    b, a = before.cells, after.cells
    by = before.turn()
    seat = None if by == CHANCE else by
    when = {"day": b[L.DAY], "of": b[L.ACTIVE], "phase": notation.PHASE_NAMES[b[L.PHASE]]}
    line = cast("Line", {"by": seat, **describe(action), **when})  # mypy unpacks no optional keys
    add_context(line, b)
    refilled = a[L.POUCH + L.SIZE] > b[L.POUCH + L.SIZE]
    if refilled:
        line["refilled"] = a[L.POUCH + L.SIZE]
    moves = moves_of(b, a, refilled)
    if moves:
        line["moves"] = moves
    if b[L.ALTAR + L.SIZE] > 1 and sum(move["from"] == "altar" and move["to"] == "discard" for move in moves) > 1:
        line["wiped"] = True
    add_books(line, b, a)
    add_scores(line, b, a)
    add_progress(line, after, b, a)
    return line


def add_context(line: Line, b: Cells) -> None:
    """Add the context: the phase's action, Clone's copy, the target of a draw, the given token of a swap."""
    if b[L.PHASE_ACTION] >= 0:
        line["doing"] = describe(b[L.PHASE_ACTION])
    if b[L.COPIED_ACTION] >= 0:
        line["copying"] = describe(b[L.COPIED_ACTION])
    top = L.top_step(b)
    if b[top] == L.DRAW:
        line["to"] = notation.zone_name(b[top + 2])
        below = b[L.STEPS + 3 * b[L.DEPTH] - 6] if b[L.DEPTH] > 1 else 0
        line["mirage"] = below in (L.TAKE, L.TAKE_UP_TO, L.TAKE_TO_BOARD)
    elif b[top] in (L.SWAP_ALTAR, L.SWAP_BOARD) and b[L.GIVEN_TOKEN] >= 0:
        line["given"] = box.TOKEN_NAMES[b[L.GIVEN_TOKEN]]


def moves_of(b: Cells, a: Cells, refilled: bool) -> list[Move]:
    """Return every token that changed zones. After a refill, pouch and box count as one zone."""
    moves: list[Move] = []
    zones = [L.DISCARD, L.ALTAR, L.SPENT, L.TRACK, L.LOWER]
    zones += [zone for s in range(a[L.SEATS]) for zone in (L.pool_of(s), L.board_of(s))]
    for token, name in box.TOKEN_NAMES.items():
        change = {zone: a[zone + token] - b[zone + token] for zone in zones if a[zone + token] != b[zone + token]}
        drawn = a[L.POUCH + token] - b[L.POUCH + token]
        change |= {L.DISCARD: change.get(L.DISCARD, 0) + drawn} if refilled else {L.POUCH: drawn}
        left = [notation.zone_name(zone) for zone, n in change.items() for _ in range(-n)]
        came = [notation.zone_name(zone) for zone, n in change.items() for _ in range(n)]
        came += card_receiving(b, a, token)
        moves += [{"token": name, "from": x, "to": y} for x, y in zip(left, came, strict=True)]
    return moves


def card_receiving(b: Cells, a: Cells, token: int) -> list[str]:
    """Return the card on which a token of this type was just placed, as a list of at most one."""
    me, colour = a[L.ACTIVE], token // 4
    learned = L.level_of(a, me, colour) > 0 and L.level_of(b, me, colour) == 0 and L.rune_of(a, me, colour) == token % 4
    return [f"card {me} {box.COLOUR_LETTERS[colour]}"] if learned and b[L.ACTIVE] == me else []


def add_books(line: Line, b: Cells, a: Cells) -> None:
    """Add the spell learned or the level changed by the action."""
    for s in range(a[L.SEATS]):
        for colour in range(box.COLOURS):
            was, now = L.level_of(b, s, colour), L.level_of(a, s, colour)
            if was == now:
                continue
            spell = box.SPELLS[L.spell_of(a, colour)]
            if was == 0:
                rune = box.RUNE_LETTERS[L.rune_of(a, s, colour)]
                line["learned"] = {"seat": s, "spell": spell, "level": now, "rune": rune}
            else:
                line["levels"] = {"seat": s, "spell": spell, "from": was, "to": now}


def add_scores(line: Line, b: Cells, a: Cells) -> None:
    """Add the points that each seat gained or lost."""
    scores = {str(s): score(a, s) - score(b, s) for s in range(a[L.SEATS]) if score(a, s) != score(b, s)}
    if L.is_solo(a) and opponent_points(a) != opponent_points(b):
        scores["opponent"] = opponent_points(a) - opponent_points(b)
    if scores:
        line["scores"] = scores


def add_progress(line: Line, after: State, b: Cells, a: Cells) -> None:
    """Add what the action triggers: the last round, the next phase, the end of the game."""
    if a[L.END_BY] >= 0 and b[L.END_BY] < 0:
        line["triggered"] = {"seat": a[L.END_BY], "by": "board" if L.free_spaces(a, a[L.END_BY]) == 0 else "book"}
    if a[L.PHASE] == L.END:
        line["ended"] = {
            "winners": after.winners(),
            "scores": after.scores(),
            "reason": after.reason(),
            "opponent": opponent_points(a) if L.is_solo(a) else None,
        }
    elif (a[L.PHASE], a[L.DAY]) != (b[L.PHASE], b[L.DAY]):
        line["begins"] = {"seat": a[L.ACTIVE], "day": a[L.DAY], "phase": notation.PHASE_NAMES[a[L.PHASE]]}


# ---------------------------------------------------------------- turns
def turn_of(state: State) -> tuple[int, ...]:
    """Return the seat whose Day it is and the number of the Day."""
    return state.cells[L.ACTIVE], state.cells[L.DAY]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """Return the line, with the turn that begins with it if one does."""
    current = opening(line, now)
    return [Part(line, None if current == now else current)]


def opening(line: Line, now: Opening | None) -> Opening:
    """Return the turn of a line: a Day, or in a solo game the Night, when the opponent gets a token."""
    if line["phase"] == "setup":
        return Opening(None)
    alone = line["do"] == "offer" or (now is not None and now.scripted)
    if line["phase"] == "night" and alone:
        return Opening(None, line["day"], scripted=True)
    return Opening(line["of"], line["day"])


def is_skip(line: Line) -> bool:
    """Whether a line only skips a phase."""
    return line["do"] == "skip"
