"""The actions a seat may choose: primary actions and own spells (SB-044..048), and copies by Clone (SB-480..499).

A function named `fill_…` appends action ids to the `length` ids that `into` already has and returns the new length.
"""

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
SOLO_COPY_LEVEL: Final = 4  # SB-217: the level of the effects that Clone copies in a solo game


# ---------------------------------------------------------------- primary actions
def is_primary_offered(t: Cells, action: i64) -> bool:
    """Return whether the active seat can perform a primary action (SB-080, SB-081, SB-090, SB-100)."""
    active_seat = t[L.ACTIVE]
    if action == actions.TAKE_1:
        return L.count(t, L.ALTAR) > 0 and L.pool_space(t, active_seat) > 0
    if action == actions.DRAW_2:
        return L.supply(t) > 0 and L.pool_space(t, active_seat) > 0
    if action == actions.STORE_1:
        return L.count(t, L.pool_of(active_seat)) > 0 and L.free_spaces(t, active_seat) > 0
    return can_learn(t)


def fill_primary(t: Cells, phase: i64, first_id: i64, into: Cells, length: i64) -> i64:
    """Append the primary actions (Take 1, Draw 2, Store 1, Learn 1 Spell) that are possible in a phase to the `length`
    ids in `into`. Return the new length. `first_id` is actions.ACT, or actions.COPY_ACT for a copy by Clone."""
    if phase == L.MORNING:
        if is_primary_offered(t, actions.TAKE_1):
            length = L.append(into, length, first_id + actions.TAKE_1)
        if is_primary_offered(t, actions.DRAW_2):
            length = L.append(into, length, first_id + actions.DRAW_2)
    elif phase == L.MIDDAY:
        if is_primary_offered(t, actions.STORE_1):
            length = L.append(into, length, first_id + actions.STORE_1)
    elif is_primary_offered(t, actions.LEARN_1):
        length = L.append(into, length, first_id + actions.LEARN_1)
    return length


def begin_primary(t: Cells, action: i64) -> None:
    """Push the steps of a primary action: Take 1, Draw 2, Store 1 or Learn 1 Spell."""
    if action == actions.TAKE_1:
        L.push_step(t, L.TAKE, 1, L.ANY)
    elif action == actions.DRAW_2:
        L.push_step(t, L.DRAW, 2, L.pool_of(t[L.ACTIVE]))
    elif action == actions.STORE_1:
        L.push_step(t, L.STORE, 1, L.ANY)
    else:
        begin_learning(t)


# ---------------------------------------------------------------- spells of the own book
def fill_levels(
    t: Cells, spell: i64, min_level: i64, max_level: i64, rune: i64, first_id: i64, into: Cells, length: i64
) -> i64:
    """Append the actions that use a spell at a level from `min_level` to `max_level`, each as `first_id + effect`, and
    return the new length (SB-046). `rune` is the rune on the card used."""
    lowest = min_level
    contains_lower_levels = spell == box.BLAZE or spell == box.STORM or spell == box.TRANSMUTATION
    if contains_lower_levels:  # the effect at the highest level includes the effects at the lower ones
        lowest = max_level
    for level in range(lowest, max_level + 1):
        if is_offered(t, spell, level, rune):
            length = L.append(into, length, first_id + L.effect_of(spell, level))
    return length


def fill_focus_takes(t: Cells, max_level: i64, rune: i64, first_id: i64, into: Cells, length: i64) -> i64:
    """Append the actions by which the spell Focus takes altar tokens of `rune`, at each level from 4 to `max_level`. If
    `max_level` is lower, there are none. Return the new length (SB-417, SB-418)."""
    if max_level >= actions.FOCUS_TAKES_FROM and is_focus_take_offered(t, rune):
        for level in range(actions.FOCUS_TAKES_FROM, max_level + 1):
            length = L.append(into, length, first_id + actions.FOCUS_TAKES + level)
    return length


def fill_uses(t: Cells, phase: i64, into: Cells, length: i64) -> i64:
    """Append the actions that use a spell of the active seat in a phase, and return the new length. A spell is usable
    if its symbol is the phase and it was not learned today (SB-044, SB-048)."""
    active_seat = t[L.ACTIVE]
    if L.spells_learned(t, active_seat) == 0:
        return length
    for colour in range(i64(box.COLOURS)):
        spell = L.spell_of(t, colour)
        level = L.level_of(t, active_seat, colour)
        if level == 0 or SYMBOL[spell] != phase or L.was_learned_today(t, colour):
            continue
        if spell == box.CLONE:
            length = fill_clones(t, level, into, length)
        else:
            rune = L.card_rune(t, active_seat, colour)
            length = fill_levels(t, spell, box.MIN_LEVEL, level, rune, actions.USE, into, length)
    if phase == L.EVENING and not L.was_learned_today(t, box.BLACK):  # Focus can also take tokens
        level = L.spell_level(t, active_seat, box.FOCUS)
        length = fill_focus_takes(t, level, L.card_rune(t, active_seat, box.BLACK), actions.USE, into, length)
    return length


# ---------------------------------------------------------------- Clone
def fill_clones(t: Cells, clone_level: i64, into: Cells, length: i64) -> i64:
    """Append the actions that use Clone at each level up to `clone_level` at which it can copy an action. Return the
    new length. At level 5 a copy must still be possible after the cost of Clone is paid (SB-482, SB-495)."""
    for level in range(box.MIN_LEVEL, clone_level + 1):
        if level == box.MAX_LEVEL:
            can_use = fill_clone_costs(t, into, length) > length  # only counted: the costs are overwritten below
        else:
            can_use = can_copy(t, level, into, length)
        if can_use:
            length = L.append(into, length, actions.USE + L.effect_of(box.CLONE, level))
    return length


def can_copy(t: Cells, level: i64, scratch: Cells, length: i64) -> bool:
    """Return whether Clone can copy an action at this level. Cells of `scratch` from `length` on are overwritten."""
    phase = copied_phase(level)
    if not L.is_solo(t) and fill_primary(t, phase, actions.COPY_ACT, scratch, length) > length:
        return True  # nearly always, so the slower search through the spells is rarely needed
    return fill_copies(t, level, scratch, length) > length


def copied_phase(level: i64) -> i64:
    """Return the phase whose actions Clone copies: Midday at level 3, Evening at level 4, Morning at 5 (SB-481)."""
    if level == 3:
        return L.MIDDAY
    if level == 4:
        return L.EVENING
    return L.MORNING


def fill_copies(t: Cells, level: i64, into: Cells, length: i64) -> i64:
    """Append the actions that Clone can copy at this level, and return the new length (SB-483..491)."""
    phase = copied_phase(level)
    if L.is_solo(t):
        return fill_solo_copies(t, phase, into, length)
    length = fill_primary(t, phase, actions.COPY_ACT, into, length)
    for seat in range(t[L.SEATS]):
        if seat != t[L.ACTIVE]:
            length = fill_copies_from(t, seat, phase, into, length)
    return length


def fill_copies_from(t: Cells, owner: i64, phase: i64, into: Cells, length: i64) -> i64:
    """Append the actions by which Clone copies a spell of this phase that the seat `owner` has learned, up to the
    owner's level. Return the new length. A copy uses the rune on the active seat's Clone (SB-486, SB-488)."""
    clone_rune = L.card_rune(t, t[L.ACTIVE], box.WHITE)
    first_id = actions.COPY + owner * actions.EFFECTS_PER_OWNER
    for colour in range(i64(box.COLOURS)):
        spell = L.spell_of(t, colour)
        level = L.level_of(t, owner, colour)
        if level > 0 and SYMBOL[spell] == phase and spell != box.CLONE:  # SB-484: never another Clone
            length = fill_levels(t, spell, box.MIN_LEVEL, level, clone_rune, first_id, into, length)
    if phase == L.EVENING:
        level = L.spell_level(t, owner, box.FOCUS)
        length = fill_focus_takes(t, level, clone_rune, first_id, into, length)
    return length


def fill_solo_copies(t: Cells, phase: i64, into: Cells, length: i64) -> i64:
    """Append the actions that Clone can copy in a solo game, and return the new length: the spells of this phase that
    the player has not learned, at level 4, and no primary actions (SB-217..220)."""
    active_seat = t[L.ACTIVE]
    level: i64 = SOLO_COPY_LEVEL
    clone_rune = L.card_rune(t, active_seat, box.WHITE)
    first_id: i64 = actions.COPY + actions.NO_OWNER * actions.EFFECTS_PER_OWNER
    for colour in range(i64(box.COLOURS)):
        spell = L.spell_of(t, colour)
        if L.level_of(t, active_seat, colour) == 0 and SYMBOL[spell] == phase and spell != box.CLONE:
            length = fill_levels(t, spell, level, level, clone_rune, first_id, into, length)
    if phase == L.EVENING and L.is_in_play(t, box.FOCUS) and L.level_of(t, active_seat, box.BLACK) == 0:
        length = fill_focus_takes(t, level, clone_rune, first_id, into, length)
    return length


def fill_clone_costs(t: Cells, into: Cells, length: i64) -> i64:
    """Append the actions that discard a pool token with the rune on Clone as the cost of Clone, and return the new
    length. A copy must be possible without the token, so it is removed for a trial (SB-481, SB-495)."""
    active_seat = t[L.ACTIVE]
    pool = L.pool_of(active_seat)
    clone_rune = L.card_rune(t, active_seat, box.WHITE)
    for token in range(clone_rune, i64(L.TOKENS_END), L.ROW):  # this rune in each colour
        if t[pool + token] > 0:
            L.move_token(t, pool, L.DISCARD, token)
            if can_copy(t, box.MAX_LEVEL, into, length):
                length = L.append(into, length, actions.DISCARD + token)
            L.move_token(t, L.DISCARD, pool, token)
    return length


def begin_clone(t: Cells, level: i64) -> None:
    """Push the steps of Clone, the last one first: pay a cost (at level 5), choose what to copy (SB-494)."""
    L.push_step(t, L.COPY, count=level)
    if level == box.MAX_LEVEL:
        L.push_step(t, L.CLONE_COST, count=1)


def begin_copy(t: Cells, action: i64) -> None:
    """Begin the action that Clone copies. It uses Clone's rune, and may lower Clone (SB-487, SB-490)."""
    L.pop_step(t)
    is_primary = action < actions.COPY
    if is_primary:
        begin_primary(t, action - actions.COPY_ACT)
    else:
        effect = (action - actions.COPY) % actions.EFFECTS_PER_OWNER
        begin_effect(t, effect, L.card_rune(t, t[L.ACTIVE], box.WHITE), box.WHITE)
