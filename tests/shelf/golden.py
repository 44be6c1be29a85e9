"""Golden files: one whole match of a game with everything it answered at every node, and a digest of many random games.

After a change that is meant to show, write the file anew and look at what moved in it:

    python -m tests.shelf.golden write GAME

`python -m tests.shelf.golden digest GAME` prints the digest as this engine, compiled or interpreted, plays it.
"""

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import sortilege
from sortilege import CHANCE, OVER, Match, Rng
from sortilege.core.engine.playout import random_game
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from tests.shelf.tables import any_action, everybody, quiet, tables, text

GAMES_EACH = 2  # random games in the digest, for each table


def path_of(game: Game) -> Path:
    return Path(__file__).parents[1] / "games" / game.name / "golden.json"


def fingerprint(thing: Any) -> str:
    return hashlib.sha256(text(thing).encode()).hexdigest()


def node(state: State) -> dict[str, Any]:
    """Return a short summary of everything that a state returns."""
    return {
        "turn": state.turn(),
        "legal": state.legal(),
        "weights": state.weights() if state.turn() == CHANCE else None,
        "scores": state.scores(),
    }


def views(state: State) -> str:
    """Return a digest of the view of every seat and of a spectator."""
    return fingerprint([state.view(seat) for seat in everybody(state)])[:16]


def nodes(game: Game, record: dict[str, Any], every: int = 1) -> list[dict[str, Any]]:
    """Return a summary of every node of a record, the end included. Only some contain the views, which take long."""
    state = game.new(len(record["seats"]), record["options"])
    recorded = []
    for n, action in enumerate([*record["log"], None]):
        seen = {"views": views(state)} if n % every == 0 or action is None else {}
        recorded.append(node(state) | seen)
        if action is not None:
            state.apply(game.find(action))
    return recorded


def digest(game: Game, imagining: bool = False) -> str:
    """Return one hash of many random games and their legal actions, which must be the same for every engine. With
    imagined states it changes more often, so that hash is compared between engines but not stored."""
    whole = hashlib.sha256()
    for seats, options in tables(game):
        for seed in range(GAMES_EACH):
            state = game.new(seats, options)
            for a in random_game(state, seed):
                whole.update(text([state.turn(), state.legal(), state.scores(), a]).encode())
                if state.turn() == CHANCE:
                    whole.update(text(state.weights()).encode())
                elif imagining and a % 16 == seed:
                    imagined = game.imagine(state.view(state.turn()), Rng(seed))
                    whole.update(text([quiet(imagined), imagined.legal()]).encode())
                state.apply(a)
            whole.update(text([state.position(), state.outcome()]).encode())
    return whole.hexdigest()


def golden_match(game: Game) -> dict[str, Any]:
    """Return the golden file as this engine would write it."""
    match, rng = Match(game, game.seats[-1], seed="golden"), random.Random("golden")
    while match.state.turn() != OVER:
        match.play(any_action(match.state, rng))
    record = match.save()
    return {"record": record, "nodes": nodes(game, record), "digest": digest(game)}


def main(command: str, name: str) -> None:
    game = sortilege.game(name)
    if command == "digest":
        print(json.dumps({"compiled": sortilege.compiled(), "digest": digest(game, imagining=True)}))
        return
    golden = golden_match(game)
    lines = [json.dumps(line) for line in golden["nodes"]]
    head, log = json.dumps(golden["record"] | {"log": []}), [json.dumps(line) for line in golden["record"]["log"]]
    head = head.replace('"log": []', '"log": [\n' + ",\n".join(log) + "\n]")
    body = ",\n".join(lines)
    path_of(game).write_text(f'{{"record": {head},\n"digest": "{golden["digest"]}",\n"nodes": [\n{body}\n]}}\n')


if __name__ == "__main__":
    main(*sys.argv[1:3])
