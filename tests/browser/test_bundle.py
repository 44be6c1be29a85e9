"""The committed bundle is the one its sources make, and its types are those of the wire. Needs no browser."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_bundle_matches_its_sources() -> None:
    assert script("hatch_build.py").bundle_is_fresh(), "the bundle is older than web/: run `python hatch_build.py`"


def test_the_browsers_types_are_those_of_the_wire_and_of_the_games() -> None:
    for path, text in script("web/make_types.py").files().items():
        assert path.read_text(encoding="utf-8") == text, "run `python web/make_types.py`"


def test_the_bundle_asks_nobody_but_its_own_server() -> None:
    for file in (ROOT / "src/sortilege/server/static").rglob("*.*"):
        if file.suffix in (".html", ".js", ".css"):
            text = (
                file.read_text(encoding="utf-8").replace("http://www.w3.org", "").replace("https://svelte.dev/e/", "")
            )
            assert "http://" not in text and "https://" not in text, file.name
