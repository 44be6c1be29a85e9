/** The English texts of the review (the analysis of a finished game). */

export const review = {
  review: {
    title: 'Review',
    making: 'The game is being reviewed …',
    ahead: (n: number) => `${n} ${n === 1 ? 'review waits' : 'reviews wait'} before this one.`,
    biggest: 'What mattered most',
    curve: 'The chance to win',
    books: 'Luck and play',
    booksNote:
      'In points of 100, from an even start to the result: what draws and hidden cards gave, what one’s own decisions gave, and those of the others. It adds up.',
    parts: { luck: 'Luck', own: 'Own decisions', others: 'Others’ decisions', rest: 'Not told apart' },
    fromTo: (start: number, result: number) => `from ${start} to ${result}`,
    slips: 'Slips',
    counted: (n: number, best: number, close: number, slip: number) =>
      `Decisions judged: ${n}. The best found: ${best}; too close to call: ${close}; slips: ${slip}.`,
    soFar: '(so far)',
    noSlips: 'No slip: every decision was the best found, or too close to call.',
    whose: 'Whose slips',
    all: 'Everybody',
    better: (what: string) => `Better: ${what}`,
    known: 'Given what could be known',
    open: 'With hindsight',
    best: 'The best found',
    close: 'Too close to call',
    lost: (loss: string, low: string, high: string) => `${loss} of 100 lost (${low} to ${high})`,
    worlds: (n: number, what: string) => `In ${n} of 100 worlds that this seat could be in, “${what}” did better.`,
    onBoard: 'See it on the board',
    whatElse: 'What else?',
    tryFrom: 'Try from here',
    thinking: 'Thinking …',
    played: '(played)',
    more: (n: number) => `${n} more`,
    sameWorlds: (n: number) =>
      `All of them in the same ${n} imagined worlds, with the same luck; wins of 100, with 95 % intervals.`,
    line: (k: number, n: number) => `Line ${k} of ${n}`,
    chance: 'Chance',
    turnMarks: 'a turn begins',
    chanceMarks: 'chance decides',
    effort: (worlds: number, seed: number) =>
      `${worlds} worlds for each judgement, seed ${seed}. Everybody is taken to go on at first sight.`,
    notYet: 'A review can be seen once the game is over.',
    none: 'There is no review of this table.',
  },
};
