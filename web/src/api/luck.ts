/**
 * The shares of the random seed that this browser contributes. A share is drawn when a player takes a seat, sent to
 * the server, and stored to be verified at the end of the game.
 */
import type { Luck } from './wire';

interface Share {
  table: string;
  share: string;
  /** The hash of the server's half of the seed that was shown before the share was sent; '' if none was shown. */
  promised: string;
  /**
   * Whether the seed must contain this share. After a rematch it does only if no other player asked for the rematch
   * first.
   */
  sure: boolean;
}
const KEY = 'sortilege-luck';
const MAX_STORED = 40;

/** Return 256 random bits as hexadecimal digits. */
export function newShare(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function shares(): Share[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Share[];
  } catch {
    return [];
  }
}

export function storeShare(table: string, share: string, promised: string, sure = true): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(
        [{ table, share, promised, sure }, ...shares().filter((stored) => stored.table !== table)].slice(0, MAX_STORED),
      ),
    );
  } catch {
    // without storage the share cannot be verified later, but the game can be played
  }
}

export function storedShare(table: string): Share | undefined {
  return shares().find((stored) => stored.table === table);
}

/** Draw a share, send it with a request for a seat, and store it. */
export async function withShare<T extends { table: string }>(
  ask: (share: string) => Promise<T>,
  promised = '',
  sure = true,
): Promise<T> {
  const share = newShare();
  const pass = await ask(share);
  storeShare(pass.table, share, promised, sure);
  return pass;
}

/**
 * Whether the seed of a table contains this browser's share and the promised half of the server. Null if the seed is
 * not published yet, or no share is stored.
 */
export function isShareIncluded(table: string, seat: number | null, luck: Luck | null): boolean | null {
  const stored = storedShare(table);
  if (!stored || !luck || luck.half === null || seat === null) return null;
  if (!stored.sure && luck.shares[seat] !== stored.share) return null;
  return luck.shares[seat] === stored.share && (stored.promised === '' || stored.promised === luck.commitment);
}
