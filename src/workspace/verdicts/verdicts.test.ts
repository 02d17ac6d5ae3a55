import { expect, it } from 'vitest';
import { createDatabase } from '../../../test/sqlite.ts';
import { LONGEST_VERDICT, MOST_VERDICT_TEXT } from './service.ts';
import { VERDICTS_SCHEMA, Verdicts } from './verdicts.ts';

const open = () => new Verdicts(createDatabase(VERDICTS_SCHEMA).sql);

it('finds what was kept, and the last of a key', () => {
  const verdicts = open();
  expect(verdicts.find('a')).toBeUndefined();
  verdicts.keep('a', 'one');
  verdicts.keep('a', 'two');
  expect(verdicts.find('a')).toBe('two');
});

it('keeps nothing that is too long, and makes room where there is too much', () => {
  const verdicts = open();
  verdicts.keep('long', 'x'.repeat(LONGEST_VERDICT + 1));
  expect(verdicts.find('long')).toBeUndefined();
  const most = MOST_VERDICT_TEXT / LONGEST_VERDICT;
  for (let index = 0; index < most; index++) verdicts.keep(`k${index}`, 'x'.repeat(LONGEST_VERDICT));
  expect(verdicts.find('k0')).toBeDefined();
  verdicts.keep('new', 'x');
  expect(verdicts.find('new')).toBe('x');
  expect(verdicts.find('k1')).toBeUndefined();
  expect(verdicts.find('k0')).toBeDefined();
  expect(verdicts.find('k2')).toBeDefined();
});
