"""Every usual way to install, each in an environment of its own, as people type it (`python3 run.py test -m long`).

pip, pipx and uv come from the package index, so these tests need the network. The sources are a copy: whatever a build
leaves behind is not left in the tree. The tests marked `build` also run in `.ci/run`. Every build translates the engine
to C in its own isolated environment; equal C code is compiled once for all of them (SORTILEGE_UNITS).
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.packaging import dockerfile
from tests.packaging.test_locks import pins
from tests.packaging.test_metadata import STEPS

ROOT = Path(__file__).parents[2]
SMOKE = Path(__file__).with_name("smoke.py")
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
LEFT_HERE = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "dist", "*.so", ".*_cache")
INTERPRETED = {"SORTILEGE_COMPILE": "0"}

pytestmark = pytest.mark.long


def run(*command: str | Path, **more: str) -> str:
    """A command that must succeed, in an environment that knows nothing of this one; what it printed."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "SORTILEGE_"))}
    ran = subprocess.run([*map(str, command)], env=own | more, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{' '.join(map(str, command))}\n{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"
    return ran.stdout


def environment(folder: Path, *packages: str | Path, **more: str) -> Path:
    """A fresh environment with these packages; where its commands lie."""
    venv.create(folder, with_pip=True)
    commands = folder / SCRIPTS
    run(commands / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages, **more)
    return commands


def files_of(tree: Path) -> set[str]:
    """The files of a copy of the sources, as a wheel would name them."""
    return {path.relative_to(tree / "src").as_posix() for path in (tree / "src").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources, in a folder with spaces and accents."""
    return Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("ways in") / "à la table", ignore=LEFT_HERE))


@pytest.fixture(scope="module")
def sdist(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    commands = environment(tmp_path_factory.mktemp("build"), "build")
    out = tmp_path_factory.mktemp("sdist")
    run(commands / "python", "-m", "build", "--sdist", "--outdir", out, tree)
    return next(out.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def kept_units(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the builds of this module keep compiled units: the folder of `.ci/run`, or else one of their own."""
    return {"SORTILEGE_UNITS": os.environ.get("SORTILEGE_UNITS") or str(tmp_path_factory.mktemp("units"))}


@pytest.fixture(scope="module")
def wheel(sdist: Path, kept_units: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled wheel, built in isolation. It needs no Node, for the bundle of the sources belongs to their web/."""
    commands = environment(tmp_path_factory.mktemp("wheel-tools"), "pip")
    out = tmp_path_factory.mktemp("wheel")
    modes = {"SORTILEGE_COMPILE": "require", "SORTILEGE_FRONTEND": "auto", **kept_units}
    run(commands / "python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", out, sdist, **modes)
    return next(out.glob("*.whl"))


def engine_of(command: Path, *arguments: str | Path, **more: str) -> str:
    """What `sortilege doctor` says of the engine."""
    return next(line for line in run(command, *arguments, "doctor", **more).splitlines() if " Engine " in line)


# ---------------------------------------------------------------- the ways in, compiled
@pytest.mark.build
def test_the_wheel_of_a_release_is_whole_and_compiled(wheel: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", wheel)
    assert "is whole" in run(commands / "python", SMOKE, "compiled")
    assert engine_of(commands / "sortilege").endswith(" compiled")


@pytest.mark.build
def test_pip_install(tree: Path, kept_units: dict[str, str], tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", tree, **kept_units)
    assert "(compiled)" in run(commands / "python", "-m", "sortilege", "--version")
    assert engine_of(commands / "sortilege").endswith(" compiled")


@pytest.mark.build
def test_pipx_install(tree: Path, kept_units: dict[str, str], tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "pipx")
    homes = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "PIPX_MAN_DIR": str(tmp_path)}
    run(commands / "pipx", "install", tree, **homes, **kept_units)
    assert engine_of(tmp_path / "bin" / "sortilege").endswith(" compiled")


@pytest.mark.build
def test_uvx_from(tree: Path, kept_units: dict[str, str], tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "uv")
    own = {"UV_CACHE_DIR": str(tmp_path / "cache"), "UV_PYTHON": sys.executable, **kept_units}
    assert engine_of(commands / "uvx", "--from", tree, "sortilege", **own).endswith(" compiled")


@pytest.mark.build
def test_the_steps_of_the_container_in_a_bare_folder(kept_units: dict[str, str], tmp_path: Path) -> None:
    """What the Dockerfile copies, and nothing else, is built by the Dockerfile's own commands on this machine."""
    image = dockerfile.build(tmp_path, **kept_units)
    assert "is whole" in run(image / "bin" / "python", SMOKE, "compiled")
    assert engine_of(image / "bin" / "sortilege").endswith(" compiled")
    run(image / "bin" / "python", "-c", "import asyncpg, cryptography")
    assert not list(image.glob("lib/python*/site-packages/mypy")), "what compiles is not in the image"


# ---------------------------------------------------------------- the ways in, interpreted
def test_without_machine_code_everything_else_is_there(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", tree, **INTERPRETED)
    assert "(interpreted)" in run(commands / "sortilege", "--version")
    assert "is whole" in run(commands / "python", SMOKE, "interpreted")
    assert "built without machine code" in engine_of(commands / "sortilege")


@pytest.mark.skipif(os.name != "posix", reason="a compiler that is a script")
def test_a_compiler_that_fails_is_named_by_the_doctor(tree: Path, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'engine.c:1: error: this compiler is out of order' >&2\nexit 1\n")
    broken.chmod(0o755)
    commands = environment(tmp_path / "venv", tree, CC=str(broken))
    engine = engine_of(commands / "sortilege")
    assert "interpreted: compiling it failed when it was installed: " in engine and "out of order" in engine


# ---------------------------------------------------------------- what is in them
def test_a_wheel_holds_the_package_whole_and_nothing_else(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "pip")
    run(commands / "python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, tree, **INTERPRETED)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == files_of(tree) | {"sortilege/_interpreted.json"}


def test_the_sources_of_a_release_hold_what_they_are_made_and_tested_from(tree: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}
    expected = {f"src/{name}" for name in files_of(tree)} | {"pyproject.toml", "run.py", "hatch_build.py", ".ci/run"}
    for folder in ("tests", "web", "docs", "bench", "setup", "requirements"):
        expected |= {path.relative_to(tree).as_posix() for path in (tree / folder).rglob("*") if path.is_file()}
    assert expected <= names
    assert not {name for name in names - expected if "/" in name and not name.startswith(".github/")}


# ---------------------------------------------------------------- what makes a release
def test_others_can_read_how_a_release_is_made(tmp_path: Path) -> None:
    """The workflow by GitHub's own schema, the wheels by cibuildwheel itself."""
    commands = environment(tmp_path / "venv", "check-jsonschema", "cibuildwheel")
    workflow = ROOT / ".github" / "workflows" / "release.yml"
    run(commands / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", workflow)
    for platform, tag in {"linux": "manylinux", "macos": "macosx", "windows": "win_", "pyodide": "pyodide"}.items():
        names = run(commands / "cibuildwheel", "--platform", platform, "--print-build-identifiers", ROOT).split()
        assert any(tag in name for name in names), platform
        assert all(name.startswith(("cp311-", "cp312-", "cp313-", "cp314-")) for name in names), platform


def test_the_list_of_what_a_release_depends_on_names_all_of_it(tmp_path: Path) -> None:
    """The workflow's own command, with the tools that its lock names."""
    commands = environment(tmp_path / "venv", "--require-hashes", "-r", ROOT / "requirements" / "release.txt")
    (step,) = [step["run"] for step in STEPS if "cyclonedx-py" in step.get("run", "")]
    program, *arguments = step.split()
    out = arguments.index("--output-file") + 1
    arguments[out] = str(tmp_path / "sbom.json")
    run(commands / program, *[ROOT / argument if (ROOT / argument).is_file() else argument for argument in arguments])
    names = {part["name"] for part in json.loads((tmp_path / "sbom.json").read_bytes())["components"]}
    assert names == set(pins("server"))
    assert "--require-hashes" in run(commands / "pip-audit", "--help")
