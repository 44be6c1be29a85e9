"""Encodes what a seat knows as a vector of numbers, the input of a trained net. Only the next draw is hidden in
SpellBook, so every seat knows the same state; the numbers differ only because seats are counted clockwise from the
viewer.

What a token of a colour is worth depends on the spell of that colour in play. Counts by colour are therefore stored
under that spell, with a slot for each of the 21 spells. One net then covers all 2,187 combinations of seven spells,
because each spell appears in a third of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.learning import payable_with_triples
from sortilege.games.spellbook.rules.scoring import colours_stored, opponent_points, score

ALL_SPELLS: Final = 21
LEVELS: Final = 3
EFFECTS: Final = ALL_SPELLS * LEVELS
MAX_SEATS: Final = 4
PHASES: Final = 6
MAX_ROUNDS: Final = 24  # later rounds count as the last
MAX_ON_ALTAR: Final = 4  # more tokens of a colour on the altar count as this many
MAX_HELD: Final = 5  # a spell costs at most so many tokens of its colour; more are spare
MAX_LEAD: Final = 8  # a greater lead or deficit in points counts as this one
RACE_LIMIT: Final = 6  # a board with fewer free spaces than this is close to the end; also the greatest lead counted
STEPS: Final = 28  # the numbers of all steps are lower
ANY_ARGUMENT: Final = -1  # for `count_pending`: count steps with any argument
# the parts that describe the table, each with its length
TABLE_PARTS: Final = [
    ("seats", MAX_SEATS),
    ("phase", PHASES),
    ("second morning", 1),
    ("round", MAX_ROUNDS),
    ("whose Day", MAX_SEATS),
    ("who decides", MAX_SEATS),
    ("who began", MAX_SEATS),
    ("last round", 1),
    ("Day still to come", MAX_SEATS),  # in the last round
    ("steps to come", STEPS + 2),  # by step; draws to the pool and to the altar are counted separately
    ("learning", EFFECTS),
    ("owed", 1),
    ("line-up", ALL_SPELLS),  # the spells in play
    ("altar by spell", ALL_SPELLS * MAX_ON_ALTAR),
    ("altar by rune", box.RUNES),
    ("pouch by spell", ALL_SPELLS),
    ("pouch by rune", box.RUNES),
    ("opponent's track", box.SOLO_SPACES + 1),  # solo, as are the next two
    ("opponent's lower area", 1),
    ("lead over the opponent", 1),
]
# the parts that describe each seat
SEAT_PARTS: Final = [
    ("points", 1),
    ("lead", 1),  # of the viewer over this seat
    ("learned", EFFECTS),  # at level 3, 4, 5 or above
    ("spells", box.COLOURS + 1),
    ("held", ALL_SPELLS * MAX_HELD),  # tokens for a spell not yet learned: 1, 2, … or more
    ("payable", EFFECTS),  # with wilds, at level 3, 4, 5
    ("spare", box.POOL_LIMIT + 1),  # tokens that no spell needs
    ("pool", box.POOL_LIMIT + 1),
    ("pool by rune", box.RUNES),
    ("rune of a card", 10),  # tokens in two zones with the rune of the card, for the five spells that depend on it
    ("board", box.SPACES + 1),
    ("colours stored", 1),  # if Feast is in play
    ("runes stored", 1),  # tokens of the most frequent rune, if Communion is in play
]
# The parts that describe each rival. A player who can fill a board chooses when the game ends, so a single point
# decides then; a sum of weights over the other parts could not express it.
RIVAL_PARTS: Final = [
    ("lead by points", 2 * MAX_LEAD + 1),
    ("race to my last space", RACE_LIMIT * (2 * RACE_LIMIT + 1)),  # spaces left, and by how many points I lead
    ("race to their last space", RACE_LIMIT * (2 * RACE_LIMIT + 1)),
]


class SpellBookFeatures(Features):
    """The numbers that describe a state to a neural net: the table, then each seat from the viewer on."""

    def __init__(self) -> None:
        parts = TABLE_PARTS.copy()
        for owner in ("own", "next", "second", "third"):
            parts += [(f"{owner} {name}", length) for name, length in SEAT_PARTS]
            if owner != "own":
                parts += [(f"{owner} {name}", length) for name, length in RIVAL_PARTS]
        super().__init__(parts)

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        t = state.cells
        writer = FeatureWriter(into)
        write_time(writer, t, seat)
        write_steps(writer, t)
        write_tokens(writer, t)
        write_opponent(writer, t)
        write_seat(writer, t, seat, seat)
        for distance in range(1, t[L.SEATS]):
            rival = (seat + distance) % t[L.SEATS]
            write_seat(writer, t, seat, rival)
            write_rival(writer, t, seat, rival)
        return writer.pairs


class FeatureWriter:
    """Writes features, numbers that describe a state, as pairs (index, value). Zeros are not written."""

    def __init__(self, into: Cells) -> None:
        self.into = into
        self.pairs: i64 = 0  # number of pairs written
        self.part_start: i64 = 0  # index of the first feature of the current part

    def put(self, offset: i64, value: i64) -> None:
        """Write the number at an offset within the current part. The part goes on."""
        self.pairs = put(self.into, self.pairs, self.part_start + offset, value)

    def put_thermometer(self, offset: i64, value: i64, flags: i64) -> None:
        """Write a value as `flags` numbers of the current part: the first `value` are 1, the others 0."""
        self.pairs = put_thermometer(self.into, self.pairs, self.part_start + offset, value, flags)

    def end_part(self, length: i64) -> None:
        """End the current part, which has this length. The numbers that were not written are 0."""
        self.part_start += length

    def write_one_hot(self, index: i64, length: i64) -> None:
        """Write a whole part in which only the number at `index` is 1. If `index` is negative, all numbers are 0."""
        self.pairs = put_one_hot(self.into, self.pairs, self.part_start, index, length)
        self.end_part(length)

    def write_number(self, value: i64) -> None:
        """Write a whole part of one number."""
        self.put(0, value)
        self.end_part(1)

    def write_flag(self, flag: bool) -> None:
        """Write a whole part of one number, 1 or 0."""
        if flag:
            self.put(0, 1)
        self.end_part(1)


# ---------------------------------------------------------------- the table
def write_time(writer: FeatureWriter, t: Cells, viewer: i64) -> None:
    """Write the number of seats, the time in the game, whose turn it is, and which seats still have a last Day."""
    seats = t[L.SEATS]
    completed_rounds = (t[L.DAY] - 1) // seats
    writer.write_one_hot(seats - 1, MAX_SEATS)
    writer.write_one_hot(t[L.PHASE], PHASES)
    writer.write_flag(t[L.MORNINGS] > 1)
    writer.write_one_hot(completed_rounds, MAX_ROUNDS)
    writer.write_one_hot(distance_from(t, viewer, t[L.ACTIVE]), MAX_SEATS)
    distance_to_mover = t[L.TURN]  # negative at CHANCE or OVER
    if t[L.TURN] >= 0:
        distance_to_mover = distance_from(t, viewer, t[L.TURN])
    writer.write_one_hot(distance_to_mover, MAX_SEATS)
    writer.write_one_hot(distance_from(t, viewer, t[L.FIRST]), MAX_SEATS)
    writer.write_flag(L.is_end_triggered(t))
    if L.is_end_triggered(t):
        for distance in range(seats):
            if L.place_in_round(t, viewer + distance) > L.place_in_round(t, t[L.ACTIVE]):
                writer.put(distance, 1)
    writer.end_part(MAX_SEATS)


def distance_from(t: Cells, viewer: i64, seat: i64) -> i64:
    """Return the number of seats from the viewer clockwise to a seat: 0 for the viewer, 1 for the next seat."""
    return (seat - viewer + t[L.SEATS]) % t[L.SEATS]


def write_steps(writer: FeatureWriter, t: Cells) -> None:
    """Write how much of the action in progress is left: the count of each step (separately for draws to the pool and to
    the altar), the spell being learned, and the unpaid part of its price."""
    draws_to_pool = count_pending(t, L.DRAW, L.pool_of(t[L.ACTIVE]))
    draws_to_altar = count_pending(t, L.DRAW, L.ALTAR)
    for step in range(1, i64(STEPS)):
        pending = count_pending(t, step, ANY_ARGUMENT)
        if step == L.DRAW:
            pending -= draws_to_pool + draws_to_altar
        writer.put(step, pending)
    writer.put(STEPS, draws_to_pool)
    writer.put(STEPS + 1, draws_to_altar)
    writer.end_part(STEPS + 2)
    colour = t[L.LEARNING]
    if colour != L.NONE:
        writer.put(L.effect_of(L.spell_of(t, colour), t[L.LEARN_LEVEL]), 1)
        writer.put(EFFECTS, t[L.UNITS_OWED])
    writer.end_part(EFFECTS + 1)


def count_pending(t: Cells, step: i64, argument: i64) -> i64:
    """Return how often a step, such as DRAW, is still to be carried out: the sum of its counts on the stack. A step
    without a count (0) counts once. Steps with another argument are left out, unless it is ANY_ARGUMENT."""
    total: i64 = 0
    for cell in range(L.STEPS, L.STEPS + L.STEP_CELLS * t[L.DEPTH], L.STEP_CELLS):
        if t[cell] == step and (argument == ANY_ARGUMENT or t[cell + L.STEP_ARGUMENT] == argument):
            step_count = t[cell + L.STEP_COUNT]
            if step_count < 1:
                step_count = 1
            total += step_count
    return total


def write_tokens(writer: FeatureWriter, t: Cells) -> None:
    """Write the spells in play, and the tokens of altar and pouch by spell and by rune. Undrawn spells are left out."""
    for colour in range(i64(box.COLOURS)):
        if L.is_spell_known(t, colour):
            writer.put(L.spell_of(t, colour), 1)
    writer.end_part(ALL_SPELLS)
    for colour in range(i64(box.COLOURS)):
        if L.is_spell_known(t, colour):
            on_altar = L.count_colour(t, L.ALTAR, colour)
            writer.put_thermometer(L.spell_of(t, colour) * MAX_ON_ALTAR, on_altar, MAX_ON_ALTAR)
    writer.end_part(ALL_SPELLS * MAX_ON_ALTAR)
    write_runes(writer, t, L.ALTAR)
    for colour in range(i64(box.COLOURS)):
        if L.is_spell_known(t, colour):
            writer.put(L.spell_of(t, colour), L.count_colour(t, L.POUCH, colour))
    writer.end_part(ALL_SPELLS)
    write_runes(writer, t, L.POUCH)


def write_runes(writer: FeatureWriter, t: Cells, zone: i64) -> None:
    """Write how many tokens of each rune a zone holds."""
    for rune in range(i64(box.RUNES)):
        writer.put(rune, L.count_rune(t, zone, rune))
    writer.end_part(box.RUNES)


def write_opponent(writer: FeatureWriter, t: Cells) -> None:
    """Write the solo opponent's track and lower area, and the player's lead. With several seats all are 0."""
    track_part_length: i64 = box.SOLO_SPACES + 1
    if L.is_solo(t):
        writer.put(L.count(t, L.TRACK), 1)
        writer.put(track_part_length, L.count(t, L.LOWER))
        writer.put(track_part_length + 1, score(t, 0) - opponent_points(t))
    writer.end_part(track_part_length + 2)


# ---------------------------------------------------------------- one seat
def write_seat(writer: FeatureWriter, t: Cells, viewer: i64, seat: i64) -> None:
    """Write the parts about a seat: its points, the viewer's lead over it, its learned spells, pool and board."""
    points = score(t, seat)
    writer.write_number(points)
    writer.write_number(score(t, viewer) - points)
    write_book(writer, t, seat)
    write_pool(writer, t, seat)
    write_card_runes(writer, t, seat)
    board = L.board_of(seat)
    writer.write_one_hot(L.count(t, board), box.SPACES + 1)
    colours: i64 = 0
    if L.is_in_play(t, box.FEAST):  # this spell scores for stored colours
        colours = colours_stored(t, seat)
    writer.write_number(colours)
    rune_count: i64 = 0
    if L.is_in_play(t, box.COMMUNION):  # this spell scores for stored tokens of a rune
        rune_count = L.max_rune_count(t, board)
    writer.write_number(rune_count)


def write_rival(writer: FeatureWriter, t: Cells, viewer: i64, rival: i64) -> None:
    """Write the viewer's lead over a rival, once alone and once with the free spaces of each of their two boards. A
    full board ends the game, so the lead matters more if a board is nearly full."""
    lead = score(t, viewer) - score(t, rival)
    write_lead(writer, lead)
    write_race(writer, L.free_spaces(t, viewer), lead)
    write_race(writer, L.free_spaces(t, rival), lead)


def write_lead(writer: FeatureWriter, lead: i64) -> None:
    """Write a part with one number for each lead from -MAX_LEAD to MAX_LEAD. The number of the present lead is 1."""
    lead_index = clamp(lead, MAX_LEAD) + MAX_LEAD  # 0 for the greatest deficit
    writer.write_one_hot(lead_index, 2 * MAX_LEAD + 1)


def write_race(writer: FeatureWriter, free_spaces: i64, lead: i64) -> None:
    """Write a part with one number for each pair of free spaces on a board and viewer's lead. The number of the present
    pair is 1. If the board has many free spaces, all numbers are 0."""
    leads: i64 = 2 * RACE_LIMIT + 1  # numbers for each number of free spaces
    is_nearly_full = free_spaces < RACE_LIMIT
    if is_nearly_full:
        lead_index = clamp(lead, RACE_LIMIT) + RACE_LIMIT  # 0 for the greatest deficit
        writer.put(free_spaces * leads + lead_index, 1)
    writer.end_part(RACE_LIMIT * leads)


def clamp(number: i64, limit: i64) -> i64:
    """Limit a number to the range from -limit to limit."""
    if number > limit:
        return limit
    if number < -limit:
        return -limit
    return number


def write_book(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write the parts about a seat's learned spells: the level of each spell, and the number of learned spells."""
    for colour in range(i64(box.COLOURS)):
        level = L.level_of(t, seat, colour)
        if level > 0:
            writer.put_thermometer(L.spell_of(t, colour) * LEVELS, level - box.MIN_LEVEL + 1, LEVELS)
    writer.end_part(EFFECTS)
    writer.write_one_hot(L.spells_learned(t, seat), box.COLOURS + 1)


def write_pool(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write the parts about a seat's pool: the tokens for each unlearned spell, the payable levels, the number of spare
    tokens (no spell needs them), the size of the pool, and its runes."""
    pool = L.pool_of(seat)
    spare: i64 = 0
    for colour in range(i64(box.COLOURS)):
        tokens = L.count_colour(t, pool, colour)
        if L.level_of(t, seat, colour) > 0:
            spare += tokens
        elif tokens > 0:
            writer.put_thermometer(L.spell_of(t, colour) * MAX_HELD, tokens, MAX_HELD)
            if tokens > MAX_HELD:
                spare += tokens - MAX_HELD
    writer.end_part(ALL_SPELLS * MAX_HELD)
    for colour in range(i64(box.COLOURS)):
        if L.count_colour(t, pool, colour) > 0 and L.level_of(t, seat, colour) == 0:
            payable_levels = payable_with_triples(t, pool, colour) - box.MIN_LEVEL + 1
            writer.put_thermometer(L.spell_of(t, colour) * LEVELS, payable_levels, LEVELS)
    writer.end_part(EFFECTS)
    writer.write_one_hot(spare, box.POOL_LIMIT + 1)
    writer.write_one_hot(L.count(t, pool), box.POOL_LIMIT + 1)
    write_runes(writer, t, pool)


def write_card_runes(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write a part about each of the five spells that work with the tokens of one rune, the rune on the seat's card. It
    contains the number of tokens of this rune in the two zones that matter most to the spell."""
    pool = L.pool_of(seat)
    write_card_rune(writer, t, seat, box.FOCUS, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.CLONE, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.TRANSMUTATION, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.MIRAGE, L.POUCH, L.ALTAR)
    write_card_rune(writer, t, seat, box.COMMUNION, pool, L.board_of(seat))


def write_card_rune(writer: FeatureWriter, t: Cells, seat: i64, spell: i64, first_zone: i64, second_zone: i64) -> None:
    """Write how many tokens of two zones have the rune on a seat's card of a spell, or 0 if it is not learned."""
    if L.spell_level(t, seat, spell) > 0:
        rune = L.card_rune(t, seat, L.spell_colour(spell))
        writer.put(0, L.count_rune(t, first_zone, rune))
        writer.put(1, L.count_rune(t, second_zone, rune))
    writer.end_part(2)
