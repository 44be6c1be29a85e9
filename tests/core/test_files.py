"""Atomic writes: a file has its old or its new content, never a part."""

from pathlib import Path

import pytest

from sortilege.core.files import write_atomically


def test_a_file_is_written_with_its_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.json"
    write_atomically(path, "one")
    write_atomically(path, "zwölf")
    assert path.read_text(encoding="utf-8") == "zwölf"
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.json"
    write_atomically(path, "old")

    def fail(*arguments: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
