/** The English texts of the puzzles, of the player's slips (mistakes to practise) and of the daily challenge. */

export const puzzles = {
  puzzles: {
    title: 'Puzzles',
    heading: (game: string) => `Puzzles of ${game}`,
    lead: (done: number, of: number) =>
      done === 0 ? `${of} positions where one line is clearly best, the easiest first.` : `${done} of ${of} solved.`,
    goOn: 'Next unsolved',
    all: 'All puzzles',
    next: 'Next puzzle',
    done: 'Solved.',
    none: 'There is no such puzzle.',
    level: (n: number) => `Difficulty ${n} of 5`,
    who: [
      'The apprentice finds these',
      'The apprentice misses these, the adept does not',
      'Only the master and the archmage find these',
      'Only the archmage finds these',
      'Even the archmage needs time for these',
    ],
    judging: 'Weighing what that costs …',
    costs: (n: number) => `That loses ${n} of 100 games against the best. Try something else.`,
    solved: 'Solved at the first attempt.',
    solvedAfter: (n: number) => (n === 1 ? 'Solved, after one miss.' : `Solved, after ${n} misses.`),
    solvedNearly: (n: number) => `Solved, though ${n} of 100 games were lost on the way.`,
    solvedAgain: 'Solved once more.',
    shown: 'This is the line.',
    line: 'The best line:',
    showMe: 'Show me',
    slips: 'My slips',
    slipsLead: (n: number) =>
      n === 0
        ? 'No slip waits to be practised. The review of a finished game finds them.'
        : n === 1
          ? 'One decision that cost you something. Solve it twice, a day apart, and it is gone.'
          : `${n} decisions that cost you something. Solve each twice, a day apart, and it is gone.`,
    practise: 'Practise my slips',
    nextSlip: 'Next slip',
    dueNow: 'Now',
    dueLater: 'Solved once; again tomorrow',
    opening: 'Looking for the best line …',
    slipOf: (loss: number) => `It cost ${loss} of 100 games`,
  },

  daily: {
    title: 'Today',
    heading: 'Today’s puzzle and game',
    lead: 'The same for everybody, from the date alone. No other server is asked.',
    puzzle: 'The puzzle',
    game: 'The game',
    solo: (game: string) => `${game}, alone, with the luck of the day`,
    play: 'Play',
    solve: 'Solve',
    again: 'Look again',
    par: (n: number) => `Par, set by the Archmage: ${n}`,
    parComing: 'The Archmage is still playing today’s game to set par …',
    yours: (n: number) => `You: ${n}`,
    lost: 'You: lost',
    parLost: 'The Archmage lost today’s game: any win beats par.',
    notYet: 'Not played yet',
    result: 'Your result, without spoilers',
    copy: 'Copy the result',
    utc: 'A new day begins at midnight, universal time.',
    more: 'More puzzles',
  },
};
