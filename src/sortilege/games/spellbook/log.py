"""The log: one line per action. Nothing in SpellBook is hidden, so everybody sees every line.

A line is the action object with `by` (the seat, or null for chance), the Day it belongs to, and its consequences:
`moves` (tokens that changed zones), `learned`, `levels`, `scores`, `refilled`, `wiped`, `triggered`, `begins` (the next
phase) and `ended`. A key is present only if it happened.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, cast

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.game_rules import Opening, Part
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
    refilled = L.count(a, L.POUCH) > L.count(b, L.POUCH)
    if refilled:
        line["refilled"] = L.count(a, L.POUCH)
    moves = moves_of(b, a, refilled)
    if moves:
        line["moves"] = moves
    if L.count(b, L.ALTAR) > 1 and sum(move["from"] == "altar" and move["to"] == "discard" for move in moves) > 1:
        line["wiped"] = True
    add_books(line, b, a)
    add_scores(line, b, a)
    add_progress(line, after, b, a)
    return line


def add_context(line: Line, before: Cells) -> None:
    """Add the context: the phase's action, Clone's copy, the target of a draw, the given token of a swap."""
    if before[L.PHASE_ACTION] >= 0:
        line["doing"] = describe(before[L.PHASE_ACTION])
    if before[L.COPIED_ACTION] >= 0:
        line["copying"] = describe(before[L.COPIED_ACTION])
    top = L.top_step(before)
    if before[top] == L.DRAW:
        line["to"] = notation.zone_name(before[top + 2])
        below = before[L.STEPS + 3 * before[L.DEPTH] - 6] if before[L.DEPTH] > 1 else 0
        line["mirage"] = below in (L.TAKE, L.TAKE_UP_TO, L.TAKE_TO_BOARD)
    elif before[top] in (L.SWAP_ALTAR, L.SWAP_BOARD) and before[L.GIVEN_TOKEN] >= 0:
        line["given"] = box.TOKEN_NAMES[before[L.GIVEN_TOKEN]]


def moves_of(before: Cells, after: Cells, refilled: bool) -> list[Move]:
    """Return every token that changed zones. After a refill, pouch and box count as one zone."""
    moves: list[Move] = []
    zones = [L.DISCARD, L.ALTAR, L.SPENT, L.TRACK, L.LOWER]
    zones += [zone for s in range(after[L.SEATS]) for zone in (L.pool_of(s), L.board_of(s))]
    for token, name in box.TOKEN_NAMES.items():
        change = {
            zone: after[zone + token] - before[zone + token]
            for zone in zones
            if after[zone + token] != before[zone + token]
        }
        drawn = after[L.POUCH + token] - before[L.POUCH + token]
        change |= {L.DISCARD: change.get(L.DISCARD, 0) + drawn} if refilled else {L.POUCH: drawn}
        left = [notation.zone_name(zone) for zone, n in change.items() for _ in range(-n)]
        came = [notation.zone_name(zone) for zone, n in change.items() for _ in range(n)]
        came += card_receiving(before, after, token)
        moves += [{"token": name, "from": x, "to": y} for x, y in zip(left, came, strict=True)]
    return moves


def card_receiving(before: Cells, after: Cells, token: int) -> list[str]:
    """Return the card on which a token of this type was just placed, as a list of at most one."""
    me, colour = after[L.ACTIVE], token // 4
    learned = (
        L.level_of(after, me, colour) > 0
        and L.level_of(before, me, colour) == 0
        and L.card_rune(after, me, colour) == token % 4
    )
    return [f"card {me} {box.COLOUR_LETTERS[colour]}"] if learned and before[L.ACTIVE] == me else []


def add_books(line: Line, before: Cells, after: Cells) -> None:
    """Add the spell learned or the level changed by the action."""
    for s in range(after[L.SEATS]):
        for colour in range(box.COLOURS):
            was, now = L.level_of(before, s, colour), L.level_of(after, s, colour)
            if was == now:
                continue
            spell = box.SPELLS[L.spell_of(after, colour)]
            if was == 0:
                rune = box.RUNE_LETTERS[L.card_rune(after, s, colour)]
                line["learned"] = {"seat": s, "spell": spell, "level": now, "rune": rune}
            else:
                line["levels"] = {"seat": s, "spell": spell, "from": was, "to": now}


def add_scores(line: Line, before: Cells, after: Cells) -> None:
    """Add the points that each seat gained or lost."""
    scores = {
        str(s): score(after, s) - score(before, s) for s in range(after[L.SEATS]) if score(after, s) != score(before, s)
    }
    if L.is_solo(after) and opponent_points(after) != opponent_points(before):
        scores["opponent"] = opponent_points(after) - opponent_points(before)
    if scores:
        line["scores"] = scores


def add_progress(line: Line, state: State, before: Cells, after: Cells) -> None:
    """Add what the action triggers: the last round, the next phase, the end of the game."""
    if after[L.END_BY] >= 0 and before[L.END_BY] < 0:
        line["triggered"] = {
            "seat": after[L.END_BY],
            "by": "board" if L.free_spaces(after, after[L.END_BY]) == 0 else "book",
        }
    if after[L.PHASE] == L.END:
        line["ended"] = {
            "winners": state.winners(),
            "scores": state.scores(),
            "reason": state.reason(),
            "opponent": opponent_points(after) if L.is_solo(after) else None,
        }
    elif (after[L.PHASE], after[L.DAY]) != (before[L.PHASE], before[L.DAY]):
        line["begins"] = {"seat": after[L.ACTIVE], "day": after[L.DAY], "phase": notation.PHASE_NAMES[after[L.PHASE]]}


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
