"""Carrying out a text, one step at a time (SC-313, SC-801..830).

The text is a little program; the place in it, the card it belongs to and what is still to be chosen lie in cells, so a
text can wait for anybody's choice, or for chance, and go on later. After every step the winning conditions are looked
at (SC-512).
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.rules.crystals import (
    can_pay,
    damage,
    gain,
    judge,
    lose,
    steal_energy,
    steal_sapphires,
)
from sortilege.games.spellcaster.rules.moving import (
    ask_for_cards,
    take_out,
)


# ---------------------------------------------------------------- beginning and ending
def start_of(t: Cells, p: Cells, card: i64) -> i64:
    """SC-608: a starred card has another text with three and four mages."""
    if t[L.SEATS] == 2:
        return p[L.DUEL + card]
    return p[L.MULTI + card]


def begin_text(t: Cells, p: Cells, card: i64) -> None:
    """The text of this card is carried out from its first step."""
    t[L.SOURCE] = card
    t[L.PC] = start_of(t, p, card)
    t[L.PHASE] = L.TEXT


def end_text(t: Cells) -> None:
    """The end of a borrowed text leads back to the copying card (SC-821); otherwise the turn goes on."""
    if t[L.RETURN] != 0:
        t[L.PC] = t[L.RETURN]
        t[L.RETURN] = 0
        t[L.COPIED] = L.NO_CARD
        return
    t[L.SOURCE] = L.NO_CARD
    if t[L.STEP] == L.ACTIONS:
        t[L.PHASE] = L.NEXT
    else:
        t[L.PHASE] = L.ENCHANT


def number(t: Cells, p: Cells) -> i64:
    """SC-314, SC-810: read when its step resolves, never below 0, times the cards discarded for it."""
    pc = t[L.PC]
    n = p[pc + 1]
    counted = p[pc + 2]
    if counted == opcodes.RIVAL_HAND:
        n += L.rival_cards(t)
    elif counted == opcodes.COLOURS:
        n += L.colours_of(t, L.mine(t))
    if n < 0:
        n = 0
    return n * t[L.TIMES]


def go_on(t: Cells) -> None:
    """To the next step."""
    t[L.PC] += opcodes.WIDTH
    t[L.PHASE] = L.TEXT


def go_to(t: Cells, p: Cells) -> None:
    """To where this step leads if it is not followed."""
    t[L.PC] = p[t[L.PC] + 3]
    t[L.PHASE] = L.TEXT


# ---------------------------------------------------------------- one step
def next_step(t: Cells, p: Cells) -> None:
    """Carry out the next step, or ask what it needs to know."""
    step = p[t[L.PC]]
    if step <= opcodes.MORE_ACTIONS:
        count_crystals(t, p, step)
    elif step <= opcodes.PLAYFREE:
        move_cards(t, p, step)
    elif step <= opcodes.ONCE:
        fork(t, p, step)
    elif step <= opcodes.COPY:
        if has_target(t, p):
            t[L.WHO] = t[L.ACTIVE]
            t[L.PHASE] = L.TARGET
        else:
            go_on(t)  # SC-829
    elif step == opcodes.END:
        end_text(t)
    elif step == opcodes.STEAL_CARD:
        steal_card(t)
    elif step == opcodes.RECOVER:
        recover(t)
    else:  # opcodes.TRASH
        take_out(t, t[L.SOURCE])
        go_on(t)


def count_crystals(t: Cells, p: Cells, step: i64) -> None:
    """SC-801..807, SC-813, SC-826: numbers that change at once."""
    n = number(t, p)
    me = L.mine(t)
    t[L.PC] += opcodes.WIDTH
    if step == opcodes.DMG:
        damage(t, 1 - me, n)
    elif step == opcodes.HEAL:
        gain(t, L.ENERGY, me, n)
    elif step == opcodes.SAPH:
        gain(t, L.SAPPHIRES, me, n)
    elif step == opcodes.LOSE_E:
        lose(t, L.ENERGY, me, n)
    elif step == opcodes.RLOSE_S:
        lose(t, L.SAPPHIRES, 1 - me, n)
    elif step == opcodes.RHEAL:
        gain(t, L.ENERGY, 1 - me, n)
    elif step == opcodes.RSAPH:
        gain(t, L.SAPPHIRES, 1 - me, n)
    elif step == opcodes.STEAL_S:
        steal_sapphires(t, me, n)
    elif step == opcodes.STEAL_E:
        steal_energy(t, me, n)
    elif step == opcodes.WARD:
        t[L.WARD + me] += n
    else:  # opcodes.MORE_ACTIONS
        t[L.LEFT] += n
    judge(t)


def move_cards(t: Cells, p: Cells, step: i64) -> None:
    """SC-808..810, SC-824, SC-828: draws, discards and free plays."""
    n = number(t, p)
    if step == opcodes.DRAW:
        t[L.PC] += opcodes.WIDTH
        ask_for_cards(t, t[L.ACTIVE], n, L.TEXT)
    elif step == opcodes.RDRAW:
        t[L.PC] += opcodes.WIDTH
        ask_for_cards(t, L.next_rival(t), n, L.TEXT)
    elif step == opcodes.DISC:
        t[L.PC] += opcodes.WIDTH
        ask_to_discard(t, t[L.ACTIVE], n)
    elif step == opcodes.RDISC:
        t[L.PC] += opcodes.WIDTH
        ask_to_discard(t, L.next_rival(t), n)
    elif step <= opcodes.EACH_LOSE:
        each(t, n, step)
    elif step == opcodes.DISC_UPTO:
        t[L.PC] += opcodes.WIDTH
        t[L.TIMES] = 0
        ask_up_to(t, n, L.UPTO)
    else:  # opcodes.PLAYFREE
        t[L.PC] += opcodes.WIDTH
        ask_up_to(t, n, L.PLAYFREE)


def fork(t: Cells, p: Cells, step: i64) -> None:
    """SC-811, SC-812, SC-815, SC-816: texts that go one way or another."""
    if step == opcodes.PAY_S or step == opcodes.PAY_E:
        if can_pay(t, price_in(step), L.mine(t), p[t[L.PC] + 1]):
            t[L.WHO] = t[L.ACTIVE]
            t[L.PHASE] = L.PAY
        else:
            go_to(t, p)
    elif step == opcodes.UNLESS:
        rival = L.next_rival(t)
        if t[L.SIZE + rival] > 0:
            t[L.WHO] = rival
            t[L.PHASE] = L.UNLESS
        else:
            go_on(t)  # SC-703: nothing to discard, so nothing prevents it
    elif step == opcodes.IF:
        if holds(t, p[t[L.PC] + 1]):
            go_on(t)
        else:
            go_to(t, p)
    elif step == opcodes.CHOOSE:
        t[L.WHO] = t[L.ACTIVE]
        t[L.PHASE] = L.CHOOSE
    elif step == opcodes.JUMP:
        go_to(t, p)
    else:  # opcodes.ONCE
        t[L.TIMES] = 1
        go_on(t)


def price_in(step: i64) -> i64:
    """What a price is paid in."""
    if step == opcodes.PAY_S:
        return L.SAPPHIRES
    return L.ENERGY


def holds(t: Cells, condition: i64) -> bool:
    """SC-816: strictly less, strictly more."""
    if condition == opcodes.LESS_ENERGY:
        return t[L.ENERGY + L.mine(t)] < t[L.ENERGY + L.theirs(t)]
    if condition == opcodes.LESS_SAPPHIRES:
        return t[L.SAPPHIRES + L.mine(t)] < t[L.SAPPHIRES + L.theirs(t)]
    return t[L.SIZE + L.next_rival(t)] > t[L.SIZE + t[L.ACTIVE]]


# ---------------------------------------------------------------- discards and free plays
def ask_to_discard(t: Cells, seat: i64, n: i64) -> None:
    """SC-305, SC-306, SC-809: the owner of the hand chooses; with fewer cards than asked, all go."""
    if n > t[L.SIZE + seat]:
        n = t[L.SIZE + seat]
    if n == 0:
        t[L.PHASE] = L.TEXT
        return
    t[L.WHO] = seat
    t[L.COUNT] = n
    t[L.PHASE] = L.DISCARD


def ask_up_to(t: Cells, n: i64, phase: i64) -> None:
    """SC-810, SC-824: the active mage discards or plays 0 to n cards."""
    seat = t[L.ACTIVE]
    if n == 0 or t[L.SIZE + seat] == 0:
        t[L.PHASE] = L.TEXT
        return
    t[L.WHO] = seat
    t[L.COUNT] = n
    t[L.PHASE] = phase


def each(t: Cells, n: i64, step: i64) -> None:
    """SC-409, SC-712, SC-828: every mage in turn order, each in full; this step comes again until all are served."""
    if t[L.EACH] == t[L.SEATS]:
        t[L.EACH] = 0
        go_on(t)
        return
    seat = L.in_turn_order(t, t[L.EACH])
    t[L.EACH] += 1
    if t[L.SEATS] == 3 and seat != 1:
        n = n >> 1  # SC-710: a team mage's share is half, rounded down
    if step == opcodes.EACH_DRAW:
        ask_for_cards(t, seat, n, L.TEXT)
    else:
        ask_to_discard(t, seat, n)


# ---------------------------------------------------------------- targets
def fits(t: Cells, p: Cells, colour: i64) -> bool:
    """Whether this pile's top card can be the target of the present step: never the pile of the card itself."""
    lying = L.top(t, colour)
    if lying < 0 or colour == L.COLOUR[t[L.SOURCE]]:
        return False
    step = p[t[L.PC]]
    if step == opcodes.BURY:  # SC-818
        wanted = p[t[L.PC] + 1]
        return t[L.HEIGHT + colour] > 1 and (wanted < 0 or wanted == colour)
    if step == opcodes.UNWEAVE:  # SC-819
        return p[L.KIND + (lying >> 1)] == 1
    if lying & 1 == L.mine(t):
        return False
    return step != opcodes.COPY or p[L.KIND + (lying >> 1)] == 0  # SC-817, SC-820, SC-821


def has_target(t: Cells, p: Cells) -> bool:
    """Whether any pile fits."""
    colour: i64 = 0
    while colour < 4:
        if fits(t, p, colour):
            return True
        colour += 1
    return False


# ---------------------------------------------------------------- hands and discard pile
def steal_card(t: Cells) -> None:
    """SC-823: chance says which card of the next rival's hand."""
    t[L.PC] += opcodes.WIDTH
    rival = L.next_rival(t)
    if t[L.SIZE + rival] > 0:
        t[L.WHO] = rival
        t[L.PHASE] = L.STEAL


def recover(t: Cells) -> None:
    """SC-825: any card of the discard pile, or a card from the deck when it is empty."""
    t[L.PC] += opcodes.WIDTH
    if t[L.THROWN] == 0:
        ask_for_cards(t, t[L.ACTIVE], 1, L.TEXT)
    else:
        t[L.WHO] = t[L.ACTIVE]
        t[L.PHASE] = L.RECOVER
