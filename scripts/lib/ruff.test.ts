import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPython, formatPython } from './ruff.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ruff-'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, source: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), source);
}

it('tells file, line and column of what breaks a rule, in the order of the text', async () => {
  await write('a/unused.py', 'def f(x):\n    y = 1\n    return undefined_name\n');
  await write('b.py', 'import os\n');
  expect((await checkPython(root)).findings).toEqual([
    expect.stringMatching(/^a\/unused\.py:2:5 F841 .*`y`/),
    expect.stringMatching(/^a\/unused\.py:3:12 F821 .*`undefined_name`/),
    expect.stringMatching(/^b\.py:1:8 F401 .*`os`/),
  ]);
});

it.each([
  ['bug', 'def f(x=[]):\n    return x\n', '1:9 B006'],
  ['outdated syntax', 'print("%s" % 1)\n', '1:7 UP031'],
  ['order of imports', 'import sys\nimport ast\n\nprint(ast, sys)\n', '1:1 I001'],
  ['long line', `x = "${'x'.repeat(120)}"\n`, '1:121 E501'],
  ['error of the syntax', 'def f(:\n    pass\n', 'invalid-syntax'],
])('finds an %s', async (_, source, expected) => {
  await write('a.py', source);
  expect((await checkPython(root)).findings).toEqual(
    expect.arrayContaining([expect.stringContaining(`a.py:${expected.includes(':') ? expected : ''}`)]),
  );
  expect((await checkPython(root)).findings.join('\n')).toContain(expected);
});

it('names the first line that is formatted in another way, until it is formatted', async () => {
  const source = 'def f(x):\n    return x\n\n\nx = {  "a":1 }\n';
  await write('a.py', source);
  await write('b.py', 'x = [1, 2]\n');
  expect(await checkPython(root)).toEqual({
    files: 2,
    findings: ['a.py:5:1 format Formatted in another way: npm run format'],
  });
  expect(await formatPython(root)).toEqual(['a.py']);
  expect(await readFile(join(root, 'a.py'), 'utf8')).toBe(source.replace('{  "a":1 }', '{"a": 1}'));
  expect((await checkPython(root)).findings).toEqual([]);
});

it('leaves alone what does not parse, and what is built or installed', async () => {
  await write('a.py', 'x = (\n');
  await write('node_modules/b.py', 'import os\n');
  await write('wasm/build/c.py', 'import os\n');
  expect(await formatPython(root)).toEqual([]);
  const { files, findings } = await checkPython(root);
  expect(files).toBe(1);
  expect(findings).toEqual([expect.stringMatching(/^a\.py:.* invalid-syntax /)]);
});
