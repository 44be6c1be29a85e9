"""The two proxies of docs/hosting.md, really running with TLS on this machine: a table is opened and played through
each. Skipped where the proxy is not installed."""

import asyncio
import os
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from sortilege.server.settings import Settings
from tests.hosting.test_hosting import HOSTING
from tests.server.house import BOT, ME, PATIENCE, Place, free_port, serving

SITE = "localhost"
Proxy = Callable[[Path, str, int], tuple[list[str], Path]]  # how it is started, and the certificate to trust


def swap(text: str, **words: str) -> str:
    """Every word of the file must be there: a test that swaps nothing would try nothing."""
    for old, new in words.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def caddy(folder: Path, house: str, port: int) -> tuple[list[str], Path]:
    """`hosting/Caddyfile` for this machine, with a certificate of Caddy's own making."""
    whole = (HOSTING / "Caddyfile").read_text().replace("127.0.0.1:8421", house)
    whole = swap(whole, **{"play.example {": f"https://{SITE}:{port} {{\n\ttls internal"})
    file = folder / "Caddyfile"
    file.write_text("{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" + whole)
    return ["caddy", "run", "--config", str(file)], folder / "caddy/pki/authorities/local/root.crt"


def nginx(folder: Path, house: str, port: int) -> tuple[list[str], Path]:
    """`hosting/nginx.conf` for this machine, with the lines that certbot would add."""
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
        f"http {{\naccess_log off;\n{places}{swap(site, **{'127.0.0.1:8421': house})}}}\n"
    )
    return ["nginx", "-c", str(file), "-p", str(folder), "-e", f"{folder}/errors"], certificate


@asynccontextmanager
async def behind(make: Proxy, folder: Path, house: str) -> AsyncIterator[tuple[str, ssl.SSLContext]]:
    """The proxy before the server; answers its address and whom to trust."""
    port = free_port()
    command, certificate = make(folder, house, port)
    own = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = await asyncio.create_subprocess_exec(*command, env=own, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                assert process.returncode is None, f"{command[0]} ended"
                try:
                    trust = ssl.create_default_context(cafile=str(certificate))
                    async with httpx.AsyncClient(verify=trust, trust_env=False) as client:
                        await client.get(f"https://{SITE}:{port}/api/health")
                    break
                except (httpx.TransportError, OSError):
                    await asyncio.sleep(0.05)
        yield f"{SITE}:{port}", trust
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


@pytest.mark.parametrize("make", [caddy, nginx])
async def test_a_table_is_opened_and_played_over_tls(make: Proxy, tmp_path: Path) -> None:
    if not shutil.which(make.__name__):
        pytest.skip("this proxy is not on this machine, so its file is only read")
    settings = Settings(trusted_proxies=("127.0.0.1",))
    async with serving(tmp_path, settings=settings) as house, behind(make, tmp_path, house) as (site, trust):
        origin = {"Origin": f"https://{site}"}  # as a browser's page sends it
        async with httpx.AsyncClient(base_url=f"https://{site}", headers=origin, verify=trust, trust_env=False) as page:
            assert "<title>" in (await page.get("/")).text
            assert (await page.get("/metrics")).status_code == 404
            large = await page.post("/api/records", content=b" " * settings.longest_record)
            assert large.status_code == 400, "the server's answer, and not the proxy's: the limit is the same"
            made = await page.post("/api/tables", json={"game": "abracada", "seats": [ME, BOT]})
        assert made.status_code == 201, made.text
        table = made.json()
        cookie = made.headers["set-cookie"]
        assert "secure" in cookie.lower() and cookie.startswith(f"__Host-seat-{table['table']}=")
        assert made.headers["strict-transport-security"].startswith("max-age=")
        address = f"wss://{site}/api/tables/{table['table']}/live?token={table['token']}"
        async with websockets.connect(address, ssl=trust, proxy=None, origin=origin["Origin"]) as line:
            place = Place(line)
            now = await place.until(lambda now: bool(now["legal"]))
            await place.act()
            await place.past(now["n"])
