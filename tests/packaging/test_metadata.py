"""What a package says of itself, and what makes its release: read as files, nothing is built."""

import re
from pathlib import Path
from typing import Any

import yaml

import sortilege
from hatch_urls import urls
from tests.docs.commands import settings

ROOT = Path(__file__).parents[2]
RELEASE: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
JOBS: dict[str, Any] = RELEASE["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]
PYTHON = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def test_the_version_is_written_in_one_place() -> None:
    assert "version" in settings("project", "dynamic") and "version" not in settings("project")
    source = ROOT / settings("tool", "hatch", "version", "path")
    assert source.read_text(encoding="utf-8").count(f'__version__ = "{sortilege.__version__}"') == 1


def test_the_package_says_that_it_is_typed_and_is() -> None:
    assert "Typing :: Typed" in settings("project", "classifiers")
    assert (Path(sortilege.__file__).parent / "py.typed").exists()


def test_a_package_names_the_repository_that_built_it_and_no_other() -> None:
    forge = {"GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "ada/table"}
    assert urls({}) == {}
    links = urls(forge | {"GITHUB_REF_NAME": "v1.0.0"})
    assert links["Source"] == "https://forge.example/ada/table/tree/v1.0.0"
    assert all(link.startswith("https://forge.example/ada/table") for link in links.values())
    assert (ROOT / links["Changelog"].rpartition("/")[2]).exists() and (ROOT / "docs").is_dir()
    assert "urls" in settings("project", "dynamic")


def test_wheels_are_made_for_the_pythons_that_are_promised() -> None:
    promised = {classifier[1] for line in settings("project", "classifiers") if (classifier := PYTHON.fullmatch(line))}
    built = {f"{name[2]}.{name[3:-2]}" for name in settings("tool", "cibuildwheel", "build")}
    assert built == promised
    assert settings("project", "requires-python") == f">={min(promised, key=lambda name: int(name[2:]))}"


def test_a_wheel_of_a_release_is_compiled_or_is_none() -> None:
    assert settings("tool", "cibuildwheel", "environment")["SORTILEGE_COMPILE"] == "require"
    command = settings("tool", "cibuildwheel", "test-command")
    assert command.endswith("smoke.py compiled")
    assert (ROOT / command.split()[1].removeprefix("{project}/")).exists()


def test_the_release_has_wheels_for_every_platform_and_pyodide() -> None:
    machines = JOBS["wheels"]["strategy"]["matrix"]["os"]
    assert {name.partition("-")[0] for name in machines} == {"ubuntu", "macos", "windows"}
    assert any("--platform pyodide" in step.get("run", "") for step in JOBS["pyodide"]["steps"])


def test_only_a_tag_is_published_and_only_when_everything_was_built() -> None:
    publishing = [name for name, job in JOBS.items() if "pypi-publish" in str(job)]
    assert publishing == ["publish"]
    assert JOBS["publish"]["if"] == "github.ref_type == 'tag'"
    assert set(JOBS["publish"]["needs"]) == {"sources", "wheels", "dependencies"}
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["publish"]


def test_a_release_is_audited_and_lists_what_it_depends_on() -> None:
    commands = [step["run"] for step in JOBS["dependencies"]["steps"] if "run" in step]
    (audit,) = [command for command in commands if command.startswith("pip-audit")]
    assert {"--strict", "--require-hashes", "requirements/server.txt", "requirements/build.txt"} <= set(audit.split())
    (listing,) = [command for command in commands if command.startswith("cyclonedx-py")]
    assert listing.endswith("requirements/server.txt")
    (artifact,) = [step["with"] for step in JOBS["dependencies"]["steps"] if "upload-artifact" in step.get("uses", "")]
    assert artifact["path"] in listing and not artifact["name"].startswith("dist-"), "kept with the run, not published"


def test_wheels_are_built_and_tried_with_what_the_locks_name() -> None:
    wheels = settings("tool", "cibuildwheel")
    assert "--no-isolation" in wheels["build-frontend"]["args"]
    assert wheels["before-build"].endswith("--require-hashes -r {project}/requirements/build.txt")
    assert wheels["before-test"].endswith("--require-hashes -r {project}/requirements/server.txt")
