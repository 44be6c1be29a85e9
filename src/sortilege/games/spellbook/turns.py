"""The log by turns: a turn is one Day. Alone, the Night belongs to the opponent, who is given a token in it."""

from __future__ import annotations

from typing import Any

from sortilege.core.shapes import Line, Words
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import join_names, with_sign
from sortilege.games.spellbook.layout import ACTIVE, DAY
from sortilege.games.spellbook.log import name, said_spell, spell_name, token

GATHERED = ("take", "draw", "store", "discard", "swap", "sweep")  # picks told by their number, or the one by its name
BY_NUMBER = 9  # up to here a number is a word


# ---------------------------------------------------------------- cutting
def turn_of(state: State) -> tuple[int, ...]:
    """Whose Day it is, and which."""
    return state.cells[ACTIVE], state.cells[DAY]


def parts(line: Line, now: Opening | None) -> list[Part]:
    """The line, and the Day or the opponent's Night that begins with it."""
    here = opening(line, now)
    return [Part(line, None if here == now else here)]


def opening(line: Line, now: Opening | None) -> Opening:
    if line["phase"] == "setup":
        return Opening(None)
    alone = line["do"] == "offer" or (now is not None and now.scripted)
    if line["phase"] == "night" and alone:
        return Opening(None, line["day"], scripted=True)
    return Opening(line["of"], line["day"])


# ---------------------------------------------------------------- what was left out
def is_skip(line: Line) -> bool:
    return bool(line["do"] == "skip")


def skipped_summary(words: Words, turn: Turn) -> str:
    """The phases skipped, in one sentence."""
    left_out, seat = phases_skipped(words["phases"], words, turn), turn.opening.seat
    return str(words["log"]["skip"].format(who=name(seat), phase=left_out)) if left_out and seat is not None else ""


def phases_skipped(names: dict[str, str], words: Words, turn: Turn) -> str:
    return join_names(words, [names[line["phase"]] for line in turn.lines if is_skip(line)])


# ---------------------------------------------------------------- summing up
def summary(words: Words, turn: Turn) -> str:
    """What was gathered, stored and learned on a Day, and the points it brought."""
    said: dict[str, Any] = words["summary"]
    seat = turn.opening.seat
    if turn.opening.scripted:
        who, what, whose = said["opponent"], given(words, turn), "opponent"
    elif seat is None:
        starts = [said["starts"].format(who=name(line["seat"])) for line in turn.lines if line["do"] == "first"]
        return "".join(starts)
    else:
        who, what, whose = name(seat), Deeds(words, seat, turn).told(), str(seat)
    points = sum(line.get("scores", {}).get(whose, 0) for line in turn.lines)
    what += [with_sign(points)] if points else []
    for line in turn.lines:
        if "triggered" in line:
            what.append(said["last_round"])
        if "ended" in line:
            what.append(winners(words, line["ended"]))
    return str(said["line"].format(who=who, what=", ".join(what) or "…"))


def winners(words: Words, ended: Line) -> str:
    said: dict[str, Any] = words["summary"]
    if not ended["winners"]:
        return str(said["nobody" if ended["reason"] == "tie" else "opponent_wins"])
    key = "wins" if len(ended["winners"]) == 1 else "share"
    return str(said[key].format(who=join_names(words, [name(seat) for seat in ended["winners"]])))


def given(words: Words, turn: Turn) -> list[str]:
    """What the opponent got in the Night, and what became of the altar."""
    said: dict[str, Any] = words["summary"]
    got = [token(words, line["token"]) for line in turn.lines if line["do"] == "offer"]
    told = [said["got"].format(tokens=join_names(words, got))] if got else []
    return told + [said["wiped"] for line in turn.lines if line.get("wiped")]


class Deeds:
    """What one seat did on its Day, in the order it was first done; tokens of one verb are counted together."""

    def __init__(self, words: Words, seat: int, turn: Turn) -> None:
        self.words, self.said, self.seat = words, words["summary"], seat
        self.done: dict[str, list[str]] = {}  # a verb and its tokens, or a clause of its own
        for line in turn.lines:
            self.note(line)
        left_out = phases_skipped(self.said["phases"], words, turn)
        if left_out:
            self.done[self.said["skip"].format(phases=left_out)] = []

    def note(self, line: Line) -> None:
        if line["by"] == self.seat:
            self.note_act(line)
        if line["do"] == "draw" and line["to"] == f"pool {self.seat}":
            self.gather("draw", line)
        learned = line.get("learned")
        if learned and learned["seat"] == self.seat:
            self.clause("learn", **said_spell(self.words, learned))
        change = line.get("levels")
        if change and change["seat"] == self.seat and change["to"] > change["from"]:
            self.clause("raise", spell=spell_name(self.words, change), n=change["to"])

    def note_act(self, line: Line) -> None:
        do = line["do"]
        if do == "use":
            self.clause("use", **said_spell(self.words, line))
        elif do == "copy":
            self.clause("copy", what=copied(self.words, line))
        elif "given" in line:
            self.gather("swap", line)
        elif do == "take" and line["moves"][0]["to"].startswith("board"):
            self.gather("store", line)
        elif do in GATHERED:
            self.gather(do, line)

    def gather(self, verb: str, line: Line) -> None:
        self.done.setdefault(verb, []).append(line["token"])

    def clause(self, key: str, **places: Any) -> None:
        self.done[self.said[key].format(**places)] = []

    def told(self) -> list[str]:
        return [self.gathered(verb, tokens) if tokens else verb for verb, tokens in self.done.items()]

    def gathered(self, verb: str, tokens: list[str]) -> str:
        """One token by its name, several by their number."""
        if len(tokens) == 1:
            return str(self.said["single"][verb].format(token=token(self.words, tokens[0])))
        n = len(tokens)
        return str(self.said["several"][verb].format(number=self.said["numbers"][n - 1] if n <= BY_NUMBER else n))


def copied(words: Words, line: Line) -> str:
    if "action" in line:
        return str(words["actions"][line["action"]])
    return "{spell} {n}".format(**said_spell(words, line))
