/**
 * This browser's shares of the random seeds. The seed of a game is mixed from random bits of the server (its half) and
 * random bits of each player (their share), so that nobody can choose it alone. This browser draws its share when the
 * player takes a seat, and stores it. At the end of the game it can verify that the server has used the share.
 */
import type { SeedProof } from './wire';

/** The share that this browser contributed to the seed of one table. */
interface Share {
  table: string;
  /** 256 random bits as hexadecimal digits. */
  share: string;
  /** The hash of the server's half that was shown before the share was sent; '' if none was shown. */
  promised: string;
  /**
   * Whether the seed must contain this share. False for a rematch: if another player asked for it first, the server
   * does not use the share of this browser.
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

/** Return the share that this browser has sent for a table; undefined if none is stored. */
export function storedShare(table: string): Share | undefined {
  return shares().find((stored) => stored.table === table);
}

/**
 * Draw a share, send it with a request for a seat, and store it under the table of the response. `send` sends the
 * request with the share and returns the response. `promised` and `sure` are stored with the share: see `Share`.
 */
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
 * Whether the seed of a table contains this browser's share and the half that the server promised. Null if this cannot
 * be verified: the seed is not published yet, the viewer has no seat, no share is stored, or the share was not sure to
 * be used.
 */
export function isShareIncluded(table: string, seat: number | null, luck: SeedProof | null): boolean | null {
  const stored = storedShare(table);
  const isPublished = luck !== null && luck.half !== null;
  if (!stored || !isPublished || seat === null) return null;
  const isIncluded = luck.shares[seat] === stored.share;
  if (!isIncluded && !stored.sure) return null;
  const keptPromise = stored.promised === '' || stored.promised === luck.commitment;
  return isIncluded && keptPromise;
}
