/** Meanings against CPython behind a test that trials do not pass, so that only the symbolic engine sees what is there. */
import { beforeAll, expect, it } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { MEANINGS, type Meaning } from './python/meanings.ts';

let symbolic: NodeSymbolic;
let kernel: NodeKernel;
beforeAll(async () => {
  [symbolic, kernel] = await Promise.all([loadSymbolic(), bootNodeKernel()]);
});

/** The only input that passes the test. */
const RARE = 104729;

function moduleOf({ prelude = [], body }: Meaning): string {
  const lines = body.map((line) => `        ${line}`);
  return [
    ...prelude,
    'def told(x):',
    '    try:',
    ...lines,
    '    except Exception as error:',
    '        r = type(error).__name__',
    '    return r',
    '',
  ].join('\n');
}

/** What CPython says, as an expression. */
async function meaningOf(meaning: Meaning): Promise<string> {
  const result = await kernel.evaluate({ program: `${moduleOf(meaning)}repr(told(${RARE}))`, stepLimit: 10_000_000 });
  if (result.status !== 'ok') throw new Error(`${meaning.name}: ${JSON.stringify(result)}`);
  return result.value;
}

async function verdict(meaning: Meaning, claim: string): Promise<string> {
  const claiming = [
    'def f(x: int) -> bool:',
    '    """post: _"""',
    `    if x * 7919 != ${RARE * 7919}:`,
    '        return True',
  ];
  const code = [moduleOf(meaning), ...claiming, `    return told(x) ${claim}`, ''].join('\n');
  const result = await symbolic.check(code, 'f');
  return result.status;
}

it.each(MEANINGS)('$name', async (meaning) => {
  const real = await meaningOf(meaning);
  expect(await verdict(meaning, `!= ${real}`), `not ${real}`).not.toBe('verified');
  expect(await verdict(meaning, `== ${real}`), real).toBe(meaning.isModelled ? 'verified' : 'unknown');
});
