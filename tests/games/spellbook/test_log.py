"""The log: what each line tells, so that a board can move the very tokens, and what it says."""

import random
from collections import Counter
from typing import Any

import pytest

from sortilege.games.spellbook import GAME
from tests.games.spellbook.moves import EVENING, MIDDAY, SET2, SET3, all_but, at, draw_all, full, play
from tests.games.spellbook.pieces import TABLES
from tests.shelf.tables import walk

NAMES = ["Ann", "Bo"]


def last(state: Any) -> dict[str, Any]:
    line: dict[str, Any] = state.view(None)["log"][-1]
    return line


def last_sentence(state: Any, language: str = "en") -> str:
    return GAME.say(last(state), language).format(*NAMES)


@pytest.mark.parametrize("table", TABLES)
def test_the_moves_of_a_game_add_up_to_where_the_tokens_are(table: tuple[int, dict[str, Any]]) -> None:
    """Whoever moves tokens as the log says ends with the same table; a refill pours the box into the pouch."""
    places: dict[str, Counter[str]] = {"pouch": Counter(GAME.new(*table).view(None)["pouch"].split())}
    *_, state = walk(GAME.new(*table), random.Random(23))
    view = state.view(None)
    for line in view["log"]:
        for move in line.get("moves", []):
            places[move["from"]][move["token"]] -= 1
            assert places[move["from"]][move["token"]] >= 0
            places.setdefault(move["to"], Counter())[move["token"]] += 1
        if "refilled" in line:
            places["pouch"] += places["discard"]
            places["discard"] = Counter()
    zones = {"pouch": view["pouch"], "discard": view["discard"], "altar": view["altar"]}
    zones |= {f"pool {seat}": player["pool"] for seat, player in enumerate(view["players"])}
    zones |= {f"board {seat}": player["board"] for seat, player in enumerate(view["players"])}
    for place, tokens in zones.items():
        assert +places.get(place, Counter()) == Counter(tokens.split()), place


@pytest.mark.parametrize("table", TABLES)
def test_the_points_of_a_game_add_up(table: tuple[int, dict[str, Any]]) -> None:
    *_, state = walk(GAME.new(*table), random.Random(29))
    sums = [0] * state.seats
    for line in state.view(None)["log"]:
        for seat in range(state.seats):
            sums[seat] += line.get("scores", {}).get(str(seat), 0)
    assert sums == state.scores()


@pytest.mark.parametrize("table", TABLES)
def test_a_primary_action_is_logged_once_by_its_effect(table: tuple[int, dict[str, Any]]) -> None:
    *_, state = walk(GAME.new(*table), random.Random(31))
    log = state.view(None)["log"]
    acts = [n for n, line in enumerate(log) if line["do"] == "act"]
    assert acts
    for n in acts:
        assert GAME.say(log[n] | {"refilled": 0}) == GAME.words["en"]["log"]["refilled"]  # and nothing else
        assert log[n + 1]["do"] == log[n]["action"]
        assert log[n]["by"] == log[n + 1].get("of" if log[n + 1]["by"] is None else "by")
        assert GAME.say(log[n + 1])


def test_a_learning_tells_where_its_tokens_went() -> None:
    state = at("Ro Rt Rs", "", altar="Po Po Po Po Po", turn=EVENING)
    play(state, "act learn", "learn sacrifice 3", "place Rt", "pay Ro", "pay Rs")
    assert last(state)["learned"] == {"seat": 0, "spell": "sacrifice", "level": 3, "rune": "t"}
    assert last(state)["moves"] == [
        {"token": "Ro", "from": "spent", "to": "discard"},
        {"token": "Rt", "from": "spent", "to": "card 0 R"},
        {"token": "Rs", "from": "pool 0", "to": "discard"},
    ]
    assert last(state)["begins"] == {"seat": 0, "day": 1, "phase": "night"}
    assert last(state)["scores"] == {"0": 1}
    assert last_sentence(state) == "Ann pays a red Square. Ann learns Sacrifice at level 3 with a Triangle."
    assert last_sentence(state, "fr") == "Ann paie un Carré rouge. Ann apprend Sacrifice au niveau 3 avec un Triangle."


def test_a_swap_tells_both_tokens() -> None:
    player = {"pool": "Ro", "book": {"purification": "3o"}}
    state = play(at(player, "", altar="Yo", turn=MIDDAY), "use purification 3", "give Ro")
    assert "moves" not in last(state)
    play(state, "take Yo")
    assert last(state)["moves"] == [
        {"token": "Ro", "from": "pool 0", "to": "altar"},
        {"token": "Yo", "from": "altar", "to": "pool 0"},
    ]
    assert last_sentence(state) == "Ann swaps a red Round for a yellow Round."


def test_mirage_is_named_in_its_draws() -> None:
    state = at({"book": {"mirage": "3o"}}, "", options=SET3, altar="Ro")
    play(state, "act take", "take Ro", "draw Ks")
    assert (last(state)["to"], last(state)["mirage"]) == ("pool 0", True)
    assert last_sentence(state) == "Mirage: Ann draws a black Square."
    plain = play(at("", "", options=SET3), "act draw", "draw Ks")
    assert last_sentence(plain) == "Ann draws a black Square."


def test_a_copy_names_its_owner() -> None:
    spells = ["blaze", "sharing", "growth", "offering", "clone", "mirage", "communion"]
    player = {"pool": "Ro Rt", "book": {"clone": "3o"}}
    state = at(player, {"book": {"offering": "3o"}}, spells=spells, altar="Yo", turn=MIDDAY)
    copied = play(state.clone(), "use clone 3", "copy 1 offering 3")
    assert last_sentence(copied) == "Ann copies Offering 3 from Bo."
    assert last_sentence(copied, "fr") == "Ann copie Offrande 3 de Bo."
    assert last(play(copied, "store Ro"))["copying"]["spell"] == "offering"
    assert last_sentence(play(state.clone(), "use clone 3", "copy store")) == "Ann copies “Store 1”."


def test_levels_refills_wipes_and_the_end_are_logged() -> None:
    growth = at({"book": {"growth": "5o"}}, "", options=SET3, altar="Ro", turn=EVENING)
    play(growth, "use growth 5", "take Ro")
    assert last(growth)["levels"] == {"seat": 0, "spell": "growth", "from": 5, "to": 4}
    assert last_sentence(growth).endswith("Growth goes down to level 4.")
    refill = play(at("", "", discard="Ro Ro Ro", altar=all_but("Ro Ro Ro")), "act draw")
    assert (last(refill)["refilled"], "moves" in last(refill)) == (3, False)
    ten = "Ro Rt Rs Po Pt Ps Go Gt Gs Ko"
    wiped = play(at("", "", altar=ten, turn=EVENING), "skip")
    assert last(wiped)["wiped"] is True
    assert last_sentence(wiped) == "Ann skips Evening. The altar is cleared."
    trigger = play(at({"pool": "Ro", "board": full(13)}, "", turn=MIDDAY), "act store", "store Ro")
    assert last(trigger)["triggered"] == {"seat": 0, "by": "board"}
    over = at({"board": full(14)}, "", altar="Ro Rt Rs Po Pt", turn={"seat": 1, "phase": "evening"})
    draw_all(play(over, "skip"))
    assert last(over)["ended"] == {"winners": [0], "scores": [18, 0], "reason": "points", "opponent": None}
    assert last_sentence(over).endswith("Ann wins with 18 points: most points.")


def test_the_solo_end_is_logged_with_the_points_of_both() -> None:
    state = at({"board": full(14)}, altar="Ro Rt", turn=EVENING)
    draw_all(play(state, "skip", "offer Ro"))
    assert last_sentence(state).endswith("Ann wins, 18 to 0.")
    assert last_sentence(state, "fr").endswith("Ann gagne, 18 à 0.")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_spell_has_its_name_and_three_texts(language: str) -> None:
    words = GAME.words[language]
    assert len(words["spells"]) == 21
    for spell in words["spells"].values():
        assert set(spell) == {"name", "phase", "3", "4", "5"}
        assert spell["phase"] in words["kinds"]


def test_every_question_a_table_asks_has_words() -> None:
    questions = set()
    for lineup in (SET2, SET3, {}):
        for state in walk(GAME.new(2, lineup), random.Random(3)):
            asks = state.view(None)["asks"]
            if asks and state.turn() >= 0:
                step = asks["step"]
                questions.add(f"choose_{state.view(None)['now']['phase']}" if step == "choose" else step)
    assert questions <= set(GAME.words["en"]["asks"])
    assert len(questions) > 10
