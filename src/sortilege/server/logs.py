"""The server's own log: lines for people, or one JSON object a line for programs that collect them. Nobody's token,
code or link is in either."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

SECRET: Final = re.compile(r"\b(token|join|watch|invite|code|bearer)([=: ]+)[\w~.-]{6,}", re.IGNORECASE)
ADDRESS: Final = re.compile(r"(postgres(?:ql)?://[^\s:/@]*):[^\s@]*@")


def without_secrets(text: str) -> str:
    """The text with whatever looks like a credential blanked out."""
    return ADDRESS.sub(r"\1:…@", SECRET.sub(r"\1\2…", text))


def on_one_line(text: str) -> str:
    """The text with line feeds and other control characters escaped, so that nobody can forge a line of the log."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class Lines(logging.Formatter):
    """For people. A message is one line; the lines of its traceback are indented under it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        message, *trace = without_secrets(super().format(record)).split("\n")
        return "\n".join([message, *(f"    {on_one_line(line)}" for line in trace)])

    def formatMessage(self, record: logging.LogRecord) -> str:  # the name is logging's
        return on_one_line(super().formatMessage(record))


class JsonLines(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        created = datetime.fromtimestamp(record.created, UTC)
        line = {
            "at": f"{created:%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def write_logs(as_json: bool) -> None:
    """From now on, whatever is worth a warning, Python's own warnings included, goes to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)


def announce(text: str, as_json: bool, level: int = logging.INFO) -> None:
    """Print a message to the host as it is, or as one JSON object; errors go to standard error."""
    if as_json:
        message = "; ".join(line.strip() for line in text.splitlines() if line.strip())
        text = JsonLines().format(logging.LogRecord("sortilege.server", level, "", 0, message, None, None))
    print(text, file=sys.stderr if level >= logging.ERROR else sys.stdout, flush=True)
