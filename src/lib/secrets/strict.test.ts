/** What is hidden from whoever must see no secret: a fixed measurement, and what stays as it is. */
import { expect, it } from 'vitest';
import { judgingProbes } from '../../../bench/secrets/named/judging.ts';
import { measure } from '../../../bench/secrets/named/probe.ts';
import { tuningProbes } from '../../../bench/secrets/named/tuning.ts';
import { growth } from '../../../test/growth.ts';
import { findAllSecrets, maskAllSecrets } from './strict.ts';

function masked(text: string): string {
  return maskAllSecrets(text).text;
}

it('hides every secret of the probes that it was improved by, and nothing else', () => {
  const { secrets, harmless, missed, hidden, beyond } = measure(tuningProbes(), masked);
  expect([secrets, harmless].every((count) => count >= 150)).toBe(true);
  expect({ missed, hidden, beyond }).toEqual({ missed: [], hidden: [], beyond: [] });
});

it('hides nearly every secret of others, and next to nothing else', () => {
  const { secrets, harmless, missed, hidden, beyond } = measure(judgingProbes(), masked);
  expect([secrets, harmless].every((count) => count >= 150)).toBe(true);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(secrets / 100);
  expect(hidden.length, hidden.join('\n')).toBeLessThanOrEqual(harmless / 50);
  expect(beyond.length, beyond.join('\n')).toBeLessThanOrEqual(secrets / 50);
});

it('keeps the length, the lines and the names, and changes nothing twice', () => {
  for (const { text } of [...tuningProbes(), ...judgingProbes()]) {
    const once = masked(text);
    expect(once).toHaveLength(text.length);
    expect(once.split('\n')).toHaveLength(text.split('\n').length);
    expect(masked(once)).toBe(once);
  }
  expect(masked('a: 1\nDB_PASSWORD=hunter2\nb: 2')).toBe('a: 1\nDB_PASSWORD=*******\nb: 2');
});

it('says that nothing but name or place tells, and shows nothing of it', () => {
  const [first, ...rest] = findAllSecrets('x\n  password: hunter2 # local\n');
  expect(first).toMatchObject({ kind: 'named_value', evidence: 'key', line: 2, column: 13 });
  expect(rest).toEqual([]);
  expect(findAllSecrets('redis://:a@localhost').map(({ kind }) => kind)).toEqual(['placed_value']);
});

// One line that almost matches, as long as the longest text that is taken.
const PIECES = [
  ...[
    'token="',
    "token='",
    'token=\\"',
    'Cookie: a=',
    'cookie: a=b;',
    'Token=a&b=',
    'login a password ',
    'sshpass -p "',
  ],
  ...[
    'a://b:c',
    '://a:@',
    'name: token ',
    'get("token", ',
    'password=a||',
    'token: a | ',
    'token: a[',
    'password: |\n  ',
  ],
  ...['token=a\\\n', 'token=<<A\n', 'token = "a" + ', 'variable "token" {', 'kind: Secret\ndata:\n  a: b\n'],
  ...['authorization: basic ', 'mysql -p', 'curl -u a', 'token=${', 'token: {{', 'token: is the ', 'token.'],
];

it.each(PIECES)('takes linear time for many of %j', (piece) => {
  const work = (size: number) => masked(piece.repeat(size / piece.length));
  expect(work(1_500_000)).toHaveLength(piece.length * Math.floor(1_500_000 / piece.length));
  expect(growth(375_000, work)).toBeLessThan(10);
});
