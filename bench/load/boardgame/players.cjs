// node players.cjs HOST:PORT MATCHES SECONDS: four sockets at each match; the next move as soon as all have seen the last.
// Prints "seated", waits for a line on stdin, then prints what it took as JSON.
const { io } = require('socket.io-client');

const [address, matches, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const SEATS = 4;
const taken = [];

function sit(match, seat, hear) {
  return new Promise((seated, failed) => {
    const socket = io(`http://${address}/stones`, { transports: ['websocket'], reconnection: false });
    socket.on('connect_error', failed);
    socket.on('connect', () => socket.emit('sync', match, String(seat), undefined, SEATS));
    socket.once('sync', () => seated(socket));
    socket.on('update', (_, state) => hear(state._stateID));
    socket.on('patch', (_, before, now) => hear(now));
  });
}

class Match {
  constructor(name) {
    this.name = name;
    this.state = 0;
    this.missing = new Set();
  }
  async sit() {
    this.sockets = [];
    for (let seat = 0; seat < SEATS; seat++) this.sockets.push(await sit(this.name, seat, (state) => this.hear(seat, state)));
  }
  hear(seat, state) {
    if (state > this.state) this.missing.delete(seat);
    if (this.missing.size || !this.sent) return;
    taken.push(performance.now() - this.sent);
    this.sent = 0;
    this.state = state;
    this.moves += 1;
    this.next();
  }
  next() {
    if (performance.now() >= this.end) return this.done();
    const player = String(this.moves % SEATS);
    this.missing = new Set([0, 1, 2, 3]);
    this.sent = performance.now();
    const action = { type: 'MAKE_MOVE', payload: { type: 'take', args: [this.moves % 5], playerID: player } };
    this.sockets[player].emit('update', action, this.state, this.name, player);
  }
  play(end) {
    this.moves = 0;
    this.end = end;
    return new Promise((done) => {
      this.done = done;
      this.next();
    });
  }
}

async function main() {
  const all = Array.from({ length: matches }, (_, k) => new Match(`match${k}`));
  for (const match of all) await match.sit();
  console.log('seated');
  await new Promise((go) => process.stdin.once('data', go));
  const start = performance.now();
  await Promise.all(all.map((match) => match.play(start + seconds * 1000)));
  const seconds_taken = (performance.now() - start) / 1000;
  taken.sort((a, b) => a - b);
  const at = (share) => taken[Math.min(taken.length - 1, Math.floor(share * taken.length))];
  console.log(JSON.stringify({ seconds: seconds_taken, moves: taken.length, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}
main();
