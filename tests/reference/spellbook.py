"""SpellBook a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is one long generator that reads like the rulebook:
wherever somebody must choose, or chance must fall, it yields who and what is possible, and is sent the choice. Tokens
are strings in lists; whether a price can still be paid is found out by trying everything.
"""

from collections.abc import Generator
from functools import lru_cache
from typing import Any

Action = dict[str, Any]
Node = tuple[int, list[tuple[Action, int]]]
Script = Generator[Node, Action, Any]

CHANCE, OVER = -1, -2
COLOURS, RUNES = "RPGKWUY", "ots"
TYPES = [colour + rune for colour in COLOURS for rune in RUNES]
SPELLS = {  # by colour: set 1, set 2, set 3, each with its symbol and points at levels 3, 4, 5
    "R": [("sacrifice", "morning", 1, 2, 3), ("eruption", "morning", 2, 3, 4), ("blaze", "morning", 0, 2, 5)],
    "P": [("levitation", "morning", 3, 4, 5), ("sharing", "morning", 4, 4, 4), ("divination", "morning", 2, 3, 4)],
    "G": [("purification", "midday", 1, 2, 3), ("cure", "midday", 3, 4, 5), ("growth", "evening", 3, 4, 6)],
    "K": [("offering", "midday", 2, 4, 6), ("focus", "evening", 3, 4, 5), ("feast", "midday", 2, 2, None)],
    "W": [("time_travel", "evening", 2, 4, 6), ("storm", "evening", 4, 6, 8), ("clone", "midday", 4, 5, 6)],
    "U": [("transmutation", "evening", 4, 4, 4), ("swiftness", "", 3, 6, 0), ("mirage", "", 2, 3, 6)],
    "Y": [("abundance", "", 3, 5, 7), ("knowledge", "", None, None, None), ("communion", "", 0, None, 0)],
}
COLOUR = {row[0]: colour for colour, rows in SPELLS.items() for row in rows}
SYMBOL = {row[0]: row[1] for rows in SPELLS.values() for row in rows}
POINTS = {row[0]: dict(zip((3, 4, 5), row[2:], strict=True)) for rows in SPELLS.values() for row in rows}
TRACK = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 18]
SOLO_TRACK = [0, 0, 0, 0, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40]
DEFAULTS = {"lineup": "set1", "handicap": 0, "first": "random"}


class Reference:
    """One game."""

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
            other = SOLO_TRACK[len(self.track)] + len(self.lower)
            return {"winners": [0] if scores[0] > other else [], "scores": scores}
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

    # ---- the course of a game

    def whole_game(self) -> Script:
        yield from self.set_up()
        yield from self.days(self.whole_day())

    def days(self, first_day: Script) -> Script:
        """A Day, and all that follow until the end."""
        yield from first_day
        while True:
            if self.solo and (self.end_by is not None or len(self.track) == 17):
                return
            following = (self.me + 1) % self.seats
            if self.end_by is not None and following == self.first:
                return
            self.me = following
            self.day += 1
            yield from self.whole_day()

    def set_up(self) -> Script:
        lineup = self.options["lineup"]
        if lineup == "classic":
            for colour in COLOURS:
                chosen = yield CHANCE, [({"do": "lineup", "spell": row[0]}, 1) for row in SPELLS[colour]]
                self.spells.append(chosen["spell"])
        elif isinstance(lineup, str):
            self.spells = [SPELLS[colour][int(lineup[-1]) - 1][0] for colour in COLOURS]
        else:
            self.spells = sorted(lineup, key=lambda spell: COLOURS.index(COLOUR[spell]))
        yield from self.draw(7 if self.solo else 5, self.altar)
        for seat in range(self.seats):
            yield from self.draw(2, self.pool[seat])
        yield from self.draw(self.options["handicap"], self.lower)
        if self.options["first"] != "random":
            self.first = self.options["first"]
        elif not self.solo:
            chosen = yield CHANCE, [({"do": "first", "seat": seat}, 1) for seat in range(self.seats)]
            self.first = chosen["seat"]
        self.me = self.first

    def whole_day(self) -> Script:
        self.fresh = set()
        self.phase = "morning"
        yield from self.rest_of_day(2 if self.level(self.me, "swiftness") == 5 else 1)

    def rest_of_day(self, mornings: int) -> Script:
        self.mornings = mornings
        while self.mornings:
            skipped = yield from self.one_action()
            self.mornings = 0 if skipped else self.mornings - 1
        for phase in ("midday", "evening") if self.phase != "evening" else ("evening",):
            self.phase = phase
            yield from self.one_action()
        self.phase = "night"
        if self.solo:
            yield from self.solo_night()
        elif len(self.altar) < 5:
            yield from self.draw(5 - len(self.altar), self.altar)
        elif len(self.altar) < 10:
            yield from self.draw(1, self.altar)
        else:
            self.clear_altar()
            yield from self.draw(5, self.altar)

    def solo_night(self) -> Script:
        symbol = False
        if self.altar:
            token = yield from self.pick("offer", self.altar, 0)
            self.altar.remove(token)
            self.track.append(token)
            symbol = len(self.track) in (4, 9, 14)
        yield from self.draw(7 - len(self.altar), self.altar)
        if symbol:
            self.clear_altar()
            yield from self.draw(7, self.altar)

    def clear_altar(self) -> None:
        self.discard += self.altar
        self.altar.clear()

    def one_action(self) -> Script:
        actions = [{"do": "skip"}, *self.offered(self.phase)]
        chosen = yield from self.decide(self.me, actions, quiet=True)
        if chosen["do"] == "skip":
            return True
        yield from self.perform(chosen)
        return False

    def offered(self, phase: str) -> list[Action]:
        """Primary actions and own usable spells of a phase."""
        found: list[Action] = [{"do": "act", "action": name} for name in self.primary(phase)]
        for spell, (level, token) in self.book[self.me].items():
            if SYMBOL[spell] == phase and spell not in self.fresh:
                found += [{"do": "use", **effect} for effect in self.effects(spell, level, token[1])]
        return found

    def perform(self, chosen: Action) -> Script:
        if chosen["do"] == "act":
            yield from self.do_primary(chosen["action"])
        elif chosen["spell"] == "clone":
            yield from self.do_clone(chosen["level"])
        else:
            rune = self.book[self.me][chosen["spell"]][1][1]
            yield from self.do_spell(chosen, rune, chosen["spell"])

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

    # ---- primary actions

    def primary(self, phase: str) -> list[str]:
        mine = self.pool[self.me]
        found = []
        if phase == "morning":
            found += ["take"] if self.altar and len(mine) <= 8 else []
            found += ["draw"] if len(mine) <= 8 and self.supply() else []
        if phase == "midday":
            found += ["store"] if mine and self.free() else []
        if phase == "evening":
            found += ["learn"] if self.learnable(None) else []
        return found

    def do_primary(self, name: str) -> Script:
        if name == "take":
            yield from self.take(1)
        elif name == "draw":
            yield from self.draw(2, self.pool[self.me])
        elif name == "store":
            yield from self.store(1, lambda token: True)
        else:
            yield from self.learn(None)

    # ---- keywords

    def take(self, n: int, fits: Any = None, to_board: bool = False, up_to: bool = False) -> Script:
        colour = None
        for _ in range(n):
            eligible = [token for token in self.altar if fits is None or fits(token)]
            if colour:
                eligible = [token for token in eligible if token[0] == colour]
            if not eligible or (self.free() == 0 if to_board else self.space() == 0):
                return
            token = yield from self.pick("take", eligible, self.me, ("stop",) if up_to else ())
            if token is None:
                return
            if up_to:
                colour = token[0]
            self.altar.remove(token)
            if to_board:
                self.put_on_board(token)
            else:
                self.pool[self.me].append(token)
            mirage = self.book[self.me].get("mirage")
            if mirage and mirage[1][1] == token[1]:
                yield from self.draw(1 if mirage[0] == 3 else 2, self.pool[self.me])

    def put_on_board(self, token: str) -> None:
        self.board[self.me].append(token)
        if len(self.board[self.me]) == 14 and self.end_by is None:
            self.end_by = self.me

    def store(self, n: int, fits: Any) -> Script:
        for _ in range(n):
            eligible = [token for token in self.pool[self.me] if fits(token)]
            if not self.free() or not eligible:
                return
            token = yield from self.pick("store", eligible, self.me)
            self.pool[self.me].remove(token)
            self.put_on_board(token)

    def throw(self, n: int, rune: str = RUNES) -> Script:
        for _ in range(n):
            eligible = [token for token in self.pool[self.me] if token[1] in rune]
            if not eligible:
                return
            token = yield from self.pick("discard", eligible, self.me)
            self.pool[self.me].remove(token)
            self.discard.append(token)

    def swap(self, n: int, place: list[str], verb: str) -> Script:
        mine = self.pool[self.me]
        givable, takable = list(mine), list(place)
        for _ in range(min(n, len(mine), len(place))):
            given = yield from self.pick("give", givable, self.me)
            got = yield from self.pick(verb, takable, self.me)
            givable.remove(given)
            takable.remove(got)
            mine.remove(given)
            place.remove(got)
            mine.append(got)
            place.append(given)

    # ---- spells with a symbol

    def effects(self, spell: str, level: int, rune: str, lowest: int = 3) -> list[Action]:
        """The effects of a card at this level that are offered now."""
        if spell in ("blaze", "storm", "transmutation"):
            lowest = level
        found: list[Action] = []
        for effect in range(lowest, level + 1):
            if spell == "focus":
                wanted = [t for t in self.pool[self.me] if t[1] == rune]
                if len(wanted) >= effect - 2 and self.free():
                    found.append({"spell": spell, "level": effect, "branch": "store"})
                if effect >= 4 and self.space() and any(t[1] == rune for t in self.altar):
                    found.append({"spell": spell, "level": effect, "branch": "take"})
            elif self.usable(spell, effect, rune):
                found.append({"spell": spell, "level": effect})
        return found

    def usable(self, spell: str, level: int, rune: str) -> bool:
        mine, board = self.pool[self.me], self.board[self.me]
        fixed = {3: "o", 4: "t", 5: "s"}[level]
        others_space = self.solo or any(len(self.pool[other]) <= 8 for other in self.others())
        number = {3: 1, 4: 2, 5: 3}[level]
        colours = [[t[0] for t in mine].count(colour) for colour in COLOURS]
        raisable = any(name != "time_travel" and card[0] < 5 for name, card in self.book[self.me].items())
        answers = {
            "sacrifice": lambda: any(t[1] == fixed for t in mine),
            "eruption": lambda: len(mine) < level + 1 and self.supply() > 0,
            "blaze": lambda: (len(mine) <= 8 and self.supply() > 0) or (len(self.altar) > 0 and others_space),
            "levitation": lambda: len(mine) <= 8 and any(t[1] == fixed for t in self.altar),
            "sharing": lambda: (
                (len(mine) <= 8 and len(self.altar) > 0)
                or (self.supply() > 0 and (others_space or (level == 3 and len(mine) <= 8)))
            ),
            "divination": lambda: (
                self.supply() > 0 or (len(mine) <= 8 and len(self.altar) > 0) or (level == 3 and len(mine) > 0)
            ),
            "purification": lambda: len(mine) > 0 and len(self.altar) > 0,
            "cure": lambda: len(mine) > 0 or self.supply() > 0,
            "growth": lambda: (
                (len(mine) > 0 and len(board) > 0) if level == 3 else (len(self.altar) > 0 and self.free() > 0)
            ),
            "offering": lambda: max(colours) >= number + 1 and self.free() > 0,
            "feast": lambda: {
                3: len(mine) <= 8 and bool({t[0] for t in self.altar} & {t[0] for t in board}),
                4: len(self.altar) > 0 and self.free() > 0,
                5: False,
            }[level],
            "time_travel": lambda: any(t[1] == fixed for t in mine) and raisable,
            "storm": lambda: level >= 4 and len(self.altar) > 0,
            "transmutation": lambda: level >= 4 and bool(self.learnable((rune, level - 3))),
            "clone": lambda: self.clone_usable(level),
        }
        return bool(answers[spell]())

    def do_spell(self, effect: Action, rune: str, card: str) -> Script:
        """One effect; `card` is the spell that loses a level where the effect says so."""
        spell, level = effect["spell"], effect["level"]
        mine = self.pool[self.me]
        fixed = {3: "o", 4: "t", 5: "s"}[level]
        number = {3: 1, 4: 2, 5: 3}[level]
        if spell == "sacrifice":
            yield from self.throw(1, fixed)
            yield from self.draw(4, mine)
        elif spell == "eruption":
            yield from self.draw(level + 1 - len(mine), mine)
        elif spell == "blaze":
            yield from self.draw(4, mine)
            yield from self.blaze_takes()
        elif spell == "levitation":
            yield from self.take(2, lambda token: token[1] == fixed)
        elif spell == "sharing":
            yield from self.take(number)
            yield from self.draw(1 if level == 3 else 0, mine)
            for other in self.others():
                yield from self.draw(1, self.pool[other])
            if self.solo:
                yield from self.draw(1, self.lower)
        elif spell == "divination":
            yield from self.draw(2, self.altar)
            yield from self.take(2, up_to=level == 4)
            yield from self.throw(1 if level == 3 else 0)
        elif spell == "purification":
            yield from self.swap(number, self.altar, "take")
        elif spell == "cure":
            yield from self.draw(number, mine)
            yield from self.throw(number)
        elif spell == "growth" and level == 3:
            yield from self.swap(1, self.board[self.me], "recall")
        elif spell == "growth":
            yield from self.take(number, to_board=True)
            self.book[self.me][card][0] -= 1
        elif spell == "offering":
            yield from self.offering(number + 1)
        elif spell == "focus" and effect["branch"] == "store":
            yield from self.store(number, lambda token: token[1] == rune)
        elif spell == "focus":
            yield from self.take(level - 3, lambda token: token[1] == rune)
        elif spell == "feast" and level == 4:
            yield from self.take(1, to_board=True)
        elif spell == "feast":
            colours = {token[0] for token in self.board[self.me]}
            yield from self.take(1, lambda token: token[0] in colours)
        elif spell == "time_travel":
            yield from self.throw(1, fixed)
            yield from self.raise_one()
        elif spell == "storm":
            yield from self.storm()
            self.book[self.me][card][0] -= 1
        elif spell == "transmutation":
            yield from self.learn((rune, level - 3))

    def blaze_takes(self) -> Script:
        for other in self.others():
            if self.altar and len(self.pool[other]) < 9:
                token = yield from self.pick("take", self.altar, other)
                self.altar.remove(token)
                self.pool[other].append(token)
        if self.solo and self.altar:
            token = yield from self.pick("offer", self.altar, 0)
            self.altar.remove(token)
            self.lower.append(token)

    def offering(self, n: int) -> Script:
        mine = self.pool[self.me]
        rich = [c for c in COLOURS if [token[0] for token in mine].count(c) >= n]
        before = len(self.board[self.me])
        yield from self.store(1, lambda token: token[0] in rich)
        if len(self.board[self.me]) > before:
            colour = self.board[self.me][-1][0]
            yield from self.store(n - 1, lambda token: token[0] == colour)

    def raise_one(self) -> Script:
        targets = [s for s, card in self.book[self.me].items() if s != "time_travel" and card[0] < 5]
        chosen = yield from self.decide(self.me, [{"do": "raise", "spell": spell} for spell in targets])
        self.book[self.me][chosen["spell"]][0] += 1

    def storm(self) -> Script:
        swept = 0
        while self.altar:
            token = yield from self.pick("sweep", self.altar, self.me, ("stop",))
            if token is None:
                break
            self.altar.remove(token)
            self.discard.append(token)
            swept += 1
        yield from self.draw(swept, self.altar)
        yield from self.take(3)

    # ---- Clone

    def copies(self, level: int) -> list[Action]:
        phase = {3: "midday", 4: "evening", 5: "morning"}[level]
        rune = self.book[self.me]["clone"][1][1]
        found: list[Action] = []
        if self.solo:
            for spell in self.spells:
                if SYMBOL[spell] == phase and spell != "clone" and spell not in self.book[0]:
                    found += [{"do": "copy", "seat": None, **e} for e in self.effects(spell, 4, rune, lowest=4)]
            return found
        found += [{"do": "copy", "action": name} for name in self.primary(phase)]
        for other in self.others():
            for spell, card in self.book[other].items():
                if SYMBOL[spell] == phase and spell != "clone":
                    found += [{"do": "copy", "seat": other, **e} for e in self.effects(spell, card[0], rune)]
        return found

    def clone_costs(self) -> list[str]:
        """Tokens of Clone's rune after whose discard something can be copied."""
        rune = self.book[self.me]["clone"][1][1]
        mine, found = self.pool[self.me], []
        for token in {t for t in mine if t[1] == rune}:
            mine.remove(token)
            self.discard.append(token)
            if self.copies(5):
                found.append(token)
            self.discard.remove(token)
            mine.append(token)
        return found

    def clone_usable(self, level: int) -> bool:
        return bool(self.clone_costs() if level == 5 else self.copies(level))

    def do_clone(self, level: int) -> Script:
        if level == 5:
            token = yield from self.pick("discard", self.clone_costs(), self.me)
            self.pool[self.me].remove(token)
            self.discard.append(token)
        chosen = yield from self.decide(self.me, self.copies(level))
        if "action" in chosen:
            yield from self.do_primary(chosen["action"])
        else:
            yield from self.do_spell(chosen, self.book[self.me]["clone"][1][1], "clone")

    # ---- learning

    def learnable(self, wild: tuple[str, int] | None) -> list[Action]:
        found: list[Action] = []
        for spell in self.spells:
            if spell not in self.book[self.me]:
                for level in (3, 4, 5):
                    if any(
                        payable(without(self.pool[self.me], token), COLOUR[spell], level - 1, wild)
                        for token in self.pool[self.me]
                        if token[0] == COLOUR[spell]
                    ):
                        found.append({"do": "learn", "spell": spell, "level": level})
        return found

    def learn(self, wild: tuple[str, int] | None) -> Script:
        chosen = yield from self.decide(self.me, self.learnable(wild))
        spell, level = chosen["spell"], chosen["level"]
        colour, mine = COLOUR[spell], self.pool[self.me]
        fitting = [t for t in mine if t[0] == colour and payable(without(mine, t), colour, level - 1, wild)]
        placed = yield from self.pick("place", fitting, self.me)
        mine.remove(placed)
        spent: list[str] = []
        owed = level - 1
        while owed:
            payments = [
                {"do": "pay", "token": t}
                for t in TYPES
                if t in mine and t[0] == colour and payable(without(mine, t), colour, owed - 1, wild)
            ]
            wilds = [{"do": "wild", "rune": rune} for rune in RUNES if begun(mine, colour, owed, wild, rune)]
            chosen = yield from self.decide(self.me, payments + wilds)
            owed -= 1
            if chosen["do"] == "pay":
                mine.remove(chosen["token"])
                spent.append(chosen["token"])
                continue
            for left in range(0 if wild else 2, -1, -1):
                possible = [
                    t
                    for t in mine
                    if t[1] == chosen["rune"]
                    and (wild is None or t[0] != colour)
                    and finishable(without(mine, t), colour, owed, less(wild), chosen["rune"], left)
                ]
                token = yield from self.pick("pay", possible, self.me)
                mine.remove(token)
                spent.append(token)
            wild = less(wild)
        self.book[self.me][spell] = [level, placed]
        self.fresh.add(spell)
        if self.level(self.me, "communion") == 5:
            for _ in range(min(2, self.free())):
                token = yield from self.pick("store", spent, self.me)
                spent.remove(token)
                self.put_on_board(token)
        self.discard += spent
        if len(self.book[self.me]) == 7 and self.end_by is None:
            self.end_by = self.me
        yield from self.instant(spell, level)

    def instant(self, spell: str, level: int) -> Script:
        if spell == "abundance":
            yield from self.draw({3: 2, 4: 3, 5: 4}[level], self.pool[self.me])
        elif spell == "communion" and level == 3:
            yield from self.take(3, to_board=True)
        elif spell == "swiftness" and level in (3, 4):
            actions = self.offered("morning")
            if actions:
                chosen = yield from self.decide(self.me, actions)
                yield from self.perform(chosen)


# ---- prices, by trying everything


def without(tokens: list[str], token: str) -> list[str]:
    rest = list(tokens)
    rest.remove(token)
    return rest


def less(wild: tuple[str, int] | None) -> tuple[str, int] | None:
    """Transmutation with one wild fewer."""
    return wild and (wild[0], wild[1] - 1)


def payable(tokens: list[str], colour: str, owed: int, wild: tuple[str, int] | None) -> bool:
    """Whether these tokens can pay so many units of a colour."""
    return _payable(tuple(sorted(tokens)), colour, owed, wild)


@lru_cache(maxsize=200_000)
def _payable(tokens: tuple[str, ...], colour: str, owed: int, wild: tuple[str, int] | None) -> bool:
    if owed == 0:
        return True
    pool = list(tokens)
    for token in set(pool):
        if token[0] == colour and _payable(tuple(without(pool, token)), colour, owed - 1, wild):
            return True
    return any(begun(pool, colour, owed, wild, rune) for rune in RUNES)


def begun(pool: list[str], colour: str, owed: int, wild: tuple[str, int] | None, rune: str) -> bool:
    """Whether a wild of this rune may be begun as the next unit."""
    if wild is None:
        return finishable(pool, colour, owed - 1, wild, rune, 3)
    return wild[1] > 0 and wild[0] == rune and finishable(pool, colour, owed - 1, less(wild), rune, 1)


def finishable(pool: list[str], colour: str, owed: int, wild: tuple[str, int] | None, rune: str, left: int) -> bool:
    """Whether so many more tokens of a rune can be paid into a wild, and the units owed after it."""
    if left == 0:
        return payable(pool, colour, owed, wild)
    return any(
        finishable(without(pool, token), colour, owed, wild, rune, left - 1)
        for token in set(pool)
        if token[1] == rune and (wild is None or token[0] != colour)
    )
