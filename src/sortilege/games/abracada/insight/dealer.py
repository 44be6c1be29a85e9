"""The exact probabilities of the stones that a seat cannot see, and tables sampled from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, copy, total
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS
from sortilege.games.abracada.insight.beliefs import Beliefs, Decision
from sortilege.games.abracada.insight.packed_hand import count_spells, has_slot, spell_in, swap_spells, with_spell
from sortilege.games.abracada.rules.state import AbracadaState

ALL_SLOTS: Final = 31  # as a bit mask
NO_SEAT: Final = -1
TWO_TO_26: Final = 67108864.0
TWO_TO_53: Final = 9007199254740992.0
CastEvidence: TypeAlias = "tuple[int, int, int, int]"  # seat, spell, slots, matches: see Dealer.add_cast_evidence


class Dealer:
    """Samples the stones that a view hides. Each possible hand is weighted by the number of deals that lead to it and
    by the evidence. The evidence is what the calls of the round reveal about the stones.

    Neighbouring stones with the same evidence form a group, in which the order does not matter. So only hands with
    every group in ascending order are listed, each weighted by its number of orders. Groups are shuffled in a sample.
    """

    def __init__(self, table: AbracadaState, hidden: list[int], read_decisions: Callable[[], list[Decision]]) -> None:
        self.table = table  # its hidden stones have spell 0 and are counted in the pool
        self.hidden = hidden  # the seats with hidden stones
        self.read_decisions = read_decisions  # returns the decisions of the other seats in this round
        self.cast_evidence: list[CastEvidence] = []
        self.group_starts = blank(HAND)  # by slot: 1 if a group begins there
        self.hands = vec[i64]()  # the possible hands of one seat, packed as in packed_hand.py
        self.cumulative = vec[float]()  # the cumulative weights of `hands`
        self.listed_seat: i64 = NO_SEAT  # the seat of `hands` if the list can be reused, otherwise NO_SEAT
        self.beliefs: Beliefs | None = None  # evidence from the decisions of other seats, if it is used

    def add_cast_evidence(self, seat: int, spell: int, slots: int, matches: int) -> None:
        """Record that a seat cast a spell. `matches` is how many of its stones at that time, the cast stone included,
        are known to have this spell. The stones in `slots` (a bit mask) were in the hand too and may have the spell."""
        self.cast_evidence.append((seat, spell, slots, matches))

    def use_decisions(self) -> None:
        """From now on also weight hands by the decisions of the other seats, who see the hidden stones. Do not use this
        for probabilities that are shown to players, because it assumes how players decide."""
        self.beliefs = Beliefs(self.table.cells, self.hidden[0])
        for table, action in self.read_decisions():
            self.beliefs.add_decision(table, action)
        self.listed_seat = NO_SEAT

    # ------------------------------------------------------------ listing hands
    def list_hands(self, seat: i64, pool: Cells) -> float:
        """List the possible hands of a seat, dealt from this pool, in `hands`, and their cumulative weights in
        `cumulative`. Return the probability that a random deal from the pool agrees with the evidence."""
        self.hands = vec[i64]()
        self.cumulative = vec[float]()
        unseen = total(pool, KINDS + 1)
        deals = 1.0  # the number of possible deals
        slot: i64 = 0
        while slot < self.table.cells[L.HAND_SIZE + seat]:
            deals *= float(unseen - slot)
            self.group_starts[slot] = 1
            if slot > 0 and self.same_evidence(seat, slot - 1, slot):
                self.group_starts[slot] = 0
            slot += 1
        self.extend_hand(seat, 0, 0, 1.0, pool)
        if len(self.cumulative) == 0:
            return 0.0
        return self.cumulative[len(self.cumulative) - 1] / deals

    def same_evidence(self, seat: i64, slot: i64, other_slot: i64) -> bool:
        """Return whether the calls and decisions of the round reveal the same about two stones of a seat."""
        t = self.table.cells
        for spell in range(1, i64(KINDS + 1)):
            dealt_at_miss = L.dealt_at_miss(t, seat, spell)
            is_excluded = L.serial_at(t, seat, slot) < dealt_at_miss
            if is_excluded != (L.serial_at(t, seat, other_slot) < dealt_at_miss):
                return False
        for caster, _, slots, _ in self.cast_evidence:
            if caster == seat and has_slot(slots, slot) != has_slot(slots, other_slot):
                return False
        return self.beliefs is None or self.beliefs.same_decisions(slot, other_slot)

    def extend_hand(self, seat: i64, slot: i64, hand: i64, weight: float, pool: Cells) -> None:
        """Fill the slots of a packed hand from `slot` on in every possible way, and append each complete hand to the
        list. `weight` is the number of deals that lead to the slots before `slot`."""
        t = self.table.cells
        if slot == t[L.HAND_SIZE + seat]:
            self.append_hand(hand, weight * self.likelihood(seat, hand))
            return
        spell: i64 = 1
        if self.group_starts[slot] == 0:  # a group is listed in ascending order
            spell = spell_in(hand, slot - 1)
        serial = L.serial_at(t, seat, slot)
        while spell <= KINDS:
            copies = pool[spell]
            if copies > 0 and serial >= L.dealt_at_miss(t, seat, spell):  # not excluded by a failed call
                pool[spell] = copies - 1
                longer = with_spell(hand, slot, spell)
                self.extend_hand(seat, slot + 1, longer, weight * float(copies) * self.order_factor(longer, slot), pool)
                pool[spell] = copies
            spell += 1

    def order_factor(self, hand: i64, slot: i64) -> float:
        """Return the factor by which the number of orders of a group grows when the stone in this slot joins the group.
        For example, spells 4 and 5 have 2 orders; 4, 5 and 5 have 3 orders, so the factor of the second 5 is 1.5."""
        spell = spell_in(hand, slot)
        members: i64 = 1
        equal_members: i64 = 1
        member_slot = slot
        while self.group_starts[member_slot] == 0:
            member_slot -= 1
            members += 1
            if spell_in(hand, member_slot) == spell:
                equal_members += 1
        return float(members) / float(equal_members)

    def append_hand(self, hand: i64, weight: float) -> None:
        """Append a hand to `hands` and its cumulative weight to `cumulative`."""
        before = 0.0
        if len(self.cumulative) > 0:
            before = self.cumulative[len(self.cumulative) - 1]
        self.hands = append(self.hands, hand)
        self.cumulative = append(self.cumulative, before + weight)

    def likelihood(self, seat: i64, hand: i64) -> float:
        """Return the likelihood of the evidence if the seat has this hand. When several stones match a call, chance
        takes each of them with the same probability (AQ-209)."""
        likelihood = 1.0
        for caster, spell, slots, matches in self.cast_evidence:
            if caster == seat:
                known_matches: i64 = matches
                other_matches = L.copies_in(count_spells(hand, slots), spell)
                likelihood /= float(known_matches + other_matches)
        if self.beliefs is not None:
            likelihood *= self.beliefs.likelihood(hand)
        return likelihood

    def unseen(self) -> Cells:
        """Return how many stones of each spell the dealer's view hides; index 0 is unused."""
        pool = blank(KINDS + 1)
        for spell in range(1, i64(KINDS + 1)):
            pool[spell] = self.table.cells[L.POOL + spell]
        return pool

    def odds(self, seat: int) -> list[float]:
        """Return for each spell the exact probability that the seat has at least one stone of it; index 0 is unused."""
        self.list_hands(seat, self.unseen())
        self.listed_seat = NO_SEAT
        weights_by_spell = [0.0] * (KINDS + 1)  # the total weight of the hands that contain the spell
        total_weight = 0.0
        i: i64 = 0
        while i < len(self.hands):
            spell_counts = count_spells(self.hands[i], ALL_SLOTS)
            weight = self.cumulative[i] - total_weight
            total_weight = self.cumulative[i]
            for spell in range(1, i64(KINDS + 1)):
                if L.copies_in(spell_counts, spell) > 0:
                    weights_by_spell[spell] += weight
            i += 1
        if total_weight == 0.0:
            return weights_by_spell
        return [weight / total_weight for weight in weights_by_spell]

    # ------------------------------------------------------------ sampling
    def deal(self, rng: Rng) -> AbracadaState:
        """Return a sampled state, in which the hidden stones of the view are drawn with their probabilities."""
        t = copy(self.table.cells)
        pool = self.unseen()
        while not self.deal_hands(t, pool, rng):
            t = copy(self.table.cells)
            pool = self.unseen()
        self.deal_secrets(t, pool, rng)
        for spell in range(1, i64(KINDS + 1)):
            t[L.POOL + spell] = pool[spell]
        return AbracadaState(t, self.table.game, self.table.options)

    def deal_hands(self, t: Cells, pool: Cells, rng: Rng) -> bool:
        """Sample the hidden hands one after the other, and return False if the caller must try again. A later hand is
        drawn from the stones that the earlier hands leave in the pool. It is accepted with the probability that a deal
        from this pool agrees with the evidence, so that the hands together have the right probability."""
        is_first = True
        for hidden_seat in self.hidden:
            seat: i64 = hidden_seat
            if self.listed_seat != seat or not is_first:
                agreement_probability = self.list_hands(seat, pool)
                self.listed_seat = NO_SEAT
                if len(self.hidden) == 1:  # the next sample can use the same list
                    self.listed_seat = seat
                if not is_first and fraction(rng) >= agreement_probability:
                    return False
            if len(self.cumulative) == 0:
                return False
            hand = self.shuffle_groups(self.draw_hand(rng), t[L.HAND_SIZE + seat], rng)
            put_hand(t, seat, hand, pool)
            is_first = False
        return True

    def draw_hand(self, rng: Rng) -> i64:
        """Return one of the listed hands, drawn by weight with a binary search."""
        low: i64 = 0
        high: i64 = len(self.cumulative) - 1
        target = fraction(rng) * self.cumulative[high]
        while low < high:
            middle = (low + high) >> 1
            if self.cumulative[middle] > target:
                high = middle
            else:
                low = middle + 1
        return self.hands[low]

    def shuffle_groups(self, hand: i64, size: i64, rng: Rng) -> i64:
        """Return the hand with each of its groups in random order (a Fisher-Yates shuffle of each group)."""
        start: i64 = 0
        for slot in range(1, size):
            if self.group_starts[slot] == 1:
                start = slot
            hand = swap_spells(hand, slot, start + rng.below(slot - start + 1))
        return hand

    def deal_secrets(self, t: Cells, pool: Cells, rng: Rng) -> None:
        """Replace the unknown secret stones of all seats by random stones from the pool."""
        for seat in range(t[L.SEATS]):
            i: i64 = 0
            while i < t[L.SECRETS_HELD + seat]:
                if t[L.secret_cell(seat, i)] == 0:
                    t[L.secret_cell(seat, i)] = draw_stone(pool, rng)
                i += 1


def put_hand(t: Cells, seat: i64, hand: i64, pool: Cells) -> None:
    """Give the hidden stones of a seat the spells of a packed hand, and remove these stones from the pool."""
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + seat]:
        spell = spell_in(hand, slot)
        t[L.hand_cell(seat, slot)] += spell  # the cell contained a stone of spell 0
        t[L.HELD + seat] += L.HELD_UNIT[spell]
        pool[spell] -= 1
        slot += 1


def hide_own_stones(state: State) -> AbracadaState:
    """Return the state as the seat to move sees it: stones that it does not see have spell 0 and are counted in the
    pool. This is faster than building the seat's view and converting it to a state."""
    t = copy(state.cells)
    own_seat = t[L.ACTIVE]
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + own_seat]:
        spell = L.spell_at(t, own_seat, slot)
        t[L.hand_cell(own_seat, slot)] -= spell
        t[L.POOL + spell] += 1
        slot += 1
    t[L.HELD + own_seat] = 0
    for seat in range(t[L.SEATS]):
        if seat != own_seat:
            i: i64 = 0
            while i < t[L.SECRETS_HELD + seat]:
                t[L.POOL + t[L.secret_cell(seat, i)]] += 1
                t[L.secret_cell(seat, i)] = 0
                i += 1
    return AbracadaState(t, state.game, state.options)


def add_remembered_casts(dealer: Dealer, seat: i64) -> None:
    """Add the evidence of the seat's last cast of each spell (AQ-209). A state does not remember earlier casts."""
    t = dealer.table.cells
    for spell in range(1, i64(KINDS + 1)):
        slots = slots_dealt_before(t, seat, L.dealt_at_cast(t, seat, spell))
        if slots != 0:
            dealer.add_cast_evidence(seat, spell, slots, matches=1)


def slots_dealt_before(t: Cells, seat: i64, serial: i64) -> i64:
    """Return the slots, as a bit mask, of the seat's stones with a lower serial number than this one."""
    slots: i64 = 0
    bit: i64 = 1
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + seat]:
        if L.serial_at(t, seat, slot) < serial:
            slots |= bit
        bit <<= 1
        slot += 1
    return slots


def no_decisions() -> list[Decision]:
    """Return an empty list, for a dealer that does not use the decisions of other seats."""
    return []


def draw_stone(pool: Cells, rng: Rng) -> i64:
    """Remove a random stone from the pool and return its spell."""
    spell = rng.weighted_index(pool, KINDS + 1)
    pool[spell] -= 1
    return spell


def fraction(rng: Rng) -> float:
    """Return a random float in [0, 1) with 53 random bits, made like Python's `random.random`."""
    high_bits = float(rng.word() >> 5)  # 27 bits
    low_bits = float(rng.word() >> 6)  # 26 bits
    return (high_bits * TWO_TO_26 + low_bits) / TWO_TO_53
