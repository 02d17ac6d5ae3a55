/** What validation says of texts, with the real grammars. */
import { expect, it } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { randomCharacters } from '../../../test/random-characters.ts';
import { damageOf } from '../../syntax/damage.ts';
import { scrub } from './scrub.ts';
import type { ContentType, ValidationRequest } from './service.ts';
import { validate } from './validate.ts';

const syntax = { damage: async (file: { path: string; text: string }) => damageOf(file, await loadTreeSitter()) };
const TOKEN = `ghp_${randomCharacters(1, 36)}`;

async function faults(path: string | undefined, text: string, more: Partial<ValidationRequest> = {}) {
  const type: ContentType = 'raw_text';
  const request = { text, type, withSecrets: true, ...(path !== undefined && { path }), ...more };
  const { faults, omitted } = await validate(request, syntax);
  return { found: faults.map(({ rule, line, severity }) => `${rule}:${line} ${severity}`), omitted, faults };
}

it.each<[string, string, string, readonly string[]]>([
  ['JSON', 'a.json', '{\n  "a": 1,\n}\n', ['T1-002:3 error']],
  ['JSON without an end', 'a.json', '{\n  "a": [1,\n', ['T1-002:2 error']],
  ['JSON with a word', 'a.json', '{\n  "a": nope\n}\n', ['T1-002:2 error']],
  ['YAML', 'a.yaml', 'a: 1\nb: [1, 2\nc: 3\n', ['T1-004:3 error']],
  ['a tab in YAML', 'a.yaml', 'a:\n\tb: 1\n', ['T1-004:2 error']],
  ['TOML', 'a.toml', 'a = 1\nb = \n', ['T1-005:2 error']],
  ['Python', 'a.py', 'x = 1\ndef f(:\n    pass\n', ['T1-001:2 error']],
  ['a conflict', 'a.txt', 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n', ['T1-006:2 error']],
  ['mixed line ends', 'a.txt', 'a\r\nb\nc\nd\n', ['T1-007:1 warning']],
  ['a NUL', 'a.txt', 'a\nb\0c\n', ['T1-008:2 error']],
  ['a turned line', 'a.txt', 'a\nif (x) { \u202E } // y\n', ['T1-009:2 error']],
  ['an invisible character', 'a.txt', 'pass\u200Bword\n', ['T1-009:1 warning']],
  ['tabs that Python refuses', 'a.py', 'if x:\n        a = 1\n\tb = 2\n', ['T1-010:3 error']],
  ['a recipe without a tab', 'Makefile', 'all: a\n    echo hi\n', ['T1-010:2 error']],
  ['nothing', 'a.txt', ' \n', ['T1-003:1 warning']],
  ['a secret', 'a.txt', `\nkey ${TOKEN}\n`, ['secret/github_token:2 error']],
])('finds %s', async (_, path, text, expected) => {
  expect((await faults(path, text)).found).toEqual(expected);
});

it.each([
  ['a.json', '{"a": [1, 2]}\n'],
  ['tsconfig.json', '{\n  // why\n  "a": 1\n}\n'],
  ['a.yaml', 'a: &x 1\nb: *x\n---\nc: !tag {d: 1}\n'],
  ['a.toml', '[a]\nb = 1979-05-27\n'],
  ['a.py', 'def f(a,\n\tb):\n    """\n\tx\n    """\n    return [a,\n\tb]\n'],
  ['a.py', "if x:\n\ta = 'it''s'  # don't\n\tb = 1\n"],
  ['a.rst', 'Title\n=======\n\n<<<<<<< is a mark\n'],
  ['Makefile', 'all: a\n\techo hi\nX := 1\nifdef X\n  Y = 2\nendif\n'],
  ['a.txt', 'مرحبا \u2067abc\u2069 x\n'.replace(/[\u2067\u2069]/g, '')],
  ['a.ts', 'const family = "👩\u200D👩\u200D👧";\n'],
])('says nothing of %s that is right', async (path, text) => {
  const { found, omitted } = await faults(path, text);
  expect(found).toEqual([]);
  expect(omitted.every((line) => line.includes('not parsed'))).toBe(true);
});

it('judges by what the text is meant to be, and says what it did not check', async () => {
  expect((await faults(undefined, '{', { type: 'plan_output' })).found).toEqual(['T1-002:1 error']);
  const code = 'f();\n// TODO: g\n// ... rest of the code\n';
  expect((await faults('a.js', code, { type: 'generated_code' })).found).toEqual([
    'T2-001:2 warning',
    'T2-005:3 warning',
  ]);
  expect(await faults(undefined, code)).toMatchObject({
    found: [],
    omitted: ['The syntax was not checked: no file_path tells its language.'],
  });
  expect((await faults('a.txt', TOKEN, { withSecrets: false })).found).toEqual([]);
});

it('keeps secrets out of every message', async () => {
  for (const [path, text] of [
    ['a.json', `{"a": ${TOKEN}}`],
    ['a.yaml', `a: *${TOKEN}\n`],
    ['a.ts', `const a = ((${TOKEN} ${TOKEN};\n`],
    ['a.toml', `${TOKEN} = ${TOKEN}\n`],
  ] as const) {
    expect((await faults(path, text)).faults.length).toBeGreaterThan(0);
    expect(JSON.stringify(await faults(path, text))).not.toContain(TOKEN.slice(4, 12));
  }
});

it('stays alive on texts that are nested deeply', async () => {
  for (const path of ['a.json', 'a.yaml', 'a.toml', 'a.py'])
    for (const text of [`a = ${'['.repeat(100_000)}`, `${'- '.repeat(20_000)}a\n`, `${'{"a":'.repeat(50_000)}1`])
      expect((await faults(path, text)).faults.length).toBeLessThanOrEqual(500);
});

it('scrubs, and shows four characters of a token at most', () => {
  const { text, secrets } = scrub(`a\nb = "${TOKEN}"\n`, { start: 4, end: 0 });
  expect(text).toBe(`a\nb = "ghp_${'*'.repeat(36)}"\n`);
  expect(secrets).toMatchObject([{ kind: 'github_token', line: 2, column: 6, preview: 'ghp_****…' }]);
  expect(scrub(`b = "${TOKEN}"\n`, { start: 40, end: 0 }).text).not.toContain('ghp_');
});
