"""The committed bundle is the one its sources make, and its types are those of the wire. Needs no browser."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
# only names, or shown to people as what an address may look like: nobody is asked there
NAMES = (
    "http://www.w3.org", "https://svelte.dev/e/", "https://ntfy.sh/your-topic", "https://ntfy.sh/votre-sujet",
    "https://discord.com/api/webhooks/…", "https://…", "https://,",
)  # fmt: skip


def script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_bundle_matches_its_sources() -> None:
    assert script("hatch_build.py").bundle_is_fresh(), "the bundle is older than web/: run `python hatch_build.py`"


def test_the_browsers_types_are_those_of_the_wire_and_of_the_games() -> None:
    command = [sys.executable, "web/make_types.py", "--check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_bundle_sends_requests_only_to_its_own_server() -> None:
    for file in (ROOT / "src/sortilege/server/http/static").rglob("*.*"):
        if file.suffix in (".html", ".js", ".css"):
            text = file.read_text(encoding="utf-8")
            for name in NAMES:
                text = text.replace(name, "")
            assert "http://" not in text and "https://" not in text, file.name
