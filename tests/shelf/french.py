"""Tell French sentences from English ones."""

import re

from sortilege import SortilegeError

TELLTALE = {"the", "is", "are", "not", "there", "this", "that", "these", "must", "cannot", "only", "your", "you", "has"}
TELLTALE |= {"have", "with", "and", "or", "it", "its"}


def check(off: SortilegeError) -> None:
    """Check that the English and French sentence of a refusal differ, and that only the English one names its rule."""
    english, french = off.say("en"), off.say("fr")
    assert str(off) == (f"{english} ({off.rule})" if off.rule else english)
    assert french != english
    assert not off.rule or off.rule not in french
    check_french(french)


def check_french(said: str) -> None:
    """Check that a line is French, apart from what it quotes."""
    assert said and said == said.strip() and "\n" not in said
    assert not TELLTALE & set(re.findall(r"[^\W\d_]+", re.sub(r"'[^']*'", "", said.lower()))), said
