"""The insight: it priors claims and useful spells high, and evaluates a finished game exactly."""

from sortilege import OVER, Match
from sortilege.bots import make
from sortilege.core.engine.cells import blank
from sortilege.games.spell import GAME
from sortilege.games.spell.insight.lookahead import NO_DEADLINE
from tests.games.spell.board import MID, REF, TEN, Position, load


def ratings(position: Position, *moves: str) -> dict[str, int]:
    """Return the rate of every legal action."""
    state = load(position, *moves)
    legal, priors = blank(160), blank(160)
    n = state.fill_legal(legal)
    GAME.insight().fill_priors(state, legal, n, priors)
    return {str(GAME.describe(legal[i])): priors[i] for i in range(n)}


def test_every_rating_is_a_whole_number_from_one_to_a_million() -> None:
    for position in (REF, MID, TEN):
        assert all(1 <= rate <= 1_000_000 for rate in ratings(position).values())


def test_a_formed_rune_is_taken_first() -> None:
    rated = ratings(TEN)
    best = max(rated, key=lambda action: rated[action])
    assert "claim" in best
    assert make("spell", "apprentice", seed=1).choose(load(TEN).view(1), NO_DEADLINE)["do"] == "claim"


def test_a_spell_that_completes_a_rune_is_rated_above_the_end_of_the_turn() -> None:
    rated = ratings(MID, "R:B1-2", "R:B2-2")
    assert rated[str({"do": "cast", "level": 2, "spell": 1})] > rated[str({"do": "end"})]


def test_an_activation_is_rated_above_a_move() -> None:
    rated = ratings(REF)
    assert rated[str({"do": "activate", "from": "12", "at": "22"})] > max(
        rate for action, rate in rated.items() if "'move'" in action
    )


def test_a_finished_game_is_judged_exactly_and_a_lead_is_better_than_none() -> None:
    insight = GAME.insight()
    over = load(TEN | {"round": 6}, "E", "E")
    assert [insight.evaluate(over, seat) for seat in (0, 1)] == [0.0, 1.0]
    ahead = load(TEN)
    assert insight.evaluate(ahead, 1) > 0.5 > insight.evaluate(ahead, 0)
    assert 0.0 < insight.evaluate(ahead, 0) < insight.evaluate(ahead, 1) < 1.0


def test_a_playout_rests_where_the_second_turn_begins() -> None:
    insight, since = GAME.insight(), load(REF)
    assert not insight.is_cutoff(load(REF), since)
    assert not insight.is_cutoff(load(REF, "E"), since)
    assert insight.is_cutoff(load(REF, "E", "E"), since)


def test_an_apprentice_outplays_chance() -> None:
    bots = [make("spell", "apprentice", seed=3), make("spell", "random", seed=3)]
    match = Match(GAME, 2, {"tournament": True}, seed=3)
    while match.state.turn() != OVER:
        seat = match.state.turn()
        match.play(bots[seat].choose(match.state.view(seat), NO_DEADLINE))
    outcome = match.state.outcome()
    assert outcome is not None
    assert outcome["winners"] == [0]
    assert outcome["scores"][0] >= 16
