"""Fuzzes every HTTP route. The routes come from the OpenAPI schema of the running server, so that a new route is fuzzed
from the day it is written.

For every operation the requests start from a valid one, made from the schema, and most of them are then broken: wrong
types, huge numbers, missing and unknown fields, odd Unicode, deep nesting, bytes that are no JSON, other content types,
tokens of others. The seed decides everything, so a failure can be repeated.
"""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx

from sortilege.server.settings import Settings
from tests.server.server_fixture import BOT, FRIEND, ME, caller, code, serving, unlimited_rates

COUNTED = ("line", "sortilege_person", "sortilege_seat", "sortilege_mark", "sortilege_way", "sortilege_pending")
ODD_TEXTS = (
    "", " ", "\0", "\r\n", "..", "%00", "é", "\u202e", "\U0001f469\u200d\U0001f467", "\uffff", "\u0130", "\ufdfa" * 50,
    "x" * 5000, "' OR 1=1", "null", "-1", "{table}", "<script>", "1e9", "\u0663", "9" * 400, "\\ud800",
)  # fmt: skip
ODD_VALUES = (
    None, True, False, 0, -1, 2**31, 2**63, -(2**63) - 1, 2**70, 10**400, 0.5, 1e308, -0.0, float("inf"), float("nan"),
    [], {}, [[]], {"": {}}, "\ud800", *ODD_TEXTS,
)  # fmt: skip
CONTENT_TYPES = (
    "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
    "application/msgpack", "application/json; charset=utf-16", "é/ü", "application/xml",
)  # fmt: skip


class Operation(NamedTuple):
    """One HTTP method of one path."""

    verb: str
    path: str
    parameters: list[dict[str, Any]]
    body: dict[str, Any] | None  # its JSON schema


class Sent(NamedTuple):
    """One request."""

    verb: str
    path: str
    headers: dict[str, bytes]
    content: bytes


class Report(NamedTuple):
    """The result of a run."""

    operations: int
    requests: int
    accepted: int
    faults: list[str]


def free_settings() -> Settings:
    """Return settings without rate limits that allow web hooks on loopback, where no hook listens."""
    hooks: Any = {"notice_http": True, "notice_networks": ("127.0.0.0/8",)}
    return Settings(**unlimited_rates(), **hooks, notice_timeout=5, notice_delay=3600)


def operations(schema: dict[str, Any]) -> list[Operation]:
    declared = []
    for path, verbs in schema["paths"].items():
        for verb, operation in verbs.items():
            content = operation.get("requestBody", {}).get("content", {})
            body = next(iter(content.values()), {}).get("schema")
            declared.append(Operation(verb.upper(), path, operation.get("parameters", []), body))
    return declared


class World:
    """Tables that wait, run and are over, their people, and values that exist on the server, by the name of the
    field."""

    def __init__(self, known: dict[str, list[Any]], tokens: list[str], me: str) -> None:
        self.known = known
        self.tokens = tokens
        self.me = me  # the cookies of a person


async def make_world(client: httpx.AsyncClient) -> World:
    async def create(path: str, body: Any, token: str = "") -> Any:
        client.cookies.clear()
        answer = await client.post(path, json=body, headers={"authorization": f"Bearer {token}"} if token else {})
        return answer.json() if answer.raise_for_status().content else None

    async def new_table(*seats: dict[str, Any], game: str = "abracada", **more: Any) -> Any:
        return await create("/api/tables", {"game": game, "seats": list(seats), **more})

    async def sit(table: Any) -> Any:
        return await create(f"/api/tables/{table['table']}/sit", {"invite": code(table["invite"]), "name": "Bo"})

    waiting = await new_table(ME, FRIEND)
    running = await new_table(ME, FRIEND, BOT, take_backs=True, talk="free")
    over = await new_table(ME, FRIEND, game="spellbook")
    friends = [await sit(running), await sit(over)]
    await create(f"/api/tables/{over['table']}/ask", {"matter": "resign"}, over["token"])
    puzzles = (await client.get("/api/puzzles/spell")).json()["puzzles"]
    await create("/api/me", {"name": "Ada"})
    me = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    hook = {"kind": "json", "address": "http://127.0.0.1:9/"}
    ways = (await client.post("/api/me/notices", json=hook)).raise_for_status().json()["ways"]
    client.cookies.clear()
    tables = [waiting, running, over]
    known: dict[str, list[Any]] = {
        "table": [entry["table"] for entry in tables],
        "game": ["abracada", "spell", "spellbook", "spellcaster"],
        "invite": [code(entry["invite"]) for entry in tables],
        "join": [code(entry["invite"]) for entry in tables],
        "watch": [code(entry["watch"]) for entry in tables],
        "recovery": [entry["recovery"] for entry in tables],
        "way": [way["id"] for way in ways],
        "puzzle": [puzzle["id"] for puzzle in puzzles[:3]],
        "lesson": ["blind"],
        "address": ["http://127.0.0.1:9/x", "https://127.0.0.1/"],
        "seats": [[ME, FRIEND], [ME, BOT]],
        "options": [{}, {"first": 0}],
    }
    return World(known, [entry["token"] for entry in [*tables, *friends]], me)


class Fuzzer:
    """Makes requests from a schema."""

    def __init__(self, schema: dict[str, Any], rng: random.Random) -> None:
        self.schemas: dict[str, Any] = schema["components"]["schemas"]
        self.rng = rng

    # ------------------------------------------------------------ values
    def valid(self, schema: dict[str, Any], world: World, name: str = "", depth: int = 0) -> Any:
        """Return a value that fits the schema; if possible one that exists on the server."""
        rng = self.rng
        if name in world.known and rng.random() < 0.9:
            return rng.choice(world.known[name])
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return self.valid(rng.choice(schema[choice]), world, name, depth)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                fields = schema.get("properties", {})
                needed = schema.get("required", [])
                chosen = [key for key in fields if key in needed or rng.random() < 0.5]
                return {key: self.valid(fields[key], world, key, depth + 1) for key in chosen}
            case "array":
                return [self.valid(schema.get("items", {}), world, "", depth + 1) for _ in range(rng.randrange(4))]
            case "integer":
                return rng.randrange(4)
            case "number":
                return rng.random()
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "string":
                return rng.choice(("Ada", "a" * 64, "abcdef"))
        return self.nonsense()

    def nonsense(self, depth: int = 0) -> Any:
        rng = self.rng
        if depth < 3 and rng.random() < 0.3:
            return [self.nonsense(depth + 1) for _ in range(rng.randrange(4))]
        if depth < 3 and rng.random() < 0.3:
            return {rng.choice(ODD_TEXTS): self.nonsense(depth + 1) for _ in range(rng.randrange(4))}
        return rng.choice(ODD_VALUES)

    def broken(self, value: Any) -> Any:
        """Return a copy of the value with one thing wrong, anywhere in it."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.8:
            key = rng.choice(list(value))
            match rng.randrange(4):
                case 0:
                    return {name: value[name] for name in value if name != key}
                case 1:
                    return value | {rng.choice(("extra", *ODD_TEXTS)): self.nonsense()}
            return value | {key: self.broken(value[key])}
        if isinstance(value, list) and value and rng.random() < 0.7:
            at = rng.randrange(len(value))
            return [*value[:at], self.broken(value[at]), *value[at + 1 :]] if rng.random() < 0.8 else value * 20
        return self.nonsense()

    # ------------------------------------------------------------ requests
    def request(self, operation: Operation, world: World) -> Sent:
        """Return a request of this operation; one in four is valid."""
        rng = self.rng
        is_valid = rng.random() < 0.25
        path, query = operation.path, []
        for parameter in operation.parameters:
            name = parameter["name"]
            value: Any = self.valid(parameter.get("schema", {}), world, name)
            if not is_valid and rng.random() < 0.3:
                value = rng.choice(ODD_VALUES)
            text = quote(str(value).encode(errors="surrogatepass"), safe="")
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", text or "%20")
            elif parameter.get("required") or rng.random() < 0.6:
                query.append(f"{name}={text}")
        headers = self.identity(world, is_valid)
        content, content_type = self.body(operation, world, is_valid)
        if content or content_type:
            headers["content-type"] = content_type
        return Sent(operation.verb, path + ("?" + "&".join(query) if query else ""), headers, content)

    def identity(self, world: World, is_valid: bool) -> dict[str, bytes]:
        rng = self.rng
        headers: dict[str, bytes] = {}
        if is_valid or rng.random() < 0.7:
            headers["authorization"] = b"Bearer " + rng.choice(world.tokens).encode()
            headers["cookie"] = world.me.encode()
        else:
            wrong = (b"", b"Bearer", b"Bearer \xff\xfe", b"Basic eDp5", b"Bearer " + b"x" * 3000)
            headers["authorization"] = rng.choice(wrong)
            headers["cookie"] = rng.choice((b"", b"me=", b"me=\xff", b"seat-x=1; me=" + b"y" * 500, b";;==;"))
        return headers

    def body(self, operation: Operation, world: World, is_valid: bool) -> tuple[bytes, bytes]:
        rng = self.rng
        if operation.body is None and (is_valid or rng.random() < 0.7):
            return b"", b""
        value = self.valid(operation.body or {}, world)
        if is_valid:
            return encoded(value), b"application/json"
        if rng.random() < 0.7:
            return encoded(self.broken(value)), b"application/json"
        raw = encoded(value)
        content = rng.choice(
            (
                raw[: rng.randrange(len(raw) + 1)],
                rng.randbytes(rng.randrange(100)),
                b"[" * 50_000,
                b'{"a":' * 50_000,
                raw + raw,
                b"\xef\xbb\xbf" + raw,
                raw.decode().encode("utf-16"),
                b"",
                raw,
            )
        )
        return content, rng.choice(CONTENT_TYPES).encode("latin-1")


def encoded(value: Any) -> bytes:
    """Encode JSON as any client may send it, NaN, huge numbers and lone surrogates included."""
    return json.dumps(value).encode()


# ---------------------------------------------------------------- what must hold
def fault(sent: Sent, answer: httpx.Response) -> str:
    """Return what is wrong with the response; "" if nothing is."""
    if answer.status_code >= 500:
        return "a fault of the server"
    if answer.status_code < 400:
        return ""
    try:
        problem = answer.json()
    except ValueError:
        return "a refusal that is no JSON"
    if not isinstance(problem, dict) or problem.keys() != {"message", "fr", "rule"}:
        return "a refusal of another shape"
    for text in (problem["message"], problem["fr"]):
        if not isinstance(text, str) or not text.strip() or "\n" in text or "Traceback" in text:
            return "a refusal without a sentence"
    return ""


def contents(file: Path) -> list[int]:
    """Return the number of rows of everything that a request may change."""
    with sqlite3.connect(file) as base:
        counts = [base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in COUNTED]
    base.close()
    return counts


async def fuzz_routes(folder: Path, requests: int, seed: int = 7) -> Report:
    """Send that many requests to every operation."""
    rng, file = random.Random(seed), folder / "tables.sqlite3"
    faults: list[str] = []
    accepted = count = 0
    async with serving(folder, pace=3600, settings=free_settings()) as address, caller(address) as client:
        schema = (await client.get("/schema/openapi.json")).raise_for_status().json()
        fuzzer, all_operations = Fuzzer(schema, rng), operations(schema)
        changed = True
        for operation in all_operations:
            if changed:
                world, changed = await make_world(client), False
            for _ in range(requests):
                sent, before = fuzzer.request(operation, world), contents(file)
                url = f"http://{address}{sent.path}"
                answer = await client.send(httpx.Request(sent.verb, url, headers=sent.headers, content=sent.content))
                count += 1
                wrong = fault(sent, answer)
                if answer.status_code >= 400 and contents(file) != before:
                    wrong = wrong or "refused, but something was changed"
                if wrong:
                    description = f"{wrong}: {answer.status_code} {answer.text[:300]!r}"
                    faults.append(f"{operation.verb} {operation.path}: {description} to {str(sent)[:800]}")
                if answer.status_code < 400 and sent.verb != "GET":
                    accepted += 1
                    changed = True
        health = await client.get("/api/health")
        if health.status_code != 200:
            faults.append(f"the server is not well afterwards: {health.text}")
    return Report(len(all_operations), count, accepted, faults)
