"""Reading records: a match as one JSON object. The heading is checked, then the log is replayed line by line.

A record names the version of the rules and the fingerprint of the cards it was played with. Older records have neither;
they are replayed without that check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sortilege.core import chance
from sortilege.core.engine.state import OVER, State
from sortilege.core.errors import IllegalAction, OptionError, PositionError, RecordError, SortilegeError, quote
from sortilege.core.game import Game, game_named
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Object, Options, Untrusted

FORMAT = 1
KEYS = ("sortilege", "game", "options", "seats", "seed", "start", "log", "outcome")
PLAYED_BY = ("rules", "cards")  # missing in old records
UNDONE = "undone"  # steps taken back by agreement: [{"at": log index, "lines": actions}], oldest first
ENDED = "ended"  # {"why": "resigned" or "agreed", "seat"}: the match ended early, so it has no outcome
MOST_UNDONE = 100  # entries in `undone`
SEED_PARTS = "luck"  # the parts the seed was mixed from; missing if one person chose the seed, and in old records
LONGEST_PART = 80  # characters of a part of the seed; tables write at most 64


class Replayable(Protocol):
    """The part of `Match` that reading a record uses. `Match` itself imports this module."""

    game: Game
    state: State
    seats: int
    ids: list[int]
    start: Untrusted
    seed_parts: Object | None
    ended: Object | None

    def take_back(self, at: int) -> None: ...
    def replay(self, action: Untrusted, verify: bool = False) -> None: ...
    def resolve_chance(self) -> None: ...


AnyMatch = TypeVar("AnyMatch", bound=Replayable)


def read_record(new_match: Callable[..., AnyMatch], record: Untrusted, verify: bool) -> AnyMatch:
    """Return the match of a record. `new_match` is the class `Match`; `verify` also recomputes every draw."""
    check_heading(record)
    match = empty_match(new_match, record)
    match.seed_parts = check_seed_parts(record)
    if verify and record["seed"] is None:
        raise field_error("seed", shared("no_seed"))
    for at, segment in log_segments(record):
        if at < len(match.ids):
            match.take_back(at)
        for i, action in enumerate(segment, at):
            try:
                match.replay(action, verify)
            except IllegalAction as error:
                raise field_error(f"log[{i}]", explain_mismatch(match, record, error)) from None
    outcome = match.state.outcome()
    if record["outcome"] != outcome:
        ends = shared("ends_otherwise", outcome=str(outcome), given=str(record["outcome"]))
        raise field_error("outcome", explain_mismatch(match, record, ends))
    match.ended = check_ended(record, match)
    match.resolve_chance()  # a record may stop between a decision and its draws
    return match


def check_heading(record: Untrusted) -> None:
    """Raise RecordError if a key is missing, unknown or of the wrong type."""
    if not isinstance(record, dict) or record.get("sortilege") is None:
        raise RecordError(shared("no_record"))
    if type(record["sortilege"]) is not int or record["sortilege"] != FORMAT:
        raise field_error("sortilege", shared("record_number", number=FORMAT, given=quote(record["sortilege"])))
    for key in KEYS:
        if key not in record:
            raise field_error(key, shared("missing"))
    for key in record:
        if key not in (*KEYS, *PLAYED_BY, SEED_PARTS, UNDONE, ENDED):
            raise field_error(key, shared("no_field"))
    names = record["seats"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise field_error("seats", shared("record_names"))
    if not isinstance(record["log"], list):
        raise field_error("log", shared("record_log"))
    if not isinstance(record["options"], dict):
        raise field_error("options", shared("record_options", given=quote(record["options"])))


def log_segments(record: Untrusted) -> list[tuple[int, list[Untrusted]]]:
    """Split the log into the segments in which it was played: pairs of the log index where a segment began and its
    lines. The lines of an `undone` entry were played at its index `at`, before they were replaced by the later log."""
    undone = record.get(UNDONE, [])
    fits = isinstance(undone, list) and len(undone) <= MOST_UNDONE
    if not fits or not all(isinstance(one, dict) and set(one) == {"at", "lines"} for one in undone):
        raise field_error(UNDONE, shared("record_undone", most=MOST_UNDONE))
    log, segments = record["log"], []
    for one in reversed(undone):
        at, lines = one["at"], one["lines"]
        if type(at) is not int or not 0 <= at <= len(log) or not isinstance(lines, list) or not lines:
            raise field_error(UNDONE, shared("record_undone", most=MOST_UNDONE))
        segments.append((at, log[at:]))
        log = log[:at] + lines
    return [(0, log), *reversed(segments)]


def check_ended(record: Untrusted, match: Replayable) -> Object | None:
    """Return why the match ended early, or None. Raise RecordError if the entry is invalid."""
    ended = record.get(ENDED)
    if ended is None:
        return None
    if not isinstance(ended, dict) or set(ended) != {"why", "seat"} or match.state.turn() == OVER:
        raise field_error(ENDED, shared("record_ended"))
    why, seat = ended["why"], ended["seat"]
    resigned = why == "resigned" and type(seat) is int and 0 <= seat < match.seats
    if not resigned and not (why == "agreed" and seat is None):
        raise field_error(ENDED, shared("record_ended"))
    return {"why": why, "seat": seat}


def empty_match(new_match: Callable[..., AnyMatch], record: Untrusted) -> AnyMatch:
    """Return the match described by a record's heading, without its log."""
    names, options, start = record["seats"], record["options"], record["start"]
    try:
        game = game_named(record["game"])
        check_rules(game, record)
        seed = check_seed(chance.new_seed() if record["seed"] is None else record["seed"])
        if start is None:
            match = new_match(game, len(names), options, seed, names, deal=False)
        else:
            first = game.load(with_options(start, options))
            if first.seats != len(names):
                raise field_error("seats", shared("record_seats", names=len(names), seats=first.seats))
            if game.resolve_options(len(names), options) != first.options:
                raise field_error("options", shared("options_differ"))
            match = new_match(game, seed=seed, names=names, start=with_options(start, options), deal=False)
            match.start = start
    except PositionError as error:
        raise field_error("start", error) from None
    except RecordError:
        raise
    except SortilegeError as error:
        raise RecordError(error.sentence, error.rule) from None
    check_cards(match, record.get("cards"))
    return match


def check_seed_parts(record: Untrusted) -> Object | None:
    """Return the parts the seed was mixed from, or None if they are not recorded. Raise RecordError if they do not give
    the seed."""
    parts = record.get(SEED_PARTS)
    if parts is None:
        return None
    if not isinstance(parts, dict) or set(parts) != {"half", "shares"} or not isinstance(parts["shares"], list):
        raise field_error(SEED_PARTS, shared("record_luck", most=LONGEST_PART))
    half, shares = parts["half"], parts["shares"]
    if not all(is_seed_part(text) for text in [half, *shares]):
        raise field_error(SEED_PARTS, shared("record_luck", most=LONGEST_PART))
    if len(shares) != len(record["seats"]) or chance.mix_seed(half, shares) != record["seed"]:
        raise field_error(SEED_PARTS, shared("mixed_otherwise"))
    return {"half": half, "shares": shares}


def is_seed_part(text: Untrusted) -> bool:
    """Return whether this can be a part of a seed."""
    return isinstance(text, str) and len(text) <= LONGEST_PART and text.isascii() and "\n" not in text


def check_rules(game: Game, record: Untrusted) -> None:
    """Raise RecordError if the record was played by a later version of the rules than this program has."""
    number = record.get("rules", 1)
    if type(number) is not int or number < 1:
        raise field_error("rules", shared("rules_number", given=quote(number)))
    if number > game.rules:
        raise field_error("rules", shared("later_rules", game=game.name, given=number, rules=game.rules))


def check_cards(match: Replayable, fingerprint: Untrusted) -> None:
    """Raise RecordError if the card set has changed since the match was played."""
    now = match.game.card_fingerprint(match.state.options)
    if fingerprint is not None and fingerprint != now:
        name = match.state.options[match.game.cards_option] if match.game.cards_option else ""
        raise field_error("cards", shared("other_cards", name=repr(name), given=quote(fingerprint), now=now))


def with_options(start: Untrusted, options: Options) -> Untrusted:
    """Return the start position with the record's options added, because today's defaults may differ."""
    named = start.get("options", {}) if isinstance(start, dict) else None
    return start | {"options": options | named} if isinstance(named, dict) else start


def explain_mismatch(match: Replayable, record: Untrusted, why: Sentence | IllegalAction) -> Sentence | IllegalAction:
    """Add the probable cause to the reason why a record does not replay: changed rulings, or, in an old record, a
    changed card set."""
    game = match.game
    option = game.cards_option
    chosen = match.state.options[option] if option else None
    if "cards" not in record and option is not None and chosen not in game.options[option].allowed.boxed:
        return shared("cards_changed", why=why, name=repr(chosen))
    if rules := game.rulings_since(record.get("rules", 1)):
        return shared("rulings_changed", why=why, rules=rules)
    return why


def check_seed(seed: Untrusted) -> chance.Seed:
    """Return the seed if it is valid: an integer, or a text that can be encoded as UTF-8. Otherwise raise
    OptionError."""
    if type(seed) is int and abs(seed) < 1 << 256:
        return seed
    if type(seed) is str and len(seed) <= 256 and not any("\ud800" <= c <= "\udfff" for c in seed):
        return seed
    raise OptionError(shared("seed"))


def field_error(field: str, why: Sentence | SortilegeError) -> RecordError:
    """Return the error about a field of a record."""
    return RecordError(shared("field", field=field, why=why))
