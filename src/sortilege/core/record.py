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
from sortilege.core.shapes import Object, Options, Untrusted
from sortilege.core.shelf import game_named
from sortilege.core.state import OVER

KEYS = ("sortilege", "game", "options", "seats", "seed", "start", "log", "outcome")
PLAYED_BY = ("rules", "cards")  # left out in old records
UNDONE = "undone"  # what was taken back by agreement of everybody: [{"at": log line, "lines": actions}], oldest first
ENDED = "ended"  # {"why": "resigned" or "agreed", "seat"}: the game was over before its own end, so it has no outcome
MOST_UNDONE = 100  # times something is taken back in one match
LUCK = "luck"  # what the seed of a table was mixed from; left out where one person chose the seed, and in old records
LONGEST_LUCK = 80  # characters of a half or a share; tables write 64 at most


def read_record(record: Untrusted, verify: bool) -> Match:
    """The match of a record; `verify` recomputes every draw as well."""
    check_heading(record)
    match = empty_match(record)
    match.luck = check_luck(record)
    if verify and record["seed"] is None:
        raise wrong("seed", shared("no_seed"))
    for at, piece in pieces(record):
        if at < len(match.ids):
            match.take_back(at)
        for i, action in enumerate(piece, at):
            try:
                match.replay(action, verify)
            except IllegalAction as off:
                raise wrong(f"log[{i}]", why_it_may_not_fit(match, record, off)) from None
    outcome = match.state.outcome()
    if record["outcome"] != outcome:
        ends = shared("ends_otherwise", outcome=str(outcome), given=str(record["outcome"]))
        raise wrong("outcome", why_it_may_not_fit(match, record, ends))
    match.ended = check_ended(record, match)
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
        if key not in (*KEYS, *PLAYED_BY, LUCK, UNDONE, ENDED):
            raise wrong(key, shared("no_field"))
    names = record["seats"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise wrong("seats", shared("record_names"))
    if not isinstance(record["log"], list):
        raise wrong("log", shared("record_log"))
    if not isinstance(record["options"], dict):
        raise wrong("options", shared("record_options", given=quote(record["options"])))


def pieces(record: Untrusted) -> list[tuple[int, list[Untrusted]]]:
    """The log as it was played, piece by piece: how much of it stood when a piece began, and the lines that came then.
    Whatever an `undone` entry took back stood behind as many lines of the later log as it says."""
    undone = record.get(UNDONE, [])
    fits = isinstance(undone, list) and len(undone) <= MOST_UNDONE
    if not fits or not all(isinstance(one, dict) and set(one) == {"at", "lines"} for one in undone):
        raise wrong(UNDONE, shared("record_undone", most=MOST_UNDONE))
    log, found = record["log"], []
    for one in reversed(undone):
        at, lines = one["at"], one["lines"]
        if type(at) is not int or not 0 <= at <= len(log) or not isinstance(lines, list) or not lines:
            raise wrong(UNDONE, shared("record_undone", most=MOST_UNDONE))
        found.append((at, log[at:]))
        log = log[:at] + lines
    return [(0, log), *reversed(found)]


def check_ended(record: Untrusted, match: Match) -> Object | None:
    """Why the game was over before its own end, if it was."""
    ended = record.get(ENDED)
    if ended is None:
        return None
    if not isinstance(ended, dict) or set(ended) != {"why", "seat"} or match.state.turn() == OVER:
        raise wrong(ENDED, shared("record_ended"))
    why, seat = ended["why"], ended["seat"]
    resigned = why == "resigned" and type(seat) is int and 0 <= seat < match.seats
    if not resigned and not (why == "agreed" and seat is None):
        raise wrong(ENDED, shared("record_ended"))
    return {"why": why, "seat": seat}


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


def check_luck(record: Untrusted) -> Object | None:
    """What the seed was mixed from, if that is noted: then it gives the seed."""
    luck = record.get(LUCK)
    if luck is None:
        return None
    if not isinstance(luck, dict) or set(luck) != {"half", "shares"} or not isinstance(luck["shares"], list):
        raise wrong(LUCK, shared("record_luck", most=LONGEST_LUCK))
    half, shares = luck["half"], luck["shares"]
    if not all(is_luck_text(text) for text in [half, *shares]):
        raise wrong(LUCK, shared("record_luck", most=LONGEST_LUCK))
    if len(shares) != len(record["seats"]) or chance.mix(half, shares) != record["seed"]:
        raise wrong(LUCK, shared("mixed_otherwise"))
    return {"half": half, "shares": shares}


def is_luck_text(text: Untrusted) -> bool:
    """Whether this can be a half or a share of a seed."""
    return isinstance(text, str) and len(text) <= LONGEST_LUCK and text.isascii() and "\n" not in text


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
