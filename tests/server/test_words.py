"""What the server says itself: every refusal in both languages, and no sentence that nobody says."""

import ast
import inspect
import re
from pathlib import Path
from string import Formatter
from textwrap import dedent
from typing import Any

import pytest

from sortilege import CannotUndo, IllegalAction, Match, OptionError
from sortilege.server import words as said_by_us
from sortilege.server.messages import Problem
from sortilege.server.problems import LONGEST, Denied, problem, refused
from sortilege.server.standing import Standing
from sortilege.server.store import StoreError
from sortilege.server.words import say, words
from tests.server.house import BOT, FRIEND, ME, new_table, place, serving, sit

SERVER = Path(said_by_us.__file__).parent
NAMED = re.compile(r"""(?:Denied\(\s*[\w.]+|say\(|Limit\([\d., ]+?),?\s*"(\w+)\"""")
LED_UP_TO = {"by_rule"}  # in French the rule is named in the sentence; in English beside it


def blanks(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_with_the_same_values() -> None:
    english, french = words()["en"], words()["fr"]
    assert set(english) == set(french) - {"undo"}
    for key, sentence in english.items():
        assert sentence and french[key]
        assert blanks(sentence) <= blanks(french[key])
        assert blanks(french[key]) - blanks(sentence) == ({"rule"} if key in LED_UP_TO else set()), key


def test_every_sentence_is_said_somewhere_and_every_reason_has_one() -> None:
    used = {name for file in SERVER.glob("*.py") for name in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert used == set(words()["en"])


def test_every_reason_not_to_take_a_step_back_is_known_in_french() -> None:
    reasons = set()
    for asked in (
        Match.why_no_undo,
        Standing.why_no_undo,
        Standing.why_no_turn_back,
        Standing.why_no_copy,
        Standing.why_not_alone,
    ):
        for node in ast.walk(ast.parse(dedent(inspect.getsource(asked)))):
            if isinstance(node, ast.Return) and node.value is not None:
                found = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
                reasons |= {value for value in found if isinstance(value, str)}
    assert reasons == set(words()["fr"]["undo"])
    for reason in reasons:
        assert say("no_undo", why=reason).en == f"This step cannot be taken back: {reason}."
        assert reason not in say("no_undo", why=reason).fr


def test_what_the_rules_refuse_is_led_up_to_in_french_with_the_rule() -> None:
    told = refused(IllegalAction("SB-103", "six tokens: a spell is learned with 3, 4 or 5"))
    assert (told.message, told.rule) == ("six tokens: a spell is learned with 3, 4 or 5", "SB-103")
    assert told.fr.startswith("La règle SB-103 ne le permet pas.") and told.fr.endswith("3, 4 or 5")
    status, told_by_http = problem(OptionError("abracada is played by 2, 3, 4 or 5, not 9 (AQ-101)"))
    assert status == 422 and told_by_http.fr.startswith("La règle AQ-101 ne le permet pas.")
    assert refused(CannotUndo("no")).fr == "Le jeu ne le permet pas. En anglais\N{NO-BREAK SPACE}: no"


def test_what_somebody_sent_is_not_quoted_at_length_in_either_language() -> None:
    told = refused(Denied(400, "misread_message", why="x" * 10_000))
    assert len(told.message) == len(told.fr) == LONGEST and told.fr.endswith("…")


def test_a_store_that_fails_is_not_told_with_its_insides() -> None:
    assert problem(StoreError("/a/path: disk full")) == (503, Problem(say("not_saved").en, say("not_saved").fr))


@pytest.mark.parametrize(
    ("verb", "path", "body", "french"),
    [
        ("GET", "/api/tables/nosuchtable", None, "Cette table n’existe pas."),
        ("GET", "/api/nothing", None, "Il n’y a rien à cette adresse."),
        ("POST", "/api/tables", {"game": "abracada", "seats": [ME, ME]}, "une seule place comme la vôtre"),
        ("POST", "/api/tables", {"game": "abracada", "seats": [ME]}, "La règle AQ-101 ne le permet pas."),
        (
            "POST",
            "/api/tables",
            {"game": "abracada", "seats": [ME, BOT], "options": {"die": 3}},
            "Le jeu ne le permet pas.",
        ),
        ("POST", "/api/tables", {"game": 7}, "La demande n’est pas comprise."),
        ("DELETE", "/api/tables", None, "La demande n’a pas abouti."),
    ],
)
async def test_a_problem_is_told_in_french_too(call: Any, verb: str, path: str, body: Any, french: str) -> None:
    status, told = await call(verb, path, body)
    assert status >= 400
    assert french in told["fr"] and told["message"] and told["message"] != told["fr"]


async def test_a_full_table_a_wrong_turn_and_a_step_that_stays_are_told_in_french_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as house:
        made = await new_table(house, ME, FRIEND, options={"first": 0})
        friend = await sit(house, made, "Bo")
        async with (
            place(house, made["table"], made["token"]) as ada,
            place(house, made["table"], friend["token"]) as bo,
        ):
            await bo.say(type="act", n=bo.now["n"], action={"do": "end"})
            told = await bo.told()
            assert (told["fr"], told["rule"]) == ("C’est à Ada de jouer.", "AQ-205")
            await bo.say(type="undo", n=bo.now["n"])
            assert (await bo.told())["fr"].endswith("rien n’a encore été joué.")
            await ada.say(type="act", n=ada.now["n"], action={"do": "end"})
            told = await ada.told()
            assert told["fr"].startswith(f"La règle {told['rule']} ne le permet pas.") and told["rule"]
