"""What a host is given: files for containers, systemd and proxies. Started where this machine can, read closely where
it cannot."""

import asyncio
import configparser
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sortilege.server.settings import STANDARD
from sortilege.server.store import Statement, StoreError, store_at
from tests.server.postgres import cluster, programs
from tests.server.server_fixture import PATIENCE

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "hosting"
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def needs(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not on this machine, so its file is only read")
    return path


def run(command: list[str], env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def compose(name: str) -> Any:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not on this machine, so compose files are not parsed here")
    return yaml.safe_load((HOSTING / name).read_text())


# ---------------------------------------------------------------- containers
def test_the_container_runs_as_an_ordinary_user_and_keeps_its_tables_in_one_volume() -> None:
    last = DOCKERFILE.rpartition("FROM ")[2]
    assert re.search(r"^USER 8421:8421$", last, re.MULTILINE)
    assert re.findall(r"^VOLUME (.*)$", last, re.MULTILINE) == ["/data"]
    assert "SORTILEGE_DATA=/data" in last and "HEALTHCHECK" in last
    assert last.index("install -d -o sortilege") < last.index("USER ")


def test_everything_the_image_copies_is_there_and_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    lines = re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE)
    copied = [source for line in lines for source in line.split()[:-1]]
    assert "src" in copied and "pyproject.toml" in copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source.rstrip("/") not in ignored, source


@pytest.mark.parametrize("name", ["compose.yaml", "compose.two.yaml"])
def test_every_server_of_a_compose_file_has_a_read_only_root_and_no_rights(name: str) -> None:
    plan = compose(name)
    servers = [one for one in plan["services"].values() if one["image"] == "sortilege"]
    assert len(servers) == (2 if "two" in name else 1)
    for server in servers:
        assert server["read_only"] is True and server["cap_drop"] == ["ALL"] and "ports" not in server
        assert (HOSTING / server["build"] / "Dockerfile").resolve() == ROOT / "Dockerfile"
    for service in plan["services"].values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert (HOSTING / source).exists() if source.startswith(".") else source in plan["volumes"], volume


@pytest.mark.parametrize("name", ["compose.yaml", "compose.two.yaml"])
def test_compose_files_name_settings_that_exist(name: str) -> None:
    from sortilege.server.settings import Settings

    known = {f"SORTILEGE_{field.upper()}" for field in Settings.__struct_fields__}
    for service in compose(name)["services"].values():
        named = {key for key in service.get("environment", {}) if key.startswith("SORTILEGE_")}
        assert named <= known, named - known


@pytest.mark.parametrize("name", ["compose.yaml", "compose.two.yaml"])
def test_every_container_has_a_limit_of_memory_and_of_processes(name: str) -> None:
    for service, plan in compose(name)["services"].items():
        assert re.fullmatch(r"\d+[mg]|\$\{MEMORY:-\d+[mg]\}", plan["mem_limit"]), service
        assert plan["pids_limit"] >= 128, service


def test_a_password_with_any_sign_in_it_reaches_postgres_unchanged() -> None:
    """The address has no password: there @ / and # would end it. asyncpg takes PGPASSWORD instead."""
    services = compose("compose.two.yaml")["services"]
    for name in ("one", "two"):
        environment = services[name]["environment"]
        assert "PASSWORD" not in environment["SORTILEGE_STORE"]
        assert environment["PGPASSWORD"].startswith("${POSTGRES_PASSWORD:?")


@pytest.mark.skipif(programs() is None, reason="PostgreSQL or its driver is not on this machine")
async def test_a_server_logs_in_with_such_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    password = "p@ss/w#rd:50%"
    with cluster() as address:
        store = store_at(address, Path())
        await store.open(lambda _table, _length: None)
        await store.change([Statement(f"ALTER ROLE sortilege PASSWORD '{password}'")])
        await store.close()
        base = Path(address.partition("host=")[2]) / "base"
        (base / "pg_hba.conf").write_text("local all all scram-sha-256\n")
        keeper = int((base / "postmaster.pid").read_text().splitlines()[0])
        os.kill(keeper, signal.SIGHUP)  # read it again
        monkeypatch.setenv("PGPASSWORD", "another one")
        async with asyncio.timeout(PATIENCE):
            while await accepted(address):
                await asyncio.sleep(0.02)
        monkeypatch.setenv("PGPASSWORD", password)
        assert await accepted(address)


async def accepted(address: str) -> bool:
    store = store_at(address, Path())
    try:
        await store.open(lambda _table, _length: None)
    except StoreError:
        return False
    await store.close()
    return True


@pytest.mark.parametrize("name", ["compose.yaml", "compose.two.yaml"])
def test_docker_itself_understands_the_compose_files(name: str) -> None:
    docker = needs("docker")
    if run([docker, "compose", "version"]).returncode:
        pytest.skip("docker has no compose here, so its files are only read")
    words = {"SITE": "play.example", "POSTGRES_PASSWORD": "s@cr/t#", "PATH": os.environ["PATH"], "HOME": "/tmp"}
    ran = run([docker, "compose", "-f", str(HOSTING / name), "config", "-q"], env=words)
    assert ran.returncode == 0, ran.stderr


def test_the_container_serves_a_table() -> None:
    docker = needs("docker")
    if run([docker, "info"]).returncode:
        pytest.skip("no container engine runs here, so the image is not built")
    built = run([docker, "build", "-q", str(ROOT)])
    assert built.returncode == 0, built.stderr
    script = "from sortilege.server.app import make_app; import os; print(os.getuid())"
    sandbox = ["--rm", "--read-only", "--network", "none", "--tmpfs", "/tmp"]
    ran = run([docker, "run", *sandbox, built.stdout.strip(), "python", "-c", script])
    assert ran.stdout.strip() == "8421", ran.stderr


# ---------------------------------------------------------------- systemd
def test_the_unit_shuts_the_server_in() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(HOSTING / "sortilege.service")
    service = unit["Service"]
    assert service["DynamicUser"] == service["NoNewPrivileges"] == "yes"
    assert service["ProtectSystem"] == "strict" and service["StateDirectory"] == "sortilege"
    assert service["Environment"] == "SORTILEGE_DATA=/var/lib/sortilege"
    assert " serve " in service["ExecStart"] and "--no-open" in service["ExecStart"]
    assert service["MemoryMax"] == "80%" and service["MemoryHigh"] == "70%" and int(service["TasksMax"]) >= 128


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    tool = needs("systemd-analyze")
    here = tmp_path / "sortilege.service"
    text = (HOSTING / "sortilege.service").read_text()
    here.write_text(text.replace("/opt/sortilege/bin/sortilege", "/bin/true"))
    ran = run([tool, "verify", "--man=no", str(here)])
    if "Failed to" in ran.stderr and "sortilege.service" not in ran.stderr:
        pytest.skip("systemd cannot look at units here: " + ran.stderr.strip()[:120])
    assert [line for line in ran.stderr.splitlines() if "sortilege.service" in line] == []


# ---------------------------------------------------------------- proxies
def test_caddy_understands_its_files() -> None:
    caddy = needs("caddy")
    for name in ("Caddyfile", "Caddyfile.two"):
        ran = run([caddy, "adapt", "--adapter", "caddyfile", "--config", str(HOSTING / name)])
        assert ran.returncode == 0, ran.stderr


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    nginx = needs("nginx")
    whole = tmp_path / "nginx.conf"
    own = f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n"
    whole.write_text(own + (HOSTING / "nginx.conf").read_text().replace("listen 80", "listen 8080") + "}\n")
    ran = run([nginx, "-t", "-c", str(whole), "-p", str(tmp_path)])
    assert "syntax is ok" in ran.stderr, ran.stderr


def test_nginx_lets_through_as_much_as_the_server_takes() -> None:
    (limit,) = re.findall(r"client_max_body_size (\d+)m;", (HOSTING / "nginx.conf").read_text())
    assert int(limit) * 2**20 == max(STANDARD.longest_record, STANDARD.longest_request)


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.two", "nginx.conf"])
def test_a_proxy_s_file_closes_its_braces_and_keeps_the_numbers_from_the_world(name: str) -> None:
    text = re.sub(r"#.*", "", (HOSTING / name).read_text())
    assert text.count("{") == text.count("}") and text.count("{") > 0
    assert "/metrics" in text and "404" in text and "8421" in text
    if name == "nginx.conf":
        assert "$connection_upgrade" in text and "X-Forwarded-For $remote_addr" in text
