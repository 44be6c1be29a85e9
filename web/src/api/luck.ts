/** This browser's share of the luck of each table it sits at: drawn here, sent when sitting down, kept to be compared at the end. */
import type { Luck } from './wire';

interface Share {
  table: string;
  share: string;
  /** The fingerprint of the server's half that was shown before the share was sent; '' where nothing was shown yet. */
  promised: string;
  /** Whether it must be in the luck; at a rematch it is only where nobody asked earlier. */
  sure: boolean;
}
const KEY = 'sortilege-luck';
const MOST = 40;

/** 256 random bits, in hexadecimal digits. */
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

export function keepShare(table: string, share: string, promised: string, sure = true): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(
        [{ table, share, promised, sure }, ...shares().filter((kept) => kept.table !== table)].slice(0, MOST),
      ),
    );
  } catch {
    // a browser that keeps nothing plays all the same
  }
}

export function keptShare(table: string): Share | undefined {
  return shares().find((kept) => kept.table === table);
}

/** Ask for a seat with a share of the luck, and keep what was sent. */
export async function withShare<T extends { table: string }>(
  ask: (share: string) => Promise<T>,
  promised = '',
  sure = true,
): Promise<T> {
  const share = newShare();
  const seated = await ask(share);
  keepShare(seated.table, share, promised, sure);
  return seated;
}

/** Whether this browser's share went into the luck, and the half is the one it was promised; null while that is not shown, or nothing was kept. */
export function shareWentIn(table: string, seat: number | null, luck: Luck | null): boolean | null {
  const kept = keptShare(table);
  if (!kept || !luck || luck.half === null || seat === null) return null;
  if (!kept.sure && luck.shares[seat] !== kept.share) return null;
  return luck.shares[seat] === kept.share && (kept.promised === '' || kept.promised === luck.commitment);
}
