"""Whether an installed Sortilege is whole: `python smoke.py [compiled | interpreted]`, with the Python it was installed
for. Needs nothing but the package: the wheels of a release are tried with it on every platform.

The games on file are played again, so that an engine that was compiled otherwise and plays otherwise is found; the
server is started the way people start it, and its first page and every board are fetched.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import sortilege
from tests.shelf import golden

ASSETS = Path(sortilege.__file__).parent / "server" / "http" / "static" / "assets"
PATIENCE = 120  # seconds for a server, on the slowest machine


def check_engine(expected: str | None) -> None:
    actual = "compiled" if sortilege.compiled() else "interpreted"
    assert expected in (None, actual), f"the engine is {actual}"
    for name in sortilege.games():
        game = sortilege.game(name)
        assert golden.digest(game) == json.loads(golden.path_of(game).read_text(encoding="utf-8"))["digest"], name


def check_server() -> None:
    command = [sys.executable, "-m", "sortilege", "serve", "--host", "127.0.0.1", "--port", "0", "--no-open"]
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def fetch(address: str) -> bytes:
        with opener.open(address, timeout=PATIENCE) as answer:
            return answer.read()  # type: ignore[no-any-return]

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = next(match[0] for line in process.stdout if (match := re.search(r"http://127\S+/", line)))
            health = json.loads(fetch(f"{address}api/health"))
            assert health["version"] == sortilege.__version__
            assert health["compiled"] == sortilege.compiled()
            named = re.findall(r'(?:src|href)="/assets/([^"]+)"', fetch(address).decode())
            boards = [file.name for name in sortilege.games() for file in ASSETS.glob(f"{name}-Board-*.js")]
            assert named and len(boards) == len(sortilege.games()), "the browser's side is not whole"
            for asset in named + boards:
                assert fetch(f"{address}assets/{asset}"), asset
            for name in sortilege.games():
                rules = json.loads(fetch(f"{address}api/rules/{name}"))
                for language in ("en", "fr"):
                    assert rules["chapters"][language] and rules["ledger"][language], f"{name}: rules in {language}"
        finally:
            process.terminate()


if __name__ == "__main__":
    check_engine(sys.argv[1] if sys.argv[1:] else None)
    if sys.platform != "emscripten":  # a page has no processes, and opens no doors
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            os.environ["SORTILEGE_DATA"] = folder
            check_server()
    print(f"sortilege {sortilege.__version__} is whole")
