"""Names and numbers in sentences, as each language wants them."""

import pytest

from sortilege.core.text.words import count_in, elides, insert_names, join_names, with_sign

NAMES = ["Ada", "Bruno", "Élodie", "Hugo", "Harry", "Yves", "Yann", "Œdipe", "李", "7", ""]


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "la main d’Ada"),
        (1, "la main de Bruno"),
        (2, "la main d’Élodie"),
        (3, "la main d’Hugo"),
        (4, "la main de Harry"),
        (5, "la main d’Yves"),
        (6, "la main de Yann"),
        (7, "la main d’Œdipe"),
        (8, "la main de 李"),
        (9, "la main de 7"),
        (10, "la main de "),
    ],
)
def test_french_drops_the_e_of_de_where_one_hears_a_vowel(seat: int, sentence: str) -> None:
    assert insert_names(f"la main de {{{seat}}}", NAMES, "fr") == sentence


def test_only_the_words_that_elide_are_touched() -> None:
    assert insert_names("Il ne reste que {0}.", NAMES, "fr") == "Il ne reste qu’Ada."
    assert insert_names("{0} à {2}, pour {0}, monde {0}", NAMES, "fr") == "Ada à Élodie, pour Ada, monde Ada"
    assert insert_names("de {0}", NAMES, "en") == "de Ada"
    assert insert_names("{1} et {0}", NAMES, "fr") == "Bruno et Ada"


def test_a_name_is_never_taken_for_a_place_to_fill() -> None:
    assert insert_names("{0} et {1}", ["{1}", "{x}"], "fr") == "{1} et {x}"


def test_nothing_elides_before_nothing() -> None:
    assert not elides("")
    assert not elides("y")
    assert not elides("h")


@pytest.mark.parametrize(
    ("language", "forms_used"),
    [("en", ["0 points", "1 point", "2 points"]), ("fr", ["0 point", "1 point", "2 points"])],
)
def test_french_counts_nothing_as_one(language: str, forms_used: list[str]) -> None:
    forms = {"one": "{n} point", "many": "{n} points"}
    assert [count_in({"language": language}, forms, n) for n in range(3)] == forms_used


def test_a_loss_is_counted_like_a_gain() -> None:
    forms = {"one": "{change} life", "many": "{change} lives"}
    counted = [count_in({"language": "en"}, forms, n, change=with_sign(n)) for n in (-2, -1, 1, 2)]
    assert counted == ["−2 lives", "−1 life", "+1 life", "+2 lives"]


def test_things_stand_together_with_the_languages_own_and() -> None:
    words = {"log": {"and": "et"}}
    assert [join_names(words, list("abc"[:n])) for n in range(4)] == ["", "a", "a et b", "a, b et c"]
