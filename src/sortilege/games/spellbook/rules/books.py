"""The actions a seat may choose: primary actions and own spells (SB-044..048), and copies by Clone (SB-480..499)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.learning import begin_learning, can_learn
from sortilege.games.spellbook.rules.spells import begin_effect, is_focus_take_offered, is_offered

NO_PHASE: Final = 9  # for spells without a phase symbol
# SB-083, SB-094, SB-101: the phase symbol of each spell
# fmt: off
SYMBOL: Final = vec[i64](
    [
        L.MORNING, L.MORNING, L.MORNING,
        L.MORNING, L.MORNING, L.MORNING,
        L.MIDDAY, L.MIDDAY, L.EVENING,
        L.MIDDAY, L.EVENING, L.MIDDAY,
        L.EVENING, L.EVENING, L.MIDDAY,
        L.EVENING, NO_PHASE, NO_PHASE,
        NO_PHASE, NO_PHASE, NO_PHASE,
    ]
)
# fmt: on
COLOUR_BIT: Final = vec[i64]([1, 2, 4, 8, 16, 32, 64])


# ---------------------------------------------------------------- primary actions
def is_primary_offered(t: Cells, action: i64) -> bool:
    """SB-080, SB-081, SB-090, SB-100: return whether the active seat can perform one of the four primary actions
    now."""
    me = t[L.ACTIVE]
    if action == actions.TAKE_1:
        return t[L.ALTAR + L.SIZE] > 0 and L.pool_space(t, me) > 0
    if action == actions.DRAW_2:
        return L.pool_space(t, me) > 0 and L.supply(t) > 0
    if action == actions.STORE_1:
        return L.pool_size(t, me) > 0 and L.free_spaces(t, me) > 0
    return can_learn(t, -1, 0)


def fill_primary(t: Cells, phase: i64, base: i64, into: Cells, n: i64) -> i64:
    """Append the primary actions offered in a phase to `into`, as `base + action`, and return the new length."""
    if phase == L.MORNING:
        if is_primary_offered(t, actions.TAKE_1):
            into[n] = base + actions.TAKE_1
            n += 1
        if is_primary_offered(t, actions.DRAW_2):
            into[n] = base + actions.DRAW_2
            n += 1
    elif phase == L.MIDDAY:
        if is_primary_offered(t, actions.STORE_1):
            into[n] = base + actions.STORE_1
            n += 1
    elif is_primary_offered(t, actions.LEARN_1):
        into[n] = base + actions.LEARN_1
        n += 1
    return n


def begin_primary(t: Cells, action: i64) -> None:
    """Push the steps of Take 1, Draw 2, Store 1 or Learn 1 Spell."""
    if action == actions.TAKE_1:
        L.push_step(t, L.TAKE, 1, L.ANY)
    elif action == actions.DRAW_2:
        L.push_step(t, L.DRAW, 2, L.pool_of(t[L.ACTIVE]))
    elif action == actions.STORE_1:
        L.push_step(t, L.STORE, 1, L.ANY)
    else:
        begin_learning(t, -1, 0)


# ---------------------------------------------------------------- spells of the own book
def fill_levels(t: Cells, spell: i64, low: i64, high: i64, rune: i64, base: i64, into: Cells, n: i64) -> i64:
    """SB-046: write the effects of a card up to its level. Blaze, Storm and Transmutation offer only the highest, which
    contains the lower ones."""
    if spell == box.BLAZE or spell == box.STORM or spell == box.TRANSMUTATION:
        low = high
    level = low
    while level <= high:
        if is_offered(t, spell, level, rune):
            into[n] = base + spell * 3 + level - 3
            n += 1
        level += 1
    return n


def fill_focus_takes(t: Cells, low: i64, high: i64, rune: i64, base: i64, into: Cells, n: i64) -> i64:
    """SB-417, SB-418: write the effects by which Focus takes tokens from the altar, which it has from level 4 on."""
    if high >= 4 and is_focus_take_offered(t, rune):
        level = low
        if level < 4:
            level = 4
        while level <= high:
            into[n] = base + actions.FOCUS_TAKES + level
            n += 1
            level += 1
    return n


def fill_uses(t: Cells, phase: i64, into: Cells, n: i64) -> i64:
    """SB-044, SB-048: write the effects of each learned spell with the symbol of the phase, unless it was learned this
    Day."""
    me = t[L.ACTIVE]
    if L.spells_learned(t, me) == 0:
        return n
    colour: i64 = 0
    while colour < box.COLOURS:
        level = L.level_of(t, me, colour)
        if level > 0 and t[L.LEARNED_TODAY] & COLOUR_BIT[colour] == 0:
            spell = L.spell_of(t, colour)
            if SYMBOL[spell] == phase:
                if spell == box.CLONE:
                    n = fill_clones(t, level, into, n)
                else:
                    n = fill_levels(t, spell, 3, level, L.rune_of(t, me, colour), actions.USE, into, n)
        colour += 1
    if phase == L.EVENING and L.spell_of(t, box.BLACK) == box.FOCUS and t[L.LEARNED_TODAY] & COLOUR_BIT[box.BLACK] == 0:
        n = fill_focus_takes(t, 4, L.level_of(t, me, box.BLACK), L.rune_of(t, me, box.BLACK), actions.USE, into, n)
    return n


# ---------------------------------------------------------------- Clone
def fill_clones(t: Cells, level: i64, into: Cells, n: i64) -> i64:
    """SB-482, SB-495: write the effects of Clone if a copy is possible; at level 5, if one is possible after its cost
    is paid."""
    if can_copy(t, 3, into, n):
        into[n] = actions.USE + box.CLONE * 3
        n += 1
    if level > 3 and can_copy(t, 4, into, n):
        into[n] = actions.USE + box.CLONE * 3 + 1
        n += 1
    if level > 4 and fill_clone_costs(t, into, n) > n:
        into[n] = actions.USE + box.CLONE * 3 + 2
        n += 1
    return n


def can_copy(t: Cells, level: i64, into: Cells, n: i64) -> bool:
    """Return whether Clone can copy anything; `into` is used as scratch space. A primary action is nearly always
    possible."""
    if not L.is_solo(t) and fill_primary(t, copied_phase(level), actions.COPY_ACT, into, n) > n:
        return True
    return fill_copies(t, level, into, n) > n


def copied_phase(level: i64) -> i64:
    """SB-481: return the phase whose actions Clone copies: Midday at level 3, Evening at level 4, Morning at level
    5."""
    if level == 3:
        return L.MIDDAY
    if level == 4:
        return L.EVENING
    return L.MORNING


def fill_copies(t: Cells, level: i64, into: Cells, n: i64) -> i64:
    """SB-483..491: write what Clone can copy: primary actions and spells that other players have learned."""
    phase = copied_phase(level)
    if L.is_solo(t):
        return fill_solo_copies(t, phase, into, n)
    n = fill_primary(t, phase, actions.COPY_ACT, into, n)
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != t[L.ACTIVE]:
            n = fill_copies_from(t, seat, phase, into, n)
        seat += 1
    return n


def fill_copies_from(t: Cells, seat: i64, phase: i64, into: Cells, n: i64) -> i64:
    """SB-486, SB-488: write the effects of another seat's spells up to their owner's level, with the rune on the own
    Clone."""
    rune = L.rune_of(t, t[L.ACTIVE], box.WHITE)
    base = actions.COPY + seat * actions.EFFECTS_PER_OWNER
    colour: i64 = 0
    while colour < box.COLOURS:
        level = L.level_of(t, seat, colour)
        if level > 0 and colour != box.WHITE:  # SB-484: never another Clone
            spell = L.spell_of(t, colour)
            if SYMBOL[spell] == phase:
                n = fill_levels(t, spell, 3, level, rune, base, into, n)
        colour += 1
    if phase == L.EVENING and L.spell_of(t, box.BLACK) == box.FOCUS:
        n = fill_focus_takes(t, 4, L.level_of(t, seat, box.BLACK), rune, base, into, n)
    return n


def fill_solo_copies(t: Cells, phase: i64, into: Cells, n: i64) -> i64:
    """SB-217..220: write what Clone can copy in a solo game: the level 4 effects of spells not yet learned, and no
    primary action."""
    me = t[L.ACTIVE]
    rune = L.rune_of(t, me, box.WHITE)
    base: i64 = actions.COPY + actions.NO_OWNER * actions.EFFECTS_PER_OWNER
    colour: i64 = 0
    while colour < box.COLOURS:
        if colour != box.WHITE and L.level_of(t, me, colour) == 0:
            spell = L.spell_of(t, colour)
            if SYMBOL[spell] == phase:
                n = fill_levels(t, spell, 4, 4, rune, base, into, n)
        colour += 1
    if phase == L.EVENING and L.spell_of(t, box.BLACK) == box.FOCUS and L.level_of(t, me, box.BLACK) == 0:
        n = fill_focus_takes(t, 4, 4, rune, base, into, n)
    return n


def fill_clone_costs(t: Cells, into: Cells, n: i64) -> i64:
    """SB-481, SB-495: write the tokens that can pay for Clone: pool tokens of its rune, if a copy is still possible
    without them."""
    me = t[L.ACTIVE]
    pool = L.pool_of(me)
    token = L.rune_of(t, me, box.WHITE)
    while token < L.BY_RUNE:
        if t[pool + token] > 0:
            L.move_token(t, pool, L.DISCARD, token)
            if can_copy(t, 5, into, n):
                into[n] = actions.DISCARD + token
                n += 1
            L.move_token(t, L.DISCARD, pool, token)
        token += 4
    return n


def begin_clone(t: Cells, level: i64) -> None:
    """SB-494: push the steps of Clone: choose the copy and perform it; at level 5 pay its cost first."""
    L.push_step(t, L.COPY, level, 0)
    if level == 5:
        L.push_step(t, L.CLONE_COST, 1, 0)


def begin_copy(t: Cells, action: i64) -> None:
    """SB-487, SB-490: perform a copy. A copied spell uses the rune on Clone, and if it costs a level, Clone loses
    it."""
    L.pop_step(t)
    if action < actions.COPY:
        begin_primary(t, action - actions.COPY_ACT)
    else:
        effect = (action - actions.COPY) % actions.EFFECTS_PER_OWNER
        begin_effect(t, effect, L.rune_of(t, t[L.ACTIVE], box.WHITE), box.WHITE)
