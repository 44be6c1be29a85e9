"""Write the lock files of `requirements/`: exact versions with hashes, for every platform and Python. Needs uv.

    python3 setup/lock.py            after a change of pyproject.toml, constraints.txt or LOCKS below

The container image, the release and the documented installation on a server take nothing else from a package index.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from setup import units
from setup.environment import CONSTRAINTS, ROOT, requirements

FOLDER = ROOT / "requirements"
RELEASE_TOOLS = ["build>=1.3", "cibuildwheel>=4.3.3,<5", "pip-audit>=2.9", "cyclonedx-bom>=7"]


def locks() -> dict[str, list[str]]:
    """Return the requirements of each lock file."""
    return {
        "server": requirements("postgres,push"),
        "build": [*units.pyproject()["build-system"]["requires"], *units.requirements()],
        "release": RELEASE_TOOLS,
    }


def write_lock(name: str, needed: list[str]) -> None:
    """Resolve the requirements with uv and write the lock file."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("uv is not on the PATH: install it with pip or pipx and start again")
    oldest = units.pyproject()["project"]["requires-python"].removeprefix(">=")
    options = ["--universal", "--python-version", oldest, "--generate-hashes", "--no-header", "--no-annotate", "-q"]
    command = [uv, "pip", "compile", *options, "-c", str(CONSTRAINTS), "-o", str(FOLDER / f"{name}.txt"), "-"]
    subprocess.run(command, input="\n".join(needed), text=True, check=True)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each, needed in locks().items():
        write_lock(each, needed)
