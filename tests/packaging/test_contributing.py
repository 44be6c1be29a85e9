"""The files that a forge and a contributor's tools read: workflows, hooks and templates. They are only parsed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import hatch_build
import run
from tests.docs.commands import settings

ROOT = Path(__file__).parents[2]
WORKFLOWS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / ".github/workflows").iterdir())}
TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+(\.\d+)*")
PATHS = re.compile(r"(?:\.ci|src|tests|requirements)/[\w/]+(?:\.\w+)?")

workflow = pytest.mark.parametrize("name", WORKFLOWS)


def jobs(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load(WORKFLOWS[name])["jobs"])


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in jobs(name).values() for step in job["steps"]]


# ---------------------------------------------------------------- workflows
@workflow
def test_every_action_is_pinned_by_its_commit_with_the_version_beside_it(name: str) -> None:
    named = re.findall(r"uses: (.*)", WORKFLOWS[name])
    assert len(named) == len([step for step in steps(name) if "uses" in step])
    for action in named:
        assert PINNED.fullmatch(action), action


def test_every_workflow_uses_the_same_commit_of_an_action() -> None:
    actions = {action for text in WORKFLOWS.values() for action in re.findall(r"uses: (.*)", text)}
    assert len({action.partition("@")[0] for action in actions}) == len(actions)


@workflow
def test_a_workflow_may_only_read_unless_a_job_says_more(name: str) -> None:
    assert yaml.safe_load(WORKFLOWS[name])["permissions"] == {"contents": "read"}


@workflow
def test_a_workflow_names_files_that_exist(name: str) -> None:
    for step in steps(name):
        assert ("uses" in step) != ("run" in step), step
        for path in PATHS.findall(step.get("run", "")):
            assert (ROOT / path).exists(), path


def test_every_push_and_pull_request_runs_all_checks_and_the_games_on_other_systems() -> None:
    triggers = yaml.safe_load(WORKFLOWS["ci.yml"])[True]  # `on` is a boolean in YAML
    assert triggers == {"push": None, "pull_request": None}
    everything, games = (jobs("ci.yml")[job] for job in ("everything", "games"))
    assert everything["runs-on"] == "ubuntu-latest" and {"run": ".ci/run"} in everything["steps"]
    assert {system.partition("-")[0] for system in games["strategy"]["matrix"]["os"]} == {"macos", "windows"}
    tests = games["steps"][-1]
    assert {"tests/core", "tests/games"} <= set(tests["run"].split()) and tests["env"]["SORTILEGE_PURE"] == "1"


# ---------------------------------------------------------------- hooks
def test_the_hooks_and_run_py_check_use_the_same_tools() -> None:
    hooks = {hook["id"]: hook["entry"] for repo in HOOKS for hook in repo["hooks"]}
    assert hooks == {tool: f"python3 run.py check {tool}" for tool in run.checks()}


def test_run_py_check_and_npm_use_the_same_commands_for_web() -> None:
    scripts = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["scripts"]
    assert " && ".join((scripts["check"], scripts["test"])) == " && ".join(hatch_build.WEB_CHECKS.values())


def test_an_unknown_check_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(run.SetupFailed, match="pylint is not one of the checks: mypy, ruff"):
        run.check(["ruff", "pylint"])


# ---------------------------------------------------------------- other files
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_an_issue_template_is_a_form(template: Path) -> None:
    form = yaml.safe_load(template.read_text(encoding="utf-8"))
    if template.name == "config.yml":
        assert form == {"blank_issues_enabled": True}
        return
    assert form["name"] and form["description"]
    fields = [field["id"] for field in form["body"]]
    assert len(set(fields)) == len(fields)
    assert all(field["attributes"]["label"] for field in form["body"])


def test_the_sources_of_a_release_hold_every_file_at_the_top_that_tests_read() -> None:
    included = settings("tool", "hatch", "build", "targets", "sdist", "include")
    for path in (".github", ".pre-commit-config.yaml", ".editorconfig", "SECURITY.md"):
        assert (ROOT / path).exists() and f"/{path}" in included
