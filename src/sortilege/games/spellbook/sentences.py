"""Writes log lines and whole turns as sentences in one language. A player is written as a placeholder, {0} for seat
0."""

from __future__ import annotations

from typing import cast

from sortilege.core.text.words import count_in, join_names, with_sign
from sortilege.core.turns import Turn
from sortilege.core.types import Words
from sortilege.games.spellbook.actions import Action
from sortilege.games.spellbook.log import Ending, Learned, LevelChange, Line

COUNTED = ("take", "draw", "store", "discard", "swap", "sweep")  # verbs whose tokens are counted in a summary
MAX_NUMBER_WORD = 9  # the highest number that is written as a word


# ---------------------------------------------------------------- names
def player_name(seat: int | str) -> str:
    """Return the placeholder for a player's name in a sentence: "{0}" for seat 0. The name is filled in later."""
    return f"{{{seat}}}"


def token_name(words: Words, token: str) -> str:
    """Return the name of a token such as "Ro": "red Round", or in French "Rond rouge"."""
    return str(words["token"].format(colour=words["colours"][token[0]], rune=words["runes"][token[1]]))


def spell_name(words: Words, spell: str) -> str:
    return str(words["spells"][spell]["name"])


# ---------------------------------------------------------------- a line
def sentence(words: Words, line: Line) -> str:
    """Return a log line as a sentence, or "" for a line that players need not read."""
    phrases: dict[str, str] = words["log"]
    parts = [action_sentence(words, line)]
    if "learned" in line:
        parts.append(learned_sentence(words, line["learned"]))
    if "levels" in line:
        parts.append(level_sentence(words, line["levels"]))
    if line.get("wiped"):
        parts.append(phrases["wiped"])
    if "refilled" in line:
        parts.append(phrases["refilled"])
    if "triggered" in line:
        trigger = line["triggered"]
        parts.append(phrases[f"triggered_{trigger['by']}"].format(who=player_name(trigger["seat"])))
    if "ended" in line:
        parts.append(end_sentence(words, line["ended"]))
    return " ".join(part for part in parts if part)


def action_sentence(words: Words, line: Line) -> str:
    """Return the sentence for the action of a log line, without the consequences of the action."""
    phrases: dict[str, str] = words["log"]
    do = line["do"]
    seat = line["of"] if line["by"] is None else line["by"]  # for a chance event, the seat whose Day it is
    who = player_name(seat)
    if do == "first":
        return phrases["first"].format(who=player_name(str(line["seat"])))
    if do == "lineup":
        return phrases["lineup"].format(spell=spell_name(words, line["spell"]))
    if do == "skip":
        return phrases["skip"].format(who=who, phase=words["phases"][line["phase"]])
    if do in ("use", "learn"):
        return phrases[do].format(who=who, spell=spell_name(words, line["spell"]), n=line["level"])
    if do == "copy":
        return copy_sentence(words, line, who)
    if do == "draw":
        return draw_sentence(words, line)
    if "given" in line:
        given, token = token_name(words, line["given"]), token_name(words, line["token"])
        return phrases["swap"].format(who=who, given=given, token=token)
    if do == "wild":
        return phrases["wild"].format(who=who, rune=words["runes"][line["rune"]])
    if do == "stop":
        return phrases["stop"].format(who=who)
    if do in ("act", "raise"):
        return ""  # the sentences of the following picks, or of the new level, mention it
    return phrases[pick_key(line)].format(who=who, token=token_name(words, line["token"]))


def pick_key(line: Line) -> str:
    """Return the phrase key of a pick such as "take", which may depend on where the token goes."""
    if line["do"] == "take" and goes_to_board(line):
        return "take_to_board"
    if line["do"] == "offer":
        return "offer_track" if any(move["to"] == "track" for move in line["moves"]) else "offer_lower"
    return line["do"]


def goes_to_board(line: Line) -> bool:
    return line["moves"][0]["to"].startswith("board")


def draw_sentence(words: Words, line: Line) -> str:
    """Return the sentence for a token that was drawn, or "" during the set-up."""
    phrases: dict[str, str] = words["log"]
    if line["phase"] == "setup":
        return ""
    token = token_name(words, line["token"])
    place, _, seat = line["to"].partition(" ")
    if place == "pool":
        return phrases["draw_mirage" if line["mirage"] else "draw"].format(who=player_name(seat), token=token)
    return phrases[f"draw_{place}"].format(token=token)


def copy_sentence(words: Words, line: Line, who: str) -> str:
    """Return the sentence of a copy by Clone."""
    phrases: dict[str, str] = words["log"]
    if "action" in line:
        return phrases["copy_primary"].format(who=who, action=words["actions"][line["action"]])
    spell, level, owner = spell_name(words, line["spell"]), line["level"], line["seat"]
    if owner is None:
        return phrases["copy_own"].format(who=who, spell=spell, n=level)
    return phrases["copy"].format(who=who, owner=player_name(owner), spell=spell, n=level)


def learned_sentence(words: Words, learned: Learned) -> str:
    return str(words["log"]["learned"]).format(
        who=player_name(learned["seat"]),
        rune=words["runes"][learned["rune"]],
        spell=spell_name(words, learned["spell"]),
        n=learned["level"],
    )


def level_sentence(words: Words, change: LevelChange) -> str:
    phrase: str = words["log"]["raised" if change["to"] > change["from"] else "dropped"]
    return phrase.format(who=player_name(change["seat"]), n=change["to"], spell=spell_name(words, change["spell"]))


def end_sentence(words: Words, ended: Ending) -> str:
    """Return the sentence for the end of the game: who won, with how many points, and what decided the game."""
    phrases = words["log"]
    if ended["opponent"] is not None:
        key = {"points": "won_solo", "opponent": "lost_solo", "tie": "tied_solo"}[ended["reason"]]
        return str(phrases[key].format(who=player_name(0), n=ended["scores"][0], opponent=ended["opponent"]))
    best = ended["scores"][ended["winners"][0]]
    who = f" {phrases['and']} ".join(player_name(seat) for seat in ended["winners"])
    key = "won" if len(ended["winners"]) == 1 else "won_shared"
    return count_in(words, phrases[key], best, who=who, reason=words["reasons"][ended["reason"]])


# ---------------------------------------------------------------- a turn
def summary(words: Words, turn: Turn) -> str:
    """Return one line of text about a turn: tokens collected and stored, spells learned, points gained."""
    phrases = words["summary"]
    seat = turn.opening.seat
    if turn.opening.scripted:
        who, clauses, scorer = phrases["opponent"], opponent_clauses(words, turn), "opponent"
    elif seat is None:  # the set-up
        starters = [line["seat"] for line in turn.lines if line["do"] == "first"]
        return "".join(phrases["starts"].format(who=player_name(starter)) for starter in starters)
    else:
        who, clauses, scorer = player_name(seat), DaySummary(words, seat, turn).clauses(), str(seat)
    points = sum(line.get("scores", {}).get(scorer, 0) for line in turn.lines)
    if points:
        clauses.append(with_sign(points))
    for line in turn.lines:
        if "triggered" in line:
            clauses.append(phrases["last_round"])
        if "ended" in line:
            clauses.append(winners_clause(words, line["ended"]))
    return str(phrases["line"].format(who=who, what=", ".join(clauses) or "…"))


def winners_clause(words: Words, ended: Ending) -> str:
    phrases: dict[str, str] = words["summary"]
    if not ended["winners"]:
        return phrases["nobody" if ended["reason"] == "tie" else "opponent_wins"]
    key = "wins" if len(ended["winners"]) == 1 else "share"
    return phrases[key].format(who=join_names(words, [player_name(seat) for seat in ended["winners"]]))


def opponent_clauses(words: Words, turn: Turn) -> list[str]:
    """Return what the solo opponent got in the Night, and whether the altar was cleared."""
    phrases: dict[str, str] = words["summary"]
    tokens = [token_name(words, line["token"]) for line in turn.lines if line["do"] == "offer"]
    clauses = [phrases["got"].format(tokens=join_names(words, tokens))] if tokens else []
    return clauses + [phrases["wiped"] for line in turn.lines if line.get("wiped")]


class DaySummary:
    """Sums up a seat's Day in clauses. All tokens that a verb moved share a clause: "takes 3 tokens"."""

    def __init__(self, words: Words, seat: int, turn: Turn) -> None:
        self.words, self.phrases, self.seat = words, words["summary"], seat
        # In the order of the clauses: either a verb with the tokens that it moved, or a complete clause with no tokens.
        self.tokens_by_clause: dict[str, list[str]] = {}
        for line in turn.lines:
            self.add_line(cast("Line", line))
        phases = skipped_phases(self.phrases["phases"], words, turn)
        if phases:
            self.add_clause("skip", phases=phases)

    def add_line(self, line: Line) -> None:
        """Add clauses for the seat's own action, its drawn token, and its learned or raised spell."""
        if line["by"] == self.seat:
            self.add_action(line)
        if line["do"] == "draw" and line["to"] == f"pool {self.seat}":
            self.add_token("draw", line)
        learned = line.get("learned")
        if learned and learned["seat"] == self.seat:
            self.add_clause("learn", spell=spell_name(self.words, learned["spell"]), n=learned["level"])
        change = line.get("levels")
        if change and change["seat"] == self.seat and change["to"] > change["from"]:
            self.add_clause("raise", spell=spell_name(self.words, change["spell"]), n=change["to"])

    def add_action(self, line: Line) -> None:
        """Add the clause of the seat's own action."""
        do = line["do"]
        if do == "use":
            self.add_clause("use", spell=spell_name(self.words, line["spell"]), n=line["level"])
        elif do == "copy":
            self.add_clause("copy", what=copy_name(self.words, line))
        elif "given" in line:
            self.add_token("swap", line)
        elif do == "take" and goes_to_board(line):
            self.add_token("store", line)
        elif do in COUNTED:
            self.add_token(do, line)

    def add_token(self, verb: str, line: Line) -> None:
        self.tokens_by_clause.setdefault(verb, []).append(line["token"])

    def add_clause(self, key: str, **placeholders: str | int) -> None:
        self.tokens_by_clause[self.phrases[key].format(**placeholders)] = []

    def clauses(self) -> list[str]:
        return [self.count_clause(key, tokens) if tokens else key for key, tokens in self.tokens_by_clause.items()]

    def count_clause(self, verb: str, tokens: list[str]) -> str:
        """Return the clause for a verb: it names a single token, and counts several: "takes 3 tokens"."""
        if len(tokens) == 1:
            return str(self.phrases["single"][verb].format(token=token_name(self.words, tokens[0])))
        number = self.phrases["numbers"][len(tokens) - 1] if len(tokens) <= MAX_NUMBER_WORD else len(tokens)
        return str(self.phrases["several"][verb].format(number=number))


def copy_name(words: Words, action: Action) -> str:
    """Return the name of a copied action: a primary action, or a spell with its level."""
    if "action" in action:
        return str(words["actions"][action["action"]])
    return f"{spell_name(words, action['spell'])} {action['level']}"


# ---------------------------------------------------------------- skipped phases
def skipped_summary(words: Words, turn: Turn) -> str:
    """Return one sentence that names all phases that the player skipped in a turn, or "" if none was skipped."""
    phases, seat = skipped_phases(words["phases"], words, turn), turn.opening.seat
    if not phases or seat is None:
        return ""
    return str(words["log"]["skip"].format(who=player_name(seat), phase=phases))


def skipped_phases(names: dict[str, str], words: Words, turn: Turn) -> str:
    """Return the names of the phases skipped in a turn, joined: "Morning and Evening"."""
    return join_names(words, [names[line["phase"]] for line in turn.lines if line["do"] == "skip"])
