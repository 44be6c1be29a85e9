"""Every route of the OpenAPI schema, fuzzed: no fault, one sentence for every refusal, nothing changed by one. Short
here, long with `-m long`."""

from pathlib import Path

import pytest

from tests.reliability.routes import fuzz_routes


async def test_no_request_to_any_route_is_a_fault_and_every_refusal_is_a_sentence(tmp_path: Path) -> None:
    report = await fuzz_routes(tmp_path, requests=4)
    assert not report.faults, "\n".join(report.faults[:20])
    assert report.operations > 40 and report.accepted > 0


@pytest.mark.long
async def test_nor_in_the_long_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(8, 12):
        (folder := tmp_path / str(seed)).mkdir()
        report = await fuzz_routes(folder, requests=50, seed=seed)
        with capsys.disabled():
            print(f"\nroutes, seed {seed}: {report.operations} operations, {report.requests} requests,"
                  f" {report.accepted} accepted, {len(report.faults)} faults")  # fmt: skip
        assert not report.faults, "\n".join(report.faults[:20])
