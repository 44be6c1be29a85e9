"""What the server says itself: every refusal in both languages, and no sentence that nobody says."""

import ast
import inspect
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from sortilege import CannotUndo, IllegalAction, Match, OptionError, PositionError
from sortilege.core.text.phrases import shared
from sortilege.core.text.words import Text
from sortilege.server import text as server_text
from sortilege.server.errors import LONGEST_SENTENCE, Denied, status_and_problem, translate_decode_error
from sortilege.server.live.socket import refused
from sortilege.server.store import OutcomeUnknown, StoreError
from sortilege.server.tables import undo
from sortilege.server.text import Problem, sentence, words
from tests.server.server_fixture import BOT, FRIEND, ME, new_table, place, serving, sit
from tests.shelf.test_words import gaps, leaves

SERVER = Path(server_text.__file__).parent
NAMED = re.compile(
    r"""(?:(?:Denied|__init__)\(\s*[\w.]+|\bsentence\(|\bLimit\([\w.]+|ConcurrencyLimit\([\w.]+,\s*[\w.]+"""
    r"""|reason\b.* =),?\s*"(\w+)\""""
)
# not sentences themselves, but what stands in some, and which language it is
TABLES = {"undo", "unit", "misread", "language"}


def test_both_languages_say_the_same_with_the_same_values() -> None:
    english, french = (dict(leaves(words()[language])) for language in ("en", "fr"))
    assert list(english) == list(french)
    for key, english_sentence in english.items():
        assert english_sentence and french[key]
        assert gaps(english_sentence) - {"english"} == gaps(french[key]), key


def test_every_sentence_is_used_and_every_reason_has_one() -> None:
    used = {name for file in SERVER.rglob("*.py") for name in NAMED.findall(file.read_text(encoding="utf-8"))}
    assert used == set(words()["en"]) - TABLES


def test_every_reason_not_to_take_a_step_back_is_known_in_both_languages() -> None:
    reasons = set()
    for function in (
        Match.why_no_undo,
        undo.why_no_undo,
        undo.why_no_turn_back,
        undo.why_no_copy,
        undo.why_not_alone,
        undo.why_no_request,
    ):
        for node in ast.walk(ast.parse(dedent(inspect.getsource(function)))):
            if isinstance(node, ast.Return) and node.value is not None:
                constants = [part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant)]
                reasons |= {value for value in constants if isinstance(value, str)}
    assert reasons == set(words()["en"]["undo"]) == set(words()["fr"]["undo"])
    for reason in reasons:
        text = sentence("no_undo", why=reason)
        assert text.en == f"This step cannot be taken back: {words()['en']['undo'][reason]}."
        assert text.fr.endswith(f"{words()['fr']['undo'][reason]}.")


def test_a_refusal_of_the_rules_is_a_sentence_in_both_languages_with_its_rule_beside_it() -> None:
    problem = refused(IllegalAction("AQ-701", shared("over")))
    assert (problem.message, problem.fr, problem.rule) == ("The game is over.", "La partie est terminée.", "AQ-701")
    status, http_problem = status_and_problem(OptionError(shared("no_seat", last=2, given=9), "AQ-101"))
    assert (status, http_problem.rule) == (422, "AQ-101")
    assert http_problem.fr == "Cette table a les places 0 à 2, et non 9."
    assert refused(CannotUndo(shared("no_undo", why="drawn"))).fr.endswith("quelque chose a été tiré ou lancé depuis.")


def test_messages_for_programs_are_not_shown_to_readers_of_french() -> None:
    problem = refused(PositionError("life", "is a list of 2", "AQ-001"))
    assert (problem.message, problem.fr) == ("life: is a list of 2", "Le jeu ne le permet pas.")


@pytest.mark.parametrize(
    ("english", "en", "fr"),
    [
        ("Object missing required field `n`", "the field `n` is missing", "il manque le champ `n`"),
        (
            "Object contains unknown field `x` - at `$.seats[0]`",
            "there is no field `x` (`$.seats[0]`)",
            "il n’y a pas de champ `x` (`$.seats[0]`)",
        ),
        (
            "Expected `int`, got `str` - at `$.n`",
            "`int` is expected, not `str` (`$.n`)",
            "il faut `int`, et non `str` (`$.n`)",
        ),
        ("Expected `str` - at `$.type`", "`str` is expected (`$.type`)", "il faut `str` (`$.type`)"),
        (
            "Invalid enum value 'god' - at `$.level`",
            "the value 'god' is not possible (`$.level`)",
            "la valeur 'god' n’est pas possible (`$.level`)",
        ),
        ("JSON is malformed: invalid character (byte 4)", "it is not JSON", "ce n’est pas du JSON"),
        ("Input data was truncated", "it is not JSON", "ce n’est pas du JSON"),
        (
            "Object contains unknown field `a\r\n\u2028b`",
            "there is no field `a\ufffd\ufffd\ufffdb`",
            "il n’y a pas de champ `a\ufffd\ufffd\ufffdb`",
        ),
        ("Integer value out of range", "Integer value out of range", "ce n’est pas la forme attendue"),
    ],
)
def test_decoder_errors_are_reported_in_both_languages(english: str, en: str, fr: str) -> None:
    assert translate_decode_error(english) == Text(en, fr)


def test_user_input_is_not_quoted_at_length_in_either_language() -> None:
    problem = refused(Denied(400, "misread_message", why="x" * 10_000))
    assert len(problem.message) == len(problem.fr) == LONGEST_SENTENCE and problem.fr.endswith("…")


def test_a_failing_store_is_reported_without_its_details() -> None:
    assert status_and_problem(StoreError("/a/path: disk full")) == (
        503,
        Problem(sentence("not_saved").en, sentence("not_saved").fr),
    )
    unknown = status_and_problem(OutcomeUnknown("no answer"))
    assert unknown == (503, Problem(sentence("maybe_saved").en, sentence("maybe_saved").fr))


@pytest.mark.parametrize(
    ("verb", "path", "body", "french"),
    [
        ("GET", "/api/tables/nosuchtable", None, "Cette table n’existe pas."),
        ("GET", "/api/nothing", None, "Il n’y a rien à cette adresse."),
        ("POST", "/api/tables", {"game": "abracada", "seats": [ME, ME]}, "une seule place comme la vôtre"),
        ("POST", "/api/tables", {"game": "abracada", "seats": [ME]}, "se joue à 2, 3, 4 ou 5, et non à 1."),
        (
            "POST",
            "/api/tables",
            {"game": "abracada", "seats": [ME, BOT], "options": {"die": 3}},
            "Le dé\N{NO-BREAK SPACE}» (die) est une liste de 1 à 36 faces, chacune de 1 à 6, et non 3.",
        ),
        ("POST", "/api/tables", {"game": 7}, "il faut `str`, et non `int` (`game`)."),
        ("POST", "/api/tables", None, "rien n’a été envoyé."),
        ("DELETE", "/api/tables", None, "La demande n’a pas abouti."),
    ],
)
async def test_a_problem_is_reported_in_french_too(call: Any, verb: str, path: str, body: Any, french: str) -> None:
    status, problem = await call(verb, path, body)
    assert status >= 400
    assert french in problem["fr"] and problem["message"] and problem["message"] != problem["fr"]


async def test_a_full_table_a_wrong_turn_and_a_required_step_are_refused_in_french_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        created = await new_table(server, ME, FRIEND, options={"first": 0})
        friend = await sit(server, created, "Bo")
        async with (
            place(server, created["table"], created["token"]) as ada,
            place(server, created["table"], friend["token"]) as bo,
        ):
            await bo.say(type="act", n=bo.now["n"], action={"do": "end"})
            refusal = await bo.receive_kind()
            assert (refusal["fr"], refusal["rule"]) == ("C’est à Ada de jouer.", "AQ-205")
            await bo.say(type="undo", n=bo.now["n"])
            assert (await bo.receive_kind())["fr"].endswith("rien n’a encore été joué.")
            await ada.say(type="act", n=ada.now["n"], action={"do": "end"})
            refusal = await ada.receive_kind()
            assert (refusal["fr"], refusal["rule"]) == (
                "Annoncez au moins un sort avant de finir votre tour.",
                "AQ-201",
            )
