/** The interpreter is a 32-bit build: what only such a build raises is no finding. */
import { expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { askCpython } from '../oracle/ask-cpython.ts';
import { Replayer } from './replayer.ts';
import { contract } from './test-properties.ts';

const kernel = await bootNodeKernel();

async function kindOf(expression: string): Promise<string | undefined> {
  const code = `import collections, datetime, itertools, math, os, pathlib, re, subprocess, sys, threading\ndef f(n):\n    return ${expression}\n`;
  const [outcome] = await new Replayer(kernel, code, 'f').run(contract(), [{ n: String(2n ** 40n) }]);
  return outcome?.kind;
}

const BY_THE_MACHINE = [
  'len(range(n))',
  "'a' * -n",
  '[1].pop(n)',
  '[].insert(n, 1)',
  "'a'.replace('a', 'b', n)",
  "'a'.split('a', n)",
  'collections.deque([1]).rotate(n)',
  'list(itertools.repeat(1, -n))',
  "re.sub('a', 'b', 'a', n)",
  "re.compile('a{%d}' % (n // 256))",
  "f'{1:{n}}'",
  '(5).to_bytes(n)',
  'math.factorial(n)',
  'float(10 ** n.bit_length() ** 2)',
  '1 << n',
];

test.each(BY_THE_MACHINE)('%s is a limit', async (expression) => {
  expect(await kindOf(expression)).toBe('limit');
});

test.each([
  "open('/etc/passwd')",
  'input()',
  'pathlib.Path("a").read_text()',
  'os.stat("a")',
  'subprocess.run(["ls"])',
  'threading.Thread(target=print).start()',
])('%s ends in the machine and is no finding', async (expression) => {
  expect(await kindOf(expression)).toBe('limit');
});

test.each([
  ['raise FileNotFoundError(2, "no such key")', 'failed'],
  ['raise OSError("full")', 'failed'],
  ['try:\n        open("a")\n    except OSError:\n        raise ValueError', 'limit'],
])('%s: %s', async (statement, kind) => {
  const [outcome] = await new Replayer(kernel, `def f(n):\n    ${statement}\n`, 'f').run(contract(), [{ n: '1' }]);
  expect(outcome?.kind).toBe(kind);
});

test.each(['len(range(2 ** 40))', "'a' * -2 ** 40", '[1].pop(2 ** 40)', '1 << 2 ** 40'])(
  '%s has no answer',
  async (question) => {
    expect(await askCpython(kernel, [question])).toEqual([{ kind: 'refused' }]);
  },
);

test.each(['math.exp(n)', "int(float('inf'))", 'datetime.timedelta(days=n)', '[1][n]', 'chr(n)', "format(n, '!')"])(
  '%s is a failure on every machine',
  async (expression) => {
    expect(await kindOf(expression)).toBe('failed');
  },
);

test.each([
  ['hash(2 ** 40)', 2n ** 40n],
  ['hash(2 ** 61 - 1)', 0n],
  ['hash(-1)', -2n],
  ['hash(-(2 ** 61))', -2n],
  ['hash(0.5)', 2n ** 60n],
  ['hash(-2.0 ** 62)', -2n],
  ['hash(True)', 1n],
])('%s is that of a 64-bit build', async (expression, value) => {
  expect(await kindOf(`1 // (${expression} == ${value})`)).toBe('held');
});

test('sizes that programs ask for are those of a 64-bit build', async () => {
  expect(await kindOf('1 // (sys.maxsize - (2 ** 63 - 2))')).toBe('held');
});
