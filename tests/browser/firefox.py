"""The system's own Firefox, spoken to as it is: WebDriver BiDi over its socket, so that no driver need be installed."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.visitor import PATIENCE

FOUND = shutil.which("firefox") or shutil.which("firefox-esr")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# Nobody outside this machine is asked for anything.
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
    """`with Firefox(folder) as fox`: one page that goes, reads and presses."""

    def __init__(self, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines))
        flags = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self.process = subprocess.Popen([FOUND or "firefox", *flags], stderr=subprocess.PIPE, text=True)
        self.socket: ClientConnection
        self.asked = 0

    def __enter__(self) -> "Firefox":
        assert self.process.stderr is not None
        address = next(found[1] for line in self.process.stderr if (found := LISTENS.search(line)))
        self.connection = connect(f"{address}/session", max_size=None)
        self.socket = self.connection.__enter__()
        self.ask("session.new", capabilities={})
        self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, off: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.connection.__exit__(kind, off, trace)
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def ask(self, method: str, **parameters: Any) -> Any:
        """One command and its answer; events in between are passed over."""
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE / 1000))
            if answer.get("id") == self.asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    # ------------------------------------------------------------ what a person does
    def go(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def size(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """A JavaScript expression (promises are waited for), by way of JSON."""
        told = f"Promise.resolve({expression}).then(JSON.stringify)"
        answer = self.ask("script.evaluate", expression=told, target={"context": self.page}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, x: float, y: float) -> None:
        """The mouse, down and up in one place."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("input.performActions", context=self.page, actions=[mouse])
