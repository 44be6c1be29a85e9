"""Spellcaster a second time: written from the ledger and the contract alone, as plainly as possible.

Nothing here is shared with the engine and nothing is fast. A game is a generator: it stops at every node, says who
decides (a seat, or "chance") and what is possible, and goes on with the action it is sent. The texts of the cards are
read from the ledger's table and carried out word by word.
"""

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

Action = dict[str, Any]
Node = tuple[Any, list[Action]]
Steps = Generator[Node, Action, None]

LEDGER = Path(__file__).parents[2] / "src/sortilege/games/spellcaster/RULES.md"
ROW = re.compile(r"^\| SC-([RYBG]\d\d) \| [^|]+ \| ([IE]) \| `(.*?)`", re.MULTILINE)
DEFAULTS = {"first": "random", "bounded_supply": False, "activate_enchantments": False, "allow_pass": False}
DEFAULTS |= {"cards": "standin"}
CYCLE = [0, 1, 2, 1]


def read_cards() -> dict[str, tuple[str, str]]:
    """Kind and text of every card."""
    rows = ROW.findall(LEDGER.read_text(encoding="utf-8"))
    return {name: (kind, text.replace("\\|", "|")) for name, kind, text in rows}


CARDS = read_cards()


class Over(Exception):
    """The game has just ended."""


def split(text: str, mark: str) -> list[str]:
    """A text cut at a mark that stands in no braces."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def inside(text: str) -> tuple[str, str]:
    """What stands in the first braces, and what follows them."""
    start = text.index("{")
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1 : i], text[i + 1 :]
    raise ValueError(text)


class Duel:
    """One game, of two, three or four mages."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = DEFAULTS | options
        self.energy, self.sapphires, self.ward = [10, 10], [2, 2], [0, 0]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.piles: dict[str, list[tuple[str, int]]] = {colour: [] for colour in "RYBG"}
        self.discard: list[str] = []
        self.deck = sorted(CARDS)
        self.out: list[str] = []
        self.seat, self.cycle, self.step = 0, 0, "start"
        self.left = 2
        self.used: list[str] = []
        self.last = False
        self.result: tuple[list[int], str] | None = None
        self.quiet = False
        self.script = self.whole_game()
        self.node: Node = (None, [])
        self.go_on(None)

    @classmethod
    def load(cls, position: dict[str, Any]) -> "Duel":
        """A game from a position that gives every key, at its actions or at the start of a turn."""
        duel = cls(position["seats"], position["options"])
        duel.energy, duel.sapphires, duel.ward = (list(position[key]) for key in ("energy", "sapphires", "ward"))
        duel.hands = [list(hand) for hand in position["hands"]]
        piles = position["piles"]
        duel.piles = {colour: [(x[:3], int(x[4])) for x in piles[colour]] for colour in "RYBG"}
        duel.discard = list(position["discard"])
        lying = {card for hand in duel.hands for card in hand} | set(duel.discard)
        lying |= {card for pile in duel.piles.values() for card, _ in pile}
        rest = [card for card in sorted(CARDS) if card not in lying]
        duel.deck = rest if position["deck"] is None else list(position["deck"])
        duel.out = [card for card in rest if card not in duel.deck]
        turn = position["turn"]
        duel.seat, duel.cycle, duel.last = turn["seat"], turn["cycle"], turn["last"]
        duel.left, duel.used, duel.step = turn["left"], list(turn["used"]), turn["step"]
        duel.result = None
        duel.script = duel.turns(turn["step"] == "actions")
        duel.go_on(None)
        return duel

    # ---- from outside

    def go_on(self, action: Action | None) -> None:
        """Send the chosen action and stand at the next node."""
        try:
            self.node = self.script.send(action)  # type: ignore[arg-type]
        except StopIteration:
            self.node = (None, [])

    def scores(self) -> list[int]:
        return [self.sapphires[seat % 2] for seat in range(self.seats)]

    def outcome(self) -> dict[str, Any] | None:
        if self.result is None:
            return None
        return {"winners": self.result[0], "scores": self.scores(), "reason": self.result[1]}

    def position(self) -> dict[str, Any]:
        return {
            "game": "spellcaster",
            "seats": self.seats,
            "options": self.options,
            "energy": self.energy,
            "sapphires": self.sapphires,
            "ward": self.ward,
            "hands": [sorted(hand, key=order) for hand in self.hands],
            "piles": {colour: [f"{card}/{side}" for card, side in pile] for colour, pile in self.piles.items()},
            "discard": self.discard,
            "deck": sorted(self.deck, key=order) if self.out else None,
            "turn": {
                "seat": self.seat,
                "cycle": self.cycle,
                "step": "over" if self.result else "actions",
                "left": self.left,
                "used": sorted(self.used, key=order),
                "last": self.last,
            },
        }

    # ---- the game

    def whole_game(self) -> Steps:
        if self.seats != 3:
            if self.options["first"] == "random":
                chosen = yield "chance", [{"do": "first", "seat": seat} for seat in range(self.seats)]
                self.seat = chosen["seat"]
            else:
                self.seat = self.options["first"]
        for seat in range(self.seats):
            yield from self.draw(seat, 6 if self.seats == 3 and seat == 1 else 3)
        yield from self.turns(False)

    def turns(self, in_actions: bool) -> Steps:
        try:
            self.check()
            while True:
                if not in_actions:
                    yield from self.first_steps()
                in_actions = False
                yield from self.actions()
                if self.last:
                    self.end_by_deck()
                if self.seats == 3:
                    self.cycle = (self.cycle + 1) % 4
                    self.seat = CYCLE[self.cycle]
                else:
                    self.seat = (self.seat + 1) % self.seats
        except Over:
            pass

    def first_steps(self) -> Steps:
        me = self.seat % 2
        self.step, self.left, self.used, self.last = "start", 2, [], False
        self.ward[me] = 0
        waiting = [card for card, side in self.tops().values() if side == me and CARDS[card][0] == "E"]
        while True:
            waiting = [card for card in waiting if self.tops().get(card[0]) == (card, me)]
            if not waiting:
                break
            card = waiting[0]
            if len(waiting) > 1:
                chosen = yield self.seat, [{"do": "trigger", "card": card} for card in waiting]
                card = chosen["card"]
            waiting.remove(card)
            if self.options["activate_enchantments"]:
                self.used.append(card)
            yield from self.text(CARDS[card][1], card, 1)
        if not self.deck:
            self.end_by_deck()
        yield from self.draw(self.seat, 1)

    def actions(self) -> Steps:
        self.step = "actions"
        while self.left > 0:
            possible = self.possible_actions()
            if not possible:
                break
            if self.options["allow_pass"]:
                possible.append({"do": "pass"})
            self.quiet = True
            chosen = yield self.seat, possible
            self.quiet = False
            self.left -= 1
            if chosen["do"] == "draw":
                yield from self.draw(self.seat, 1)
            elif chosen["do"] == "play":
                self.play(chosen["card"])
            elif chosen["do"] == "activate":
                self.used.append(chosen["card"])
                yield from self.text(CARDS[chosen["card"]][1], chosen["card"], 1)

    def possible_actions(self) -> list[Action]:
        possible: list[Action] = [{"do": "draw"}] if self.deck else []
        possible += [{"do": "play", "card": card} for card in self.hands[self.seat]]
        for card, side in self.tops().values():
            allowed = CARDS[card][0] == "I" or self.options["activate_enchantments"]
            if side == self.seat % 2 and card not in self.used and allowed:
                possible.append({"do": "activate", "card": card})
        return possible

    def tops(self) -> dict[str, tuple[str, int]]:
        return {colour: pile[-1] for colour, pile in self.piles.items() if pile}

    # ---- moving cards

    def draw(self, seat: int, n: int) -> Steps:
        for _ in range(min(n, len(self.deck))):
            chosen = yield "chance", [{"do": "card", "card": card} for card in self.deck]
            self.deck.remove(chosen["card"])
            self.hands[seat].append(chosen["card"])

    def draw_by_text(self, seat: int, n: int) -> Steps:
        if n > len(self.deck) and seat == self.seat:
            self.last = True
        yield from self.draw(seat, n)

    def play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.piles[card[0]].append((card, self.seat % 2))

    def throw_away(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    def discards(self, seat: int, n: int) -> Steps:
        for _ in range(min(n, len(self.hands[seat]))):
            chosen = yield seat, [{"do": "discard", "card": card} for card in self.hands[seat]]
            self.throw_away(seat, chosen["card"])

    # ---- who

    def turn_order(self) -> list[int]:
        """Every mage once, by when they next have a turn."""
        if self.seats != 3:
            return [(self.seat + i) % self.seats for i in range(self.seats)]
        coming = [CYCLE[(self.cycle + i) % 4] for i in range(4)]
        return sorted(set(coming), key=coming.index)

    def next_rival(self) -> int:
        return next(seat for seat in self.turn_order() if seat % 2 != self.seat % 2)

    def rival_hand(self) -> int:
        held = [len(self.hands[seat]) for seat in range(self.seats) if seat % 2 != self.seat % 2]
        return max(held) if self.seats == 4 else sum(held)

    # ---- winning

    def check(self) -> None:
        empty = [side for side in (0, 1) if self.energy[side] == 0]
        rich = [side for side in (0, 1) if self.sapphires[side] >= 15]
        if len(empty) == 2:
            self.compare("energy")
        elif empty:
            self.end(1 - empty[0], "energy")
        elif len(rich) == 2:
            self.compare("sapphires")
        elif rich:
            self.end(rich[0], "sapphires")

    def end(self, side: int | None, reason: str) -> None:
        self.result = ([seat for seat in range(self.seats) if seat % 2 == side], reason)
        raise Over

    def compare(self, reason: str) -> None:
        mine, theirs = ((self.sapphires[side], self.energy[side]) for side in (0, 1))
        self.end(0 if mine > theirs else 1 if mine < theirs else None, reason)

    def end_by_deck(self) -> None:
        self.compare("deck")

    # ---- crystals

    def gain(self, what: list[int], side: int, n: int) -> None:
        if self.options["bounded_supply"]:
            n = min(n, max(0, 30 - sum(what)))
        what[side] += n

    def damage(self, side: int, n: int) -> int:
        stopped = min(n, self.ward[side])
        self.ward[side] -= stopped
        lost = min(n - stopped, self.energy[side])
        self.energy[side] -= lost
        return lost

    # ---- texts

    def text(self, text: str, card: str, times: int) -> Steps:
        """Carry out a text for the card whose text it is, or is as if it were."""
        for step in split(text, ";"):
            yield from self.one(step, card, times)
            self.check()

    def number(self, word: str) -> int:
        match = re.fullmatch(r"(@rhand|@col|\d+)([+-]\d+)?", word)
        assert match, word
        if match[1] == "@rhand":
            n = self.rival_hand()
        elif match[1] == "@col":
            n = sum(side == self.seat % 2 for _, side in self.tops().values())
        else:
            n = int(match[1])
        return max(0, n + int(match[2] or 0))

    def one(self, step: str, card: str, times: int) -> Steps:
        me, them, rival = self.seat % 2, 1 - self.seat % 2, self.next_rival()
        word = re.match(r"[a-zA-Z]+", step)[0]  # type: ignore[index]
        if step.startswith("disc.."):
            yield from self.discard_some(int(step[6]), inside(step)[0], card)
        elif word in ("pay", "unless", "choose", "if"):
            yield from getattr(self, word.replace("if", "if_"))(step, card)
        elif word in ("flip", "bury", "unweave", "bounce", "copy"):
            yield from self.aim(word, step, card)
        elif word == "each":
            yield from self.each(step)
        elif word == "stealcard":
            if self.hands[rival]:
                chosen = yield "chance", [{"do": "steal", "card": held} for held in self.hands[rival]]
                self.hands[rival].remove(chosen["card"])
                self.hands[self.seat].append(chosen["card"])
        elif word == "recover":
            if self.discard:
                chosen = yield self.seat, [{"do": "recover", "card": thrown} for thrown in self.discard]
                self.discard.remove(chosen["card"])
                self.hands[self.seat].append(chosen["card"])
            else:
                yield from self.draw_by_text(self.seat, 1)
        elif word == "trash":
            self.piles[card[0]] = [lying for lying in self.piles[card[0]] if lying[0] != card]
            self.discard.append(card)
        else:
            n = self.number(step.split()[1]) * times
            if word in ("draw", "rdraw"):
                yield from self.draw_by_text(self.seat if word == "draw" else rival, n)
            elif word in ("disc", "rdisc"):
                yield from self.discards(self.seat if word == "disc" else rival, n)
            elif word == "playfree":
                yield from self.play_some(n)
            else:
                self.crystals(word, n, me, them)

    def crystals(self, word: str, n: int, me: int, them: int) -> None:
        if word == "dmg":
            self.damage(them, n)
        elif word == "heal":
            self.gain(self.energy, me, n)
        elif word == "rheal":
            self.gain(self.energy, them, n)
        elif word == "saph":
            self.gain(self.sapphires, me, n)
        elif word == "rsaph":
            self.gain(self.sapphires, them, n)
        elif word == "loseE":
            self.energy[me] -= min(n, self.energy[me])
        elif word == "rloseS":
            self.sapphires[them] -= min(n, self.sapphires[them])
        elif word == "stealE":
            self.energy[me] += self.damage(them, n)
        elif word == "stealS":
            stolen = min(n, self.sapphires[them])
            self.sapphires[them] -= stolen
            self.sapphires[me] += stolen
        elif word == "ward":
            self.ward[me] += n
        elif word == "action":
            self.left += n
        else:
            raise ValueError(word)

    def discard_some(self, most: int, text: str, card: str) -> Steps:
        done = 0
        while done < most and self.hands[self.seat]:
            chosen = yield self.seat, [{"do": "discard", "card": c} for c in self.hands[self.seat]] + [{"do": "stop"}]
            if chosen["do"] == "stop":
                break
            self.throw_away(self.seat, chosen["card"])
            done += 1
        if done:
            yield from self.text(text, card, done)

    def play_some(self, most: int) -> Steps:
        for _ in range(most):
            if not self.hands[self.seat]:
                return
            chosen = yield self.seat, [{"do": "play", "card": c} for c in self.hands[self.seat]] + [{"do": "stop"}]
            if chosen["do"] == "stop":
                return
            self.play(chosen["card"])

    def pay(self, step: str, card: str) -> Steps:
        kind, n = re.match(r"pay ([SE])(\d+)", step).groups()  # type: ignore[union-attr]
        first, rest = inside(step)
        purse = self.sapphires if kind == "S" else self.energy
        if purse[self.seat % 2] >= int(n):
            chosen = yield self.seat, [{"do": "pay"}, {"do": "decline"}]
            if chosen["do"] == "pay":
                purse[self.seat % 2] -= int(n)
                self.check()
                yield from self.text(first, card, 1)
                return
        if rest:
            yield from self.text(inside(rest)[0], card, 1)

    def unless(self, step: str, card: str) -> Steps:
        rival = self.next_rival()
        if self.hands[rival]:
            chosen = yield rival, [{"do": "discard", "card": held} for held in self.hands[rival]] + [{"do": "decline"}]
            if chosen["do"] == "discard":
                self.throw_away(rival, chosen["card"])
                return
        yield from self.text(inside(step)[0], card, 1)

    def choose(self, step: str, card: str) -> Steps:
        branches = split(inside(step)[0], "|")
        chosen = yield self.seat, [{"do": "choose", "option": i} for i in range(len(branches))]
        yield from self.text(branches[chosen["option"]], card, 1)

    def if_(self, step: str, card: str) -> Steps:
        me, them = self.seat % 2, 1 - self.seat % 2
        condition = step[2 : step.index("{")].strip()
        truth = {
            "lessE": self.energy[me] < self.energy[them],
            "lessS": self.sapphires[me] < self.sapphires[them],
            "rhand>hand": len(self.hands[self.next_rival()]) > len(self.hands[self.seat]),
        }[condition]
        first, rest = inside(step)
        if truth:
            yield from self.text(first, card, 1)
        elif rest:
            yield from self.text(inside(rest)[0], card, 1)

    def each(self, step: str) -> Steps:
        _, what, digits = step.split()
        for seat in self.turn_order():
            n = int(digits) // 2 if self.seats == 3 and seat != 1 else int(digits)
            if what == "draw":
                yield from self.draw_by_text(seat, n)
            else:
                yield from self.discards(seat, n)

    def aim(self, word: str, step: str, card: str) -> Steps:
        aimed_colour = step[5:]  # a colour after `bury`
        piles = [colour for colour in self.tops() if colour != card[0] and self.is_target(word, colour, aimed_colour)]
        if not piles:
            return
        answers: list[Action] = [{"do": "target", "colour": colour} for colour in piles]
        chosen = yield self.seat, answers + ([{"do": "decline"}] if word == "bury" else [])
        if chosen["do"] == "decline":
            return
        pile = self.piles[chosen["colour"]]
        aimed, side = pile[-1]
        if word == "copy":
            yield from self.text(CARDS[aimed][1], card, 1)
            return
        pile.pop()
        if word == "flip":
            pile.append((aimed, 1 - side))
        elif word == "bury":
            pile.insert(0, (aimed, side))
        elif word == "unweave":
            self.discard.append(aimed)
        else:
            self.hands[self.next_rival()].append(aimed)

    def is_target(self, word: str, colour: str, aimed_colour: str) -> bool:
        card, side = self.tops()[colour]
        if word == "bury":
            return len(self.piles[colour]) > 1 and aimed_colour in ("", colour)
        if word == "unweave":
            return CARDS[card][0] == "E"
        return side != self.seat % 2 and (word != "copy" or CARDS[card][0] == "I")


def order(card: str) -> tuple[int, str]:
    """Red, yellow, blue, green."""
    return "RYBG".index(card[0]), card
