"""The log of the server: lines of text, or one JSON object per line for programs that collect logs. Tokens, codes and
links are removed from both."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Final

SECRET: Final = re.compile(r"\b(token|join|watch|invite|code|bearer)([=: ]+)[\w~.-]{6,}", re.IGNORECASE)
DATABASE_PASSWORD: Final = re.compile(r"(postgres(?:ql)?://[^\s:/@]*):[^\s@]*@")


def without_secrets(text: str) -> str:
    """Return the text with tokens, codes and database passwords replaced by an ellipsis."""
    return DATABASE_PASSWORD.sub(r"\1:…@", SECRET.sub(r"\1\2…", text))


def on_one_line(text: str) -> str:
    """Return the text with line feeds and other control characters escaped, so that nobody can forge a log line."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


class TextFormatter(logging.Formatter):
    """Formats log records as text for people. A message is one line, and its traceback is indented below it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return the message on one line, then the traceback."""
        message, *trace = without_secrets(super().format(record)).split("\n")
        indented = (f"    {on_one_line(line)}" for line in trace)
        return "\n".join([message, *indented])

    def formatMessage(self, record: logging.LogRecord) -> str:  # overrides a method of logging.Formatter
        return on_one_line(super().formatMessage(record))


class JsonFormatter(logging.Formatter):
    """Formats log records as JSON objects for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a JSON object with time, level, logger, message and traceback."""
        created = datetime.fromtimestamp(record.created, UTC)
        fields = {
            "at": f"{created:%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if record.exc_info:
            fields["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def configure_logging(as_json: bool) -> None:
    """Write log records of level WARNING and above, and Python's warnings, to standard error as text or as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)


def announce(text: str, as_json: bool, level: int = logging.INFO) -> None:
    """Print a message for the person who runs the server, as text or as one JSON object. Errors go to standard error,
    other messages to standard output."""
    if as_json:
        message = "; ".join(line.strip() for line in text.splitlines() if line.strip())
        text = JsonFormatter().format(logging.LogRecord("sortilege.server", level, "", 0, message, None, None))
    print(text, file=sys.stderr if level >= logging.ERROR else sys.stdout, flush=True)
