/** Acceptance checks on real engines: what holds, what fails and what is not decided, of each kind. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from './planned.ts';

const BEFORE = {
  'shop/price.py':
    'def up(x: int) -> int:\n    return x + 1\n\n\ndef twice(x: int) -> int:\n    return x * 2\n\n\ndef half(x: int) -> int:\n    return x // 2\n',
  'tests/test_price.py':
    'from shop.price import up\n\n\ndef test_up():\n    assert up(1) == 2\n\n\ndef test_wrong():\n    assert up(1) == 3\n',
  '.review-invariants.yml':
    'rules:\n  - id: SEC1\n    rule: No eval.\n    category: security\n    action: deny\n    severity: HIGH\n    paths: ["**/*.py"]\n    deny:\n      regex:\n        pattern: "eval\\\\("\n',
};
/** Beside them: what cannot be compared or searched, and tests that are up to something. */
const ODD_BEFORE = {
  'assumed.py':
    'from collections.abc import Sequence\nfrom typing import overload\n\n\nT = int\n\n\ndef any_type[T](x: T) -> bool:\n    return isinstance(x, int)\n\n\ndef untyped(x, y):\n    return abs(x) + abs(y)\n\n\ndef size(xs: Sequence[int]) -> int:\n    return len(xs)\n\n\n@overload\ndef same(x: int, y: int): ...\n@overload\ndef same(x: str, y: str): ...\ndef same(x: int | str, y: int | str):\n    return x + y\n\n\ndef quotient(x: int) -> float:\n    return abs(x) / 2\n\n\ndef total(rows: list[list[int]]) -> int:\n    return sum(len(row) for row in rows)\n\n\nclass Box:\n    def __init__(self, v):\n        self.v = v\n\n\ndef unbox(box: Box) -> int:\n    return box.v * 2\n',
  'broken.py': 'def one():\n    return 1\n',
  'tests/helpers.py': 'def one():\n    return 1\n',
  'order.py':
    'A = [1]\nB = [2]\n\n\ndef both(x: int) -> int:\n    return len(A) + len(B) + x\n\n\ndef port(x: int = 1) -> int:\n    return x\n',
  'hostile/test_end.py': 'import os\n\n\ndef test_fine():\n    pass\n\n\ndef test_end():\n    os._exit(0)\n',
  'hostile/test_leave.py':
    'import pytest\n\n\ndef test_fine():\n    pass\n\n\ndef test_leave():\n    pytest.exit("enough", 0)\n\n\ndef test_wrong():\n    assert False\n',
  'hostile/test_clock.py':
    'import time\nfrom datetime import datetime\n\n\ndef test_fixed():\n    at = datetime(2020, 1, 1)\n    assert at.time() < at.replace(hour=9).time()\n\n\ndef test_late():\n    assert time.time_ns() > 0\n',
  'hostile/test_needs.py': 'import no_such_module\n\n\ndef test_fine():\n    pass\n',
  'logo.bin': '\0',
  'long.txt': 'ab'.repeat(500_000),
  'windows.txt': 'first\r\nthe end\r\n',
};
const ODD_AFTER = {
  'broken.py': 'def one():\n    return 2\n\n\ndef (:\n',
  'tests/helpers.py': 'def one():\n    return 2\n',
  'order.py':
    'B = [2]\nA = [1]\n\n\ndef both(x: int) -> int:\n    return x + len(A) + len(B)\n\n\ndef port(x: int = 2) -> int:\n    return x\n',
};
const AFTER = {
  'shop/price.py':
    'def up(x: int) -> int:\n    return 1 + x\n\n\ndef twice(x: int) -> int:\n    return x * 3\n\n\ndef half(x: int) -> int:\n    return x // 2\n\n\ndef run(text: str) -> object:\n    return eval(text)\n',
};

const server = sharedServer();
let planner: Planner;
beforeAll(async () => {
  planner = new Planner((await server.listen()).url, 'plan-checks');
  await planner.put('code', { ...BEFORE, ...ODD_BEFORE });
});

const file = 'shop/price.py';
const cases: readonly (readonly [string, { readonly kind: string } & Readonly<Record<string, unknown>>, RegExp])[] = [
  [
    'Python that runs',
    { kind: 'python', code: 'from shop.price import up\nassert up(0) == 1\nprint("fine")' },
    /^holds executed: It ran to its end: fine\. The code under test can reach its test runner\.$/,
  ],
  [
    'Python that raises',
    { kind: 'python', code: 'from shop.price import up\nassert up(0) == 2' },
    /^fails executed: AssertionError.*\[<check>:2\]/,
  ],
  [
    'Python that never ends',
    { kind: 'python', code: 'while True: pass' },
    /^undecided : The time of .* s was over|^undecided : The interpreter was lost/,
  ],
  [
    'Python that ends the interpreter',
    { kind: 'python', code: 'import os; os._exit(0)' },
    /^undecided : The interpreter was lost/,
  ],
  [
    'Python that needs what is not there',
    { kind: 'python', code: 'import no_such_module' },
    /^undecided : The package of the module no_such_module is not installed\. Install it in a session, and name that in supply\.packages_of\.$/,
  ],
  [
    'Python that fills the memory',
    { kind: 'python', code: 'whole = []\nwhile True: whole.append(bytes(1 << 26))' },
    /^undecided : The memory of the sandbox was full/,
  ],
  [
    'Python that does not parse',
    { kind: 'python', code: 'def f(:' },
    /^undecided : The runner ended before its tests: SyntaxError/,
  ],
  [
    'Python that uses what does not parse',
    { kind: 'python', code: 'import broken' },
    /^fails executed: SyntaxError.*broken\.py/,
  ],
  [
    'Python that leaves early',
    { kind: 'python', code: 'raise SystemExit(0)\nassert False' },
    /^fails executed: SystemExit: 0 \[<check>:1\]$/,
  ],
  [
    'Python that asks nothing of the commit',
    { kind: 'python', code: 'assert 1 + 1 == 2' },
    /^undecided : It holds without the files of the commit, too/,
  ],
  [
    'Python that reads a file of the commit',
    { kind: 'python', code: 'assert "1 + x" in open("shop/price.py").read()' },
    /^holds executed: It ran to its end\./,
  ],
  [
    'Python that compares a clock',
    { kind: 'python', code: 'import time, shop.price\nassert time.time() > 0' },
    /^undecided : It compares a clock or a draw \(<check>:2\): It ran to its end\./,
  ],
  [
    'Python that compares what it draws',
    { kind: 'python', code: 'import random, shop.price\nassert random.random() < 0.5' },
    /^undecided : It came out differently when it ran again: .*Then: /,
  ],
  [
    'tests that compare a clock',
    { kind: 'tests', paths: ['hostile/test_clock.py'], keyword: 'test_late' },
    /^undecided : It compares a clock or a draw \(hostile\/test_clock\.py:11\): 1 of 1 tests ran/,
  ],
  [
    'tests beside those that compare a clock',
    { kind: 'tests', paths: ['hostile/test_clock.py'], keyword: 'test_fixed' },
    /^holds executed: /,
  ],
  [
    'tests that end the interpreter',
    { kind: 'tests', paths: ['hostile/test_end.py'] },
    /^undecided : 2 of 2 tests ran, 0 failed, 1 ended the interpreter\. The interpreter was lost/,
  ],
  ['tests that end the run', { kind: 'tests', paths: ['hostile/test_leave.py'] }, /^undecided : /],
  [
    'tests that need what is not there',
    { kind: 'tests', paths: ['hostile/test_needs.py'] },
    /^undecided : .*The package of the module no_such_module is not installed\./,
  ],
  [
    'tests of no file',
    { kind: 'tests', paths: ['tests/none.py'] },
    /^undecided : The commit has no tests\/none\.py\.$/,
  ],
  [
    'tests that pass',
    { kind: 'tests', paths: ['tests'], keyword: 'test_up' },
    /^holds executed: 1 of 1 tests ran, 0 failed, 1 not selected\. The code under test can reach its test runner\. The tests are those of \w{12}\.$/,
  ],
  [
    'tests of which one fails',
    { kind: 'tests', paths: ['tests/'] },
    /^fails executed: 2 of 2 tests ran, 1 failed\. tests\/test_price\.py::test_wrong/,
  ],
  [
    'tests that there are not',
    { kind: 'tests', paths: ['./tests'], keyword: 'nothing' },
    /^fails executed: No test passed/,
  ],
  ['a contract that is proved', { kind: 'contract', file, function: 'up', post: ['__return__ > x'] }, /^holds proved/],
  [
    'a contract that is broken',
    { kind: 'contract', file, function: 'half', post: ['__return__ <= x'] },
    /^fails executed: half\(-\d+\)/,
  ],
  [
    'a contract that is proved under assumptions',
    { kind: 'contract', file: 'assumed.py', function: 'quotient', post: ['__return__ >= 0'], raises: [] },
    /^holds proved: Proved for all inputs\. Assumed: .*float.*; code that runs on import changes nothing/,
  ],
  [
    'a contract that is proved for guessed types',
    { kind: 'contract', file: 'assumed.py', function: 'untyped', post: ['__return__ >= 0'] },
    /^undecided : Proved for guessed types only: x has no annotation .*; y has no annotation .*state types of parameters in types/,
  ],
  [
    'a contract whose types the check states',
    {
      kind: 'contract',
      file: 'assumed.py',
      function: 'untyped',
      post: ['__return__ >= 0'],
      types: { x: 'int', y: 'int' },
    },
    /^holds proved: /,
  ],
  [
    'a contract that is proved for one kind of a protocol',
    { kind: 'contract', file: 'assumed.py', function: 'size', post: ['__return__ >= 0'] },
    /^undecided : Proved for guessed types only: xs is taken to be a list/,
  ],
  [
    'a contract that is proved for objects whose constructor says no types',
    { kind: 'contract', file: 'assumed.py', function: 'unbox', post: ['__return__ == box.v + box.v'] },
    /^undecided : Proved for guessed types only: v of the constructor of Box has no annotation/,
  ],
  [
    'a contract that is proved within bounds',
    { kind: 'contract', file: 'assumed.py', function: 'total', post: ['__return__ == sum(map(len, rows))'] },
    /^undecided : .*rows of at most \d+ items.* state them in pre/,
  ],
  [
    'a contract of a type parameter that has the name of an alias',
    { kind: 'contract', file: 'assumed.py', function: 'any_type', post: ['__return__'] },
    /^fails executed: any_type\(/,
  ],
  [
    'a contract of a function with overloads',
    { kind: 'contract', file: 'assumed.py', function: 'same', post: ['True'], raises: [] },
    /^undecided : The function has overloads: state the types of its parameters\.$/,
  ],
  [
    'a function that was only written otherwise',
    { kind: 'behaves_as_before', file, functions: ['up'] },
    /^holds proved/,
  ],
  [
    'a function that does something else',
    { kind: 'behaves_as_before', file, functions: ['twice', 'up'] },
    /^fails executed: twice differs for twice\(/,
  ],
  ['a function that is as it was', { kind: 'behaves_as_before', file, functions: ['half'] }, /^holds read/],
  [
    'a function that is gone',
    { kind: 'behaves_as_before', file, functions: ['none'] },
    /^fails read: none is not there/,
  ],
  [
    'a function of a file that does not parse',
    { kind: 'behaves_as_before', file: 'broken.py', functions: ['one'], accept: 'no_difference_found' },
    /^undecided : one was changed, and not compared: It is not read as Python/,
  ],
  [
    'a helper of tests',
    { kind: 'behaves_as_before', file: 'tests/helpers.py', functions: ['one'] },
    /^undecided : one was changed, and not compared: Behaviour of tests/,
  ],
  [
    'a function that can only be run',
    { kind: 'behaves_as_before', file: 'order.py', functions: ['both'], accept: 'no_difference_found' },
    /^holds executed: both: \d+ runs on CPython showed no difference, and that there is none is not proved/,
  ],
  [
    'a function of another default',
    { kind: 'behaves_as_before', file: 'order.py', functions: ['port'], accept: 'no_difference_found' },
    /^undecided : port: .*the default of x was 1 and is 2/,
  ],
  ['a file that is there', { kind: 'file', path: file }, /^holds read/],
  ['a file that is to be gone', { kind: 'file', path: '**/*.py', exists: false }, /^fails read: There: /],
  ['a text', { kind: 'pattern', text: 'return x', files: ['shop/'] }, /^holds read: shop\/price\.py:6: /],
  [
    'an expression that nothing matches',
    { kind: 'pattern', regex: 'TODO|FIXME', files: ['**'], must: 'not_match' },
    /^holds read: Nowhere in /,
  ],
  [
    'code that must not be there',
    { kind: 'pattern', code: 'eval($X)', files: ['*.py'], must: 'not_match' },
    /^fails read: shop\/price\.py:14: /,
  ],
  [
    'a text beside a binary file',
    { kind: 'pattern', text: 'nothing has this', files: ['*.py', '*.bin'], must: 'not_match' },
    /^holds read: Nowhere in .* Left out, since they are no text: logo\.bin\.$/,
  ],
  [
    'an expression that takes more work than it may',
    { kind: 'pattern', regex: '([ab]?[ab]?){300}[cd]', files: ['long.txt'] },
    /^undecided : Not found, but these were not read to their ends: long\.txt\.$/,
  ],
  [
    'a text of two lines',
    { kind: 'pattern', text: 'a\nb', files: ['*.py'] },
    /^undecided : The pattern has a line end/,
  ],
  [
    'the end of a line',
    { kind: 'pattern', regex: 'end$', files: ['windows.txt'] },
    /^holds read: windows\.txt:2: the end/,
  ],
  ['an expression that does not parse', { kind: 'pattern', regex: '(', files: ['*.py'] }, /^undecided : The regular/],
  ['a pattern of no file', { kind: 'pattern', text: 'x', files: ['*.rs'] }, /^undecided : No file matches/],
  ['rules of the team', { kind: 'invariants' }, /^fails read: HIGH shop\/price\.py:14 /],
  [
    'a rule that there is not',
    { kind: 'invariants', rules: ['SEC9'] },
    /^undecided : \.review-invariants\.yml has no rule SEC9\.$/,
  ],
  ['rules that there are not', { kind: 'invariants', path: 'none.yml' }, /^undecided : /],
  ['a review', { kind: 'review', allow: 'low' }, /^fails read: HIGH /],
  ['a review that allows everything', { kind: 'review', allow: 'critical' }, /^holds read: The review of /],
];

/** What runs has more time than it needs on a machine that is busy, unless it is to run out of it. */
function secondsOf(name: string, { kind }: { readonly kind: string }): number {
  return (kind === 'tests' || kind === 'python') && !name.includes('never end') ? 60 : 5;
}

describe('a check of', () => {
  let plan: string;
  beforeAll(async () => {
    plan = await planner.save(
      'code',
      cases.map(([description, check]) => ({ description, checks: [check] })),
    );
    await planner.put('code', { ...AFTER, ...ODD_AFTER });
  }, 60_000);

  const numbered = cases.map(
    ([name, check, words], index) => [name, index + 1, words, secondsOf(name, check)] as const,
  );
  it.each(numbered)('%s', async (_, number, words, seconds) => {
    const { completed, checks } = await planner.complete(plan, number, { timeout_seconds: seconds });
    expect(checks).toHaveLength(1);
    expect(checks[0]).toMatch(words);
    expect(completed).toBe(checks[0]?.startsWith('holds'));
  });
});

it('a step without checks is done when its files have changed', async () => {
  const base = await planner.put('files', { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' });
  const plan = await planner.save('files', [
    { type: 'file_edit', description: 'Change both', files_affected: ['a.py', 'b.py'] },
    { type: 'file_create', description: 'Create', files_affected: ['c.py'] },
    { type: 'command', description: 'Nothing tells', command: 'make' },
  ]);
  const changed = await planner.put('files', { 'a.py': 'a = 2\n', 'c.py': 'c = 1\n' });
  expect(await planner.complete(plan, 1)).toMatchObject({
    completed: false,
    checks: [expect.stringContaining('b.py is as it was')],
  });
  expect(await planner.complete(plan, 2, { commit: base })).toMatchObject({
    completed: false,
    checks: [expect.stringContaining('c.py is not there')],
  });
  expect(await planner.complete(plan, 2, { commit: changed })).toMatchObject({ completed: true });
  expect(await planner.complete(plan, 3)).toEqual({ completed: false, checks: [] });
  const { text } = await planner.tell('complete_step', {
    plan_id: plan,
    step_number: 3,
    override: 'It was run by hand.',
    agent: 'anna',
  });
  expect(text).toContain('Completed by override');
  const status = await planner.tell('get_plan_status', { plan_id: plan });
  expect(status.text).toContain('Overridden: step 3 by anna: It was run by hand.');
});

it('tests that pass because they ask less say so', async () => {
  const test = (...names: readonly string[]) => names.map((name) => `def ${name}():\n    assert up(1) == 2\n`).join('');
  const from = 'from a import up\n\n\n';
  await planner.put('fewer', {
    'a.py': 'def up(x):\n    return x\n',
    'tests/test_a.py': `${from}${test('test_one', 'test_two')}`,
    'tests/test_b.py': `${from}${test('test_three')}`,
    'other/test_c.py': test('test_four'),
  });
  const plan = await planner.save('fewer', [
    { description: 'Mend it', checks: [{ kind: 'tests', paths: ['tests/test_a.py::test_one', 'tests/test_d.py'] }] },
    { description: 'Mend all', checks: [{ kind: 'tests', paths: ['./tests/'] }] },
  ]);
  await planner.call('delete_files', { workspace: 'fewer', paths: ['tests/test_b.py'] });
  await planner.put('fewer', {
    'tests/test_a.py': `${from}def test_one():\n    up(1)\n`,
    'tests/test_d.py': 'def test_new():\n    assert True\n',
    'conftest.py': '',
    'other/test_c.py': '',
  });
  const said = async (step: number) =>
    (await planner.complete(plan, step)).checks[0]?.replace(/^.*Tests since \w{12}: /, '');
  expect(await said(1)).toBe(
    'tests/test_a.py lost test_two and 2 lines that assert; conftest.py is new; tests/test_d.py is new.',
  );
  expect(await said(2)).toBe(
    'tests/test_a.py lost test_two and 2 lines that assert; tests/test_b.py is gone, with 1 test; conftest.py is new; tests/test_d.py is new.',
  );
});

it('a review of nothing is no review', async () => {
  await planner.put('nothing', { 'a.py': 'a = 1\n' });
  const plan = await planner.save('nothing', [{ type: 'review', description: 'Review' }]);
  const { completed, checks } = await planner.complete(plan, 1);
  expect({ completed, check: checks[0] }).toEqual({
    completed: false,
    check: expect.stringContaining('Nothing was changed since'),
  });
});
