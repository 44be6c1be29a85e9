"""Writes src/app/wire.ts, the browser's types of the wire, from src/sortilege/server/messages.py.

python web/make_wire.py          writes the file
A test compares it with what this script makes, so the two cannot drift apart.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from sortilege.server import messages

TARGET = Path(__file__).parent / "src/app/wire.ts"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any"}
# `dict[str, Any]` means a different thing in each place it stands
NAMED = {
    ("LogLine", "line"): "Line",
    ("Snapshot", "view"): "View | null",
    ("Snapshot", "legal"): "Action[]",
    ("Moment", "view"): "View",
    ("Act", "action"): "Action",
}
HEAD = """// Made by web/make_wire.py from src/sortilege/server/messages.py: change it there.

export type Action = { do: string } & Record<string, any>;
export type View = Record<string, any>;
/** What an action did, as one viewer saw it: the action, `by` (a seat, or null for chance) and what followed. */
export type Line = Action & { by: number | null };
"""


def written(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        for name in ("Level", "Language"):
            if parts == get_args(getattr(messages, name)):
                return name
        return " | ".join(f"'{value}'" for value in parts)
    if origin is list:
        inner = written(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{written(parts[0])}, {written(parts[1])}>"
    if origin is Union or "|" in str(hint):
        return " | ".join(written(part) for part in parts)
    return str(hint.__name__)


def interface(struct: type[msgspec.Struct]) -> str:
    """One struct as one interface, its docstring and all."""
    doc = " ".join(line.strip() for line in inspect.cleandoc(struct.__doc__ or "").splitlines())
    lines = [f"/** {doc} */", f"export interface {struct.__name__} {{"]
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: '{config.tag}';")
    hints = get_type_hints(struct)
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        optional = "?" if not field.required else ""
        lines.append(f"  {field.name}{optional}: {NAMED.get((struct.__name__, field.name)) or written(hint)};")
    return "\n".join([*lines, "}"])


def wire() -> str:
    """The whole file."""
    parts = [HEAD]
    for name in ("Level", "Language"):
        values = " | ".join(f"'{value}'" for value in get_args(getattr(messages, name)))
        parts.append(f"export type {name} = {values};\n")
    structs = [
        thing
        for thing in vars(messages).values()
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing is not msgspec.Struct
    ]
    parts += [interface(struct) + "\n" for struct in structs]
    for name in ("FromClient", "FromServer"):
        names = " | ".join(part.__name__ for part in get_args(getattr(messages, name)))
        parts.append(f"export type {name} = {names};\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(wire(), encoding="utf-8")
