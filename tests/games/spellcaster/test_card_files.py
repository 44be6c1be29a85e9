"""Card files written by an owner: checked, refused with line, card and step, installed and played."""

import re
from pathlib import Path

import pytest

from sortilege import Match, OptionError, RecordError
from sortilege.core.contract.cards import CardsError, path_of
from sortilege.games.spellcaster import GAME
from sortilege.games.spellcaster.deck import STANDIN_FILE, card_set, read_set
from sortilege.games.spellcaster.effects import parse
from sortilege.games.spellcaster.effects.words import sentences
from tests.games.spellcaster.board import at, card_file_with, energy, play
from tests.shelf.french import check

STANDIN = STANDIN_FILE.read_text(encoding="utf-8")
TITLE = 'title = { en = "Stand-in cards", fr = "Cartes de remplacement" }'


def refused(text: str) -> str:
    with pytest.raises(CardsError) as error:
        GAME.check_cards(text)
    assert "\n" not in str(error.value)
    check(error.value)
    return str(error.value)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_stand_in_file_is_one_of_its_own_kind() -> None:
    assert GAME.check_cards(STANDIN) == (
        "60 cards (15 red, 15 yellow, 15 blue, 15 green), 8 enchantments, 12 with a star; marked as stand-ins"
    )
    assert GAME.check_cards(STANDIN.replace("standin = true\n", "")).endswith("12 with a star")


def test_the_file_to_start_from_is_the_stand_in_set() -> None:
    file, boxed = read_set(GAME.card_file("standin")), read_set(STANDIN)
    assert file.standin and file.cards == boxed.cards


@pytest.mark.parametrize(
    ("effect", "wrong"),
    [
        ("dmgg 2", "step 1: unknown word 'dmgg'; did you mean dmg?"),
        ("dmg 2; sing", "step 2: unknown word 'sing'"),
        ("dmg", "step 1: dmg takes a number from 0 to 30, not 'nothing'"),
        ("dmg 31", "step 1: dmg takes a number from 0 to 30, not '31'"),
        ("dmg @moon", "step 1: @moon counts nothing; there are @rhand and @col"),
        ("heal 1; pay X2{dmg 1}", "step 2: pay is followed by S or E, not 'X'"),
        ("pay S1{dmg 1", "step 1: '}' must follow the inner text, not 'the end'"),
        ("pay S1{dmg 1; zap 3}", "step 1.2: unknown word 'zap'"),
        ("unless{}", "step 1.1: a step is missing"),
        ("choose{dmg 1}", "step 1: choose takes 2 to 8 branches, not 1"),
        ("if rich{dmg 1}", "step 1: if asks lessE, lessS, rhand>hand, not 'rich'"),
        ("disc..2{flip}", "step 1.1: flip cannot be summed up inside disc.. (SC-810)"),
        ("trash; dmg 1", "step 2: trash is the last step of a text (SC-827)"),
        ("unless{trash}", "step 1.1: trash is the last step of the whole text, not of a part (SC-827)"),
        ("bury Q", "step 1: bury takes a colour R, Y, B or G, not 'Q'"),
        ("each sing 2", "step 1: each is followed by draw or lose, not 'sing'"),
        ("dmg 2 heal 1", "step 1: unexpected 'heal' after the step"),
        ("dmg 2; §", "step 2: cannot read '§'"),
        ("", "step 1: a step is missing"),
        ("dmg 2;", "step 2: a step is missing"),
        ("dmg -1", "step 1: dmg takes a number from 0 to 30, not '-1'"),
        ("dmg ²", "step 1: dmg takes a number from 0 to 30, not '²'"),
        ("dmg ٣", "step 1: cannot read '٣'"),
        ("dmg 1.5", "step 1: cannot read '.5'"),
        ("dégâts 2", "step 1: unknown word 'dégâts'"),
        ("if hand>rhand{dmg 1}", "step 1: if asks lessE, lessS, rhand>hand, not 'hand>rhand'"),
        ("choose{heal 1; draw 1|zap 1}", "step 1.3: unknown word 'zap'"),
        ("pay S1{dmg 1}else{heal 1; zap}", "step 1.3: unknown word 'zap'"),
        ("dmg 1; pay S1{dmg 1; heal 1; §}", "step 2.3: cannot read '§}'"),
        ("pay S1{dmg 1}else{heal 1; §}", "step 1.3: cannot read '§}'"),
        ("choose{dmg 1|heal 1}; §", "step 2: cannot read '§'"),
        ("unless{" * 50, "has 350 characters, more than 300"),
        ("dmg " + "9" * 5000, "has 5004 characters, more than 300"),
    ],
)
def test_a_wrong_effect_is_named_by_line_card_and_step(effect: str, wrong: str) -> None:
    text = card_file_with(R05={"effect": effect})
    line = line_of(text, 'id = "R05"') + 3
    assert refused(text) == f"line {line}, card R05: effect" + (", " if wrong.startswith("step") else " ") + wrong


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('id = "R05"', 'id = "R06"', "R06 is there twice (SC-001)"),
        ('id = "R05"', 'id = "R16"', "id is a colour letter and a number, R01 to G15, not 'R16' (SC-002)"),
        ('id = "B07"\ncolour = "blue"', 'id = "B07"\ncolour = "red"', "colour is 'red', but B07 is blue (SC-002)"),
        ('id = "B07"\ncolour = "blue"\n', 'id = "B07"\n', "colour is missing, but B07 is blue (SC-002)"),
        ('kind = "incantation"', 'kind = "song"', "kind is incantation or enchantment, not 'song'"),
        ('effect = "dmg 2"\n', "", "effect is missing"),
        ('effect = "dmg 2"\n', "effect = 2\n", 'effect is a text like "dmg 2; draw 1", not 2'),
        ('origin = "ours"', 'origin = "moon"', "origin is rulebook, review, ours, not 'moon'"),
        ('origin = "ours"', 'ruling = "moon"', "ruling is a rule like SC-707, not 'moon'"),
        ('origin = "ours"', "ruling = 707", "ruling is a rule like SC-707, not 707"),
        ('origin = "ours"', 'flavour = "odd"', "a card has no field 'flavour'"),
        ('en.name = "Ember Lance"', 'en.tune = "x"', "en has no field 'tune'"),
        ('en.name = "Ember Lance"', 'en.multi = "x"', "en.multi needs a star: the card has no multi (SC-608)"),
        ('en.name = "Ember Lance"', "en.name = 3", "en has texts: name, text, multi"),
        ("standin = true", 'author = "me"', "a card file has no field 'author'"),
        ("standin = true", 'standin = "yes"', "standin is true or false, not 'yes'"),
        ("standin = true", "standin = 1", "standin is true or false, not 1"),
        (TITLE, "title = 3", "title is a text, or one for each of en and fr"),
        (TITLE, 'title = { de = "Karten" }', "title is a text, or one for each of en and fr"),
        (TITLE, "title = " + repr("x" * 61), "title has 61 characters, more than 60"),
        ('id = "R05"', "", "id is a colour letter and a number, R01 to G15, not missing (SC-002)"),
        ('id = "R05"', 'id = ["R05"]', "card number 5: id is a colour letter and a number"),
        ('id = "R05"', 'id = "two\\nlines"', "card number 5: id is a colour letter and a number"),
        ('kind = "incantation"\n', "", "kind is incantation or enchantment, not missing"),
        ('effect = "dmg 2"', f"effect = {[0] * 500}", f"not {str([0] * 500)[:60]}…"),
        ('effect = "dmg 2"', "effect = " + "9" * 5000, "has a number of more than 4300 digits"),
        ('en.name = "Ember Lance"', 'en.name = "{0}"', "en.name has a character no card can show: '{'"),
        ('en.name = "Ember Lance"', 'en.name = "a\\u001b[0m"', "en.name has a character no card can show: '\\x1b'"),
        ('en.name = "Ember Lance"', "en.name = " + repr("x" * 61), "en.name has 61 characters, more than 60"),
        ('en.text = "Your rival', 'en.text = "' + "x" * 600, "characters, more than 600"),
    ],
)
def test_a_wrong_field_is_named(old: str, new: str, wrong: str) -> None:
    assert old in STANDIN
    text = STANDIN.replace(old, new, 1)
    message = refused(text)
    assert wrong in message
    assert len(message) < 200
    assert message.startswith("line ") or "digits" in wrong
    if new and "\n" not in new and "twice" not in wrong and "digits" not in wrong:
        assert message.startswith(f"line {line_of(text, new)}")


@pytest.mark.parametrize(
    "replacement",
    [
        ("[[card]]", "[[ card ]]"),
        ("[[card]]", '[["card"]]'),
        ("# The stand-in set.", "# The\u2028stand-in set."),  # no line of a file ends here
    ],
)
def test_an_error_names_its_line_however_cards_are_headed(replacement: tuple[str, str]) -> None:
    text = STANDIN.replace(*replacement).replace('effect = "dmg 2"', 'effect = "dmg"')
    line = line_of(text, 'effect = "dmg"')
    assert refused(text).startswith(f"line {line}, card R01: ")


def test_where_cards_cannot_be_told_by_their_heads_the_card_is_named_without_a_line() -> None:
    inline = 'card = [{ id = "R01", colour = "red", kind = "incantation", effect = "zap", en.name = "x" }]'
    assert refused(inline) == "card R01: effect, step 1: unknown word 'zap'"
    quoting = STANDIN.replace('en.text = "Your rival loses 2 energy."', 'en.text = """\n[[card]]\n"""')
    assert refused(quoting.replace('id = "R03"', 'id = "X03"')).startswith("card number 3: id is")


def test_a_name_of_nothing_but_blanks_is_none_and_broken_lines_are_joined() -> None:
    nameless = STANDIN.replace('en.name = "Ember Lance"', 'en.name = "  "')
    assert read_set(nameless).cards[0].words["en"]["name"] == "Lance de braise"
    assert "the card has no name" in refused(nameless.replace('fr.name = "Lance de braise"', 'fr.name = ""'))
    broken = STANDIN.replace('"Your rival loses 2 energy."', '"""Your rival\nloses\u00a02 energy. """')
    assert read_set(broken).cards[0].words["en"]["text"] == "Your rival loses\u00a02 energy."


def test_a_missing_field_is_reported_at_the_line_where_its_card_begins() -> None:
    text = STANDIN.replace('id = "B07"\ncolour = "blue"\n', 'id = "B07"\n')
    head = line_of(text, 'id = "B07"') - 1
    assert refused(text).startswith(f"line {head}, card B07: colour is missing")


def test_a_missing_card_is_named_with_its_colour() -> None:
    without = re.sub(r'(?s)\[\[card\]\]\nid = "Y09".*?(?=\[\[card\]\])', "", STANDIN)
    assert refused(without) == "14 yellow cards instead of 15: Y09 is missing (SC-002)"


def test_a_card_without_any_name_is_refused() -> None:
    text = STANDIN.replace('en.name = "Ember Lance"\n', "").replace('fr.name = "Lance de braise"\n', "")
    assert refused(text).endswith("card R01: the card has no name: write en.name or fr.name")


@pytest.mark.parametrize("text", ["", "card = 3", "card = [1]"])
def test_a_file_without_cards_is_refused(text: str) -> None:
    assert "[[card]]" in refused(text) if text else "R01 is missing" in refused("card = []")


def test_invalid_toml_is_refused_with_its_line() -> None:
    assert "line 2" in refused("standin = true\n[[card\n")


@pytest.fixture
def set_with_stronger_r01(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A set installed on this host in which R01 deals 5 damage."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    text = card_file_with(R01={"effect": "dmg 5"}).replace("standin = true\n", "")
    assert GAME.add_cards("harder", text).startswith("60 cards")
    return "harder"


def test_a_stored_set_can_be_played_with(set_with_stronger_r01: str) -> None:
    state = at(options={"cards": set_with_stronger_r01}, piles={"R": ["R01/0"]})
    assert energy(play(state, "activate R01")) == [10, 5]
    assert state.view(None)["options"]["cards"] == set_with_stronger_r01
    match = Match(GAME, 2, {"cards": set_with_stronger_r01}, seed=3)
    assert Match.load(match.save()).state.view(0) == match.state.view(0)


def test_a_log_line_uses_the_current_words_of_its_set(set_with_stronger_r01: str) -> None:
    state = play(at(options={"cards": set_with_stronger_r01}, piles={"R": ["R01/0"]}), "activate R01")
    line = state.view(None)["log"][-1]
    before = GAME.say(line)
    assert before == GAME.sentence(GAME.words["en"], line)
    GAME.add_cards(set_with_stronger_r01, card_file_with(R01={"effect": "dmg 5"}).replace("Ember Lance", "Winter"))
    assert GAME.say(line) == before.replace("Ember Lance", "Winter") != before
    path_of("spellcaster", set_with_stronger_r01).unlink()
    with pytest.raises(CardsError, match="there is no card set 'harder'; there are standin"):
        GAME.say(line)


def test_a_record_that_no_longer_fits_says_that_its_cards_may_have_changed(set_with_stronger_r01: str) -> None:
    start = at(options={"cards": set_with_stronger_r01}, energy=[10, 5], piles={"R": ["R01/0"]}).position()
    match = Match(GAME, start=start, seed=3)
    match.play({"do": "activate", "card": "R01"})
    record = match.save()
    assert record["outcome"]["winners"] == [0]
    assert Match.load(record).save() == record
    GAME.add_cards(set_with_stronger_r01, card_file_with(R01={"effect": "dmg 1"}))
    with pytest.raises(RecordError, match=r"cards: was played with another set of cards 'harder'"):
        Match.load(record)
    old = {key: value for key, value in record.items() if key != "cards"}  # from before sets had fingerprints
    with pytest.raises(RecordError, match=r"outcome: .*; the set of cards 'harder' is perhaps no longer the one"):
        Match.load(old)
    with pytest.raises(RecordError, match=r"log\[0\]: .*; the set of cards 'harder' is perhaps no longer the one"):
        Match.load(old | {"log": [{"do": "activate", "card": "R02"}]})
    boxed = Match(GAME, 2, seed=3).save()
    with pytest.raises(RecordError) as error:
        Match.load(boxed | {"log": boxed["log"][1:]})
    assert "set of cards" not in str(error.value)


def test_the_words_of_a_stored_set_are_its_own_and_a_missing_text_is_generated(set_with_stronger_r01: str) -> None:
    words = {language: GAME.words[language]["sets"][set_with_stronger_r01] for language in ("en", "fr")}
    assert words["en"]["standin"] == ""
    assert words["en"]["cards"]["R01"]["text"] == "Your rival loses 5 energy."
    assert words["fr"]["cards"]["R01"]["text"] == "Votre rival perd 5 énergies."
    assert "not in the rulebook" in GAME.words["en"]["sets"]["standin"]["standin"]


def test_a_set_that_is_not_stored_cannot_be_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    for name in ("nothing", "../standin", "/etc/passwd", "", 3, None, ["standin"]):
        with pytest.raises(OptionError, match="cards"):
            GAME.new(2, {"cards": name})
    with pytest.raises(CardsError, match="standin comes with the game"):
        GAME.add_cards("standin", STANDIN)
    for name in ("../x", "", "Mine", "x" * 33, 3, None):
        with pytest.raises(CardsError, match="named with 1 to 32 of"):
            GAME.add_cards(name, STANDIN)  # type: ignore[arg-type]


def test_nothing_is_stored_of_a_set_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    with pytest.raises(CardsError):
        GAME.add_cards("bad", card_file_with(R01={"effect": "boom"}))
    assert list(tmp_path.rglob("*")) == []


def test_a_file_gone_astray_harms_nobody(set_with_stronger_r01: str, tmp_path: Path) -> None:
    (tmp_path / "cards" / "spellcaster" / "lost.toml").symlink_to(tmp_path / "nowhere")
    assert list(GAME.words["en"]["sets"]) == ["standin", set_with_stronger_r01]
    with pytest.raises(OptionError, match=r"option cards: there is no card set 'lost'; there are standin, harder$"):
        GAME.new(2, {"cards": "lost"})


def test_a_file_broken_after_it_was_stored_is_refused_when_chosen_and_harms_no_other_table(
    set_with_stronger_r01: str, tmp_path: Path
) -> None:
    (tmp_path / "cards" / "spellcaster" / "harder.toml").write_text("standin = ")
    with pytest.raises(OptionError, match=r"option cards.*not TOML"):
        GAME.new(2, {"cards": set_with_stronger_r01})
    assert list(GAME.words["en"]["sets"]) == ["standin"]
    assert GAME.new(2)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_text_can_be_made_from_its_effect(language: str) -> None:
    """The generated text of a card differs from those of other effects."""
    words, cards = GAME.words[language], card_set("standin").cards
    texts = [sentences(card.effect, words, multi=False) for card in cards]
    assert all(text.endswith(".") and "{" not in text for text in texts)
    assert len(set(texts)) == len({card.effect for card in cards})


def test_a_running_game_keeps_its_cards_though_the_file_is_replaced(set_with_stronger_r01: str) -> None:
    state = play(at(options={"cards": set_with_stronger_r01}, piles={"R": ["R01/0"], "G": ["G12/0"]}), "activate G12")
    GAME.add_cards("harder", card_file_with(R01={"effect": "dmg 1; draw 1; draw 1"}, G12={"effect": "draw 1"}))
    assert state.view(0)["pending"]["effects"] == ["pay S2{heal 4}", "pay E3{saph 2}"]
    play(state, "choose 1", "decline", "activate R01")
    assert energy(state) == [10, 5]


def test_the_guide_for_owners_explains_every_word_and_its_examples_can_be_read() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "cards.md").read_text(encoding="utf-8")
    table = guide.partition("### The words of an effect")[2]
    steps = [step for row in re.findall(r"^\| (`.*?`) \|", table, re.M) for step in re.findall(r"`(.*?)`", row)]
    for word in parse.WORDS:
        assert any(re.match(rf"{word}\b", step) for step in steps), word
    for word in (*parse.CONDITIONS, *parse.COUNTED):
        assert f"`{word}`" in table
    for text in (*steps, *re.findall(r'^effect = "(.*)"$', table, re.M)):
        assert parse.parse_text(text.replace("\\|", "|"), green=True)
