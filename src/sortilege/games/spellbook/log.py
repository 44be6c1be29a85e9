"""The log: what each action did and how it is said. Nothing in SpellBook is hidden, so everybody sees every line.

A line is the action object with `by` (the seat, or null for chance), the Day it belongs to, and what followed from it:
`moves` (which token went from where to where), `learned`, `levels`, `scores`, `refilled`, `wiped`, `triggered`,
`begins` (the next phase) and `ended`. Only what happened is there.
"""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells
from sortilege.core.shapes import Line, Words
from sortilege.core.state import CHANCE, State
from sortilege.core.words import count_in
from sortilege.games.spellbook.actions import describe
from sortilege.games.spellbook.box import COLOUR_LETTERS, COLOURS, RUNE_LETTERS, SPELLS, TOKEN_NAMES
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    COPYING,
    DAY,
    DEPTH,
    DISCARD,
    DOING,
    DRAW,
    END,
    END_BY,
    GIVEN,
    LOWER,
    PHASE,
    POUCH,
    SEATS,
    SIZE,
    SPENT,
    STEPS,
    SWAP_ALTAR,
    SWAP_BOARD,
    TAKE,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    TRACK,
    board_of,
    free,
    is_solo,
    level_of,
    pool_of,
    rune_of,
    spell_of,
    top_of,
)
from sortilege.games.spellbook.rules.scoring import opponent_points, score
from sortilege.games.spellbook.view import PARTS, place_name


# ---------------------------------------------------------------- telling
def line_of(before: State, action: int, after: State) -> Line:
    """One action and what it did."""
    b, a = before.cells, after.cells
    by = before.turn()
    line: dict[str, Any] = {
        "by": None if by == CHANCE else by,
        **describe(action),
        "day": b[DAY],
        "of": b[ACTIVE],
        "phase": PARTS[b[PHASE]],
    }
    line |= context(b)
    refilled = a[POUCH + SIZE] > b[POUCH + SIZE]
    if refilled:
        line["refilled"] = a[POUCH + SIZE]
    moves = told_moves(b, a, refilled)
    if moves:
        line["moves"] = moves
    if b[ALTAR + SIZE] > 1 and sum(m["from"] == "altar" and m["to"] == "discard" for m in moves) > 1:
        line["wiped"] = True
    return {**line, **told_books(b, a), **told_scores(b, a), **told_course(after, b, a)}


def context(b: Cells) -> Line:
    """What the step belongs to: the action under way, what it copies, where a draw goes, a swap's other half."""
    out: dict[str, Any] = {}
    if b[DOING] >= 0:
        out["doing"] = describe(b[DOING])
    if b[COPYING] >= 0:
        out["copying"] = describe(b[COPYING])
    top = top_of(b)
    if b[top] == DRAW:
        out["to"] = place_name(b, b[top + 2])
        below = b[STEPS + 3 * b[DEPTH] - 6] if b[DEPTH] > 1 else 0
        out["mirage"] = below in (TAKE, TAKE_UP_TO, TAKE_TO_BOARD)
    elif b[top] in (SWAP_ALTAR, SWAP_BOARD) and b[GIVEN] >= 0:
        out["given"] = TOKEN_NAMES[b[GIVEN]]
    return out


def told_moves(b: Cells, a: Cells, refilled: bool) -> list[dict[str, str]]:
    """Every token that changed its place. A refill is not told token by token: then pouch and box count as one."""
    moves = []
    zones = [DISCARD, ALTAR, SPENT, TRACK, LOWER]
    zones += [zone for s in range(a[SEATS]) for zone in (pool_of(s), board_of(s))]
    for token, name in TOKEN_NAMES.items():
        change = {zone: a[zone + token] - b[zone + token] for zone in zones if a[zone + token] != b[zone + token]}
        drawn = a[POUCH + token] - b[POUCH + token]
        change |= {DISCARD: change.get(DISCARD, 0) + drawn} if refilled else {POUCH: drawn}
        left = [place_name(a, zone) for zone, n in change.items() for _ in range(-n)]
        came = [place_name(a, zone) for zone, n in change.items() for _ in range(n)]
        came += card_taking(b, a, token)
        moves += [{"token": name, "from": x, "to": y} for x, y in zip(left, came, strict=True)]
    return moves


def card_taking(b: Cells, a: Cells, token: int) -> list[str]:
    """The card a token of this type was just laid on, if any."""
    me, colour = a[ACTIVE], token // 4
    learned = level_of(a, me, colour) > 0 and level_of(b, me, colour) == 0 and rune_of(a, me, colour) == token % 4
    return [f"card {me} {COLOUR_LETTERS[colour]}"] if learned and b[ACTIVE] == me else []


def told_books(b: Cells, a: Cells) -> Line:
    """A spell learned, a level gone up or down."""
    out: dict[str, Any] = {}
    for s in range(a[SEATS]):
        for colour in range(COLOURS):
            was, now = level_of(b, s, colour), level_of(a, s, colour)
            if was == now:
                continue
            spell = SPELLS[spell_of(a, colour)]
            if was == 0:
                out["learned"] = {"seat": s, "spell": spell, "level": now, "rune": RUNE_LETTERS[rune_of(a, s, colour)]}
            else:
                out["levels"] = {"seat": s, "spell": spell, "from": was, "to": now}
    return out


def told_scores(b: Cells, a: Cells) -> Line:
    """Points gained and lost, by seat; the solo opponent's under "opponent"."""
    scores = {str(s): score(a, s) - score(b, s) for s in range(a[SEATS]) if score(a, s) != score(b, s)}
    if is_solo(a) and opponent_points(a) != opponent_points(b):
        scores["opponent"] = opponent_points(a) - opponent_points(b)
    return {"scores": scores} if scores else {}


def told_course(after: State, b: Cells, a: Cells) -> Line:
    """The end triggered, the next phase, the end."""
    out: dict[str, Any] = {}
    if a[END_BY] >= 0 and b[END_BY] < 0:
        out["triggered"] = {"seat": a[END_BY], "by": "board" if free(a, a[END_BY]) == 0 else "book"}
    if a[PHASE] == END:
        out["ended"] = {**(after.outcome() or {}), "opponent": opponent_points(a) if is_solo(a) else None}
    elif (a[PHASE], a[DAY]) != (b[PHASE], b[DAY]):
        out["begins"] = {"seat": a[ACTIVE], "day": a[DAY], "phase": PARTS[a[PHASE]]}
    return out


# ---------------------------------------------------------------- saying
def sentence(words: Words, line: Line) -> str:
    """The line in one language; "" for steps that say nothing by themselves."""
    said: dict[str, str] = words["log"]
    parts = [said_action(words, line)]
    if "learned" in line:
        parts.append(said_learned(words, line["learned"]))
    if "levels" in line:
        parts.append(said_level(words, line["levels"]))
    if line.get("wiped"):
        parts.append(said["wiped"])
    if "refilled" in line:
        parts.append(said["refilled"])
    if "triggered" in line:
        parts.append(said[f"triggered_{line['triggered']['by']}"].format(who=name(line["triggered"]["seat"])))
    if "ended" in line:
        parts.append(said_end(words, line["ended"]))
    return " ".join(part for part in parts if part)


def name(seat: int) -> str:
    return f"{{{seat}}}"


def spell_name(words: Words, named: Line) -> str:
    told: str = words["spells"][named["spell"]]["name"]
    return told


def said_spell(words: Words, named: Line) -> dict[str, Any]:
    return {"spell": spell_name(words, named), "n": named["level"]}


def said_learned(words: Words, learned: Line) -> str:
    said: dict[str, str] = words["log"]
    rune = words["runes"][learned["rune"]]
    return said["learned"].format(who=name(learned["seat"]), rune=rune, **said_spell(words, learned))


def said_level(words: Words, change: Line) -> str:
    said: dict[str, str] = words["log"]
    key = "raised" if change["to"] > change["from"] else "dropped"
    return said[key].format(who=name(change["seat"]), n=change["to"], spell=spell_name(words, change))


def token(words: Words, letters: str) -> str:
    """A token's name: red Round, Rond rouge."""
    told: str = words["token"].format(colour=words["colours"][letters[0]], rune=words["runes"][letters[1]])
    return told


def said_action(words: Words, line: Line) -> str:
    """The action itself."""
    said: dict[str, str] = words["log"]
    do = line["do"]
    who = name(line["of"] if line["by"] is None else line["by"])
    if do == "first":
        return said["first"].format(who=name(line["seat"]))
    if do == "lineup":
        return said["lineup"].format(spell=spell_name(words, line))
    if do == "skip":
        return said["skip"].format(who=who, phase=words["phases"][line["phase"]])
    if do == "use":
        return said["use"].format(who=who, **said_spell(words, line))
    if do == "copy":
        return said_copy(words, line, who)
    if do == "draw":
        return said_draw(words, line)
    if "given" in line:
        return said["swap"].format(who=who, given=token(words, line["given"]), token=token(words, line["token"]))
    if do == "learn":
        return said["learn"].format(who=who, **said_spell(words, line))
    if do == "wild":
        return said["wild"].format(who=who, rune=words["runes"][line["rune"]])
    if do == "stop":
        return said["stop"].format(who=who)
    if do in ("act", "raise"):
        return ""  # what is then drawn, taken, stored or learned says it all, or the new level
    return said[said_pick(line)].format(who=who, token=token(words, line["token"]))


def said_pick(line: Line) -> str:
    """Which sentence a pick has: a token taken may go to the board, one offered to the track or below it."""
    if line["do"] == "take" and line["moves"][0]["to"].startswith("board"):
        return "take_to_board"
    if line["do"] == "offer":
        return "offer_track" if any(m["to"] == "track" for m in line["moves"]) else "offer_lower"
    do: str = line["do"]
    return do


def said_draw(words: Words, line: Line) -> str:
    """A token out of the pouch; nothing is said of the set-up, which is better seen than read."""
    said: dict[str, str] = words["log"]
    if line["phase"] == "setup":
        return ""
    place, _, seat = line["to"].partition(" ")
    if place == "pool":
        key = "draw_mirage" if line["mirage"] else "draw"
        return said[key].format(who=f"{{{seat}}}", token=token(words, line["token"]))
    return said[f"draw_{place}"].format(token=token(words, line["token"]))


def said_copy(words: Words, line: Line, who: str) -> str:
    said: dict[str, str] = words["log"]
    if "action" in line:
        return said["copy_primary"].format(who=who, action=words["actions"][line["action"]])
    if line["seat"] is None:
        return said["copy_own"].format(who=who, **said_spell(words, line))
    return said["copy"].format(who=who, owner=name(line["seat"]), **said_spell(words, line))


def said_end(words: Words, ended: Line) -> str:
    """Who won, with how many points, and what decided it."""
    said: dict[str, str] = words["log"]
    if ended["opponent"] is not None:
        key = {"points": "won_solo", "opponent": "lost_solo", "tie": "tied_solo"}[ended["reason"]]
        return said[key].format(who=name(0), n=ended["scores"][0], opponent=ended["opponent"])
    best = ended["scores"][ended["winners"][0]]
    who = f" {said['and']} ".join(name(s) for s in ended["winners"])
    key = "won" if len(ended["winners"]) == 1 else "won_shared"
    return count_in(words, words["log"][key], best, who=who, reason=words["reasons"][ended["reason"]])
