"""The work of reviews, done in the long worker: a slice of one, and what else could have been done."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sortilege import Match
from sortilege.analysis import analysis_of, candidates, explain
from sortilege.analysis.intervals import Interval
from sortilege.analysis.review import Review
from sortilege.analysis.review.decisions import Evaluation
from sortilege.analysis.review.sentences import Sentences
from sortilege.core.shapes import Object
from sortilege.core.state import CHANCE
from sortilege.core.words import LANGUAGES, Language, Text
from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.review import messages

AT_HAND: Final = 4  # reviews under way that this process remembers
MS: Final = 1500.0  # to see what else could have been done
_under_way: OrderedDict[str, Review] = OrderedDict()


def work(table: str, record: Object, kept: Object | None, seconds: float) -> tuple[Object, messages.ReviewPage]:
    """So many seconds more of a review: what to keep of it, and what can be seen."""
    review = _under_way.pop(table, None)
    if review is None or review.timeline.match.names != record["seats"]:  # somebody's name was deleted meanwhile
        review = Review(Match.load(record), saved=kept)
    _under_way[table] = review
    while len(_under_way) > AT_HAND:
        _under_way.popitem(last=False)
    until = runtime.monotonic() + seconds
    going = review.step()
    while going and runtime.monotonic() < until:
        going = review.step()
    if not going:
        del _under_way[table]
    return review.save(), page_of(table, review, not going)


# ---------------------------------------------------------------- pages
def first_page(table: str, record: Object) -> messages.ReviewPage:
    """Before anything is known."""
    return messages.ReviewPage(
        table=table,
        game=record["game"],
        names=list(record["seats"]),
        done=False,
        progress=0.0,
        ahead=0,
        hides=False,
        worlds=0,
        seed=0,
        start=[],
        result=[],
        curve=[],
        by=[],
        turns=[],
        books=[],
        biggest=[],
        decisions=[],
    )


def page_of(table: str, review: Review, done: bool) -> messages.ReviewPage:
    """All that is known by now."""
    timeline = review.timeline
    looked = bool(review.counts) and all(review.counts)
    found = review.result()
    nodes = timeline.nodes
    sentences = {language: Sentences(review, language) for language in LANGUAGES}
    return messages.ReviewPage(
        table=table,
        game=found["game"],
        names=found["names"],
        done=done,
        progress=1.0 if done else review.progress(),
        ahead=0,
        hides=timeline.game.hides,
        worlds=review.worlds,
        seed=review.seed,
        start=found["start"],
        result=found["result"],
        curve=found["curve"] if looked or not nodes else [],
        by=[None if node.by == CHANCE else node.by for node in nodes],
        turns=[node.at for node in nodes if node.at == 0 or node.turn_number != nodes[node.at - 1].turn_number],
        books=found["books"] if done else [],
        biggest=[swing_of(review, sentences, at) for at in review.biggest()],
        decisions=[decision_of(review, at, *pair) for at, pair in sorted(review.evaluations.items())],
    )


def swing_of(review: Review, sentences: dict[Language, Sentences], at: int) -> messages.Swing:
    before, after = review.points_around(at)
    seat = max(range(len(before)), key=lambda one: abs(after[one] - before[one]))
    by = review.timeline.nodes[at].by
    text = Text.build(lambda language: sentences[language].line_text(at))
    return messages.Swing(at, None if by == CHANCE else by, text, seat, before[seat], after[seat])


def decision_of(review: Review, at: int, known: Evaluation, opened: Evaluation) -> messages.Decision:
    node, game = review.timeline.nodes[at], review.timeline.game
    return messages.Decision(
        at=at,
        seat=node.by,
        action=game.describe(node.action),
        best=game.describe(known.best),
        played=game.label(game.describe(node.action), review.timeline.match.names),
        known=light_of(review, known),
        open=light_of(review, opened),
    )


def light_of(review: Review, found: Evaluation) -> messages.Light:
    match = review.timeline.match
    return messages.Light(
        judgement=found.judgement,
        rival=match.game.label(match.game.describe(found.rival), match.names),
        played_share=share_of(found.shares[0]),
        rival_share=share_of(found.shares[1]),
        better_in=found.better_in,
        worlds=found.worlds,
    )


def share_of(found: Interval) -> messages.Share:
    mean, low, high = found
    return messages.Share(mean, min(low, mean), max(high, mean))


# ---------------------------------------------------------------- what else?
def what_else(record: Object, at: int) -> messages.WhatElse:
    """Every action of a decision in the same worlds, given what its seat could know."""
    match = Match.load(record)
    state = match.state_at(at) if 0 <= at < len(match.ids) else match.state
    if state.turn() < 0 or len(state.legal()) < 2:
        raise Denied(NOT_FOUND, "no_decision")
    game, seat = match.game, state.turn()
    found = candidates(game, state.view(seat), 0, MS)
    why = explain(game, found, action=match.ids[at])
    each = analysis_of(game, found)
    played = match.log[at]
    return messages.WhatElse(
        at,
        seat,
        each["worlds"],
        why.text(),
        [
            messages.CandidateShare(
                one["action"],
                game.label(one["action"], match.names),
                one["share"],
                min(one["low"], one["share"]),
                max(one["high"], one["share"]),
                one["action"] == played,
            )
            for one in each["actions"]
        ],
    )
