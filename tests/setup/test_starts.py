"""Real starts of real copies, each with something against it (`python3 run.py test -m long tests/setup`).

What pip fetches comes from the package index, so these need the network. Where compiling is not the point it is left
out, and a start takes some ten seconds.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).parents[2]
LEFT_HERE = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "dist", "*.so", ".*_cache")
INTERPRETED = {"SORTILEGE_COMPILE": "0"}
VERSION = re.compile(r"^sortilege \S+ \((compiled|interpreted)\)$", re.MULTILINE)

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="signals and users as on Unix")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources, in a folder with spaces and accents."""
    return Path(shutil.copytree(ROOT, tmp_path / "où l'on joue, l'été" / "jeu", ignore=LEFT_HERE))


@contextmanager
def begin(copy: Path, *arguments: str, python: str = sys.executable, **more: str) -> "Iterator[subprocess.Popen[str]]":
    """A start in a session of its own, whose signals reach nobody else, and that knows nothing of this one."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SORTILEGE_"))}
    own |= {"SORTILEGE_DATA": str(copy.parent / "data"), "SORTILEGE_FRONTEND": "skip", **more}
    command, pipe = [python, str(copy / "run.py"), *arguments], subprocess.PIPE
    process = subprocess.Popen(
        command, env=own, stdout=pipe, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    with process:
        try:
            yield process
        except BaseException:  # whoever fails leaves no server behind
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise


def start(copy: Path, *arguments: str, python: str = sys.executable, **more: str) -> tuple[int, str]:
    """A start to its end: its exit code and what it said."""
    with begin(copy, *arguments, python=python, **more) as process:
        output, _ = process.communicate(timeout=300)
        return process.returncode, output


def until(true: Callable[[], object], patience: float = 240) -> None:
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def read_until(stream: IO[str] | None, words: str) -> str:
    assert stream is not None
    return next(line for line in stream if words in line)


# ---------------------------------------------------------------- interrupted, twice at once
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_start_interrupted_during_pip_can_be_repeated(copy: Path, how: signal.Signals) -> None:
    """Ctrl-C reaches pip too; a kill does not, and the pip that is left must not meet the next one."""
    with begin(copy, "--version", **INTERPRETED) as first:
        until(lambda: len(list(copy.glob(".venv/lib/python*/site-packages/*"))) > 2)
        os.killpg(first.pid, how) if how is signal.SIGINT else os.kill(first.pid, how)
        code = first.wait()
    assert code == (130 if how is signal.SIGINT else -how)
    assert (copy / ".venv/.half").exists() and not list(copy.glob(".venv/.installed-*"))
    code, output = start(copy, "--version", **INTERPRETED)
    assert code == 0 and VERSION.search(output), output
    assert ("waiting for it" in output) == (how is signal.SIGKILL)
    assert not (copy / ".venv/.half").exists()
    assert start(copy, "doctor", **INTERPRETED)[0] == 0


def test_of_two_starts_at_once_one_waits_for_the_other(copy: Path) -> None:
    with begin(copy, "--version", **INTERPRETED) as first, begin(copy, "--version", **INTERPRETED) as second:
        outputs = [process.communicate(timeout=300)[0] for process in (first, second)]
        assert first.returncode == second.returncode == 0, outputs
    assert all(map(VERSION.search, outputs))
    assert sorted("fetching" in words for words in outputs) == [False, True]
    assert any("Another start is setting up" in words for words in outputs)


def test_a_compile_that_is_interrupted_goes_on_and_ends_in_a_compiled_table(copy: Path) -> None:
    """Ctrl-C once mypyc is being fetched, a kill once a unit is there; then two tables at once, and all is well."""
    serve = ("serve", "--no-open", "--port", "0")
    engine = copy / ".venv/engine"
    for how, far_enough in ((signal.SIGINT, ".venv/.tools-*"), (signal.SIGKILL, ".venv/engine/units/sortilege_*")):
        with begin(copy, *serve) as process:
            read_until(process.stdout, "it is being compiled meanwhile")
            until(lambda far_enough=far_enough: list(copy.glob(far_enough)))  # type: ignore[misc]
            os.kill(process.pid, how)
            process.wait()
    (unit,) = [path for path in (engine / "units").iterdir() if path.name.startswith("sortilege_")][:1]
    first = unit.stat().st_ino
    with begin(copy, *serve) as server, begin(copy, *serve) as second_server:
        try:
            read_until(server.stdout, "the bots now think at full strength")
            read_until(second_server.stdout, "the bots now think at full strength")
        finally:
            server.send_signal(signal.SIGINT)
            second_server.send_signal(signal.SIGINT)
    assert unit.stat().st_ino == first, "the unit that was there was compiled again"
    assert not (engine / "scratch").exists()
    code, output = start(copy, "--version")
    assert code == 0 and "(compiled)" in output


# ---------------------------------------------------------------- what is not there
@pytest.fixture
def poor_python(tmp_path: Path) -> str:
    """This Python as a system may have it: without pip, ensurepip and Python.h."""
    library, name = Path(sysconfig.get_path("stdlib")), f"python3.{sys.version_info.minor}"
    poor = tmp_path / "poor" / "lib" / name
    poor.mkdir(parents=True)
    for entry in library.iterdir():
        if entry.name not in ("ensurepip", "site-packages", "dist-packages"):
            (poor / entry.name).symlink_to(entry)
    (poor / "site-packages").mkdir()
    python = tmp_path / "poor" / "bin" / name
    python.parent.mkdir()
    shutil.copy2(Path(sys.base_prefix, "bin", name), python)
    return str(python)


def lend_pip(python: str) -> None:
    """Debian's python3-pip without its python3-venv."""
    import pip

    library = Path(python).parents[1] / "lib" / Path(python).name / "site-packages"
    (library / "pip").symlink_to(Path(pip.__file__).parent)


def test_without_pip_and_ensurepip_the_start_fails_with_one_sentence(copy: Path, poor_python: str) -> None:
    code, output = start(copy, "--version", python=poor_python, **INTERPRETED)
    assert code == 1 and "apt install python3-pip python3-venv" in output.splitlines()[-1] and "Traceback" not in output


def test_pip_without_ensurepip_and_a_compiler_without_header_are_enough(copy: Path, poor_python: str) -> None:
    lend_pip(poor_python)
    code, output = start(copy, "--version", python=poor_python)
    assert code == 0 and "(interpreted)" in output, output
    code, output = start(copy, "doctor", python=poor_python)
    assert code == 0 and "Python.h is not (Debian: apt install python3-dev)" in output


def test_no_compiler_is_enough_and_a_second_start_needs_no_network(copy: Path, tmp_path: Path) -> None:
    bare = {"PATH": str(tmp_path), "CC": ""}
    assert start(copy, "--version", **bare)[0] == 0
    log = tmp_path / "pip.log"
    away = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_NO_INDEX": "1", "PIP_LOG": str(log)}
    with begin(copy, "serve", "--no-open", "--port", "0", **bare, **away) as process:
        assert "no C compiler was found (Debian: apt install gcc" in read_until(process.stdout, "Engine")
        process.send_signal(signal.SIGINT)
    assert not log.exists(), "pip was called"
    code, output = start(copy, "bench", **bare, **away, SORTILEGE_COMPILE="require")
    assert code == 1 and "no C compiler was found" in output.splitlines()[-1]


# ---------------------------------------------------------------- other places, other Pythons
def old_enough(python: str) -> bool:
    ask = "import sys; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([python, "-c", ask], capture_output=True, check=False).returncode == 0


@pytest.fixture
def open_copy() -> Iterator[Path]:
    """A copy that every user may read and none may write."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(ROOT, Path(folder, "jeu"), ignore=LEFT_HERE))
        Path(folder).chmod(0o755)
        subprocess.run(["chmod", "-R", "a+rX,a-w", str(copy)], check=True)
        yield copy
        subprocess.run(["chmod", "-R", "u+w", str(copy)], check=True)


def test_a_checkout_that_cannot_be_written(open_copy: Path, tmp_path: Path) -> None:
    """The environment is kept among the person's own files then; where there are none, that is one sentence."""
    as_user, python = [], sys.executable
    if os.geteuid() == 0:  # may write anywhere, so somebody else has to try
        python = "/usr/bin/python3"
        if not shutil.which("setpriv") or not Path(python).exists() or not old_enough(python):
            pytest.skip("needs setpriv and a Python that every user may run")
        as_user = ["setpriv", "--reuid=nobody", "--clear-groups", "--"]
    with tempfile.TemporaryDirectory() as home:
        os.chmod(home, 0o777)
        own = {"PATH": os.defpath, "HOME": home, **INTERPRETED}
        command = [*as_user, python, str(open_copy / "run.py"), "doctor"]
        ran = subprocess.run(command, env=own, cwd=home, capture_output=True, text=True, check=False)
        assert ran.returncode == 0 and Path(home, ".cache/sortilege").is_dir(), ran.stdout + ran.stderr
    ran = subprocess.run(command, env=own | {"HOME": "/nonexistent"}, capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and ran.stderr.count("\n") == 1 and "SORTILEGE_VENV" in ran.stderr
    assert not (open_copy / ".venv").exists()


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
def test_every_supported_python_that_is_installed_starts(copy: Path, minor: int) -> None:
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    candidates = [shutil.which(f"python3.{minor}"), *map(str, versions.glob(f"3.{minor}.*/bin/python3"))]
    python = next((name for name in candidates if name and old_enough(name)), None)
    if python is None:
        pytest.skip(f"there is no Python 3.{minor} here")
    code, output = start(copy, "--version", python=python, **INTERPRETED)
    assert code == 0 and VERSION.search(output), output
    code, output = start(copy, "doctor", python=python, **INTERPRETED)
    assert code == 0 and f"3.{minor}." in output
