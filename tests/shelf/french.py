"""Tell French sentences from English ones."""

import re

from sortilege import SortilegeError

TELLTALE = {"the", "is", "are", "not", "there", "this", "that", "these", "must", "cannot", "only", "your", "you", "has"}
TELLTALE |= {"have", "with", "and", "or", "it", "its"}


def check(error: SortilegeError) -> None:
    """Check that the English and French sentence of a refusal differ, and that only the English one names its rule."""
    english, french = error.say("en"), error.say("fr")
    assert str(error) == (f"{english} ({error.rule})" if error.rule else english)
    assert french != english
    assert not error.rule or error.rule not in french
    check_french(french)


def check_french(sentence: str) -> None:
    """Check that a line is French, apart from what it quotes."""
    assert sentence and sentence == sentence.strip() and "\n" not in sentence
    assert not TELLTALE & set(re.findall(r"[^\W\d_]+", re.sub(r"'[^']*'", "", sentence.lower()))), sentence
