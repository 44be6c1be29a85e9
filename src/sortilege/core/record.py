"""Records: a match as one JSON object. Reading one checks its heading, then replays its log line by line.

A record says what it was played by: the rules number of its game and the fingerprint of its cards. Records written
before that was noted have neither, and are simply tried.
"""

from __future__ import annotations

from sortilege.core import chance
from sortilege.core.errors import IllegalAction, PositionError, RecordError, SortilegeError, quote
from sortilege.core.game import Game
from sortilege.core.match import FORMAT, Match, check_seed
from sortilege.core.phrases import Sentence, shared
from sortilege.core.shapes import Options, Untrusted
from sortilege.core.shelf import game_named

KEYS = ("sortilege", "game", "options", "seats", "seed", "start", "log", "outcome")
PLAYED_BY = ("rules", "cards")  # left out in old records


def read_record(record: Untrusted, verify: bool) -> Match:
    """The match of a record; `verify` recomputes every draw as well."""
    check_heading(record)
    match = empty_match(record)
    if verify and record["seed"] is None:
        raise wrong("seed", shared("no_seed"))
    for i, action in enumerate(record["log"]):
        try:
            match.replay(action, verify)
        except IllegalAction as off:
            raise wrong(f"log[{i}]", why_it_may_not_fit(match, record, off)) from None
    outcome = match.state.outcome()
    if record["outcome"] != outcome:
        ends = shared("ends_otherwise", outcome=str(outcome), given=str(record["outcome"]))
        raise wrong("outcome", why_it_may_not_fit(match, record, ends))
    match.resolve_chance()  # a record cut off between a decision and its draws goes on
    return match


def check_heading(record: Untrusted) -> None:
    """Every key there, none that is not known, each of its type."""
    if not isinstance(record, dict) or record.get("sortilege") is None:
        raise RecordError(shared("no_record"))
    if type(record["sortilege"]) is not int or record["sortilege"] != FORMAT:
        raise wrong("sortilege", shared("record_number", number=FORMAT, given=quote(record["sortilege"])))
    for key in KEYS:
        if key not in record:
            raise wrong(key, shared("missing"))
    for key in record:
        if key not in KEYS and key not in PLAYED_BY:
            raise wrong(key, shared("no_field"))
    names = record["seats"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise wrong("seats", shared("record_names"))
    if not isinstance(record["log"], list):
        raise wrong("log", shared("record_log"))
    if not isinstance(record["options"], dict):
        raise wrong("options", shared("record_options", given=quote(record["options"])))


def empty_match(record: Untrusted) -> Match:
    """The match of a record's heading, its log still to be replayed."""
    names, options, start = record["seats"], record["options"], record["start"]
    try:
        game = game_named(record["game"])
        check_rules(game, record)
        seed = check_seed(chance.new_seed() if record["seed"] is None else record["seed"])
        if start is None:
            match = Match(game, len(names), options, seed, names, deal=False)
        else:
            first = game.load(with_options(start, options))
            if first.seats != len(names):
                raise wrong("seats", shared("record_seats", names=len(names), seats=first.seats))
            if game.settle(len(names), options) != first.options:
                raise wrong("options", shared("options_differ"))
            match = Match(game, seed=seed, names=names, start=with_options(start, options), deal=False)
            match.start = start
    except PositionError as off:
        raise wrong("start", off) from None
    except RecordError:
        raise
    except SortilegeError as off:
        raise RecordError(off.sentence, off.rule) from None
    check_cards(match, record.get("cards"))
    return match


def check_rules(game: Game, record: Untrusted) -> None:
    """Rules that nobody has here yet cannot be played by."""
    number = record.get("rules", 1)
    if type(number) is not int or number < 1:
        raise wrong("rules", shared("rules_number", given=quote(number)))
    if number > game.rules:
        raise wrong("rules", shared("later_rules", game=game.name, given=number, rules=game.rules))


def check_cards(match: Match, played_with: Untrusted) -> None:
    """An owner may have changed a set of cards since the match was played with it."""
    now = match.game.card_print(match.state.options)
    if played_with is not None and played_with != now:
        name = match.state.options[match.game.cards_option] if match.game.cards_option else ""
        raise wrong("cards", shared("other_cards", name=repr(name), given=quote(played_with), now=now))


def with_options(start: Untrusted, options: Options) -> Untrusted:
    """The start as it was played from: an option it leaves out has the record's value, whatever today's default is."""
    named = start.get("options", {}) if isinstance(start, dict) else None
    return start | {"options": options | named} if isinstance(named, dict) else start


def why_it_may_not_fit(match: Match, record: Untrusted, why: Sentence | IllegalAction) -> Sentence | IllegalAction:
    """What may be behind a record that does not fit: rulings that were other ones once, or, in an old record, a set of
    cards that its owner has changed since."""
    game = match.game
    option = game.cards_option
    chosen = match.state.options[option] if option else None
    if "cards" not in record and option is not None and chosen not in game.options[option].allowed.boxed:
        return shared("cards_changed", why=why, name=repr(chosen))
    if rules := game.rulings_since(record.get("rules", 1)):
        return shared("rulings_changed", why=why, rules=rules)
    return why


def wrong(field: str, why: Sentence | SortilegeError) -> RecordError:
    """What is wrong with a field of a record."""
    return RecordError(shared("field", field=field, why=why))
