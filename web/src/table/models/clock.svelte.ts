/** The time that each seat has left on its clock, computed from the clock of the server. */
import type { ClockFace } from '../../api/wire';
import { t } from '../../words';

/** The time of the server's clock minus the time of this browser's clock, in seconds. */
let serverOffset = 0;
/** The current time of this browser in seconds since 1970. It is updated while a clock is shown. */
let now = $state(Date.now() / 1000);

/** Record the current time of the server's clock, in seconds since 1970. */
export function setServerTime(serverTime: number): void {
  serverOffset = serverTime - Date.now() / 1000;
  now = Date.now() / 1000;
}

const TICK_MS = 500;

/** Start to update the current time twice a second. Return a function that stops the updates. */
export function startTicker(): () => void {
  now = Date.now() / 1000;
  const timer = setInterval(() => (now = Date.now() / 1000), TICK_MS);
  return () => clearInterval(timer);
}

/** Return the current time by the server's clock, in seconds since 1970. */
export function serverNow(): number {
  return now + serverOffset;
}

/** Return the seconds that a seat has left now: those at the time `clock.at`, minus the time since then if it runs. */
export function secondsLeft(clock: ClockFace, seat: number): number {
  const isRunning = clock.seat === seat;
  const elapsedSeconds = isRunning ? Math.max(0, serverNow() - clock.at) : 0;
  return Math.max(0, clock.left[seat] - elapsedSeconds);
}

const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Format a time in seconds with two units: "3 d 4 h", "2 h 05" (minutes) or "4:07" (minutes and seconds). */
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

/** Return a time in seconds as text, in the largest unit that needs no fraction: "5 minutes", "1 hour", "3 days". */
export function durationText(seconds: number): string {
  const words = t().clock;
  if (seconds >= DAY && seconds % DAY === 0) return words.wholeDays(seconds / DAY);
  if (seconds >= HOUR && seconds % HOUR === 0) return words.wholeHours(seconds / HOUR);
  if (seconds % MINUTE === 0) return words.wholeMinutes(seconds / MINUTE);
  return words.wholeSeconds(seconds);
}
