/** The English texts about notifications (notices) that it is the person's turn. */

export const notices = {
  notices: {
    title: 'Your turn finds you',
    lead: 'Get a message while you are away: it is your turn, your clock runs low, a request waits for your answer, a game begins or ends. One message each, with the game and the players.',
    tableTitle: 'Notices of this table',
    tableLead:
      'For a channel that everybody reads: whose turn it is, whose clock runs low, a request that waits, the start and the end. Nothing is sent while everybody concerned is at the table.',
    begin: 'Tell me in this browser',
    add: 'Add a web hook',
    thisBrowser: 'This browser',
    browser: 'Another browser of yours',
    kinds: { push: 'Push', ntfy: 'ntfy', discord: 'Discord', json: 'JSON' },
    shape: 'What it takes',
    address: 'Address',
    examples: { ntfy: 'https://ntfy.sh/your-topic', discord: 'https://discord.com/api/webhooks/…', json: 'https://…' },
    notes: {
      ntfy: 'The address of your topic; whoever knows it can read along.',
      discord: 'From a channel’s settings: Integrations, Webhooks.',
      json: 'An object with event, table, game, name, rivals, text and link is sent there.',
    },
    save: 'Add it',
    test: 'Test',
    trying: 'On its way …',
    remove: (host: string) => `Take ${host} off the list`,
    here: 'It arrived in this browser.',
    notHere:
      'The push service took it, but it did not come here within 20 seconds: perhaps the system holds notices back.',
    denied: 'This browser does not allow notices from this page; its own settings can change that.',
    failed: 'This browser could not be signed up for notices.',
    noPush:
      'This browser cannot be told by push here: that needs an address that begins with https://, and a browser that can do it.',
    homeScreen:
      'On iPhone and iPad push comes to pages on the home screen: in Safari press Share, then Add to Home Screen, and open Sortilege from there.',
    offer: 'Shall we tell you when it is your turn?',
    yes: 'Tell me',
    no: 'Not now',
    begun: 'You will be told when it is your turn. My games has the switch.',
    settings: 'Your turn finds you: where to be told',
  },
  away: {
    title: 'Since you were away',
    all: (n: number) => `All of it: ${n} ${n === 1 ? 'turn' : 'turns'}`,
  },
};
