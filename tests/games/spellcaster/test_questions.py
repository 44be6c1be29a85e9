"""Which seat is asked what, and when (SC-830)."""

import pytest

from sortilege import CHANCE
from tests.games.spellcaster.board import GAME, at, offers, pending_question, play, sizes
from tests.games.spellcaster.conftest import InstallEffects


@pytest.mark.rule("SC-830")
def test_choices_are_made_when_their_step_comes_by_the_mage_named() -> None:
    state = play(at(hands=[["B01"], []], piles={"G": ["G14/0"]}), "activate G14")
    assert pending_question(state) == (CHANCE, "card")
    play(state, "card R01", "card R02")
    assert (pending_question(state), offers(state)) == ((0, "discard"), {"discard B01", "discard R01", "discard R02"})


@pytest.mark.rule("SC-830")
@pytest.mark.parametrize(
    ("card", "seat", "pending", "options"),
    [
        ("R07", 1, {"asks": "discard", "count": 1}, 2),
        ("R14", 2, {"asks": "discard", "count": 1}, 2),
        ("Y13", 1, {"asks": "upto", "count": 2}, 3),
        ("G10", 1, {"asks": "playfree", "count": 2}, 3),
        ("R09", 2, {"asks": "unless", "does": "unless", "effects": ["dmg 3"]}, 3),
        ("G02", 1, {"asks": "choose", "does": "choose", "effects": ["each draw 2", "each lose 2"]}, 2),
        ("B06", 1, {"asks": "pay", "does": "pay", "effects": ["saph 3"], "price": {"kind": "E", "n": 2}}, 2),
        ("G03", 1, {"asks": "target", "does": "flip", "effects": []}, 1),
        ("G06", 1, {"asks": "target", "does": "bury", "effects": []}, 2),
        ("G15", 1, {"asks": "recover"}, 1),
    ],
)
def test_a_question_goes_to_one_mage_and_everybody_hears_it(
    card: str, seat: int, pending: dict[str, object], options: int
) -> None:
    pile_cards = {"R": ["R02/1", "R01/0"], "Y": [], "B": [], "G": []}
    pile_cards[card[0]].append(f"{card}/1")
    hands = [[], ["Y05", "B10"], ["Y06", "B11"], []]
    state = at(4, seat=1, hands=hands, piles=pile_cards, discard=["R15"])
    assert [state.view(s)["turn"] for s in (0, 1, None)] == [{"seat": 1, "asks": "action"}] * 3
    assert [len(state.view(s)["legal"]) for s in (0, 1, 2, None)] == [0, len(state.legal()), 0, 0]
    play(state, f"activate {card}")
    for viewer in (0, 1, 2, 3, None):
        view = state.view(viewer)
        assert view["turn"] == {"seat": seat, "asks": pending["asks"]}
        assert view["pending"] == pending | {"seat": seat}
        assert len(view["legal"]) == (options if viewer == seat else 0)
    assert [GAME.describe(a) for a in state.legal()] == state.view(seat)["legal"]


@pytest.fixture
def rival_first(install_effects: InstallEffects) -> dict[str, str]:
    """A set in which the rival must decide before the active mage."""
    return install_effects(
        R01="rdisc 1; pay S1{dmg 1}",
        Y01="rdisc 1; choose{heal 1|heal 2}",
        B01="rdisc 1; disc 1",
        G03="rdisc 1; flip",
        G04="rdisc 1; disc..2{heal 1}",
        G05="rdisc 1; recover",
        G06="rdisc 1; playfree 1",
        G15="rdisc 1; draw 1",
    )


@pytest.mark.rule("SC-830")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("card", "asks"),
    [
        ("R01", "pay"),
        ("Y01", "choose"),
        ("B01", "discard"),
        ("G03", "target"),
        ("G04", "upto"),
        ("G05", "recover"),
        ("G06", "playfree"),
    ],
)
def test_after_the_rivals_answer_the_active_mage_is_asked(
    rival_first: dict[str, str], card: str, asks: str, seat: int
) -> None:
    hands = [["R05", "B05"], ["Y05", "G14"]]
    pile_cards = {"Y": ["Y15/1", "Y14/0"], "B": ["B14/0", "B15/1"]} | {card[0]: [f"{card}/{seat}"]}
    state = play(at(options=rival_first, seat=seat, hands=hands, piles=pile_cards), f"activate {card}")
    assert pending_question(state) == (1 - seat, "discard")
    play(state, f"discard {hands[1 - seat][0]}")
    assert pending_question(state) == (seat, asks)
    if asks == "discard":
        assert offers(state) == {f"discard {name}" for name in hands[seat]}


@pytest.mark.rule("SC-808", "SC-830")
def test_after_the_rivals_answer_the_active_mage_draws_and_goes_on(rival_first: dict[str, str]) -> None:
    state = at(options=rival_first, seat=1, hands=[["R05"], []], piles={"G": ["G15/1"]})
    play(state, "activate G15", "discard R05", "card R01")
    assert (sizes(state), pending_question(state)) == ([0, 1], (1, "action"))
