"""The error messages of the terminal, from words.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sortilege.core.text.phrases import Phrasebook

phrase: Final = Phrasebook(Path(__file__).parent)
