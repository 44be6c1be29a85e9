/** The English texts of the replay of a game. */

export const replay = {
  replay: {
    from: 'Seen by',
    open: 'Everything open',
    turnBack: 'One turn back',
    turnOn: 'One turn on',
    roundBack: 'One round back',
    roundOn: 'One round on',
    speed: 'Speed',
    link: 'Copy a link to this moment',
    copied: 'The link is copied.',
    goTo: 'Go to this moment',
    title: 'Replay',
    first: 'To the beginning',
    back: 'One step back',
    on: 'One step on',
    last: 'To the end',
    play: 'Play',
    pause: 'Pause',
    step: (k: number, n: number) => `Step ${k} of ${n}`,
    everybody: 'Spectator',
    notYet: 'A replay can be seen once the game is over.',
    none: 'There is no replay of this table.',
    download: 'Save the record',
    toTable: 'To the table',
  },
};
