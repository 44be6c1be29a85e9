"""Functions for the tests of this game: load a position, play on it, read its view."""

import re
from typing import Any

import sortilege
from sortilege.core.engine.state import State
from sortilege.games.spellcaster.box import CARD_IDS
from sortilege.games.spellcaster.deck import STANDIN_FILE

GAME = sortilege.game("spellcaster")
KEYS = {"target": "colour", "choose": "option", "first": "seat"}
TURN = ("seat", "cycle", "step", "left", "used", "last")


def at(seats: int = 2, options: dict[str, Any] | None = None, **fields: Any) -> State:
    """Return the state of a position; fields of the turn can be passed beside the others."""
    turn = {key: fields.pop(key) for key in TURN if key in fields}
    return GAME.load({"game": "spellcaster", "seats": seats, "options": options or {}, "turn": turn, **fields})


def action(text: str) -> dict[str, Any]:
    """Return an action object from "play R05", "target G", "choose 1" or "draw"."""
    do, _, what = text.partition(" ")
    if not what:
        return {"do": do}
    return {"do": do, KEYS.get(do, "card"): int(what) if what.isdigit() else what}


def play(state: State, *texts: str) -> State:
    """Apply actions and chance outcomes, and return the same state."""
    for text in texts:
        state.apply(GAME.find(action(text)))
    return state


def offers(state: State) -> set[str]:
    """Return the legal actions as short texts."""
    return {" ".join(str(value) for value in GAME.describe(a).values()) for a in state.legal()}


def energy(state: State) -> list[int]:
    value: list[int] = state.view(None)["energy"]
    return value


def sapphires(state: State) -> list[int]:
    value: list[int] = state.view(None)["sapphires"]
    return value


def ward(state: State) -> list[int]:
    value: list[int] = state.view(None)["ward"]
    return value


def sizes(state: State) -> list[int]:
    """Return the number of cards in each hand."""
    value: list[int] = state.view(None)["hands"]
    return value


def hand(state: State, seat: int) -> list[str]:
    value: list[str] = state.view(seat)["hands"][seat]
    return value


def piles(state: State) -> dict[str, list[str]]:
    value: dict[str, list[str]] = state.view(None)["piles"]
    return value


def control(state: State) -> dict[str, int | None]:
    """Return the side that controls each colour: the one its top card faces."""
    return {colour: int(pile[-1][-1]) if pile else None for colour, pile in piles(state).items()}


def board(state: State, seat: int | None = 0) -> dict[str, Any]:
    """Return the board of this seat's view."""
    return dict(GAME.board(state.view(seat)))


def pending_question(state: State) -> tuple[int, str]:
    """Return the seat that must decide, and what it is asked."""
    pending = state.view(None)["pending"]
    return state.turn(), pending["asks"]


def card_file_with(**changes: dict[str, str]) -> str:
    """Return the stand-in file with some fields of some cards replaced: changed(G01={"effect": "flip"})."""
    blocks = re.split(r"(?m)^(?=\[\[card\]\])", STANDIN_FILE.read_text(encoding="utf-8"))
    return blocks[0] + "".join(replace_fields(block, changes) for block in blocks[1:])


def replace_fields(block: str, changes: dict[str, dict[str, str]]) -> str:
    """Return one card of a file with some fields replaced, without its texts, which are then generated from the
    effect."""
    name = block.split('"')[1]
    if name not in changes:
        return block
    for key, value in changes[name].items():
        block = re.sub(rf'(?m)^{key} = ".*"$', f'{key} = "{value}"', block)
    return re.sub(r"(?m)^(en|fr)\.(text|multi) = .*\n", "", block)


ALL = set(CARD_IDS)
