"""The features of a seat: crystals, hands, piles, the turn, the effects of cards, and the evaluation by fixed values.

A card is described by the steps of its text, never by its name, so a net can learn from any card set. The vectors of
all cards in one group are added up: the hand and the tracked cards of other hands by colour, the top cards of the piles
by colour and facing; hand and top cards are also split into incantations and enchantments. The last part is the
evaluation by fixed values, so a net need not learn to read texts.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.contract.features import Features, put, put_one_hot, put_thermometer
from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.box import CARDS, WINNING_SAPPHIRES
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight.crystal_counts import smaller
from sortilege.games.spellcaster.insight.evaluation_features import EVALUATION_SIZE, fill_evaluation
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.texts import text_start

# the vector of a card: the number of each step, then those counted by rival hand and by colours, then 1
COUNTED_AT: Final = opcodes.END
CRYSTAL_STEPS: Final = opcodes.GAIN_ACTIONS + 1
EFFECTS: Final = COUNTED_AT + 2 * (CRYSTAL_STEPS + 1) + 1
# lengths of one-hot and thermometer codes
MAX_ENERGY: Final = 20
MAX_SAPPHIRES: Final = WINNING_SAPPHIRES - 1
MAX_WARD: Final = 5
MAX_HAND: Final = 10
DECK_FLAGS: Final = 14  # one per four cards of the deck
MAX_ACTIONS: Final = 4
MAX_SHORTFALL: Final = 10
PHASES: Final = 14


class SpellcasterFeatures(Features):
    """The features of a seat. Sides are relative to the observer, and seats are counted from it."""

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
        self.cards: Any = None  # the card set for which the effects below were computed …
        self.duel = False  # … and whether for two mages
        self.effects = blank(CARDS * EFFECTS)
        self.effect_indices = blank(CARDS * EFFECTS)  # per card: the indices of its non-zero effects …
        self.effect_counts = blank(CARDS)  # … and their number
        self.sums = blank(EFFECTS)
        self.evaluation = blank(EVALUATION_SIZE)
        self.into = self.sums  # `into`, `n` and `offset`: the output, the pairs written, the start of the current part
        self.n: i64 = 0
        self.offset: i64 = 0

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        program = state.program
        if state.cards is not self.cards or (t[L.SEATS] == 2) != self.duel:
            self.read_cards(t, program)
            self.cards = state.cards
            self.duel = t[L.SEATS] == 2
        self.into = into
        self.n = 0
        self.offset = 0
        self.fill_table(t, seat)
        self.fill_turn(t, seat)
        self.fill_next_turn(t, program, seat)
        self.fill_cards(t, program, seat)
        fill_evaluation(t, program, seat, self.evaluation)
        i: i64 = 0
        while i < EVALUATION_SIZE:
            self.n = put(into, self.n, self.offset + i, self.evaluation[i])
            i += 1
        return self.n

    # ------------------------------------------------------------ writers: each part begins where the last one ended
    def write_one(self, place: i64, length: i64) -> None:
        """Write a one-hot code and move on to the next part."""
        self.n = put_one_hot(self.into, self.n, self.offset, place, length)
        self.offset += length

    def write_steps(self, value: i64, length: i64) -> None:
        """Write a thermometer code and move on to the next part."""
        self.n = put_thermometer(self.into, self.n, self.offset, value, length)
        self.offset += length

    # ------------------------------------------------------------ table and turn
    def fill_table(self, t: Cells, seat: i64) -> None:
        """Write the crystals and the sizes of hands and deck."""
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
        """Write whose turn it is, and what the table waits for."""
        mine = t[L.ACTIVE_SEAT] & 1 == seat & 1
        ours = t[L.DECIDER] & 1 == seat & 1
        self.write_one((t[L.ACTIVE_SEAT] - seat + t[L.SEATS]) % t[L.SEATS], 4)
        left = smaller(t[L.ACTIONS_LEFT], MAX_ACTIONS - 1)
        if t[L.TURN_STEP] == L.START:
            left = MAX_ACTIONS
        self.write_one_of_two(mine, left, MAX_ACTIONS + 1)
        self.write_one((L.next_rival(t) - seat + t[L.SEATS]) % t[L.SEATS], 4)
        self.write_one_of_two(ours, t[L.PHASE], PHASES)
        self.write_one(t[L.IS_LAST_TURN] - 1, 1)
        self.write_one(L.colour_count(t, seat & 1), 5)
        self.write_one(L.colour_count(t, 1 - (seat & 1)), 5)

    def write_one_of_two(self, mine: bool, place: i64, length: i64) -> None:
        """Write a one-hot code in the first of two equal parts if `mine`, otherwise in the second."""
        if mine:
            self.write_one(place, length)
            self.offset += length
        else:
            self.offset += length
            self.write_one(place, length)

    # ------------------------------------------------------------ the next turn
    def fill_next_turn(self, t: Cells, program: Cells, seat: i64) -> None:
        """Write how close each side could come to winning with its next turn. For the other side only its tracked cards
        count as its hand."""
        me = seat & 1
        seen = self.seen_by(t, seat)
        self.fill_shortfalls(t, program, me, t[L.HAND + seat])
        self.fill_shortfalls(t, program, 1 - me, seen)

    def fill_shortfalls(self, t: Cells, program: Cells, side: i64, hand: i64) -> None:
        """Write how much energy the other side would have left after this side's best turn, and how many sapphires this
        side would still need."""
        other = 1 - side
        damage = self.most_in_a_turn(t, program, side, hand, opcodes.DAMAGE, opcodes.STEAL_ENERGY)
        sapphires = self.most_in_a_turn(t, program, side, hand, opcodes.GAIN_SAPPHIRES, opcodes.STEAL_SAPPHIRES)
        self.write_one(shortfall(t[L.ENERGY + other] + t[L.WARD + other] - damage), MAX_SHORTFALL + 1)
        self.write_one(shortfall(WINNING_SAPPHIRES - t[L.SAPPHIRES + side] - sapphires), MAX_SHORTFALL + 1)

    def most_in_a_turn(self, t: Cells, program: Cells, side: i64, hand: i64, step: i64, also: i64) -> i64:
        """Return the most that two kinds of step (such as damage and stealing energy) can add up to in one turn of a
        side: with all its enchantments, and with two incantations on top of piles or one in hand."""
        rivals = L.rival_hand_size(t, side)
        first: i64 = 0
        second: i64 = 0
        from_enchantments: i64 = 0
        colours = L.colour_count(t, side)
        cards = t[L.TOP_CARDS_FACING + side]
        while cards != 0:
            card = L.nth_card(cards, 0)
            cards &= cards - 1
            n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
            if program[L.IS_ENCHANTMENT + card] == 1:
                from_enchantments += n
            elif t[L.USED_CARDS] & L.BIT[card] == 0 or t[L.ACTIVE_SEAT] & 1 != side:
                if n > first:
                    second = first
                    first = n
                elif n > second:
                    second = n
        best = first + second
        while hand != 0:
            card = L.nth_card(hand, 0)
            hand &= hand - 1
            if program[L.IS_ENCHANTMENT + card] == 0:
                n = self.amount(card, step, rivals, colours) + self.amount(card, also, rivals, colours)
                if n > best:
                    best = n
        return best + from_enchantments

    def amount(self, card: i64, step: i64, rivals: i64, colours: i64) -> i64:
        """Return the total of one kind of step in a card's text, ignoring conditions. `rivals` and `colours` are the
        values of the counted numbers."""
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

    # ------------------------------------------------------------ effects of cards
    def fill_cards(self, t: Cells, program: Cells, seat: i64) -> None:
        """Write the hand, the piles, the tracked cards of other hands, and the text being carried out."""
        me = seat & 1
        self.fill_card_set(t[L.HAND + seat], program, True)
        self.fill_tops(t, program, me)
        self.fill_tops(t, program, 1 - me)
        colour: i64 = 0
        while colour < 4:
            entry = L.top_entry(t, colour)
            if entry >= 0 and t[L.USED_CARDS] & L.BIT[entry >> 1] != 0:
                self.n = put(self.into, self.n, self.offset + colour, 1)
            colour += 1
        self.offset += 4
        self.fill_card_set(self.seen_by(t, seat), program, False)
        if t[L.TEXT_CARD] == L.NO_CARD:
            self.offset += EFFECTS * 2
            return
        add_steps(program, t[L.TEXT_POSITION], self.sums, 0, t[L.MULTIPLIER])
        if t[L.ACTIVE_SEAT] & 1 == me:
            self.write_sums()
            self.offset += EFFECTS
        else:
            self.offset += EFFECTS
            self.write_sums()

    def seen_by(self, t: Cells, seat: i64) -> i64:
        """Return the cards of other hands that this seat has seen. The seat may not know in which of them a card is
        (SC-823)."""
        base = L.SEEN + seat * 4
        return (t[base] | t[base + 1] | t[base + 2] | t[base + 3]) & ~t[L.HAND + seat]

    def fill_card_set(self, cards: i64, program: Cells, by_kind: bool) -> None:
        """Write a set of cards, grouped by colour and optionally by kind."""
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
                if L.COLOUR_OF[card] * kinds + program[L.IS_ENCHANTMENT + card] * (kinds - 1) == group:
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

    def fill_tops(self, t: Cells, program: Cells, side: i64) -> None:
        """Write the top cards that face a side, by colour and kind."""
        colour: i64 = 0
        while colour < 4:
            entry = L.top_entry(t, colour)
            if entry < 0 or entry & 1 != side:
                self.offset += EFFECTS * 2
            else:
                kind = program[L.IS_ENCHANTMENT + (entry >> 1)]
                self.offset += EFFECTS * kind
                self.write_card(entry >> 1)
                self.offset += EFFECTS * (1 - kind)
            colour += 1

    def add_card(self, card: i64) -> None:
        """Add the effects of a card to the sums of the current group."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.effect_counts[card]:
            i = self.effect_indices[base + k]
            self.sums[i] += self.effects[base + i]
            k += 1

    def write_card(self, card: i64) -> None:
        """Write the effects of a card that is alone in its group."""
        base = card * EFFECTS
        k: i64 = 0
        while k < self.effect_counts[card]:
            i = self.effect_indices[base + k]
            self.n = put(self.into, self.n, self.offset + i, self.effects[base + i])
            k += 1
        self.offset += EFFECTS

    def write_sums(self) -> None:
        """Write the sums of the current group and reset them."""
        i: i64 = 0
        while i < EFFECTS:
            self.n = put(self.into, self.n, self.offset + i, self.sums[i])
            self.sums[i] = 0
            i += 1
        self.offset += EFFECTS

    # ------------------------------------------------------------ card sets
    def read_cards(self, t: Cells, program: Cells) -> None:
        """Compute the effects of every card at a table of this size."""
        self.effects = blank(CARDS * EFFECTS)
        card: i64 = 0
        while card < CARDS:
            base = card * EFFECTS
            add_steps(program, text_start(t, program, card), self.effects, base, 1)
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


def add_steps(program: Cells, position: i64, into: Cells, base: i64, times: i64) -> None:
    """Add the steps of a text, from `position` to its end and in all branches, to a vector that begins at `base`."""
    while program[position] != opcodes.END:
        step = program[position]
        if step == opcodes.END_MULTIPLIER:
            times = 1
        elif step != opcodes.JUMP:
            n = program[position + 1]
            if program[position + 2] != opcodes.NOTHING:
                where = (
                    base + COUNTED_AT + smaller(step, CRYSTAL_STEPS) + (program[position + 2] - 1) * (CRYSTAL_STEPS + 1)
                )
                into[where] += times
                into[base + step] += n * times
            elif step <= opcodes.PAY_ENERGY:
                into[base + step] += n * times
            else:
                into[base + step] += 1
        position += opcodes.STEP_SIZE


def shortfall(n: i64) -> i64:
    """Return 0 for a negative number, otherwise the number up to MAX_SHORTFALL."""
    if n < 0:
        return 0
    return smaller(n, MAX_SHORTFALL)
