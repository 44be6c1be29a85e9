"""Runs the server: find a free port, print the address, open the browser, serve until Ctrl-C.

Large modules are imported only after a port was found, so that a start that fails for this reason fails at once.
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

PORT: Final = 8421  # the default port
PORTS: Final = 20  # how many ports from PORT on are tried
WAITING_CONNECTIONS: Final = 2048  # connections that wait until the server accepts them
WARM_UP: Final = 3.0  # seconds until a worker is started for hints: later than the first page, before the first hint
DOCUMENTATION_ADDRESS: Final = ("192.0.2.1", 9)  # RFC 5737: no machine has this address


def serve(settings: Settings, open_browser: bool = True) -> int:
    """Run the server until it is stopped, and return the exit code. If the settings have no port, use the first free
    port from PORT on. `open_browser`: open the page in a browser when the server is ready."""
    host, port = settings.host, settings.port
    listener = listen(host, port)
    if listener is None:
        ports = f"Port {port}" if port is not None else f"Every port from {PORT} to {PORT + PORTS - 1}"
        sentence = f"{ports} is taken or not allowed on {host}: choose another one with --port."
        announce(sentence, settings.log_json, logging.ERROR)
        return 1
    from sortilege.core.data_folder import data_folder
    from sortilege.server.store import StoreError, store_at

    configure_logging(settings.log_json)
    try:
        new_store = partial(store_at, settings.store, data_folder(), settings.store_timeout)
        _serve(new_store(), new_store(), listener, settings, open_browser)
    except StoreError as error:
        announce(str(error), settings.log_json, logging.ERROR)
        return 1
    finally:
        listener.close()
    return 0


def _serve(store: Store, trial_store: Store, listener: socket.socket, settings: Settings, open_browser: bool) -> None:
    import asyncio

    import uvicorn

    from sortilege.server.app import make_app
    from sortilege.server.background import Background
    from sortilege.server.live.hints import compute_outlook
    from sortilege.server.live.uvicorn_transport import uvicorn_options
    from sortilege.server.workers.engine import switch_when_compiled
    from sortilege.server.workers.pool import Priority, WorkerPool

    class AnnouncingServer(uvicorn.Server):
        """Prints the welcome and starts background tasks as soon as the server accepts connections."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                welcome(store, settings, listener.getsockname()[1], open_browser)
                say = partial(announce, as_json=settings.log_json)
                background.spawn("change to the compiled engine", switch_when_compiled(pool, say))
                background.spawn("warm-up", warm_up())

    async def warm_up() -> None:
        await asyncio.sleep(WARM_UP)
        await pool.run(Priority.HINTS, "", compute_outlook, "", {}, [])  # without input: this only starts a worker

    pool, background = WorkerPool(), Background()
    app = make_app(store, pool, settings, background)
    server = AnnouncingServer(uvicorn.Config(app, **uvicorn_options(settings)))
    with suppress(KeyboardInterrupt):  # Ctrl-C is the normal way to stop
        asyncio.run(check_store(trial_store))  # not `store`, because a store belongs to the event loop that opened it
        server.run(sockets=[listener])
    announce("  Stopped; every game goes on at the next start.", settings.log_json)


async def check_store(store: Store) -> None:
    """Open and close the store, so that its StoreError is raised before the server starts."""
    await store.open(lambda _table, _length: None)  # writes may be ignored, because no table is in memory yet
    await store.close()


# ---------------------------------------------------------------- listening
def listen(host: str, port: int | None) -> socket.socket | None:
    """Return a socket that listens on this port. If `port` is None, it listens on the first free port of several.
    Return None if every port is taken."""
    candidates = range(PORT, PORT + PORTS) if port is None else [port]
    for candidate in candidates:
        listener = _listen_on(host, candidate)
        if listener is not None:
            return listener
    return None


def _listen_on(host: str, port: int) -> socket.socket | None:
    """Return a socket that listens on this port, or None if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # on Windows this flag would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        return None
    return listener


# ---------------------------------------------------------------- the welcome
def welcome(store: Store, settings: Settings, port: int, open_browser: bool) -> None:
    """Print the addresses of the server and how to stop it. If `open_browser`, open its page in the browser."""
    from sortilege import games
    from sortilege.server.workers.engine import engine_status

    host = settings.host
    all_interfaces = host in ("0.0.0.0", "::")
    host_in_url = f"[{host}]" if ":" in host else host  # a URL has brackets around an IPv6 address
    address = f"http://{'localhost' if all_interfaces else host_in_url}:{port}/"
    friends_address = settings.public_address or f"http://{own_address()}:{port}/"
    reachable = all_interfaces or settings.public_address
    lines = [
        "",
        "  Sortilege: the table is set.",
        "",
        f"    Open    {address}",
        f"    Friends {friends_address if reachable else 'serve --host 0.0.0.0 lets in who is on your network'}",
        f"    Games   {', '.join(games())}",
        f"    Engine  {engine_status()}",
        f"    Tables  {store.where()}",
        "    Stop    Ctrl-C; every game goes on at the next start",
        "",
    ]
    announce("\n".join(lines), settings.log_json)
    if all_interfaces and not settings.log_json:
        show_qr(friends_address)
    if open_browser:
        show_in_browser(address)


def show_qr(address: str) -> None:
    """Print the address as a QR code, if the output is a terminal that can display it."""
    if not sys.stdout.isatty() or "utf" not in (sys.stdout.encoding or "").lower():
        return
    from sortilege.server.http.qr import qr, terminal_lines

    with suppress(ValueError):  # the host name is too long for a QR code
        print("\n".join(f"    {line}" for line in terminal_lines(qr(address))) + "\n", flush=True)


def own_address() -> str:
    """Return the IP address of this machine in its network, or its host name if it has no network. Connecting a UDP
    socket sends nothing, but it makes the operating system choose the address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)
            address, _port = probe.getsockname()
            return str(address)
        except OSError:
            return socket.gethostname()


def show_in_browser(address: str) -> None:
    """Open an address in the browser if there is a desktop. Otherwise a text browser might take over the terminal."""
    import threading
    import webbrowser

    has_desktop = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_desktop:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
