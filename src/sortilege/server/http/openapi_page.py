"""The documentation of the API as one HTML page without scripts and without external files."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from litestar.openapi.plugins import OpenAPIRenderPlugin

from sortilege.server.http.credentials import Call

Schema = dict[str, Any]
TEMPLATE: Final = """<!doctype html>
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


def plain_page(title: str, body: str) -> bytes:
    """Return an HTML page without scripts."""
    return TEMPLATE.format(title=escape(title), body=body).encode()


class SchemaPage(OpenAPIRenderPlugin):
    """Renders the page /schema, which describes all routes and all messages."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Call, openapi_schema: Schema) -> bytes:
        """Return the page for an OpenAPI schema."""
        paths, schemas = openapi_schema["paths"], openapi_schema["components"]["schemas"]
        parts = [
            f"<p>{escape(openapi_schema['info']['description'])}</p>",
            "<p><a href='/schema/openapi.json'>openapi.json</a></p><h2>Calls</h2>",
            *(route_html(path, verb, route) for path, verbs in paths.items() for verb, route in verbs.items()),
            "<h2>Messages</h2>",
            *(message_html(name, schema) for name, schema in schemas.items()),
        ]
        return plain_page(openapi_schema["info"]["title"], "\n".join(parts))


def route_html(path: str, verb: str, route: Schema) -> str:
    """Return a section about a route: its description, query parameters, request body and response."""
    description = escape(route.get("description") or route.get("summary") or "")
    parameters = [parameter for parameter in route.get("parameters", []) if parameter["in"] == "query"]
    success: Schema = next((response for status, response in route["responses"].items() if status.startswith("2")), {})
    parts = {
        "query": ", ".join(escape(parameter["name"]) for parameter in parameters),
        "body": body_type(route.get("requestBody", {})),
        "answer": body_type(success),
    }
    details = " · ".join(f"{name}: {text}" for name, text in parts.items() if text)
    return f"<h3><code>{verb.upper()} {escape(path)}</code></h3><p>{description}</p><p>{details}</p>"


def body_type(body: Schema) -> str:
    """Return the type of a request or response body as HTML; "" if there is none."""
    media_type: Schema = next(iter(body.get("content", {}).values()), {})
    return type_html(media_type.get("schema", {}))


def message_html(name: str, schema: Schema) -> str:
    """Return a section about a message: its description and a table of its fields."""
    fields = schema.get("properties", {}).items()
    rows = "".join(f"<tr><td><code>{escape(key)}</code></td><td>{type_html(value)}</td></tr>" for key, value in fields)
    description = escape(schema.get("description", ""))
    return f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{description}</p><table>{rows}</table>"


def type_html(schema: Schema) -> str:
    """Return a JSON schema as a short HTML text, such as "list of string". A message is a link to its section."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f"<a href='#{name}'>{name}</a>"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(type_html(part) for part in schema[key])
    if "enum" in schema:
        return " | ".join(escape(str(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_html(schema.get('items', {})) or 'anything'}"
    return escape(str(schema.get("type", "")))
