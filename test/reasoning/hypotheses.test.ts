/** Hypotheses through the real server: what is proved, run and read of a repository decides them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
const TOKEN = 'hypotheses';
let base: URL;

const PAGES = `
SIZE = 10

def pages(items: int) -> int:
    """How many pages hold the items."""
    return items // SIZE + 1

def first(items: list[int]) -> int:
    return items[0]

class Cart:
    def total(self, prices: list[int]) -> int:
        return sum(prices)
`;

type Facts = Readonly<Record<string, unknown>>;

async function call(name: string, args: Facts) {
  const { body } = await callTool(base, name, { ...args }, { token: TOKEN });
  const facts = (body.result?.structuredContent ?? body.error?.data ?? {}) as Facts;
  return { facts, failed: body.error !== undefined || body.result?.['isError'] === true };
}

beforeAll(async () => {
  base = (await server.listen()).url;
  const files = [
    { path: 'shop/__init__.py', content: '' },
    { path: 'shop/pages.py', content: PAGES },
  ];
  await call('put_files', { workspace: 'guessed', files });
});

const hypothesis = { description: 'A full last page counts twice.', type: 'bug', confidence_level: 3 };
const both = { holds: 'refutes', fails: 'supports' };
const file = 'shop/pages.py';

const test = (checks: readonly Facts[], more: Facts = {}) =>
  call('hypothesis_test', {
    workspace: 'guessed',
    hypothesis,
    test_scope: { files: [file], test_data: { checks } },
    ...more,
  });

describe('hypothesis_test', () => {
  it('confirms a bug with an input, and refutes it with a proof', async () => {
    const contract = { kind: 'contract', file, function: 'pages', expects: both };
    const post = ['(__return__ - 1) * SIZE < items or items == 0'];
    const { facts } = await test([{ ...contract, pre: ['items >= 0'], post }]);
    expect(facts).toMatchObject({
      verdict: 'confirmed',
      findings: { root_cause: hypothesis.description, confidence_level: 5 },
      checks: [{ outcome: 'fails', basis: 'executed', input: expect.stringMatching(/^pages\(\d+\)$/) }],
    });
    const { facts: other } = await test([{ ...contract, pre: ['items >= 0'], post: ['__return__ * SIZE >= items'] }]);
    expect(other).toMatchObject({ verdict: 'refuted', checks: [{ outcome: 'holds', basis: 'proved' }] });
    expect(other['findings']).not.toHaveProperty('root_cause');
  });

  it('runs calls and tests on CPython, with a repair', async () => {
    const code = 'from shop.pages import pages\ndef test_full():\n    assert pages(10) == 1\n';
    const edits = [{ file, old: 'items // SIZE + 1', new: '-(-items // SIZE)' }];
    const { facts } = await test([
      { kind: 'call', file, call: 'pages(10)', returns: '2', expects: { holds: 'supports' } },
      { kind: 'python_test', code, expects: { fails: 'supports', holds: 'refutes' } },
      { kind: 'python_test', code, edits, expects: { holds: 'supports', fails: 'refutes' } },
    ]);
    expect(facts['checks']).toMatchObject([
      { outcome: 'holds', says: 'supports' },
      { outcome: 'fails', says: 'supports', evidence: expect.stringContaining('test_full') },
      { outcome: 'holds', says: 'supports' },
    ]);
    expect(facts['verdict']).toBe('confirmed');
  });

  it('does not take the fault of a test for one of the code', async () => {
    const { facts } = await test([{ kind: 'call', file, call: 'pages()', returns: '1', expects: both }]);
    expect(facts['checks']).toMatchObject([{ outcome: 'undecided', evidence: expect.stringContaining('TypeError') }]);
    expect(facts).toMatchObject({ verdict: 'undecided', findings: { confidence_level: 1 } });
  });

  it('decides nothing by what could not run', async () => {
    const needs = 'import numpy\n\ndef clean(path: str) -> bool:\n    return path == "/"\n';
    await call('put_files', { workspace: 'guessed', files: [{ path: 'shop/needs.py', content: needs }] });
    const files = ['shop/needs.py', 'shop/shell.py'];
    const shell = 'import os\n\ndef clean(path: str) -> bool:\n    return os.system("rm -r " + path) == 0\n';
    await call('put_files', { workspace: 'guessed', files: [{ path: 'shop/shell.py', content: shell }] });
    const code = (module: string) =>
      `from shop.${module} import clean\ndef test_kept():\n    assert clean("/tmp/none")\n`;
    const checks = [
      { kind: 'call', file: 'shop/needs.py', call: 'clean("/")', returns: 'False', expects: both },
      { kind: 'python_test', code: code('needs'), expects: both },
      { kind: 'python_test', code: code('shell'), expects: both },
    ];
    const { facts } = await test(checks, { test_scope: { files, test_data: { checks } } });
    expect(facts).toMatchObject({ verdict: 'undecided' });
    const needed = 'shop/needs.py cannot be imported, which comes before every check. The package of the module numpy';
    expect(facts['checks']).toMatchObject([
      { outcome: 'undecided', evidence: expect.stringContaining(needed) },
      { outcome: 'undecided', evidence: expect.stringContaining(needed) },
      { outcome: 'undecided', evidence: expect.stringContaining('The sandbox starts no processes (os.system)') },
    ]);
  });

  it('decides nothing by code that it is not about, or by what no input reaches', async () => {
    const path = 'shop/rows.py';
    const rows = 'def rows(items: int) -> int:\n    return items // 4\n';
    await call('put_files', { workspace: 'guessed', files: [{ path, content: rows }] });
    const code = 'from shop.rows import rows\ndef test_rows():\n    assert rows(5) == 2\n';
    const edits = [{ file: path, old: 'items // 4', new: '-(-items // 4)' }];
    const contract = { kind: 'contract', file, function: 'pages', pre: ['items > 0', 'items < 0'] };
    const { facts } = await test([
      { kind: 'call', file: path, call: 'rows(5)', returns: '1', expects: { holds: 'supports' } },
      { kind: 'python_test', code, edits, expects: { holds: 'supports' } },
      { ...contract, post: ['__return__ == 17'], expects: { holds: 'supports' } },
      { ...contract, never: 'ZeroDivisionError', expects: { holds: 'supports' } },
    ]);
    expect(facts).toMatchObject({
      verdict: 'undecided',
      checks: [
        { outcome: 'holds', weak: expect.stringContaining('executes no line') },
        { outcome: 'holds', weak: expect.stringContaining('It edits shop/rows.py') },
        { outcome: 'undecided' },
        { outcome: 'undecided' },
      ],
    });
  });

  it('looks for code and text, and says the place', async () => {
    const { facts } = await test(
      [
        { kind: 'pattern', pattern: '$X // SIZE + 1', must: 'not_match', expects: { fails: 'supports' } },
        { kind: 'search', text: 'ceil', expects: { fails: 'supports' } },
        { kind: 'call', file, call: 'pages(10)', returns: '1', expects: both },
      ],
      { validation_method: 'pattern_matching' },
    );
    expect(facts).toMatchObject({
      verdict: 'undecided',
      because: expect.stringContaining('That decides nothing. It was read, and nothing ran.'),
      findings: { confidence_level: 2 },
      checks: [{ place: { file, line: 6 } }, { outcome: 'fails', basis: 'read' }, { outcome: 'not_run' }],
      metadata: { not_run: 1 },
    });
  });

  it('asks for checks where there are none, and runs the answer', async () => {
    const { facts } = await test([], { test_scope: { files: [file], functions: ['pages', 'Cart.total'] } });
    expect(facts).toMatchObject({ status: 'hand_back', question: expect.stringContaining(hypothesis.description) });
    expect(facts['evidence']).toMatchObject([
      { source: { file, line: 4 }, text: expect.stringContaining('6:     return items // SIZE + 1') },
      { source: { file, line: 12 } },
    ]);
    const { arguments: given } = facts['how_to_answer'] as { readonly arguments: Facts };
    const checks = [{ kind: 'call', file, call: 'pages(10)', returns: '2', expects: { holds: 'supports' } }];
    const answered = await call('hypothesis_test', { ...given, answer: { checks } });
    expect(answered.facts).toMatchObject({ verdict: 'confirmed', metadata: { checks_from: 'answer' } });
  });

  it.each([
    ['a file', { files: ['shop/none.py'] }, 'FILE_NOT_FOUND', 'test_scope.files'],
    ['a function', { files: [file], functions: ['none'] }, 'SYMBOL_NOT_FOUND', 'test_scope.functions'],
  ])('says that %s is not there', async (_, scope, type, field) => {
    const { facts, failed } = await test([], { test_scope: scope });
    expect(failed).toBe(true);
    expect(facts).toMatchObject({ error_type: type, field, value: expect.stringContaining('none') });
  });

  it('refuses an empty hypothesis, and checks that claim nothing', async () => {
    const empty = await test([], { hypothesis: { ...hypothesis, description: ' ' } });
    expect(empty.failed).toBe(true);
    const none = await test([{ kind: 'contract', file, function: 'pages', expects: both }]);
    expect(none.failed).toBe(true);
    expect(JSON.stringify(none.facts)).toContain('name post, raises or never');
  });
});

describe('run_hypothesis_tournament', () => {
  const guess = (id: string, more: Facts) => ({ id, ...hypothesis, ...more });
  const play = (hypotheses: readonly Facts[], more: Facts = {}) =>
    call('run_hypothesis_tournament', { workspace: 'guessed', hypotheses, test_scope: { files: [file] }, ...more });

  it('finds the one that survives, by runs and proofs', async () => {
    const contract = { kind: 'contract', file, function: 'pages', pre: ['items >= 0'], expects: both };
    const { facts } = await play([
      guess('too many', {
        checks: [{ kind: 'call', file, call: 'pages(20)', returns: '3', expects: { holds: 'supports' } }],
      }),
      guess('predicted', { predictions: [{ file, call: 'pages(20)', returns: '3' }] }),
      guess('beside it', { predictions: [{ file, call: 'len([1])', returns: '1' }] }),
      guess('too few', { predictions: [{ file, call: 'pages(20)', returns: '1' }] }),
      guess('negative', { checks: [{ ...contract, post: ['__return__ >= 0'] }] }),
      guess('raises', { checks: [{ ...contract, raises: [] }] }),
    ]);
    expect(facts).toMatchObject({
      winner: { hypothesis_id: 'too many', confidence: 5, decided_by: 'evidence' },
      decided_by_execution: { pairs: 5 },
    });
    const scores = (facts['results'] as readonly Facts[]).map((one) => [one['hypothesis_id'], one['likelihood_score']]);
    expect(Object.fromEntries(scores)).toEqual({
      'too many': 95,
      predicted: 70,
      'beside it': 55,
      'too few': 5,
      negative: 1,
      raises: 1,
    });
    expect(facts['ties']).toEqual([['negative', 'raises']]);
  });

  it('names no winner where nothing is decided, and asks when it may', async () => {
    const alike = { checks: [{ kind: 'search', text: 'SIZE', expects: { fails: 'refutes' } }] };
    const hypotheses = [guess('one', alike), guess('other', alike)];
    const { facts } = await play(hypotheses);
    expect(facts['winner']).toMatchObject({ confidence: 0, decided_by: 'nothing' });
    expect(facts['winner']).not.toHaveProperty('hypothesis_id');
    const asked = await play(hypotheses, { tie_break: true });
    const { arguments: given } = asked.facts['how_to_answer'] as { readonly arguments: Facts };
    const chosen = await call('run_hypothesis_tournament', { ...given, answer: { choice: 'other' } });
    expect(chosen.facts['winner']).toMatchObject({ hypothesis_id: 'other', decided_by: 'answer' });
  });

  it('confirms none by a check that supports several', async () => {
    const check = { kind: 'call', file, call: 'pages(20)', returns: '3', expects: { holds: 'supports' } };
    const { facts } = await play([guess('one', { checks: [check] }), guess('other', { checks: [check] })]);
    expect(facts['results']).toMatchObject([{ verdict: 'undecided' }, { verdict: 'undecided' }]);
    expect(facts['winner']).not.toHaveProperty('hypothesis_id');
  });

  it('refuses hypotheses of one id', async () => {
    const { facts } = await play([guess('one', {}), guess('one', {})]);
    expect(facts).toMatchObject({ type: 'validation_error', field: 'hypotheses' });
  });
});
