/** Python sessions with large values, much output, and many files. */
import { amount } from '../../generated.ts';
import type { LargeCases } from './case.ts';

const FILES = amount(10_000, 3000);
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
for i in range(3000):
    globals()[f"variable_{i}"] = "v" * 1000
class Box: pass
box = Box()
for i in range(3000):
    setattr(box, f"attribute_{i}", i)
`;

/** The cases. */
export const PYTHON: LargeCases = {
  async prepare({ call }) {
    await call('run_python_code', { code: LARGE_CLASS });
    await call('run_python_code', { code: SETUP, timeout: 300 });
    for (let index = 0; index < 60; index++) {
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
        'thousands of new files',
        'import os\nos.makedirs("new", exist_ok=True)\nfor i in range(2000):\n    open(f"new/f{i}", "w").close()',
      ),
      cell('thousands of deleted files', 'import shutil\nshutil.rmtree("new")'),
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
      none('thousands of attributes', { code: 'box.', cursor_pos: 4 }),
      none('thousands of variables', { code: 'vari', cursor_pos: 4 }),
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
      none('thousands of them'),
      { says: 'as many as there can be', args: { limit: 1000 }, most: 10_000, expects: 'shortened' },
    ],
    list_files: [
      none('of a folder with thousands', { path: 'many' }),
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
    delete_file: [none('a folder of thousands', { path: 'many', recursive: true })],
    create_session: [none('with a long description', { session_id: 'last', description: 'd'.repeat(1000) })],
    switch_session: [
      none('to a long name', { session_id: `${'s'.repeat(90)}1` }),
      none('and back', { session_id: 'default' }),
    ],
    list_sessions: [
      { says: 'many', args: {}, expects: 'shortened' },
      { says: 'all', args: { limit: 100 }, most: 6667 },
    ],
    delete_session: [none('with a long name', { session_id: `${'s'.repeat(90)}59` })],
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
