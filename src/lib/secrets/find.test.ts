/** A fixed slice of the measurement in `bench/secrets`, and what findings tell. */
import { expect, it } from 'vitest';
import { falseAlarms, recall } from '../../../bench/secrets/measure.ts';
import { negatives } from '../../../bench/secrets/negatives.ts';
import { positives } from '../../../bench/secrets/positives.ts';
import { randomCharacters } from '../../../test/random-characters.ts';
import { type FoundSecret, findSecrets } from './find.ts';
import { hideSecrets, previewOf } from './mask.ts';
import { SECRET_PATTERNS } from './patterns.ts';

/** The half that patterns were not improved by. */
const JUDGE = 2;

it('knows at least sixty kinds, each with one name', () => {
  const names = new Map<string, Set<string>>();
  for (const { kind, name } of SECRET_PATTERNS) names.set(kind, (names.get(kind) ?? new Set()).add(name));
  expect(names.size).toBeGreaterThanOrEqual(60);
  expect([...names].filter(([, { size }]) => size > 1)).toEqual([]);
});

it('finds nearly every secret that is made of a published format', () => {
  const { total, found, wrong } = recall(positives(JUDGE, 3));
  expect(total).toBeGreaterThanOrEqual(300);
  expect(found / total, wrong.join()).toBeGreaterThanOrEqual(0.99);
});

it('finds next to nothing where there is nothing', () => {
  const { total, found, wrong } = falseAlarms(negatives(JUDGE, 6));
  expect(total).toBeGreaterThanOrEqual(300);
  expect(found / total, wrong.join()).toBeLessThanOrEqual(0.01);
});

it('says what a finding rests on', () => {
  const evidence = (text: string) => findSecrets(text).map(({ kind, evidence }) => `${kind} ${evidence}`);
  const checked = positives(JUDGE, 1).filter(({ kind, text }) => kind === 'github_token' && text.startsWith('login'));
  expect(checked.flatMap(({ text }) => evidence(text))).toEqual(['github_token checksum']);
  expect(evidence(`a ghp_${randomCharacters(3, 36)}\n`)).toEqual(['github_token doubt']);
  const token = positives(JUDGE, 1).find(({ kind }) => kind === 'json_web_token');
  expect(evidence(token?.text ?? '')).toEqual(['json_web_token structure']);
});

it('tells line and column, and keeps the length of the text', () => {
  const text = `é\n  k: "glpat-${randomCharacters(5, 20)}" # x\nlast`;
  const [first] = findSecrets(text);
  expect(first).toMatchObject({ line: 2, column: 7, lineEnd: 2, kind: 'gitlab_token', severity: 'CRITICAL' });
  expect(hideSecrets(text, findSecrets(text))).toHaveLength(text.length);
});

it('shows people at most four characters, and none of passwords', () => {
  for (const { text } of positives(JUDGE, 1)) {
    for (const secret of findSecrets(text)) {
      const preview = previewOf(text, secret);
      expect(preview).toMatch(/^[\x21-\x7e]{0,4}\*{4}…$/);
      if (isOnesOwn(secret)) expect(preview).toBe('****…');
    }
  }
});

function isOnesOwn({ evidence }: FoundSecret): boolean {
  return evidence === 'place' || evidence === 'name';
}
