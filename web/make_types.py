"""Writes the browser's types: src/api/wire.ts from the `messages` modules of src/sortilege/server, and for each game
src/games/<game>/types.ts from what its functions declare (its Action, Position, View, Board, Line, and what is
declared of its words).

    python web/make_types.py          writes the files
    python web/make_types.py GAME     only those of one game
    python web/make_types.py --check  writes nothing, and names the files that would change

A test compares them with what this script makes, so the two sides cannot drift apart.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

os.environ["SORTILEGE_PURE"] = "1"  # what is compiled has forgotten what it declares

import sortilege
from sortilege.core.game import Game
from sortilege.server import messages, text
from sortilege.server.learning import messages as learning_messages
from sortilege.server.live import messages as live_messages
from sortilege.server.me import messages as me_messages
from sortilege.server.notifications import messages as notification_messages
from sortilege.server.review import messages as review_messages
from sortilege.server.tables import messages as table_messages

WEB = Path(__file__).parent
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any", object: "any"}
# an object without declared keys means a different thing in each place it stands
NAMED = {
    ("LogLine", "line"): "Line",
    ("Snapshot", "view"): "View | null",
    ("Snapshot", "board"): "Board | null",
    ("Snapshot", "legal"): "Action[]",
    ("Moment", "view"): "View",
    ("Moment", "board"): "Board",
    ("Act", "action"): "Action",
    ("Hint", "action"): "Action",
    ("Hint", "then"): "Action[]",
    ("Hint", "equals"): "Action[]",
    ("AskOutlook", "actions"): "Action[]",
    ("ActionOutlook", "action"): "Action",
}
# The modules that declare messages, in the order of wire.ts. A module that sends structs declared elsewhere lists all
# its messages in `__all__`.
MODULES = (
    text,
    table_messages,
    live_messages,
    messages,
    learning_messages,
    review_messages,
    me_messages,
    notification_messages,
)
HEAD = """// Made by web/make_types.py from the messages.py modules of src/sortilege/server: change it there.

export type Action = { do: string } & Record<string, any>;
export type View = Record<string, any>;
/** What only helps to draw a view: made from it by the game's board.py. */
export type Board = Record<string, any>;
/** What an action did, as one viewer saw it: the action, `by` (a seat, or null for chance) and what followed. */
export type Line = Action & { by: number | null };
"""


# ---------------------------------------------------------------- any type
def in_typescript(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, TypeVar):
        return in_typescript(hint.__bound__)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        for name in ("Level", "Language"):
            if parts == get_args(getattr(text, name)):
                return name
        return " | ".join(f"'{value}'" for value in parts)
    if origin is NotRequired:
        return in_typescript(parts[0])
    if origin is tuple and parts[-1] is not Ellipsis:
        return f"[{', '.join(in_typescript(part) for part in parts)}]"
    if origin in (list, tuple):
        inner = in_typescript(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"Record<{in_typescript(parts[0])}, {in_typescript(parts[1])}>"
    if origin is Union or "|" in str(hint):
        return " | ".join(in_typescript(part) for part in parts)
    return str(hint.__name__)


# ---------------------------------------------------------------- the wire
def interface(message: type) -> str:
    """Return a message, a struct or a TypedDict, as a TypeScript interface with its docstring."""
    if is_typeddict(message):
        collect(message, interfaces := {})
        return interfaces[message.__name__].rstrip()
    doc = " ".join(line.strip() for line in inspect.cleandoc(message.__doc__ or "").splitlines())
    lines = [f"/** {doc} */", f"export interface {message.__name__} {{"]
    config = message.__struct_config__
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: '{config.tag}';")
    hints = get_type_hints(message)
    for field in msgspec.structs.fields(message):
        hint = hints[field.name]
        optional = "?" if not field.required else ""
        lines.append(f"  {field.name}{optional}: {NAMED.get((message.__name__, field.name)) or in_typescript(hint)};")
    return "\n".join([*lines, "}"])


def message_types() -> list[type]:
    """Return every message: the names in `__all__` of its module, which may be declared elsewhere, or else the structs
    that the module declares."""
    return [
        value
        for module in MODULES
        for value in (vars(module)[name] for name in getattr(module, "__all__", vars(module)))
        if is_typeddict(value) or (isinstance(value, type) and issubclass(value, msgspec.Struct))
        if hasattr(module, "__all__") or value.__module__ == module.__name__
    ]


def wire() -> str:
    """The whole file."""
    parts = [HEAD]
    for name in ("Level", "Language"):
        values = " | ".join(f"'{value}'" for value in get_args(getattr(text, name)))
        parts.append(f"export type {name} = {values};\n")
    parts += [interface(message) + "\n" for message in message_types()]
    for name in ("FromClient", "FromServer"):
        names = " | ".join(part.__name__ for part in get_args(getattr(live_messages, name)))
        parts.append(f"export type {name} = {names};\n")
    return "\n".join(parts)


# ---------------------------------------------------------------- the games
ROOTS = {"Action": "describe", "Position": "position", "View": "view", "Board": "board", "Line": "line"}


def game_types(game: Game) -> str:
    """The declared types of a game. One that declares none for something has core's loose type there."""
    found: dict[str, str] = {}
    roots = []
    for name, room in ROOTS.items():
        hint = get_type_hints(getattr(game, room)).get("return", Any)
        if is_typeddict(hint) and hint.__name__ == name:
            collect(hint, found)
        else:
            for part in get_args(hint) or [hint]:
                collect(part, found)
            roots.append(f"export type {name} = {in_typescript(hint)};\n")
    if game.all_words is not None:  # words that are more than words.toml: what is declared of them
        collect(get_type_hints(game.all_words)["return"], found)
    head = f"// Made by web/make_types.py from src/sortilege/games/{game.name}: change it there.\n"
    return "\n".join([head, *found.values(), *roots])


def collect(hint: Any, found: dict[str, str]) -> None:
    """The interface of a TypedDict and of every one inside it, by name."""
    if not is_typeddict(hint):
        for part in get_args(hint):
            collect(part, found)
        return
    if hint.__name__ in found:
        return
    found[hint.__name__] = ""
    hints = get_type_hints(hint, include_extras=True)
    for inner in hints.values():
        collect(inner, found)
    doc = " ".join(line.strip() for line in inspect.cleandoc(hint.__doc__ or "").splitlines())
    keys = []
    for key, inner in hints.items():
        # a postponed annotation hides NotRequired from __required_keys__
        optional = key not in hint.__required_keys__ or get_origin(inner) is NotRequired
        keys.append(f"  {quoted_key(key)}{'?' if optional else ''}: {in_typescript(inner)};")
    found[hint.__name__] = "\n".join([f"/** {doc} */", f"export interface {hint.__name__} {{", *keys, "}\n"])


def quoted_key(key: str) -> str:
    return key if key.isidentifier() else f"'{key}'"


def files() -> dict[Path, str]:
    """Every file that is made here, with what is in it."""
    games = {WEB / "src/games" / name / "types.ts": game_types(sortilege.game(name)) for name in sortilege.games()}
    return {WEB / "src/api/wire.ts": wire()} | games


def stale() -> list[Path]:
    """The files that are not as they would be written now."""
    return [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit("\n".join(f"{path.relative_to(WEB)} is old: run `python web/make_types.py`" for path in stale()) or 0)
    for path, text in files().items():
        if path.parent.name in (sys.argv[1:] or [path.parent.name]):
            path.write_text(text, encoding="utf-8")
