"""Starting the table: find a free port, say where it is, open the browser, serve until Ctrl-C.

Nothing heavy is imported before the port is known to be free; a second start takes well under a second.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sortilege.server.store import Store

PORT: Final = 8421
MORE_PORTS: Final = 20
# Any: keyword arguments of uvicorn.Config, each of its own type
TRANSPORT: Final[dict[str, Any]] = {
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "lifespan": "on",
    "ws": "websockets-sansio",
    "ws_max_size": 64 * 1024,
    "ws_per_message_deflate": False,  # snapshots are small, and compressing them costs more than sending them
    "timeout_graceful_shutdown": 2,
}


def serve(host: str = "127.0.0.1", port: int | None = None, data: Path | None = None, open_browser: bool = True) -> int:
    """Serve until stopped; the exit code. Without a port, the usual one or the next that is free."""
    door = opened_door(host, port)
    if door is None:
        wanted = f"Port {port}" if port is not None else f"Every port from {PORT} to {PORT + MORE_PORTS - 1}"
        print(f"{wanted} is taken or not allowed on {host}: choose another one with --port.", file=sys.stderr)
        return 1
    from sortilege.core.folder import data_folder, keep_in
    from sortilege.server.store import StoreError, store_at

    if data is not None:
        keep_in(data)
    try:
        store = store_at(os.environ.get("SORTILEGE_STORE"), data_folder())
        _serve(store, door, host, open_browser)
    except StoreError as off:
        print(str(off), file=sys.stderr)
        return 1
    finally:
        door.close()
    return 0


def _serve(store: Store, door: socket.socket, host: str, open_browser: bool) -> None:
    import asyncio

    import uvicorn

    from sortilege.server.app import make_app

    class Doorman(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                welcome(store, host, door.getsockname()[1], open_browser)

    server = Doorman(uvicorn.Config(make_app(store), **TRANSPORT))
    with suppress(KeyboardInterrupt):  # Ctrl-C is how it is meant to stop
        asyncio.run(try_out(store))
        server.run(sockets=[door])
    print("  Stopped; every game goes on at the next start.", flush=True)


async def try_out(store: Store) -> None:
    """Raise StoreError now, with its own sentence, rather than from inside a starting server."""
    await store.open(lambda _table, _length: None)
    await store.close()


# ---------------------------------------------------------------- the door
def opened_door(host: str, port: int | None) -> socket.socket | None:
    """A listening socket, or None when there is no port to have."""
    for candidate in [port] if port is not None else range(PORT, PORT + MORE_PORTS):
        door = _bound(host, candidate)
        if door is not None:
            return door
    return None


def _bound(host: str, port: int) -> socket.socket | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere this flag would let two servers share a port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(2048)
    except OSError:
        door.close()
        return None
    return door


# ---------------------------------------------------------------- the welcome
def welcome(store: Store, host: str, port: int, open_browser: bool) -> None:
    """What a newcomer needs to know, once the door is open."""
    from sortilege import compiled, games

    everywhere = host in ("0.0.0.0", "::")
    address = f"http://{'localhost' if everywhere else f'[{host}]' if ':' in host else host}:{port}/"
    engine = "compiled" if compiled() else "interpreted (install a C compiler and set up again for a much faster one)"
    lines = ["", "  Sortilege: the table is set.", "", f"    Open    {address}"]
    if everywhere:
        lines.append(f"    Others  http://{own_address()}:{port}/ from this network")
    lines += [
        f"    Games   {', '.join(games())}",
        f"    Engine  {engine}",
        f"    Tables  {store.where()}",
        "    Stop    Ctrl-C; every game goes on at the next start",
        "",
    ]
    print("\n".join(lines), flush=True)
    if open_browser:
        show_in_browser(address)


def own_address() -> str:
    """This machine's address in its network; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def show_in_browser(address: str) -> None:
    """In a window, never as text in the terminal that shows the welcome."""
    import threading
    import webbrowser

    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if windows:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
