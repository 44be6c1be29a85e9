"""Starting the table: find a free port, say where it is, open the browser, serve until Ctrl-C.

Nothing heavy is imported before the port is known to be free; a second start takes well under a second.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from sortilege.server.logs import announce, configure_logging

if TYPE_CHECKING:
    from sortilege.server.settings import Settings
    from sortilege.server.store import Store

PORT: Final = 8421
WARM_UP: Final = 3.0  # seconds after the start: hints shall not wait for a process, nor the first page for hints
MORE_PORTS: Final = 20


def serve(settings: Settings, open_browser: bool = True) -> int:
    """Serve until stopped; the exit code. Without a port, the usual one or the next that is free."""
    host, port = settings.host, settings.port
    door = opened_door(host, port)
    if door is None:
        wanted = f"Port {port}" if port is not None else f"Every port from {PORT} to {PORT + MORE_PORTS - 1}"
        sentence = f"{wanted} is taken or not allowed on {host}: choose another one with --port."
        announce(sentence, settings.log_json, logging.ERROR)
        return 1
    from sortilege.core.folder import data_folder
    from sortilege.server.store import StoreError, store_at

    configure_logging(settings.log_json)
    try:
        store, trial = (store_at(settings.store, data_folder(), settings.store_timeout) for _ in range(2))
        _serve(store, trial, door, settings, open_browser)
    except StoreError as off:
        announce(str(off), settings.log_json, logging.ERROR)
        return 1
    finally:
        door.close()
    return 0


def _serve(store: Store, trial: Store, door: socket.socket, settings: Settings, open_browser: bool) -> None:
    import asyncio

    import uvicorn

    from sortilege.server.app import make_app
    from sortilege.server.background import Background
    from sortilege.server.live.hints import look_ahead
    from sortilege.server.live.uvicorn_transport import transport
    from sortilege.server.workers.engine import switch_when_compiled
    from sortilege.server.workers.pool import Priority, WorkerPool

    class Doorman(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                welcome(store, settings, door.getsockname()[1], open_browser)
                say = partial(announce, as_json=settings.log_json)
                background.spawn("change to the compiled engine", switch_when_compiled(pool, say))
                background.spawn("warm-up", warm_up())

    async def warm_up() -> None:
        await asyncio.sleep(WARM_UP)
        await pool.run(Priority.HINTS, "", look_ahead, "", {}, [])  # about nothing: it only starts and loads a worker

    pool, background = WorkerPool(), Background()
    app = make_app(store, pool, settings, background)
    server = Doorman(uvicorn.Config(app, **transport(settings)))
    with suppress(KeyboardInterrupt):  # Ctrl-C is how it is meant to stop
        asyncio.run(try_out(trial))  # another one: a store belongs to the event loop it was opened in
        server.run(sockets=[door])
    announce("  Stopped; every game goes on at the next start.", settings.log_json)


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
def welcome(store: Store, settings: Settings, port: int, open_browser: bool) -> None:
    """What a newcomer needs to know, once the door is open."""
    from sortilege import games
    from sortilege.server.workers.engine import engine_status

    host = settings.host
    everywhere = host in ("0.0.0.0", "::")
    address = f"http://{'localhost' if everywhere else f'[{host}]' if ':' in host else host}:{port}/"
    others = settings.public_address or f"http://{own_address()}:{port}/"
    reached = everywhere or settings.public_address
    lines = [
        "",
        "  Sortilege: the table is set.",
        "",
        f"    Open    {address}",
        f"    Friends {others if reached else 'serve --host 0.0.0.0 lets in who is on your network'}",
        f"    Games   {', '.join(games())}",
        f"    Engine  {engine_status()}",
        f"    Tables  {store.where()}",
        "    Stop    Ctrl-C; every game goes on at the next start",
        "",
    ]
    announce("\n".join(lines), settings.log_json)
    if everywhere and not settings.log_json:
        show_code(others)
    if open_browser:
        show_in_browser(address)


def show_code(address: str) -> None:
    """The address for a phone's camera, where somebody looks at a terminal that can draw it."""
    if not sys.stdout.isatty() or "utf" not in (sys.stdout.encoding or "").lower():
        return
    from sortilege.server.http.qr import in_blocks, qr

    with suppress(ValueError):  # the name of a machine may be as long as it likes
        print("\n".join(f"    {line}" for line in in_blocks(qr(address))) + "\n", flush=True)


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
