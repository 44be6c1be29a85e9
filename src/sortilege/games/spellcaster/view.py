"""What a seat may know: the open table, its own hand, the cards it saw go to other hands; and what can be imagined."""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.state import State
from sortilege.games.spellcaster.actions import ACTIVATE, describe
from sortilege.games.spellcaster.actions import TRIGGER as TRIGGERED
from sortilege.games.spellcaster.box import CARD_IDS, COLOURS
from sortilege.games.spellcaster.layout import (
    ACTION,
    ACTIVE,
    CARD,
    CHOOSE,
    COPIED,
    COUNT,
    CYCLE,
    DEALING,
    DECKED,
    DISCARD,
    DONE,
    EACH,
    ENERGY,
    FIRST,
    HAND,
    LAST,
    LEFT,
    NEXT,
    NO_CARD,
    ONLOOKERS,
    OUT,
    PAY,
    PC,
    PHASE,
    PLAYFREE,
    RECOVER,
    RETURN,
    SAPPHIRES,
    SEATS,
    SEEN,
    SIZE,
    SOURCE,
    START,
    STEAL,
    STEP,
    TARGET,
    TEXT,
    THEN,
    TIMES,
    TRIGGER,
    UNLESS,
    UPTO,
    USED,
    WAITING,
    WARD,
    WHO,
    WINNER,
    colours_of,
    next_rival,
    rival_cards,
    top,
)
from sortilege.games.spellcaster.position import discard_pile, names, piles, step_name
from sortilege.games.spellcaster.rules.state import WIDEST, SpellcasterState, act
from sortilege.games.spellcaster.rules.turn import move_on
from sortilege.games.spellcaster.whereabouts import settled
from sortilege.games.spellcaster.wording import spelled

View = dict[str, Any]
CRYSTALS = {"energy": ENERGY, "sapphires": SAPPHIRES}
ASKS = {
    FIRST: "first",
    CARD: "card",
    STEAL: "steal",
    ACTION: "action",
    TRIGGER: "trigger",
    DISCARD: "discard",
    UPTO: "upto",
    UNLESS: "unless",
    PAY: "pay",
    CHOOSE: "choose",
    TARGET: "target",
    PLAYFREE: "playfree",
    RECOVER: "recover",
}


def view(state: State, seat: int | None) -> View:
    """All that this seat may know; None is a spectator, who sees no hand."""
    t = state.cells
    if seat is not None and not (type(seat) is int and 0 <= seat < t[SEATS]):
        raise no_such_seat(t[SEATS], seat)
    deciding = ACTION <= t[PHASE] < DONE
    shown: View = {
        "game": "spellcaster",
        "seats": t[SEATS],
        "options": dict(state.options),
        "you": seat,
        "turn": {"seat": t[WHO], "asks": ASKS[t[PHASE]]} if deciding else None,
        "active": None if t[PHASE] == FIRST else t[ACTIVE],
        "next_rival": None if t[PHASE] == FIRST else next_rival(t),
        "cycle": t[CYCLE],
        "step": step_name(t),
        "left": t[LEFT],
        "used": names(t[USED]),
        "last": t[LAST] == 1,
        "energy": [t[ENERGY], t[ENERGY + 1]],
        "sapphires": [t[SAPPHIRES], t[SAPPHIRES + 1]],
        "ward": [t[WARD], t[WARD + 1]],
        "hands": [names(t[HAND + s]) if s == seat else t[SIZE + s] for s in range(t[SEATS])],
        **knowledge(t, seat),
        "deck": t[DECKED],
        "out": names(t[OUT]),
        "piles": piles(t),
        "control": {letter: control(t, colour) for colour, letter in enumerate(COLOURS)},
        "discard": discard_pile(t),
        "counts": {"@rhand": rival_cards(t), "@col": colours_of(t, t[ACTIVE] % 2)},
        "strokes": strokes(state) if t[PHASE] == ACTION and seat == t[WHO] else {},
        "waiting": names(t[WAITING]),
        "resolving": resolving(t),
        "pending": pending(t, state),
        "scores": state.scores(),
        "legal": legal(state) if deciding and seat == t[WHO] else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }
    return shown | settled(shown) if shown["either"] else shown


def strokes(state: State) -> dict[str, View]:
    """What each activation on offer would bring by side, up to where its text first asks somebody or draws, and whether
    it wins. The table and one's own hand tell all of it."""
    assert isinstance(state, SpellcasterState)
    found: dict[str, View] = {}
    for action in state.legal():
        if not ACTIVATE <= action < TRIGGERED:
            continue
        b, a = state.cells, copy(state.cells)
        act(a, state.program, action)
        while a[PHASE] == TEXT:
            move_on(a, state.program)
        brings = {key: [a[cell + side] - b[cell + side] for side in range(2)] for key, cell in CRYSTALS.items()}
        wins = a[PHASE] == DONE and a[WINNER] - 1 == b[ACTIVE] % 2
        if wins or any(brings["energy"] + brings["sapphires"]):
            found[CARD_IDS[action - ACTIVATE]] = {**brings, "wins": wins}
    return found


def control(t: Cells, colour: int) -> int | None:
    """SC-301, SC-302: the side a pile's top card faces."""
    lying = top(t, colour)
    return None if lying < 0 else lying & 1


def knowledge(t: Cells, seat: int | None) -> View:
    """SC-003, SC-823: cards this seat knows in the hands of others, and those it knows to be in one of several."""
    base = SEEN + (ONLOOKERS if seat is None else seat) * 4
    others = [s for s in range(t[SEATS]) if s != seat]
    known: list[list[str]] = [[] for _ in range(t[SEATS])]
    either: list[View] = []
    for name in names(sum(1 << c for c in range(60) if any(t[base + s] >> c & 1 for s in others))):
        card = CARD_IDS.index(name)
        hands = [s for s in others if t[base + s] >> card & 1]
        if len(hands) == 1:
            known[hands[0]].append(name)
        else:
            either.append({"card": name, "hands": hands})
    return {"known": known, "either": either}


def resolving(t: Cells) -> View | None:
    """The text being carried out: whose it is, what it borrows, and where in it the table is."""
    if t[SOURCE] == NO_CARD:
        return None
    return {
        "card": CARD_IDS[t[SOURCE]],
        "copied": None if t[COPIED] == NO_CARD else CARD_IDS[t[COPIED]],
        "at": t[PC],
        "back": t[RETURN],
        "times": t[TIMES],
        "served": t[EACH],
    }


def pending(t: Cells, state: State) -> View | None:
    """What is asked, of whom, and what the answers would bring, in the language of effects."""
    phase = t[PHASE]
    if phase == DONE:
        return None
    asked: View = {"asks": ASKS[phase]}
    if phase == FIRST:
        return asked
    asked["seat"] = t[WHO]
    if phase in (CARD, DISCARD, UPTO, PLAYFREE):
        asked["count"] = t[COUNT]
    if phase == CARD:
        asked["why"] = what_for(t)
    elif phase in (PAY, CHOOSE, UNLESS, TARGET):
        assert isinstance(state, SpellcasterState)
        step = state.cards.steps[t[PC]]
        asked["does"] = step.word
        asked["effects"] = [spelled(part) for part in step.parts]
        if phase == PAY:
            asked["price"] = {"kind": step.mark, "n": step.number.plus}
    return asked


def what_for(t: Cells) -> str:
    """What the awaited card is for."""
    if t[THEN] == DEALING:
        return "deal"
    if t[THEN] == NEXT:
        return "turn" if t[STEP] == START else "action"
    return "text"


def legal(state: State) -> list[View]:
    buffer = blank(WIDEST)
    return [describe(buffer[i]) for i in range(state.fill_legal(buffer))]
