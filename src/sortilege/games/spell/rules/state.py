"""The state machine: whose turn it is, what may be done, and what is done."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, copy, fill_ones
from sortilege.core.rng import Rng
from sortilege.core.shapes import Options
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules import ending, setup, solo, spells, turn
from sortilege.games.spell.rules.arena import KING
from sortilege.games.spell.rules.runes import Runes

MOST_ACTIONS: Final = 160  # no node of SPELL lists more


def turn_of(t: Cells) -> i64:
    """The seat to decide, CHANCE or OVER."""
    phase = t[L.PHASE]
    if phase == L.PLAY:
        return L.seat_of(t, t[L.SIDE])
    if phase == L.REVEAL or phase <= L.DEAL or phase == L.GEM:
        return CHANCE
    if phase == L.DONE:
        return OVER
    return L.seat_of(t, t[L.SIDE])


# ---------------------------------------------------------------- listing
def fill_lays(t: Cells, into: Cells) -> i64:
    """SP-045 to SP-047; without central holes the last border cell stays empty (SP-051)."""
    cells = setup.open_cells(t)
    n: i64 = 0
    place: i64 = 0
    while cells >> place != 0:
        if (cells >> place) & 1 != 0 and (t[L.CENTRAL_HOLE] != 0 or not setup.closes_border(t, place)):
            into[n] = actions.LAY + place
            n += 1
        place += 1
    return n


def fill_amulets(t: Cells, into: Cells) -> i64:
    """SP-241, SP-244: any amulet not yet given."""
    n: i64 = 0
    amulet: i64 = 1
    while amulet <= 4:
        if t[L.SIDE] == L.BLACK or t[L.AMULETS] != amulet:
            into[n] = actions.AMULET + amulet
            n += 1
        amulet += 1
    return n


def hidden_cards(t: Cells, runes: Runes) -> i64:
    """The cards the next one turned up may be."""
    return t[L.UNSEEN] & runes.of_level[L.short_level(t, runes.of_level)]


def fill_reveals(t: Cells, into: Cells, runes: Runes) -> i64:
    """SP-024, SP-207: any unseen card of the level that is short."""
    return runes.fill(hidden_cards(t, runes), actions.REVEAL, into, 0)


def fill_few(t: Cells, into: Cells, phase: i64) -> i64:
    """The nodes with a single kind of answer."""
    side = t[L.SIDE]
    if phase == L.SUMMON:
        return turn.fill_cells(into, 0, actions.SUMMON, spells.summoning_places(t, side, L.free_tiles(t)))
    if phase == L.PUSH:
        return turn.fill_cells(into, 0, actions.PUSH, turn.steps(t, t[L.TARGET]))
    if phase == L.LEVITATE:
        n: i64 = 0
        mage: i64 = 0
        while mage < 16:
            if (t[L.MAGES + side] >> mage) & 1 != 0:
                n = turn.fill_cells(into, n, actions.LEVITATE + mage * 16, L.free_tiles(t))
            mage += 1
        return n
    if phase == L.FORCE:
        return turn.fill_pairs(into, 0, actions.FORCE, t[L.MAGES + 1 - side], L.free_tiles(t), KING)
    if phase == L.EXTRA:
        return turn.fill_mage(t, into, 0)
    if phase == L.STAND or phase == L.SECOND:
        return turn.fill_cells(into, 0, actions.STAND, setup.mage_places(t))
    if phase == L.SCRIPT_MAGE:
        return turn.fill_cells(into, 0, solo.mage_action(t, 0), solo.script_choices(t))
    if phase == L.SCRIPT_LIFT:
        return turn.fill_cells(into, 0, actions.LIFT, solo.lifts(t))
    if phase == L.AMULET:
        return fill_amulets(t, into)
    if phase == L.GEM:
        return turn.fill_cells(into, 0, actions.GEM, 0b1111)
    if phase == L.FIRST:
        return turn.fill_cells(into, 0, actions.FIRST, 0b11)
    return 0


class SpellState(State):
    """SPELL at one moment."""

    # Any: the Game it belongs to, which imports this file, as core.state says
    def __init__(self, cells: Cells, game: Any, options: Options, runes: Runes, deck: object) -> None:
        super().__init__(cells, game, options, 2 - cells[L.SOLO], MOST_ACTIONS)
        self.runes = runes
        self.deck = deck  # the deck.Deck behind the runes: the edge needs it, the rules do not

    def turn(self) -> i64:
        return turn_of(self.cells)

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.PLAY:
            return turn.fill_turn(t, into, self.runes)
        if phase == L.LAY:
            return fill_lays(t, into)
        if phase == L.REVEAL or phase == L.DEAL:
            return fill_reveals(t, into, self.runes)
        return fill_few(t, into, phase)

    def fill_weights(self, into: Cells) -> i64:
        return fill_ones(into, self.fill_legal(into))

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """All outcomes of SPELL are equally likely."""
        n = self.fill_legal(scratch)
        return scratch[n - 1 - rng.below(n)]

    def do(self, action: i64) -> None:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.PLAY:
            self.do_in_turn(t, action)
        elif phase == L.LAY:
            setup.lay(t, action - actions.LAY)
        elif phase == L.REVEAL:
            self.reveal(t, action - actions.REVEAL)
        elif phase == L.DEAL:
            setup.deal(t, self.runes.card_of(action - actions.REVEAL), self.runes)
        else:
            self.do_else(t, action, phase)

    def do_in_turn(self, t: Cells, action: i64) -> None:
        """One of the things a player may do on their turn (SP-081)."""
        if action >= actions.CLAIM:
            turn.claim(t, self.runes.card_of(action - actions.CLAIM), self.runes)
        elif action >= actions.CAST:
            spells.cast(t, (action - actions.CAST) >> 2, action & 3, self.runes)
        elif action >= actions.SPECIAL:
            t[L.SPECIAL] = action - actions.SPECIAL  # SP-281 to SP-283
        elif action >= actions.UPHEAVE:
            turn.upheave_once(t, action - actions.UPHEAVE)
        elif action == actions.END:
            self.end_turn(t)
        else:
            t[L.MAGE_USED] = 1  # SP-115
            turn.play_mage(t, action)

    def do_else(self, t: Cells, action: i64, phase: i64) -> None:
        """The targets of spells, the set-up, and what the script asks."""
        if phase == L.SUMMON:
            spells.summon(t, action - actions.SUMMON)
        elif phase == L.PUSH:
            spells.push(t, action - actions.PUSH)
        elif phase == L.LEVITATE:
            turn.move(t, t[L.SIDE], (action - actions.LEVITATE) >> 4, action & 15)
            t[L.PHASE] = L.PLAY
        elif phase == L.FORCE:
            turn.move(t, 1 - t[L.SIDE], (action - actions.FORCE) >> 4, action & 15)
            t[L.PHASE] = L.PLAY
        elif phase == L.EXTRA:
            turn.play_mage(t, action)  # SP-256: the marker is neither needed nor used
            t[L.PHASE] = L.PLAY
        elif phase == L.STAND or phase == L.SECOND:
            setup.stand(t, action - actions.STAND)
        elif phase == L.SCRIPT_MAGE:
            turn.play_mage(t, action)
            solo.script_upheave(t)
        elif phase == L.SCRIPT_LIFT:
            solo.script_lift(t, action - actions.LIFT)
        elif phase == L.GEM:
            solo.gem(t, action - actions.GEM, self.runes)
        elif phase == L.AMULET:
            setup.give_amulet(t, action - actions.AMULET)
        elif phase == L.FIRST:
            t[L.GEM_HOLDER] = action - actions.FIRST
            setup.begin(t)

    def end_turn(self, t: Cells) -> None:
        ending.end_turn(t, self.runes)
        self.run_script(t)

    def reveal(self, t: Cells, code: i64) -> None:
        """SP-207: one card; then the next level that is short, or the next turn."""
        setup.turn_up(t, self.runes.card_of(code), L.short_level(t, self.runes.of_level))
        if L.short_level(t, self.runes.of_level) == 0:
            ending.pass_on(t)
            self.run_script(t)

    def run_script(self, t: Cells) -> None:
        """SP-305: in solo black's turn plays itself."""
        if t[L.SOLO] != 0 and t[L.PHASE] == L.PLAY and t[L.SIDE] == L.BLACK:
            solo.script(t)

    def twin(self) -> SpellState:
        return SpellState(copy(self.cells), self.game, self.options, self.runes, self.deck)

    def scores(self) -> list[int]:
        t = self.cells
        if t[L.SOLO] != 0:
            return [t[L.SCORE + L.PURPLE]]
        return [t[L.SCORE], t[L.SCORE + 1]]

    def winners(self) -> list[int]:
        won = ending.winner(self.cells)
        if self.cells[L.SOLO] == 0:
            return [won]
        return [0] if won == L.PURPLE else []

    def reason(self) -> str:
        return ending.reason(self.cells)
