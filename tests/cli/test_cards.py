"""`sortilege cards`: files of one's own, shown, read over and kept; every wrong one refused in a line."""

import json
from pathlib import Path

import pytest

import sortilege
from sortilege import Match
from sortilege.core.contract import cards
from sortilege.core.game import Game
from tests.cli.running import refused, run

TYPED = [name for name in sortilege.games() if sortilege.game(name).cards_option is not None]


def built_in_sets(game: Game) -> tuple[str, ...]:
    assert game.cards_option is not None
    names: tuple[str, ...] = game.options[game.cards_option].allowed.shipped
    return names


@pytest.fixture(params=TYPED)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game whose cards can be typed in."""
    return sortilege.game(request.param)


@pytest.fixture
def file(tmp_path: Path, game: Game) -> Path:
    """The cards of the box, as somebody would begin to edit them."""
    path = tmp_path / "mine.toml"
    path.write_text(game.card_file(built_in_sets(game)[0]), encoding="utf-8")
    return path


def spell_file(path: Path, *changes: tuple[str, str]) -> str:
    """A file with the basic deck, a few texts changed; answers its path."""
    text = sortilege.game("spell").card_file("basic")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (path / "deck.toml").write_text(text, encoding="utf-8")
    return str(path / "deck.toml")


# ---------------------------------------------------------------- the way of an owner
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("show", "check", "add", "list"):
        assert f"Example: sortilege cards {name}" in " ".join(run(capsys, "cards", name, "--help").out.split())
    assert "cards" in run(capsys, "--help").out


def test_a_card_set_is_printed_edited_checked_added_listed_and_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Game
) -> None:
    path = str(tmp_path / "new.toml")
    assert run(capsys, "cards", "show", game.name, "--to", path).code == 0
    text = Path(path).read_text(encoding="utf-8")
    assert text == run(capsys, "cards", "show", game.name).out
    name = cards.heading(text).name
    assert name is not None
    checked = run(capsys, "cards", "check", path)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out == f"{game.name}: {game.check_cards(text)}\n"
    assert cards.installed_sets(game.name) == {}
    added = run(capsys, "cards", "add", path).out
    assert added.startswith(f"{game.name}: kept as {name}: ")
    assert f"--option {game.cards_option}={name}\n" in added
    assert f"  {name}: {game.check_cards(text)}\n" in run(capsys, "cards", "list").out
    assert run(capsys, "cards", "show", game.name, name).out == text
    match = Match(game, options={str(game.cards_option): name}, seed=1)
    assert match.state.options[str(game.cards_option)] == name
    assert name in game.options[str(game.cards_option)].allowed


def test_card_sets_are_listed_as_json_for_programs(capsys: pytest.CaptureFixture[str], file: Path, game: Game) -> None:
    summary = game.check_cards(file.read_text(encoding="utf-8"))
    checked = json.loads(run(capsys, "cards", "check", str(file), "--json").out)
    assert checked == {"game": game.name, "summary": summary}
    added = json.loads(run(capsys, "cards", "add", str(file), "--name", "printed", "--json").out)
    assert added == {"game": game.name, "option": game.cards_option, "name": "printed", "summary": summary}
    sets = json.loads(run(capsys, "cards", "list", game.name, "--json").out)
    assert list(sets) == [game.name]
    assert [card_set["name"] for card_set in sets[game.name]] == [*built_in_sets(game), "printed"]
    assert sets[game.name][-1] == {"name": "printed", "kept": True, "summary": summary, "problem": None}


def test_game_and_name_stand_at_the_top_of_the_file_or_in_the_command(
    capsys: pytest.CaptureFixture[str], file: Path, game: Game
) -> None:
    """The name may also be the file's own."""
    lines = file.read_text(encoding="utf-8").split("\n")
    bare = "\n".join(line for line in lines if not line.startswith(("game =", "name =")))
    file.write_text(bare, encoding="utf-8")
    for command in ("check", "add"):
        refusal = refused(capsys, "cards", command, str(file))
        assert f"{file}: say which game these cards are for" in refusal and "--game" in refusal
    assert run(capsys, "cards", "add", str(file), "--game", game.name).out.startswith(f"{game.name}: kept as mine:")
    file.write_text(f'game = "{game.name}"\nname = "headed"\n{bare}', encoding="utf-8")
    assert run(capsys, "cards", "add", str(file)).out.startswith(f"{game.name}: kept as headed:")
    assert run(capsys, "cards", "add", str(file), "--name", "said").out.startswith(f"{game.name}: kept as said:")
    assert list(cards.installed_sets(game.name)) == ["headed", "mine", "said"]


def test_a_set_that_games_may_need_is_not_replaced_without_the_option(
    capsys: pytest.CaptureFixture[str], file: Path, game: Game
) -> None:
    assert run(capsys, "cards", "add", str(file), "--name", "mine").code == 0
    assert run(capsys, "cards", "add", str(file), "--name", "mine").code == 0  # the same again changes nothing
    edited = "# another edition\n" + file.read_text(encoding="utf-8")
    file.write_text(edited, encoding="utf-8")
    assert "another set is kept as mine" in refused(capsys, "cards", "add", str(file), "--name", "mine")
    assert cards.read(game.name, "mine") != edited
    assert run(capsys, "cards", "add", str(file), "--name", "mine", "--replace").code == 0
    assert cards.read(game.name, "mine") == edited


def test_a_server_with_a_folder_of_its_own_has_sets_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path, game: Game
) -> None:
    there = str(tmp_path / "there")
    assert "there" not in run(capsys, "cards", "list", "--data", str(tmp_path / "here")).out
    assert run(capsys, "cards", "add", str(file), "--name", "there", "--data", there).code == 0
    assert (tmp_path / "there" / "cards" / game.name / "there.toml").is_file()
    assert "  there: " in run(capsys, "cards", "list", "--data", there).out
    assert "  there: " not in run(capsys, "cards", "list", "--data", str(tmp_path / "here")).out


def test_a_record_is_replayed_only_where_its_cards_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path, game: Game
) -> None:
    run(capsys, "cards", "add", str(file), "--name", "mine")
    record = tmp_path / "record.json"
    record.write_text(json.dumps(Match(game, options={str(game.cards_option): "mine"}, seed=1).save()))
    assert run(capsys, "replay", str(record)).code == 0
    assert run(capsys, "verify", str(record)).code == 0
    cards.installed_sets(game.name)["mine"].unlink()
    refusal = refused(capsys, "replay", str(record))
    assert f"{record}: {game.name}: option {game.cards_option} is " in refusal
    assert "a set this host keeps (none so far; sortilege cards add FILE), not 'mine'" in refusal


# ---------------------------------------------------------------- what is wrong
def test_a_wrong_step_is_named_with_file_line_card_and_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = sortilege.game("spellcaster").card_file("standin")
    path = tmp_path / "spells.toml"
    wrong = text.replace('effect = "dmg 3; rdraw 1"', 'effect = "dmg 3; rdrew 1"')
    line = wrong[: wrong.index("rdrew")].count("\n") + 1
    path.write_text(wrong, encoding="utf-8")
    for command in ("check", "add"):
        refusal = refused(capsys, "cards", command, str(path))
        assert refusal == (
            f"sortilege: {path}: line {line}, card R02: effect, step 2: unknown word 'rdrew'; did you mean rdraw?\n"
        )
    assert cards.installed_sets("spellcaster") == {}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('rows = "XXXX"', 'rows = "XXXXX"', "B1-1: its shape is 1 by 5, more than 4 by 4 (SP-358)"),
        ('"B1-2" = { name', '"B1-1" = { name', "B1-1 is there twice"),
        ('"B1-2" = {', '"B1-2" = ', "this is not TOML"),
        ('"B1-2" = {', '#"B1-2" = {', "cards: a deck has 26 cards, not 25 (SP-351)"),
        ('arena = ["pkpk"', 'arena = ["pkpp"', "S1: its arena has 6 of K or k, not 7 (SP-003)"),
        ('game = "spell"', 'game = "whist"', "there are cards to type in for spell and spellcaster, not for 'whist'"),
        ('game = "spell"', "game = 3", "game is a text, not 3"),
        ('game = "spell"', 'game = "spellcaster"', "a card file has no field"),
    ],
)
def test_a_wrong_deck_is_refused_in_one_line_and_not_stored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, reason: str
) -> None:
    path = spell_file(tmp_path, (old, new))
    line = refused(capsys, "cards", "add", path)
    assert line.startswith(f"sortilege: {path}: ") and reason in line
    assert cards.installed_sets("spell") == cards.installed_sets("spellcaster") == {}


def test_an_invalid_or_built_in_name_is_refused(capsys: pytest.CaptureFixture[str], file: Path, game: Game) -> None:
    for name in ("../x", "Mine", "a" * 33):
        assert "named with 1 to 32 of a-z, 0-9 and -" in refused(capsys, "cards", "add", str(file), "--name", name)
    for name in built_in_sets(game):
        assert f"{name} comes with the game" in refused(capsys, "cards", "add", str(file), "--name", name)
    assert "these cards are for" in refused(capsys, "cards", "check", str(file), "--game", other_than(game))
    assert cards.installed_sets(game.name) == {}


def other_than(game: Game) -> str:
    return next(name for name in TYPED if name != game.name)


def test_a_file_that_is_no_card_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    assert "no such file" in refused(capsys, "cards", "check", str(path))
    assert "is a directory" in refused(capsys, "cards", "check", str(tmp_path))
    for content, reason in (
        (b"\xff\xfe\x00g\x00", "is not a text in UTF-8"),
        (b"#" * (cards.MAX_BYTES + 1), "is over 256 KB"),
        (b"a = " + b"[" * 100_000, "is nested too deeply"),
        (b"\0", "this is not TOML"),
    ):
        path.write_bytes(content)
        assert f"{path}: " in (line := refused(capsys, "cards", "add", str(path))) and reason in line


def test_a_set_spoilt_on_disk_is_listed_with_its_problem(
    capsys: pytest.CaptureFixture[str], file: Path, game: Game
) -> None:
    run(capsys, "cards", "add", str(file), "--name", "mine")
    cards.installed_sets(game.name)["mine"].write_text("game = ")
    assert "  mine: cannot be played: this is not TOML" in run(capsys, "cards", "list").out
    with pytest.raises(sortilege.OptionError, match="not TOML"):
        game.new(2, {str(game.cards_option): "mine"})


def test_a_game_or_set_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in ("show", "list"):
        assert "not for 'abracada'" in refused(capsys, "cards", command, "abracada")
    assert "no set of cards named 'nothing'" in refused(capsys, "cards", "show", "spell", "nothing")
    (tmp_path / "here").write_text("mine")
    assert "exists" in refused(capsys, "cards", "show", "spell", "--to", str(tmp_path / "here"))
    assert (tmp_path / "here").read_text() == "mine"
