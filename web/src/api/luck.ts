/**
 * This browser's shares of the random seeds. The seed of a game is mixed from a half of the server and a share of each
 * player, so that nobody can choose it. A share is drawn when a player takes a seat, and stored, so that this browser
 * can verify at the end of the game that the server has used it.
 */
import type { Luck } from './wire';

interface Share {
  table: string;
  /** 256 random bits as hexadecimal digits. */
  share: string;
  /** The hash of the server's half that was shown before the share was sent; '' if none was shown. */
  promised: string;
  /**
   * Whether the seed must contain this share. It need not if another player asked for a rematch first.
   */
  sure: boolean;
}
const KEY = 'sortilege-luck';
/** How many shares are stored; the oldest are removed. */
const MAX_STORED = 40;

/** Return 256 random bits as hexadecimal digits. */
export function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function shares(): Share[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Share[];
  } catch {
    return []; // without storage no share can be verified
  }
}

/** Store a share, in place of an earlier one for the same table. */
export function storeShare(share: Share): void {
  const others = shares().filter((stored) => stored.table !== share.table);
  try {
    localStorage.setItem(KEY, JSON.stringify([share, ...others].slice(0, MAX_STORED)));
  } catch {
    // without storage the share cannot be verified later, but the game can be played
  }
}

export function storedShare(table: string): Share | undefined {
  return shares().find((stored) => stored.table === table);
}

/** Draw a share, send it with a request for a seat, and store it. `send` sends the request and returns the response. */
export async function withShare<Response extends { table: string }>(
  send: (share: string) => Promise<Response>,
  { promised = '', sure = true }: Partial<Share> = {},
): Promise<Response> {
  const share = newShare();
  const response = await send(share);
  storeShare({ table: response.table, share, promised, sure });
  return response;
}

/**
 * Whether the seed of a table contains this browser's share and the promised half of the server. Null if the seed is
 * not published yet, or no share is stored.
 */
export function isShareIncluded(table: string, seat: number | null, luck: Luck | null): boolean | null {
  const stored = storedShare(table);
  const isPublished = luck !== null && luck.half !== null;
  if (!stored || !isPublished || seat === null) return null;
  const isIncluded = luck.shares[seat] === stored.share;
  if (!isIncluded && !stored.sure) return null;
  const keptPromise = stored.promised === '' || stored.promised === luck.commitment;
  return isIncluded && keptPromise;
}
