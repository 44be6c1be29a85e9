"""Explains why an action is not legal now, by a rule and a sentence. `legal()` decides; this module only explains."""

from __future__ import annotations

from typing import Final

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.errors import IllegalAction
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Untrusted
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.actions import Action, describe
from sortilege.games.spellbook.rules.books import NO_PHASE, SOLO_COPY_LEVEL, SYMBOL, copied_phase
from sortilege.games.spellbook.rules.learning import is_transmuting

Refusal = tuple[str, Sentence]  # the rule that an action violates, and the message

# the verbs that each step allows
STEP_VERBS: Final = {
    L.CHOOSE: ("skip", "act", "use"),
    L.INSTANT: ("act", "use"),
    L.TAKE: ("take",),
    L.TAKE_UP_TO: ("take", "stop"),
    L.TAKE_TO_BOARD: ("take",),
    L.OTHER_TAKES: ("take",),
    L.DISCARD_SOME: ("discard",),
    L.CLONE_COST: ("discard",),
    L.STORE: ("store",),
    L.STORE_SPENT: ("store",),
    L.SWEEP: ("sweep", "stop"),
    L.OFFER: ("offer",),
    L.LEARN: ("learn",),
    L.PLACE: ("place",),
    L.PAY: ("pay", "wild"),
    L.COPY: ("copy",),
    L.RAISE: ("raise",),
}
# the condition under which the effects of a spell are offered
CONDITIONS: Final = {
    "sacrifice": ("SB-304", box.phrase("sacrifice")),
    "eruption": ("SB-312", box.phrase("eruption")),
    "blaze": ("SB-325", box.phrase("blaze")),
    "levitation": ("SB-339", box.phrase("levitation")),
    "sharing": ("SB-350", box.phrase("sharing")),
    "divination": ("SB-363", box.phrase("divination")),
    "purification": ("SB-373", box.phrase("purification")),
    "cure": ("SB-385", box.phrase("cure")),
    "growth": ("SB-397", box.phrase("growth")),
    "offering": ("SB-408", box.phrase("offering")),
    "focus": ("SB-421", box.phrase("focus")),
    "feast": ("SB-432", box.phrase("feast")),
    "time_travel": ("SB-444", box.phrase("time_travel")),
    "storm": ("SB-468", box.phrase("storm")),
    "clone": ("SB-495", box.phrase("clone")),
    "transmutation": ("SB-521", box.phrase("transmutation")),
}


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return the error that explains why an action is not legal now."""
    return IllegalAction(*refusal_reason(state, describe(action)))


def refusal_reason(state: State, action: Action) -> Refusal:
    """Return the id of the rule that an illegal action violates, and the message that explains it."""
    t = state.cells
    do = action["do"]
    if t[L.PHASE] == L.END:
        return "SB-163", box.phrase("over")
    step = L.current_step(t)
    is_chance_event = do in ("draw", "lineup", "first")
    if t[L.TURN] == CHANCE or is_chance_event:
        return chance_refusal(t, step, do)
    allowed = allowed_verbs(t, step)
    if do in ("skip", "stop") and do not in allowed:
        return ending_refusal(step, do)
    if do not in allowed:
        return "SB-052", box.phrase("due", asked=allowed)
    explain = {
        "act": act_refusal,
        "use": use_refusal,
        "copy": copy_refusal,
        "learn": learn_refusal,
        "raise": raise_refusal,
    }
    if do in explain:
        return explain[do](t, action)
    if do == "wild":
        return wild_refusal(t, action)
    return token_refusal(t, step, action)


def allowed_verbs(t: Cells, step: int) -> tuple[str, ...]:
    """Return the verbs that a step allows now, such as ("take", "stop")."""
    if step in (L.SWAP_ALTAR, L.SWAP_BOARD):
        if t[L.GIVEN_TOKEN] == L.NONE:
            return ("give",)
        return ("take",) if step == L.SWAP_ALTAR else ("recall",)
    if step == L.PAY and t[L.WILD_RUNE] != L.NONE:
        return ("pay",)
    return STEP_VERBS[step]


def chance_refusal(t: Cells, step: int, do: str) -> Refusal:
    """Return the rule and the message that explain that chance decides this, or has to decide something first."""
    if t[L.TURN] != CHANCE:
        rule = {"draw": "SB-007", "lineup": "SB-029", "first": "SB-026"}[do]
        return rule, box.phrase("by_chance")
    if step == L.LINEUP:
        return "SB-029", box.phrase("lineup_first")
    if step == L.FIRST_PLAYER:
        return "SB-026", box.phrase("starter_first")
    return "SB-007", box.phrase("draw_first")


def ending_refusal(step: int, do: str) -> Refusal:
    """Return the rule and the message that explain that `stop` or `skip` is not possible in a step."""
    if do == "stop":
        return "SB-052", box.phrase("no_stop")
    if step == L.INSTANT:
        return "SB-533", box.phrase("no_decline")
    return "SB-043", box.phrase("no_skip")


# ---------------------------------------------------------------- choosing an action
def current_phase(t: Cells) -> int:
    """Return the phase whose actions can be chosen: that of the Day, or Morning for the action that Swiftness gives."""
    is_immediate_action = L.current_step(t) == L.INSTANT
    return L.MORNING if is_immediate_action else t[L.PHASE]


def act_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why a primary action, such as "take", is not legal."""
    name = action["action"]
    phase = {"take": L.MORNING, "draw": L.MORNING, "store": L.MIDDAY, "learn": L.EVENING}[name]
    if phase != current_phase(t):
        rule = "SB-093" if name == "store" else "SB-044"
        return rule, box.phrase("act_phase", action=name, phase=box.PHASES[phase])
    return {
        "take": ("SB-080", box.phrase("no_take")),
        "draw": ("SB-081", box.phrase("no_draw")),
        "store": ("SB-090", box.phrase("no_store")),
        "learn": ("SB-100", box.phrase("no_learn")),
    }[name]


def use_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why the active seat cannot use a spell now."""
    name = action["spell"]
    spell = box.SPELLS.index(name)
    colour, level = L.spell_colour(spell), L.spell_level(t, t[L.ACTIVE], spell)
    if not L.is_in_play(t, spell):
        return "SB-031", box.phrase("not_in_play", spell=name)
    if level == 0:
        return "SB-044", box.phrase("not_learned", spell=name)
    if SYMBOL[spell] == NO_PHASE:
        return "SB-047", box.phrase("by_itself", spell=name)
    if SYMBOL[spell] != current_phase(t):
        return "SB-044", box.phrase("use_phase", spell=name, phase=box.PHASES[SYMBOL[spell]])
    if L.was_learned_today(t, colour):
        return "SB-048", box.phrase("fresh", spell=name)
    if action["level"] > level:
        return "SB-046", box.phrase("at_level", spell=name, level=level)
    if action.get("branch") == "take":
        return "SB-422", box.phrase("focus_take")
    return CONDITIONS[name]


def copy_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why the spell Clone cannot copy an action."""
    phase = copied_phase(L.step_count(t))
    if "action" in action:
        if L.is_solo(t):
            return "SB-219", box.phrase("clone_alone")
        return "SB-495", box.phrase("clone_primary")
    name, owner = action["spell"], action["seat"]
    spell = box.SPELLS.index(name)
    if not L.is_in_play(t, spell):
        return "SB-031", box.phrase("not_in_play", spell=name)
    if name == "clone" or SYMBOL[spell] == NO_PHASE:
        return "SB-484", box.phrase("no_copy", spell=name)
    if SYMBOL[spell] != phase:
        return "SB-481", box.phrase("copy_phase", phase=box.PHASES[phase])
    if L.is_solo(t):
        if owner is not None or action["level"] != SOLO_COPY_LEVEL or L.spell_level(t, 0, spell) > 0:
            return "SB-217", box.phrase("clone_solo")
        return CONDITIONS[name]
    owner_level = 0
    if owner is not None and owner != t[L.ACTIVE] and owner < t[L.SEATS]:
        owner_level = L.spell_level(t, owner, spell)
    if owner_level == 0:
        return "SB-483", box.phrase("clone_other")
    if action["level"] > owner_level:
        return "SB-486", box.phrase("other_level", seat=owner, spell=name, level=owner_level)
    return CONDITIONS[name]


def learn_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why the active seat cannot learn a spell at a level."""
    spell = box.SPELLS.index(action["spell"])
    if not L.is_in_play(t, spell):
        return "SB-031", box.phrase("not_in_play", spell=action["spell"])
    if L.spell_level(t, t[L.ACTIVE], spell):
        return "SB-112", box.phrase("learned", spell=action["spell"])
    return "SB-103", box.phrase("cannot_pay", spell=action["spell"], level=action["level"])


def raise_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why the spell Time Travel cannot raise another spell."""
    if action["spell"] == "time_travel":
        return "SB-453", box.phrase("raise_itself")
    return "SB-443", box.phrase("raise_own")


# ---------------------------------------------------------------- picking tokens
def wild_refusal(t: Cells, action: Action) -> Refusal:
    """Return the rule and the message that explain why a seat cannot pay with a wild (several tokens of one rune)."""
    if is_transmuting(t):
        return "SB-512", box.phrase("no_more_wilds")
    return "SB-104", box.phrase("no_wild")


def token_refusal(t: Cells, step: int, action: Action) -> Refusal:
    """Return the rule and the message that explain why a token cannot be picked in a step."""
    token = box.TOKEN_NUMBERS[action["token"]]
    zone, place, rule = source_zone(t, step)
    if t[zone + token] == 0:
        colour, rune = action["token"][0], action["token"][1]
        return rule, box.phrase("no_token", colour=colour, rune=rune, place=place)
    if step in (L.TAKE, L.STORE, L.DISCARD_SOME, L.TAKE_UP_TO):
        return kind_refusal(step, L.step_argument(t))
    if step == L.PLACE:
        return "SB-109", box.phrase("place_own")
    if step == L.CLONE_COST:
        return "SB-495", box.phrase("clone_cost")
    if step == L.PAY:
        return pay_refusal(t, token)
    return "SB-067", box.phrase("swap")


def source_zone(t: Cells, step: int) -> tuple[int, str, str]:
    """Return the zone from which a step takes a token, the name of the zone, and the rule that says so."""
    me, is_given = t[L.ACTIVE], t[L.GIVEN_TOKEN] != L.NONE
    if step == L.STORE_SPENT:
        return L.SPENT, "spent", "SB-595"
    if step == L.SWAP_BOARD and is_given:
        return L.board_of(me), "board", "SB-393"
    if step == L.SWAP_ALTAR and is_given:
        return L.ALTAR, "altar", "SB-371"
    if step in (L.SWAP_ALTAR, L.SWAP_BOARD):
        return L.pool_of(me), "pool", "SB-067"
    pool_rules = {
        L.DISCARD_SOME: "SB-065",
        L.CLONE_COST: "SB-481",
        L.STORE: "SB-062",
        L.PLACE: "SB-110",
        L.PAY: "SB-102",
    }
    if step in pool_rules:
        return L.pool_of(me), "pool", pool_rules[step]
    altar_rules = {L.OFFER: "SB-204", L.SWEEP: "SB-461"}
    return L.ALTAR, "altar", altar_rules.get(step, "SB-060")


def kind_refusal(step: int, kind: int) -> Refusal:
    """Return the rule and the message for a token in the right zone but of the wrong kind. The step requires a kind: a
    rune, a colour, a colour that is stored on the board, or a colour with enough tokens in the pool."""
    if L.is_rune_kind(kind):
        rule = "SB-070" if step in (L.TAKE, L.DISCARD_SOME) else "SB-069"
        return rule, box.phrase("rune_asked", rune=box.RUNE_LETTERS[kind - L.OF_RUNE])
    if kind == L.STORED_COLOUR:
        return "SB-433", box.phrase("feast_colour")
    if kind >= L.IN_SET_OF:
        return "SB-408", box.phrase("offering_set", n=kind - L.IN_SET_OF)
    rule = "SB-359" if step == L.TAKE_UP_TO else "SB-406"
    return rule, box.phrase("colour_asked", colour=box.COLOUR_LETTERS[kind - L.OF_COLOUR])


def pay_refusal(t: Cells, token: int) -> Refusal:
    """Return the rule and the message that explain why a pool token cannot be paid now for the spell being learned."""
    if t[L.WILD_RUNE] != L.NONE:
        if L.token_rune(token) != t[L.WILD_RUNE]:
            return "SB-104", box.phrase("wild_rune")
        if is_transmuting(t):
            return "SB-517", box.phrase("wild_own")
        return "SB-108", box.phrase("rest_unpaid")
    if L.token_colour(token) != t[L.LEARNING]:
        rule = "SB-513" if is_transmuting(t) else "SB-104"
        return rule, box.phrase("wild_first")
    return "SB-108", box.phrase("rest_unpaid")
