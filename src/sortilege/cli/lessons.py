"""`sortilege lessons`: the courses of the games, listed and checked."""

from __future__ import annotations

from typing import Annotated

import typer

from sortilege.cli.output import Json, show_json

lessons_app = typer.Typer(help="Courses that teach a game on its board: what there is, and whether it can be played.")

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; otherwise all.")]
Language = Annotated[str, typer.Option("--lang", metavar="en|fr", help="The language of the titles.")]


@lessons_app.command("list", epilog="Example: sortilege lessons list spell --lang fr")
def list_lessons(games: Games = None, lang: Language = "en", as_json: Json = False) -> None:
    """The lessons of every game, in order."""
    import sortilege
    from sortilege.cli.output import speaking
    from sortilege.learn import lessons_of

    speaking(lang)
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
    """Play every lesson to its end by its own solution; the first fault is said in one line."""
    import sortilege
    from sortilege.learn.check import check_lesson
    from sortilege.learn.lessons import lessons_of

    counted = {}
    for name in games or sortilege.games():
        game = sortilege.game(name)
        for lesson in lessons_of(game):
            check_lesson(game, lesson)
        counted[name] = len(lessons_of(game))
    if as_json:
        show_json(counted)
        return
    for name, count in counted.items():
        typer.echo(f"{name}: {count} lessons, each played to its goal")
