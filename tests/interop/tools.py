"""Which tools of other people are here."""

from importlib.util import find_spec

TESTED = {
    "test_ismcts.py": ("pyspiel", "research"),
    "test_openspiel.py": ("pyspiel", "research"),
    "test_pettingzoo.py": ("pettingzoo", "research"),
    "test_ray.py": ("ray", "cluster"),
}


def missing() -> dict[str, tuple[str, str]]:
    """The test files that cannot run on this machine, with the tool each waits for and the extra that brings it."""
    return {file: tool for file, tool in TESTED.items() if find_spec(tool[0]) is None}
