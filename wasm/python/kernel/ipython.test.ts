/** Habits of IPython in cells: what works, what is answered with advice, and what is left alone. */
import { expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';

const kernel = await Kernel.boot(await loadArtifacts());
const run = async (code: string) => (await kernel.run({ code, timeoutSeconds: 20 })).outcome;

test.each([
  ['%timeit -n 3 -r 2 sum(range(10))', /± .* per loop \(mean ± std\. dev\. of 2 runs, 3 loops each\)/],
  ['%%timeit -n 2 -r 1 n = 5\nx = n\nfor i in range(n):\n    x += i', /of 1 run, 2 loops each/],
  ['v = 20\n%time w = v + 1\nprint(w)', /^Wall time: .*\n21\n$/],
  ['if True:\n    %time inside = 3\n    print(inside)', /\n3\n$/],
  ['%%time\nimport asyncio\nawait asyncio.sleep(0)\nprint("done")', /^done\nWall time: /],
  ['len?', /Signature: len\(obj, \/\)[\s\S]*Docstring: Return the number of items/],
  ['?len', /Return the number of items/],
  ['def twice(n):\n    return 2 * n\ntwice??', /Source:\ndef twice\(n\):/],
  ['```python\nprint(1 + 1)\n```', /^2\n$/],
  ['\n```\nprint("a")\n```\n', /^a\n$/],
  ['%%writefile /tmp/note.txt\nfree % text\n', /^Writing \/tmp\/note\.txt\n$/],
  ['%cd /tmp\n%pwd\n%ls', /^\/tmp\n\/tmp\n[\s\S]*note\.txt/],
  ['%pip install -q nosuchpackage', /nosuchpackage is not installed/],
  ["x = 'it'\n!pip install \"nosuch>=1\" # it's", /nosuch is not installed/],
])('%j works', async (code, stdout) => {
  const outcome = await run(code);
  expect(outcome).toMatchObject({ status: 'ok', stdout: expect.stringMatching(stdout) });
});

test('what shows figures in notebooks is left out, and said', async () => {
  expect(await run('%matplotlib inline\n%load_ext autoreload\n5')).toMatchObject({
    status: 'ok',
    result: '5',
    notices: [expect.stringContaining('%matplotlib was left out'), expect.stringContaining('%load_ext')],
  });
});

test.each([
  ['!ls -la', 'os.listdir(path)'],
  ['x = 1\n!cat file.txt', 'read_file'],
  ['!pytest tests', 'run_tests'],
  ['!python3 script.py', 'run_script'],
  ['files = !ls', 'os.listdir(path)'],
  ['!make', 'os, pathlib and shutil'],
  ['%%bash\nls', 'no shell'],
  ['%run script.py', 'run_script'],
  ['%whos', 'list_variables'],
  ['%nosuch 1', 'part of IPython'],
  ['!pip list', 'importlib.metadata'],
])('%j is answered with what to use', async (code, advice) => {
  const { errorType, message, traceback } = await run(code);
  expect(errorType).toBe('SyntaxError');
  expect(message).toContain(advice);
  expect(traceback).toContain(advice);
});

test.each([
  ['s = """\n%timeit 1\n!ls\n"""\ns', "'\\n%timeit 1\\n!ls\\n'"],
  ['x = (7\n% 4)\nx', '3'],
  ['y = 7 \\\n% 4\ny', '3'],
  ['# !ls\n"```"', "'```'"],
])('%j is Python and stays so', async (code, result) => {
  expect(await run(code)).toMatchObject({ status: 'ok', result });
});

test('a syntax error is told once', async () => {
  const { traceback } = await run('x = 1\ny = = 2');
  expect(traceback).toMatch(/line 2/);
  expect(traceback?.match(/SyntaxError/g)).toHaveLength(1);
});

test('numbers of lines stay true', async () => {
  const late = await run('%time 1\n\n1 / 0');
  expect(late.traceback).toContain('line 3');
  const syntax = await run('%time 1\nx = 1\ny = = 2');
  expect(syntax).toMatchObject({ errorType: 'SyntaxError', traceback: expect.stringContaining('line 3') });
  expect((await run('x = (\n%timeit 1\n')).errorType).toBe('SyntaxError');
});

test('an error within a magic ends the cell', async () => {
  expect(await run('%time nosuchname\nprint("no")')).toMatchObject({ errorType: 'NameError', stdout: '' });
  expect(await run('nosuchname?')).toMatchObject({ errorType: 'NameError' });
});
