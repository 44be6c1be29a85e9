"""The API on one plain page: no script, nothing loaded from anywhere."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from litestar.openapi.plugins import OpenAPIRenderPlugin

from sortilege.server.http.credentials import Call

Schema = dict[str, Any]
SHEET: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<link rel="icon" href="data:,">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }}
td {{ padding: 0 1rem 0 0; vertical-align: top }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


def sheet(title: str, body: str) -> bytes:
    """A plain page."""
    return SHEET.format(title=escape(title), body=body).encode()


class SchemaPage(OpenAPIRenderPlugin):
    """What /schema shows: every call, every message."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Call, openapi_schema: Schema) -> bytes:
        """The page, made from the same schema that openapi.json has."""
        paths, shapes = openapi_schema["paths"], openapi_schema["components"]["schemas"]
        parts = [
            f"<p>{escape(openapi_schema['info']['description'])}</p>",
            "<p><a href='/schema/openapi.json'>openapi.json</a></p><h2>Calls</h2>",
            *(call(path, verb, about) for path, verbs in paths.items() for verb, about in verbs.items()),
            "<h2>Messages</h2>",
            *(shape(name, about) for name, about in shapes.items()),
        ]
        return sheet(openapi_schema["info"]["title"], "\n".join(parts))


def call(path: str, verb: str, about: Schema) -> str:
    """One call: what it does, takes and answers."""
    said = escape(about.get("description") or about.get("summary") or "")
    asked = ", ".join(escape(one["name"]) for one in about.get("parameters", []) if one["in"] == "query")
    body = content(about.get("requestBody", {}))
    answer = content(next((one for status, one in about["responses"].items() if status.startswith("2")), {}))
    facts = [("query", asked), ("body", body), ("answer", answer)]
    told = " · ".join(f"{name}: {fact}" for name, fact in facts if fact)
    return f"<h3><code>{verb.upper()} {escape(path)}</code></h3><p>{said}</p><p>{told}</p>"


def content(of: Schema) -> str:
    """What a body or an answer holds."""
    first: Schema = next(iter(of.get("content", {}).values()), {})
    return kind(first.get("schema", {}))


def shape(name: str, about: Schema) -> str:
    """One message: its fields and their kinds."""
    fields = about.get("properties", {}).items()
    rows = "".join(f"<tr><td><code>{escape(key)}</code></td><td>{kind(value)}</td></tr>" for key, value in fields)
    said = escape(about.get("description", ""))
    return f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{said}</p><table>{rows}</table>"


def kind(schema: Schema) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f"<a href='#{name}'>{name}</a>"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(kind(part) for part in schema[key])
    if "enum" in schema:
        return " | ".join(escape(str(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {})) or 'anything'}"
    return escape(str(schema.get("type", "")))
