/** Times as people write them: ISO 8601, or how long ago. */
import { ToolFailure } from '../../lib/errors.ts';

const UNITS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
} as const;

const AMOUNT = /^(\d{1,6}|an?|one)\s+(second|minute|hour|day|week|month|year)s?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(z|[+-]\d{2}:?\d{2})?$/;

/**
 * The time that `text` stands for, in milliseconds since 1970; times without a zone are UTC. `today` and `yesterday` are
 * midnights in UTC; months and years are those of the calendar. Throws `ToolFailure` for anything else.
 */
export function parseSince(text: string, now: number): number {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const time = isoTime(plain) ?? namedTime(plain, now) ?? relativeTime(plain, now);
  if (time !== undefined && !Number.isNaN(new Date(time).getTime())) return time;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `since is ${JSON.stringify(text.slice(0, 100))}, which is no time that is understood.`,
    advice:
      "Write '2026-03-01', '2026-03-01T12:00:00Z', 'today', 'yesterday', 'last month', '2 weeks ago' or '1 year 6 months ago'.",
  });
}

function isoTime(text: string): number | undefined {
  if (DATE.test(text)) return valid(Date.parse(`${text}T00:00:00Z`));
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  return valid(Date.parse(`${text.replace(' ', 't').toUpperCase()}${match[1] === undefined ? 'Z' : ''}`));
}

function namedTime(text: string, now: number): number | undefined {
  const midnight = now - (now % UNITS.day);
  switch (text) {
    case 'now':
      return now;
    case 'today':
      return midnight;
    case 'yesterday':
      return midnight - UNITS.day;
    default:
      return undefined;
  }
}

/** `2 weeks ago`, `2 weeks`, `1 year 6 months ago`, `last week`. */
function relativeTime(text: string, now: number): number | undefined {
  const amounts = text
    .replace(/^last /, '1 ')
    .replace(/ ago$/, '')
    .split(/ (?:and )?(?=(?:\d|an? |one ))/);
  let time = now;
  for (const amount of amounts) {
    const [, digits = '', unit = ''] = AMOUNT.exec(amount) ?? [];
    if (unit === '') return undefined;
    time = before(time, /^\d/.test(digits) ? Number(digits) : 1, unit);
  }
  return time;
}

function before(time: number, count: number, unit: string): number {
  if (unit === 'month' || unit === 'year') return monthsBefore(time, unit === 'year' ? 12 * count : count);
  return time - count * (Object.entries(UNITS).find(([name]) => name === unit)?.[1] ?? 0);
}

/** The same day of an earlier month, or the month's last where it has none. */
function monthsBefore(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function valid(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}
