"""The runtime is the only source of time and randomness."""

import ast
import random
from pathlib import Path

import sortilege.server
from sortilege.server import runtime
from sortilege.server.runtime import Runtime
from tests.server.server_fixture import StoppedClock

CLOCKS = {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "localtime", "gmtime"}
FORBIDDEN = {
    "time": CLOCKS,
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "os": {"urandom", "getrandom"},
}
FORBIDDEN_MODULES = {"random", "secrets", "uuid"}


def direct_calls(source: str) -> list[int]:
    """Return the lines that read a clock or a random generator without the runtime."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                forbidden = any(alias.name in FORBIDDEN_MODULES for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                forbidden = module in FORBIDDEN_MODULES or any(
                    alias.name in FORBIDDEN.get(module, ()) for alias in names if module != "datetime"
                )
            case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=attribute):
                forbidden = attribute in FORBIDDEN.get(name, ())
            case _:
                forbidden = False
        if forbidden:
            lines.append(node.lineno)
    return lines


def test_direct_calls_are_recognised() -> None:
    for line in (
        "import secrets",
        "from random import choice",
        "from time import monotonic",
        "import time\ntime.time()",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import date\ndate.today()",
        "import os\nos.urandom(8)",
    ):
        assert direct_calls(line), line
    assert not direct_calls("from time import sleep\nfrom datetime import date, datetime\nimport os\nos.environ")


def test_no_other_module_of_the_server_reads_clocks_or_random_generators() -> None:
    folder = Path(sortilege.server.__path__[0])
    modules = [path for path in folder.rglob("*.py") if path.name != "runtime.py"]
    offenders = {
        str(path.relative_to(folder)): lines for path in modules if (lines := direct_calls(path.read_text("utf-8")))
    }
    assert not offenders


def test_another_runtime_is_used_until_the_block_ends() -> None:
    stopped = StoppedClock(random.Random(7))
    with runtime.installed(stopped):
        assert (runtime.now(), runtime.monotonic()) == (stopped.seconds, stopped.seconds)
        assert runtime.today().isoformat() == "2027-01-15"
        tokens = runtime.token_hex(8), runtime.token_urlsafe(32), runtime.token_of("abc", 5)
    with runtime.installed(Runtime(random.Random(7))):
        assert (runtime.token_hex(8), runtime.token_urlsafe(32), runtime.token_of("abc", 5)) == tokens
    assert runtime.token_hex(8) != tokens[0]
    assert [len(token) for token in tokens] == [16, 43, 5]
