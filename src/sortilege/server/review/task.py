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
    """Compute the review of a finished game for this many seconds, and return its intermediate result and its page.
    `saved` is the intermediate result of the previous call, with which any process can continue; None at first."""
    review = _unfinished.pop(table, None)
    was_renamed = review is not None and review.timeline.match.names != record["seats"]  # a person deleted their data
    if review is None or was_renamed:
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
    """Return the page with everything that the review of a table has computed until now."""
    timeline = review.timeline
    nodes = timeline.nodes  # one for each log line
    result = review.result()
    every_position_evaluated = bool(review.counts) and all(review.counts)
    turn_starts: dict[int, int] = {}  # by number of the turn: its first log line
    for node in nodes:
        turn_starts.setdefault(node.turn_number, node.log_index)
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
        turns=list(turn_starts.values()),
        books=result["books"] if done else [],
        biggest=[swing_of(review, sentences, at) for at in review.biggest()],
        decisions=[decision_of(review, at, known, hindsight) for at, (known, hindsight) in evaluations],
    )


def swing_of(review: Review, sentences: dict[Language, Sentences], line_index: int) -> messages.Swing:
    """Return the message about a log line that changed the win probabilities a lot. It names the seat whose
    probability changed most, with that probability before and after the line."""
    before, after = review.points_around(line_index)
    changes = [abs(new - old) for old, new in zip(before, after, strict=True)]
    most_affected = changes.index(max(changes))
    actor = review.timeline.nodes[line_index].actor
    text = Text.build(lambda language: sentences[language].line_text(line_index))
    acting_seat = None if actor == CHANCE else actor
    return messages.Swing(line_index, acting_seat, text, most_affected, before[most_affected], after[most_affected])


def decision_of(review: Review, line_index: int, known: Evaluation, hindsight: Evaluation) -> messages.Decision:
    """Return the message about the decision in a log line. `known` evaluates it from what the seat could know, and
    `hindsight` uses the hidden information too."""
    node, game = review.timeline.nodes[line_index], review.timeline.game
    return messages.Decision(
        at=line_index,
        seat=node.actor,
        action=game.describe(node.action),
        best=game.describe(known.best),
        played=game.label(game.describe(node.action), review.timeline.match.names),
        known=comparison_of(review, known),
        open=comparison_of(review, hindsight),
    )


def comparison_of(review: Review, evaluation: Evaluation) -> messages.ActionComparison:
    """Return the message that compares the action that was played with the best other action (its rival)."""
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


def share_of(interval: Interval) -> messages.WinProbability:
    """Return the message for a win probability with its confidence interval. If the interval does not contain the
    probability, it is widened to contain it."""
    probability, low, high = interval
    return messages.WinProbability(probability, min(low, probability), max(high, probability))


# ---------------------------------------------------------------- alternatives
def evaluate_alternatives(record: Object, line_index: int) -> messages.DecisionAlternatives:
    """Evaluate every legal action at the decision in log line `line_index` of a record. The evaluation uses only what
    the deciding seat could know. Raise Denied if that line is no decision between several actions."""
    match = Match.load(record)
    line_exists = 0 <= line_index < len(match.ids)
    state = match.state_at(line_index) if line_exists else match.state
    game, seat = match.game, state.turn()
    is_decision = seat >= 0 and len(state.legal()) > 1
    if not is_decision:
        raise Denied(NOT_FOUND, "no_decision")
    results = candidates(game, state.view(seat), ms=ALTERNATIVES_MS)
    why = explain(game, results, action=match.ids[line_index])
    analysis = analysis_of(game, results)
    shares = []
    for candidate in analysis["actions"]:
        action = candidate["action"]
        interval = share_of(Interval(candidate["share"], candidate["low"], candidate["high"]))
        shares.append(
            messages.CandidateShare(
                action=action,
                text=game.label(action, match.names),
                share=interval.share,
                low=interval.low,
                high=interval.high,
                played=action == match.log[line_index],
            )
        )
    return messages.DecisionAlternatives(line_index, seat, analysis["worlds"], why.text(), shares)
