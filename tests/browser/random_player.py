"""A player who knows no game and clicks whatever is lit, mostly the main button, until the game is over. An action that
a board does not light up is never played."""

import random
from collections.abc import Callable
from typing import Any

# The centres of the elements that can be clicked now, in the order a newcomer would try them: the page that covers the
# board, the main button, the lit pieces, the other buttons. Null while there is nothing to decide, "over" at the end.
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
PAUSE = "new Promise(done => setTimeout(done, 30))"  # milliseconds between two checks
MAX_CHECKS = 4_000
MAIN_IN_TEN = 8  # clicks out of ten that go to the main button if there is one


class RandomPlayer:
    """Plays with the functions `evaluate(expression)` and `press(x, y)` of any browser."""

    def __init__(self, evaluate: Callable[[str], Any], press: Callable[[float, float], None], seed: int = 1) -> None:
        self.evaluate, self.press = evaluate, press
        self.rng = random.Random(seed)

    def steps(self) -> int:
        """Return how many steps the page has shown."""
        return int(self.evaluate(STEPS))

    def play(self, steps: int) -> bool:
        """Play until the page has shown that many more steps; return whether the game ended before."""
        goal = self.steps() + steps
        for _ in range(MAX_CHECKS):
            if self.steps() >= goal:
                return False
            offers = self.evaluate(OFFERS)
            if offers == "over":
                return True
            if offers is None:
                self.evaluate(PAUSE)
            else:
                self._take(offers)
        raise AssertionError(f"no lit element changes anything at step {self.steps()}")

    def _take(self, offers: dict[str, list[list[float]]]) -> None:
        gold = offers["first"] and (not offers["then"] or self.rng.randrange(10) < MAIN_IN_TEN)
        self.press(*self.rng.choice(offers["first"] if gold else offers["then"]))
        self.evaluate(PAUSE)
