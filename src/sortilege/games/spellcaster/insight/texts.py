"""What a text would bring the side that has it carried out, read from its steps: so any card set is understood.

The walk through a text keeps count of the crystals, so it sees every win in the order of the steps (SC-512); cards,
control and actions have prices. Where the text asks its mage, the best answer counts; where it asks the rival, the
rival's best.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.insight import prices
from sortilege.games.spellcaster.insight.purse import Purse, count_out, least, purse_of
from sortilege.games.spellcaster.rules.texts import start_of

DEEP: Final = 3  # forks within forks, and cards that look at other cards, are followed so far


# ---------------------------------------------------------------- cards
def gain(t: Cells, p: Cells, card: i64, side: i64, depth: i64) -> float:
    """What carrying out this card's text now would change for the better."""
    purse = purse_of(t, side)
    now = purse.worth()
    return walk(t, p, start_of(t, p, card), side, card, purse, 1, depth) - now


def presence(t: Cells, p: Cells, card: i64, side: i64, depth: i64) -> float:
    """What it is worth to a side that this card lies on top and faces it."""
    return lasting(p, card, gain(t, p, card, side, depth))


def lasting(p: Cells, card: i64, brings: float) -> float:
    """The same, where it is known what carrying out its text brings."""
    if p[L.KIND + card] == 1:
        brings *= prices.TICKS
    else:
        brings = (brings - prices.PLAIN_ACTION) * prices.USES
        if brings < 0.0:
            brings = 0.0
    if brings > prices.THREAT:
        brings = prices.THREAT
    if brings < -prices.THREAT:
        brings = -prices.THREAT
    return brings + prices.CONTROL


def lying_for(t: Cells, p: Cells, lying: i64, side: i64, depth: i64) -> float:
    """What a card of a pile (card * 2 + facing) is worth to this side when it is on top; nothing lies there: 0."""
    if lying < 0:
        return 0.0
    if lying & 1 == side:
        return presence(t, p, lying >> 1, side, depth)
    return -presence(t, p, lying >> 1, 1 - side, depth)


def under(t: Cells, colour: i64) -> i64:
    """The card below the top card, or -1."""
    height = t[L.HEIGHT + colour]
    if height < 2:
        return -1
    return t[L.PILE + colour * 15 + height - 2]


# ---------------------------------------------------------------- numbers
def rival_hand(t: Cells, side: i64) -> i64:
    """`@rhand` for either side, whoever's turn it is."""
    if side == 0:
        if t[L.SEATS] == 4 and t[L.SIZE + 3] > t[L.SIZE + 1]:
            return t[L.SIZE + 3]
        return t[L.SIZE + 1]
    if t[L.SEATS] == 3:
        return t[L.SIZE] + t[L.SIZE + 2]
    if t[L.SEATS] == 4 and t[L.SIZE + 2] > t[L.SIZE]:
        return t[L.SIZE + 2]
    return t[L.SIZE]


def own_hand(t: Cells, side: i64) -> i64:
    """The hand of the mage who carries out the text: the active one, or the side's first."""
    if t[L.ACTIVE] & 1 == side:
        return t[L.SIZE + t[L.ACTIVE]]
    return t[L.SIZE + side]


def next_rivals_hand(t: Cells, side: i64) -> i64:
    """The hand of the one who must discard or draw."""
    if t[L.ACTIVE] & 1 == side:
        return t[L.SIZE + L.next_rival(t)]
    return t[L.SIZE + 1 - side]


def number(t: Cells, p: Cells, pc: i64, side: i64, times: i64) -> i64:
    """As the rules count it (SC-314)."""
    n = p[pc + 1]
    if p[pc + 2] == opcodes.RIVAL_HAND:
        n += rival_hand(t, side)
    elif p[pc + 2] == opcodes.COLOURS:
        n += L.count(t[L.FACING + side])
    if n < 0:
        n = 0
    return n * times


# ---------------------------------------------------------------- the walk
def walk(t: Cells, p: Cells, pc: i64, side: i64, card: i64, purse: Purse, times: i64, depth: i64) -> float:
    """What the side has after the text from here on; the purse is used up."""
    while p[pc] != opcodes.END:
        step = p[pc]
        if step <= opcodes.MORE_ACTIONS:
            count_out(step, number(t, p, pc, side, times), purse)
            won = purse.won()
            if won != 0.0:
                return won
        elif step == opcodes.DISC_UPTO:
            return best_discard(t, p, pc, side, card, purse, depth)
        elif step <= opcodes.PLAYFREE:
            purse.rest += price_of_cards(t, step, number(t, p, pc, side, times), side)
        elif step == opcodes.JUMP:
            pc = p[pc + 3] - opcodes.WIDTH
        elif step == opcodes.ONCE:
            times = 1
        elif step <= opcodes.CHOOSE:
            return best_way(t, p, pc, side, card, purse, times, depth)
        elif step <= opcodes.COPY:
            purse.rest += best_target(t, p, pc, side, card, depth)
        elif step == opcodes.STEAL_CARD:
            if next_rivals_hand(t, side) > 0:
                purse.rest += prices.STOLEN
        elif step == opcodes.RECOVER:
            purse.rest += prices.RECOVERED
        else:  # opcodes.TRASH
            purse.rest -= prices.GONE
        pc += opcodes.WIDTH
    return purse.worth()


def price_of_cards(t: Cells, step: i64, n: i64, side: i64) -> float:
    """Steps that move cards, by price."""
    if step == opcodes.DRAW:
        return prices.DRAWN * float(least(n, t[L.DECKED]))
    if step == opcodes.RDRAW:
        return -prices.DRAWN * float(least(n, t[L.DECKED]))
    mine = own_hand(t, side)
    theirs = next_rivals_hand(t, side)
    if step == opcodes.DISC:
        return -prices.SPARED * float(least(n, mine))
    if step == opcodes.RDISC:
        return prices.SPARED * 1.5 * float(least(n, theirs))
    if step == opcodes.EACH_LOSE:
        return prices.SPARED * float(least(n, theirs) - least(n, mine))
    if step == opcodes.PLAYFREE:
        return prices.FREE * float(least(n, mine))
    return 0.0  # everybody draws


def best_discard(t: Cells, p: Cells, pc: i64, side: i64, card: i64, purse: Purse, depth: i64) -> float:
    """`disc..n`: as many cards as pay. Each further one is missed more."""
    most = least(p[pc + 1], own_hand(t, side))
    best = -prices.WIN
    price = 0.0
    n: i64 = 0
    while n <= most:
        trial = purse.copy()
        trial.rest -= price
        found = walk(t, p, pc + opcodes.WIDTH, side, card, trial, n, depth + 1)
        if found > best:
            best = found
        if depth >= DEEP:
            return best
        n += 1
        price += prices.SPARED + 0.03 * float(n)
    return best


def best_way(t: Cells, p: Cells, pc: i64, side: i64, card: i64, purse: Purse, times: i64, depth: i64) -> float:
    """A fork: the mage's best way, the rival's best, or the way the condition says."""
    step = p[pc]
    if step == opcodes.IF:
        if holds(t, purse, p[pc + 1], side):
            return walk(t, p, pc + opcodes.WIDTH, side, card, purse, times, depth)
        return walk(t, p, p[pc + 3], side, card, purse, times, depth)
    if step == opcodes.CHOOSE:
        return best_branch(t, p, pc, side, card, purse, times, depth)
    if step != opcodes.UNLESS:
        return best_deal(t, p, pc, side, card, purse, times, depth)
    done = walk(t, p, pc + opcodes.WIDTH, side, card, purse.copy(), times, depth + 1)
    if depth >= DEEP or next_rivals_hand(t, side) == 0:
        return done
    purse.rest += prices.SPARED
    prevented = walk(t, p, p[pc + 3], side, card, purse, times, depth + 1)
    return prevented if prevented < done else done


def best_deal(t: Cells, p: Cells, pc: i64, side: i64, card: i64, purse: Purse, times: i64, depth: i64) -> float:
    """`pay`: paid if that is better. The last energy is never paid: it would lose (SC-503)."""
    price = p[pc + 1]
    paid = purse.copy()
    declined = walk(t, p, p[pc + 3], side, card, purse, times, depth + 1)
    if p[pc] == opcodes.PAY_S:
        if paid.sapphires < price:
            return declined
        paid.sapphires -= price
    else:
        if paid.energy <= price:
            return declined
        paid.energy -= price
    if depth >= DEEP:
        return declined
    done = walk(t, p, pc + opcodes.WIDTH, side, card, paid, times, depth + 1)
    return done if done > declined else declined


def best_branch(t: Cells, p: Cells, pc: i64, side: i64, card: i64, purse: Purse, times: i64, depth: i64) -> float:
    """`choose`."""
    best = -2.0 * prices.WIN
    i: i64 = 1
    while i <= p[pc + 1]:
        way = p[pc + i * opcodes.WIDTH + 3]
        found = walk(t, p, way, side, card, purse.copy(), times, depth + 1)
        if found > best:
            best = found
        if depth >= DEEP:
            return best
        i += 1
    return best


def holds(t: Cells, purse: Purse, condition: i64, side: i64) -> bool:
    """SC-816."""
    if condition == opcodes.LESS_ENERGY:
        return purse.energy < purse.their_energy
    if condition == opcodes.LESS_SAPPHIRES:
        return purse.sapphires < purse.their_sapphires
    return next_rivals_hand(t, side) > own_hand(t, side)


# ---------------------------------------------------------------- targets
def best_target(t: Cells, p: Cells, pc: i64, side: i64, card: i64, depth: i64) -> float:
    """The best pile for this step; a burial may be declined, the others must hit something."""
    if depth >= DEEP:
        return prices.PLAIN_ACTION
    best = -prices.WIN
    colour: i64 = 0
    while colour < 4:
        if colour != L.COLOUR[card] and can_strike(t, p, pc, colour, side):
            found = strike(t, p, pc, colour, side, depth + 1)
            if found > best:
                best = found
        colour += 1
    if best == -prices.WIN or (p[pc] == opcodes.BURY and best < 0.0):
        return 0.0
    return best


def can_strike(t: Cells, p: Cells, pc: i64, colour: i64, side: i64) -> bool:
    """SC-817..821."""
    lying = L.top(t, colour)
    if lying < 0:
        return False
    if p[pc] == opcodes.BURY:
        return t[L.HEIGHT + colour] > 1 and (p[pc + 1] < 0 or p[pc + 1] == colour)
    if p[pc] == opcodes.UNWEAVE:
        return p[L.KIND + (lying >> 1)] == 1
    return lying & 1 != side and (p[pc] != opcodes.COPY or p[L.KIND + (lying >> 1)] == 0)


def strike(t: Cells, p: Cells, pc: i64, colour: i64, side: i64, depth: i64) -> float:
    """What the step brings this side on that pile."""
    lying = L.top(t, colour)
    step = p[pc]
    if step == opcodes.COPY:
        return gain(t, p, lying >> 1, side, depth)
    after = lying_for(t, p, under(t, colour), side, depth)
    if step == opcodes.FLIP:
        after = presence(t, p, lying >> 1, side, depth)
    elif step == opcodes.BOUNCE:
        after -= prices.DRAWN
    return after - lying_for(t, p, lying, side, depth)
