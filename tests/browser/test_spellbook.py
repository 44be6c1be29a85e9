"""SpellBook at a real table: learning with one confirm, others' decisions, a whole game alone and among three."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.hands import SCROLLS, SpellbookHands
from tests.browser.stage import Stage
from tests.browser.visitor import BOT, DESKTOP, ME, PHONE, Visitor, expect

pytestmark = pytest.mark.browser

# Ada knows Sacrifice; four blues and three blacks lie in her full pool
EVENING: dict[str, Any] = {
    "game": "spellbook", "seats": 3, "options": {"lineup": "set1", "handicap": 0, "first": 0},
    "spells": ["sacrifice", "levitation", "purification", "offering", "time_travel", "transmutation", "abundance"],
    "first": 0, "day": 6, "turn": {"seat": 0, "phase": "evening", "mornings": 0}, "end_by": None,
    "altar": "Go Us Ro Po Yt Ks", "discard": "", "opponent": None,
    "players": [
        {"pool": "Ro Ko Ks Kt Ut Ut Us Yt Us", "board": "Ro Rs Pt", "book": {"sacrifice": "4o"}},
        {"pool": "Wt Ws", "board": "Go", "book": {"levitation": "3t"}},
        {"pool": "Ko Uo", "board": "", "book": {}},
    ],
}  # fmt: skip
FULL = EVENING | {
    "seats": 4, "altar": "Go Us Ro Po Yt Ks Wt Rt Rs Po Pt Ws", "turn": {"seat": 0, "phase": "morning", "mornings": 1},
    "players": [*EVENING["players"], {"pool": "Wo Wo Yo Yo Ys Go Go Gt Gs", "board": "", "book": {}}],
}  # fmt: skip


def marked_tokens(ada: Visitor) -> list[str]:
    return ada.page.locator("[data-zone=pool] .marked").evaluate_all("all => all.map(one => one.dataset.token)")  # type: ignore[no-any-return]


def test_a_press_on_a_spell_begins_to_learn_it_and_one_confirm_pays(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, EVENING)
    lit, main = ada.page.locator(".spl[data-lit] b"), ada.page.locator(".act .s-btn.main")
    expect(lit).to_have_text(["Offering", "Transmutation", "Abundance"])
    ada.page.locator(".spl", has_text="Transmutation").click()
    expect(main).to_have_text(["Learn Transmutation 4 for 4 blue"])
    expect(ada.page.locator(".act")).to_contain_text("+4 points")
    ada.page.get_by_role("button", name="Level 3", exact=True).click()
    expect(main).to_have_text(["Learn Transmutation 3 for 3 blue"])
    ada.page.get_by_role("button", name="Level 4", exact=True).click()
    main.click()
    expect(ada.page.locator(".act")).to_contain_text("Which token goes on the card?")
    assert marked_tokens(ada) == ["Ut", "Ut", "Us", "Us"]
    ada.page.locator("[data-zone=pool] [data-token=Us]").first.click()  # a square, not the triangle proposed
    expect(ada.page.locator(".act")).to_contain_text("Pay 3 more")
    assert marked_tokens(ada) == ["Ut", "Ut", "Us"]
    ada.page.get_by_role("button", name="Learn Transmutation 4").click()
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert stage.match.state.view(0)["players"][0]["book"]["transmutation"].startswith("4s")
    assert [message["action"]["do"] for message in stage.received] == ["act", "learn", "place", "pay", "pay", "pay"]
    expect(ada.page.locator(".lines")).to_contain_text("Ada learns Transmutation at level 4 with a Square.")


def test_a_price_with_a_wild_says_so(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, EVENING)
    ada.page.locator(".spl", has_text="Abundance").click()
    expect(ada.page.locator(".act .s-btn.main")).to_have_text(["Learn Abundance 3 for 1 yellow and 2 wilds"])


def test_learning_that_was_begun_can_be_put_back(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, EVENING)
    stage.may_undo = True
    ada.page.locator(".spl", has_text="Offering").click()
    ada.page.locator(".act .s-btn.main").click()
    expect(ada.page.locator(".act")).to_contain_text("Which token goes on the card?")
    ada.page.get_by_role("button", name="Put back").click()
    expect(ada.page.locator(".act")).to_contain_text("Learn a spell")
    assert stage.match.log == []


def test_on_a_phone_a_spell_opens_its_dialog_with_the_possible_actions(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=(320, 640), has_touch=True)
    stage = Stage(ada, EVENING)
    leaf = ada.page.get_by_role("dialog")
    ada.page.get_by_role("button", name="Purification").click()
    expect(leaf.locator("dt")).to_have_count(3)
    expect(leaf.locator(".s-btn")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Transmutation").click()
    expect(leaf.locator(".s-btn.main")).to_have_text(
        ["Learn Transmutation 3 for 3 blue+4 points", "Learn Transmutation 4 for 4 blue+4 points"]
    )
    leaf.locator(".s-btn.main").first.click()
    expect(leaf).to_have_count(0)
    expect(ada.page.locator(".act")).to_contain_text("Which token goes on the card?")
    assert [message["action"]["do"] for message in stage.received] == ["act", "learn"]


def test_what_clone_may_copy_stands_under_its_owner(visit: Callable[..., Visitor]) -> None:
    spells = ["blaze", "sharing", "growth", "focus", "clone", "mirage", "communion"]
    players = [
        {"pool": "Ro Ko", "board": "Rs", "book": {"clone": "4o"}},
        {"pool": "Wt", "board": "", "book": {"growth": "4o", "focus": "4t"}},
        {"pool": "Uo", "board": "", "book": {"growth": "3s"}},
    ]
    options = EVENING["options"] | {"lineup": spells}
    turn = {"seat": 0, "phase": "midday", "mornings": 0}
    ada = visit()
    stage = Stage(ada, EVENING | {"options": options, "spells": spells, "players": players, "turn": turn})
    stage.play({"do": "use", "spell": "clone", "level": 4})
    leaf = ada.page.get_by_role("dialog")
    expect(leaf.locator("h3")).to_have_text(["Bruno", "Cora"])
    copies = [copy for copy in stage.snapshot()["legal"] if copy["do"] == "copy"]
    expect(leaf.locator(".s-btn.lit")).to_have_count(len(copies))
    chosen = next(k for k, copy in enumerate(copies) if copy.get("seat") == 2)
    first = leaf.locator("h3", has_text="Cora").evaluate("one => one.nextElementSibling.innerText")
    assert first.startswith("Growth 3")
    leaf.locator(".s-btn.lit").nth(chosen).click()
    expect(leaf).to_have_count(0)
    assert stage.received[-1]["action"] == copies[chosen]


def test_blaze_asks_the_others_and_says_who_is_awaited(visit: Callable[..., Visitor]) -> None:
    spells = ["blaze", *EVENING["spells"][1:]]
    players = [EVENING["players"][0] | {"pool": "Ro Ko", "book": {}}, *EVENING["players"][1:]]
    players[2] = {"pool": "Ko Uo", "board": "", "book": {"blaze": "3o"}}
    turn = {"seat": 2, "phase": "morning", "mornings": 1}
    options = EVENING["options"] | {"lineup": spells}
    blaze = EVENING | {"options": options, "spells": spells, "turn": turn, "players": players}
    ada = visit()
    stage = Stage(ada, blaze)
    expect(ada.page.locator(".act")).to_contain_text("Cora to play")
    stage.play({"do": "use", "spell": "blaze", "level": 3})
    expect(ada.page.locator(".act")).to_contain_text("Take a token from the altar")
    expect(ada.page.locator(".plate[aria-current]")).to_contain_text("Ada")
    ada.page.locator("[data-zone=altar] [data-token=Go]").click()
    expect(ada.page.locator(".act")).to_contain_text("Bruno to play")
    assert "Go" in stage.match.state.view(0)["players"][0]["pool"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_four_seats_a_full_pool_and_a_crowded_altar_need_no_scrolling(
    visit: Callable[..., Visitor], size: tuple[int, int], language: str
) -> None:
    ada = visit(size=size, language=language)
    Stage(ada, FULL)
    assert not ada.page.evaluate(SCROLLS)
    assert ada.page.locator("[data-zone=altar] .piece").count() == 12
    assert ada.page.locator("[data-zone=pool] .piece").count() == 9


def test_a_token_is_chosen_and_stored_by_keyboard(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, EVENING | {"turn": {"seat": 0, "phase": "midday", "mornings": 0}})
    ada.page.locator("[data-zone=pool] .piece").first.focus()
    ada.page.keyboard.press("ArrowRight")
    assert ada.page.evaluate("document.activeElement.ariaLabel") == "black Round, Pool"
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".act")).to_contain_text("black Round")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".act")).to_contain_text("Store a token")
    assert stage.received == []
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Store the black Round").press("Enter")
    expect(ada.page.locator(".phases [aria-current]")).to_have_text("Evening")
    store, token = (message["action"] for message in stage.received)
    assert (store, token) == ({"do": "act", "action": "store"}, {"do": "store", "token": "Ko"})


def test_a_click_on_a_token_that_is_not_highlighted_says_what_to_choose(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, EVENING)
    ada.page.locator("[data-zone=altar] .piece").first.click(force=True)
    expect(ada.page.locator(".act[data-tone=error]")).to_contain_text("Choose something that glows, or press a button.")
    ada.page.locator(".spl", has_text="Offering").click()
    ada.page.locator(".act .s-btn.main").click()
    expect(ada.page.locator(".act[data-tone=ask]")).to_contain_text("Which token goes on the card?")


def what_glows_is_what_is_legal(hands: SpellbookHands) -> None:
    picks = {action["token"] for action in hands.legal if action["do"] in ("take", "sweep", "offer")}
    acts = {action["action"] for action in hands.legal if action["do"] == "act"}
    altar = set(hands.lit("[data-zone=altar]", "token"))
    assert altar == (set(hands.view["altar"].split()) if "take" in acts else picks)
    spells = {action["spell"] for action in hands.legal if action["do"] in ("use", "learn", "raise")}
    spells |= {entry["spell"] for entry in hands.board["learnable"]}
    lit = hands.page.locator(".spl[data-lit] b").all_inner_texts()
    assert sorted(lit) == sorted(hands.words["spells"][spell]["name"] for spell in spells)


def the_end_is_counted(hands: SpellbookHands) -> None:
    sums = [int(text) for text in hands.page.locator(".paper .sum td").all_inner_texts()]
    points = [sum(player["points"].values()) for player in hands.board["players"]]
    assert sums[: len(points)] == hands.view["scores"] == points
    assert hands.page.locator("[data-lit]").count() == 0


@pytest.mark.parametrize("seats", [[ME], [ME, BOT, BOT]], ids=["alone", "among three"])
def test_a_whole_game(visit: Callable[..., Visitor], seats: list[dict[str, Any]]) -> None:
    hands = SpellbookHands(visit(), seats, {"lineup": "set2" if len(seats) > 1 else "set1"})
    known = 0
    while hands.next_question():
        what_glows_is_what_is_legal(hands)
        book = hands.view["players"][0]["book"]
        assert hands.page.locator(".spl.known").count() == len(book)
        known = max(known, len(book))
        hands.act()
    assert known
    assert {"act", "place"} <= set(hands.did)
    the_end_is_counted(hands)


def test_one_undo_takes_a_whole_gesture_back_and_one_redo_plays_it_again(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    table = ada.sit([ME, BOT], {"first": 0}, game="spellbook")["table"]
    pool = ada.fetch_table(table)["view"]["players"][0]["pool"]
    stored, question = ada.page.locator("[data-zone=board] [data-token]"), ada.page.locator(".act")
    ada.page.get_by_role("button", name="Skip").click()
    expect(question).to_contain_text("One action, then it is Evening.")
    ada.page.locator("[data-zone=pool] [data-lit]").first.click()
    ada.page.locator(".act .s-btn.main").click()
    expect(stored).to_have_count(1)
    expect(question).to_contain_text("Nothing can be done this Evening")
    ada.page.get_by_role("button", name="Undo").click()
    expect(question).to_contain_text("One action, then it is Evening.")
    assert ada.fetch_table(table)["view"]["players"][0]["pool"] == pool
    ada.page.get_by_role("button", name="Redo").click()
    expect(question).to_contain_text("Nothing can be done this Evening")
    expect(stored).to_have_count(1)
    ada.page.get_by_role("button", name="Undo").click()
    expect(stored).to_have_count(0)
    expect(question).to_contain_text("One action, then it is Evening.")
