"""Encodes a seat's knowledge as numbers for a net. Only the next draw is hidden in SpellBook, so every seat knows the
same state; the numbers differ by perspective, because seats are counted clockwise from the viewer.

The meaning of a colour depends on its spell in the line-up, so counts by colour are stored under the spell in play. One
net then covers all 2,187 line-ups, because each spell appears in a third of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.ending import payable
from sortilege.games.spellbook.rules.scoring import colours_stored, opponent_points, score

ALL_SPELLS: Final = 21
MOST_SEATS: Final = 4
ROUNDS: Final = 24  # later rounds count as the last
ON_ALTAR: Final = 4  # the most tokens of a colour on the altar that are told apart
HELD: Final = 5
LEADS: Final = 8  # the most points ahead or behind that are told apart
RACE: Final = 6  # a board with fewer free spaces is close to the end; also the most points told apart then
# parts that describe the table
TABLE: Final = [
    ("seats", MOST_SEATS),
    ("phase", 6),
    ("second morning", 1),
    ("round", ROUNDS),
    ("whose Day", MOST_SEATS),
    ("who decides", MOST_SEATS),
    ("who began", MOST_SEATS),
    ("last round", 1),
    ("Day still to come", MOST_SEATS),  # in the last round
    ("steps to come", L.NEXT_DAY + 3),  # by step; draws to the pool and to the altar are counted separately
    ("learning", ALL_SPELLS * 3),
    ("owed", 1),
    ("line-up", ALL_SPELLS),
    ("altar by spell", ALL_SPELLS * ON_ALTAR),
    ("altar by rune", 3),
    ("pouch by spell", ALL_SPELLS),
    ("pouch by rune", 3),
    ("opponent's track", box.SOLO_SPACES + 1),  # solo, as are the next two
    ("opponent's lower area", 1),
    ("lead over the opponent", 1),
]
# parts that describe each seat
PLACE: Final = [
    ("points", 1),
    ("lead", 1),  # of the viewer over this seat
    ("learned", ALL_SPELLS * 3),  # at level 3, 4, 5 or above
    ("spells", box.COLOURS + 1),
    ("held", ALL_SPELLS * HELD),  # tokens for a spell not yet learned: 1, 2, … or more
    ("payable", ALL_SPELLS * 3),  # with wilds, at level 3, 4, 5
    ("spare", box.POOL_LIMIT + 1),  # tokens that no spell needs
    ("pool", box.POOL_LIMIT + 1),
    ("pool by rune", 3),
    ("rune of a card", 10),  # tokens with the rune of the card, for the five spells that depend on it
    ("board", box.SPACES + 1),
    ("colours stored", 1),  # if Feast is in play
    ("runes stored", 1),  # tokens of the most frequent rune, if Communion is in play
]
# Parts that describe each rival. A player who can fill a board chooses when the game ends, so a single point decides
# then; a sum of weights over the other parts could not express it.
RIVAL: Final = [
    ("lead by points", 2 * LEADS + 1),
    ("race to my last space", RACE * (2 * RACE + 1)),  # spaces left, and by how many points I lead
    ("race to their last space", RACE * (2 * RACE + 1)),
]


class SpellBookFeatures(Features):
    """The features of SpellBook: the table, then each seat clockwise from the viewer."""

    def __init__(self) -> None:
        parts = TABLE.copy()
        for place in ("own", "next", "second", "third"):
            parts += [(f"{place} {name}", n) for name, n in PLACE]
            if place != "own":
                parts += [(f"{place} {name}", n) for name, n in RIVAL]
        super().__init__(parts)

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        t = state.cells
        writer = FeatureWriter(into)
        write_time(writer, t, seat)
        write_steps(writer, t)
        write_tokens(writer, t)
        write_opponent(writer, t)
        seats = t[L.SEATS]
        place: i64 = 0
        while place < seats:
            write_place(writer, t, seat, (seat + place) % seats)
            if place > 0:
                write_rival(writer, t, seat, (seat + place) % seats)
            place += 1
        return writer.n


class FeatureWriter:
    """Writes features part by part; `at` is the index at which the current part begins."""

    def __init__(self, into: Cells) -> None:
        self.into = into
        self.n: i64 = 0
        self.at: i64 = 0

    def put(self, offset: i64, value: i64) -> None:
        """Write one number of the current part without ending it."""
        self.n = put(self.into, self.n, self.at + offset, value)

    def steps(self, offset: i64, value: i64, most: i64) -> None:
        """Write a thermometer code (one flag for each of 1 to `value`) in the current part without ending it."""
        self.n = put_thermometer(self.into, self.n, self.at + offset, value, most)

    def one(self, which: i64, size: i64) -> None:
        """Write a whole part of `size` flags with one set; none if `which` is negative."""
        self.n = put_one_hot(self.into, self.n, self.at, which, size)
        self.at += size

    def number(self, value: i64) -> None:
        """Write a whole part of one number."""
        self.put(0, value)
        self.at += 1


# ---------------------------------------------------------------- the table
def write_time(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write the number of seats, the time of the game and the order of the seats."""
    seats = t[L.SEATS]
    writer.one(seats - 1, MOST_SEATS)
    writer.one(t[L.PHASE], 6)
    second: i64 = 0
    if t[L.MORNINGS] > 1:
        second = 1
    writer.number(second)
    writer.one((t[L.DAY] - 1) // seats, ROUNDS)
    writer.one((t[L.ACTIVE] - seat + seats) % seats, MOST_SEATS)
    decides = t[L.TURN]
    if decides >= 0:
        decides = (decides - seat + seats) % seats
    writer.one(decides, MOST_SEATS)
    writer.one((t[L.FIRST] - seat + seats) % seats, MOST_SEATS)
    ending: i64 = 0
    if t[L.END_BY] >= 0:
        ending = 1
    writer.number(ending)
    if ending != 0:
        other: i64 = 0
        while other < seats:
            if (seat + other - t[L.FIRST] + seats) % seats > (t[L.ACTIVE] - t[L.FIRST] + seats) % seats:
                writer.put(other, 1)
            other += 1
    writer.at += MOST_SEATS


def write_steps(writer: FeatureWriter, t: Cells) -> None:
    """Write the steps left of the action in progress, and the spell being paid for."""
    to_pool = steps_of(t, L.DRAW, L.pool_of(t[L.ACTIVE]))
    to_altar = steps_of(t, L.DRAW, L.ALTAR)
    step: i64 = 1
    while step <= L.NEXT_DAY:
        n = steps_of(t, step, -1)
        if step == L.DRAW:
            n -= to_pool + to_altar
        writer.put(step, n)
        step += 1
    writer.put(L.NEXT_DAY + 1, to_pool)
    writer.put(L.NEXT_DAY + 2, to_altar)
    writer.at += L.NEXT_DAY + 3
    if t[L.LEARNING] >= 0:
        writer.put(L.spell_of(t, t[L.LEARNING]) * 3 + t[L.LEARN_LEVEL] - 3, 1)
        writer.put(ALL_SPELLS * 3, t[L.UNITS_OWED])
    writer.at += ALL_SPELLS * 3 + 1


def steps_of(t: Cells, step: i64, argument: i64) -> i64:
    """Return the sum of the counts of all steps of one type on the stack; a step without a count is 1. `argument` -1
    matches any."""
    total: i64 = 0
    at: i64 = L.STEPS
    end = L.STEPS + 3 * t[L.DEPTH]
    while at < end:
        if t[at] == step and (argument < 0 or t[at + 2] == argument):
            total += 1
            if t[at + 1] > 1:
                total += t[at + 1] - 1
        at += 3
    return total


def write_tokens(writer: FeatureWriter, t: Cells) -> None:
    """Write the line-up, the altar and the pouch."""
    colour: i64 = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.put(L.spell_of(t, colour), 1)
        colour += 1
    writer.at += ALL_SPELLS
    colour = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.steps(L.spell_of(t, colour) * ON_ALTAR, L.count_colour(t, L.ALTAR, colour), ON_ALTAR)
        colour += 1
    writer.at += ALL_SPELLS * ON_ALTAR
    write_runes(writer, t, L.ALTAR)
    colour = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.put(L.spell_of(t, colour), L.count_colour(t, L.POUCH, colour))
        colour += 1
    writer.at += ALL_SPELLS
    write_runes(writer, t, L.POUCH)


def is_known(t: Cells, colour: i64) -> bool:
    """Return whether the spell of a colour is known; it may not have been drawn yet (SB-029)."""
    return L.is_spell_known(t, colour)


def write_runes(writer: FeatureWriter, t: Cells, zone: i64) -> None:
    """Write how many tokens of each rune a zone holds."""
    rune: i64 = 0
    while rune < 3:
        writer.number(L.count_rune(t, zone, rune))
        rune += 1


def write_opponent(writer: FeatureWriter, t: Cells) -> None:
    if L.is_solo(t):
        writer.put(L.count(t, L.TRACK), 1)
        writer.put(box.SOLO_SPACES + 1, L.count(t, L.LOWER))
        writer.put(box.SOLO_SPACES + 2, score(t, 0) - opponent_points(t))
    writer.at += box.SOLO_SPACES + 3


# ---------------------------------------------------------------- one seat
def write_place(writer: FeatureWriter, t: Cells, viewer: i64, seat: i64) -> None:
    """Write a seat's points, book, pool and board."""
    points = score(t, seat)
    writer.number(points)
    writer.number(score(t, viewer) - points)
    write_book(writer, t, seat)
    write_pool(writer, t, seat)
    write_card_runes(writer, t, seat)
    board = L.board_of(seat)
    writer.one(L.count(t, board), box.SPACES + 1)
    colours: i64 = 0
    if L.spell_of(t, box.BLACK) == box.FEAST:
        colours = colours_stored(t, seat)
    writer.number(colours)
    most: i64 = 0
    if L.spell_of(t, box.YELLOW) == box.COMMUNION:
        rune: i64 = 0
        while rune < 3:
            if L.count_rune(t, board, rune) > most:
                most = L.count_rune(t, board, rune)
            rune += 1
    writer.number(most)


def write_rival(writer: FeatureWriter, t: Cells, viewer: i64, seat: i64) -> None:
    """Write the viewer's lead over a rival, and the races to fill either board."""
    lead = score(t, viewer) - score(t, seat)
    writer.one(LEADS + clamp(lead, LEADS), 2 * LEADS + 1)
    write_race(writer, box.SPACES - L.count(t, L.board_of(viewer)), lead)
    write_race(writer, box.SPACES - L.count(t, L.board_of(seat)), lead)


def write_race(writer: FeatureWriter, spaces: i64, lead: i64) -> None:
    """Write the lead for a board with few free spaces, and nothing for a board with more."""
    if spaces < RACE:
        writer.put(spaces * (2 * RACE + 1) + RACE + clamp(lead, RACE), 1)
    writer.at += RACE * (2 * RACE + 1)


def clamp(n: i64, most: i64) -> i64:
    """Limit n to the range from -most to most."""
    if n > most:
        return most
    if n < -most:
        return -most
    return n


def write_book(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write the learned spells of a seat."""
    colour: i64 = 0
    while colour < box.COLOURS:
        level = L.level_of(t, seat, colour)
        if level > 0:
            writer.steps(L.spell_of(t, colour) * 3, level - 2, 3)
        colour += 1
    writer.at += ALL_SPELLS * 3
    writer.one(L.spells_learned(t, seat), box.COLOURS + 1)


def write_pool(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write a seat's tokens by the spell they can pay for, and those that no spell needs."""
    pool = L.pool_of(seat)
    spare: i64 = 0
    colour: i64 = 0
    while colour < box.COLOURS:
        n = L.count_colour(t, pool, colour)
        if L.level_of(t, seat, colour) > 0:
            spare += n
        elif n > 0:
            writer.steps(L.spell_of(t, colour) * HELD, n, HELD)
            if n > HELD:
                spare += n - HELD
        colour += 1
    writer.at += ALL_SPELLS * HELD
    colour = 0
    while colour < box.COLOURS:
        n = L.count_colour(t, pool, colour)
        if n > 0 and L.level_of(t, seat, colour) == 0:
            writer.steps(L.spell_of(t, colour) * 3, payable(t, pool, colour) - 2, 3)
        colour += 1
    writer.at += ALL_SPELLS * 3
    writer.one(spare, box.POOL_LIMIT + 1)
    writer.one(L.count(t, pool), box.POOL_LIMIT + 1)
    write_runes(writer, t, pool)


def write_card_runes(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Write how many tokens have the rune of each card that depends on its rune."""
    pool = L.pool_of(seat)
    write_card_rune(writer, t, seat, box.BLACK, box.FOCUS, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.WHITE, box.CLONE, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.BLUE, box.TRANSMUTATION, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.BLUE, box.MIRAGE, L.POUCH, L.ALTAR)
    write_card_rune(writer, t, seat, box.YELLOW, box.COMMUNION, pool, L.board_of(seat))


def write_card_rune(writer: FeatureWriter, t: Cells, seat: i64, colour: i64, spell: i64, near: i64, far: i64) -> None:
    """Write how many tokens of two zones have the rune of a learned card."""
    if L.spell_of(t, colour) == spell and L.level_of(t, seat, colour) > 0:
        rune = L.card_rune(t, seat, colour)
        writer.put(0, L.count_rune(t, near, rune))
        writer.put(1, L.count_rune(t, far, rune))
    writer.at += 2
