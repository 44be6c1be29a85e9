"""Checks of records. A record is a match as one JSON object, which `Match.load` replays.

A record contains the version of the rules and the fingerprint of the cards it was played with. Older records have
neither; they are replayed without that check.
"""

from __future__ import annotations

import re

from sortilege.core import chance
from sortilege.core.engine.state import OVER, State
from sortilege.core.errors import IllegalAction, OptionError, RecordError, SortilegeError, quote
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Object, Options, Untrusted

FORMAT = 1
REQUIRED_KEYS = ("sortilege", "game", "options", "seats", "seed", "start", "log", "outcome")
VERSION_KEYS = ("rules", "cards")  # missing in old records
UNDONE = "undone"  # actions taken back by agreement: [{"at": log index, "lines": actions}], oldest first
ENDED = "ended"  # {"why": "resigned" or "agreed", "seat"}: the match ended early, so it has no outcome
SEED_PARTS = "luck"  # what the seed was computed from; missing if one person chose the seed, and in old records
MAX_UNDONE = 100  # entries in `undone`
SURROGATE = re.compile(r"[\ud800-\udfff]")  # half of a surrogate pair, which UTF-8 cannot encode
MAX_SEED_BITS = 256  # of a seed that is an integer
MAX_SEED_LENGTH = 256  # characters of a seed that is a text
MAX_PART_LENGTH = 80  # characters of a part of the seed; tables write at most 64


def check_heading(record: Untrusted) -> None:
    """Raise RecordError if a key of a record is missing or unknown, or if its value has the wrong type."""
    if not isinstance(record, dict) or record.get("sortilege") is None:
        raise RecordError(shared("no_record"))
    if type(record["sortilege"]) is not int or record["sortilege"] != FORMAT:
        raise field_error("sortilege", shared("record_number", number=FORMAT, given=quote(record["sortilege"])))
    for key in REQUIRED_KEYS:
        if key not in record:
            raise field_error(key, shared("missing"))
    for key in record:
        if key not in (*REQUIRED_KEYS, *VERSION_KEYS, SEED_PARTS, UNDONE, ENDED):
            raise field_error(key, shared("no_field"))
    names = record["seats"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise field_error("seats", shared("record_names"))
    if not isinstance(record["log"], list):
        raise field_error("log", shared("record_log"))
    if not isinstance(record["options"], dict):
        raise field_error("options", shared("record_options", given=quote(record["options"])))


def log_segments(record: Untrusted) -> list[tuple[int, list[Untrusted]]]:
    """Split everything that was played, including actions that were taken back, into segments (log index, actions). To
    replay the match, shorten the log to the log index of each segment in turn, then play the actions of the segment."""
    error = field_error(UNDONE, shared("record_undone", most=MAX_UNDONE))
    undone = record.get(UNDONE, [])
    if not isinstance(undone, list) or len(undone) > MAX_UNDONE:
        raise error
    log, segments = record["log"], []
    for entry in reversed(undone):  # from the final log back to the first
        if not is_undone_entry(entry, len(log)):
            raise error
        log_index = entry["at"]
        segments.append((log_index, log[log_index:]))
        log = log[:log_index] + entry["lines"]
    return [(0, log), *reversed(segments)]


def is_undone_entry(entry: Untrusted, log_length: int) -> bool:
    """Return whether this value is a valid record of actions (`lines`) that were taken back from a log index (`at`)."""
    if not isinstance(entry, dict) or set(entry) != {"at", "lines"}:
        return False
    log_index, lines = entry["at"], entry["lines"]
    is_log_index = type(log_index) is int and 0 <= log_index <= log_length
    return is_log_index and isinstance(lines, list) and len(lines) > 0


def check_ended(record: Untrusted, state: State) -> Object | None:
    """Return the entry `ended` of a record, which says why the match ended early, or None if it did not. Raise
    RecordError if the entry is invalid, or if the game is over in `state`, the last state of the match."""
    ended = record.get(ENDED)
    if ended is None:
        return None
    error = field_error(ENDED, shared("record_ended"))
    if not isinstance(ended, dict) or set(ended) != {"why", "seat"} or state.turn() == OVER:
        raise error
    why, seat = ended["why"], ended["seat"]
    is_resignation = why == "resigned" and type(seat) is int and 0 <= seat < state.seats
    is_agreement = why == "agreed" and seat is None
    if not is_resignation and not is_agreement:
        raise error
    return {"why": why, "seat": seat}


def check_seed_parts(record: Untrusted) -> Object | None:
    """Return the texts that the seed was computed from: the server's half and the share of each player (see chance.py).
    Return None if the record has none. Raise RecordError if they do not give the seed."""
    parts = record.get(SEED_PARTS)
    if parts is None:
        return None
    error = field_error(SEED_PARTS, shared("record_luck", most=MAX_PART_LENGTH))
    if not isinstance(parts, dict) or set(parts) != {"half", "shares"} or not isinstance(parts["shares"], list):
        raise error
    half, shares = parts["half"], parts["shares"]
    if not all(is_seed_part(text) for text in [half, *shares]):
        raise error
    if len(shares) != len(record["seats"]) or chance.mix_seed(half, shares) != record["seed"]:
        raise field_error(SEED_PARTS, shared("mixed_otherwise"))
    return {"half": half, "shares": shares}


def is_seed_part(text: Untrusted) -> bool:
    """Return whether this value can be the half or a share of a seed: a short ASCII text of one line."""
    return isinstance(text, str) and len(text) <= MAX_PART_LENGTH and text.isascii() and "\n" not in text


def check_rules(game: Game, record: Untrusted) -> None:
    """Raise RecordError if the record was played by later rules than this program has."""
    number = record.get("rules", 1)
    if type(number) is not int or number < 1:
        raise field_error("rules", shared("rules_number", given=quote(number)))
    if number > game.rules:
        raise field_error("rules", shared("later_rules", game=game.name, given=number, rules=game.rules))


def check_cards(game: Game, options: Options, fingerprint: Untrusted) -> None:
    """Raise RecordError if a record has a fingerprint (a digest) of its card set, and the set has another one today."""
    today = game.card_fingerprint(options)
    if fingerprint is not None and fingerprint != today:
        name = options[game.cards_option] if game.cards_option else ""
        raise field_error("cards", shared("other_cards", name=repr(name), given=quote(fingerprint), now=today))


def with_options(start: Untrusted, options: Options) -> Untrusted:
    """Return the start position of a record with every option set. An option that the position does not name gets the
    record's value, because the default may have changed. Return an invalid position unchanged."""
    if not isinstance(start, dict) or not isinstance(start.get("options", {}), dict):
        return start
    return start | {"options": options | start.get("options", {})}


def mismatch_error(field: str, state: State, record: Untrusted, why: Sentence | IllegalAction) -> RecordError:
    """Return the error about a field that does not agree with the replayed game. The message names the probable cause,
    if one is known: rules that have changed since or, in an old record, a card set that may have changed."""
    game: Game = state.game
    option = game.cards_option
    changed_rules = game.rulings_since(record.get("rules", 1))
    if "cards" not in record and option and state.options[option] not in game.options[option].allowed.shipped:
        return field_error(field, shared("cards_changed", why=why, name=repr(state.options[option])))
    if changed_rules:
        return field_error(field, shared("rulings_changed", why=why, rules=changed_rules))
    return field_error(field, why)


def check_seed(seed: Untrusted) -> chance.Seed:
    """Return the seed if it is valid: an integer of at most 256 bits, or a text of at most 256 characters that can be
    encoded as UTF-8. Otherwise raise OptionError."""
    if type(seed) is int and abs(seed) < 1 << MAX_SEED_BITS:
        return seed
    if type(seed) is str and len(seed) <= MAX_SEED_LENGTH and not SURROGATE.search(seed):
        return seed
    raise OptionError(shared("seed"))


def field_error(field: str, why: Sentence | SortilegeError) -> RecordError:
    """Return the error that says what is wrong with this field of a record."""
    return RecordError(shared("field", field=field, why=why))
