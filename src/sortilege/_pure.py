"""Import hook that loads this package's .py files even if compiled modules exist, so that `bench` and tests can use the
interpreted engine."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class PureFinder:
    """An import hook that finds the source files of this package. It ignores the compiled modules beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("sortilege.") or not path:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def install() -> None:
    """Make Python import the source files of this package, even if there are compiled modules."""
    sys.meta_path.insert(0, PureFinder)
