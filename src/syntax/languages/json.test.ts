import { expect, test } from 'vitest';
import { factsOf } from '../../../test/syntax-facts.ts';

const PACKAGE_JSON = `
{
  "name": "shop",
  "scripts": { "build": "tsc", "deep": { "never": 1 } },
  "files": ["a", { "inner": 1 }]
}
`;

test('JSON: package.json', async () => {
  expect(await factsOf('package.json', PACKAGE_JSON)).toEqual({
    symbols: [
      '2 section name | "name": "shop"',
      '3 section scripts | "scripts"',
      '3 section scripts/build | "build": "tsc"',
      '3 section scripts/deep | "deep"',
      '4 section files | "files"',
    ],
    references: [],
    imports: [],
    damaged: false,
  });
});
