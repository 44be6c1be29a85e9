"""Limits by address: which addresses count as one caller."""

from pathlib import Path

import pytest

from sortilege.server.errors import Denied
from sortilege.server.http.limits import SocketCounter, network_of
from sortilege.server.live.uvicorn_transport import ConnectionCounter
from sortilege.server.settings import Rate, Settings
from tests.server.server_fixture import caller, serving


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_ipv6_addresses_count_by_their_64_bit_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_connections_from_one_ipv6_network_are_counted_together() -> None:
    counter = ConnectionCounter(Settings(address_connections=3))
    addresses = [f"2001:db8::{host:x}" for host in range(4)]
    assert [counter.add(address) for address in addresses] == [True, True, True, False]
    assert counter.add("2001:db8:0:1::1")
    assert [counter.add(address) for address in ("::ffff:192.0.2.7", "192.0.2.7")] == [True, True]
    assert counter.open_by_network["192.0.2.7"] == 2
    for address in [*addresses, "2001:db8:0:1::1", "::ffff:192.0.2.7", "192.0.2.7"]:
        counter.remove(address)
    assert not counter.open_by_network and counter.open_count == 0


def test_sockets_from_one_ipv6_network_are_counted_together() -> None:
    sockets = SocketCounter(Settings(address_connections=1))
    with sockets.count_socket("2001:db8::1"):
        with pytest.raises(Denied), sockets.count_socket("2001:db8::2"):
            pass
        with sockets.count_socket("2001:db8:0:1::1"):
            assert sockets.total == 2
    assert not sockets.by_address


async def test_requests_from_one_ipv6_network_share_one_limit(tmp_path: Path) -> None:
    settings = Settings(trusted_proxies=("127.0.0.1",), read_rate=Rate(2, 0.001), recovery_code_rate=Rate(2, 0.001))
    async with serving(tmp_path, settings=settings) as server, caller(server) as client:
        addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "192.0.2.1", "::ffff:192.0.2.1"]
        answers = [await client.get("/api/daily", headers={"x-forwarded-for": address}) for address in addresses]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 200, 200, 200]
        answer = await client.get("/api/daily", headers={"x-forwarded-for": "192.0.2.1"})
        assert answer.status_code == 429


async def test_metrics_are_still_granted_to_single_addresses(tmp_path: Path) -> None:
    settings = Settings(trusted_proxies=("127.0.0.1",), metrics_from=("2001:db8::1",))
    async with serving(tmp_path, settings=settings) as server, caller(server) as client:
        for address, status in (("2001:db8::1", 200), ("2001:db8::2", 403)):
            answer = await client.get("/metrics", headers={"x-forwarded-for": address})
            assert answer.status_code == status
