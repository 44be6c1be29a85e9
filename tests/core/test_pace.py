"""When a search may stop."""

from __future__ import annotations

import pytest

from sortilege.core.engine.pace import CATCH_UP_RATE, RELIABLE, possible_gain

UNLIMITED = 1 << 40


def test_where_time_is_the_limit_a_rival_is_not_expected_to_get_all_of_it() -> None:
    assert possible_gain(RELIABLE - 1, 1.0, 9.0, UNLIMITED) == pytest.approx(9 * (RELIABLE - 1), rel=1e-3)
    assert possible_gain(RELIABLE, 1.0, 9.0, UNLIMITED) == pytest.approx(9 * RELIABLE * CATCH_UP_RATE, rel=1e-3)


@pytest.mark.parametrize("simulations", (300, 1600))
def test_a_number_of_simulations_is_played_to_the_last_that_matters(simulations: int) -> None:
    """So bots that count simulations decide the same on every machine, however fast it is."""
    assert possible_gain(simulations, 1.0, 1e12, 77) == 77
