"""The QR code of the invite link: only for people at the table, and only while seats are open."""

from typing import Any

from sortilege.server.http.qr import qr, svg_path

WISH = {"game": "spell", "seats": [{"kind": "me"}, {"kind": "open"}]}


async def test_the_picture_is_the_invite_link_and_nobody_else_gets_it(call: Any, client: Any) -> None:
    _, created = await call("POST", "/api/tables", WISH)
    path = f"/api/tables/{created['table']}/qr"
    answer = await client.get(path, params={"origin": "https://play.example"})
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("image/svg+xml")
    assert svg_path(qr("https://play.example" + created["invite"])) in answer.text
    assert (await client.get(path, params={"origin": "x" * 500})).status_code == 403
    client.cookies.clear()
    assert (await client.get(f"{path}?{created['watch'].partition('?')[2]}")).status_code == 403
    assert (await client.get(path)).status_code == 403


async def test_a_table_that_plays_invites_nobody(call: Any, client: Any) -> None:
    _, created = await call("POST", "/api/tables", {**WISH, "seats": [{"kind": "me"}, {"kind": "bot"}]})
    assert (await client.get(f"/api/tables/{created['table']}/qr")).status_code == 403
