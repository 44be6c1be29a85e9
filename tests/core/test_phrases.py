"""Phrases: how a code and its values become a sentence, and how an error says itself."""

import pickle
from pathlib import Path

import pytest

from sortilege import CannotUndo, IllegalAction, OptionError, PositionError, SortilegeError
from sortilege.core.errors import no_such_seat
from sortilege.core.text.phrases import Phrasebook, shared
from sortilege.core.text.words import Text

WORDS = """
[en.refusals]
lies = "{spell:spells} lies {place:where.inside}"
due = "now {asked:or verbs} is due"
listed = "there are {names}"
both = "{names:and}"
stones = { one = "{n} stone", many = "{n} stones" }
nested = "so: {why}"
card = "{card} is gone"
[en.spells.blaze]
name = "Blaze"
[en.where.inside]
altar = "on the altar"
[en.verbs]
take = "take"
[fr.refusals]
lies = "{spell:spells} est {place:where.inside}"
due = "il faut {asked:or verbs}"
listed = "il y a {names}"
both = "{names:and}"
stones = { one = "{n} pierre", many = "{n} pierres" }
nested = "voici : {why}"
card = "{card} a disparu"
[fr.spells.blaze]
name = "Embrasement"
[fr.where.inside]
altar = "sur l’autel"
[fr.verbs]
take = "prendre"
stop = "arrêter"
"""


@pytest.fixture
def phrase(tmp_path: Path) -> Phrasebook:
    (tmp_path / "words.toml").write_text(WORDS, encoding="utf-8")
    return Phrasebook(tmp_path)


def test_a_value_is_replaced_by_its_name_in_a_table(phrase: Phrasebook) -> None:
    sentence = phrase("lies", spell="blaze", place="altar")
    assert str(sentence) == sentence.say("en") == "Blaze lies on the altar"
    assert sentence.say("fr") == "Embrasement est sur l’autel"


def test_a_value_that_no_table_has_is_printed_unchanged(phrase: Phrasebook) -> None:
    assert phrase("lies", spell="frost", place="there").say("fr") == "frost est there"


def test_a_list_is_joined_in_the_language(phrase: Phrasebook) -> None:
    assert phrase("due", asked=("take", "stop")).say("fr") == "il faut prendre ou arrêter"
    assert phrase("due", asked=["take"]).say("en") == "now take is due"
    assert phrase("both", names=["a", "b", "c"]).say("fr") == "a, b et c"
    assert phrase("listed", names=["a", "b", "c"]).say("fr") == "il y a a, b, c"


@pytest.mark.parametrize(("n", "en", "fr"), [(0, "stones", "pierre"), (1, "stone", "pierre"), (2, "stones", "pierres")])
def test_nothing_is_counted_like_one_in_french(phrase: Phrasebook, n: int, en: str, fr: str) -> None:
    assert [phrase("stones", n=n).say(language) for language in ("en", "fr")] == [f"{n} {en}", f"{n} {fr}"]


def test_a_nested_error_is_worded_in_the_same_language_with_its_rule(phrase: Phrasebook) -> None:
    assert phrase("nested", why=phrase("stones", n=1)).say("fr") == "voici : 1 pierre"
    assert phrase("nested", why=OptionError(phrase("stones", n=2), "AQ-001")).say("fr") == "voici : 2 pierres (AQ-001)"
    assert phrase("card", card=Text("Ember", "Braise")).say("fr") == "Braise a disparu"


def test_braces_in_user_input_are_not_formatted(phrase: Phrasebook) -> None:
    assert phrase("listed", names=["{0}", "{spell:spells}"]).say("fr") == "il y a {0}, {spell:spells}"


def test_a_package_falls_back_to_the_phrases_of_core(phrase: Phrasebook) -> None:
    assert phrase("over").say("fr") == shared("over").say("fr") == "la partie est terminée"
    with pytest.raises(KeyError, match="no fr phrase for nonsense"):
        phrase("nonsense").say("fr")


# ---- errors


def test_an_error_is_a_sentence_with_or_without_its_rule() -> None:
    error = IllegalAction("AQ-301", shared("over"))
    assert (str(error), error.message, error.rule) == ("the game is over (AQ-301)", "the game is over", "AQ-301")
    assert (error.say("fr"), error.say_with_rule("fr")) == ("la partie est terminée", "la partie est terminée (AQ-301)")
    assert CannotUndo(shared("no_undo", why="drawn")).say("fr").endswith("tiré ou lancé depuis")


def test_an_error_made_of_a_plain_text_is_english_everywhere() -> None:
    error = IllegalAction(rule="SB-103", message="six tokens")
    assert (str(error), error.message, error.say("fr")) == ("six tokens (SB-103)", "six tokens", "six tokens")
    assert str(PositionError("life", "is a list of 2", "AQ-001")) == "life: is a list of 2 (AQ-001)"


def test_a_position_names_its_field_in_both_languages() -> None:
    error = PositionError("then[0]", shared("over"), "AQ-701")
    assert str(error) == "then[0]: the game is over (AQ-701)"
    assert error.say_with_rule("fr") == "then[0]\N{NO-BREAK SPACE}: la partie est terminée (AQ-701)"


@pytest.mark.parametrize(
    "error",
    [
        IllegalAction("AQ-301", shared("over")),
        PositionError("life", "is a list", "AQ-001"),
        OptionError(shared("seed"), "AQ-101"),
        no_such_seat(3, 7),
    ],
)
def test_an_error_travels_between_processes(error: SortilegeError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    for language in ("en", "fr"):
        assert copy.say_with_rule(language) == error.say_with_rule(language)
