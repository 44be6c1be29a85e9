"""Control the system's Firefox by WebDriver BiDi over its own socket, so that no driver has to be installed."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.visitor import PATIENCE

EXECUTABLE = shutil.which("firefox") or shutil.which("firefox-esr")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Firefox sends no request to any other machine.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#nothing",
}


class Firefox:
    """`with Firefox(folder) as fox` opens one page, which can be navigated, read and clicked."""

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        flags = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self.process = subprocess.Popen([EXECUTABLE or "firefox", *flags], stderr=subprocess.PIPE, text=True)
        self.socket: ClientConnection
        self.commands = 0

    def __enter__(self) -> "Firefox":
        assert self.process.stderr is not None
        address = next(match[1] for line in self.process.stderr if (match := LISTENS.search(line)))
        self.connection = connect(f"{address}/session", max_size=None)
        self.socket = self.connection.__enter__()
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.connection.__exit__(kind, error, trace)
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send one command and return its result; ignore events in between."""
        self.commands += 1
        self.socket.send(json.dumps({"id": self.commands, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE / 1000))
            if answer.get("id") == self.commands:
                assert answer["type"] == "success", answer
                return answer["result"]

    # ------------------------------------------------------------ what a person does
    def go(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def size(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression as JSON; wait for it if it is a promise."""
        as_json = f"Promise.resolve({expression}).then(JSON.stringify)"
        answer = self.ask("script.evaluate", expression=as_json, target={"context": self.page}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, x: float, y: float) -> None:
        """Click with the mouse at this point."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("input.performActions", context=self.page, actions=[mouse])
