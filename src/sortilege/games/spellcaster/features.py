"""The features of a seat: crystals, hands, piles, the turn, the effects of cards, and the evaluation by fixed values.

A card is not described by its name but by an effect vector, which counts the steps of its text. So a trained net works
with any card set. Cards form groups, and the effect vectors in a group are added up: one group for each colour and kind
of the cards in hand and of the top cards, and one group for each colour of the cards seen in other hands. The last part
is the evaluation by fixed values, so a net need not learn to read texts.
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
from sortilege.games.spellcaster.insight.evaluation_features import EVALUATION_SIZE, fill_evaluation
from sortilege.games.spellcaster.insight.text_simulation import smaller
from sortilege.games.spellcaster.rules.state import SpellcasterState
from sortilege.games.spellcaster.rules.texts import text_start
from sortilege.games.spellcaster.rules.turn import ACTIONS_PER_TURN

# the effect vector of a card: the total amount of each step by opcode, a block for the steps that count the rival's
# hand, a block for the steps that count colours, and 1 for the card itself
COUNTED_STEPS: Final = opcodes.END  # where the two blocks begin
BLOCK_SIZE: Final = opcodes.LAST_CRYSTAL_STEP + 2  # the crystal steps, and one element for all other steps
EFFECTS: Final = COUNTED_STEPS + 2 * BLOCK_SIZE + 1
# lengths of one-hot and thermometer codes
MAX_ENERGY: Final = 20
MAX_SAPPHIRES: Final = WINNING_SAPPHIRES - 1
MAX_WARD: Final = 5
MAX_HAND: Final = 10
DECK_FLAGS: Final = 14
CARDS_PER_DECK_FLAG: Final = 4
MAX_ACTIONS: Final = 4
MAX_SHORTFALL: Final = 10
PHASES: Final = L.GAME_OVER + 1  # the phases in which the game waits, and the end of the game
# numbers of parts of the same kind
SIDES: Final = 2  # the own side, then the rival side
GROUPS: Final = L.COLOURS * 2  # the incantations and the enchantments of each colour


class SpellcasterFeatures(Features):
    """Writes what one seat knows about a state as features, the numbers that a neural net reads. The features have
    named parts; most parts come twice, for the own side and then for the rival side."""

    def __init__(self) -> None:
        super().__init__(
            [  # trained nets work only with the same names and lengths
                ("energy", MAX_ENERGY * SIDES),
                ("sapphires", MAX_SAPPHIRES * SIDES),
                ("ward", MAX_WARD * SIDES),
                ("hand sizes", MAX_HAND * L.MAX_SEATS),
                ("deck", DECK_FLAGS),
                ("active", L.MAX_SEATS),
                ("actions left", (MAX_ACTIONS + 1) * SIDES),
                ("next rival", L.MAX_SEATS),
                ("phase", PHASES * SIDES),
                ("last turn", 1),
                ("colours", (L.COLOURS + 1) * SIDES),
                ("within reach", (MAX_SHORTFALL + 1) * 2 * SIDES),  # by energy and by sapphires
                ("hand", EFFECTS * GROUPS),
                ("mine on top", EFFECTS * GROUPS),
                ("theirs on top", EFFECTS * GROUPS),
                ("used", L.COLOURS),
                ("seen in other hands", EFFECTS * L.COLOURS),
                ("carried out", EFFECTS * SIDES),
                ("prospects", EVALUATION_SIZE),
            ]
        )
        self.cards: Any = None  # the deck.CardSet of the effect vectors below
        self.duel = False  # whether the effect vectors are those for two mages
        self.effects = blank(CARDS * EFFECTS)  # the effect vectors of all cards, one after the other
        self.effect_indices = blank(CARDS * EFFECTS)  # per card: the indices of the non-zero numbers in its vector
        self.effect_counts = blank(CARDS)  # per card: the number of these indices
        self.sums = blank(EFFECTS)  # the sum of the effect vectors in the current group
        self.evaluation = blank(EVALUATION_SIZE)
        self.rival_hand: i64 = 0  # the hand size of the rival, which some texts of a side count
        self.colours: i64 = 0  # the number of colours that the side controls, which some texts count
        self.into = self.sums  # the output of the current call of `fill`
        self.pairs: i64 = 0  # number of pairs (index, value) written to it
        self.offset: i64 = 0  # index of the first feature of the next part

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        assert isinstance(state, SpellcasterState)
        t = state.cells
        program = state.program
        if state.cards is not self.cards or (t[L.SEATS] == 2) != self.duel:
            self.compute_effects(t, program)
            self.cards = state.cards
            self.duel = t[L.SEATS] == 2
        self.into = into
        self.pairs = 0
        self.offset = 0
        self.fill_table(t, seat)
        self.fill_turn(t, seat)
        self.fill_next_turn(t, program, seat)
        self.fill_cards(t, program, seat)
        fill_evaluation(t, program, seat, self.evaluation)
        for i in range(i64(EVALUATION_SIZE)):
            self.put_feature(i, self.evaluation[i])
        return self.pairs

    # ------------------------------------------------------------ writers: each part begins where the last one ended
    def put_feature(self, index: i64, value: i64) -> None:
        """Write one feature. Its index counts from the start of the current part."""
        self.pairs = put(self.into, self.pairs, self.offset + index, value)

    def write_one_hot(self, value: i64, length: i64) -> None:
        """Write a one-hot code as the next part: `length` flags of which only flag number `value` is 1."""
        self.pairs = put_one_hot(self.into, self.pairs, self.offset, value, length)
        self.offset += length

    def write_thermometer(self, value: i64, length: i64) -> None:
        """Write a thermometer code as the next part: `length` flags of which the first `value` are 1."""
        self.pairs = put_thermometer(self.into, self.pairs, self.offset, value, length)
        self.offset += length

    # ------------------------------------------------------------ table and turn
    def fill_table(self, t: Cells, seat: i64) -> None:
        """Write the crystals of both sides, the own side first, and the sizes of the hands and the deck."""
        own = L.side_of(seat)
        rival = 1 - own
        self.write_thermometer(t[L.ENERGY + own], MAX_ENERGY)
        self.write_thermometer(t[L.ENERGY + rival], MAX_ENERGY)
        self.write_thermometer(t[L.SAPPHIRES + own], MAX_SAPPHIRES)
        self.write_thermometer(t[L.SAPPHIRES + rival], MAX_SAPPHIRES)
        self.write_thermometer(t[L.WARD + own], MAX_WARD)
        self.write_thermometer(t[L.WARD + rival], MAX_WARD)
        distance: i64 = 0  # from the own seat, around the table
        while distance < L.MAX_SEATS:
            if distance < t[L.SEATS]:
                other = (seat + distance) % t[L.SEATS]
                self.write_thermometer(t[L.HAND_SIZE + other], MAX_HAND)
            else:
                self.offset += MAX_HAND
            distance += 1
        self.write_one_hot(t[L.DECK_SIZE] // CARDS_PER_DECK_FLAG, DECK_FLAGS)

    def fill_turn(self, t: Cells, seat: i64) -> None:
        """Write whose turn it is, which decision the game waits for, and how many colours each side controls."""
        own = L.side_of(seat)
        own_turn = L.own_side(t) == own
        own_decision = L.side_of(t[L.DECIDER]) == own
        self.write_one_hot(seats_between(t, seat, t[L.ACTIVE_SEAT]), L.MAX_SEATS)
        actions_left = smaller(t[L.ACTIONS_LEFT], MAX_ACTIONS - 1)
        if t[L.TURN_STEP] == L.START:
            actions_left = MAX_ACTIONS  # the last flag stands for a turn whose actions have not begun
        self.write_one_hot_for(own_turn, actions_left, MAX_ACTIONS + 1)
        self.write_one_hot(seats_between(t, seat, L.next_rival(t)), L.MAX_SEATS)
        self.write_one_hot_for(own_decision, t[L.PHASE], PHASES)
        self.put_feature(0, t[L.IS_LAST_TURN])
        self.offset += 1
        self.write_one_hot(L.colour_count(t, own), L.COLOURS + 1)
        self.write_one_hot(L.colour_count(t, 1 - own), L.COLOURS + 1)

    def write_one_hot_for(self, own_side: bool, value: i64, length: i64) -> None:
        """Write a one-hot code as the own side's or the rival's part; all flags of the other part stay 0."""
        if not own_side:
            self.offset += length
        self.write_one_hot(value, length)
        if own_side:
            self.offset += length

    # ------------------------------------------------------------ the next turn
    def fill_next_turn(self, t: Cells, program: Cells, seat: i64) -> None:
        """Write how close each side could come to winning in its next turn, with its known hand cards."""
        own = L.side_of(seat)
        self.fill_shortfalls(t, program, own, t[L.HAND + seat])
        self.fill_shortfalls(t, program, 1 - own, cards_seen_by(t, seat))

    def fill_shortfalls(self, t: Cells, program: Cells, side: i64, hand: i64) -> None:
        """Write what a side would still lack after its best turn: the energy left to its rival, and the sapphires
        missing for a win. `hand` is the set of the hand cards that are considered."""
        rival = 1 - side
        self.rival_hand = L.rival_hand_size(t, side)
        self.colours = L.colour_count(t, side)
        damage = self.max_per_turn(t, program, side, hand, opcodes.DAMAGE, opcodes.STEAL_ENERGY)
        sapphires = self.max_per_turn(t, program, side, hand, opcodes.GAIN_SAPPHIRES, opcodes.STEAL_SAPPHIRES)
        self.write_one_hot(shortfall(t[L.ENERGY + rival] + t[L.WARD + rival] - damage), MAX_SHORTFALL + 1)
        self.write_one_hot(shortfall(WINNING_SAPPHIRES - t[L.SAPPHIRES + side] - sapphires), MAX_SHORTFALL + 1)

    def max_per_turn(self, t: Cells, program: Cells, side: i64, hand: i64, step: i64, steal_step: i64) -> i64:
        """Return the most damage or the most sapphires that a side can get in one turn: with all its enchantments, and
        with two incantations on top of piles or one incantation played from its hand. Two opcodes count: `step`, such
        as DAMAGE, and `steal_step`, such as STEAL_ENERGY."""
        enchantments = t[L.TOP_CARDS_FACING + side] & program[L.ENCHANTMENTS]
        incantations = t[L.TOP_CARDS_FACING + side] & program[L.INCANTATIONS]
        if L.own_side(t) == side:
            incantations &= ~t[L.USED_CARDS]
        total: i64 = 0
        while enchantments != 0:
            card = L.lowest_card(enchantments)
            enchantments -= L.BIT[card]
            total += self.amount(card, step) + self.amount(card, steal_step)
        from_top_cards = self.highest_amounts(incantations, step, steal_step, ACTIONS_PER_TURN)
        from_hand = self.highest_amounts(hand & program[L.INCANTATIONS], step, steal_step, 1)
        if from_hand > from_top_cards:
            return total + from_hand
        return total + from_top_cards

    def highest_amounts(self, cards: i64, step: i64, steal_step: i64, count: i64) -> i64:
        """Return the damage or sapphires (as in `max_per_turn`) from the best card of a set, or the best two."""
        best: i64 = 0
        second: i64 = 0
        while cards != 0:
            card = L.lowest_card(cards)
            cards -= L.BIT[card]
            amount = self.amount(card, step) + self.amount(card, steal_step)
            if amount > best:
                second = best
                best = amount
            elif amount > second:
                second = amount
        if count == 1:
            return best
        return best + second

    def amount(self, card: i64, step: i64) -> i64:
        """Return the total amount of one kind of crystal step in a card's text, such as DAMAGE, as if all conditions
        held. Amounts per card in the rival's hand or per colour are multiplied by `rival_hand` or `colours`."""
        effects = self.effects
        index = card * EFFECTS + step
        per_rival_card = effects[index + COUNTED_STEPS]
        per_colour = effects[index + COUNTED_STEPS + BLOCK_SIZE]
        amount = effects[index] + per_rival_card * self.rival_hand + per_colour * self.colours
        if amount < 0:
            return 0
        return amount

    # ------------------------------------------------------------ effects of cards
    def fill_cards(self, t: Cells, program: Cells, seat: i64) -> None:
        """Write the effects of the known cards in hands and on top of piles, and of the current card text."""
        own = L.side_of(seat)
        self.fill_card_set(t[L.HAND + seat], program, by_kind=True)
        self.fill_card_set(t[L.TOP_CARDS_FACING + own], program, by_kind=True)
        self.fill_card_set(t[L.TOP_CARDS_FACING + 1 - own], program, by_kind=True)
        self.fill_used_flags(t)
        self.fill_card_set(cards_seen_by(t, seat), program, by_kind=False)
        self.fill_text(t, program, own)

    def fill_used_flags(self, t: Cells) -> None:
        """Write one feature per pile: 1 if its top card was activated in this turn, otherwise 0."""
        for colour in range(i64(L.COLOURS)):
            entry = L.top_entry(t, colour)
            if entry != L.NO_ENTRY and L.has(t[L.USED_CARDS], L.entry_card(entry)):
                self.put_feature(colour, 1)
        self.offset += L.COLOURS  # the next features follow these

    def fill_text(self, t: Cells, program: Cells, own: i64) -> None:
        """Write the effects of the rest of the current card text, in the part of the side that carries it out."""
        if t[L.TEXT_CARD] == L.NO_CARD:
            self.offset += EFFECTS * 2
            return
        add_steps(program, t[L.TEXT_POSITION], self.sums, 0, t[L.MULTIPLIER])
        if L.own_side(t) != own:
            self.offset += EFFECTS
        self.write_sums()
        if L.own_side(t) == own:
            self.offset += EFFECTS

    def fill_card_set(self, cards: i64, program: Cells, by_kind: bool) -> None:
        """Write the summed effects of a set of cards for each colour, or for each colour and kind of card."""
        for colour in range(i64(L.COLOURS)):
            cards_of_colour = cards & L.cards_of_colour(colour)
            if by_kind:
                self.write_group(cards_of_colour & program[L.INCANTATIONS])
                self.write_group(cards_of_colour & program[L.ENCHANTMENTS])
            else:
                self.write_group(cards_of_colour)

    def write_group(self, cards: i64) -> None:
        """Write the summed effects of a set of cards as the next part."""
        if cards == 0:
            self.offset += EFFECTS
            return
        while cards != 0:
            card = L.lowest_card(cards)
            cards -= L.BIT[card]
            self.add_effects(card)
        self.write_sums()

    def add_effects(self, card: i64) -> None:
        """Add the effect vector of a card to `sums`. Only its non-zero numbers are visited."""
        first = card * EFFECTS
        i: i64 = 0
        while i < self.effect_counts[card]:
            index = self.effect_indices[first + i]
            self.sums[index] += self.effects[first + index]
            i += 1

    def write_sums(self) -> None:
        """Write `sums`, the summed effects of a group of cards, as the next part, and reset it to 0."""
        for i in range(i64(EFFECTS)):
            self.put_feature(i, self.sums[i])
            self.sums[i] = 0
        self.offset += EFFECTS

    # ------------------------------------------------------------ card sets
    def compute_effects(self, t: Cells, program: Cells) -> None:
        """Compute the effect vectors of all cards of the set, from their texts for this number of seats."""
        self.effects = blank(CARDS * EFFECTS)
        for card in range(i64(CARDS)):
            first = card * EFFECTS
            add_steps(program, text_start(t, program, card), self.effects, first, 1)
            counts_cards = first + EFFECTS - 1  # in a sum of vectors, the last number is the number of cards
            self.effects[counts_cards] = 1
            count: i64 = 0
            for i in range(i64(EFFECTS)):
                if self.effects[first + i] != 0:
                    self.effect_indices[first + count] = i
                    count += 1
            self.effect_counts[card] = count


def add_steps(program: Cells, position: i64, into: Cells, first: i64, multiplier: i64) -> None:
    """Add all steps of a card text from `position` of the program on, in all its branches, to the effect vector that
    begins at index `first` of `into`. The amounts are multiplied by `multiplier` up to the step END_MULTIPLIER."""
    while program[position] != opcodes.END:
        step = program[position]
        amount = program[position + opcodes.AMOUNT]
        counted = program[position + opcodes.COUNTED]
        if step == opcodes.END_MULTIPLIER:
            multiplier = 1
        elif counted != opcodes.NOTHING:
            block = first + COUNTED_STEPS + (counted - opcodes.RIVAL_HAND) * BLOCK_SIZE
            into[block + smaller(step, BLOCK_SIZE - 1)] += multiplier
            into[first + step] += amount * multiplier
        elif step <= opcodes.PAY_ENERGY:
            into[first + step] += amount * multiplier
        elif step != opcodes.JUMP:
            into[first + step] += 1
        position += opcodes.STEP_SIZE


def cards_seen_by(t: Cells, seat: i64) -> i64:
    """Return the cards in other hands that a seat has seen. It may not know in which hand each is now (SC-823)."""
    cards: i64 = 0
    for other in range(i64(L.MAX_SEATS)):
        cards |= t[L.seen_cell(seat, other)]
    return cards & ~t[L.HAND + seat]


def seats_between(t: Cells, seat: i64, other: i64) -> i64:
    """Return how many places a seat is from another one around the table: 0 is the seat itself, 1 the next."""
    return (other - seat + t[L.SEATS]) % t[L.SEATS]


def shortfall(amount: i64) -> i64:
    """Clamp an amount to the range from 0 to MAX_SHORTFALL."""
    if amount < 0:
        return 0
    return smaller(amount, MAX_SHORTFALL)
