"""Spellcaster: a duel of mages with four piles of spells, for two, or for three and four in teams."""

from __future__ import annotations

from pathlib import Path

from sortilege.core.cards import CardFiles
from sortilege.core.game import Game
from sortilege.core.screen import Screen
from sortilege.games.spellcaster import (
    actions,
    box,
    deck,
    imagining,
    log,
    position,
    refusals,
    saying,
    screen,
    table_options,
    turns,
    view,
    wording,
)
from sortilege.games.spellcaster.insight import SpellcasterInsight

GAME = Game(
    name="spellcaster",
    folder=Path(__file__).parent,
    seats=(2, 3, 4),
    turn_rule="SC-207",
    seats_rule="SC-101",
    options=box.OPTIONS,
    rulings=(("SC-405",),),
    check_options=table_options.check_options,
    idle_options=table_options.idle_options,
    sides=table_options.sides,
    cards=CardFiles(deck.summary, deck.template, deck.fingerprint_of),
    actions=1 + max(actions.OBJECTS),
    describe=actions.describe,
    find=actions.find,
    fresh=position.fresh,
    from_position=position.from_position,
    position=position.position,
    refusal=refusals.refusal,
    turn_of=turns.turn_of,
    view=view.view,
    make_dealer=imagining.dealer,
    insight=SpellcasterInsight,
    line=log.line_of,
    visible_line=log.visible_line,
    reveals=log.reveals,
    parts=turns.parts,
    sentence=saying.sentence,
    summary=turns.summary,
    screen=Screen(screen.lines, screen.label, mark=screen.mark),
    all_words=wording.all_words,
    words_for=wording.words_for,
)
