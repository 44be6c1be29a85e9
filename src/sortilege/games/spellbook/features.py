"""A seat's knowledge as numbers. Nothing is hidden in SpellBook but the next draw, so every seat knows the same table;
what differs is whose book is whose: seats are told from the one that viewer, clockwise.

A colour means what its spell does, and that differs from line-up to line-up: so whatever is counted by colour is filed
under the spell in play. One net then knows all 2,187 line-ups, for each spell appears in a third of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.features import Features, put, put_one, put_steps
from sortilege.core.state import State
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.ending import payable
from sortilege.games.spellbook.rules.scoring import colours_stored, opponent_points, score

ALL_SPELLS: Final = 21
MOST_SEATS: Final = 4
ROUNDS: Final = 24  # later ones count as the last
ON_ALTAR: Final = 4  # more of a colour on the altar count as so many
HELD: Final = 5
LEADS: Final = 8  # points ahead or behind that are told apart
RACE: Final = 6  # spaces left on a board from where on the end is near; and points ahead or behind that matter then
# what the table shows everybody
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
    ("steps to come", L.NEXT_DAY + 3),  # by kind; draws to a pool, to the altar, and for others stand apart
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
# what lies before each seat
PLACE: Final = [
    ("points", 1),
    ("lead", 1),  # of the seat that viewer over this one
    ("learned", ALL_SPELLS * 3),  # at level 3, 4, 5 or above
    ("spells", box.COLOURS + 1),
    ("held", ALL_SPELLS * HELD),  # tokens for a spell not yet learned: 1, 2, … or more
    ("payable", ALL_SPELLS * 3),  # with wilds, at level 3, 4, 5
    ("spare", box.POOL_LIMIT + 1),  # tokens no spell wants
    ("pool", box.POOL_LIMIT + 1),
    ("pool by rune", 3),
    ("rune of a card", 10),  # tokens that bear it, for the five spells that ask for theirs
    ("board", box.SPACES + 1),
    ("colours stored", 1),  # where Feast is in play
    ("runes stored", 1),  # of the commonest, where Communion is in play
]
# and before each other seat. Whoever fills a board ends the game at a moment of their choice, so a point more or less
# decides then: a sum of weights alone would not see it.
RIVAL: Final = [
    ("lead by points", 2 * LEADS + 1),
    ("race to my last space", RACE * (2 * RACE + 1)),  # spaces left, and by how many points I lead
    ("race to their last space", RACE * (2 * RACE + 1)),
]


class SpellBookFeatures(Features):
    """What a seat knows of SpellBook."""

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
    """Where the numbers are written: `at` is the index the next part begins with."""

    def __init__(self, into: Cells) -> None:
        self.into = into
        self.n: i64 = 0
        self.at: i64 = 0

    def put(self, offset: i64, value: i64) -> None:
        """One number of the part under way; the part goes on."""
        self.n = put(self.into, self.n, self.at + offset, value)

    def steps(self, offset: i64, value: i64, most: i64) -> None:
        """A thermometer within the part under way."""
        self.n = put_steps(self.into, self.n, self.at + offset, value, most)

    def one(self, which: i64, size: i64) -> None:
        """A part of flags of which one is set; none where `which` is below 0."""
        self.n = put_one(self.into, self.n, self.at, which, size)
        self.at += size

    def number(self, value: i64) -> None:
        """A part of one number."""
        self.put(0, value)
        self.at += 1


# ---------------------------------------------------------------- the table
def write_time(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """Size, moment, and who is when."""
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
    """What the action under way will still bring, and the spell being paid for."""
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
        writer.put(ALL_SPELLS * 3, t[L.OWED])
    writer.at += ALL_SPELLS * 3 + 1


def steps_of(t: Cells, step: i64, argument: i64) -> i64:
    """How much of a kind of step is to come; steps that have no number count 1."""
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
    """The line-up, altar and pouch."""
    colour: i64 = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.put(L.spell_of(t, colour), 1)
        colour += 1
    writer.at += ALL_SPELLS
    colour = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.steps(L.spell_of(t, colour) * ON_ALTAR, t[L.ALTAR + colour * 4 + 3], ON_ALTAR)
        colour += 1
    writer.at += ALL_SPELLS * ON_ALTAR
    write_runes(writer, t, L.ALTAR)
    colour = 0
    while colour < box.COLOURS:
        if is_known(t, colour):
            writer.put(L.spell_of(t, colour), t[L.POUCH + colour * 4 + 3])
        colour += 1
    writer.at += ALL_SPELLS
    write_runes(writer, t, L.POUCH)


def is_known(t: Cells, colour: i64) -> bool:
    """Whether the spell of a colour has been drawn (SB-029)."""
    return t[L.SPELL + colour] >= 0


def write_runes(writer: FeatureWriter, t: Cells, zone: i64) -> None:
    """How many tokens of each rune lie in a zone."""
    rune: i64 = 0
    while rune < 3:
        writer.number(t[zone + L.BY_RUNE + rune])
        rune += 1


def write_opponent(writer: FeatureWriter, t: Cells) -> None:
    """The solo opponent."""
    if L.is_solo(t):
        writer.put(t[L.TRACK + L.SIZE], 1)
        writer.put(box.SOLO_SPACES + 1, t[L.LOWER + L.SIZE])
        writer.put(box.SOLO_SPACES + 2, score(t, 0) - opponent_points(t))
    writer.at += box.SOLO_SPACES + 3


# ---------------------------------------------------------------- one seat
def write_place(writer: FeatureWriter, t: Cells, viewer: i64, seat: i64) -> None:
    """What lies before a seat."""
    points = score(t, seat)
    writer.number(points)
    writer.number(score(t, viewer) - points)
    write_book(writer, t, seat)
    write_pool(writer, t, seat)
    write_card_runes(writer, t, seat)
    board = L.board_of(seat)
    writer.one(t[board + L.SIZE], box.SPACES + 1)
    colours: i64 = 0
    if L.spell_of(t, box.BLACK) == box.FEAST:
        colours = colours_stored(t, seat)
    writer.number(colours)
    most: i64 = 0
    if L.spell_of(t, box.YELLOW) == box.COMMUNION:
        rune: i64 = 0
        while rune < 3:
            if t[board + L.BY_RUNE + rune] > most:
                most = t[board + L.BY_RUNE + rune]
            rune += 1
    writer.number(most)


def write_rival(writer: FeatureWriter, t: Cells, viewer: i64, seat: i64) -> None:
    """How the seat that viewer stands against this one, and who may end the game soon."""
    lead = score(t, viewer) - score(t, seat)
    writer.one(LEADS + clamp(lead, LEADS), 2 * LEADS + 1)
    write_race(writer, box.SPACES - t[L.board_of(viewer) + L.SIZE], lead)
    write_race(writer, box.SPACES - t[L.board_of(seat) + L.SIZE], lead)


def write_race(writer: FeatureWriter, spaces: i64, lead: i64) -> None:
    """A board that is nearly full: nothing where it is not."""
    if spaces < RACE:
        writer.put(spaces * (2 * RACE + 1) + RACE + clamp(lead, RACE), 1)
    writer.at += RACE * (2 * RACE + 1)


def clamp(n: i64, most: i64) -> i64:
    """n, or the nearest number that is not further from 0 than `most`."""
    if n > most:
        return most
    if n < -most:
        return -most
    return n


def write_book(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """The learned spells."""
    colour: i64 = 0
    while colour < box.COLOURS:
        level = L.level_of(t, seat, colour)
        if level > 0:
            writer.steps(L.spell_of(t, colour) * 3, level - 2, 3)
        colour += 1
    writer.at += ALL_SPELLS * 3
    writer.one(L.spells_learned(t, seat), box.COLOURS + 1)


def write_pool(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """The tokens: what they are on the way to, and what is left over."""
    pool = L.pool_of(seat)
    spare: i64 = 0
    colour: i64 = 0
    while colour < box.COLOURS:
        n = t[pool + colour * 4 + 3]
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
        n = t[pool + colour * 4 + 3]
        if n > 0 and L.level_of(t, seat, colour) == 0:
            writer.steps(L.spell_of(t, colour) * 3, payable(t, pool, colour) - 2, 3)
        colour += 1
    writer.at += ALL_SPELLS * 3
    writer.one(spare, box.POOL_LIMIT + 1)
    writer.one(t[pool + L.SIZE], box.POOL_LIMIT + 1)
    write_runes(writer, t, pool)


def write_card_runes(writer: FeatureWriter, t: Cells, seat: i64) -> None:
    """How well the runes on cards that ask for theirs fit what lies in the pool, and on altar or board."""
    pool = L.pool_of(seat)
    write_card_rune(writer, t, seat, box.BLACK, box.FOCUS, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.WHITE, box.CLONE, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.BLUE, box.TRANSMUTATION, pool, L.ALTAR)
    write_card_rune(writer, t, seat, box.BLUE, box.MIRAGE, L.POUCH, L.ALTAR)
    write_card_rune(writer, t, seat, box.YELLOW, box.COMMUNION, pool, L.board_of(seat))


def write_card_rune(writer: FeatureWriter, t: Cells, seat: i64, colour: i64, spell: i64, near: i64, far: i64) -> None:
    """The tokens that bear the rune of one learned card, in two zones."""
    if L.spell_of(t, colour) == spell and L.level_of(t, seat, colour) > 0:
        rune = L.rune_of(t, seat, colour)
        writer.put(0, t[near + L.BY_RUNE + rune])
        writer.put(1, t[far + L.BY_RUNE + rune])
    writer.at += 2
