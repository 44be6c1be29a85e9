"""The log: events in order with every move, and sentences in both languages."""

import pytest

from sortilege.core.log import full_log
from tests.games.spellcaster.board import GAME, at, play

NAMES = ["Ann", "Bob", "Cyd", "Dan"]


def message(state: object, language: str = "en") -> list[str]:
    lines = [GAME.say(line, language) for line in full_log(state)]  # type: ignore[arg-type]
    return [line.format(*NAMES) for line in lines if line]


def test_a_line_tells_each_step_with_its_card() -> None:
    state = play(at(hands=[[], ["Y01"]], piles={"R": ["R01/1", "R11/0"]}, left=1, ward=[0, 1]), "activate R11")
    assert state.view(1)["log"] == [
        {
            "by": 0,
            "do": "activate",
            "card": "R11",
            "set": "standin",
            "seats": 2,
            "events": [
                {"begins": "text", "card": "R11", "seat": 0},
                {"energy": {"1": -3}, "ward": {"1": -1}, "card": "R11"},
                {"moves": [{"card": "R11", "from": "R", "to": "discard"}], "card": "R11"},
                {"turn": 1},
            ],
        }
    ]
    assert message(state) == [
        "Ann activates Falling Star. Ward saves Bob 1. Bob loses 3 energy. Falling Star goes to the discard pile."
    ]


@pytest.mark.parametrize(
    ("card", "answers", "move"),
    [
        ("G03", "target R", {"card": "R01", "from": "R", "to": "R", "faces": 0}),
        ("G06", "target R", {"card": "R01", "from": "R", "to": "R", "faces": 1, "bottom": True}),
        ("G05", "target B", {"card": "B02", "from": "B", "to": "discard"}),
        ("G11", "target R", {"card": "R01", "from": "R", "to": "hand1"}),
        ("G10", "play Y01", {"card": "Y01", "from": "hand0", "to": "Y", "faces": 0}),
        ("G15", "recover B05", {"card": "B05", "from": "discard", "to": "hand0"}),
        ("G07", "steal R05", {"card": "R05", "from": "hand1", "to": "hand0"}),
    ],
)
def test_moves_say_from_where_to_where_and_whom_a_card_faces(card: str, answers: str, move: dict[str, object]) -> None:
    pile_cards = {"G": [f"{card}/0"], "R": ["R08/0", "R01/1"], "B": ["B02/1"]}
    state = at(hands=[["Y01", "Y02"], ["R05"]], piles=pile_cards, discard=["B04", "B05", "B06"])
    play(state, f"activate {card}", answers)
    moves = [m for event in state.view(0)["log"][-1]["events"] for m in event.get("moves", ())]
    assert moves == [move]


def test_a_line_says_who_acted_and_for_whom_chance_did() -> None:
    state = play(at(4, seat=1, hands=[[], [], ["Y01"], []], piles={"G": ["G07/1"]}), "draw", "card R01", "activate G07")
    play(state, "steal Y01")
    lines = state.view(1)["log"]
    assert [(line["by"], line["do"]) for line in lines] == [
        (1, "draw"),
        (None, "card"),
        (1, "activate"),
        (None, "steal"),
    ]
    assert (lines[1]["to"], lines[1]["why"], lines[3]["from"], lines[3]["to"]) == (1, "action", 2, 1)


def test_only_drawn_and_stolen_faces_are_hidden_from_others() -> None:
    hands = [["R02"], ["Y01", "B03"], [], []]
    state = at(4, hands=hands, piles={"G": ["G07/0"], "R": ["R14/0"]}, left=4, discard=["B01"])
    play(state, "draw", "card R01", "play R02", "activate G07", "steal Y01", "play Y01")
    for seat, drawn, stolen in (
        (0, "R01", "Y01"),
        (1, None, "Y01"),
        (2, None, None),
        (3, None, None),
        (None, None, None),
    ):
        lines = state.view(seat)["log"]
        assert [line.get("card", "") for line in lines] == ["", drawn, "R02", "G07", stolen, "Y01"]
        moves = [move["card"] for line in lines for event in line["events"] for move in event.get("moves", ())]
        assert moves[:4] == [drawn, "R02", stolen, "Y01"]


def test_the_sentences_of_a_turn() -> None:
    state = at(hands=[["R05"], ["Y01"]], piles={"G": ["G04/0"], "R": ["R06/1"], "B": ["B02/1"]})
    play(state, "play R05", "activate G04", "card Y02", "draw", "card Y03")
    assert message(state) == [
        "Ann plays Blood Torch.",
        "Ann activates Borrowed Voice. Deep Vein works for Bob. Bob gains 1 sapphire.",
        "Bob draws Borrowed Breath.",
        "Bob draws a card.",
        "The card drawn is Steady Pulse.",
    ]
    copying = play(at(piles={"G": ["G04/0"], "R": ["R06/1"]}), "activate G04", "target R", "pay")
    assert message(copying, "fr") == [
        "Ann active Voix d’emprunt.",
        "Ann désigne Feu de gemme. Cette carte parle comme Feu de gemme.",
        "Ann paie 1 saphir. Bob perd 3 énergies.",
    ]


def test_teams_are_named_together_and_the_end_says_why() -> None:
    state = play(at(4, energy=[9, 2], piles={"R": ["R01/0"]}), "activate R01")
    assert message(state) == [
        "Ann activates Ember Lance. Bob and Dan lose 2 energy. Ann and Cyd win: the other side has no energy left."
    ]
    drawn = at(deck=[], hands=[["Y01"], []], piles={"G": ["G09/0"]}, left=1)
    assert message(play(drawn, "play Y01"))[-1].endswith("Equal sapphires and equal energy: the duel is drawn.")


def test_the_end_of_the_deck_is_announced() -> None:
    state = play(at(deck=[], hands=[["Y01"], []], piles={"Y": ["Y06/0"]}), "activate Y06")
    assert message(state) == [
        "Ann activates Herbalist's Note. Ann gains 1 energy. The deck falls short: the game ends after this turn."
    ]


def test_a_chosen_branch_is_said_in_words() -> None:
    state = play(at(hands=[["Y01"], []], piles={"G": ["G02/0"]}), "activate G02", "choose 1", "discard Y01")
    assert message(state)[1:] == ["Ann chooses: Each mage discards 2 cards.", "Ann discards Warm Spring."]
    for seat in (0, 1, None):
        assert state.view(seat)["log"][1]["effect"] == "each lose 2"


def test_nothing_a_mage_does_shows_it_something_hidden() -> None:
    state = play(at(hands=[["Y01"], []]), "play Y01")
    assert GAME.reveals(full_log(state)[0]) is False
