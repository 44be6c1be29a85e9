// A game for boardgame.io, far smaller than any of ours: four hands that only their owners see, a board of five stones,
// points, a last line. A move takes one stone from the board into the hand.
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core');

exports.game = {
  name: 'stones',
  setup: ({ ctx }) => ({
    board: [1, 2, 3, 4, 5],
    points: Array(ctx.numPlayers).fill(0),
    last: null,
    players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, seat) => [seat, { hand: [seat, seat + 1, seat + 2] }])),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take: ({ G, playerID }, slot) => {
      if (!(slot in G.board)) return INVALID_MOVE;
      const hand = G.players[playerID].hand;
      const stone = G.board[slot];
      G.board[slot] = hand.shift();
      hand.push(stone);
      G.points[playerID] += stone;
      G.last = { by: playerID, took: stone };
    },
  },
};
