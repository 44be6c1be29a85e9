// node server.cjs memory|FOLDER: boardgame.io's own server, its matches in memory or (FlatFile) in a folder.
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const { game } = require('./game.cjs');

const where = process.argv[2];
const db = where === 'memory' ? undefined : new FlatFile({ dir: where });
Server({ games: [game], origins: [Origins.LOCALHOST], db })
  .run({ port: 0 })
  .then(({ appServer }) => console.log(`ready http://127.0.0.1:${appServer.address().port}/`));
