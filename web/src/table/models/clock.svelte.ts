/** The time left to each seat, by the server's clock. */
import type { ClockFace } from '../../api/wire';
import { t } from '../../words';

/** How far the server's clock is ahead of this one, in seconds. */
let ahead = 0;
/** The current time in seconds, updated while a clock is shown. */
let now = $state(Date.now() / 1000);

/** Set the time of the server, in seconds since 1970. */
export function setServerTime(at: number): void {
  ahead = at - Date.now() / 1000;
  now = Date.now() / 1000;
}

/** Start the half-second ticker and return a function that stops it, for use in an effect. */
export function startTicker(): () => void {
  now = Date.now() / 1000;
  const timer = setInterval(() => (now = Date.now() / 1000), 500);
  return () => clearInterval(timer);
}

/** Return the current time by the server's clock, in seconds since 1970. */
export function serverNow(): number {
  return now + ahead;
}

/** Return the seconds left to a seat. */
export function secondsLeft(clock: ClockFace, seat: number): number {
  const running = clock.seat === seat ? Math.max(0, now + ahead - clock.at) : 0;
  return Math.max(0, clock.left[seat] - running);
}

const DAY = 86_400;
const HOUR = 3_600;

/** Format a time with suitable precision: "3 d 4 h", "2 h 05", "4:07". */
export function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const words = t().clock;
  if (whole >= DAY) {
    const hours = Math.floor((whole % DAY) / HOUR);
    return words.days(Math.floor(whole / DAY)) + (hours ? ` ${words.hours(hours)}` : '');
  }
  if (whole >= HOUR) return `${words.hours(Math.floor(whole / HOUR))} ${twoDigits(Math.floor((whole % HOUR) / 60))}`;
  return `${Math.floor(whole / 60)}:${twoDigits(whole % 60)}`;
}

/** Return a round duration in words: "5 minutes", "1 hour", "3 days". */
export function durationText(seconds: number): string {
  const words = t().clock;
  if (seconds >= DAY && seconds % DAY === 0) return words.wholeDays(seconds / DAY);
  if (seconds >= HOUR && seconds % HOUR === 0) return words.wholeHours(seconds / HOUR);
  return seconds % 60 ? words.wholeSeconds(seconds) : words.wholeMinutes(seconds / 60);
}
