"""Whatever SpellBook's `legal` can hold, the board offers: every step the table can wait in is staged, every kind of
action there is pressed, and exactly that action is sent."""

from collections.abc import Callable
from typing import Any

import pytest

from sortilege import Match, game
from sortilege.games.spellbook.actions import OBJECTS
from sortilege.games.spellbook.view import STEP_NAMES
from tests.browser.hands import Action, SpellbookHands
from tests.browser.stage import Stage
from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.games.spellbook.moves import action

pytestmark = pytest.mark.browser

MIXED = ["eruption", "levitation", "purification", "focus", "clone", "mirage", "communion"]
ALTAR = "Ro Rt Ps Go Ks Us"
CHANCE = {"first", "lineup", "draw"}


def day(phase: str, pool: str, book: dict[str, str], spells: Any = "set1", **more: Any) -> dict[str, Any]:
    """Ada's phase among two, or alone with an opponent."""
    me = {"pool": pool, "board": more.pop("board", ""), "book": book}
    others = more.pop("others", [{"pool": "Wt Ws", "board": "", "book": {}}])
    turn = {"seat": 0, "phase": phase, "mornings": int(phase == "morning")}
    return {
        "game": "spellbook", "seats": 1 + len(others), "options": {"lineup": spells}, "turn": turn, "altar": ALTAR,
        "players": [me, *others], **more,
    }  # fmt: skip


ALONE: dict[str, Any] = {"others": [], "opponent": {"track": "Wo Wo", "lower": ""}}
RIVAL = {"pool": "Wt Ws", "board": "", "book": {"purification": "4o", "focus": "4t"}}
# each node: how the table lies, and what is done before the question is asked
NODES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "Morning": (day("morning", "Ro", {"sacrifice": "5o"}), []),
    "Midday": (day("midday", "Ro Rt", {"offering": "3o"}), []),
    "Evening": (day("evening", "Ro Rt Rs Ut Us Uo Us", {"time_travel": "3o", "levitation": "3o"}), []),
    "Evening with Focus": (day("evening", "Ko Uo Yo", {"focus": "5o"}, "set2", board="Rt"), []),
    "a cost to discard": (day("morning", "Ro Go", {"sacrifice": "3o"}), ["use sacrifice 3"]),
    "taking a rune": (day("morning", "", {"levitation": "3o"}), ["use levitation 3"]),
    "taking up to": (day("morning", "", {"divination": "4o"}, "set3"), ["use divination 4"]),
    "storing a set": (day("midday", "Ro Rt Go", {"offering": "3o"}), ["use offering 3"]),
    "giving to the altar": (day("midday", "Ro Rt", {"purification": "3o"}), ["use purification 3"]),
    "taking for it": (day("midday", "Ro Yt", {"purification": "3o"}), ["use purification 3", "give Yt"]),
    "giving to the familiar": (day("evening", "Ro Rt", {"growth": "3o"}, "set3", board="Ko Wt"), ["use growth 3"]),
    "recalling for it": (day("evening", "Ro Rt", {"growth": "3o"}, "set3", board="Ko Wt"), ["use growth 3", "give Ro"]),
    "storing from the altar": (day("evening", "Ro", {"growth": "4o"}, "set3"), ["use growth 4"]),
    "sweeping": (day("evening", "Ro", {"storm": "4o"}, "set2"), ["use storm 4"]),
    "raising": (day("evening", "Ro", {"time_travel": "3o", "levitation": "3t"}), ["use time_travel 3", "discard Ro"]),
    "learning by Transmutation": (day("evening", "Ro Rt Go", {"transmutation": "4o"}), ["use transmutation 4"]),
    "laying": (day("evening", "Ro Rt Go Ko Wo", {}), ["act learn", "learn sacrifice 3"]),
    "paying": (day("evening", "Ro Rt Rs Go Ko Wo", {}), ["act learn", "learn sacrifice 3", "place Ro"]),
    "paying a wild": (day("evening", "Ro Rt Go Ko Wo", {}), ["act learn", "learn sacrifice 3", "place Rt", "wild o"]),
    "keeping what was paid": (
        day("evening", "Ro Rt Rs", {"communion": "5o"}, "set3"),
        ["act learn", "learn blaze 3", "place Ro", "pay Rt", "pay Rs"],
    ),
    "a Morning at once": (
        day("evening", "Uo Ut Us", {"eruption": "4o"}, "set2"),
        ["act learn", "learn swiftness 3", "place Uo", "pay Ut", "pay Us"],
    ),
    "copying Midday": (day("midday", "Ro Rt", {"clone": "3o"}, MIXED, others=[RIVAL]), ["use clone 3"]),
    "copying an Evening": (day("midday", "Ro Rt Rs", {"clone": "4o"}, MIXED, others=[RIVAL]), ["use clone 4"]),
    "copying a Morning": (
        day("midday", "Ro Rt", {"clone": "5o"}, MIXED, others=[RIVAL]),
        ["use clone 5", "discard Ro"],
    ),
    "Clone's cost": (day("midday", "Ro Rt", {"clone": "5o"}, MIXED, others=[RIVAL]), ["use clone 5"]),
    "copying alone": (day("midday", "Ro Rt", {"clone": "3o"}, MIXED, **ALONE), ["use clone 3"]),
    "copying an Evening alone": (day("midday", "Ro Go Rt", {"clone": "4o"}, MIXED, **ALONE), ["use clone 4"]),
    "another's Blaze": (
        day("morning", "Ro", {}, "set3", others=[{"pool": "Wt", "board": "", "book": {"blaze": "3o"}}])
        | {"turn": {"seat": 1, "phase": "morning", "mornings": 1}},
        ["use blaze 3"],
    ),
    "offering": (day("evening", "Ro", {}, **ALONE), ["skip"]),
}  # fmt: skip


def kind(described: Action) -> str:
    """What sort of action it is: the verb, and what else decides how it is pressed."""
    named = [described["do"], described.get("action", ""), described.get("branch", "")]
    if described["do"] == "copy" and "spell" in described:
        named.append("alone" if described["seat"] is None else "another's")
    return " ".join(part for part in named if part)


class Staged(SpellbookHands):
    """Hands at a table that is staged: the same node again for each action."""

    def __init__(self, visitor: Visitor, node: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.words = game(self.game).words["en"]
        self.position, self.before = NODES[node]
        self.stage = Stage(visitor, self.position)
        self.again()

    def again(self) -> None:
        stage = self.stage
        stage.match = Match(game(self.game), start=self.position, seed=1)
        for line in self.before:
            stage.match.play(action(line))
        stage.n += 1
        stage.received.clear()
        stage.send_snapshot()
        self.seen = stage.snapshot()
        self.page.wait_for_selector(f".shell[data-n='{stage.n}'] .act[data-tone=ask]")

    def lesson(self) -> Action:
        first = self.board["learnable"][0]
        return {"do": "learn", "spell": first["spell"], "level": first["level"]}

    def sends(self, described: Action) -> list[Action]:
        """Press it, and what the server is told."""
        if described["do"] in ("pay", "place"):
            self.token(described).click()
            self.settle()
        else:
            self.settle(self.press(described))
        return [message["action"] for message in self.stage.received]


def begins(described: Action, view: dict[str, Any], board: dict[str, Any]) -> list[Action]:
    """A whole action that begins with a piece is sent together with the piece."""
    if described["do"] != "act" or described["action"] == "draw":
        return [described]
    if described["action"] == "learn":
        first = board["learnable"][0]
        return [described, {"do": "learn", "spell": first["spell"], "level": first["level"]}]
    zone = view["altar"] if described["action"] == "take" else view["players"][0]["pool"]
    return [described, {"do": described["action"], "token": zone.split()[0]}]


@pytest.mark.parametrize("node", NODES)
def test_every_kind_of_action_is_offered_and_sent_as_it_is(visit: Callable[..., Visitor], node: str) -> None:
    hands = Staged(visit(size=PHONE if node in ON_A_PHONE else DESKTOP), node)
    kinds = {kind(described): described for described in hands.legal}
    assert kinds
    for described in kinds.values():
        hands.again()
        assert hands.sends(described) == begins(described, hands.view, hands.board)


# where a phone does it otherwise than a desk, and the desk's way is the same as elsewhere
ON_A_PHONE = ("raising", "learning by Transmutation", "recalling for it", "offering")


def test_every_step_and_every_kind_of_action_has_a_node() -> None:
    steps: set[str] = set()
    kinds: set[str] = set()
    for position, before in NODES.values():
        match = Match(game("spellbook"), start=position, seed=1)
        for line in before:
            match.play(action(line))
        steps.add(match.state.view(0)["asks"]["step"])
        kinds |= {kind(described) for described in match.state.view(0)["legal"]}
    assert steps == set(STEP_NAMES.values()) - CHANCE
    assert kinds == {kind(described) for described in OBJECTS.values() if described["do"] not in CHANCE}
