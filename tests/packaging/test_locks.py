"""The lock files of requirements/: what the image, the release and a server take from a package index."""

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from setup import lock
from tests.packaging import dockerfile
from tests.packaging.test_metadata import STEPS

ROOT = Path(__file__).parents[2]
NAMES = sorted(lock.locks())
PIN = re.compile(
    r"^([\w.-]+)==([^\s;]+)(?: ;[^\\]*)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)
PIP = re.compile(r"\bpip (?:install|wheel) [^&\n]*")


def text(name: str) -> str:
    return (lock.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def pins(name: str) -> dict[str, set[str]]:
    """The versions of each package; there may be several, for several Pythons or systems."""
    versions: dict[str, set[str]] = {}
    for package, version, _ in PIN.findall(text(name)):
        versions.setdefault(package, set()).add(version)
    return versions


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_holds_exact_versions_with_hashes_and_nothing_else(name: str) -> None:
    assert PIN.sub("", text(name)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_satisfies_what_it_was_made_from(name: str) -> None:
    locked = pins(name)
    for line in lock.locks()[name]:
        requirement = Requirement(line)
        versions = locked.get(canonicalize_name(requirement.name))
        assert versions and all(version in requirement.specifier for version in versions), line


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_agrees_with_the_constraints_of_the_tests(name: str) -> None:
    constrained: dict[str, set[str]] = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        package, _, rest = line.partition("==")
        constrained.setdefault(package, set()).add(rest.split()[0])
    for package, versions in pins(name).items():
        assert versions <= constrained.get(package, versions), package


def test_a_compiled_engine_is_built_with_the_packages_it_runs_with() -> None:
    server, build = pins("server"), pins("build")
    assert {name for name in server.keys() & build.keys() if server[name] != build[name]} == set()


@pytest.mark.parametrize("where", ["Dockerfile", "release.yml", "hosting.md"])
def test_nothing_is_fetched_without_a_hash(where: str) -> None:
    steps = [arguments for name, arguments in dockerfile.stages()[0] if name == "RUN"]
    if where == "release.yml":
        steps = [step["run"] for step in STEPS if "run" in step]
    if where == "hosting.md":
        page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
        steps = [page.partition("## Without containers")[2].partition("\n## ")[0]]
    commands = [command for step in steps for command in PIP.findall(step)]
    assert len(commands) > 3
    for command in commands:
        locked = re.search(r"--require-hashes -r requirements/(\w+)\.txt", command)
        assert (locked and locked[1] in NAMES) or "--no-deps" in command, command
        builds = "pip wheel" in command or command.rstrip().endswith(" .")
        assert not builds or "--no-build-isolation" in command, command
