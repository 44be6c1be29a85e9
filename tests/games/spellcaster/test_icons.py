"""The icons on a card agree with its text."""

from typing import Any

import pytest

from sortilege import game
from sortilege.games.spellcaster.effects.icons import effect_icons
from sortilege.games.spellcaster.effects.parse import parse_text

DAMAGE = {"whose": "rival", "n": -1, "what": "energy"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dmg 1", [DAMAGE]),
        (
            "stealE 2; disc 1",
            [
                {"whose": "rival", "n": -2, "what": "energy"},
                {"whose": "own", "n": 2, "what": "energy"},
                {"whose": "own", "n": -1, "what": "card"},
            ],
        ),
        ("saph @col-1", [{"whose": "own", "n": 1, "what": "sapphire", "per": "@col", "plus": -1}]),
        ("dmg @rhand", [DAMAGE | {"per": "@rhand"}]),
        ("disc..4{dmg 1}", [DAMAGE | {"per": "discarded"}]),
        ("unless{draw 2}", [{"whose": "own", "n": 2, "what": "card", "maybe": True}]),
        ("flip", []),
    ],
)
def test_a_sign_for_every_gain_and_loss(text: str, expected: list[dict[str, Any]]) -> None:
    assert effect_icons(parse_text(text, green=True)) == expected


def test_every_card_carries_its_signs_in_both_languages() -> None:
    for language in ("en", "fr"):
        cards = game("spellcaster").words[language]["sets"]["standin"]["cards"]
        assert cards["B01"]["signs"] == [{"whose": "own", "n": 2, "what": "sapphire"}]
        unsigned = {card for card, about in cards.items() if not about["signs"]}
        assert unsigned == {f"G{n:02}" for n in (2, 3, 4, 5, 6, 7, 10, 11, 12, 15)}
