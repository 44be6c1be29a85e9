"""Why an action is not legal now: the rule and one sentence. Nothing here decides anything; `legal()` has decided."""

from __future__ import annotations

from typing import Final

from sortilege.core.cells import Cells
from sortilege.core.errors import IllegalAction
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import Untrusted
from sortilege.core.state import CHANCE, State
from sortilege.games.spellbook.actions import Action, describe
from sortilege.games.spellbook.box import COLOUR_LETTERS, PHASES, RUNE_LETTERS, SPELLS, TOKEN_NUMBERS, phrase
from sortilege.games.spellbook.layout import (
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
from sortilege.games.spellbook.rules.books import NONE, SYMBOL, copied_phase

Why = tuple[str, Sentence]

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
    "sacrifice": ("SB-304", phrase("sacrifice")),
    "eruption": ("SB-312", phrase("eruption")),
    "blaze": ("SB-325", phrase("blaze")),
    "levitation": ("SB-339", phrase("levitation")),
    "sharing": ("SB-350", phrase("sharing")),
    "divination": ("SB-363", phrase("divination")),
    "purification": ("SB-373", phrase("purification")),
    "cure": ("SB-385", phrase("cure")),
    "growth": ("SB-397", phrase("growth")),
    "offering": ("SB-408", phrase("offering")),
    "focus": ("SB-421", phrase("focus")),
    "feast": ("SB-432", phrase("feast")),
    "time_travel": ("SB-444", phrase("time_travel")),
    "storm": ("SB-468", phrase("storm")),
    "clone": ("SB-495", phrase("clone")),
    "transmutation": ("SB-521", phrase("transmutation")),
}


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Why this action (an id, or anything else) is not legal now."""
    return IllegalAction(*why_not(state, describe(action)))


def why_not(state: State, action: Action) -> Why:
    """The rule an action offends, and a sentence."""
    t = state.cells
    do = action["do"]
    if t[PHASE] == END:
        return "SB-163", phrase("over")
    step = t[top_of(t)]
    if t[TURN] == CHANCE or (do in ("draw", "lineup", "first")):
        return about_chance(t, step, do)
    asked = asked_now(t, step)
    if do in ("skip", "stop") and do not in asked:
        return about_ending(step, do)
    if do not in asked:
        return "SB-052", phrase("due", asked=asked)
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
        return rule, phrase("by_chance")
    if step == LINEUP:
        return "SB-029", phrase("lineup_first")
    if step == WHO_STARTS:
        return "SB-026", phrase("starter_first")
    return "SB-007", phrase("draw_first")


def about_ending(step: int, do: str) -> Why:
    if do == "stop":
        return "SB-052", phrase("no_stop")
    if step == INSTANT:
        return "SB-533", phrase("no_decline")
    return "SB-043", phrase("no_skip")


# ---------------------------------------------------------------- choosing an action
def phase_now(t: Cells) -> int:
    """The phase whose actions are asked for; Swiftness asks for a Morning action at any time."""
    return 0 if t[top_of(t)] == INSTANT else t[PHASE]


def about_act(t: Cells, action: Action) -> Why:
    name = action["action"]
    phase = {"take": 0, "draw": 0, "store": 1, "learn": 2}[name]
    if phase != phase_now(t):
        rule = "SB-093" if name == "store" else "SB-044"
        return rule, phrase("act_phase", action=name, phase=PHASES[phase])
    return {
        "take": ("SB-080", phrase("no_take")),
        "draw": ("SB-081", phrase("no_draw")),
        "store": ("SB-090", phrase("no_store")),
        "learn": ("SB-100", phrase("no_learn")),
    }[name]


def about_use(t: Cells, action: Action) -> Why:
    spell = SPELLS.index(action["spell"])
    colour, level = spell // 3, level_of(t, t[ACTIVE], spell // 3)
    if spell_of(t, colour) != spell:
        return "SB-031", phrase("not_in_play", spell=action["spell"])
    if level == 0:
        return "SB-044", phrase("not_learned", spell=action["spell"])
    if SYMBOL[spell] == NONE:
        return "SB-047", phrase("by_itself", spell=action["spell"])
    if SYMBOL[spell] != phase_now(t):
        return "SB-044", phrase("use_phase", spell=action["spell"], phase=PHASES[SYMBOL[spell]])
    if t[FRESH] >> colour & 1:
        return "SB-048", phrase("fresh", spell=action["spell"])
    if action["level"] > level:
        return "SB-046", phrase("at_level", spell=action["spell"], level=level)
    if action.get("branch") == "take":
        return "SB-422", phrase("focus_take")
    return OFFERED[action["spell"]]


def about_copy(t: Cells, action: Action) -> Why:
    phase = copied_phase(t[top_of(t) + 1])
    if "action" in action:
        if is_solo(t):
            return "SB-219", phrase("clone_alone")
        return "SB-495", phrase("clone_primary")
    name, owner = action["spell"], action["seat"]
    spell = SPELLS.index(name)
    if spell_of(t, spell // 3) != spell:
        return "SB-031", phrase("not_in_play", spell=name)
    if name == "clone" or SYMBOL[spell] == NONE:
        return "SB-484", phrase("no_copy", spell=name)
    if SYMBOL[spell] != phase:
        return "SB-481", phrase("copy_phase", phase=PHASES[phase])
    if is_solo(t):
        if owner is not None or action["level"] != 4 or level_of(t, 0, spell // 3):
            return "SB-217", phrase("clone_solo")
    elif owner is None or owner == t[ACTIVE] or owner >= t[SEATS] or not level_of(t, owner, spell // 3):
        return "SB-483", phrase("clone_other")
    elif action["level"] > level_of(t, owner, spell // 3):
        return "SB-486", phrase("other_level", seat=owner, spell=name, level=level_of(t, owner, spell // 3))
    return OFFERED[name]


def about_learn(t: Cells, action: Action) -> Why:
    spell = SPELLS.index(action["spell"])
    if spell_of(t, spell // 3) != spell:
        return "SB-031", phrase("not_in_play", spell=action["spell"])
    if level_of(t, t[ACTIVE], spell // 3):
        return "SB-112", phrase("learned", spell=action["spell"])
    return "SB-103", phrase("cannot_pay", spell=action["spell"], level=action["level"])


def about_raise(t: Cells, action: Action) -> Why:
    if action["spell"] == "time_travel":
        return "SB-453", phrase("raise_itself")
    return "SB-443", phrase("raise_own")


# ---------------------------------------------------------------- picking tokens
def about_wild(t: Cells, action: Action) -> Why:
    if t[JOKERS] >= 0:
        return "SB-512", phrase("no_more_wilds")
    return "SB-104", phrase("no_wild")


def about_token(t: Cells, step: int, action: Action) -> Why:
    token = TOKEN_NUMBERS[action["token"]]
    zone, place, rule = where_from(t, step)
    if t[zone + token] == 0:
        return rule, phrase("no_token", colour=COLOUR_LETTERS[token >> 2], rune=RUNE_LETTERS[token & 3], place=place)
    what = t[top_of(t) + 2]
    if step in (TAKE, STORE, DISCARD_SOME, TAKE_UP_TO):
        return about_kind(step, what)
    if step == PLACE:
        return "SB-109", phrase("place_own")
    if step == CLONE_COST:
        return "SB-495", phrase("clone_cost")
    if step == PAY:
        return about_pay(t, token)
    return "SB-067", phrase("swap")


def where_from(t: Cells, step: int) -> tuple[int, str, str]:
    """Where the token of a step comes from, what words.toml calls it, and the rule that says so."""
    me = t[ACTIVE]
    if step == KEEP:
        return SPENT, "spent", "SB-595"
    if step == SWAP_BOARD and t[GIVEN] >= 0:
        return board_of(me), "board", "SB-393"
    if step == SWAP_ALTAR and t[GIVEN] >= 0:
        return ALTAR, "altar", "SB-371"
    if step in (SWAP_ALTAR, SWAP_BOARD):
        return pool_of(me), "pool", "SB-067"
    pool_rules = {DISCARD_SOME: "SB-065", CLONE_COST: "SB-481", STORE: "SB-062", PLACE: "SB-110", PAY: "SB-102"}
    if step in pool_rules:
        return pool_of(me), "pool", pool_rules[step]
    altar_rules = {OFFER: "SB-204", SWEEP: "SB-461"}
    return ALTAR, "altar", altar_rules.get(step, "SB-060")


def about_kind(step: int, what: int) -> Why:
    """The token lies there, but is not of the kind asked for."""
    if what < STORED_COLOUR:
        rule = "SB-070" if step in (TAKE, DISCARD_SOME) else "SB-069"
        return rule, phrase("rune_asked", rune=RUNE_LETTERS[what - 1])
    if what == STORED_COLOUR:
        return "SB-433", phrase("feast_colour")
    if what >= SET_OF:
        return "SB-408", phrase("offering_set", n=what - SET_OF)
    rule = "SB-359" if step == TAKE_UP_TO else "SB-406"
    return rule, phrase("colour_asked", colour=COLOUR_LETTERS[what - OF_COLOUR])


def about_pay(t: Cells, token: int) -> Why:
    own = token >> 2 == t[LEARNING]
    if t[WILD] >= 0:
        if token & 3 != t[WILD]:
            return "SB-104", phrase("wild_rune")
        if t[JOKERS] >= 0:
            return "SB-517", phrase("wild_own")
        return "SB-108", phrase("rest_unpaid")
    if not own:
        rule = "SB-513" if t[JOKERS] >= 0 else "SB-104"
        return rule, phrase("wild_first")
    return "SB-108", phrase("rest_unpaid")
