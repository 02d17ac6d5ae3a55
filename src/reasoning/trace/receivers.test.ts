import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import { isBuiltIn } from './receivers.ts';

let syntax: Awaited<ReturnType<typeof parsedSyntax>>;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

it.each([
  ['"{}".m()', true],
  ['[x for x in given].m()', true],
  ['(x for x in given).m()', false],
  ['a = []\n    a.m()', true],
  ['a = sorted(given)\n    a.m()', true],
  ['a = []\n    a = given\n    a.m()', false],
  ['a = []\n    a += given\n    a.m()', false],
  ['a = []\n    for a in given: pass\n    a.m()', false],
  ['a, b = [], given\n    b.m()', false],
  ['given.m()', false],
  ['declared.m()', true],
  ['either.m()', false],
  ['own.m()', false],
  ['MADE.m()', true],
  ['OTHER.m()', false],
])('knows whether %j is called on a built-in value', async (body, isKnown) => {
  const head = 'def f(given, declared: list[int], either: list[int] | Own, own: Own):';
  const text = `MADE = {}\nOTHER = make()\n\n${head}\n    ${body}\n`;
  const { functions, top } = await syntax.flow({ path: 'a.py', text });
  const call = functions[0]?.calls.find(({ name }) => name === 'm');
  expect(functions[0] && call && isBuiltIn(call, functions[0], top)).toBe(isKnown);
});
