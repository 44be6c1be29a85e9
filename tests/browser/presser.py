"""Somebody who knows no game: presses whatever is lit, gold buttons first, until the game is over. What a board offers
in any other way than by lighting it, this person never finds."""

import random
from collections.abc import Callable
from typing import Any

# The middles of what may be pressed now, in the order a newcomer would try: the page in the way, the gold button, the
# lit pieces, the other buttons. Null while nothing is asked, "over" at the end.
OFFERS = """(() => {
  const seen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]')
  const middle = one => {
    const box = one.getBoundingClientRect()
    return [box.left + box.width / 2, box.top + box.height / 2]
  }
  const hit = one => {
    const top = document.elementFromPoint(...middle(one))
    return top && (one.contains(top) || top.contains(one))
  }
  const all = where => [...document.querySelectorAll(where)].filter(one => seen(one) && hit(one)).map(middle)
  if (document.querySelector(".paper a[href^='/replay']")) return 'over'
  const leaves = ['.s-btn.main', '.s-btn.lit', '[data-lit]'].map(what => `dialog[open] ${what}`)
  for (const where of ['.paper .s-btn.main', ...leaves]) {
    if (all(where).length) return { first: all(where), then: [] }
  }
  const asked = ".act:is([data-tone='ask'], [data-tone='warn']), .act[data-tone='error'] .buttons .s-btn"
  if (!document.querySelector(asked)) return null
  const gold = all('.act .buttons .s-btn.main')
  const pieces = [...all('.s-board-area [data-lit]'), ...all('.act .buttons .s-btn.lit')]
  return { first: gold, then: pieces.length ? pieces : all('.act .buttons .s-btn') }
})()"""
STEPS = "Number(document.querySelector('.shell')?.dataset.n ?? 0)"
PAUSE = "new Promise(done => setTimeout(done, 30))"  # between two looks: the page decides when it has something to show
MOST_LOOKS = 4_000
GOLD_IN_TEN = 8  # how often the gold button is taken rather than another piece


class Presser:
    """Plays through `evaluate(expression)` and `press(x, y)`, whatever browser they belong to."""

    def __init__(self, evaluate: Callable[[str], Any], press: Callable[[float, float], None], seed: int = 1) -> None:
        self.evaluate, self.press = evaluate, press
        self.rng = random.Random(seed)

    def steps(self) -> int:
        """How many steps the table has shown."""
        return int(self.evaluate(STEPS))

    def play(self, steps: int) -> bool:
        """Press on until the table has come so many steps further; True if the game ended before."""
        goal = self.steps() + steps
        for _ in range(MOST_LOOKS):
            if self.steps() >= goal:
                return False
            offers = self.evaluate(OFFERS)
            if offers == "over":
                return True
            if offers is None:
                self.evaluate(PAUSE)
            else:
                self._take(offers)
        raise AssertionError(f"nothing that is lit leads on from step {self.steps()}")

    def _take(self, offers: dict[str, list[list[float]]]) -> None:
        gold = offers["first"] and (not offers["then"] or self.rng.randrange(10) < GOLD_IN_TEN)
        self.press(*self.rng.choice(offers["first"] if gold else offers["then"]))
        self.evaluate(PAUSE)
