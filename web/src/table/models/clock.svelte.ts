/** How much time each seat has left, second by second, by the server's clock. */
import type { ClockFace } from '../../api/wire';
import { t } from '../../words';

/** By how much the server's clock is ahead of this one, in seconds. */
let ahead = 0;
/** The present moment, which moves while somebody looks at a clock. */
let now = $state(Date.now() / 1000);

/** The server said how late it is. */
export function setServerTime(at: number): void {
  ahead = at - Date.now() / 1000;
  now = Date.now() / 1000;
}

/** Lets the moment move; answers how to stop it. For an effect. */
export function keepTime(): () => void {
  now = Date.now() / 1000;
  const timer = setInterval(() => (now = Date.now() / 1000), 500);
  return () => clearInterval(timer);
}

/** The present moment by the server's clock, in seconds since 1970. */
export function serverNow(): number {
  return now + ahead;
}

/** Seconds left to a seat. */
export function left(clock: ClockFace, seat: number): number {
  const running = clock.seat === seat ? Math.max(0, now + ahead - clock.at) : 0;
  return Math.max(0, clock.left[seat] - running);
}

const DAY = 86_400;
const HOUR = 3_600;

/** 3 d 4 h, 2 h 05, 4:07: as exact as one needs it. */
export function span(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const words = t().clock;
  if (whole >= DAY) {
    const hours = Math.floor((whole % DAY) / HOUR);
    return words.days(Math.floor(whole / DAY)) + (hours ? ` ${words.hours(hours)}` : '');
  }
  if (whole >= HOUR) return `${words.hours(Math.floor(whole / HOUR))} ${two(Math.floor((whole % HOUR) / 60))}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** A round number of seconds in words: 5 minutes, 1 hour, 3 days. */
export function inWords(seconds: number): string {
  const words = t().clock;
  if (seconds >= DAY && seconds % DAY === 0) return words.wholeDays(seconds / DAY);
  if (seconds >= HOUR && seconds % HOUR === 0) return words.wholeHours(seconds / HOUR);
  return seconds % 60 ? words.wholeSeconds(seconds) : words.wholeMinutes(seconds / 60);
}
