"""Action id <-> action object. Ids are fixed and ascend in the order chance is published in."""

from __future__ import annotations

from typing import Any, Final

from sortilege.core.errors import IllegalAction, quote
from sortilege.core.verbs import Verbs
from sortilege.games.abracada.box import HAND, KINDS
from sortilege.games.abracada.phrases import phrase

END: Final = 0
CALL: Final = 0  # CALL + spell
FIRST: Final = 16  # FIRST + seat
STONE: Final = 24  # STONE + spell
LIFT: Final = 40  # LIFT + slot
ROLL: Final = 48  # ROLL + face
SECRET: Final = 56  # SECRET + spell

OBJECTS: Final[dict[int, dict[str, Any]]] = {
    END: {"do": "end"},
    **{CALL + n: {"do": "call", "spell": n} for n in range(1, KINDS + 1)},
    **{FIRST + s: {"do": "first", "seat": s} for s in range(5)},
    **{STONE + n: {"do": "stone", "spell": n} for n in range(1, KINDS + 1)},
    **{LIFT + i: {"do": "lift", "slot": i} for i in range(HAND)},
    **{ROLL + n: {"do": "roll", "die": n} for n in range(1, 7)},
    **{SECRET + n: {"do": "secret", "spell": n} for n in range(1, KINDS + 1)},
}
VERBS: Final = Verbs(OBJECTS, "AQ-910", {"call": "AQ-204"})
describe: Final = VERBS.describe


def find(thing: Any) -> int:
    """The id of an object."""
    known = VERBS.find(thing)
    if known is not None:
        return known
    if thing["do"] == "call":
        raise IllegalAction("AQ-204", phrase("call", given=quote(thing["spell"])))
    raise IllegalAction("AQ-910", phrase("no_action", given=quote(thing)))
