"""SpellBook's board tells what one needs to plan: prices and gains on the cards, what others did, how the opponent goes
on, that the end is near, and who won."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.stage import Stage
from tests.browser.test_spellbook import EVENING
from tests.browser.visitor import PHONE, Visitor, expect
from tests.games.spellbook.moves import action, full

pytestmark = pytest.mark.browser

SMALL = (360, 740)
SET3 = ["blaze", "divination", "growth", "feast", "clone", "mirage", "communion"]
SOLO: dict[str, Any] = {
    "game": "spellbook", "seats": 1, "options": {"lineup": "set3"}, "day": 9,
    "turn": {"seat": 0, "phase": "evening", "mornings": 0}, "altar": "Go Us Ro Yo Yt Ys Ut",
    "players": [{"pool": "Ro Rt", "board": "Ro Rs Pt Gs", "book": {"mirage": "4o", "divination": "3t"}}],
    "opponent": {"track": "Ro Gt Ks Ks Uo Us Yt Wo", "lower": "Wo Wt"},
}  # fmt: skip


def phase(name: str, pool: str = "Ro Ko Ks", **more: Any) -> dict[str, Any]:
    """Ada's phase, with another pool."""
    ada = EVENING["players"][0] | {"pool": pool} | more
    turn = {"seat": 0, "phase": name, "mornings": int(name == "morning")}
    return EVENING | {"turn": turn, "players": [ada, *EVENING["players"][1:]]}


def track(n: int) -> str:
    """So many tokens on the opponent's track."""
    return " ".join([*full(10, "K").split(), *full(7).split()][:n])


def figures(ada: Visitor, spell: str) -> list[str]:
    """What a card shows at levels 5, 4 and 3."""
    return ada.page.locator(f".spl[data-spell={spell}] .lv em").all_inner_texts()  # type: ignore[no-any-return]


# ---------------------------------------------------------------- what is asked
def test_the_question_names_what_is_possible_and_nothing_else(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, EVENING)
    question_text = ada.page.locator(".act .ask b")
    for position, question in (
        (phase("morning"), "Take one from the altar, draw two or use a spell"),
        (phase("midday"), "Store a token"),
        (phase("evening"), "Nothing can be done this Evening"),
        (phase("evening", "Ko Kt Ks"), "Learn a spell"),
        (phase("evening", "Ko Kt Ks Ro", book={"time_travel": "3o", "levitation": "3o"}), "Learn a spell or use one"),
    ):
        stage = Stage(ada, position)
        expect(question_text).to_have_text(question)
    ada.page.locator("body").click()
    assert stage.received == []


def test_a_chosen_token_is_named_with_a_capital(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, phase("morning"))
    ada.page.locator("[data-zone=altar] [data-token=Go]").click()
    expect(ada.page.locator(".act .ask b")).to_have_text("Green Round")
    expect(ada.page.locator(".act .tail")).to_have_text("Your pool then holds 1 green token.")


def test_french_counts_nothing_as_one(visit: Callable[..., Visitor]) -> None:
    ada = visit(language="fr")
    Stage(ada, phase("morning", board=""))
    expect(ada.page.locator(".familiar .s-caption")).to_contain_text("0 stocké, 0 point")
    expect(ada.page.locator(".plate[data-seat='0'] .fm")).to_have_text("Familier 0 sur 14 · 0 point")
    ada.page.locator("[data-zone=altar] [data-token=Us]").click()
    expect(ada.page.locator(".act .tail")).to_have_text("Votre réserve aura alors 1 jeton bleu.")


def test_only_a_skip_that_throws_something_away_is_confirmed(visit: Callable[..., Visitor]) -> None:
    ada = visit(careful=True)
    warning_text = ada.page.locator(".act[data-tone=warn] .ask b")
    skip = ada.page.locator(".act .buttons .s-btn", has_text="Skip")
    for position, warning in (
        (phase("morning"), "You could still draw 2 tokens for free."),
        (EVENING, "You could still learn Offering 4: +4 points."),
    ):
        stage = Stage(ada, position)
        skip.click()
        expect(warning_text).to_have_text(warning)
        assert stage.received == []
        ada.page.locator(".act[data-tone=warn] .s-btn.lit").click()
        expect(ada.page.locator(".shell[data-n='1']")).to_have_count(1)
    for position in (phase("midday"), phase("evening")):  # a token kept is not lost, and nothing could be learned
        stage = Stage(ada, position)
        skip.click()
        expect(ada.page.locator(".shell[data-n='1']")).to_have_count(1)
        assert stage.received[0]["action"] == {"do": "skip"}


# ---------------------------------------------------------------- what a card tells
def test_a_card_tells_what_it_still_takes_and_what_each_level_would_add(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    Stage(ada, EVENING)
    have = ada.page.locator(".spl .have")
    expect(have).to_have_text(["0/3", "0/3", "3/3", "0/3", "4/4", "1/3"])  # Sacrifice is learned
    assert figures(ada, "sacrifice") == ["+1", "2", "1"]
    assert figures(ada, "offering") == ["+6", "+4", "+2"]
    payable = ada.page.locator(".spl .can").evaluate_all(
        "all => all.map(one => `${one.closest('.spl').dataset.spell} ${one.dataset.level}`)"
    )
    assert payable == ["offering 4", "offering 3", "transmutation 4", "transmutation 3", "abundance 3"]
    card = ada.page.locator(".spl[data-spell=offering]")
    expect(card).to_have_accessible_name(
        "Offering Not learned. A Midday action. 3 tokens of its colour of 3. "
        "Level 3: +2 points. Level 4: +4 points. Level 5: +6 points. Can be learned."
    )


def test_a_star_stands_only_where_points_are_counted_at_the_end(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    pool, board = "Ro Rt Rs", "Ro Rt Go"
    spells = {"options": EVENING["options"] | {"lineup": SET3}, "spells": SET3}
    players = [{"pool": pool, "board": board, "book": {}}, {"pool": "", "board": "", "book": {}}, EVENING["players"][2]]
    Stage(ada, EVENING | spells | {"players": players})
    assert figures(ada, "blaze") == ["+5", "+2", "+0"]
    assert figures(ada, "communion") == ["+0", "★2", "+0"]
    assert figures(ada, "feast") == ["★2", "+2", "+2"]
    ada.page.locator(".spl[data-spell=blaze]").click()
    expect(ada.page.locator(".act .buttons .s-btn.main")).to_have_text("Learn Blaze 3 for 3 red")
    assert "★" not in ada.page.locator(".act, .hint").all_inner_texts()


CLIPPED = """() => [...document.querySelectorAll('.spl')].flatMap(card => {
  const [name, phase] = [card.querySelector('b'), card.querySelector('.ph svg')]
  const box = card.getBoundingClientRect(), text = document.createRange()
  text.selectNodeContents(name)
  const words = text.getBoundingClientRect()
  const inside = words.left > box.left - 1 && words.right < box.right + 1 && words.bottom < box.bottom
  const seen = name.checkVisibility() && phase.checkVisibility() && parseFloat(getComputedStyle(name).fontSize) >= 12
  return inside && seen ? [] : [name.textContent]
})"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "360"])
def test_on_a_phone_every_card_carries_its_name_and_its_phase(
    visit: Callable[..., Visitor], size: tuple[int, int]
) -> None:
    ada = visit(size=size, language="fr")
    for spells in (
        EVENING["spells"],
        SET3,
        ["eruption", "sharing", "cure", "focus", "storm", "swiftness", "knowledge"],
    ):
        players = [player | {"book": {}} for player in EVENING["players"]]
        Stage(ada, EVENING | {"spells": spells, "options": {"lineup": spells}, "players": players})
        expect(ada.page.locator(".spl .ph")).to_have_count(7)
        assert ada.page.evaluate(CLIPPED) == []


def test_on_a_phone_ones_own_score_is_visible(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, EVENING)
    expect(ada.page.locator(".me")).to_have_accessible_name("Ada, 5 points to play")
    expect(ada.page.locator(".me b")).to_have_text("5")


# ---------------------------------------------------------------- what happened
CAME = "all => all.map(one => one.ariaLabel ?? one.querySelector('[aria-label]')?.ariaLabel ?? one.innerText)"


def test_the_actions_of_the_others_are_marked_until_ones_next_action(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    cora = EVENING["players"][2] | {"pool": "Ko Kt Ks Uo"}
    turn = {"seat": 1, "phase": "morning", "mornings": 1}
    stage = Stage(ada, EVENING | {"turn": turn, "players": [*EVENING["players"][:2], cora]})
    for line in (
        "act take",
        "take Go",
        "act store",
        "store Wt",
        "skip",
        "skip",
        "skip",
        "act learn",
        "learn offering 3",
    ):
        stage.play(action(line))
    for line in ("place Ks", "pay Ko", "pay Kt"):
        stage.play(action(line))
    expect(ada.page.locator(".plate[aria-current]")).to_contain_text("Ada")
    marked = ada.page.locator("[data-zone=altar] [data-recent]").evaluate_all(CAME)
    came = [label for label in marked if label.endswith(", new")]
    assert marked[-1] == "Bruno took the green Round"
    assert len(came) == 2  # one token after each of the two Days
    bruno = ada.page.locator(".plate[data-seat='1'] [data-recent]").evaluate_all(CAME)
    assert bruno == ["green Round, new", "Familiar 2 of 14 · 2 points"]
    assert ada.page.locator(".plate[data-seat='2'] [data-recent]").evaluate_all(CAME) == [
        "Offering level 3, just learned"
    ]
    assert ada.page.locator("[data-recent].s-lit-ring").count() == 0  # a mark is no invitation
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.page.locator("[data-recent]")).to_have_count(0)


# ---------------------------------------------------------------- the opponent, the end
def test_the_opponents_track_and_what_comes_next_are_drawn(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    stage = Stage(ada, SOLO)
    track = ada.page.locator(".opp .spc")
    expect(track).to_have_count(17)
    expect(track.nth(8)).to_have_text("26")  # 24 for nine tokens, and two below the track
    assert [k for k in range(17) if track.nth(k).locator("u").count()] == [3, 8, 13]
    expect(ada.page.locator(".opp")).to_contain_text("the next makes it 26 points. 9 Days are left at most.")
    stage.play(action("skip"))
    stage.play(action("offer Us"))
    expect(track.locator("em").first).to_have_text("28")
    assert ada.page.locator(".opp [data-recent]").count() == 0  # one's own gift is no news
    expect(ada.page.locator("[data-zone=altar] [data-recent]")).not_to_have_count(0)


def test_on_a_phone_a_press_on_the_opponent_shows_its_track(visit: Callable[..., Visitor]) -> None:
    ada = visit(size=PHONE)
    Stage(ada, SOLO)
    expect(ada.page.locator(".pips .full")).to_have_count(8)
    ada.page.locator(".rv").click()
    expect(ada.page.get_by_role("dialog").locator(".spc")).to_have_count(17)


@pytest.mark.parametrize(
    ("language", "chip", "news"),
    [("en", "Last round", "Bruno has filled the familiar"), ("fr", "Dernier tour", "Bruno a rempli son familier")],
)
@pytest.mark.parametrize("size", [(1280, 800), PHONE], ids=["desk", "phone"])
def test_the_last_round_is_announced_on_the_board_and_to_those_who_listen(
    visit: Callable[..., Visitor], language: str, chip: str, news: str, size: tuple[int, int]
) -> None:
    ada = visit(language=language, size=size)
    players = [EVENING["players"][0], {"pool": "Ro", "board": full(13), "book": {}}, EVENING["players"][2]]
    turn = {"seat": 1, "phase": "midday", "mornings": 0}
    stage = Stage(ada, EVENING | {"first": 1, "turn": turn, "players": players})
    before = ada.page.locator("[data-zone=altar]").bounding_box()
    expect(ada.page.locator(".s-board-area p[role=status]")).to_have_text("")
    stage.play(action("act store"))
    stage.play(action("store Ro"))
    expect(ada.page.locator(".phases .end")).to_have_text(chip)
    expect(ada.page.locator(".s-board-area p[role=status]")).to_contain_text(news)
    expect(ada.page.locator(".act")).to_contain_text(news)  # said while one waits
    assert ada.page.locator("[data-zone=altar]").bounding_box() == before


def test_alone_the_last_days_are_counted(visit: Callable[..., Visitor]) -> None:
    ada = visit(language="fr")
    for n, chip in ((14, "Encore 3 journées"), (16, "Dernière journée")):
        Stage(ada, SOLO | {"opponent": {"track": track(n), "lower": ""}})
        expect(ada.page.locator(".phases .end")).to_have_text(chip)
    expect(ada.page.locator(".s-board-area p[role=status]")).to_contain_text("c’est la dernière journée")
    expect(ada.page.locator(".act")).to_contain_text("Votre dernière journée")


@pytest.mark.parametrize(
    ("language", "title", "lead"),
    [
        ("en", "The opponent wins by 35 points", "40 to 5. The opponent’s track was full."),
        ("fr", "L’adversaire gagne de 35 points", "40 à 5. La piste de l’adversaire était pleine."),
    ],
)
def test_a_lost_game_alone_says_who_won_by_how_much_and_why(
    visit: Callable[..., Visitor], language: str, title: str, lead: str
) -> None:
    ada = visit(language=language)
    player = SOLO["players"][0] | {"board": ""}
    stage = Stage(ada, SOLO | {"players": [player], "opponent": {"track": track(16), "lower": ""}})
    stage.play(action("skip"))
    stage.play(action("offer Us"))
    expect(ada.page.locator(".paper h2")).to_have_text(title)
    expect(ada.page.locator(".paper header p")).to_have_text(lead)


def test_a_game_alone_that_is_won_or_even_says_so_too(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    seven = dict.fromkeys(SET3, "5s") | {"feast": "3s"}  # 29 points, and 13 on the board
    player = {"pool": "Ro", "board": full(11, "P"), "book": seven}
    for lower, title, lead in (
        ("Gs", "You win by 1 point", "42 to 41. All seven spells were known."),
        ("Gs Gt", "Nobody wins: equal points", "42 to 42. All seven spells were known."),
    ):
        opponent = {"track": track(16), "lower": lower}
        stage = Stage(ada, SOLO | {"players": [player], "opponent": opponent, "end_by": 0})
        stage.play(action("skip"))
        stage.play(action("offer Us"))
        expect(ada.page.locator(".paper h2")).to_have_text(title)
        expect(ada.page.locator(".paper header p")).to_have_text(lead)
