"""The words of SpellBook's tests: a position as the contract writes it, and actions in short.

An action is written as its verb and its values: "act draw", "use focus 4 take", "take Ro", "learn blaze 4", "wild o",
"copy 1 blaze 4", "copy - offering 4" (seat null), "copy draw", "raise focus", "draw Ro", "skip".
"""

from collections import Counter
from typing import Any

from sortilege import IllegalAction, PositionError
from sortilege.core.engine.state import State
from sortilege.games.spellbook import GAME

Action = dict[str, Any]
TYPES = [colour + rune for colour in "RPGKWUY" for rune in "ots"]
MORNING, MIDDAY, EVENING = ({"phase": phase} for phase in ("morning", "midday", "evening"))
FIVE = "Ro Rt Rs Po Pt"  # an altar
OTHER_NINE = "Ko Kt Ks Wo Wt Ws Uo Ut Us"
SET1, SET2, SET3 = ({"lineup": lineup} for lineup in ("set1", "set2", "set3"))


def action(text: str) -> Action:
    """The action object of a short text."""
    do, *words = text.split()
    if do in ("skip", "stop"):
        return {"do": do}
    if do == "act" or (do == "copy" and len(words) == 1):
        return {"do": do, "action": words[0]}
    if do == "wild":
        return {"do": do, "rune": words[0]}
    if do in ("raise", "lineup"):
        return {"do": do, "spell": words[0]}
    if do == "first":
        return {"do": do, "seat": int(words[0])}
    if do == "copy":
        owner, *words = words
        return {"do": do, "seat": None if owner == "-" else int(owner), **effect(words)}
    if do in ("use", "learn"):
        return {"do": do, **effect(words)}
    return {"do": do, "token": words[0]}


def effect(words: list[str]) -> Action:
    named: Action = {"spell": words[0], "level": int(words[1])}
    return named | {"branch": words[2]} if len(words) == 3 else named


def text(thing: Action) -> str:
    """An action object in short."""
    values = ["-" if value is None else str(value) for key, value in thing.items() if key != "do"]
    return " ".join([thing["do"], *values])


def at(*players: Any, **position: Any) -> State:
    """A position of this game, its keys as in the contract; a player may be given as the pool alone."""
    players_ = [{"pool": player} if isinstance(player, str) else player for player in players]
    return GAME.load({"game": "spellbook", "seats": len(players_), "players": players_, **position})


def play(state: State, *actions: str) -> State:
    """Apply decisions and outcomes of chance, in order."""
    for line in actions:
        state.apply(GAME.find(action(line)))
    return state


def draw_all(state: State) -> State:
    """Let chance draw whatever comes first, until a seat must decide."""
    while state.turn() == -1:
        state.apply(state.legal()[0])
    return state


def legal(state: State) -> list[str]:
    return [text(GAME.describe(a)) for a in state.legal()]


def offers(state: State, start: str) -> list[str]:
    """The legal actions that begin so."""
    return [line for line in legal(state) if line.startswith(start)]


def all_but(*zones: str) -> str:
    """Every token that is not in one of these zones."""
    left = Counter({token: 5 for token in TYPES}) - Counter(token for zone in zones for token in zone.split())
    return " ".join(left.elements())


def points(spell: str, options: dict[str, str]) -> list[int]:
    """What a card is worth at each level."""
    return [at({"book": {spell: f"{level}o"}}, "", options=options).scores()[0] for level in (3, 4, 5)]


def pool(state: State, seat: int = 0) -> str:
    tokens: str = state.view(None)["players"][seat]["pool"]
    return tokens


def board(state: State, seat: int = 0) -> str:
    tokens: str = state.view(None)["players"][seat]["board"]
    return tokens


def book(state: State, seat: int = 0) -> dict[str, str]:
    spells: dict[str, str] = state.view(None)["players"][seat]["book"]
    return spells


def zone(state: State, name: str) -> str:
    """altar, discard, pouch or spent."""
    tokens: str = state.view(None)[name]
    return tokens


def count(tokens: str) -> int:
    return len(tokens.split())


def opponent(state: State) -> dict[str, Any]:
    """The solo opponent's track, lower area and points."""
    zones: dict[str, Any] = state.view(None)["opponent"]
    return zones


def full(n: int, colour: str = "W") -> str:
    """A board of n tokens of one colour."""
    return " ".join(f"{colour}{'ots'[i // 5]}" for i in range(n))


def phase(state: State) -> str:
    name: str = state.view(None)["now"]["phase"]
    return name


def refused(state: State, line: str) -> str:
    """The rule behind a refusal; the state must not have changed."""
    before = list(state.cells)
    try:
        state.apply(GAME.find(action(line)))
    except IllegalAction as error:
        assert list(state.cells) == before
        assert error.message
        return error.rule
    raise AssertionError(f"{line} was allowed")


def bad(*players: Any, **position: Any) -> tuple[str, str]:
    """The field and the rule of a position that is refused."""
    try:
        at(*players, **position)
    except PositionError as error:
        return error.field, error.rule
    raise AssertionError("the position was accepted")
