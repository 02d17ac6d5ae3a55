/** Python sessions with large values, much output, and many files; tests that fail in many ways. */
import { amount } from '../../generated.ts';
import type { LargeCases } from './case.ts';

/** Files of a folder. */
const FILES = amount(10_000, 600);
/** Variables of a session, and attributes of an object in it. */
const NAMES = amount(3000, 600);
/** Files that a cell makes, and the next one deletes. */
const NEW = amount(2000, 600);
const SESSIONS = amount(60, 30);
/** Tests of one file that fail, and modules with tests of their own. */
const FAILING = amount(400, 25);
const MODULES = amount(150, 30);
const cell = (says: string, code: string) => ({ says, args: { code, timeout: 120 }, expects: 'shortened' as const });
const none = (says: string, args: Readonly<Record<string, unknown>> = {}) => ({ says, args });

/** A class with a long source, documentation and signature. */
const LARGE_CLASS = [
  `def large(${Array.from({ length: 200 }, (_, index) => `parameter_${index}=${index}`).join(', ')}):`,
  `    """${'Documentation that goes on. '.repeat(2000)}"""`,
  ...Array.from({ length: 2000 }, (_, index) => `    value_${index} = ${index}`),
  '    return value_0',
].join('\n');

const SETUP = `
import os
os.makedirs("many", exist_ok=True)
for i in range(${FILES}):
    open(f"many/some_file_{i:05}.txt", "w").write("x")
os.makedirs("deep/" + "/".join("folder" for _ in range(40)), exist_ok=True)
open("big.txt", "w").write("".join(f"line {i} of a large file\\n" for i in range(100_000)))
open("one-line.txt", "w").write("a long line " * 90_000)
open("big.bin", "wb").write(bytes(range(256)) * 4000)
open("loud.py", "w").write("import sys\\nfor i in range(3000):\\n    print('out', i)\\n    print('err', i, file=sys.stderr)\\nraise ValueError('x' * 100_000)")
for i in range(${NAMES}):
    globals()[f"variable_{i}"] = "v" * 1000
class Box: pass
box = Box()
for i in range(${NAMES}):
    setattr(box, f"attribute_{i}", i)
`;

/** A repository whose tests say much, fail in many ways, and import hundreds of modules, also such that are missing. */
function testedFiles(): Record<string, string> {
  const numbers = Array.from({ length: MODULES }, (_, index) => index);
  const name = (index: number) => `module_with_a_long_name_${index}`;
  return {
    'test_failing.py': [
      'import base64, random, sys, pytest',
      `@pytest.mark.parametrize("text", [f"{i} " + "long id " * 30 for i in range(${FAILING})])`,
      'def test_fails(text):',
      '    print("p" * 20_000)',
      '    print("e" * 20_000, file=sys.stderr)',
      '    assert False, base64.b64encode(random.randbytes(3000)).decode() * 5 + "\u2603" * 1000',
    ].join('\n'),
    'test_coverage.py': `${numbers.map((index) => `import lib.${name(index)}`).join('\n')}\ndef test_it(): pass\n`,
    ...Object.fromEntries(numbers.map((index) => [`missing/test_${index}.py`, `import not_there_${name(index)}\n`])),
    ...Object.fromEntries(
      numbers.map((index) => [`lib/${name(index)}.py`, 'def one():\n    return 1\n\n\n'.repeat(60)]),
    ),
  };
}

/** The cases. */
export const PYTHON: LargeCases = {
  async prepare({ call, upload }) {
    await upload('tested', testedFiles());
    await call('create_session', { session_id: 'mounted', workspace: 'tested' });
    await call('run_python_code', { session_id: 'mounted', code: 'import test_coverage', timeout: 120 });
    await call('run_python_code', { code: LARGE_CLASS });
    await call('run_python_code', { code: SETUP, timeout: 300 });
    for (let index = 0; index < SESSIONS; index++) {
      await call('create_session', { session_id: `${'s'.repeat(90)}${index}`, description: 'd'.repeat(900) });
    }
  },
  cases: {
    run_python_code: [
      cell('a list of 100,000 numbers', 'list(range(100_000))'),
      cell('a megabyte of output', 'print("word " * 200_000)'),
      cell(
        'many lines in both streams',
        'import sys\nfor i in range(3000):\n    print(i)\n    print(i, file=sys.stderr)',
      ),
      cell('a huge message of an exception', 'raise ValueError("message " * 100_000)'),
      { says: 'deep recursion', args: { code: 'def f(n):\n    return f(n + 1)\nf(0)' } },
      cell('a dict of texts', '{f"key {i}": "v" * 100 for i in range(10_000)}'),
      cell('ideographs', '"\\u9f98" * 200_000'),
      cell('control characters', 'print("\\x00\\x01\\x1b" * 100_000)'),
      cell('emoji', '"\\U0001f469\\u200d\\U0001f467" * 100_000'),
      cell('a syntax error in a long line', `x = ${'1 + '.repeat(50_000)}`),
      cell(
        'many new files',
        `import os\nos.makedirs("new", exist_ok=True)\nfor i in range(${NEW}):\n    open(f"new/f{i}", "w").close()`,
      ),
      cell('many deleted files', 'import shutil\nshutil.rmtree("new")'),
    ],
    run_tests: [
      none('many failures', { workspace: 'tested', paths: ['test_failing.py'], limit: 100 }),
      none('the last of them', { workspace: 'tested', paths: ['test_failing.py'], offset: FAILING - 5 }),
      none('many missing modules', { workspace: 'tested', paths: ['missing'] }),
      none('lines of many modules', { workspace: 'tested', paths: ['test_coverage.py'], coverage: true }),
      {
        says: 'a path that does not exist',
        args: { workspace: 'tested', paths: ['p'.repeat(1000)] },
        expects: 'failure',
      },
    ],
    save_script: [none('a large script', { name: 'large', content: 'print(1)\n'.repeat(50_000) })],
    run_script: [
      { says: 'one that prints much and fails', args: { name: './loud.py', timeout: 120 }, expects: 'shortened' },
      {
        says: 'long arguments',
        args: { name: './loud.py', args: Array(500).fill('argument '.repeat(50)), timeout: 120 },
        expects: 'shortened',
      },
    ],
    code_completion: [
      none('many attributes', { code: 'box.', cursor_pos: 4 }),
      none('many variables', { code: 'vari', cursor_pos: 4 }),
    ],
    inspect_object: [
      { says: 'a long docstring', args: { code: 'large', cursor_pos: 5 }, expects: 'shortened' },
      {
        says: 'a long source',
        args: { code: 'large', cursor_pos: 5, detail_level: 1 },
        most: 4000,
        expects: 'shortened',
      },
    ],
    list_variables: [
      none('many'),
      { says: 'as many as there can be', args: { limit: 1000 }, most: 10_000, expects: 'shortened' },
    ],
    list_files: [
      none('of a folder with many', { path: 'many' }),
      none('with everything', { recursive: true, tree: true, include_dirs: true }),
      none('as many as there can be', { recursive: true, limit: 2000 }),
    ].map((each) => ({ ...each, most: 'limit' in each.args ? 10_000 : 2000 })),
    read_file: [
      none('many lines', { path: 'big.txt' }),
      none('the middle of them', { path: 'big.txt', offset: 1_000_000 }),
      none('one line', { path: 'one-line.txt' }),
      none('bytes', { path: 'big.bin' }),
      { says: 'a megabyte', args: { path: 'big.txt', max_bytes: 1_000_000 }, most: 10_000 },
      { says: 'a name that does not exist', args: { path: 'n'.repeat(4000) }, expects: 'failure' },
    ],
    write_file: [none('a large file', { path: 'written.txt', content: 'x'.repeat(1_000_000) })],
    delete_file: [none('a folder of many', { path: 'many', recursive: true })],
    create_session: [none('with a long description', { session_id: 'last', description: 'd'.repeat(1000) })],
    switch_session: [
      none('to a long name', { session_id: `${'s'.repeat(90)}1` }),
      none('and back', { session_id: 'default' }),
    ],
    list_sessions: [
      { says: 'many', args: {}, expects: 'shortened' },
      { says: 'all', args: { limit: 100 }, most: 6667 },
    ],
    delete_session: [none('with a long name', { session_id: `${'s'.repeat(90)}${SESSIONS - 1}` })],
    refresh_mount: [
      {
        ...none('to a commit where many files changed', { session_id: 'mounted' }),
        before: ({ call }) =>
          call('put_files', {
            workspace: 'tested',
            files: Object.keys(testedFiles()).map((path) => ({ path, content: 'changed = True\n' })),
          }),
      },
      {
        says: 'to one that does not exist',
        args: { session_id: 'mounted', ref: 'r'.repeat(5000) },
        expects: 'failure',
      },
    ],
    fork_session: [none('of much', { new_session_id: 'copy' })],
    checkpoint_session: [
      none('with a long label', { label: 'l'.repeat(200) }),
      {
        ...none('the last of many'),
        before: async ({ call }) => {
          for (let index = 0; index < 20; index++)
            await call('checkpoint_session', { label: `${index}${' label'.repeat(30)}` });
        },
      },
    ],
    list_checkpoints: [none('many')],
    restore_session: [none('with many checkpoints')],
    interrupt_execution: [none('nothing')],
    restart_kernel: [none('with much', { preserve_state: true })],
    get_kernel_health: [none('of much')],
    check_kernel_responsiveness: [none('of much')],
    install_dependencies: [
      none('that do not exist', { packages: Array.from({ length: 50 }, (_, index) => `${'p'.repeat(450)}${index}`) }),
    ],
  },
};
