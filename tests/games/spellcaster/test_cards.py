"""Every card of the stand-in set, activated or triggered on the same table, from every seat."""

import re
from typing import Any

import pytest

from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.effects.parse import parse_text
from sortilege.learn.rulebook import rules_of
from tests.games.spellcaster.board import GAME, at, energy, piles, play, sapphires, sizes, ward
from tests.shelf.test_ledger import ledger

LYING = {"R": ["R08/0", "R01/1"], "Y": ["Y01/0"], "B": ["B02/1"], "G": []}
HANDS = [["Y05", "B10"], ["Y14", "R06", "R07"]]
SPARE = "R05"  # takes the place in a hand of the card that is tried
UNTOUCHED: dict[str, Any] = {
    "energy": [10, 10],
    "sapphires": [5, 5],
    "ward": [0, 0],
    "hands": [2, 3],
    "discard": [],
    "left": 1,
}
CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("R01", "", {"energy": [10, 8]}),
    ("R02", "card R12", {"energy": [10, 7], "hands": [2, 4]}),
    ("R03", "", {"energy": [10, 7]}),
    ("R04", "", {"energy": [10, 9]}),
    ("R05", "", {"energy": [9, 7]}),
    ("R06", "pay", {"energy": [10, 7], "sapphires": [4, 5]}),
    ("R07", "discard Y05", {"energy": [12, 8], "hands": [1, 3], "discard": ["Y05"]}),
    ("R08", "", {"energy": [10, 8]}),
    ("R09", "decline", {"energy": [10, 7]}),
    ("R10", "pay", {"energy": [10, 8], "sapphires": [4, 5]}),
    ("R11", "", {"energy": [10, 6], "discard": ["R11"]}),
    ("R12", "", {"energy": [10, 9], "ward": [2, 0]}),
    ("R13", "", {"energy": [10, 6], "sapphires": [5, 6]}),
    ("R14", "discard R06", {"energy": [10, 9], "hands": [2, 2], "discard": ["R06"]}),
    ("R15", "discard Y05, discard B10", {"energy": [10, 8], "hands": [0, 3], "discard": ["Y05", "B10"]}),
    ("Y01", "", {"energy": [12, 10]}),
    ("Y02", "", {"energy": [13, 10]}),
    ("Y03", "", {"energy": [11, 10]}),
    ("Y04", "", {"energy": [11, 10]}),
    ("Y05", "", {"energy": [14, 12]}),
    ("Y06", "card G03", {"energy": [11, 10], "hands": [3, 3]}),
    ("Y07", "pay", {"energy": [13, 10], "sapphires": [4, 5]}),
    ("Y08", "", {"ward": [4, 0]}),
    ("Y09", "", {"ward": [1, 0]}),
    ("Y10", "", {"energy": [11, 10]}),
    ("Y11", "", {"energy": [11, 9]}),
    ("Y12", "target R", {"energy": [11, 10], "R": ["R01/1", "R08/0"]}),
    ("Y13", "discard Y05, discard B10", {"energy": [14, 10], "hands": [0, 3], "discard": ["Y05", "B10"]}),
    ("Y14", "", {"energy": [11, 10], "left": 2}),
    ("Y15", "", {"energy": [15, 10], "discard": ["Y15"]}),
    ("B01", "", {"sapphires": [7, 5]}),
    ("B02", "", {"sapphires": [6, 5]}),
    ("B03", "", {"sapphires": [9, 5], "energy": [7, 10]}),
    ("B04", "", {"sapphires": [6, 4]}),
    ("B05", "", {"sapphires": [6, 5]}),
    ("B06", "pay", {"sapphires": [8, 5], "energy": [8, 10]}),
    ("B07", "card G03", {"sapphires": [6, 5], "hands": [3, 3]}),
    ("B08", "card G03", {"sapphires": [8, 5], "hands": [2, 4]}),
    ("B09", "", {"sapphires": [5, 3]}),
    ("B10", "", {"sapphires": [8, 6]}),
    ("B11", "decline", {"sapphires": [8, 5]}),
    ("B12", "", {"sapphires": [5, 4]}),
    ("B13", "discard Y05, stop", {"sapphires": [6, 5], "hands": [1, 3], "discard": ["Y05"]}),
    ("B14", "", {"sapphires": [6, 5]}),
    ("B15", "", {"sapphires": [10, 5], "discard": ["B15"]}),
    ("G01", "decline, card R12, card R13", {"hands": [4, 3]}),
    ("G02", "choose 0, card R12, card R13, card B03, card B04", {"hands": [4, 5]}),
    ("G03", "target R", {"R": ["R08/0", "R01/0"]}),
    ("G04", "target R", {"energy": [10, 8]}),
    ("G05", "target B", {"B": [], "discard": ["B02"]}),
    ("G06", "target R", {"R": ["R01/1", "R08/0"]}),
    ("G07", "steal R06", {"hands": [3, 2]}),
    ("G08", "", {"left": 3}),
    ("G09", "card R12", {"hands": [3, 3]}),
    ("G10", "play Y05, play B10", {"hands": [0, 3], "Y": ["Y01/0", "Y05/0"], "B": ["B02/1", "B10/0"]}),
    ("G11", "target R", {"hands": [2, 4], "R": ["R08/0"]}),
    ("G12", "choose 1, pay", {"energy": [7, 10], "sapphires": [7, 5]}),
    ("G13", "discard R06", {"hands": [2, 2], "discard": ["R06"]}),
    ("G14", "card R12, card R13, discard R12", {"hands": [3, 3], "discard": ["R12"]}),
    ("G15", "card R12", {"hands": [3, 3]}),
]
ENCHANTMENTS = {"R04", "R10", "Y03", "Y09", "B02", "B12", "G09", "G13"}


PLACES = [(2, 0), (2, 1), (4, 2), (4, 3)]  # mages at the table, and the one whose turn it is


def cases() -> list[Any]:
    return [pytest.param(*case, id=case[0], marks=pytest.mark.rule(f"SC-{case[0]}")) for case in CASES]


def by_side(mine: Any, theirs: Any, seat: int) -> list[Any]:
    return [theirs, mine] if seat % 2 else [mine, theirs]


def by_seat(mine: Any, rivals: Any, others: Any, seats: int, seat: int) -> list[Any]:
    """Return a list by seat: one value for the active mage, one for the next rival, one for all others."""
    result = [others] * seats
    result[seat], result[(seat + 1) % seats] = mine, rivals
    return result


def adapt_facings(pile: list[str], seat: int) -> list[str]:
    """Return a pile with its facings adapted to a table where this seat takes the place of seat 0."""
    return [f"{card[:-1]}{int(card[-1]) ^ seat % 2}" for card in pile]


@pytest.mark.parametrize(("seats", "seat"), PLACES)
@pytest.mark.parametrize(("card", "answers", "changes"), cases())
def test_each_card_does_what_its_row_says(
    card: str, answers: str, changes: dict[str, Any], seats: int, seat: int
) -> None:
    pile_cards = {colour: [x for x in pile if x[:3] != card] for colour, pile in LYING.items()}
    pile_cards[card[0]].append(f"{card}/0")
    mine, rivals = ([SPARE if name == card else name for name in held] for held in HANDS)
    triggered = card in ENCHANTMENTS
    state = at(
        seats,
        seat=seat,
        step="start" if triggered else "actions",
        piles={colour: adapt_facings(pile, seat) for colour, pile in pile_cards.items()},
        hands=by_seat(mine, rivals, [], seats, seat),
        sapphires=[5, 5],
    )
    more = ", card B05, card B06, card B07, card B08" if card == "G02" and seats == 4 else ""  # the other two draw too
    play(state, *([] if triggered else [f"activate {card}"]), *filter(None, (answers + more).split(", ")))
    untouched = UNTOUCHED | {
        colour: [x for x in pile if x[:3] not in changes.get("discard", ())] for colour, pile in pile_cards.items()
    }
    expected = untouched | {"left": 2 if triggered else 1} | changes
    for key in ("energy", "sapphires", "ward"):
        expected[key] = by_side(*expected[key], seat)
    expected["hands"] = by_seat(*expected["hands"], 2 if more else 0, seats, seat)
    view = state.view(None)
    result = {
        "energy": energy(state),
        "sapphires": sapphires(state),
        "ward": ward(state),
        "hands": sizes(state),
        "discard": view["discard"],
        "left": view["left"],
        **piles(state),
    }
    assert result == expected | {colour: adapt_facings(expected[colour], seat) for colour in pile_cards}
    assert view["resolving"] is None


ORIGINS = {"RB": "rulebook", "RV": "review", "": "ours"}


def rows() -> list[list[str]]:
    """Return the rows of the ledger: id, name, kind, text, star, origin."""
    rules = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    result = [re.split(r"(?<!\\)\|", line)[1:-1] for line in rules.split("\n") if re.match(r"\| SC-[RYBG]", line)]
    return [[cell.strip().replace("\\|", "|") for cell in row] for row in result]


@pytest.mark.rule("SC-608")
def test_the_cards_are_those_of_the_ledger() -> None:
    """Return the name, kind, text, star and origin of every row in the notation of the card file."""
    for (id_, name, kind, text, star, origin), card in zip(rows(), card_set("standin").cards, strict=True):
        assert (f"SC-{card.id}", card.words["en"]["name"], card.kind[0].upper()) == (id_, name, kind)
        assert card.effect == parse_text(text.split("`")[1], green=True)
        assert (card.has_star, card.origin) == (star != "", ORIGINS[origin[:2]])
        assert (card.ruling != "") == ("(ruling)" in star)
        assert card.multi in (None, card.effect)  # the star changes who is meant, and the engine knows who that is


@pytest.mark.rule("SC-608")
def test_the_french_ledger_names_and_prints_the_cards_as_the_file_does() -> None:
    french = {rule.id: rule.text.split(" · ") for rule in rules_of(GAME).ledger["fr"]}
    for (id_, _, kind, text, *_), card in zip(rows(), card_set("standin").cards, strict=True):
        effect = text.replace("each other colour you control", "par autre couleur que vous contrôlez")
        assert french[id_][:3] == [card.words["fr"]["name"], kind, effect]


@pytest.mark.rule("SC-707")
@pytest.mark.parametrize(("language", "ours"), [("en", "(our ruling)"), ("fr", "(notre décision)")])
def test_the_clause_for_four_mages_says_that_it_is_ours(language: str, ours: str) -> None:
    card = GAME.words[language]["sets"]["standin"]["cards"]["Y02"]
    assert (card["origin"], card["ruling"]) == ("rulebook", "SC-707")
    assert card["multi"].endswith(f" {ours}.")
    assert ours not in card["text"]


def test_every_card_of_the_set_is_tried() -> None:
    assert [f"SC-{case[0]}" for case in CASES] == [row for row in ledger(GAME) if row[3].isalpha()]
