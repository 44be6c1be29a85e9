"""A full file system, stopped processes, a frozen PostgreSQL and repeated acts: short here, long with `-m long`. What
the long ones found is in docs/reliability.md."""

import resource
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability import faults
from tests.reliability.runs import Figures
from tests.reliability.test_runs import needs_postgres, nothing_lost
from tests.server.postgres import cluster


@pytest.fixture(params=["full file system", "file size limit"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[faults.Disk]:
    if request.param == "file size limit":
        if not hasattr(resource, "prlimit"):
            pytest.skip("only Linux can limit another process")
        yield faults.FileSizeLimit()
    else:
        with faults.mounted(tmp_path) as disk:
            yield disk


def refused_and_not_lost(figures: Figures) -> None:
    nothing_lost(figures)
    assert figures["refused"] > 0 and figures["other refusals"] == 0, figures


async def test_a_full_disk_refuses_with_a_sentence_and_everybody_goes_on_when_there_is_space(
    tmp_path: Path, disk: faults.Disk
) -> None:
    figures = await faults.full_disk(tmp_path, disk, fills=2, tables=2)
    refused_and_not_lost(figures)
    if isinstance(disk, faults.SmallFileSystem):
        assert figures["refused as not saved"] > 0, figures


async def test_a_stopped_server_goes_on_where_it_was(tmp_path: Path) -> None:
    figures = await faults.stopped(tmp_path, stops=1, seconds=3, tables=2)
    nothing_lost(figures)
    assert figures["connections"] > 4, "somebody connected again while it stood still"


@needs_postgres
async def test_a_stopped_server_is_replaced_by_the_other_and_comes_back(tmp_path: Path) -> None:
    with cluster() as database:
        nothing_lost(await faults.one_of_two_stopped(tmp_path, database, stops=1, tables=2))


@needs_postgres
async def test_a_frozen_database_makes_acts_uncertain_and_the_log_decides(tmp_path: Path) -> None:
    with cluster() as database:
        figures = await faults.frozen_database(tmp_path, database, freezes=1, store_seconds=1, tables=2)
    nothing_lost(figures)
    assert figures["other refusals"] == 0, figures


async def test_repeated_and_stale_acts_are_played_once(tmp_path: Path) -> None:
    figures = await faults.repeats(tmp_path, moves_to_play=40, tables=3)
    nothing_lost(figures)
    assert figures["repeated acts"] > 0


# ---------------------------------------------------------------- the long form
def show(name: str, begun: float, figures: Figures, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{name}, {time.monotonic() - begun:.0f} s:", ", ".join(f"{k} {v:g}" for k, v in figures.items()))


@pytest.mark.long
async def test_a_full_disk_in_the_long_run(
    tmp_path: Path, disk: faults.Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = time.monotonic()
    figures = await faults.full_disk(tmp_path, disk, fills=12, tables=6)
    show(type(disk).__name__, begun, figures, capsys)
    refused_and_not_lost(figures)


@pytest.mark.long
async def test_a_stopped_server_in_the_long_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Longer than anybody's clock runs."""
    begun = time.monotonic()
    figures = await faults.stopped(tmp_path, stops=2, seconds=70, tables=6)
    show("stopped", begun, figures, capsys)
    nothing_lost(figures)


@pytest.mark.long
async def test_repeated_acts_in_the_long_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    figures = await faults.repeats(tmp_path, moves_to_play=2_000, tables=6)
    show("repeats", begun, figures, capsys)
    nothing_lost(figures)


@needs_postgres
@pytest.mark.long
@pytest.mark.parametrize("name", ["one_of_two_stopped", "frozen_database"])
async def test_a_shared_database_in_the_long_run(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    with cluster() as database:
        if name == "one_of_two_stopped":
            figures = await faults.one_of_two_stopped(tmp_path, database, stops=8, tables=4)
        else:
            figures = await faults.frozen_database(tmp_path, database, freezes=8, store_seconds=5, tables=2)
            assert figures["answered as uncertain"] > 0, figures
    show(name, begun, figures, capsys)
    nothing_lost(figures)
