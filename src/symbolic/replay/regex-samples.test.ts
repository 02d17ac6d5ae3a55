import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { randomNumbers } from './lottery.ts';
import { sampleOf } from './regex-samples.ts';

const kernel = await bootNodeKernel();
const PATTERNS = [
  'a+Xb',
  '[a-c]{2,3}-\\d+',
  '(?:foo|bar)?baz*',
  '^\\w+@\\w+\\.com$',
  '([ab])\\1',
  '[^0-9]\\s?',
  '(?P<year>\\d{4})-(?P<month>\\d\\d)',
  '\\x41\\u00e9[\\]\\-]',
  '.*',
  '(a|b|)c{2}',
];

function samples(pattern: string): readonly (string | undefined)[] {
  const next = randomNumbers(1);
  return Array.from({ length: 20 }, () => sampleOf(pattern, (count) => next() % count));
}

describe('texts that a regular expression matches', () => {
  test('CPython matches them', async () => {
    const rows = PATTERNS.map((pattern) => [pattern, samples(pattern)] as const);
    const program = `
import json, re
json.dumps([[p, s] for p, texts in json.loads(${JSON.stringify(JSON.stringify(rows))}) for s in texts if not re.fullmatch(p, s)])
`;
    const result = await kernel.evaluate({ program, stepLimit: 10_000_000 });
    expect(result).toMatchObject({ status: 'ok', value: '[]' });
    for (const [pattern, texts] of rows) expect(new Set(texts).size, pattern).toBeGreaterThan(pattern === '.*' ? 4 : 0);
  });

  test.each(['(?<=a)b', 'a{300}', '[a', '(a', 'a)', '*'])('%s is not sampled', (pattern) => {
    expect(samples(pattern)).toEqual(samples(pattern).map(() => undefined));
  });
});
