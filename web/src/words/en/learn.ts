/** The English texts of the lessons. */

export const learn = {
  learn: {
    title: 'Learn',
    learn: 'Lessons',
    course: (game: string) => `Learn ${game}`,
    lead: (done: number, of: number) =>
      done === 0 ? `${of} short lessons on the real board, one thing at a time.` : `${done} of ${of} done.`,
    all: 'All lessons',
    step: (k: number, of: number) => `Step ${k} of ${of}`,
    watch: 'Watch what happens …',
    wellDone: 'Well done: the goal is reached.',
    stuck: 'The game ended before the goal was reached. Try it again.',
    next: (title: string) => `Next: ${title}`,
    again: 'Again',
    done: 'Done.',
    finished: 'That is all',
    none: 'There is no such lesson.',
    playNow: 'Play a game',
    shallI: 'Shall I show you?',
    shallINote: 'Short lessons on the board teach the game in a few minutes.',
    yes: 'Show me',
    later: 'Not now',
    you: 'You',
    rival: 'Rival',
    rivals: ['Wren', 'Moss', 'Ember', 'Flint'],
  },
};
