/** The time left to each seat, by the server's clock. */
import type { ClockFace } from '../../api/wire';
import { t } from '../../words';

/** How far the server's clock is ahead of this one, in seconds. */
let serverAhead = 0;
/** The current time of this browser in seconds since 1970, updated while a clock is shown. */
let now = $state(Date.now() / 1000);

/** Set the time of the server, in seconds since 1970. */
export function setServerTime(serverTime: number): void {
  serverAhead = serverTime - Date.now() / 1000;
  now = Date.now() / 1000;
}

const TICK_MS = 500;

/** Update the current time twice a second. Return a function that stops this, as a Svelte effect expects. */
export function startTicker(): () => void {
  now = Date.now() / 1000;
  const timer = setInterval(() => (now = Date.now() / 1000), TICK_MS);
  return () => clearInterval(timer);
}

/** Return the current time by the server's clock, in seconds since 1970. */
export function serverNow(): number {
  return now + serverAhead;
}

/** Return the seconds left to a seat. The server sends the time left when the clock of a seat was started. */
export function secondsLeft(clock: ClockFace, seat: number): number {
  const isRunning = clock.seat === seat;
  const elapsed = isRunning ? Math.max(0, serverNow() - clock.at) : 0;
  return Math.max(0, clock.left[seat] - elapsed);
}

const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Format a time with suitable precision: "3 d 4 h", "2 h 05", "4:07". */
export function formatTime(seconds: number): string {
  const words = t().clock;
  const wholeSeconds = Math.ceil(seconds);
  const days = Math.floor(wholeSeconds / DAY);
  const hours = Math.floor((wholeSeconds % DAY) / HOUR);
  const minutes = Math.floor((wholeSeconds % HOUR) / MINUTE);
  if (days && hours) return `${words.days(days)} ${words.hours(hours)}`;
  if (days) return words.days(days);
  if (hours) return `${words.hours(hours)} ${twoDigits(minutes)}`;
  return `${minutes}:${twoDigits(wholeSeconds % MINUTE)}`;
}

/** Return a duration in the largest unit of which it is a multiple: "5 minutes", "1 hour", "3 days". */
export function durationText(seconds: number): string {
  const words = t().clock;
  if (seconds >= DAY && seconds % DAY === 0) return words.wholeDays(seconds / DAY);
  if (seconds >= HOUR && seconds % HOUR === 0) return words.wholeHours(seconds / HOUR);
  if (seconds % MINUTE === 0) return words.wholeMinutes(seconds / MINUTE);
  return words.wholeSeconds(seconds);
}
