"""A seat's knowledge as numbers: crystals, hands, piles, whose turn it is, and what the cards do.

A card counts by what its text does, step by step, never by its name, so any set of cards can be learned from. The
numbers of all cards of one place are added up: the hand and the cards seen going to other hands by colour, the tops of
the piles by colour and facing, each split into incantations and enchantments where they work differently. In the end
stands what the judgement by hand makes of it all: nobody has to learn anew how a text is read.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.features import Features, put, put_one, put_steps
from sortilege.core.state import State
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import CARDS, SUMMIT
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight.prospects import PROSPECTS, look_ahead
from sortilege.games.spellcaster.insight.purse import least
from sortilege.games.spellcaster.insight.texts import rival_hand
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.texts import start_of

# what a text does: the number of each step, those counted by hands or colours apart, and one for every card
COUNTED: Final = opcodes.END  # from here on, numbers that count something
CRYSTALS: Final = opcodes.MORE_ACTIONS + 1
EFFECTS: Final = COUNTED + 2 * (CRYSTALS + 1) + 1
# how far the thermometers and rows go
RICHES: Final = 20
SUMMITS: Final = SUMMIT - 1
WARDS: Final = 5
HANDFUL: Final = 10
DECKS: Final = 14  # every four cards of the deck
LEFTS: Final = 4
SLACK: Final = 10
PHASES: Final = 14


class SpellcasterFeatures(Features):
    """What a mage knows. Sides are mine and theirs, seats are counted from one's own."""

    def __init__(self) -> None:
        super().__init__(
            [
                ("energy", RICHES * 2),
                ("sapphires", SUMMITS * 2),
                ("ward", WARDS * 2),
                ("hand sizes", HANDFUL * 4),
                ("deck", DECKS),
                ("active", 4),
                ("actions left", (LEFTS + 1) * 2),
                ("next rival", 4),
                ("phase", PHASES * 2),
                ("last turn", 1),
                ("colours", 5 * 2),
                ("within reach", (SLACK + 1) * 4),
                ("hand", EFFECTS * 8),
                ("mine on top", EFFECTS * 8),
                ("theirs on top", EFFECTS * 8),
                ("used", 4),
                ("seen in other hands", EFFECTS * 4),
                ("carried out", EFFECTS * 2),
                ("prospects", PROSPECTS),
            ]
        )
        self.cards: Any = None  # the set the effects below were read from …
        self.duel = False  # … and whether by two mages
        self.effects = blank(CARDS * EFFECTS)
        self.steps = blank(CARDS * EFFECTS)  # the places of a card's effects that are not 0 …
        self.many = blank(CARDS)  # … and how many they are: few
        self.sums = blank(EFFECTS)
        self.ahead = blank(PROSPECTS)
        self.into = self.sums  # where the pairs go, how many there are, and where the present part begins
        self.n: i64 = 0
        self.at: i64 = 0

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        p = state.program
        if state.cards is not self.cards or (t[L.SEATS] == 2) != self.duel:
            self.read(t, p)
            self.cards = state.cards
            self.duel = t[L.SEATS] == 2
        self.into = into
        self.n = 0
        self.at = 0
        self.fill_table(t, seat)
        self.fill_turn(t, seat)
        self.fill_reach(t, p, seat)
        self.fill_cards(t, p, seat)
        look_ahead(t, p, seat, self.ahead)
        i: i64 = 0
        while i < PROSPECTS:
            self.n = put(into, self.n, self.at + i, self.ahead[i])
            i += 1
        return self.n

    # ------------------------------------------------------------ writing: each row begins where the last one ended
    def one(self, place: i64, length: i64) -> None:
        """One flag of a row."""
        self.n = put_one(self.into, self.n, self.at, place, length)
        self.at += length

    def up_to(self, many: i64, length: i64) -> None:
        """A thermometer."""
        self.n = put_steps(self.into, self.n, self.at, many, length)
        self.at += length

    # ------------------------------------------------------------ what lies open
    def fill_table(self, t: Cells, seat: i64) -> None:
        """Crystals, hands, deck."""
        me = seat & 1
        self.up_to(t[L.ENERGY + me], RICHES)
        self.up_to(t[L.ENERGY + 1 - me], RICHES)
        self.up_to(t[L.SAPPHIRES + me], SUMMITS)
        self.up_to(t[L.SAPPHIRES + 1 - me], SUMMITS)
        self.up_to(t[L.WARD + me], WARDS)
        self.up_to(t[L.WARD + 1 - me], WARDS)
        i: i64 = 0
        while i < 4:
            if i < t[L.SEATS]:
                self.up_to(t[L.SIZE + (seat + i) % t[L.SEATS]], HANDFUL)
            else:
                self.at += HANDFUL
            i += 1
        self.one(t[L.DECKED] >> 2, DECKS)

    def fill_turn(self, t: Cells, seat: i64) -> None:
        """Whose turn it is, and what the table waits for."""
        mine = t[L.ACTIVE] & 1 == seat & 1
        ours = t[L.WHO] & 1 == seat & 1
        self.one((t[L.ACTIVE] - seat + t[L.SEATS]) % t[L.SEATS], 4)
        left = least(t[L.LEFT], LEFTS - 1)
        if t[L.STEP] == L.START:
            left = LEFTS
        self.one_of_two(mine, left, LEFTS + 1)
        self.one((L.next_rival(t) - seat + t[L.SEATS]) % t[L.SEATS], 4)
        self.one_of_two(ours, t[L.PHASE], PHASES)
        self.one(t[L.LAST] - 1, 1)
        self.one(L.count(t[L.FACING + (seat & 1)]), 5)
        self.one(L.count(t[L.FACING + 1 - (seat & 1)]), 5)

    def one_of_two(self, mine: bool, place: i64, length: i64) -> None:
        """A flag in the first row, or in the second."""
        if mine:
            self.one(place, length)
            self.at += length
        else:
            self.at += length
            self.one(place, length)

    # ------------------------------------------------------------ what the next turn could bring
    def fill_reach(self, t: Cells, p: Cells, seat: i64) -> None:
        """What the rivals' energy and my way to the summit would be after my next turn, and the other way round; of
        their hands nobody knows more than was seen."""
        me = seat & 1
        seen = self.seen_by(t, seat)
        self.fill_slack(t, p, me, t[L.HAND + seat])
        self.fill_slack(t, p, 1 - me, seen)

    def fill_slack(self, t: Cells, p: Cells, side: i64, hand: i64) -> None:
        other = 1 - side
        harm = self.reach(t, p, side, hand, opcodes.DMG, opcodes.STEAL_E)
        gems = self.reach(t, p, side, hand, opcodes.SAPH, opcodes.STEAL_S)
        self.one(slack(t[L.ENERGY + other] + t[L.WARD + other] - harm), SLACK + 1)
        self.one(slack(SUMMIT - t[L.SAPPHIRES + side] - gems), SLACK + 1)

    def reach(self, t: Cells, p: Cells, side: i64, hand: i64, step: i64, also: i64) -> i64:
        """The most a turn brings of this: all enchantments, and two cards that lie there or one of the hand."""
        rivals = rival_hand(t, side)
        first: i64 = 0
        second: i64 = 0
        ticks: i64 = 0
        colours = L.count(t[L.FACING + side])
        cards = t[L.FACING + side]
        while cards != 0:
            card = L.pick(cards, 0)
            cards &= cards - 1
            n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
            if p[L.KIND + card] == 1:
                ticks += n
            elif t[L.USED] & L.BIT[card] == 0 or t[L.ACTIVE] & 1 != side:
                if n > first:
                    second = first
                    first = n
                elif n > second:
                    second = n
        best = first + second
        while hand != 0:
            card = L.pick(hand, 0)
            hand &= hand - 1
            if p[L.KIND + card] == 0:
                n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
                if n > best:
                    best = n
        return best + ticks

    def amount(self, card: i64, step: i64, rivals: i64, colours: i64) -> i64:
        """What a card does of this, its conditions left aside."""
        e = self.effects
        base = card * EFFECTS
        n = e[base + step] + e[base + COUNTED + step] * rivals + e[base + COUNTED + CRYSTALS + 1 + step] * colours
        if n < 0:
            return 0
        return n

    # ------------------------------------------------------------ what the cards do
    def fill_cards(self, t: Cells, p: Cells, seat: i64) -> None:
        """Hand, piles, what was seen of other hands, and the text being carried out."""
        me = seat & 1
        self.fill_set(t[L.HAND + seat], p, True)
        self.fill_tops(t, p, me)
        self.fill_tops(t, p, 1 - me)
        colour: i64 = 0
        while colour < 4:
            lying = L.top(t, colour)
            if lying >= 0 and t[L.USED] & L.BIT[lying >> 1] != 0:
                self.n = put(self.into, self.n, self.at + colour, 1)
            colour += 1
        self.at += 4
        self.fill_set(self.seen_by(t, seat), p, False)
        if t[L.SOURCE] == L.NO_CARD:
            self.at += EFFECTS * 2
            return
        add_steps(p, t[L.PC], self.sums, 0, t[L.TIMES])
        if t[L.ACTIVE] & 1 == me:
            self.put_sums()
            self.at += EFFECTS
        else:
            self.at += EFFECTS
            self.put_sums()

    def seen_by(self, t: Cells, seat: i64) -> i64:
        """The cards of other hands this seat has seen; in which of them a card is it need not know (SC-823)."""
        base = L.SEEN + seat * 4
        return (t[base] | t[base + 1] | t[base + 2] | t[base + 3]) & ~t[L.HAND + seat]

    def fill_set(self, cards: i64, p: Cells, by_kind: bool) -> None:
        """A set of cards by colour, and perhaps by kind."""
        group: i64 = 0
        kinds: i64 = 1
        if by_kind:
            kinds = 2
        while group < 4 * kinds:
            left = cards
            found: i64 = 0
            first: i64 = 0
            while left != 0:
                card = L.pick(left, 0)
                left &= left - 1
                if L.COLOUR[card] * kinds + p[L.KIND + card] * (kinds - 1) == group:
                    found += 1
                    if found == 1:
                        first = card
                    else:
                        self.add(card)
            if found > 1:
                self.add(first)
                self.put_sums()
            elif found == 1:
                self.put_card(first)
            else:
                self.at += EFFECTS
            group += 1

    def fill_tops(self, t: Cells, p: Cells, side: i64) -> None:
        """The top cards that face a side, by colour and kind."""
        colour: i64 = 0
        while colour < 4:
            lying = L.top(t, colour)
            if lying < 0 or lying & 1 != side:
                self.at += EFFECTS * 2
            else:
                kind = p[L.KIND + (lying >> 1)]
                self.at += EFFECTS * kind
                self.put_card(lying >> 1)
                self.at += EFFECTS * (1 - kind)
            colour += 1

    def add(self, card: i64) -> None:
        """One more card of the place being written."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.many[card]:
            i = self.steps[base + k]
            self.sums[i] += self.effects[base + i]
            k += 1

    def put_card(self, card: i64) -> None:
        """Write a card that is alone in its place."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.many[card]:
            i = self.steps[base + k]
            self.n = put(self.into, self.n, self.at + i, self.effects[base + i])
            k += 1
        self.at += EFFECTS

    def put_sums(self) -> None:
        """Write the sums and begin anew."""
        i: i64 = 0
        while i < EFFECTS:
            self.n = put(self.into, self.n, self.at + i, self.sums[i])
            self.sums[i] = 0
            i += 1
        self.at += EFFECTS

    # ------------------------------------------------------------ reading a set of cards
    def read(self, t: Cells, p: Cells) -> None:
        """What every card does at a table of this size."""
        self.effects = blank(CARDS * EFFECTS)
        card: i64 = 0
        while card < CARDS:
            base = card * EFFECTS
            add_steps(p, start_of(t, p, card), self.effects, base, 1)
            self.effects[base + EFFECTS - 1] = 1
            k: i64 = 0
            i: i64 = 0
            while i < EFFECTS:
                if self.effects[base + i] != 0:
                    self.steps[base + k] = i
                    k += 1
                i += 1
            self.many[card] = k
            card += 1


def add_steps(p: Cells, pc: i64, into: Cells, base: i64, times: i64) -> None:
    """Add up the steps from here to the end of the text, all its branches together."""
    while p[pc] != opcodes.END:
        step = p[pc]
        if step == opcodes.ONCE:
            times = 1
        elif step != opcodes.JUMP:
            n = p[pc + 1]
            if p[pc + 2] != opcodes.PLAIN:
                where = base + COUNTED + least(step, CRYSTALS) + (p[pc + 2] - 1) * (CRYSTALS + 1)
                into[where] += times
                into[base + step] += n * times
            elif step <= opcodes.PAY_E:
                into[base + step] += n * times
            else:
                into[base + step] += 1
        pc += opcodes.WIDTH


def slack(n: i64) -> i64:
    """0 for what is within reach, then how much is missing."""
    if n < 0:
        return 0
    return least(n, SLACK)
