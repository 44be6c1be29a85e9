"""The server's own log: lines for people, or one JSON object a line for programs that collect them. Nobody's token,
code or link is in either."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Final

SECRET: Final = re.compile(r"\b(token|join|watch|invite|code|bearer)([=: ]+)[\w~.-]{6,}", re.IGNORECASE)
ADDRESS: Final = re.compile(r"(postgres(?:ql)?://[^\s:/@]*):[^\s@]*@")


def without_secrets(text: str) -> str:
    """The text with whatever looks like a credential blanked out."""
    return ADDRESS.sub(r"\1:…@", SECRET.sub(r"\1\2…", text))


class Lines(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def write_logs(as_json: bool) -> None:
    """From now on, whatever is worth a warning goes to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
