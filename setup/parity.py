"""Compare the interpreted rules with the compiled ones, unless nothing that the comparison reads has changed.

    python3 setup/parity.py

The compiled engine runs these tests with all others; this script runs them with the interpreted engine. If they pass,
it writes a digest of the files they read to tests/parity.sha256. Commit that file: while the digest matches, `.ci/run`
does not repeat the tests.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from setup import unsteady  # noqa: E402

TESTS = ("tests/core", "tests/games", "tests/shelf")
ENGINE = ("src/sortilege/core", "src/sortilege/games", "src/sortilege/bots", "src/sortilege/analysis")
READ = (*ENGINE, "tests/reference", *TESTS)
STAMP = ROOT / "tests" / "parity.sha256"


def digest(root: Path = ROOT) -> str:
    """Return a hash of every file that the comparison reads."""
    hasher = hashlib.sha256()
    for path in sorted(path for folder in READ for path in (root / folder).rglob("*") if path.is_file()):
        if path.suffix != ".pyc":
            hasher.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()


def main() -> int:
    """Run the tests if the digest differs from the stamp. Return their exit code."""
    current = digest()
    if STAMP.exists() and STAMP.read_text().strip() == current:
        print(f"unchanged since these tests passed last ({STAMP.name}): not repeated")
        return 0
    os.environ["SORTILEGE_PURE"] = "1"
    failed = unsteady.run_tests(list(TESTS))
    if not failed:
        STAMP.write_text(current + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
