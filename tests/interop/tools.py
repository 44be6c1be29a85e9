"""Which research tools are here."""

from importlib.util import find_spec

TESTED = {"test_openspiel.py": "pyspiel", "test_pettingzoo.py": "pettingzoo"}


def missing() -> dict[str, str]:
    """The test files that cannot run on this machine, with the tool each waits for."""
    return {file: tool for file, tool in TESTED.items() if find_spec(tool) is None}
