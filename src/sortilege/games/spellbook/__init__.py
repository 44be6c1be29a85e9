"""SpellBook for 1 to 4: gather materia, learn seven spells, feed your familiar."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.game import Game
from sortilege.core.screen import Screen
from sortilege.games.spellbook import actions, box, log, position, refusals, screen, turns, view
from sortilege.games.spellbook.insight import SpellBookInsight

GAME = Game(
    name="spellbook",
    folder=Path(__file__).parent,
    seats=(1, 2, 3, 4),
    turn_rule="SB-040",
    seats_rule="SB-020",
    options=box.OPTIONS,
    rulings=(("SB-206",),),
    check_options=box.check_options,
    idle_options=box.idle_options,
    actions=1 + max(actions.OBJECTS),
    describe=actions.describe,
    find=actions.find,
    fresh=position.fresh,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=turns.turn_of,
    view=view.view,
    make_dealer=view.dealer,
    insight=SpellBookInsight,
    line=log.line_of,
    parts=turns.parts,
    sentence=log.sentence,
    summary=turns.summary,
    is_skip=turns.is_skip,
    skipped_summary=turns.skipped_summary,
    screen=Screen(screen.lines, screen.label, mark=screen.mark),
)
