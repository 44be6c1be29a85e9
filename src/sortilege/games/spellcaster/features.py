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
from sortilege.games.spellcaster.box import CARDS, WINNING_SAPPHIRES
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight.crystal_counts import smaller
from sortilege.games.spellcaster.insight.evaluation_features import EVALUATION_SIZE, fill_evaluation
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.texts import text_start

# what a text does: the number of each step, those counted by hands or colours apart, and one for every card
COUNTED_AT: Final = opcodes.END  # from here on, numbers that count something
CRYSTAL_STEPS: Final = opcodes.MORE_ACTIONS + 1
EFFECTS: Final = COUNTED_AT + 2 * (CRYSTAL_STEPS + 1) + 1
# how far the thermometers and rows go
MAX_ENERGY: Final = 20
MAX_SAPPHIRES: Final = WINNING_SAPPHIRES - 1
MAX_WARD: Final = 5
MAX_HAND: Final = 10
DECK_FLAGS: Final = 14  # every four cards of the deck
MAX_ACTIONS: Final = 4
MAX_SHORTFALL: Final = 10
PHASES: Final = 14


class SpellcasterFeatures(Features):
    """What a mage knows. Sides are mine and theirs, seats are counted from one's own."""

    def __init__(self) -> None:
        super().__init__(
            [
                ("energy", MAX_ENERGY * 2),
                ("sapphires", MAX_SAPPHIRES * 2),
                ("ward", MAX_WARD * 2),
                ("hand sizes", MAX_HAND * 4),
                ("deck", DECK_FLAGS),
                ("active", 4),
                ("actions left", (MAX_ACTIONS + 1) * 2),
                ("next rival", 4),
                ("phase", PHASES * 2),
                ("last turn", 1),
                ("colours", 5 * 2),
                ("within reach", (MAX_SHORTFALL + 1) * 4),
                ("hand", EFFECTS * 8),
                ("mine on top", EFFECTS * 8),
                ("theirs on top", EFFECTS * 8),
                ("used", 4),
                ("seen in other hands", EFFECTS * 4),
                ("carried out", EFFECTS * 2),
                ("prospects", EVALUATION_SIZE),
            ]
        )
        self.cards: Any = None  # the set the effects below were read from …
        self.duel = False  # … and whether by two mages
        self.effects = blank(CARDS * EFFECTS)
        self.effect_indices = blank(CARDS * EFFECTS)  # the places of a card's effects that are not 0 …
        self.effect_counts = blank(CARDS)  # … and how many they are: few
        self.sums = blank(EFFECTS)
        self.evaluation = blank(EVALUATION_SIZE)
        self.into = self.sums  # where the pairs go, how many there are, and where the present part begins
        self.n: i64 = 0
        self.offset: i64 = 0

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        p = state.program
        if state.cards is not self.cards or (t[L.SEATS] == 2) != self.duel:
            self.read_cards(t, p)
            self.cards = state.cards
            self.duel = t[L.SEATS] == 2
        self.into = into
        self.n = 0
        self.offset = 0
        self.fill_table(t, seat)
        self.fill_turn(t, seat)
        self.fill_next_turn(t, p, seat)
        self.fill_cards(t, p, seat)
        fill_evaluation(t, p, seat, self.evaluation)
        i: i64 = 0
        while i < EVALUATION_SIZE:
            self.n = put(into, self.n, self.offset + i, self.evaluation[i])
            i += 1
        return self.n

    # ------------------------------------------------------------ writing: each row begins where the last one ended
    def write_one(self, place: i64, length: i64) -> None:
        """One flag of a row."""
        self.n = put_one(self.into, self.n, self.offset, place, length)
        self.offset += length

    def write_steps(self, value: i64, length: i64) -> None:
        """A thermometer."""
        self.n = put_steps(self.into, self.n, self.offset, value, length)
        self.offset += length

    # ------------------------------------------------------------ what lies open
    def fill_table(self, t: Cells, seat: i64) -> None:
        """Crystals, hands, deck."""
        me = seat & 1
        self.write_steps(t[L.ENERGY + me], MAX_ENERGY)
        self.write_steps(t[L.ENERGY + 1 - me], MAX_ENERGY)
        self.write_steps(t[L.SAPPHIRES + me], MAX_SAPPHIRES)
        self.write_steps(t[L.SAPPHIRES + 1 - me], MAX_SAPPHIRES)
        self.write_steps(t[L.WARD + me], MAX_WARD)
        self.write_steps(t[L.WARD + 1 - me], MAX_WARD)
        i: i64 = 0
        while i < 4:
            if i < t[L.SEATS]:
                self.write_steps(t[L.HAND_SIZE + (seat + i) % t[L.SEATS]], MAX_HAND)
            else:
                self.offset += MAX_HAND
            i += 1
        self.write_one(t[L.DECK_SIZE] >> 2, DECK_FLAGS)

    def fill_turn(self, t: Cells, seat: i64) -> None:
        """Whose turn it is, and what the table waits for."""
        mine = t[L.ACTIVE] & 1 == seat & 1
        ours = t[L.DECIDER] & 1 == seat & 1
        self.write_one((t[L.ACTIVE] - seat + t[L.SEATS]) % t[L.SEATS], 4)
        left = smaller(t[L.ACTIONS_LEFT], MAX_ACTIONS - 1)
        if t[L.STEP] == L.START:
            left = MAX_ACTIONS
        self.write_one_of_two(mine, left, MAX_ACTIONS + 1)
        self.write_one((L.next_rival(t) - seat + t[L.SEATS]) % t[L.SEATS], 4)
        self.write_one_of_two(ours, t[L.PHASE], PHASES)
        self.write_one(t[L.LAST_TURN] - 1, 1)
        self.write_one(L.colour_count(t, seat & 1), 5)
        self.write_one(L.colour_count(t, 1 - (seat & 1)), 5)

    def write_one_of_two(self, mine: bool, place: i64, length: i64) -> None:
        """A flag in the first row, or in the second."""
        if mine:
            self.write_one(place, length)
            self.offset += length
        else:
            self.offset += length
            self.write_one(place, length)

    # ------------------------------------------------------------ what the next turn could bring
    def fill_next_turn(self, t: Cells, p: Cells, seat: i64) -> None:
        """What the rivals' energy and my way to the summit would be after my next turn, and the other way round; of
        their hands nobody knows more than was seen."""
        me = seat & 1
        seen = self.seen_by(t, seat)
        self.fill_shortfalls(t, p, me, t[L.HAND + seat])
        self.fill_shortfalls(t, p, 1 - me, seen)

    def fill_shortfalls(self, t: Cells, p: Cells, side: i64, hand: i64) -> None:
        other = 1 - side
        damage = self.most_in_a_turn(t, p, side, hand, opcodes.DMG, opcodes.STEAL_E)
        sapphires = self.most_in_a_turn(t, p, side, hand, opcodes.SAPH, opcodes.STEAL_S)
        self.write_one(shortfall(t[L.ENERGY + other] + t[L.WARD + other] - damage), MAX_SHORTFALL + 1)
        self.write_one(shortfall(WINNING_SAPPHIRES - t[L.SAPPHIRES + side] - sapphires), MAX_SHORTFALL + 1)

    def most_in_a_turn(self, t: Cells, p: Cells, side: i64, hand: i64, step: i64, also: i64) -> i64:
        """The most a turn brings of this: all enchantments, and two cards that lie there or one of the hand."""
        rivals = L.rival_hand_size(t, side)
        first: i64 = 0
        second: i64 = 0
        from_enchantments: i64 = 0
        colours = L.colour_count(t, side)
        cards = t[L.FACING + side]
        while cards != 0:
            card = L.nth_card(cards, 0)
            cards &= cards - 1
            n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
            if p[L.IS_ENCHANTMENT + card] == 1:
                from_enchantments += n
            elif t[L.USED] & L.BIT[card] == 0 or t[L.ACTIVE] & 1 != side:
                if n > first:
                    second = first
                    first = n
                elif n > second:
                    second = n
        best = first + second
        while hand != 0:
            card = L.nth_card(hand, 0)
            hand &= hand - 1
            if p[L.IS_ENCHANTMENT + card] == 0:
                n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
                if n > best:
                    best = n
        return best + from_enchantments

    def amount(self, card: i64, step: i64, rivals: i64, colours: i64) -> i64:
        """What a card does of this, its conditions left aside."""
        e = self.effects
        base = card * EFFECTS
        n = (
            e[base + step]
            + e[base + COUNTED_AT + step] * rivals
            + e[base + COUNTED_AT + CRYSTAL_STEPS + 1 + step] * colours
        )
        if n < 0:
            return 0
        return n

    # ------------------------------------------------------------ what the cards do
    def fill_cards(self, t: Cells, p: Cells, seat: i64) -> None:
        """Hand, piles, what was seen of other hands, and the text being carried out."""
        me = seat & 1
        self.fill_card_set(t[L.HAND + seat], p, True)
        self.fill_tops(t, p, me)
        self.fill_tops(t, p, 1 - me)
        colour: i64 = 0
        while colour < 4:
            entry = L.top(t, colour)
            if entry >= 0 and t[L.USED] & L.BIT[entry >> 1] != 0:
                self.n = put(self.into, self.n, self.offset + colour, 1)
            colour += 1
        self.offset += 4
        self.fill_card_set(self.seen_by(t, seat), p, False)
        if t[L.TEXT_CARD] == L.NO_CARD:
            self.offset += EFFECTS * 2
            return
        add_steps(p, t[L.PC], self.sums, 0, t[L.MULTIPLIER])
        if t[L.ACTIVE] & 1 == me:
            self.write_sums()
            self.offset += EFFECTS
        else:
            self.offset += EFFECTS
            self.write_sums()

    def seen_by(self, t: Cells, seat: i64) -> i64:
        """The cards of other hands this seat has seen; in which of them a card is it need not know (SC-823)."""
        base = L.SEEN + seat * 4
        return (t[base] | t[base + 1] | t[base + 2] | t[base + 3]) & ~t[L.HAND + seat]

    def fill_card_set(self, cards: i64, p: Cells, by_kind: bool) -> None:
        """A set of cards by colour, and perhaps by kind."""
        group: i64 = 0
        kinds: i64 = 1
        if by_kind:
            kinds = 2
        while group < 4 * kinds:
            rest = cards
            count: i64 = 0
            first: i64 = 0
            while rest != 0:
                card = L.nth_card(rest, 0)
                rest &= rest - 1
                if L.COLOUR[card] * kinds + p[L.IS_ENCHANTMENT + card] * (kinds - 1) == group:
                    count += 1
                    if count == 1:
                        first = card
                    else:
                        self.add_card(card)
            if count > 1:
                self.add_card(first)
                self.write_sums()
            elif count == 1:
                self.write_card(first)
            else:
                self.offset += EFFECTS
            group += 1

    def fill_tops(self, t: Cells, p: Cells, side: i64) -> None:
        """The top cards that face a side, by colour and kind."""
        colour: i64 = 0
        while colour < 4:
            entry = L.top(t, colour)
            if entry < 0 or entry & 1 != side:
                self.offset += EFFECTS * 2
            else:
                kind = p[L.IS_ENCHANTMENT + (entry >> 1)]
                self.offset += EFFECTS * kind
                self.write_card(entry >> 1)
                self.offset += EFFECTS * (1 - kind)
            colour += 1

    def add_card(self, card: i64) -> None:
        """One more card of the place being written."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.effect_counts[card]:
            i = self.effect_indices[base + k]
            self.sums[i] += self.effects[base + i]
            k += 1

    def write_card(self, card: i64) -> None:
        """Write a card that is alone in its place."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.effect_counts[card]:
            i = self.effect_indices[base + k]
            self.n = put(self.into, self.n, self.offset + i, self.effects[base + i])
            k += 1
        self.offset += EFFECTS

    def write_sums(self) -> None:
        """Write the sums and begin anew."""
        i: i64 = 0
        while i < EFFECTS:
            self.n = put(self.into, self.n, self.offset + i, self.sums[i])
            self.sums[i] = 0
            i += 1
        self.offset += EFFECTS

    # ------------------------------------------------------------ reading a set of cards
    def read_cards(self, t: Cells, p: Cells) -> None:
        """What every card does at a table of this size."""
        self.effects = blank(CARDS * EFFECTS)
        card: i64 = 0
        while card < CARDS:
            base = card * EFFECTS
            add_steps(p, text_start(t, p, card), self.effects, base, 1)
            self.effects[base + EFFECTS - 1] = 1
            k: i64 = 0
            i: i64 = 0
            while i < EFFECTS:
                if self.effects[base + i] != 0:
                    self.effect_indices[base + k] = i
                    k += 1
                i += 1
            self.effect_counts[card] = k
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
                where = base + COUNTED_AT + smaller(step, CRYSTAL_STEPS) + (p[pc + 2] - 1) * (CRYSTAL_STEPS + 1)
                into[where] += times
                into[base + step] += n * times
            elif step <= opcodes.PAY_E:
                into[base + step] += n * times
            else:
                into[base + step] += 1
        pc += opcodes.WIDTH


def shortfall(n: i64) -> i64:
    """0 for what is within reach, then how much is missing."""
    if n < 0:
        return 0
    return smaller(n, MAX_SHORTFALL)
