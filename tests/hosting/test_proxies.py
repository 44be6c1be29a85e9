"""The proxies of docs/hosting.md, really running on this machine: a table is opened and played through each with TLS,
and two servers behind one proxy play a table together. Skipped where the proxy is not installed."""

import asyncio
import os
import random
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from sortilege.server.settings import Settings
from sortilege.server.store import store_at
from sortilege.server.tables import events
from tests.hosting.test_hosting import HOSTING
from tests.reliability.servers import Server
from tests.server.postgres import cluster, programs
from tests.server.server_fixture import (
    BOT,
    FRIEND,
    ME,
    PATIENCE,
    Place,
    caller,
    free_port,
    new_table,
    place,
    play_out,
    serving,
    sit,
    waits_for_person,
)
from tests.server.test_two_servers import notifications

SITE = "localhost"
Proxy = Callable[[Path, str, int], tuple[list[str], Path]]  # how it is started, and the certificate to trust


def swap(text: str, **words: str) -> str:
    """Replace these words of the file, each of which must occur in it."""
    for old, new in words.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def caddy(folder: Path, address: str, port: int) -> tuple[list[str], Path]:
    """Adapt `hosting/Caddyfile` to this machine, with a certificate that Caddy makes."""
    whole = (HOSTING / "Caddyfile").read_text().replace("127.0.0.1:8421", address)
    whole = swap(whole, **{"play.example {": f"https://{SITE}:{port} {{\n\ttls internal"})
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" + whole)
    return ["caddy", "run", "--config", str(file)], folder / "caddy/pki/authorities/local/root.crt"


def nginx(folder: Path, address: str, port: int) -> tuple[list[str], Path]:
    """Adapt `hosting/nginx.conf` to this machine, with the lines that certbot would add."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={SITE}", "-addext",
         f"subjectAltName=DNS:{SITE}", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    shut = f"listen {port} ssl;\n    ssl_certificate {certificate};\n    ssl_certificate_key {key};"
    site = swap(
        (HOSTING / "nginx.conf").read_text(),
        **{"listen 80;": shut, "listen [::]:80;": "", "server_name play.example": f"server_name {SITE}"},
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    who = "user root;\n" if os.geteuid() == 0 else ""  # its own user may not write into the folder of a test
    file.write_text(
        f"{who}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{swap(site, **{'127.0.0.1:8421': address})}}}\n"
    )
    return ["nginx", "-c", str(file), "-p", str(folder), "-e", f"{folder}/errors"], certificate


@asynccontextmanager
async def running(command: list[str], folder: Path, ask: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
    """Run a proxy; enter the context once a request through it is answered."""
    own = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(*command, env=own, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                assert process.returncode is None, f"{command[0]} ended"
                try:
                    await ask()
                    break
                except (httpx.TransportError, OSError):
                    await asyncio.sleep(0.05)
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@asynccontextmanager
async def behind(make: Proxy, folder: Path, address: str) -> AsyncIterator[tuple[str, ssl.SSLContext]]:
    """Run the proxy in front of the server; yield its address and the trusted certificates."""
    port = free_port()
    command, certificate = make(folder, address, port)

    async def ask() -> None:
        trust = ssl.create_default_context(cafile=str(certificate))
        async with httpx.AsyncClient(verify=trust, trust_env=False) as client:
            await client.get(f"https://{SITE}:{port}/api/health")

    async with running(command, folder, ask):
        yield f"{SITE}:{port}", ssl.create_default_context(cafile=str(certificate))


@pytest.mark.parametrize("make", [caddy, nginx])
async def test_a_table_is_opened_and_played_over_tls(make: Proxy, tmp_path: Path) -> None:
    if not shutil.which(make.__name__):
        pytest.skip("this proxy is not on this machine, so its file is only read")
    settings = Settings(trusted_proxies=("127.0.0.1",))
    async with serving(tmp_path, settings=settings) as address, behind(make, tmp_path, address) as (site, trust):
        origin = {"Origin": f"https://{site}"}  # as a browser's page sends it
        async with httpx.AsyncClient(base_url=f"https://{site}", headers=origin, verify=trust, trust_env=False) as page:
            assert "<title>" in (await page.get("/")).text
            assert (await page.get("/metrics")).status_code == 404
            large = await page.post("/api/records", content=b" " * settings.longest_record)
            assert large.status_code == 400, "the server's answer, and not the proxy's: the limit is the same"
            created = await page.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})
        assert created.status_code == 201, created.text
        table = created.json()
        cookie = created.headers["set-cookie"]
        assert "secure" in cookie.lower() and cookie.startswith(f"__Host-seat-{table['table']}=")
        assert created.headers["strict-transport-security"].startswith("max-age=")
        url = f"wss://{site}/api/tables/{table['table']}/live?token={table['token']}"
        async with websockets.connect(url, ssl=trust, proxy=None, origin=origin["Origin"]) as line:
            place = Place(line)
            now = await place.until(lambda now: bool(now["legal"]))
            await place.act()
            await place.past(now["n"])


# ---------------------------------------------------------------- two servers
@asynccontextmanager
async def load_balancer(folder: Path, first: Server, second: Server) -> AsyncIterator[str]:
    """Run `hosting/Caddyfile.two` in front of two servers, without TLS and with faster health checks."""
    port = free_port()
    site = swap(
        (HOSTING / "Caddyfile.two").read_text(),
        **{
            "{$SITE:play.example}": f"http://127.0.0.1:{port}",
            "one:8421 two:8421": f"{first.address} {second.address}",
            "health_interval 5s": "health_interval 200ms",
            "fail_duration 5s": "fail_duration 200ms",
        },
    )
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + site)

    async def ask() -> None:
        async with caller(f"127.0.0.1:{port}") as client:
            if (await client.get("/api/health")).status_code != 200:
                raise OSError

    async with running(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], folder, ask):
        yield f"127.0.0.1:{port}"


async def sockets_at(server: Server) -> int:
    async with caller(server.address) as client:
        return int((await client.get("/api/health")).json()["connections"])


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
@pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed")
async def test_a_table_does_not_split_when_a_server_returns(tmp_path: Path) -> None:
    """Its sockets stay where they are; whoever connects after the return is at the other server."""
    with cluster() as database:
        servers = [Server(tmp_path / name, database, bot_start_delay=0) for name in ("one", "two")]
        try:
            for server in servers:
                server.port = free_port()
                await server.start()
            async with load_balancer(tmp_path, *servers) as site:
                await play_over_a_return(servers, site, database)
        finally:
            for server in servers:
                await server.kill()


async def play_over_a_return(servers: list[Server], site: str, database: str) -> None:
    created = await new_table(site, ME, FRIEND, BOT)
    friend = await sit(site, created, "Bo")
    table, rng = created["table"], random.Random(5)
    async with place(site, table, created["token"]):
        home, other = servers if await sockets_at(servers[0]) else servers[::-1]
    await home.kill()
    async with place(site, table, created["token"]) as ada, place(site, table, friend["token"]) as bo:
        await play_out([ada, bo], rng, decisions=4)
        assert await sockets_at(other) == 2
        await home.start()
        async with asyncio.timeout(PATIENCE):
            while True:  # until the proxy has found that it is there again
                async with place(site, table, created["token"]) as returned:
                    if await sockets_at(home):
                        break
        async with place(site, table, created["token"]) as returned:
            assert (await sockets_at(home), await sockets_at(other)) == (1, 2)
            assert returned.now["n"] >= bo.now["n"]
            sent = await notifications(other.address, "sent")
            async with asyncio.timeout(PATIENCE):  # until both servers have told the other of a move
                while (
                    not await notifications(home.address, "sent") or await notifications(other.address, "sent") == sent
                ):
                    assert await play_out([returned, bo, ada], rng, decisions=1), "the game is over"
            for player in (ada, bo, returned):
                await player.until(waits_for_person)
            assert ada.now["n"] == bo.now["n"] == returned.now["n"]
            assert ada.now["view"] == returned.now["view"]
    store = store_at(database, Path(), PATIENCE)
    await store.open(lambda *_: None)
    log = [events.decode(line) for line in await store.read(table)]
    await store.close()
    assert sum(isinstance(event, events.Played) for event in log) == returned.now["n"], "every decision once"
