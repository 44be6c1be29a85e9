"""The tasks of reviews in the long worker process: one time slice of a review, and the alternatives of a decision."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sortilege import Match
from sortilege.analysis import analysis_of, candidates, explain
from sortilege.analysis.intervals import Interval
from sortilege.analysis.review import Review
from sortilege.analysis.review.decisions import Evaluation
from sortilege.analysis.review.sentences import Sentences
from sortilege.core.engine.state import CHANCE
from sortilege.core.text.words import LANGUAGES, Language, Text
from sortilege.core.types import Object
from sortilege.server import runtime
from sortilege.server.errors import NOT_FOUND, Denied
from sortilege.server.review import messages

MAX_UNFINISHED: Final = 4  # unfinished reviews that this process keeps in memory
ALTERNATIVES_MS: Final = 1500.0  # milliseconds to evaluate the alternatives of a decision
_unfinished: OrderedDict[str, Review] = OrderedDict()  # by table, most recently used last


def advance_review(
    table: str, record: Object, saved: Object | None, seconds: float
) -> tuple[Object, messages.ReviewPage]:
    """Compute the review of a table for this many seconds, from the intermediate result `saved` if there is one. Return
    the new intermediate result, from which any process can continue, and the page."""
    review = _unfinished.pop(table, None)
    if review is None or review.timeline.match.names != record["seats"]:  # other names: a person deleted their data
        review = Review(Match.load(record), saved=saved)
    _unfinished[table] = review
    while len(_unfinished) > MAX_UNFINISHED:
        _unfinished.popitem(last=False)
    deadline = runtime.monotonic() + seconds
    unfinished = review.step()
    while unfinished and runtime.monotonic() < deadline:
        unfinished = review.step()
    if not unfinished:
        del _unfinished[table]
    return review.save(), review_page(table, review, not unfinished)


# ---------------------------------------------------------------- pages
def empty_page(table: str, record: Object) -> messages.ReviewPage:
    """Return the page of a review of which nothing has been computed yet."""
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


def review_page(table: str, review: Review, done: bool) -> messages.ReviewPage:
    """Return the page with everything that the review has computed until now."""
    timeline = review.timeline
    nodes = timeline.nodes
    result = review.result()
    every_position_evaluated = bool(review.counts) and all(review.counts)
    first_lines = [
        node.log_index
        for node in nodes
        if node.log_index == 0 or node.turn_number != nodes[node.log_index - 1].turn_number
    ]
    sentences = {language: Sentences(review, language) for language in LANGUAGES}
    evaluations = sorted(review.evaluations.items())  # by log line
    return messages.ReviewPage(
        table=table,
        game=result["game"],
        names=result["names"],
        done=done,
        progress=1.0 if done else review.progress(),
        ahead=0,
        hides=timeline.game.hides_information,
        worlds=review.worlds,
        seed=review.seed,
        start=result["start"],
        result=result["result"],
        curve=result["curve"] if every_position_evaluated or not nodes else [],
        by=[None if node.actor == CHANCE else node.actor for node in nodes],
        turns=first_lines,
        books=result["books"] if done else [],
        biggest=[swing_of(review, sentences, at) for at in review.biggest()],
        decisions=[decision_of(review, at, known, hindsight) for at, (known, hindsight) in evaluations],
    )


def swing_of(review: Review, sentences: dict[Language, Sentences], at: int) -> messages.Swing:
    """Return the message for line `at` of the log, which changed the win probabilities a lot. It has the seat whose win
    probability changed most, and that probability before and after."""
    before, after = review.points_around(at)
    differences = [abs(new - old) for old, new in zip(before, after, strict=True)]
    seat = differences.index(max(differences))  # whose win probability changed most
    actor = review.timeline.nodes[at].actor
    text = Text.build(lambda language: sentences[language].line_text(at))
    return messages.Swing(at, None if actor == CHANCE else actor, text, seat, before[seat], after[seat])


def decision_of(review: Review, at: int, known: Evaluation, hindsight: Evaluation) -> messages.Decision:
    """Return the message for the decision at line `at` of the log. `known` is the evaluation from what the seat could
    know; `hindsight` also uses the information that was hidden from the seat."""
    node, game = review.timeline.nodes[at], review.timeline.game
    return messages.Decision(
        at=at,
        seat=node.actor,
        action=game.describe(node.action),
        best=game.describe(known.best),
        played=game.label(game.describe(node.action), review.timeline.match.names),
        known=light_of(review, known),
        open=light_of(review, hindsight),
    )


def light_of(review: Review, evaluation: Evaluation) -> messages.ActionComparison:
    """Return the message for one evaluation of a decision. It compares the action that was played with its rival, the
    best other action."""
    match = review.timeline.match
    played, rival = evaluation.shares
    return messages.ActionComparison(
        judgement=evaluation.judgement,
        rival=match.game.label(match.game.describe(evaluation.rival), match.names),
        played_share=share_of(played),
        rival_share=share_of(rival),
        better_in=evaluation.better_in,
        worlds=evaluation.worlds,
    )


def share_of(interval: Interval) -> messages.Share:
    """Return the message for a win probability with its confidence interval. If the interval does not contain the
    probability, it is widened to contain it."""
    probability, low, high = interval
    return messages.Share(probability, min(low, probability), max(high, probability))


# ---------------------------------------------------------------- alternatives
def alternatives(record: Object, at: int) -> messages.DecisionAlternatives:
    """Evaluate every legal action at the decision in line `at` of the log, from what the seat that decided could
    know."""
    match = Match.load(record)
    state = match.state_at(at) if 0 <= at < len(match.ids) else match.state
    if state.turn() < 0 or len(state.legal()) < 2:
        raise Denied(NOT_FOUND, "no_decision")
    game, seat = match.game, state.turn()
    results = candidates(game, state.view(seat), ms=ALTERNATIVES_MS)
    why = explain(game, results, action=match.ids[at])
    analysis = analysis_of(game, results)
    shares = []
    for candidate in analysis["actions"]:
        action = candidate["action"]
        share = share_of(Interval(candidate["share"], candidate["low"], candidate["high"]))
        shares.append(
            messages.CandidateShare(
                action,
                game.label(action, match.names),
                share.share,
                share.low,
                share.high,
                played=action == match.log[at],
            )
        )
    return messages.DecisionAlternatives(at, seat, analysis["worlds"], why.text(), shares)
