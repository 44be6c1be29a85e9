"""The log: one line per action. Nothing in SpellBook is hidden, so everybody sees every line.

A line is the action object with the seat that acted, the Day on which it acted, and the consequences of the action. The
key of a consequence is present only if the consequence occurred.
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
    """A token that moved between two zones, such as "pouch", "pool 0" (of seat 0), "card 0 R" (its red spell)."""

    token: str  # its colour and rune, such as "Ro"
    to: str  # the zone that it entered; `from` is the zone that it left


class LevelChange(FromLevel):
    """A change of the level of a learned spell."""

    seat: int  # the owner of the spell
    spell: str
    to: int  # the new level; `from` is the old one


class Learned(TypedDict):
    """A spell that was learned, with its level and the rune of its token."""

    seat: int  # the seat that learned the spell
    spell: str
    level: int
    rune: str


class Trigger(TypedDict):
    """The seat that triggered the end, by a full board or a full book."""

    seat: int
    by: Literal["board", "book"]  # what was filled


class Beginning(TypedDict):
    """The phase of a Day that begins after an action, with the seat whose Day it is and the number of the Day."""

    seat: int
    day: int
    phase: notation.Phase


class Ending(TypedDict):
    """The outcome of the game."""

    winners: list[int]  # the seats that won
    scores: list[int]  # by seat: its points
    reason: str  # what decided it, as `reason` in rules/scoring.py returns it
    opponent: int | None  # points of the solo opponent


class Line(Action):
    """An action and its consequences."""

    by: int | None  # the seat that acted; null for chance
    day: int  # the number of the Day, counting the Days of all seats
    of: int  # the seat whose Day it is
    phase: notation.Phase
    doing: NotRequired[Action]  # the action chosen for this phase
    copying: NotRequired[Action]  # the action that Clone copies
    to: NotRequired[str]  # the zone of a drawn token
    mirage: NotRequired[bool]  # whether Mirage caused the draw
    given: NotRequired[str]  # the token given in a swap
    refilled: NotRequired[int]  # number of tokens in the pouch after it was refilled from the box
    moves: NotRequired[list[Move]]  # the tokens that moved
    wiped: NotRequired[bool]  # the whole altar was discarded
    learned: NotRequired[Learned]  # the spell that was learned
    levels: NotRequired[LevelChange]  # the change of a learned spell's level
    scores: NotRequired[dict[str, int]]  # points gained or lost, by seat or "opponent"
    triggered: NotRequired[Trigger]  # only if the action triggered the end
    begins: NotRequired[Beginning]  # the next phase
    ended: NotRequired[Ending]  # only if the game ended


# ---------------------------------------------------------------- lines
def line_of(before: State, action: int, after: State) -> Line:
    """Return the log line of an action, computed from the states before and after it."""
    t, t_after = before.cells, after.cells
    seat = None if before.turn() == CHANCE else before.turn()
    when = {"day": t[L.DAY], "of": t[L.ACTIVE], "phase": notation.PHASE_NAMES[t[L.PHASE]]}
    line = cast("Line", {"by": seat, **describe(action), **when})  # mypy unpacks no optional keys
    add_context(line, t)
    add_moves(line, t, t_after)
    add_books(line, t, t_after)
    add_scores(line, t, t_after)
    add_progress(line, after, t, t_after)
    return line


def add_context(line: Line, before: Cells) -> None:
    """Add to a log line what the action is part of: the action chosen for the phase, the action that the spell Clone
    copies, the zone and the cause of a draw, and the token already given in a swap."""
    if before[L.PHASE_ACTION] != L.NONE:
        line["doing"] = describe(before[L.PHASE_ACTION])
    if before[L.COPIED_ACTION] != L.NONE:
        line["copying"] = describe(before[L.COPIED_ACTION])
    top = L.top_step_start(before)
    if before[top] == L.DRAW:
        line["to"] = notation.zone_name(before[top + L.STEP_ARGUMENT])
        # While Mirage draws, the take that triggered it is the next step below.
        step_below = before[top - L.STEP_CELLS] if before[L.DEPTH] > 1 else None
        line["mirage"] = step_below in (L.TAKE, L.TAKE_UP_TO, L.TAKE_TO_BOARD)
    elif before[top] in (L.SWAP_ALTAR, L.SWAP_BOARD) and before[L.GIVEN_TOKEN] != L.NONE:
        line["given"] = box.TOKEN_NAMES[before[L.GIVEN_TOKEN]]


def add_moves(line: Line, before: Cells, after: Cells) -> None:
    """Add to a log line the moved tokens, and whether the pouch was refilled or the whole altar discarded."""
    is_refilled = L.count(after, L.POUCH) > L.count(before, L.POUCH)
    if is_refilled:
        line["refilled"] = L.count(after, L.POUCH)
    moves = moves_of(before, after, is_refilled)
    if moves:
        line["moves"] = moves
    discarded_from_altar = [move for move in moves if move["from"] == "altar" and move["to"] == "discard"]
    if len(discarded_from_altar) > 1:  # otherwise a single token was discarded
        line["wiped"] = True


def moves_of(before: Cells, after: Cells, is_refilled: bool) -> list[Move]:
    """Return every token that changed zones, found by comparing the zones before and after the action."""
    moves: list[Move] = []
    for token, name in box.TOKEN_NAMES.items():
        changes = zone_changes(before, after, token, is_refilled)
        sources = [notation.zone_name(zone) for zone, change in changes.items() for _ in range(-change)]
        targets = [notation.zone_name(zone) for zone, change in changes.items() for _ in range(change)]
        targets += card_receiving(before, after, token)
        moves += [{"token": name, "from": start, "to": end} for start, end in zip(sources, targets, strict=True)]
    return moves


def zone_changes(before: Cells, after: Cells, token: int, is_refilled: bool) -> dict[int, int]:
    """Return the zones that gained or lost tokens of a type, each with the change in number. If the pouch was refilled
    from the box, the pouch and the box count as one zone, under the key of the box (DISCARD)."""
    zones = [L.DISCARD, L.ALTAR, L.SPENT, L.TRACK, L.LOWER]
    zones += [zone for seat in range(after[L.SEATS]) for zone in (L.pool_of(seat), L.board_of(seat))]
    changes = {}
    for zone in zones:
        if after[zone + token] != before[zone + token]:
            changes[zone] = after[zone + token] - before[zone + token]
    pouch = L.DISCARD if is_refilled else L.POUCH
    changes[pouch] = changes.get(pouch, 0) + after[L.POUCH + token] - before[L.POUCH + token]
    return changes


def card_receiving(before: Cells, after: Cells, token: int) -> list[str]:
    """Return the cards on which the action placed a token of this type: ["card 0 R"] for seat 0's red spell, or []."""
    seat, colour = after[L.ACTIVE], L.token_colour(token)
    is_learned = L.level_of(before, seat, colour) == 0 and L.level_of(after, seat, colour) > 0
    if is_learned and L.card_rune(after, seat, colour) == L.token_rune(token):
        return [f"card {seat} {box.COLOUR_LETTERS[colour]}"]
    return []


def add_books(line: Line, before: Cells, after: Cells) -> None:
    """Add to a log line the spell that the action completed learning, or the level that it changed."""
    for seat in range(after[L.SEATS]):
        for colour in range(box.COLOURS):
            level_before, level = L.level_of(before, seat, colour), L.level_of(after, seat, colour)
            if level_before == level:
                continue
            spell = box.SPELLS[L.spell_of(after, colour)]
            if level_before == 0:
                rune = box.RUNE_LETTERS[L.card_rune(after, seat, colour)]
                line["learned"] = {"seat": seat, "spell": spell, "level": level, "rune": rune}
            else:
                line["levels"] = {"seat": seat, "spell": spell, "from": level_before, "to": level}


def add_scores(line: Line, before: Cells, after: Cells) -> None:
    """Add to a log line the points that seats and the solo opponent gained or lost."""
    gains = {str(seat): score(after, seat) - score(before, seat) for seat in range(after[L.SEATS])}
    if L.is_solo(after):
        gains["opponent"] = opponent_points(after) - opponent_points(before)
    scores = {owner: gain for owner, gain in gains.items() if gain}
    if scores:
        line["scores"] = scores


def add_progress(line: Line, state: State, before: Cells, after: Cells) -> None:
    """Add to a log line which phase begins, or how the end was triggered or reached. `state` has the cells `after`."""
    if L.is_end_triggered(after) and not L.is_end_triggered(before):
        is_board_full = L.free_spaces(after, after[L.END_BY]) == 0
        line["triggered"] = {"seat": after[L.END_BY], "by": "board" if is_board_full else "book"}
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
    """Return what identifies a turn: the seat whose Day it is, and the number of the Day."""
    return state.cells[L.ACTIVE], state.cells[L.DAY]


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Split a log line into the parts that belong to different turns. In SpellBook a line belongs to one turn, so there
    is one part. It has an opening if the line begins a new turn, that is not the `current` one."""
    line_turn = opening(line, current)
    return [Part(line, None if line_turn == current else line_turn)]


def opening(line: Line, current: Opening | None) -> Opening:
    """Return the turn to which a log line belongs: the set-up, a player's Day or the Night of a solo game (the turn in
    which the opponent gets a token). `current` is the turn of the previous line, or None at the start."""
    if line["phase"] == "setup":
        return Opening(None)
    is_opponent_turn = line["do"] == "offer" or (current is not None and current.scripted)
    if line["phase"] == "night" and is_opponent_turn:
        return Opening(None, line["day"], scripted=True)
    return Opening(line["of"], line["day"])


def is_skip(line: Line) -> bool:
    """Return whether a line only skips a phase."""
    return line["do"] == "skip"
