"""No import cycle hides behind `TYPE_CHECKING` or inside a function. The layers are checked by import-linter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.docs.pages import ROOT

SOURCE = ROOT / "src"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of each import, wherever it stands in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def test_no_module_is_part_of_an_import_cycle() -> None:
    paths = [path for path in (SOURCE / "sortilege").rglob("*.py") if "template" not in path.parts]
    modules = {module_name(path): path for path in paths}
    graph = {
        name: {
            f"{module}.{imported}" if f"{module}.{imported}" in modules else module
            for module, imported in imported_names(path)
        }
        & modules.keys() - {name}
        for name, path in modules.items()
    }
    assert len(graph) > 300
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" → ".join(error.args[1])) from None
