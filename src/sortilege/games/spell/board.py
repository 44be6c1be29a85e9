"""What only helps to draw the table, and decides nothing: where runes fit, what an action would form, what the solo
script is about to do, which tile is laid next."""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells, copy
from sortilege.games.spell.actions import CELL, OUTSIDE, SLIDES, VERBS
from sortilege.games.spell.actions import LAY as LAYING
from sortilege.games.spell.box import LEVELS, SIDES, Side
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULETS,
    BESIDE,
    BLACK,
    BOTTOM_ROW,
    CLOSED,
    DOPPELGANGER,
    ELEMENTALS,
    FACE_UP,
    HOLE,
    LEFT_COLUMN,
    MAGES,
    NOTHING,
    OWNED,
    PHASE,
    PLAY,
    PURPLE,
    RIGHT_COLUMN,
    ROUND,
    SIDE,
    SPECIAL,
    TARGET,
    TOP,
    TOP_ROW,
    count,
    lowest,
)
from sortilege.games.spell.notation import card_or_null, cells_in, place_names
from sortilege.games.spell.rules import setup, solo
from sortilege.games.spell.rules.arena import PART, carried, slid
from sortilege.games.spell.rules.ending import last_round
from sortilege.games.spell.rules.turn import play_mage

NUMBER = {cell: number for number, cell in enumerate(CELL)}


# ---------------------------------------------------------------- what is formed
def fits(t: Cells, mine: int, deck: Deck) -> dict[str, Any]:
    """For each face-up card: the places where these own cells form it already, and those where one cell is missing."""
    outside = mine >> 16 << 16
    runes = deck.runes
    found: dict[str, Any] = {}
    for card, name in enumerate(deck.names):
        if t[FACE_UP] >> card & 1:
            places = [int(runes.places[i]) for i in range(runes.starts[card], runes.starts[card + 1])]
            reachable = [place for place in places if place >> 16 << 16 in (0, outside)]
            found[name] = {
                "whole": [place_names(place) for place in reachable if place & mine == place],
                "near": [
                    {"cells": place_names(place), "missing": place_names(place & ~mine)[0]}
                    for place in reachable
                    if (place & ~mine).bit_count() == 1
                ],
            }
    return found


def forms(t: Cells, legal: list[dict[str, Any]], deck: Deck) -> list[dict[str, Any]]:
    """The actions after which other cards than now could be claimed by the side on turn, each with those cards."""
    wanted = int(t[FACE_UP] & ~t[CLOSED])
    seeing = Seeing(t, wanted, deck)
    now = seeing.formed(seeing.own, int(t[SPECIAL]))
    found = []
    for action in legal:
        if action["do"] in CHANGES:
            cards = seeing.after(action)
            if cards != now:
                names = [name for card, name in enumerate(deck.names) if cards >> card & 1]
                found.append({"action": action, "runes": names})
    return found


CHANGES = {"move", "activate", "upheave", "special", "summon", "push", "levitate"}


class Seeing:
    """The own cells of the side on turn, and what they form: thousands of times a second, so with masks alone."""

    def __init__(self, t: Cells, wanted: int, deck: Deck) -> None:
        side = t[SIDE]
        self.t, self.wanted, self.deck = t, wanted, deck
        self.printed = int(t[OWNED + side] & t[ACTIVE])
        self.figures = int(t[MAGES + side] | t[ELEMENTALS + side])
        self.own = self.printed | self.figures
        self.known: dict[int, list[tuple[int, int]]] = {}

    def formed(self, own: int, special: int) -> int:
        """The wanted cards that these cells and the special tile form (SP-145, SP-284)."""
        found = int(self.deck.runes.formed[own]) & self.wanted
        if special != NOTHING:
            for card, rest in self.reaching(special):
                if rest & own == rest:
                    found |= card
        return found

    def reaching(self, special: int) -> list[tuple[int, int]]:
        """The wanted cards with a cell on an outside place, and the cells of the arena they need besides."""
        if special not in self.known:
            self.known[special] = [pair for pair in self.deck.beyond[special] if pair[0] & self.wanted]
        return self.known[special]

    def after(self, action: dict[str, Any]) -> int:
        """What could be claimed after an action."""
        t, do, special = self.t, action["do"], int(self.t[SPECIAL])
        if do in ("move", "levitate"):
            figures = self.figures & ~(1 << NUMBER[action["from"]]) | 1 << NUMBER[action["to"]]
            return self.formed(self.printed | figures, special)
        if do == "upheave":  # a lifted tile carries no figure, so own cells move as tiles do (SP-121, SP-128)
            lift, side = NUMBER[action["lift"]], SLIDES.index(action["side"])
            return self.formed(int(slid(carried(self.own, lift, t[HOLE]), PART[lift * 8 + side], side)), special)
        if do == "special":
            return self.formed(self.own, OUTSIDE.index(action["at"]))
        cell = t[TARGET] if do == "push" else NUMBER[action["at"]]  # SP-273: the elemental stands where it was put
        return self.formed(self.own | 1 << cell, special)


def spells(t: Cells) -> dict[Side, dict[str, list[str]]]:
    """What a captured card of each level can be cast as by each side, the strongest spell first (SP-173, SP-255)."""
    found = {}
    for side, name in enumerate(SIDES):
        first = "extra" if t[AMULETS + side] == DOPPELGANGER else "summon"
        found[name] = {str(level): [first, "levitate", "force"][:level][::-1] for level in (1, 2, 3)}
    return found


# ---------------------------------------------------------------- the arena in the making
def laying(t: Cells, legal: list[int]) -> dict[str, Any]:
    """The face the next tile will show (SP-041, SP-073), and the rows and columns that may still hold one (SP-047)."""
    letter = SIDES[t[SIDE]]
    after = copy(t)
    setup.lay(after, legal[0] - LAYING)
    return {
        "next": letter.upper() if count(after[ACTIVE]) > count(t[ACTIVE]) else letter,
        "rows": [max(t[BOTTOM_ROW] - 3, 0) - 3, min(t[TOP_ROW] + 3, 6) - 3],
        "columns": [max(t[RIGHT_COLUMN] - 3, 0) - 2, min(t[LEFT_COLUMN] + 3, 4) - 2],
    }


# ---------------------------------------------------------------- the solo opponent
def foreseen(t: Cells, deck: Deck) -> dict[str, Any]:
    """What the script will do (SP-305): the highest level it takes a card of at the end of each round, and as the table
    lies now the cards it would take, the cells its mage would wake or go to, and the tiles it would lift."""
    after = copy(t)
    takes = []
    for round_ in range(1, last_round(t) + 1):
        after[ROUND] = round_
        takes.append(int(solo.highest_taken(after)))
    highest = takes[t[ROUND] - 1]
    tops = [card_or_null(t, TOP + n, deck) or card_or_null(t, BESIDE + n, deck) for n in range(1, LEVELS + 1)]
    steps = next_steps(after) if t[PHASE] == PLAY else {"mage": None, "lift": []}
    return {"takes": takes, "next": [card for card in tops[:highest] if card], **steps}


def next_steps(t: Cells) -> dict[str, Any]:
    """SP-306 to SP-318, were the human to end the turn now; where several are as good, all of them."""
    t[SIDE] = BLACK
    t[ELEMENTALS + PURPLE] = 0
    cells = solo.script_choices(t)
    do = "rest" if cells == 0 else VERBS.describe(solo.mage_action(t, lowest(cells)))["do"]
    mage = {"do": do, "from": CELL[lowest(t[MAGES + BLACK])], "cells": cells_in(cells)}
    if count(cells) == 1:
        play_mage(t, solo.mage_action(t, lowest(cells)))
    return {"mage": mage, "lift": cells_in(solo.lifts(t))}
