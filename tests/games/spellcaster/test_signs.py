"""The signs on a card's face agree with its text."""

import pytest

from sortilege import game
from sortilege.games.spellcaster.language import read
from sortilege.games.spellcaster.signs import signs


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("dmg 2", ["rival -2 energy"]),
        ("stealE 2; disc 1", ["rival -2 energy", "own +2 energy", "own -1 card"]),
        ("saph @col-1", ["own +1 sapphire per @col-1"]),
        ("disc..4{dmg 1}", ["rival -1 energy per discarded"]),
        ("unless{draw 2}", ["own +2 card maybe"]),
        ("flip", []),
    ],
)
def test_a_sign_for_every_gain_and_loss(text: str, shown: list[str]) -> None:
    assert signs(read(text, green=True)) == shown


def test_every_card_carries_its_signs_in_both_languages() -> None:
    for language in ("en", "fr"):
        cards = game("spellcaster").words[language]["sets"]["standin"]["cards"]
        assert cards["B01"]["signs"] == ["own +2 sapphire"]
        unsigned = {card for card, about in cards.items() if not about["signs"]}
        assert unsigned == {f"G{n:02}" for n in (2, 3, 4, 5, 6, 7, 10, 11, 12, 15)}
