"""SpellBook a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is one long generator that reads like the rulebook:
wherever somebody must choose, or chance must fall, it yields who and what is possible, and is sent the choice. Tokens
are strings in lists; whether a price can still be paid is found out by trying everything.
"""

from tests.reference.spellbook.box import CHANCE, COLOUR, COLOURS, SPELLS, SYMBOL, Action, Script
from tests.reference.spellbook.spells import Spells


class Reference(Spells):
    """One game, from the set-up to the last Day."""

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
        crowded = len(self.altar) > 7
        yield from self.draw(7 - len(self.altar), self.altar)
        if symbol or crowded:
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
        actions: list[Action] = [{"do": "act", "action": name} for name in self.primary(phase)]
        for spell, (level, token) in self.book[self.me].items():
            if SYMBOL[spell] == phase and spell not in self.fresh:
                actions += [{"do": "use", **effect} for effect in self.effects(spell, level, token[1])]
        return actions

    def perform(self, chosen: Action) -> Script:
        if chosen["do"] == "act":
            yield from self.do_primary(chosen["action"])
        elif chosen["spell"] == "clone":
            yield from self.do_clone(chosen["level"])
        else:
            rune = self.book[self.me][chosen["spell"]][1][1]
            yield from self.do_spell(chosen, rune, chosen["spell"])
