/**
 * This browser's shares of random seeds. The random seed of a game is computed from random digits of the server (its
 * half) and of each player (their share), so that nobody can choose the seed. This browser draws its share when the
 * player takes a seat, and stores it. After the game, it can verify that the server has used the share.
 */
import type { SeedProof } from './wire';

/** The random digits that this browser has sent for the random seed of one table. */
interface Share {
  /** The id of the table. */
  table: string;
  /** The random digits: 64 hexadecimal digits (256 bits). */
  share: string;
  /** The hash of the server's random digits, which the server showed before it got the share; '' if it showed none. */
  promised: string;
  /** Whether the server must use the share. For a rematch, it uses only the share of the player who asked first. */
  sure: boolean;
}
const STORAGE_KEY = 'sortilege-luck';
/** At most this many shares are stored, the newest ones. */
const MAX_STORED = 40;
const SHARE_BYTES = 32;

/** Return a new random share as 64 hexadecimal digits. */
export function newShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SHARE_BYTES));
  const hexDigits = (byte: number) => byte.toString(16).padStart(2, '0');
  return [...bytes].map(hexDigits).join('');
}

function storedShares(): Share[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as Share[];
  } catch {
    return []; // without storage no share can be verified
  }
}

/** Store the share that was sent for a table. It replaces an earlier share for the same table. */
export function storeShare(share: Share): void {
  const others = storedShares().filter((stored) => stored.table !== share.table);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([share, ...others].slice(0, MAX_STORED)));
  } catch {
    // without storage the share cannot be verified later, but the game can be played
  }
}

/** Return the share that this browser has sent for a table; undefined if it has stored none. */
export function storedShare(table: string): Share | undefined {
  return storedShares().find((stored) => stored.table === table);
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
export function isShareIncluded(table: string, seat: number | null, proof: SeedProof | null): boolean | null {
  const stored = storedShare(table);
  const isPublished = proof !== null && proof.half !== null;
  if (!stored || !isPublished || seat === null) return null;
  const isIncluded = proof.shares[seat] === stored.share;
  if (!isIncluded && !stored.sure) return null;
  const keptPromise = stored.promised === '' || stored.promised === proof.commitment;
  return isIncluded && keptPromise;
}
