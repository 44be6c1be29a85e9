"""When a search may stop."""

from __future__ import annotations

import pytest

from sortilege.core.pace import CATCHING_UP, FAMILIAR, gain_to_come

UNLIMITED = 1 << 40


def test_where_time_is_the_limit_a_rival_is_not_expected_to_get_all_of_it() -> None:
    assert gain_to_come(FAMILIAR - 1, 1.0, 9.0, UNLIMITED) == pytest.approx(9 * (FAMILIAR - 1), rel=1e-3)
    assert gain_to_come(FAMILIAR, 1.0, 9.0, UNLIMITED) == pytest.approx(9 * FAMILIAR * CATCHING_UP, rel=1e-3)


@pytest.mark.parametrize("simulations", (300, 1600))
def test_a_number_of_simulations_is_kept_to_the_last_that_counts(simulations: int) -> None:
    """So bots that count simulations decide the same on every machine, however fast it is."""
    assert gain_to_come(simulations, 1.0, 1e12, 77) == 77
