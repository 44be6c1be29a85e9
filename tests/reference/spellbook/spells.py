"""Actions and spells, one by one."""

from typing import Any

from tests.reference.spellbook.box import COLOUR, COLOURS, RUNES, SYMBOL, TYPES, Action, Script
from tests.reference.spellbook.prices import begun, finishable, less, payable, without
from tests.reference.spellbook.table import Table


class Spells(Table):
    """What a player can do."""

    # ---- primary actions

    def primary(self, phase: str) -> list[str]:
        mine = self.pool[self.me]
        names = []
        if phase == "morning":
            names += ["take"] if self.altar and len(mine) <= 8 else []
            names += ["draw"] if len(mine) <= 8 and self.supply() else []
        if phase == "midday":
            names += ["store"] if mine and self.free() else []
        if phase == "evening":
            names += ["learn"] if self.learnable(None) else []
        return names

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
            gift = yield from self.pick("give", givable, self.me)
            received = yield from self.pick(verb, takable, self.me)
            givable.remove(gift)
            takable.remove(received)
            mine.remove(gift)
            place.remove(received)
            mine.append(received)
            place.append(gift)

    # ---- spells with a symbol

    def effects(self, spell: str, level: int, rune: str, lowest: int = 3) -> list[Action]:
        """The effects of a card at this level that are offered now."""
        if spell in ("blaze", "storm", "transmutation"):
            lowest = level
        actions: list[Action] = []
        for effect in range(lowest, level + 1):
            if spell == "focus":
                matching = [t for t in self.pool[self.me] if t[1] == rune]
                if len(matching) >= effect - 2 and self.free():
                    actions.append({"spell": spell, "level": effect, "branch": "store"})
                if effect >= 4 and self.space() and any(t[1] == rune for t in self.altar):
                    actions.append({"spell": spell, "level": effect, "branch": "take"})
            elif self.usable(spell, effect, rune):
                actions.append({"spell": spell, "level": effect})
        return actions

    def usable(self, spell: str, level: int, rune: str) -> bool:
        mine, board = self.pool[self.me], self.board[self.me]
        fixed = {3: "o", 4: "t", 5: "s"}[level]
        others_space = self.solo or any(len(self.pool[rival]) <= 8 for rival in self.others())
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
            for rival in self.others():
                yield from self.draw(1, self.pool[rival])
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
        for rival in self.others():
            if self.altar and len(self.pool[rival]) < 9:
                token = yield from self.pick("take", self.altar, rival)
                self.altar.remove(token)
                self.pool[rival].append(token)
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
        actions: list[Action] = []
        if self.solo:
            for spell in self.spells:
                if SYMBOL[spell] == phase and spell != "clone" and spell not in self.book[0]:
                    actions += [{"do": "copy", "seat": None, **e} for e in self.effects(spell, 4, rune, lowest=4)]
            return actions
        actions += [{"do": "copy", "action": name} for name in self.primary(phase)]
        for rival in self.others():
            for spell, card in self.book[rival].items():
                if SYMBOL[spell] == phase and spell != "clone":
                    actions += [{"do": "copy", "seat": rival, **e} for e in self.effects(spell, card[0], rune)]
        return actions

    def clone_costs(self) -> list[str]:
        """Tokens of Clone's rune after whose discard something can be copied."""
        rune = self.book[self.me]["clone"][1][1]
        mine, costs = self.pool[self.me], []
        for token in {t for t in mine if t[1] == rune}:
            mine.remove(token)
            self.discard.append(token)
            if self.copies(5):
                costs.append(token)
            self.discard.remove(token)
            mine.append(token)
        return costs

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
        actions: list[Action] = []
        for spell in self.spells:
            if spell not in self.book[self.me]:
                for level in (3, 4, 5):
                    if any(
                        payable(without(self.pool[self.me], token), COLOUR[spell], level - 1, wild)
                        for token in self.pool[self.me]
                        if token[0] == COLOUR[spell]
                    ):
                        actions.append({"do": "learn", "spell": spell, "level": level})
        return actions

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
