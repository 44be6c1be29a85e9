"""`sortilege lessons`: list and check the courses of the games."""

from __future__ import annotations

from typing import Annotated

import typer

from sortilege.cli.output import Json, check_language, show_json

lessons_app = typer.Typer(help="Courses that teach a game on its board: list them, check them.")

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all games.")]
Language = Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the titles.")]


@lessons_app.command("list", epilog="Example: sortilege lessons list spell --lang fr")
def list_lessons(games: Games = None, lang: Language = "en", as_json: Json = False) -> None:
    """List the lessons of every game, in order."""
    import sortilege
    from sortilege.learn import lessons_of

    check_language(lang)
    courses = {name: lessons_of(sortilege.game(name)) for name in games or sortilege.games()}
    if as_json:
        show_json({name: [lesson.id for lesson in lessons] for name, lessons in courses.items()})
        return
    for name, lessons in courses.items():
        typer.echo(f"{name}: {len(lessons)}")
        for number, lesson in enumerate(lessons, 1):
            typer.echo(f"  {number:>2}  {lesson.title[lang]} ({lesson.id})")


@lessons_app.command(epilog="Example: sortilege lessons check abracada")
def check(games: Games = None, as_json: Json = False) -> None:
    """Play every lesson to its goal with its own solution. Stop at the first error."""
    import sortilege
    from sortilege.learn.check import check_lesson
    from sortilege.learn.lessons import lessons_of

    counts = {}
    for name in games or sortilege.games():
        game = sortilege.game(name)
        for lesson in lessons_of(game):
            check_lesson(game, lesson)
        counts[name] = len(lessons_of(game))
    if as_json:
        show_json(counts)
        return
    for name, count in counts.items():
        typer.echo(f"{name}: {count} lessons, each played to its goal")
