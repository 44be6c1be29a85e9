"""Why an action is not legal now: the rule and one sentence. Nothing here decides anything; `legal()` has decided."""

from __future__ import annotations

from typing import Any, Final

from sortilege.core.cells import Cells
from sortilege.core.state import CHANCE, State
from sortilege.games.spellbook.box import PHASES, RUNE_LETTERS, SPELLS, TOKEN_NUMBERS
from sortilege.games.spellbook.rules.books import NONE, SYMBOL, copied_phase
from sortilege.games.spellbook.table import (
    ACTIVE,
    ALTAR,
    CHOOSE,
    CLONE_COST,
    COPY,
    DISCARD_SOME,
    END,
    FRESH,
    GIVEN,
    INSTANT,
    JOKERS,
    KEEP,
    LEARN,
    LEARNING,
    LINEUP,
    OF_COLOUR,
    OFFER,
    OTHER_TAKES,
    PAY,
    PHASE,
    PLACE,
    RAISE,
    SEATS,
    SET_OF,
    SPENT,
    STORE,
    STORED_COLOUR,
    SWAP_ALTAR,
    SWAP_BOARD,
    SWEEP,
    TAKE,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    TURN,
    WHO_STARTS,
    WILD,
    board_of,
    is_solo,
    level_of,
    pool_of,
    spell_of,
    top_of,
)

Why = tuple[str, str]

# which verbs a step may be answered with
ASKED: Final = {
    CHOOSE: ("skip", "act", "use"),
    INSTANT: ("act", "use"),
    TAKE: ("take",),
    TAKE_UP_TO: ("take", "stop"),
    TAKE_TO_BOARD: ("take",),
    OTHER_TAKES: ("take",),
    DISCARD_SOME: ("discard",),
    CLONE_COST: ("discard",),
    STORE: ("store",),
    KEEP: ("store",),
    SWEEP: ("sweep", "stop"),
    OFFER: ("offer",),
    LEARN: ("learn",),
    PLACE: ("place",),
    PAY: ("pay", "wild"),
    COPY: ("copy",),
    RAISE: ("raise",),
}
# when the effects of a spell are offered
OFFERED: Final = {
    "sacrifice": ("SB-304", "Sacrifice needs a pool token of that level's rune"),
    "eruption": ("SB-312", "Eruption needs a pool smaller than that level's number, and a token to draw"),
    "blaze": ("SB-325", "Blaze would move no token, or a higher level of it is there"),
    "levitation": ("SB-339", "Levitation needs a free place in the pool and an altar token of that level's rune"),
    "sharing": ("SB-350", "Sharing would move no token"),
    "divination": ("SB-363", "Divination would move no token"),
    "purification": ("SB-373", "Purification needs a token in the pool and one on the altar"),
    "cure": ("SB-385", "Cure would move no token"),
    "growth": ("SB-397", "Growth stores from the altar to a free space, or at level 3 swaps pool and board"),
    "offering": ("SB-408", "Offering needs the full number of one colour in the pool, and a free space"),
    "focus": ("SB-421", "Focus needs the full number of its rune in the pool and a free space"),
    "feast": ("SB-432", "Feast needs an altar token to store, or at level 3 one of a colour that is stored already"),
    "time_travel": ("SB-444", "Time Travel needs a pool token of that level's rune and a learned spell to raise"),
    "storm": ("SB-468", "Storm works from its present level alone, not at level 3, and needs a token on the altar"),
    "clone": ("SB-495", "Clone finds nothing to copy with this effect"),
    "transmutation": ("SB-521", "Transmutation works at its present level alone, not at 3, and needs a payable spell"),
}


def refusal(state: State, action: dict[str, Any]) -> Why:
    """The rule an action offends, and a sentence."""
    t = state.cells
    do = action["do"]
    if t[PHASE] == END:
        return "SB-163", "the game is over"
    step = t[top_of(t)]
    if t[TURN] == CHANCE or (do in ("draw", "lineup", "first")):
        return about_chance(t, step, do)
    asked = asked_now(t, step)
    if do in ("skip", "stop") and do not in asked:
        return about_ending(step, do)
    if do not in asked:
        return "SB-052", f"an action once chosen is carried out step by step: now {' or '.join(asked)} is due"
    about = {"act": about_act, "use": about_use, "copy": about_copy, "learn": about_learn, "raise": about_raise}
    if do in about:
        return about[do](t, action)
    if do == "wild":
        return about_wild(t, action)
    return about_token(t, step, action)


def asked_now(t: Cells, step: int) -> tuple[str, ...]:
    """The verbs that are due."""
    if step in (SWAP_ALTAR, SWAP_BOARD):
        back = "take" if step == SWAP_ALTAR else "recall"
        return ("give",) if t[GIVEN] < 0 else (back,)
    if step == PAY and t[WILD] >= 0:
        return ("pay",)
    return ASKED[step]


def about_chance(t: Cells, step: int, do: str) -> Why:
    if t[TURN] != CHANCE:
        rule = {"draw": "SB-007", "lineup": "SB-029", "first": "SB-026"}[do]
        return rule, "this comes by chance alone, and nothing is to be drawn now"
    if step == LINEUP:
        return "SB-029", "a spell of the next colour is to be drawn first"
    if step == WHO_STARTS:
        return "SB-026", "the first player is to be drawn first"
    return "SB-007", "a token that is in the pouch is to be drawn first"


def about_ending(step: int, do: str) -> Why:
    if do == "stop":
        return "SB-052", "all of it is to be done as far as possible; stopping early is for Divination 4 and Storm"
    if step == INSTANT:
        return "SB-533", "the Morning action of Swiftness cannot be declined"
    return "SB-043", "a phase can be skipped only at its start"


# ---------------------------------------------------------------- choosing an action
def phase_now(t: Cells) -> int:
    """The phase whose actions are asked for; Swiftness asks for a Morning action at any time."""
    return 0 if t[top_of(t)] == INSTANT else t[PHASE]


def about_act(t: Cells, action: dict[str, Any]) -> Why:
    name = action["action"]
    phase = {"take": 0, "draw": 0, "store": 1, "learn": 2}[name]
    if phase != phase_now(t):
        rule = "SB-093" if name == "store" else "SB-044"
        return rule, f"{name} is an action of the {PHASES[phase].capitalize()}, and it is not that now"
    return {
        "take": ("SB-080", "taking needs a token on the altar and a free place among the nine of the pool"),
        "draw": ("SB-081", "drawing needs a token to draw and a free place among the nine of the pool"),
        "store": ("SB-090", "storing needs a token in the pool and a free space on the Familiar board"),
        "learn": ("SB-100", "no spell can be paid: 3, 4 or 5 of its colour, where three equal runes stand for one"),
    }[name]


def about_use(t: Cells, action: dict[str, Any]) -> Why:
    spell = SPELLS.index(action["spell"])
    colour, level = spell // 3, level_of(t, t[ACTIVE], spell // 3)
    if spell_of(t, colour) != spell:
        return "SB-031", f"{action['spell']} is not in play"
    if level == 0:
        return "SB-044", f"{action['spell']} is not learned yet"
    if SYMBOL[spell] == NONE:
        return "SB-047", f"{action['spell']} has no phase symbol: its effect comes by itself"
    if SYMBOL[spell] != phase_now(t):
        return "SB-044", f"{action['spell']} is an action of the {PHASES[SYMBOL[spell]].capitalize()}"
    if t[FRESH] >> colour & 1:
        return "SB-048", f"{action['spell']} was learned this Day and can be used from the next one on"
    if action["level"] > level:
        return "SB-046", f"{action['spell']} is at level {level}"
    if action.get("branch") == "take":
        return "SB-422", "taking with Focus needs a free place in the pool and an altar token of its rune"
    return OFFERED[action["spell"]]


def about_copy(t: Cells, action: dict[str, Any]) -> Why:
    phase = copied_phase(t[top_of(t) + 1])
    if "action" in action:
        if is_solo(t):
            return "SB-219", "alone, Clone copies no primary action"
        return "SB-495", "this primary action is not of the phase Clone copies now, or has nothing to do"
    name, owner = action["spell"], action["seat"]
    spell = SPELLS.index(name)
    if spell_of(t, spell // 3) != spell:
        return "SB-031", f"{name} is not in play"
    if name == "clone" or SYMBOL[spell] == NONE:
        return "SB-484", f"{name} cannot be copied"
    if SYMBOL[spell] != phase:
        return "SB-481", f"this effect copies an action of the {PHASES[phase].capitalize()}"
    if is_solo(t):
        if owner is not None or action["level"] != 4 or level_of(t, 0, spell // 3):
            return "SB-217", "alone, Clone copies the level 4 effect of a spell not learned yet, with seat null"
    elif owner is None or owner == t[ACTIVE] or owner >= t[SEATS] or not level_of(t, owner, spell // 3):
        return "SB-483", "Clone copies a spell another player has learned"
    elif action["level"] > level_of(t, owner, spell // 3):
        return "SB-486", f"seat {owner} has {name} at level {level_of(t, owner, spell // 3)}"
    return OFFERED[name]


def about_learn(t: Cells, action: dict[str, Any]) -> Why:
    spell = SPELLS.index(action["spell"])
    if spell_of(t, spell // 3) != spell:
        return "SB-031", f"{action['spell']} is not in play"
    if level_of(t, t[ACTIVE], spell // 3):
        return "SB-112", f"{action['spell']} is learned already, and a spell is learned only once"
    return "SB-103", f"the pool cannot pay {action['spell']} at level {action['level']}"


def about_raise(t: Cells, action: dict[str, Any]) -> Why:
    if action["spell"] == "time_travel":
        return "SB-453", "Time Travel never raises itself"
    return "SB-443", "Time Travel raises an own learned spell that is at level 3 or 4"


# ---------------------------------------------------------------- picking tokens
def about_wild(t: Cells, action: dict[str, Any]) -> Why:
    if t[JOKERS] >= 0:
        return "SB-512", "Transmutation allows no more wilds, or none of this rune"
    return "SB-104", "the rest of the price could not be paid with three tokens of this rune as a wild"


def about_token(t: Cells, step: int, action: dict[str, Any]) -> Why:
    token = TOKEN_NUMBERS[action["token"]]
    zone, place, rule = where_from(t, step)
    if t[zone + token] == 0:
        return rule, f"there is no {action['token']} {place}"
    what = t[top_of(t) + 2]
    if step in (TAKE, STORE, DISCARD_SOME, TAKE_UP_TO):
        return about_kind(step, what)
    if step == PLACE:
        return "SB-109", "the token for the card has the spell's own colour and is no wild"
    if step == CLONE_COST:
        return "SB-495", "Clone's cost is a token of its rune, and something to copy must remain"
    if step == PAY:
        return about_pay(t, token)
    return "SB-067", "a token given in a swap is not taken back in it, nor one received given on"


def where_from(t: Cells, step: int) -> tuple[int, str, str]:
    """Where the token of a step comes from, in words, and the rule that says so."""
    me = t[ACTIVE]
    if step == KEEP:
        return SPENT, "among the spent tokens", "SB-595"
    if step == SWAP_BOARD and t[GIVEN] >= 0:
        return board_of(me), "on the Familiar board", "SB-393"
    if step == SWAP_ALTAR and t[GIVEN] >= 0:
        return ALTAR, "on the altar", "SB-371"
    if step in (SWAP_ALTAR, SWAP_BOARD):
        return pool_of(me), "in the pool", "SB-067"
    pool_rules = {DISCARD_SOME: "SB-065", CLONE_COST: "SB-481", STORE: "SB-062", PLACE: "SB-110", PAY: "SB-102"}
    if step in pool_rules:
        return pool_of(me), "in the pool", pool_rules[step]
    altar_rules = {OFFER: "SB-204", SWEEP: "SB-461"}
    return ALTAR, "on the altar", altar_rules.get(step, "SB-060")


def about_kind(step: int, what: int) -> Why:
    """The token lies there, but is not of the kind asked for."""
    if what < STORED_COLOUR:
        rune = {"o": "Round", "t": "Triangle", "s": "Square"}[RUNE_LETTERS[what - 1]]
        rule = "SB-070" if step in (TAKE, DISCARD_SOME) else "SB-069"
        return rule, f"a {rune} is asked for"
    if what == STORED_COLOUR:
        return "SB-433", "Feast takes a colour that lies on the Familiar board already"
    if what >= SET_OF:
        return "SB-408", f"Offering needs {what - SET_OF} tokens of one colour in the pool"
    rule = "SB-359" if step == TAKE_UP_TO else "SB-406"
    return rule, f"the same colour as before is asked for, {'RPGKWUY'[what - OF_COLOUR]}"


def about_pay(t: Cells, token: int) -> Why:
    own = token >> 2 == t[LEARNING]
    if t[WILD] >= 0:
        if token & 3 != t[WILD]:
            return "SB-104", "the tokens of a wild bear its rune"
        if t[JOKERS] >= 0:
            return "SB-517", "a token of the spell's own colour counts as itself, not as a wild"
        return "SB-108", "the rest of the price could not be paid any more"
    if not own:
        rule = "SB-513" if t[JOKERS] >= 0 else "SB-104"
        return rule, "a token of another colour counts only in a wild; name the wild's rune first"
    return "SB-108", "the rest of the price could not be paid any more"
