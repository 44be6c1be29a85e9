/** The English texts about the clock of a table. */

export const clock = {
  clock: {
    title: 'Clock',
    note: 'For games with a limit, or over days: nobody waits for ever.',
    none: 'None',
    perMove: 'For each move',
    budget: 'For the whole game',
    eachMove: 'Each move has',
    wholeGame: 'Each player has',
    increment: 'Each move adds',
    nothing: 'Nothing',
    atZero: 'When time is up',
    botMoves: 'A bot makes the move',
    botSeat: 'A bot plays on to the end',
    lineMove: (time: string) => `${time} for each move.`,
    lineBudget: (time: string, more: string) =>
      `${time} for each player${more ? `, and ${more} more with every move` : ''}.`,
    lineBot: 'When time is up, a bot makes the move.',
    lineSeat: 'When time is up, a bot plays that seat to the end.',
    up: 'Time is up',
    days: (n: number) => `${n} d`,
    hours: (n: number) => `${n} h`,
    wholeDays: (n: number) => (n === 1 ? '1 day' : `${n} days`),
    wholeHours: (n: number) => (n === 1 ? '1 hour' : `${n} hours`),
    wholeMinutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
    wholeSeconds: (n: number) => (n === 1 ? '1 second' : `${n} seconds`),
    absence: 'If somebody stays away',
    absenceNote:
      'A player who is away for this long, or whose clock runs out, counts as absent. The others can then let a bot play until they return, or end the game.',
    absenceLine: (time: string) =>
      `A player who is away for ${time} counts as absent. The others can then let a bot play until they return, or end the game.`,
    lost: 'A bot plays your seat to the end',
    lostNote: 'Your time was up, and so it was agreed beforehand.',
    moves: 'Your time is up: a bot makes this move',
  },
};
