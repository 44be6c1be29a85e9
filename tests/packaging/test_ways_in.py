"""Every usual way to install, each in an environment of its own, as people type it (`python3 run.py test -m long`).

pip, pipx and uv come from the package index, so these tests need the network. The sources are a copy: whatever a build
leaves behind is not left in the tree.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

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


# ---------------------------------------------------------------- the ways in
def test_pip_install(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", tree, **INTERPRETED)
    assert "(interpreted)" in run(commands / "sortilege", "--version")
    assert "(interpreted)" in run(commands / "python", "-m", "sortilege", "--version")
    assert "is whole" in run(commands / "python", SMOKE, "interpreted")


def test_pipx_install(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "pipx")
    homes = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "PIPX_MAN_DIR": str(tmp_path)}
    run(commands / "pipx", "install", tree, **homes, **INTERPRETED)
    assert "(interpreted)" in run(tmp_path / "bin" / "sortilege", "--version")
    inside = tmp_path / "home" / "venvs" / "sortilege" / SCRIPTS / "python"
    assert "is whole" in run(inside, SMOKE, "interpreted")


def test_uvx_from(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "uv")
    own = {"UV_CACHE_DIR": str(tmp_path / "cache"), "UV_PYTHON": sys.executable, **INTERPRETED}
    assert "(interpreted)" in run(commands / "uvx", "--from", tree, "sortilege", "--version", **own)
    assert "is whole" in run(commands / "uvx", "--from", tree, "python", SMOKE, "interpreted", **own)


def test_the_sources_of_a_release_build_with_the_engine_compiled(sdist: Path, tmp_path: Path) -> None:
    """Also that they need no Node: their bundle belongs to their web/."""
    without_node = {"SORTILEGE_COMPILE": "require", "SORTILEGE_FRONTEND": "auto"}
    commands = environment(tmp_path / "venv", sdist, **without_node)
    assert "is whole" in run(commands / "python", SMOKE, "compiled")


# ---------------------------------------------------------------- what is in them
def test_a_wheel_holds_the_package_whole_and_nothing_else(tree: Path, tmp_path: Path) -> None:
    commands = environment(tmp_path / "venv", "pip")
    run(commands / "python", "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, tree, **INTERPRETED)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == files_of(tree)


def test_the_sources_of_a_release_hold_what_they_are_made_and_tested_from(tree: Path, sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}
    asked = {f"src/{name}" for name in files_of(tree)} | {"pyproject.toml", "run.py", "hatch_build.py", ".ci/run"}
    for folder in ("tests", "web", "docs", "bench", "setup"):
        asked |= {path.relative_to(tree).as_posix() for path in (tree / folder).rglob("*") if path.is_file()}
    assert asked <= names
    assert not {name for name in names - asked if "/" in name and not name.startswith(".github/")}


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
