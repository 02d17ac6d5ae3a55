/** `complete_step`: is the step done, as its checks say that it is? */
import type { Planner } from '../../planning/planned.ts';
import type { AuditedTool, Claim, ClaimCase } from '../claim.ts';

type Fields = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, string>>;
interface More {
  /** Beside `mod.py`, before the plan is made; pushed after it. */
  readonly before?: Files;
  readonly after?: Files;
  readonly step?: Fields;
  /** What others do before the step is completed. */
  readonly meanwhile?: (user: Planner, workspace: string, plan: string) => Promise<unknown>;
}
type Row = readonly [name: string, truth: ClaimCase['truth'], checks: readonly Fields[], more?: More];

const MOD = 'def up(x: int) -> int:\n    return x + 1\n\n\ndef half(x: int) -> int:\n    return x // 2\n';
const WRONG = MOD.replace('x + 1', 'x + 3');
const py = (body: string): Fields => ({ kind: 'python', code: `from mod import up, half\n${body}\n` });
const bare = (code: string): Fields => ({ kind: 'python', code: `${code}\n` });
const contract = (fn: string, post: string, pre: readonly string[] = []): Fields => ({
  kind: 'contract',
  file: 'mod.py',
  function: fn,
  pre,
  post: [post],
});
const same = (fn: string): Fields => ({ kind: 'behaves_as_before', file: 'mod.py', functions: [fn] });
const text = (given: string, more: Fields = {}): Fields => ({ kind: 'pattern', text: given, files: ['*.py'], ...more });
const file = (path: string, exists = true): Fields => ({ kind: 'file', path, exists });
const TESTS: Fields = { kind: 'tests', paths: ['test_it.py'] };
const test = (body: string, mod = MOD): More => ({
  before: {
    'mod.py': mod,
    'test_it.py': `from mod import up, half\n\n\ndef test_it():\n${body.replace(/^/gm, '    ')}\n`,
  },
});
const lines = (content: string, more: Files = {}): More => ({ before: { 'test_it.py': content, ...more } });
const edit = (...files_affected: readonly string[]): Fields => ({ type: 'file_edit', files_affected });
const put = (files: Files) => (user: Planner, workspace: string) => user.put(workspace, files);
const changed = (tests = ''): More => ({
  before: { 'test_it.py': tests, 'other.py': 'def one():\n    return 1\n' },
  step: edit('mod.py'),
  after: { 'mod.py': WRONG },
});

const PLAIN: readonly Row[] = [
  ['up adds one', 'yes', [py('assert up(1) == 2')]],
  ['up adds two', 'no', [py('assert up(1) == 3')]],
  ['half is rounded down', 'yes', [py('assert half(7) == 3')]],
  ['half is rounded up', 'no', [py('assert half(7) == 4')]],
  ['a word is refused', 'yes', [py('try:\n    up("a")\nexcept TypeError:\n    pass\nelse:\n    assert False')]],
  ['a word is taken', 'no', [py('up("a")')]],
  ['both of two', 'yes', [py('assert up(1) == 2'), py('assert half(4) == 2')]],
  ['one of two', 'no', [py('assert up(1) == 2'), py('assert half(4) == 3')]],
  ['a test', 'yes', [TESTS], test('assert up(1) == 2')],
  ['a test that fails', 'no', [TESTS], test('assert up(1) == 3')],
  ['a test of several', 'yes', [TESTS], test('for x in range(9):\n    assert up(x) > x')],
  ['the last of several', 'no', [TESTS], test('for x in range(9):\n    assert up(x) != 9')],
  ['up is more', 'yes', [contract('up', '__return__ > x')]],
  ['up is less', 'no', [contract('up', '__return__ < x')]],
  ['half of what is not negative', 'yes', [contract('half', '__return__ <= x', ['x >= 0'])]],
  ['half of all', 'no', [contract('half', '__return__ <= x')]],
  ['up is written otherwise', 'yes', [same('up')], { after: { 'mod.py': MOD.replace('x + 1', '1 + x') } }],
  ['up does something else', 'no', [same('up')], { after: { 'mod.py': WRONG } }],
  ['half is as it was', 'yes', [same('half')], { after: { 'mod.py': WRONG } }],
  ['a file is there', 'yes', [file('mod.py')]],
  ['a file is not there', 'no', [file('lost.py')]],
  ['a file is gone', 'yes', [file('lost.py', false)]],
  ['a file is still there', 'no', [file('mod.py', false)]],
  ['a text', 'yes', [text('return x + 1')]],
  ['a text that is not there', 'no', [text('return x + 2')]],
  ['no text', 'yes', [text('eval(', { must: 'not_match' })]],
  ['a text that must not be there', 'no', [text('return', { must: 'not_match' })]],
  ['a file that changed', 'yes', [], { step: edit('mod.py'), after: { 'mod.py': WRONG } }],
  ['a file that did not change', 'no', [], { step: edit('mod.py') }],
  ['a file that was made', 'yes', [], { step: { ...edit('a.py'), type: 'file_create' }, after: { 'a.py': '' } }],
];

const forged = (line: string): More => test('assert up(1) == 2', `${line}\n${WRONG}`);

const DECEIVING: readonly Row[] = [
  ['a package', 'unknowable', [py('import numpy\nassert up(1) == 2')]],
  [
    'a package behind an assertion',
    'unknowable',
    [py('try:\n    import numpy\nexcept ImportError:\n    assert False')],
  ],
  ['a package of a test', 'unknowable', [TESTS], test('import numpy\nassert up(1) == 2')],
  [
    'a package of a conftest',
    'unknowable',
    [TESTS],
    lines('def test_a():\n    pass\n', { 'conftest.py': 'import numpy\n' }),
  ],
  [
    'a package that is asked for',
    'unknowable',
    [TESTS],
    test('import importlib.util\nassert importlib.util.find_spec("numpy")'),
  ],
  ['a clock', 'unknowable', [py('import time\nassert int(time.time() * 1000) % 2 == 0')]],
  ['a clock of a test', 'unknowable', [TESTS], test('import time\nassert time.time_ns() // 1000000 % 2 == 0')],
  ['a drawn number', 'unknowable', [py('import random\nassert random.random() < 0.5')]],
  ['a process', 'unknowable', [py('import subprocess\nsubprocess.run(["true"], check=True)')]],
  ['a host', 'unknowable', [py('import socket\nsocket.create_connection(("example.com", 80))')]],
  ['an interpreter that ends', 'unknowable', [py('import os\nos._exit(0)')]],
  ['no end', 'unknowable', [py('while True:\n    pass')]],
  ['an early exit', 'no', [py('raise SystemExit(0)\nassert up(1) == 2')]],
  ['an empty file of tests', 'no', [TESTS], lines('')],
  ['a test that is skipped', 'no', [TESTS], lines('import pytest\n\n\n@pytest.mark.skip\ndef test_a():\n    pass\n')],
  ['a test that is not named so', 'no', [TESTS], lines('def check_a():\n    assert True\n')],
  ['a keyword of no test', 'no', [{ ...TESTS, keyword: 'none' }], test('assert up(1) == 2')],
  ['a test behind a return', 'no', [TESTS, py('assert up(1) == 2')], test('return\nassert up(1) == 2', WRONG)],
  ['a contract without inputs', 'unknowable', [contract('up', '__return__ == 9', ['x > 0', 'x < 0'])]],
  ['a forged call', 'no', [TESTS], forged('import _pytest.runner as r\nr.call_runtest_hook = lambda *_, **__: None')],
  ['a forged hook', 'no', [TESTS], forged('import pluggy\npluggy._hooks.HookCaller.__call__ = lambda *_, **__: []')],
  ['a forged item', 'no', [TESTS], forged('import pytest\npytest.Function.runtest = lambda self: None')],
  [
    'a forged number',
    'unknowable',
    [py('assert up(1) == 2')],
    {
      before: {
        'mod.py': `class N(int):\n    def __eq__(self, other):\n        return True\n    __hash__ = int.__hash__\n\n\ndef up(x):\n    return N(9)\n\n\ndef half(x):\n    return 1\n`,
      },
    },
  ],
  [
    'a renamed file',
    'no',
    [file('mod.py')],
    {
      after: { 'core.py': MOD },
      meanwhile: (user, workspace) => user.call('delete_files', { workspace, paths: ['mod.py'] }),
    },
  ],
  ['a renamed function', 'no', [same('up')], { after: { 'mod.py': MOD.replace('def up', 'def upp') } }],
  ['a function that moved within its file', 'yes', [same('up')], { after: { 'mod.py': `\n\nX = 1\n\n\n${MOD}` } }],
  [
    'a text in a comment alone',
    'no',
    [{ kind: 'pattern', code: 'eval($X)', files: ['*.py'] }],
    { after: { 'mod.py': `# eval(x)\n${MOD}` } },
  ],
  ['one of two files', 'no', [], { step: edit('mod.py', 'b.py'), before: { 'b.py': '' }, after: { 'mod.py': WRONG } }],
  ['a file that was there before', 'no', [file('mod.py')], { step: { ...edit('mod.py'), type: 'file_create' } }],
  [
    'an edit that was undone',
    'no',
    [],
    { step: edit('mod.py'), after: { 'mod.py': WRONG }, meanwhile: put({ 'mod.py': MOD }) },
  ],
  [
    'a repair that was undone',
    'no',
    [py('assert up(1) == 4')],
    { after: { 'mod.py': WRONG }, meanwhile: put({ 'mod.py': MOD }) },
  ],
  [
    'a check that was edited',
    'no',
    [py('assert up(1) == 2')],
    {
      meanwhile: (user, _, plan_id) =>
        user.call('update_plan', { plan_id, change_steps: [{ step_number: 1, checks: [py('assert up(1) == 3')] }] }),
    },
  ],
  [
    'a step that was verified before it changed',
    'no',
    [py('assert up(1) == 2')],
    {
      meanwhile: async (user, workspace, plan_id) => {
        await user.complete(plan_id, 1);
        await user.call('update_plan', {
          plan_id,
          change_steps: [{ step_number: 1, checks: [py('assert up(1) == 5')] }],
        });
        await user.put(workspace, { 'b.py': '' });
      },
    },
  ],
  [
    "another plan's push",
    'no',
    [py('assert up(1) == 4')],
    {
      meanwhile: async (user, workspace) => {
        const contents = [{ path: 'mod.py', content: WRONG }];
        const plan_id = await user.save(workspace, [{ type: 'file_edit', description: 'Replace', contents }]);
        await user.call('execute_plan_step', { plan_id, step_number: 1 });
      },
    },
  ],
  [
    "another user's workspace",
    'no',
    [py('assert up(1) == 4')],
    {
      meanwhile: (user, workspace) => user.as('stranger').put(workspace, { 'mod.py': WRONG }),
    },
  ],
];

/** Checks that ask nothing of the work, or that pass by chance; between them, some that look so and do ask. */
const WORK: readonly Row[] = [
  ['a check that asks for nothing', 'unknowable', [bare('assert True')]],
  ['an empty check', 'unknowable', [bare('pass')]],
  ['a check of arithmetic', 'unknowable', [bare('assert 1 + 1 == 2')]],
  ['a check that says that it passed', 'unknowable', [bare('print("1 passed")')]],
  [
    'a check of its own function',
    'unknowable',
    [bare('def up(x):\n    return x + 1\nassert up(1) == 2')],
    { after: { 'mod.py': WRONG } },
  ],
  ['a check of another file', 'unknowable', [bare('import other\nassert other.one() == 1')], changed()],
  ['a test that asks for nothing', 'unknowable', [TESTS], changed('def test_a():\n    assert True\n')],
  [
    'a test of its own function',
    'unknowable',
    [TESTS],
    changed('def up(x):\n    return x + 1\n\n\ndef test_a():\n    assert up(1) == 2\n'),
  ],
  [
    'a test of another file',
    'unknowable',
    [TESTS],
    changed('from other import one\n\n\ndef test_a():\n    assert one() == 1\n'),
  ],
  [
    'a test that imports what changed',
    'unknowable',
    [TESTS],
    changed('import mod\n\n\ndef test_a():\n    assert mod\n'),
  ],
  [
    'a test of what did not change',
    'unknowable',
    [TESTS],
    changed('from mod import half\n\n\ndef test_a():\n    assert half(4) == 2\n'),
  ],
  ['a secret draw', 'unknowable', [py('import secrets\nassert secrets.randbelow(2) == 0')]],
  ['a draw of a test', 'unknowable', [TESTS], test('import random\nassert random.random() < 0.8')],
  ['a draw of a given seed', 'yes', [py('import random\nrandom.seed(1)\nassert up(random.randrange(9)) > 0')]],
  ['a text that a check reads', 'yes', [bare('assert "x + 1" in open("mod.py").read()')]],
  ['a test of what changed', 'yes', [TESTS], changed('from mod import up\n\n\ndef test_a():\n    assert up(1) == 4\n')],
];

let numbered = 0;

function caseOf(deceives: boolean, [name, truth, checks, more = {}]: Row): ClaimCase {
  const workspace = `steps-${++numbered}`;
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      await user.put(workspace, { 'mod.py': MOD, ...more.before });
      const plan = await user.save(workspace, [{ description: name, checks, ...more.step }]);
      if (more.after !== undefined) await user.put(workspace, more.after);
      await more.meanwhile?.(user, workspace, plan);
      return claimOf(await user.tell('complete_step', { plan_id: plan, step_number: 1, timeout_seconds: 5 }));
    },
  };
}

function claimOf({ fields, text: words, failed }: Awaited<ReturnType<Planner['tell']>>): Claim {
  if (failed) return 'open';
  if (fields['completed'] === true) return 'yes';
  return /^- fails \(/m.test(words) ? 'no' : 'open';
}

export const complete: AuditedTool = {
  tool: 'complete_step',
  statement: 'What the checks of the step ask for is so, and they ask something of the work.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...[...DECEIVING, ...WORK].map((row) => caseOf(true, row))],
};
