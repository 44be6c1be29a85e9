"""What compiled code imports is what a build environment is given, in the packaged build and in `run.py` alike."""

import ast
import sys
from pathlib import Path

import pytest

import hatch_build
from setup import engine, imports, units


def imported_by_ast(file: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{file}: imports of this project are absolute"
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return modules


def test_the_imports_found_by_the_regular_expression_are_those_that_python_finds() -> None:
    for file in imports.sources(units.SRC):
        if "template" in file.parts:  # becomes a module only under the name of a game
            continue
        text = (units.SRC / file).read_text(encoding="utf-8")
        assert imports.imported_modules(text) >= imported_by_ast(units.SRC / file), file


def test_no_sentence_of_a_docstring_is_mistaken_for_an_import() -> None:
    files, packages = units.reached()
    imported = {module.partition(".")[0] for file in files for module in imported_by_ast(units.SRC / file)}
    assert packages == imported - {"sortilege"} - sys.stdlib_module_names


def test_every_package_that_compiled_code_imports_is_a_requirement_of_the_build() -> None:
    _, packages = units.reached()
    assert "msgspec" in packages
    assert packages <= {units.import_name(line) for line in units.requirements()}, "add it to the dependencies"


def test_an_import_that_is_added_tomorrow_is_a_requirement_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "sortilege"
    package.mkdir(parents=True)
    (package / "hot.py").write_text("from sortilege import cold\n")
    (package / "cold.py").write_text("import litestar.types as types\n")
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["litestar>=2,<3", "rich"]\n'
        '[tool.hatch.build.hooks.custom]\ncompiled = ["src/sortilege/hot.py"]\ncompiled_lightly = []\n'
    )
    monkeypatch.setattr(units, "ROOT", tmp_path)
    monkeypatch.setattr(units, "SRC", tmp_path / "src")
    assert units.requirements() == [*units.TOOLS, "litestar>=2,<3"]


def test_the_packaged_build_and_run_py_need_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []
    monkeypatch.setattr(engine, "VENV", tmp_path)
    monkeypatch.setattr(engine, "pip_install", lambda needed, into: fetched.extend(needed) or into.mkdir())  # type: ignore[func-returns-value]
    engine.fetch_tools(tmp_path)
    monkeypatch.setenv("SORTILEGE_COMPILE", "require")
    monkeypatch.setenv("SORTILEGE_FRONTEND", "skip")
    hook = object.__new__(hatch_build.SortilegeBuildHook)
    monkeypatch.setattr(hatch_build.SortilegeBuildHook, "target_name", "wheel", raising=False)
    assert hook.dependencies() == fetched == units.requirements()


def test_a_change_in_any_file_that_mypyc_reads_makes_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    files, _ = units.reached()
    live = "sortilege/server/live"
    assert {f"{live}/snapshot_cache.py", f"{live}/messages.py", "sortilege/core/engine/state.py"} <= files
    before, read_bytes = engine.digest(), Path.read_bytes
    for changed in sorted(files)[:: len(files) // 12]:
        path = units.SRC / changed
        monkeypatch.setattr(Path, "read_bytes", lambda self, path=path: read_bytes(self) + b"#" * (self == path))
        assert engine.digest() != before, changed


@pytest.mark.parametrize(
    ("output", "why"),
    [
        (
            'sortilege/server/live/snapshot_cache.py:11: \x1b[31merror: \x1b[0mCannot find module named "msgspec"'
            "\nFound 1 error",
            'sortilege/server/live/snapshot_cache.py:11: error: Cannot find module named "msgspec"',
        ),
        ("Traceback …\nOSError: [Errno 28] No space left on device\n", "OSError: [Errno 28] No space left on device"),
        ("", "the compiler said nothing"),
    ],
)
def test_the_reason_of_a_failed_build_is_one_line(output: str, why: str) -> None:
    assert units.reason(output) == why
