import { expect, it } from 'vitest';
import { parseSince } from './since.ts';

const NOW = Date.parse('2026-03-31T15:30:00Z');

it.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T12:30Z', '2026-03-01T12:30:00.000Z'],
  ['2026-03-01 12:30:15', '2026-03-01T12:30:15.000Z'],
  ['2026-03-01T12:30:00+02:00', '2026-03-01T10:30:00.000Z'],
  ['now', '2026-03-31T15:30:00.000Z'],
  ['Today', '2026-03-31T00:00:00.000Z'],
  ['yesterday', '2026-03-30T00:00:00.000Z'],
  ['1 week ago', '2026-03-24T15:30:00.000Z'],
  ['  2  Weeks ', '2026-03-17T15:30:00.000Z'],
  ['an hour ago', '2026-03-31T14:30:00.000Z'],
  ['1 month ago', '2026-02-28T15:30:00.000Z'],
  ['last year', '2025-03-31T15:30:00.000Z'],
  ['1 year 6 months ago', '2024-09-30T15:30:00.000Z'],
  ['1 day and 2 hours ago', '2026-03-30T13:30:00.000Z'],
])('%j is %s', (text, time) => {
  expect(new Date(parseSince(text, NOW)).toISOString()).toBe(time);
});

it.each([
  '',
  'soon',
  '2026-13-01',
  '2026-02-30T25:00',
  'ago',
  '5 parsecs ago',
  '-1 days ago',
  '999999 years ago',
  '1 week from now',
])('%j is refused with what is allowed', (text) => {
  expect(() => parseSince(text, NOW)).toThrow('no time that is understood');
});
