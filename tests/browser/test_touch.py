"""By touch, on three phones: nothing moves under a finger, and what is pressed is what is done, on every board."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import Match, game
from tests.browser.stage import Stage
from tests.browser.test_spellbook import EVENING
from tests.browser.test_table import POSITION
from tests.browser.visitor import PHONE, Visitor
from tests.games.spell.board import MID

pytestmark = pytest.mark.browser

PHONES = [PHONE, (412, 915), (360, 740)]


def at_phase(phase: str, pool: str) -> dict[str, Any]:
    """SpellBook's Ada at another time of the day, with so many tokens."""
    ada = EVENING["players"][0] | {"pool": pool}
    turn = {"seat": 0, "phase": phase, "mornings": int(phase == "morning")}
    return EVENING | {"turn": turn, "players": [ada, *EVENING["players"][1:]]}


def cards_of_both() -> dict[str, Any]:
    """Spellcaster with cards to play and cards to activate: everybody has laid down what they could."""
    match = Match(game("spellcaster"), 2, {"first": 0}, seed=5)
    while True:
        legal = [match.game.describe(action) for action in match.state.legal()]
        verbs = [action["do"] for action in legal]
        if match.state.turn() == 0 and {"play", "activate"} <= set(verbs):
            return match.state.position()
        match.play(legal[verbs.index("play") if "play" in verbs else 0])


STAGED: dict[str, Callable[[], tuple[dict[str, Any], int]]] = {
    "abracada": lambda: (POSITION, 0),
    "spell": lambda: (MID, 1),
    "spell, only runes left": lambda: (MID | {"used": {"mage": True, "upheaves": 1}}, 1),
    "spellbook, morning": lambda: (at_phase("morning", "Ro Ko Ks"), 0),
    "spellbook, noon": lambda: (at_phase("midday", "Ro Ko Kt Ut Us Yt"), 0),
    "spellcaster": lambda: (cards_of_both(), 0),
}
LIT = ".s-board-area [data-lit]:visible"
# Where everything lay when a finger came down, and what lay elsewhere when the click came of it. A piece may be lifted
# a little by the finger itself.
WATCH = """() => {
  window.moved = []
  let before = []
  const boxes = () => [...document.querySelectorAll('.s-board-area button, .act, .act .s-btn')]
    .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()])
  const far = (a, b) => Math.max(...['left', 'top', 'right', 'bottom'].map(edge => Math.abs(a[edge] - b[edge])))
  addEventListener('touchstart', () => (before = boxes()), true)
  addEventListener('click', () => {
    const shifted = before.filter(([one, box]) => one.isConnected && far(one.getBoundingClientRect(), box) > 6)
    moved.push(...shifted.map(([one]) => one.outerHTML))
  }, true)
}"""
# What a piece says of itself.
MARKS = """one => [...Object.values({ ...one.dataset }), ...one.innerText.split(/[\\s:]+/)]
  .map(word => word.toLowerCase())"""
BROUGHT = """n => Number(document.querySelector('.shell').dataset.n) > n
  || document.querySelector('dialog .s-btn, .act .s-btn.main')"""


# The middle of a piece, or where others lie over it the middle of what shows of it.
MIDDLE = """one => {
  const box = one.getBoundingClientRect(), steps = [...Array(19).keys()].map(k => (k + 1) / 20)
  const shows = ([x, y]) => one.contains(document.elementFromPoint(x, y))
  const points = steps.flatMap(a => steps.map(b => [box.left + a * box.width, box.top + b * box.height])).filter(shows)
  const mean = k => points.reduce((sum, point) => sum + point[k], 0) / points.length
  const far = ([x, y]) => Math.hypot(x - mean(0), y - mean(1))
  return points.length ? points.reduce((best, point) => far(point) < far(best) ? point : best) : null
}"""


def tap(visitor: Visitor, piece: Any) -> None:
    middle = visitor.page.wait_for_function(MIDDLE, arg=piece.element_handle())
    visitor.page.touchscreen.tap(*middle.json_value())


def sent_by_tap(visitor: Visitor, stage: Stage, piece: Any) -> list[dict[str, Any]]:
    """What is sent when this piece is pressed, and then whatever names the act."""
    before, page = stage.n, visitor.page
    tap(visitor, piece)
    page.wait_for_function(BROUGHT, arg=before)
    for confirm in ("dialog .s-btn.main, dialog .s-btn.lit", ".act .s-btn.main"):
        if stage.n == before and page.locator(confirm).count():
            tap(visitor, page.locator(confirm).first)
            page.wait_for_function("n => Number(document.querySelector('.shell').dataset.n) > n", arg=before)
    page.wait_for_selector(f".shell[data-n='{stage.n}']")
    return [message["action"] for message in stage.received]


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size[0]} by {size[1]}")
@pytest.mark.parametrize("board", STAGED)
def test_a_touch_activates_the_element_under_the_finger(
    visit: Callable[..., Visitor], board: str, size: tuple[int, int]
) -> None:
    ada = visit(size=size, has_touch=True)
    position, you = STAGED[board]()
    stage = Stage(ada, position, you)
    ada.page.evaluate(WATCH)
    pieces = ada.page.locator(LIT)
    assert pieces.count() >= 3
    for nth in range(pieces.count()):
        marks = pieces.nth(nth).evaluate(MARKS)
        sent = sent_by_tap(ada, stage, pieces.nth(nth))
        named = {str(value).lower() for action in sent for value in action.values()}
        assert named & set(marks), (marks, sent)
        assert ada.page.evaluate("moved") == []
        stage.received.clear()
        stage.reset()
        ada.page.wait_for_selector(f".shell[data-n='{stage.n}']")
        ada.page.wait_for_selector(".act[data-tone=ask]")
