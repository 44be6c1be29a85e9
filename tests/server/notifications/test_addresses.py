"""Where notices may be sent, and what came of it: no address inside the host's own network, unless the host says so."""

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from sortilege.server.errors import Denied
from sortilege.server.notifications import addresses, delivery
from sortilege.server.notifications.addresses import allowed_addresses, is_allowed, is_public, parse_endpoint
from sortilege.server.notifications.delivery import post
from sortilege.server.settings import Settings, SettingsError, read_settings
from tests.server.receiver import receiving
from tests.server.server_fixture import PATIENCE

STRICT = Settings()
LOOSE = Settings(notice_http=True, notice_networks=("127.0.0.0/8",), notice_timeout=30)
INSIDE = [
    "127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.5", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fdab:cd::1", "fec0::1", "ff02::1",
    "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::10.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2002:c0a8:101::1", "100::1",
    "168.63.129.16", "::ffff:168.63.129.16", "64:ff9b::a83f:8110", "2002:a83f:8110::1",
    "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:127.0.0.1", "2606:4700::5efe:8.8.8.8", "fe80::5efe:192.168.0.1",
]  # fmt: skip
OUTSIDE = ["1.1.1.1", "8.8.8.8", "162.159.128.233", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`names("a.example", "1.1.1.1")` lets a name stand for these addresses; nobody asks the network."""
    known: dict[str, tuple[str, ...]] = {}

    def getaddrinfo(host: str, port: int, **__: Any) -> list[Any]:
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [
            (socket.AF_INET6 if ":" in address else socket.AF_INET, 1, 6, "", (address, port))
            for address in known[host]
        ]

    monkeypatch.setattr(addresses.socket, "getaddrinfo", getaddrinfo)

    def name(host: str, *addresses: str) -> None:
        known[host] = addresses

    return name


# ---------------------------------------------------------------- numbers
@pytest.mark.parametrize("number", INSIDE)
def test_no_number_inside_is_called(number: str) -> None:
    assert not is_public(ipaddress.ip_address(number))
    assert not is_allowed(ipaddress.ip_address(number), 443, STRICT)
    assert is_allowed(ipaddress.ip_address(number), 443, Settings(notice_networks=("*",)))


@pytest.mark.parametrize("number", OUTSIDE)
def test_a_number_of_the_internet_is(number: str) -> None:
    assert is_public(ipaddress.ip_address(number))


def test_neither_the_machine_itself_nor_its_neighbours_are_called_by_their_public_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Probe:
        """A socket of a machine whose number is of the internet."""

        def __init__(self, family: int, _: int) -> None:
            self.own = "81.2.69.160" if family == socket.AF_INET else "2a02:1:2:3::77"

        def __enter__(self) -> "Probe":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def connect(self, _: object) -> None:
            pass

        def getsockname(self) -> tuple[str, int]:
            return self.own, 5

    monkeypatch.setattr(addresses.socket, "socket", Probe)
    for near in ("81.2.69.160", "81.2.69.7", "2a02:1:2:3::77", "2a02:1:2:3:9::1"):
        assert not is_allowed(ipaddress.ip_address(near), 443, STRICT)
    for far in ("81.2.70.7", "2a02:1:2:4::1"):
        assert is_allowed(ipaddress.ip_address(far), 443, STRICT)


def test_a_host_names_the_networks_of_its_own_that_may_be_called() -> None:
    home = Settings(notice_networks=("192.168.1.0/24", "fd00::/8"))
    for number, allowed in {"192.168.1.9": True, "192.168.2.9": False, "fd12::1": True, "127.0.0.1": False}.items():
        assert is_allowed(ipaddress.ip_address(number), 443, home) is allowed
    with pytest.raises(SettingsError, match="notice_networks"):
        read_settings({"notice_networks": "my kitchen"}, environment={})


# ---------------------------------------------------------------- addresses
@pytest.mark.parametrize(
    "address",
    [
        "", "ntfy.sh/me", "ftp://a.example/", "https://", "https:///path", "https://a.example:0/", "https://a.example:x/",
        "https://a.example:99999/", "https://ada:word@a.example/", "https://a.example/ b", "https://a.example/\r\nX: y",
        "https://ä.example/", "https://a.example/" + "x" * 1000, "https://[::1/", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_an_address_that_is_no_web_hook_is_refused_in_one_sentence(address: str) -> None:
    with pytest.raises(Denied, match="not the address of a web hook") as error:
        parse_endpoint(address, LOOSE)
    assert "n’est pas l’adresse d’un webhook" in error.value.text.fr


def test_without_tls_only_where_the_host_allows_it() -> None:
    with pytest.raises(Denied, match="begin with https"):
        parse_endpoint("http://a.example/", STRICT)
    assert parse_endpoint("http://a.example:8080/x?y=1", LOOSE) == ("http", "a.example", 8080, "/x?y=1")


@pytest.mark.parametrize("behind", [["10.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], ["::ffff:192.168.0.1"]])
async def test_a_name_with_one_number_inside_is_not_called(names: Callable[..., None], behind: list[str]) -> None:
    names("a.example", *behind)
    with pytest.raises(Denied, match=r"does not allow notices to a\.example: that is in the server’s own network"):
        await allowed_addresses(parse_endpoint("https://a.example/", STRICT), STRICT)
    outcome = await post(parse_endpoint("https://a.example/", STRICT), {}, b"", STRICT)
    assert not outcome.arrived and not outcome.may_retry and "réseau du serveur" in outcome.words.fr


@pytest.mark.parametrize(
    "address", ["https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/", "https://localhost/"]
)
async def test_no_spelling_of_this_machine_is_an_allowed_address(address: str) -> None:
    with pytest.raises(Denied):
        await allowed_addresses(parse_endpoint(address, STRICT), STRICT)


async def test_the_call_goes_to_the_ip_address_that_was_checked(names: Callable[..., None]) -> None:
    """A name that is asked twice may answer otherwise the second time."""
    async with receiving() as receiver:
        lookups: list[str] = []
        names("a.example", "127.0.0.1")
        real = addresses.look_up

        async def once(place: Any) -> Any:
            lookups.append(place.host)
            first_answer = await real(place)
            names("a.example", "10.0.0.1")
            return first_answer

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(addresses, "look_up", once)
            outcome = await post(parse_endpoint(f"http://a.example:{receiver.port}/x", LOOSE), {}, b"hello", LOOSE)
        assert outcome.arrived and lookups == ["a.example"]
        assert receiver.calls[0].headers["host"] == f"a.example:{receiver.port}" and receiver.calls[0].body == b"hello"


# ---------------------------------------------------------------- slow names
async def test_a_host_name_that_takes_too_long_to_resolve_fails_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()

    def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
        answered.wait(PATIENCE)
        return []

    monkeypatch.setattr(addresses.socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(addresses, "LOOK_UP_SECONDS", 0.05)
    try:
        slow = parse_endpoint("https://slow.example/", STRICT)
        with pytest.raises(Denied, match=r"slow\.example could not be looked up within 0\.05 seconds") as error:
            await allowed_addresses(slow, STRICT)
        assert "slow.example" in error.value.text.fr
        outcome = await post(slow, {}, b"", STRICT)
        assert outcome.timed_out and outcome.may_retry and not outcome.arrived
        await asyncio.to_thread(lambda: None)  # the threads that other work shares are not taken by look-ups
    finally:
        answered.set()


# ---------------------------------------------------------------- what comes of it
@pytest.mark.parametrize(
    ("status", "arrived", "retries", "words"),
    [
        (200, True, False, "It arrived: 127.0.0.1 answered 200."),
        (204, True, False, "It arrived: 127.0.0.1 answered 204."),
        (302, False, False, "It did not arrive: 127.0.0.1 answered 302 and points elsewhere, which is not followed."),
        (401, False, False, "It did not arrive: 127.0.0.1 answered 401."),
        (429, False, True, "It did not arrive: 127.0.0.1 answered 429."),
        (500, False, True, "It did not arrive: 127.0.0.1 answered 500."),
    ],
)
async def test_the_status_of_a_response_is_reported_unchanged(
    status: int, arrived: bool, retries: bool, words: str
) -> None:
    async with receiving(status) as receiver:
        outcome = await post(parse_endpoint(receiver.at(), LOOSE), {}, b"", LOOSE)
        assert (outcome.arrived, outcome.status, outcome.may_retry) == (arrived, status, retries)
        assert outcome.words.en == words and outcome.words.fr != words
        assert len(receiver.calls) == 1


async def test_a_receiver_that_does_not_answer_may_have_received_the_notification() -> None:
    hasty = Settings(notice_http=True, notice_networks=("*",), notice_timeout=0.5)
    async with receiving(0) as receiver:
        outcome = await post(parse_endpoint(receiver.at(), hasty), {}, b"", hasty)
    assert not outcome.arrived and not outcome.may_retry, "it may have arrived: it is not sent twice"
    assert outcome.timed_out
    assert "did not answer within 0.5 seconds" in outcome.words.en and "On ne sait pas" in outcome.words.fr


async def test_a_closed_port_and_an_unknown_host_name_are_reported_differently(names: Callable[..., None]) -> None:
    async with receiving() as receiver:
        port = receiver.port
    names("127.0.0.1", "127.0.0.1")
    shut = await post(parse_endpoint(f"http://127.0.0.1:{port}/", LOOSE), {}, b"", LOOSE)
    assert shut.may_retry and shut.words.en == "It did not arrive: 127.0.0.1 refused the connection."
    nobody = await post(parse_endpoint("https://nobody.example/", LOOSE), {}, b"", LOOSE)
    assert nobody.words.en == "It did not arrive: there is no host called nobody.example."


async def test_a_response_that_is_not_http_is_not_trusted() -> None:
    async def mumble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"+PONG\r\n\r\n" + b"x" * 100_000)
        writer.close()

    async with await asyncio.start_server(mumble, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        outcome = await post(parse_endpoint(f"http://127.0.0.1:{port}/", LOOSE), {}, b"", LOOSE)
    assert not outcome.arrived and "nothing that can be read" in outcome.words.en


async def test_a_header_is_one_line() -> None:
    with pytest.raises(ValueError):
        delivery.request_bytes(parse_endpoint("https://a.example/", STRICT), {"Title": "a\r\nX: y"}, b"")


# ---------------------------------------------------------------- TLS
def own_certificate(folder: Path) -> ssl.SSLContext:
    """A server whose certificate only it believes in."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    itself = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    created = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    created = created.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    signed = created.add_extension(itself, critical=False).sign(key, hashes.SHA256())
    file = folder / "own.pem"
    file.write_bytes(
        signed.public_bytes(Encoding.PEM) + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


async def test_a_certificate_that_nobody_vouches_for_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving(tls=own_certificate(tmp_path)) as receiver:
        outcome = await post(parse_endpoint(receiver.at(), LOOSE), {}, b"", LOOSE)
        assert outcome.words.en == "It did not arrive: 127.0.0.1 has no certificate that is trusted here."
        assert receiver.calls == []
        trusting = ssl.create_default_context(cafile=str(tmp_path / "own.pem"))
        monkeypatch.setattr(delivery, "tls_context", lambda: trusting)
        assert (await post(parse_endpoint(receiver.at(), LOOSE), {}, b"", LOOSE)).arrived
