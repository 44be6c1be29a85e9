"""The Dockerfile, read and carried out without a container engine: its first stage in a bare folder of this machine."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACE = "/opt/"  # where the Dockerfile installs


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, as (name, arguments)."""
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE))
    instructions: list[list[tuple[str, str]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, arguments = line.partition(" ")
        if name == "FROM":
            instructions.append([])
        instructions[-1].append((name, arguments.strip()))
    return instructions


def build(folder: Path, **variables: str) -> Path:
    """Carry out the first stage; returns where Sortilege is installed. System packages are this machine's own."""
    sources, commands = folder / "sources", folder / "commands"
    sources.mkdir()
    commands.mkdir()
    (commands / "python").symlink_to(getattr(sys, "_base_executable", sys.executable))
    own = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SORTILEGE_", "VIRTUAL_"))
    }
    own |= {"PATH": f"{commands}{os.pathsep}{own['PATH']}", **variables}
    for name, arguments in stages()[0]:
        if name == "COPY":
            copy(arguments, sources)
        elif name == "ENV":
            own |= dict(pair.split("=", 1) for pair in arguments.split())
        elif name == "RUN" and not arguments.startswith("apt-get"):
            command = arguments.replace(PLACE, f"{folder}/")
            ran = subprocess.run(
                ["sh", "-c", command], cwd=sources, env=own, capture_output=True, text=True, check=False
            )
            assert ran.returncode == 0, f"{command}\n{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"
    return folder / "sortilege"


def copy(arguments: str, into: Path) -> None:
    *names, target = arguments.split()
    ignored = [line.removeprefix("**/") for line in (ROOT / ".dockerignore").read_text().split() if "**/" in line]
    for name in names:
        to = into / target / (name if target == "./" else "")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns(*ignored))
        else:
            shutil.copy(ROOT / name, to)
