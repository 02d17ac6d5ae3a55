import { describe, expect, it } from 'vitest';
import type { HypothesisFinding } from '../hypotheses/run-check.ts';
import { type ClaimContext, checkClaims } from './check-claims.ts';
import type { Claim } from './service.ts';

const FILE = 'def f(x):\n    if x:\n        return 1\n    return 2\n\n\ndef g(x):\n    return 1\n';

function context(
  run: HypothesisFinding = { outcome: 'holds', evidence: '1 test passes.' },
): ClaimContext & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    commit: 'c0ffee',
    read: async (path) => (path === 'a.py' ? FILE : undefined),
    async definitions(name, file) {
      if (file === 'unread.py') return { unknown: 'unread.py: It is no text.' };
      return name === 'f' ? [{ path: 'a.py', line: 1 }] : [];
    },
    async runTest(code) {
      ran.push(code);
      return run;
    },
  };
}

async function only(claim: Omit<Claim, 'statement'>, run?: HypothesisFinding) {
  const { supported, unsupported, commit } = await checkClaims([{ statement: 's', ...claim }], context(run));
  expect(commit).toBe('c0ffee');
  expect(supported.length + unsupported.length).toBe(1);
  const [yes] = supported;
  if (yes !== undefined) return { basis: yes.basis, ...(yes.path !== undefined && { at: `${yes.path}:${yes.line}` }) };
  const [no] = unsupported;
  return no?.place === undefined ? no?.why : { why: no.why, at: `${no.place.path}:${no.place.line}` };
}

describe('a quote', () => {
  const why = 'The code that it quotes is there, which shows nothing of what it says: no test was given.';

  it('stands where the claim says, indentation aside, and supports nothing', async () => {
    expect(await only({ file: 'a.py', line: 2, quote: 'if x:\n  return 1' })).toEqual({ why, at: 'a.py:2' });
  });

  it('that stands once elsewhere gets its own line', async () => {
    expect(await only({ file: 'a.py', line: 1, quote: 'return 2' })).toEqual({ why, at: 'a.py:4' });
  });

  it('that stands at several other lines is not supported', async () => {
    expect(await only({ file: 'a.py', line: 1, quote: 'return 1' })).toMatch(/not at a\.py:1, but at the lines 3, 8/);
  });

  it.each([
    ['that is not there', { file: 'a.py', quote: 'return 3' }, /a\.py does not have the code/],
    ['of a few words across lines', { file: 'a.py', quote: 'return 1 return 2' }, /does not have/],
    ['whose second line differs', { file: 'a.py', quote: 'if x:\n    return 2' }, /does not have/],
    ['of blanks', { file: 'a.py', quote: '  \n ' }, /does not have/],
    ['of no file', { quote: 'return 1' }, /does not say of which file/],
    ['of a file that is not there', { file: 'b.py', quote: 'return 1' }, /no text file b\.py/],
  ])('%s is not supported', async (_what, claim, why) => {
    expect(await only(claim)).toMatch(why);
  });
});

describe('a name', () => {
  it('is defined somewhere, or in the file', async () => {
    expect(await only({ symbol: 'f' })).toEqual({ why: expect.stringContaining('f is defined'), at: 'a.py:1' });
    expect(await only({ symbol: 'h', file: 'a.py' })).toBe('a.py defines no h.');
    expect(await only({ symbol: 'h' })).toBe('The workspace defines no h.');
    expect(await only({ symbol: 'f', file: 'unread.py' })).toBe('unread.py: It is no text.');
  });
});

describe('a test', () => {
  it('that passes makes a claim executed', async () => {
    expect(await only({ symbol: 'f', test: 'def test(): ...' })).toEqual({ basis: 'executed', at: 'a.py:1' });
  });

  it('that fails, is weak, or decides nothing, leaves it unsupported', async () => {
    expect(await only({ test: 't' }, { outcome: 'holds', evidence: '1 test passes.', weak: 'No mutant.' })).toBe(
      'Its test passes, and decides nothing: No mutant.',
    );
    expect(await only({ test: 't' }, { outcome: 'fails', evidence: 'test_f: 1 != 2' })).toBe(
      'Its test fails: test_f: 1 != 2',
    );
    expect(await only({ test: 't' }, { outcome: 'fails', evidence: 'test_f: 1 != 2', weak: 'No mutant.' })).toBe(
      'Its test does not pass, and decides nothing: No mutant.',
    );
    expect(await only({ test: 't' }, { outcome: 'undecided', evidence: 'No test.' })).toBe(
      'Its test decides nothing: No test.',
    );
  });

  it('is not run where a quote is not there', async () => {
    const room = context();
    await checkClaims([{ statement: 's', file: 'a.py', quote: 'nowhere', test: 't' }], room);
    expect(room.ran).toEqual([]);
  });
});

it('that names nothing cannot be checked', async () => {
  expect(await only({ file: 'a.py', line: 3 })).toMatch(/nothing of it can be checked/);
});

it('keeps the order of claims in each list', async () => {
  const test = 'def test(): ...';
  const claims = [{ symbol: 'h' }, { symbol: 'f', test }, {}, { quote: 'return 2', file: 'a.py', test }].map(
    (claim, at) => ({
      statement: String(at),
      ...claim,
    }),
  );
  const { supported, unsupported } = await checkClaims(claims, context());
  expect(supported.map(({ claim }) => claim.statement)).toEqual(['1', '3']);
  expect(unsupported.map(({ claim }) => claim.statement)).toEqual(['0', '2']);
});
