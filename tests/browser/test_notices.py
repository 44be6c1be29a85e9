"""Being told of one's turn, as its person sets it: web hooks and push on My games, the host's ways at the table, and
the one question that is asked after the first move of a slow game.

A headless Chromium receives no real push: the subscription is a stand-in here, and the worker is handed its event.
"""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.browser.test_bar import BAR_AND_BOARD, SPILLS
from tests.browser.visitor import DESKTOP, FRIEND, LIT, ME, PHONE, Visitor, expect
from tests.server.notifications.test_web_push import AUTH, BROWSER, BROWSER_PUBLIC, decrypt

pytestmark = pytest.mark.browser
END = ".act .buttons [data-key=e]"
BOTH = pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("fr", PHONE)], ids=["en desk", "fr phone"])
WORDS = {
    "en": {
        "title": "Your turn finds you", "add": "Add a web hook", "address": "Address", "save": "Add it", "test": "Test",
        "arrived": "It arrived: 127.0.0.1 answered 200.", "refused": "127.0.0.1 refused the connection",
        "inside": "in the server’s own network", "off": "Take 127.0.0.1", "offer": "Shall we tell you",
        "yes": "Tell me", "no": "Not now", "begun": "You will be told", "mine": "This browser",
        "here": "It arrived in this browser.", "menu": "Menu", "table": "Notices of this table",
    },
    "fr": {
        "title": "Quand c’est à vous", "add": "Ajouter un webhook", "address": "Adresse", "save": "L’ajouter",
        "test": "Essayer", "arrived": "L’avis est arrivé : 127.0.0.1 a répondu 200.",
        "refused": "127.0.0.1 a refusé la connexion", "inside": "dans le réseau du serveur", "off": "Retirer 127.0.0.1",
        "offer": "Voulez-vous être averti", "yes": "M’avertir", "no": "Pas maintenant", "begun": "Vous serez averti",
        "mine": "Ce navigateur", "here": "L’avis est arrivé dans ce navigateur.", "menu": "Menu",
        "table": "Les avis de cette table",
    },
}  # fmt: skip
# A browser whose push service is the test: what it was asked is kept, and it says yes.
STAND_IN = """({ endpoint, p256dh, auth }) => {
  window.asked = []
  let now = null
  const subscription = {
    endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { now = null; return true },
  }
  const pushManager = {
    getSubscription: async () => now,
    subscribe: async wish => { asked.push(wish); return (now = subscription) },
  }
  const listeners = new EventTarget()
  const registration = { pushManager, scope: '/' }
  const serviceWorker = Object.assign(listeners, {
    register: async where => { asked.push(where); return registration },
    ready: Promise.resolve(registration), getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker })
  window.PushManager = class {}
  window.Notification = class { static permission = 'default'
    static async requestPermission() { asked.push('permission'); return (Notification.permission = 'granted') } }
}"""


class Hook:
    """A web hook, or a push service, that keeps what it is sent."""

    def __init__(self) -> None:
        hook = self
        self.bodies: list[bytes] = []

        class Answer(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                hook.bodies.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hook() -> Iterator[Hook]:
    receiver = Hook()
    yield receiver
    receiver.close()


def can_push(visitor: Visitor, hook: Hook) -> None:
    """From the next page on this visitor's browser can be pushed to."""
    keys = json.dumps({"endpoint": f"{hook.url}/send/1", "p256dh": BROWSER_PUBLIC, "auth": AUTH})
    visitor.context.add_init_script(f"({STAND_IN})({keys})")


def permission_requests(visitor: Visitor) -> list[Any]:
    requests: list[Any] = visitor.page.evaluate("window.asked ?? []")
    return requests


def ways(visitor: Visitor, title: str) -> Any:
    return visitor.page.get_by_role("region", name=title)


@BOTH
def test_a_web_hook_is_added_tested_and_removed(
    visit: Callable[..., Visitor], hook: Hook, language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada = visit(language=language, size=size)
    ada.go("/me")
    panel = ways(ada, words["title"])
    panel.get_by_role("button", name=words["add"]).click()
    panel.get_by_label("JSON").check(force=True)
    field = panel.get_by_label(words["address"])
    field.fill("http://10.0.0.1/hook")
    panel.get_by_role("button", name=words["save"]).click()
    expect(panel.get_by_role("alert")).to_contain_text(words["inside"])
    field.fill(f"{hook.url}/secret")
    field.press("Enter")
    expect(panel.locator("li")).to_contain_text("127.0.0.1")
    expect(panel).not_to_contain_text("secret")
    panel.get_by_role("button", name=words["test"]).click()
    expect(panel.locator("li")).to_contain_text(words["arrived"])
    assert json.loads(hook.bodies[0])["event"] == "test"
    hook.close()
    panel.get_by_role("button", name=words["test"]).click()
    expect(panel.locator("li")).to_contain_text(words["refused"])
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for button in panel.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 40
    panel.get_by_role("button", name=words["off"]).press("Enter")
    expect(panel.locator("li")).to_have_count(0)


def let_others_wait(visitor: Visitor) -> None:
    """Play until somebody else is to move: who has the move is not asked anything else."""
    while True:
        n = visitor.steps()
        stop = visitor.page.locator(END)
        (stop if stop.count() else visitor.page.locator(LIT).first).click()
        visitor.page.wait_for_function("n => Number(document.querySelector('.shell').dataset.n) > n", arg=n)
        visitor.page.wait_for_selector(".act[data-tone=ask], .act[data-tone=wait]")
        if visitor.page.locator(".act[data-tone=wait]").count():
            return
        expect(visitor.page.get_by_role("button", name=WORDS["en"]["yes"])).to_have_count(0)


@BOTH
def test_push_is_offered_after_the_first_move_of_a_slow_game_and_never_before(
    visit: Callable[..., Visitor], hook: Hook, language: str, size: tuple[int, int]
) -> None:
    words = WORDS[language]
    ada, bruno = visit(language=language, size=size), visit(name="Bruno")
    can_push(ada, hook)
    ada.go("/me")
    assert permission_requests(ada) == []
    created = ada.make_table([ME, FRIEND], {"first": 0})
    bruno.go(created["invite"])
    bruno.page.get_by_role("button", name="Sit down").click()
    bruno.wait_for_table()
    bruno.close()
    ada.go(f"/t/{created['table']}")
    ada.wait_for_table()
    bar, yes = ada.page.locator(".act"), ada.page.get_by_role("button", name=words["yes"])
    expect(bar).to_be_visible()
    expect(yes).to_have_count(0)
    assert permission_requests(ada) == []
    ada.my_turn()
    before = ada.page.evaluate(BAR_AND_BOARD)
    let_others_wait(ada)
    expect(bar).to_contain_text(words["offer"])
    assert permission_requests(ada) == [], "the browser's own question waits for a yes"
    assert ada.page.evaluate(BAR_AND_BOARD) == before, "nothing moves, and the question lies in the bar"
    assert ada.page.evaluate(SPILLS) == []
    expect(ada.page.locator(".act .more")).to_have_count(0)
    yes.click()
    expect(bar).to_contain_text(words["begun"])
    expect(yes).to_have_count(0)
    assert (
        permission_requests(ada)[:2] == ["permission", "/sw.js"]
        and permission_requests(ada)[2]["userVisibleOnly"] is True
    )
    ada.go("/me")
    row = ways(ada, words["title"]).locator("li")
    expect(row).to_contain_text(words["mine"])
    row.get_by_role("button", name=words["test"]).click()
    ada.page.wait_for_function("() => document.querySelector('li [role=status]').textContent !== ''")
    while not hook.bodies:
        ada.page.wait_for_timeout(50)
    sent = json.loads(decrypt(hook.bodies[0], BROWSER, AUTH))
    ada.page.evaluate(
        "tag => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'notice', tag } }))",
        sent["tag"],
    )
    expect(row).to_contain_text(words["here"])


def test_a_person_who_says_not_now_is_not_prompted_again(visit: Callable[..., Visitor], hook: Hook) -> None:
    ada, bruno = visit(), visit(name="Bruno")
    can_push(ada, hook)
    ada.go("/me")  # who makes a table on its page is known from then on; here it is made without one
    expect(ways(ada, "Your turn finds you")).to_be_visible()
    for expected in (1, 0):
        created = ada.make_table([ME, FRIEND], {"first": 0})
        bruno.go(created["invite"])
        bruno.page.get_by_role("button", name="Sit down").click()
        bruno.wait_for_table()
        bruno.go("/")
        ada.go(f"/t/{created['table']}")
        ada.wait_for_table()
        expect(ada.page.locator(".plate[data-seat='1']")).to_contain_text("Away")
        ada.my_turn()
        let_others_wait(ada)
        no = ada.page.get_by_role("button", name="Not now")
        if expected:
            no.click()
        expect(no).to_have_count(0)
        assert permission_requests(ada) == []


def test_the_host_adds_a_subscription_for_the_table(visit: Callable[..., Visitor], hook: Hook) -> None:
    ada, bruno = visit(), visit(name="Bruno")
    created = ada.make_table([ME, FRIEND])
    bruno.go(created["invite"])
    bruno.page.get_by_role("button", name="Sit down").click()
    bruno.wait_for_table()
    ada.go(f"/t/{created['table']}")
    ada.wait_for_table()
    for who, hosts in ((ada, True), (bruno, False)):
        who.page.get_by_role("button", name="Menu").click()
        panel = ways(who, "Notices of this table")
        expect(who.page.get_by_role("link", name="Your turn finds you")).to_be_visible()
        if not hosts:
            expect(panel).to_have_count(0)
            continue
        panel.get_by_role("button", name="Add a web hook").click()
        panel.get_by_label("Discord").check(force=True)
        panel.get_by_label("Address").fill(hook.url)
        panel.get_by_role("button", name="Add it").click()
        panel.get_by_role("button", name="Test").click()
        expect(panel.locator("li")).to_contain_text("It arrived")
        assert "content" in json.loads(hook.bodies[0])


WORKER = """async ([code, origin, tabs]) => {
  const listeners = {}, shown = [], posted = [], link = `${origin}/t/abc`
  const look = tab => ({ ...tab, postMessage: it => posted.push(it), focus: async () => shown.push('focus') })
  const self = {
    location: { origin }, addEventListener: (type, listen) => (listeners[type] = listen),
    clients: { matchAll: async () => tabs.map(look), openWindow: async url => shown.push(url), claim: async () => {} },
    registration: { showNotification: async (title, more) => shown.push([title, more.body, more.tag, more.data]) },
  }
  new Function('self', code)(self)
  const run = (type, it) => new Promise(done => listeners[type]({ ...it, waitUntil: work => work.then(done) }))
  const text = JSON.stringify({ title: 'SPELL', text: 'Your turn', link, tag: 'abc' })
  await run('push', { data: { text: () => text } })
  await run('notificationclick', { notification: { data: link, close: () => {} } })
  return { shown, posted }
}"""


@pytest.mark.parametrize("at_table", [False, True])
def test_the_worker_shows_a_notice_and_leads_to_its_table(visit: Callable[..., Visitor], at_table: bool) -> None:
    """The worker's own file, run with the little of its world that it uses."""
    ada = visit()
    answer = ada.page.request.get(f"{ada.url}/sw.js")
    assert answer.ok and "javascript" in answer.headers["content-type"]
    assert answer.headers["cache-control"] == "no-cache"
    tab = {"url": f"{ada.url}/t/abc" if at_table else f"{ada.url}/me", "visibilityState": "visible"}
    done = ada.page.evaluate(WORKER, [answer.text(), ada.url, [tab]])
    link = f"{ada.url}/t/abc"
    assert done["shown"] == (["focus"] if at_table else [["SPELL", "Your turn", "abc", link], link])
    assert done["posted"] == [{"type": "notice", "tag": "abc"}]


@pytest.mark.parametrize(("language", "words"), [("en", "Add to Home Screen"), ("fr", "Sur l’écran d’accueil")])
def test_an_iphone_is_led_to_its_home_screen(visit: Callable[..., Visitor], language: str, words: str) -> None:
    """Its Safari knows no push until the page stands there, and says so by `navigator.standalone`."""
    ada = visit(language=language, size=PHONE)
    ada.context.add_init_script("delete window.PushManager; delete window.Notification; navigator.standalone = false")
    ada.go("/me")
    expect(ways(ada, WORDS[language]["title"])).to_contain_text(words)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
