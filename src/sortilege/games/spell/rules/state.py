"""The state of a game: who decides next, which actions are legal, and what an action does."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, copy, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.types import Options
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules import ending, setup, solo, spells, turn
from sortilege.games.spell.rules.arena import ANYWHERE, KING_STEPS
from sortilege.games.spell.rules.runes import Runes

MAX_ACTIONS: Final = 160  # upper bound of the number of legal actions in one state

# masks for `fill_cells`
ALL_AMULETS: Final = 0b11110  # amulets are numbered 1 to 4
ALL_DIRECTIONS: Final = 0b1111
BOTH_SIDES: Final = 0b11


# ---------------------------------------------------------------- legal actions
def fill_lay_tiles(t: Cells, into: Cells) -> i64:
    """List the actions that lay the next tile: write their ids to `into` and return how many (SP-045 to SP-047).
    Without the option `central_hole` the last empty cell on the border must stay empty (SP-051)."""
    places = setup.open_places(t)
    allows_central_hole = t[L.CENTRAL_HOLE] != 0
    length: i64 = 0
    place: i64 = 0
    while places >> place != 0:
        if L.contains(places, place) and (allows_central_hole or not setup.leaves_central_hole(t, place)):
            into[length] = actions.LAY + place
            length += 1
        place += 1
    return length


def fill_reveals(t: Cells, into: Cells, runes: Runes) -> i64:
    """List the outcomes of turning up the next card, one for each face-down card of its level, and return how many
    (SP-024, SP-207)."""
    cards = t[L.FACE_DOWN] & runes.cards_of_level[L.level_to_refill(t, runes.cards_of_level)]
    return runes.fill_card_actions(into, 0, actions.REVEAL, cards)


def fill_spell_targets(t: Cells, into: Cells, phase: i64) -> i64:
    """List the actions that choose the target of a spell: write their ids to `into` and return how many there are."""
    side = t[L.SIDE]
    if phase == L.SUMMON:
        return turn.fill_cells(into, 0, actions.SUMMON, spells.summon_targets(t, side, L.free_tiles(t)))
    if phase == L.PUSH:
        return turn.fill_cells(into, 0, actions.PUSH, KING_STEPS[t[L.TARGET]] & L.free_tiles(t))
    if phase == L.LEVITATE:
        return turn.fill_mage_targets(into, 0, actions.LEVITATE, t[L.MAGES + side], L.free_tiles(t), ANYWHERE)
    if phase == L.FORCE:
        return turn.fill_mage_targets(into, 0, actions.FORCE, t[L.MAGES + 1 - side], L.free_tiles(t), KING_STEPS)
    return turn.fill_mage_actions(t, into, 0)  # EXTRA_ACTION


def fill_choices(t: Cells, into: Cells, phase: i64) -> i64:
    """List the legal actions or the outcomes of chance in a phase outside the turns of the players, such as the
    placement of a mage: write their ids to `into` and return how many there are."""
    if phase == L.PLACE_MAGE or phase == L.PLACE_SECOND_MAGE:
        return turn.fill_cells(into, 0, actions.STAND, setup.mage_start_cells(t))
    if phase == L.SCRIPT_MAGE:
        first_id = solo.mage_action(t, 0)  # the id for cell 0, to which `fill_cells` adds the cell
        return turn.fill_cells(into, 0, first_id, solo.mage_choices(t))
    if phase == L.SCRIPT_UPHEAVE:
        return turn.fill_cells(into, 0, actions.LIFT, solo.lift_choices(t))
    if phase == L.DEAL_AMULET:
        unused_amulets = ALL_AMULETS & ~L.BIT[t[L.AMULETS + L.BLACK]]  # SP-241, SP-244
        return turn.fill_cells(into, 0, actions.AMULET, unused_amulets)
    if phase == L.GEM_DIRECTION:
        return turn.fill_cells(into, 0, actions.GEM, ALL_DIRECTIONS)
    if phase == L.FIRST_PLAYER:
        return turn.fill_cells(into, 0, actions.FIRST, BOTH_SIDES)
    return 0


def is_spell_phase(phase: i64) -> bool:
    """Return whether a spell waits for its target in this phase."""
    return phase >= L.SUMMON and phase <= L.EXTRA_ACTION


class SpellState(State):
    """A state of SPELL: a vector of integers, with the cards of the deck as the rules need them."""

    # `game` is Any because Game imports this module (see core.state)
    def __init__(self, cells: Cells, game: Any, options: Options, runes: Runes, deck: object) -> None:
        super().__init__(cells, game, options, 2 - cells[L.SOLO], MAX_ACTIONS)
        self.runes = runes
        self.deck = deck  # the deck.Deck of these runes, which positions and views need but the rules do not

    def turn(self) -> i64:
        phase = self.cells[L.PHASE]
        if phase == L.REVEAL_CARD or phase <= L.DEAL_CARD or phase == L.GEM_DIRECTION:
            return CHANCE
        if phase == L.GAME_OVER:
            return OVER
        return L.seat_of(self.cells, self.cells[L.SIDE])

    def fill_legal(self, into: Cells) -> i64:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.PLAY:
            return turn.fill_turn_actions(t, into, self.runes)
        if phase == L.LAY_TILE:
            return fill_lay_tiles(t, into)
        if phase == L.REVEAL_CARD or phase == L.DEAL_CARD:
            return fill_reveals(t, into, self.runes)
        if is_spell_phase(phase):
            return fill_spell_targets(t, into, phase)
        return fill_choices(t, into, phase)

    def fill_weights(self, into: Cells) -> i64:
        return fill_ones(into, self.fill_legal(into))

    def draw(self, rng: Rng, scratch: Cells) -> i64:
        """Return a random outcome of chance; all outcomes of SPELL are equally likely. `scratch` is overwritten."""
        length = self.fill_legal(scratch)
        index_from_end = rng.below(length)  # `State.draw` also counts from the last outcome
        return scratch[length - 1 - index_from_end]

    def do(self, action: i64) -> None:
        t = self.cells
        phase = t[L.PHASE]
        if phase == L.PLAY:
            self.do_in_turn(t, action)
        elif phase == L.LAY_TILE:
            setup.lay_tile(t, action - actions.LAY)
        elif phase == L.REVEAL_CARD:
            self.reveal(t, action - actions.REVEAL)
        elif phase == L.DEAL_CARD:
            setup.deal(t, self.runes.card_of(action - actions.REVEAL), self.runes)
        elif is_spell_phase(phase):
            self.do_spell(t, action, phase)
        else:
            self.do_choice(t, action, phase)

    def do_in_turn(self, t: Cells, action: i64) -> None:
        """Carry out an action of a turn (SP-081). The verbs are recognised by their ids, from the highest down."""
        if action >= actions.CLAIM:
            turn.claim(t, self.runes.card_of(action - actions.CLAIM), self.runes)
        elif action >= actions.CAST:
            spells.cast(t, L.cast_level(action), L.cast_spell(action), self.runes)
        elif action >= actions.SPECIAL:
            t[L.SPECIAL] = action - actions.SPECIAL  # SP-281 to SP-283
        elif action >= actions.UPHEAVE:
            turn.use_upheave(t, action)
        elif action == actions.END:
            ending.end_turn(t, self.runes)
            self.run_script(t)
        else:
            t[L.MAGE_USED] = 1  # SP-115
            turn.play_mage(t, action)

    def do_spell(self, t: Cells, action: i64, phase: i64) -> None:
        """Carry out a spell on the target that was chosen for it."""
        if phase == L.SUMMON:
            spells.summon(t, action - actions.SUMMON)
        elif phase == L.PUSH:
            spells.push(t, action - actions.PUSH)
        elif phase == L.LEVITATE:
            turn.move_mage(t, t[L.SIDE], L.start_cell(action), L.target_cell(action))
            t[L.PHASE] = L.PLAY
        elif phase == L.FORCE:
            turn.move_mage(t, 1 - t[L.SIDE], L.start_cell(action), L.target_cell(action))
            t[L.PHASE] = L.PLAY
        else:  # EXTRA_ACTION
            turn.play_mage(t, action)  # SP-256: independent of the mage action of the turn
            t[L.PHASE] = L.PLAY

    def do_choice(self, t: Cells, action: i64, phase: i64) -> None:
        """Carry out a step outside the turns of the players: a step of the set-up (amulets, mages, first player) or a
        step of the scripted opponent in a solo game."""
        if phase == L.PLACE_MAGE or phase == L.PLACE_SECOND_MAGE:
            setup.place_mage(t, action - actions.STAND)
        elif phase == L.SCRIPT_MAGE:
            turn.play_mage(t, action)
            solo.begin_upheave(t)
        elif phase == L.SCRIPT_UPHEAVE:
            solo.choose_lift(t, action - actions.LIFT)
        elif phase == L.GEM_DIRECTION:
            solo.finish_script_turn(t, action - actions.GEM, self.runes)
        elif phase == L.DEAL_AMULET:
            setup.give_amulet(t, action - actions.AMULET)
        elif phase == L.FIRST_PLAYER:
            t[L.GEM_HOLDER] = action - actions.FIRST
            setup.begin_setup(t)

    def reveal(self, t: Cells, code: i64) -> None:
        """Turn up the card with this code. If no level needs another card, begin the next turn (SP-207)."""
        setup.reveal_card(t, self.runes.card_of(code), L.level_to_refill(t, self.runes.cards_of_level))
        if L.level_to_refill(t, self.runes.cards_of_level) == 0:
            ending.next_turn(t)
            self.run_script(t)

    def run_script(self, t: Cells) -> None:
        """Begin the scripted opponent's turn if it is black's turn in a solo game (SP-305)."""
        if t[L.SOLO] != 0 and t[L.PHASE] == L.PLAY and t[L.SIDE] == L.BLACK:
            solo.play_turn(t)

    def bare_copy(self) -> SpellState:
        return SpellState(copy(self.cells), self.game, self.options, self.runes, self.deck)

    def scores(self) -> list[int]:
        t = self.cells
        if t[L.SOLO] != 0:
            return [t[L.SCORE + L.PURPLE]]
        return [t[L.SCORE + L.BLACK], t[L.SCORE + L.PURPLE]]

    def winners(self) -> list[int]:
        winner = ending.winner(self.cells)
        if self.cells[L.SOLO] == 0:
            return [winner]
        return [0] if winner == L.PURPLE else []

    def reason(self) -> str:
        return ending.reason(self.cells)
