"""The rules as the app shows them: read where they lie, every rule with its words, nothing left in signs."""

import re

import pytest

import sortilege
from sortilege.core.game import Game
from sortilege.learn.rulebook import LedgerRule, RuleBlock, blocks_of, rules_in, rules_of
from tests.shelf.test_ledger import ledger

Pair = tuple[LedgerRule, LedgerRule]
ID = re.compile(r"\b[A-Z]{2}-[A-Z]*\d+\b")
CODE = re.compile(r"`[^`]*`")
POINTS = re.compile(r"Points [\d /]+\.")  # the same in both languages
ENGLISH = re.compile(r"\b(?:the|an|of|and|is|are|with|from|each|may|players?|spell|turn|only|ruling)\b", re.IGNORECASE)


@pytest.fixture(params=sortilege.games())
def game(request: pytest.FixtureRequest) -> Game:
    return sortilege.game(request.param)


def test_every_rule_of_the_ledger_is_there_in_its_chapter(game: Game) -> None:
    rules = rules_of(game).ledger["en"]
    assert sorted(rule.id for rule in rules) == sorted(ledger(game))
    assert all(rule.chapter and rule.text for rule in rules)
    assert not [rule for rule in rules if "(src:" in rule.text or "test:" in rule.text]


def test_both_languages_have_the_same_chapters_and_pictures(game: Game) -> None:
    english, french = rules_of(game).chapters["en"], rules_of(game).chapters["fr"]
    assert len(english) == len(french) > 4
    for english_rule, french_rule in zip(english, french, strict=True):
        assert bool(english_rule.title) == bool(french_rule.title)
        assert pictures(english_rule.blocks) == pictures(french_rule.blocks)
    assert any(pictures(chapter.blocks) for chapter in english)


def pictures(blocks: list[RuleBlock]) -> list[str]:
    return [block.text for block in blocks if block.kind == "picture"]


def test_every_rule_that_the_players_rules_cite_is_in_the_ledger(game: Game) -> None:
    book = rules_of(game)
    known = {rule.id for rule in book.ledger["en"]}
    for chapters in book.chapters.values():
        cited = set(ID.findall(repr(chapters)))
        assert cited and cited <= known


@pytest.fixture
def both(game: Game) -> list[Pair]:
    """Every rule of a ledger, in English and in French."""
    ledger = rules_of(game).ledger
    return list(zip(ledger["en"], ledger["fr"], strict=True))


def test_the_french_ledger_has_the_same_rules_in_the_same_order_and_chapters(
    both: list[Pair],
) -> None:
    assert [english_rule.id for english_rule, _ in both] == [french_rule.id for _, french_rule in both]
    pairs = {(english_rule.chapter, french_rule.chapter) for english_rule, french_rule in both}
    assert (
        len(pairs)
        == len({english_rule.chapter for english_rule, _ in both})
        == len({french_rule.chapter for _, french_rule in both})
    )


def test_every_number_and_every_rule_that_is_cited_is_the_same_in_french(
    both: list[Pair],
) -> None:
    for english_rule, french_rule in both:
        assert sorted(re.findall(r"\d+", english_rule.text)) == sorted(re.findall(r"\d+", french_rule.text)), (
            english_rule.id
        )
        assert set(ID.findall(english_rule.text)) == set(ID.findall(french_rule.text)), english_rule.id


def test_what_is_ruled_and_what_stands_in_code_is_the_same_in_french(both: list[Pair]) -> None:
    for english_rule, french_rule in both:
        assert ("Our ruling:" in english_rule.text) == ("Nous tranchons\u00a0:" in french_rule.text), english_rule.id
        assert sorted(CODE.findall(english_rule.text)) == sorted(CODE.findall(french_rule.text)), english_rule.id
        assert english_rule.text.count(" · ") == french_rule.text.count(" · "), english_rule.id


def test_no_rule_is_left_in_english(both: list[Pair]) -> None:
    for english_rule, french_rule in both:
        for words in (CODE.sub("", french_rule.text), french_rule.chapter):
            assert not ENGLISH.search(words), f"{french_rule.id}: {words}"
        assert english_rule.text != french_rule.text or POINTS.fullmatch(french_rule.text), english_rule.id


def test_french_is_set_as_french_is(both: list[Pair]) -> None:
    for _, french_rule in both:
        text = CODE.sub("", french_rule.text)
        assert not re.search(r" [;:?!»]|« |'|\"", text), f"{french_rule.id}: {text}"


def test_markdown_is_read_block_by_block() -> None:
    text = """
Two lines
of text.

- one
  and more
- two

1. first

| a | b |
|---|---|
| 1 | 2\\|3 |

> a note
> of two lines

<!-- picture: stones -->

```text
o o o
```

## More

```text
x

x
```
"""
    kinds = {block.kind: block for block in blocks_of(text)}
    assert list(kinds) == ["text", "list", "steps", "table", "note", "picture", "head", "code"]
    assert kinds["text"].text == "Two lines of text."
    assert kinds["list"].items == ["one and more", "two"]
    assert kinds["table"].rows == [["a", "b"], ["1", "2|3"]]
    assert kinds["note"].text == "a note of two lines"
    assert kinds["picture"].text == "stones"
    assert kinds["code"].text == "x\n\nx", "the drawing after the picture is the picture"


def test_the_rulebook_omits_the_internal_notes_of_the_ledger() -> None:
    [rule, card] = rules_in(
        "## Turn\n- **AQ-001** It is so. (src: l.1) ruling: as we read it. OQ-3. test: try it.\n"
        "| SC-R01 | Ember Lance | I |\n| OQ-2 | why? | |\n"
    )
    assert rule == LedgerRule("AQ-001", "Turn", "It is so. Our ruling: as we read it.")
    [alone, ruling] = rules_in("- **AQ-002** So. (src: —) ruling. test: no.\n- **AQ-003** So. House ruling: ours.\n")
    assert (alone.text, ruling.text) == ("So.", "So. Our ruling: ours.")
    assert card == LedgerRule("SC-R01", "Turn", "Ember Lance · I")
