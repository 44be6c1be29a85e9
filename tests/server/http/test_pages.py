"""What a browser loads: one page everywhere, its files, the API page; nothing from elsewhere."""

import re
from importlib import import_module
from pathlib import Path
from struct import unpack
from typing import Any, get_args

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

import sortilege
from sortilege.server import shelf, status, text
from sortilege.server.http import pages
from sortilege.server.live.messages import FromClient, FromServer
from sortilege.server.review.messages import Replay
from sortilege.server.settings import Rate, Settings
from sortilege.server.text import Problem, sentence
from tests.server.server_fixture import caller, serving

Client = AsyncTestClient[Litestar]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small bundle in place of the real one."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>the page</title>")
    (folder / "assets" / "app-1a2b.js").write_text("let it = 'be';")
    (tmp_path / "secret.txt").write_text("not for the web")
    monkeypatch.setattr(pages, "STATIC", folder)
    return folder


@pytest.mark.parametrize("path", ["/", "/new/abracada", "/t/abcdefghjk", "/t/abcdefghjk?join=x", "/replay/abcdefghjk"])
async def test_every_address_of_the_game_is_the_same_page(bundle: Path, client: Client, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 200 and "the page" in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


async def test_files_with_a_hash_in_their_names_are_cached_by_browsers(bundle: Path, client: Client) -> None:
    answer = await client.get("/assets/app-1a2b.js")
    assert answer.status_code == 200 and "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["etag"]


async def test_the_server_sends_the_manifest_and_the_icons_it_names(client: Client) -> None:
    page = (await client.get("/")).text
    answer = await client.get("/manifest.webmanifest")
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert f'name="theme-color" content="{manifest["theme_color"]}"' in page
    touch = {"src": "/icons/180.png", "sizes": "180x180", "type": "image/png"}  # what an iPhone asks for
    assert f'rel="apple-touch-icon" href="{touch["src"]}"' in page
    for icon in [*manifest["icons"], touch]:
        drawn = await client.get(icon["src"])
        assert drawn.status_code == 200 and drawn.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            wide, high = unpack(">II", drawn.content[16:24])
            assert icon["sizes"] == f"{wide}x{high}"


async def test_a_bundle_without_a_manifest_answers_that_there_is_none(bundle: Path, client: Client) -> None:
    assert (await client.get("/manifest.webmanifest")).status_code == 404
    assert (await client.get("/icons/192.png")).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/icons/..%2findex.html",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
    ],
)
async def test_nothing_outside_the_bundle_is_served(bundle: Path, client: Client, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404 and "not for the web" not in answer.text


A_BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nonsense", "/new", "/t/abcdefghjk/more", "/apiary", "/none.js", "/../secret.txt"])
async def test_an_unknown_path_is_a_page_for_people_and_a_problem_for_programs(
    client: Client, bundle: Path, path: str
) -> None:
    page = await client.get(path, headers=A_BROWSER)
    assert page.status_code == 404 and "the page" in page.text
    assert page.headers["content-type"].startswith("text/html")
    for accept in ("*/*", "application/json", "image/avif,image/webp,*/*;q=0.8"):
        answer = await client.get(path, headers={"accept": accept})
        assert answer.status_code == 404 and answer.json()["fr"] == sentence("nothing_here").fr


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/api/tables/nosuchtable"])
async def test_the_api_answers_problems_to_everybody(bundle: Path, client: Client, path: str) -> None:
    answer = await client.get(path, headers=A_BROWSER)
    assert answer.status_code == 404 and answer.json()["message"]


PATHS = ["/", "/new/spell", "/assets/app-1a2b.js", "/nonsense", "/api/shelf", "/api/health", "/api/nothing", "/schema"]


@pytest.mark.parametrize("path", [*PATHS, "/api/tables/nosuchtable", "/api/tables/nosuchtable/replay"])
async def test_head_is_answered_wherever_get_is(bundle: Path, client: Client, path: str) -> None:
    whole, head = await client.get(path, headers=A_BROWSER), await client.head(path, headers=A_BROWSER)
    assert head.status_code == whole.status_code and head.content == b""
    assert head.headers == whole.headers and int(head.headers["content-length"]) == whole.num_bytes_downloaded


async def test_the_line_is_good_for_more_after_a_head(tmp_path: Path) -> None:
    """Over a real one, where a body that does not come would be waited for."""
    async with serving(tmp_path) as server, caller(server) as browser:
        for _ in range(2):
            assert (await browser.head("/api/shelf")).status_code == 200
            assert len((await browser.get("/api/shelf")).json()) == len(sortilege.games())


async def test_without_a_bundle_the_page_says_what_to_do(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    answer = await client.get("/")
    assert answer.status_code == 503 and "npm run build" in answer.text


@pytest.mark.parametrize("path", ["/", "/api/shelf", "/api/nothing", "/schema", "/assets/app-1a2b.js"])
async def test_every_answer_keeps_the_page_to_itself(bundle: Path, client: Client, path: str) -> None:
    headers = (await client.get(path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "http" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


async def test_responses_of_the_api_are_not_cached_by_browsers(client: Client) -> None:
    assert (await client.get("/api/health")).headers["cache-control"] == "no-store"


async def test_a_page_that_has_the_shelf_is_not_sent_it_again(client: Client) -> None:
    whole = await client.get("/api/shelf")
    assert whole.headers["content-encoding"] == "gzip"
    unchanged = await client.get("/api/shelf", headers={"if-none-match": whole.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged.headers["etag"] == whole.headers["etag"]
    outdated = await client.get("/api/shelf", headers={"if-none-match": '"another"'})
    assert outdated.status_code == 200


async def test_the_shelf_and_the_files_are_compressed_once(
    bundle: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = ["/api/shelf", "/", "/assets/app-1a2b.js", "/nonsense"]
    first = [await client.get(path, headers=A_BROWSER) for path in paths]
    plain = [await client.get(path, headers=A_BROWSER | {"accept-encoding": "identity"}) for path in paths]
    assert [answer.headers["content-encoding"] for answer in first] == ["gzip"] * len(paths)
    assert not any("content-encoding" in answer.headers for answer in plain)
    assert [answer.content for answer in first] == [answer.content for answer in plain]
    assert {answer.headers["vary"] for answer in first} == {"accept-encoding"}
    monkeypatch.setattr("zlib.compressobj", lambda *_, **__: 1 // 0)
    monkeypatch.setattr("gzip.compress", lambda *_, **__: 1 // 0)
    repeated = [await client.get(path, headers=A_BROWSER) for path in paths]
    assert [answer.content for answer in repeated] == [answer.content for answer in first]


async def test_a_file_that_was_changed_is_read_again(bundle: Path, client: Client) -> None:
    assert "the page" in (await client.get("/")).text
    (bundle / "index.html").write_text("<!doctype html><title>another page</title>")
    assert "another page" in (await client.get("/")).text


async def test_the_shelf_has_a_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, settings=Settings(read_rate=Rate(2, 0.001))) as server, caller(server) as browser:
        assert [(await browser.get("/api/shelf")).status_code for _ in range(3)] == [200, 200, 429]


async def test_answers_with_secrets_are_not_packed(client: Client) -> None:
    answer = await client.get("/api/health", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers


async def test_with_tls_browsers_are_ordered_to_stay_with_tls(tmp_path: Path) -> None:
    for settings, strict in ((Settings(), False), (Settings(public_address="https://play.example"), True)):
        async with serving(tmp_path, settings=settings) as server, caller(server) as client:
            for path in ("/", "/api/shelf", "/nowhere"):
                headers = (await client.get(path)).headers
                assert ("strict-transport-security" in headers) == strict


# ---------------------------------------------------------------- the API page
async def test_the_api_page_loads_nothing_from_anywhere(client: Client) -> None:
    page = (await client.get("/schema")).text
    assert "<script" not in page
    assert not re.findall(r"(?:src|href)=['\"]?(?:https?:)?//", page)
    for name in ("NewTable", "Snapshot", "/api/tables/{table}/sit"):
        assert name in page
    assert (await client.get("/schema/openapi.json")).json()["info"]["title"] == "Sortilege"


async def test_the_wire_page_lists_every_call_and_every_call_exists(client: Client) -> None:
    wire_page = (ROOT / "docs" / "wire.md").read_text(encoding="utf-8")
    paths: dict[str, Any] = (await client.get("/schema/openapi.json")).json()["paths"]
    calls = {f"{verb.upper()} {path}" for path, verbs in paths.items() for verb in verbs}
    assert calls == {
        call for call in re.findall(r"^\| `(\w+ /\S+)`", wire_page, re.MULTILINE) if not call.startswith("WS ")
    }
    for name in (struct.__name__ for struct in (*get_args(FromClient), *get_args(FromServer), Problem, Replay)):
        assert f"`{name}`" in wire_page


def test_every_message_the_wire_page_names_exists() -> None:
    rows = re.findall(r"^\| `\w+ /.*$", (ROOT / "docs" / "wire.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([A-Z][a-z]\w+)`", row)}
    files = (ROOT / "src" / "sortilege" / "server").rglob("messages.py")
    paths = [file.relative_to(ROOT / "src").with_suffix("").parts for file in files]
    modules = [text, shelf, status, *(import_module(".".join(path)) for path in paths)]
    assert "SeatPass" in named
    assert named - {name for module in modules for name in vars(module)} == set()


# ---------------------------------------------------------------- the server
async def test_the_shelf_has_every_game(client: Client) -> None:
    shelf = (await client.get("/api/shelf")).json()
    assert [game["name"] for game in shelf] == list(sortilege.games())
    for game in shelf:
        rules = sortilege.game(game["name"])
        known = {"name", "seats", "options", "sides", "called", "levels", "lessons", "puzzles", "hides", "words"}
        assert set(game) == known and game["hides"] == rules.hides_information
        assert game["seats"] == list(rules.seats) and game["levels"][0] == "apprentice"
        assert set(game["options"]) == set(rules.options)
        for language in ("en", "fr"):
            assert game["words"][language]["title"] and game["words"][language]["tagline"]
        for name, option in game["options"].items():
            assert option["default"] == rules.options[name].default
            for value in option["allowed"] or []:
                assert rules.options[name].allowed.accepts(value, max(rules.seats))
            for seats, values in option["offered"].items():
                assert all(rules.resolve_options(int(seats), {name: value})[name] == value for value in values)
            if option["groups"]:
                assert rules.resolve_options(2, {name: [group[-1] for group in option["groups"]]})


async def test_the_shelf_says_who_plays_with_whom_and_what_the_seats_are_called(client: Client) -> None:
    shelf = {game["name"]: game for game in (await client.get("/api/shelf")).json()}
    assert shelf["spellcaster"]["sides"] == {"2": [[0], [1]], "3": [[0, 2], [1]], "4": [[0, 2], [1, 3]]}
    assert shelf["spellbook"]["sides"]["3"] == [[0], [1], [2]]
    assert shelf["spell"]["called"] == {"1": ["p"], "2": ["k", "p"]}
    for name, game in shelf.items():
        assert set(game["sides"]) == set(game["called"]) == {str(seats) for seats in game["seats"]}
        for seats, names in game["called"].items():
            assert len(names) in (0, int(seats)) and name
            assert all(game["words"][language]["sides"][side] for language in ("en", "fr") for side in names)


async def test_options_without_effect_at_a_table_size_are_not_offered(client: Client) -> None:
    shelf = {game["name"]: game["options"] for game in (await client.get("/api/shelf")).json()}
    modes = {"1": ["solo"], "2": ["symmetric", "asymmetric"]}
    assert shelf["spell"]["mode"]["offered"] == modes
    assert shelf["spell"]["setup"]["offered"]["2"] == shelf["spell"]["first"]["offered"]["1"] == []
    assert shelf["spellbook"]["handicap"]["offered"] == {"1": [0, 1, 2, 3], "2": [0], "3": [0], "4": [0]}
    assert shelf["spellcaster"]["first"]["offered"]["3"] == []
    assert shelf["abracada"]["first"]["offered"]["3"] == ["random", 0, 1, 2]


async def test_health_reports_version_engine_and_counts(client: Client) -> None:
    health = (await client.get("/api/health")).json()
    assert health["status"] == "ok" and health["version"] == sortilege.__version__
    assert health["compiled"] == sortilege.compiled()
    assert health["tables"] == health["connections"] == 0
    await client.post("/api/tables", json={"game": "abracada", "seats": [{"kind": "me"}, {"kind": "bot"}]})
    assert (await client.get("/api/health")).json()["tables"] == 1


async def test_an_internal_error_is_reported_without_its_details(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("the insides")

    monkeypatch.setattr("sortilege.server.tables.registry.TableRegistry.load", broken)
    answer = await client.get("/api/tables/abcdefghjk")
    assert answer.status_code == 500
    text = sentence("unexpected")
    assert answer.json() == {"message": text.en, "fr": text.fr, "rule": ""}
    assert "the insides" in caplog.text


async def test_a_wrong_verb_is_a_problem_like_any_other(client: Client) -> None:
    answer = await client.delete("/api/tables")
    assert answer.status_code == 405 and answer.json()["message"]


@pytest.mark.parametrize(
    "path", ["/%00", "/assets/%00", "/assets/" + "x" * 300, "/" + "x" * 300, "/t/a%00", "/api/%00"]
)
async def test_a_path_that_no_file_system_could_hold_is_not_found(client: AsyncTestClient[Litestar], path: str) -> None:
    for media_type in ("text/html", "application/json"):
        assert (await client.get(path, headers={"accept": media_type})).status_code == 404


@pytest.mark.parametrize("body", [b'{"game": "\xc9"}', b'"\xc9\xc9"', b"\xff", b'{"\xc9": 1}'])
async def test_a_body_that_is_no_text_is_a_malformed_request(client: AsyncTestClient[Litestar], body: bytes) -> None:
    answer = await client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["fr"]
