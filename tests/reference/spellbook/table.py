"""The table: where everything lies, what can be asked of it, and the nodes at which somebody chooses."""

from typing import Any

from tests.reference.spellbook.box import (
    CHANCE,
    COLOUR,
    DEFAULTS,
    OVER,
    POINTS,
    SOLO_TRACK,
    TRACK,
    TYPES,
    Action,
    Node,
    Script,
)


class Table:
    """One game; its script is the subclass's."""

    def __init__(self, seats: int, options: dict[str, Any], position: dict[str, Any] | None = None) -> None:
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        self.solo = seats == 1
        self.pouch = [token for token in TYPES for _ in range(5)]
        self.discard: list[str] = []
        self.altar: list[str] = []
        self.pool: list[list[str]] = [[] for _ in range(seats)]
        self.board: list[list[str]] = [[] for _ in range(seats)]
        self.book: list[dict[str, list[Any]]] = [{} for _ in range(seats)]  # spell -> [level, token]
        self.track: list[str] = []
        self.lower: list[str] = []
        self.spells: list[str] = []
        self.first = 0
        self.day = 1
        self.me = 0
        self.phase = "setup"
        self.mornings = 0
        self.fresh: set[str] = set()
        self.end_by: int | None = None
        self.quiet = False
        if position is None:
            self.script = self.whole_game()
        else:
            self.sit_down(position)
            self.script = self.days(self.rest_of_day(position["turn"]["mornings"]))
        self.node: Node = next(self.script)

    def sit_down(self, position: dict[str, Any]) -> None:
        """Lay the table as a full position says."""
        self.spells, self.first, self.day = position["spells"], position["first"], position["day"]
        self.me, self.phase, self.end_by = position["turn"]["seat"], position["turn"]["phase"], position["end_by"]
        self.altar, self.discard = position["altar"].split(), position["discard"].split()
        for seat, player in enumerate(position["players"]):
            self.pool[seat], self.board[seat] = player["pool"].split(), player["board"].split()
            self.book[seat] = {spell: [int(card[0]), COLOUR[spell] + card[1]] for spell, card in player["book"].items()}
            if seat == self.me:
                self.fresh = {spell for spell, card in player["book"].items() if card.endswith("*")}
        if self.solo:
            self.track, self.lower = (position["opponent"][zone].split() for zone in ("track", "lower"))
        lying = [self.altar, self.discard, self.track, self.lower, *self.pool, *self.board]
        lying += [[token for _, token in book.values()] for book in self.book]
        for zone in lying:
            for token in zone:
                self.pouch.remove(token)

    # ---- asking from outside

    def turn(self) -> int:
        return self.node[0]

    def choices(self) -> list[tuple[Action, int]]:
        return self.node[1]

    def apply(self, action: Action) -> None:
        self.quiet = False
        try:
            self.node = self.script.send(action)
        except StopIteration:
            self.phase, self.quiet = "over", True
            self.node = (OVER, [])

    def position(self) -> dict[str, Any] | None:
        if not self.quiet:
            return None

        def text(tokens: list[str]) -> str:
            return " ".join(sorted(tokens, key=TYPES.index))

        def card(seat: int, spell: str) -> str:
            level, token = self.book[seat][spell]
            return f"{level}{token[1]}" + ("*" if seat == self.me and spell in self.fresh else "")

        return {
            "game": "spellbook",
            "seats": self.seats,
            "options": self.options,
            "spells": self.spells,
            "first": self.first,
            "day": self.day,
            "turn": {"seat": self.me, "phase": self.phase, "mornings": self.mornings},
            "end_by": self.end_by,
            "altar": text(self.altar),
            "discard": text(self.discard),
            "players": [
                {
                    "pool": text(self.pool[seat]),
                    "board": text(self.board[seat]),
                    "book": {spell: card(seat, spell) for spell in self.spells if spell in self.book[seat]},
                }
                for seat in range(self.seats)
            ],
            "opponent": {"track": text(self.track), "lower": text(self.lower)} if self.solo else None,
        }

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.seats)]

    def outcome(self) -> dict[str, Any] | None:
        if self.node[0] != OVER:
            return None
        scores = self.scores()
        if self.solo:
            opponent_points = SOLO_TRACK[len(self.track)] + len(self.lower)
            return {"winners": [0] if scores[0] > opponent_points else [], "scores": scores}
        keys = [(scores[s], len(self.book[s]), len(self.pool[s])) for s in range(self.seats)]
        return {"winners": [s for s in range(self.seats) if keys[s] == max(keys)], "scores": scores}

    def score(self, seat: int) -> int:
        total = TRACK[len(self.board[seat])]
        for spell, (level, token) in self.book[seat].items():
            points = POINTS[spell][level]
            if spell == "feast" and level == 5:
                points = len({stored[0] for stored in self.board[seat]})
            elif spell == "communion" and level == 4:
                points = sum(stored[1] == token[1] for stored in self.board[seat])
            elif spell == "knowledge":
                others = [other[0] for name, other in self.book[seat].items() if name != "knowledge"]
                worth = {3: lambda _: 1, 4: lambda other: 2 if other >= 4 else 1, 5: lambda _: 2}[level]
                points = sum(worth(other) for other in others)
            total += points
        return total

    # ---- nodes

    def decide(self, seat: int, actions: list[Action], quiet: bool = False) -> Script:
        self.quiet = quiet
        action = yield seat, [(action, 0) for action in actions]
        return action

    def pick(self, verb: str, tokens: list[str], seat: int, more: tuple[str, ...] = ()) -> Script:
        """One token out of these, or one of the further verbs."""
        options = [{"do": verb, "token": token} for token in TYPES if token in tokens]
        chosen = yield from self.decide(seat, options + [{"do": other} for other in more])
        return chosen.get("token")

    def draw(self, n: int, place: list[str]) -> Script:
        limited = any(place is pool for pool in self.pool)
        for _ in range(n):
            if limited and len(place) >= 9:
                return
            if not self.pouch:
                self.pouch, self.discard = self.discard, []
            if not self.pouch:
                return
            counts = [({"do": "draw", "token": token}, self.pouch.count(token)) for token in TYPES]
            chosen = yield CHANCE, [(action, count) for action, count in counts if count]
            self.pouch.remove(chosen["token"])
            place.append(chosen["token"])

    # ---- small readers

    def level(self, seat: int, spell: str) -> int:
        return self.book[seat][spell][0] if spell in self.book[seat] else 0

    def space(self) -> int:
        return 9 - len(self.pool[self.me])

    def free(self) -> int:
        return 14 - len(self.board[self.me])

    def supply(self) -> int:
        return len(self.pouch) + len(self.discard)

    def others(self) -> list[int]:
        return [(self.me + k) % self.seats for k in range(1, self.seats)]
