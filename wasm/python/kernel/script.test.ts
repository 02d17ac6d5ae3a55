/** Scripts run as `python script.py` does, beside the session. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { KeptFiles } from '../../../test/python/kept-files.ts';
import { Kernel } from './kernel.ts';
import type { CellOutcome } from './types.ts';

const artifacts = await loadArtifacts();

let kernel: Kernel;
let kept: KeptFiles;
beforeEach(async () => {
  kernel = await Kernel.boot(artifacts);
  kept = new KeptFiles();
});

async function cell(code: string): Promise<CellOutcome> {
  return (await kernel.run({ code, timeoutSeconds: 20 })).outcome;
}

/** Writes the files and runs the first. */
async function script(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CellOutcome> {
  const [path = ''] = Object.keys(files);
  for (const [name, text] of Object.entries(files)) kept.write(name, text);
  kernel = await Kernel.boot(artifacts, kept.start());
  return again(path, ...args);
}

async function again(path: string, ...args: readonly string[]): Promise<CellOutcome> {
  return (await kept.run(kernel, { path, args })).outcome;
}

test('it is the main program, with its arguments, in the folder of the session', async () => {
  const code = `import os, sys
if __name__ == "__main__": print(sys.argv, __file__, sys.path[0], os.getcwd())
import __main__
print(__main__.__file__ == __file__, sys.modules["__main__"] is __main__, "" in sys.path)
print("careful", file=sys.stderr)`;
  expect(await script({ 'scripts/a.py': code }, 'x y', '', 'é')).toMatchObject({
    status: 'ok',
    exitCode: 0,
    stdout:
      "['/workspace/scripts/a.py', 'x y', '', 'é'] /workspace/scripts/a.py /workspace/scripts /workspace\nTrue True False\n",
    stderr: 'careful\n',
  });
});

test('a value is not shown, and there may be no arguments', async () => {
  const outcome = await script({ 'a.py': 'import sys\n42\nprint(len(sys.argv))' });
  expect(outcome).toMatchObject({ exitCode: 0, stdout: '1\n' });
  expect(outcome).not.toHaveProperty('result');
});

test('its files are reported, and what it displays', async () => {
  const code = 'open("b.txt", "w").write("1")\nclass H:\n    def _repr_html_(self): return "x"\ndisplay(H())';
  expect((await script({ 'scripts/draw.py': code })).newFiles).toEqual(['b.txt', 'outputs/draw-1.html']);
});

describe('it ends', () => {
  test.each([
    ['raise SystemExit', 'ok', 0, ''],
    ['import sys; sys.exit(3)', 'exit', 3, ''],
    ['import sys; sys.exit(-1)', 'exit', 255, ''],
    ['import sys; sys.exit(0)', 'ok', 0, ''],
    ['import sys; sys.exit(True)', 'exit', 1, ''],
    ['import sys; sys.exit("no way")', 'exit', 1, 'no way\n'],
  ])('%s', async (code, status, exitCode, stderr) => {
    expect(await script({ 'a.py': code })).toMatchObject({ status, exitCode, stderr });
  });

  test('with the traceback of an uncaught exception', async () => {
    const outcome = await script({ 'a.py': 'def f():\n    return 1 / 0\nf()' });
    expect(outcome).toMatchObject({ status: 'error', exitCode: 1, errorType: 'ZeroDivisionError' });
    expect(outcome.stderr).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "\/workspace\/a.py", line 3, in <module>\n {4}f\(\)\n[\s\S]*return 1 \/ 0\n[\s\S]*ZeroDivisionError: [^\n]*\n$/,
    );
  });

  test.each([
    ['x = = 1', 'SyntaxError'],
    ['x = "\0"', 'SyntaxError'],
    ['# -*- coding: latin-1 -*-\nraise ValueError("é")', 'ValueError'],
  ])('as the compiler wants: %j', async (code, errorType) => {
    expect(await script({ 'a.py': code })).toMatchObject({ status: 'error', exitCode: 1, errorType });
  });

  test('before it begins when there is no such file', async () => {
    expect(await again('scripts/none.py')).toMatchObject({
      status: 'error',
      exitCode: 2,
      errorType: 'FileNotFoundError',
      stderr: expect.stringContaining("can't open file '/workspace/scripts/none.py'"),
    });
  });

  test('at its time limit, with what it wrote', async () => {
    await cell('open("a.py", "w").write("print(1)\\nwhile True: pass")');
    const { outcome } = await kernel.run({ path: 'a.py', args: [], timeoutSeconds: 1 });
    expect(outcome).toMatchObject({ status: 'timeout', stdout: '1\n' });
    expect((await cell('6 * 7')).result).toBe('42');
  });
});

describe('the session', () => {
  test('keeps its variables, modules, settings and builtins', async () => {
    await cell(`import os, sys, builtins, __main__
open("helper.py", "w").write("value = 1")
import helper
x = 1
open("a.py", "w").write('''
import builtins, os, sys, helper
x = 2
helper.value = 5
sys.argv.append("b"); sys.path.clear(); os.environ["NEW"] = "1"; os.chdir("/")
print = builtins.len = None
import __main__
__main__.y = 1
''')
before = sys.argv, list(sys.path), dict(os.environ), os.getcwd()`);
    expect(await again('a.py')).toMatchObject({ exitCode: 0 });
    const after = `import sys, os, helper as again
x, "y" in globals(), helper.value, again is helper, len("ab"), before == (sys.argv, list(sys.path), dict(os.environ), os.getcwd()), sys.modules["__main__"] is __main__`;
    expect((await cell(after)).result).toBe('(1, False, 1, True, 2, True, True)');
  });

  test('has modules of its own, and a script sees their files as they are now', async () => {
    await cell(
      'import sys\nopen("helper.py", "w").write("value = 1")\nopen("a.py", "w").write("import helper; print(helper.value)")',
    );
    expect((await again('a.py')).stdout).toBe('1\n');
    await cell('open("helper.py", "w").write("value = 2")');
    expect((await again('a.py')).stdout).toBe('2\n');
    expect((await cell('"helper" in sys.modules')).result).toBe('False');
  });

  test('does not change what a script finds as builtins', async () => {
    await cell('import builtins\nbuiltins.len = 5\nopen("a.py", "w").write("print(len([1]))")');
    expect(await again('a.py')).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect((await cell('builtins.len')).result).toBe('5');
  });
});

test('a script that breaks what it can reach leaves a working session', async () => {
  const code = `import sys, os, builtins
for n in dir(builtins): delattr(builtins, n)
sys.stdout.close(); sys.stderr = None
vars(os).clear()
sys.modules.clear()`;
  await script({ 'a.py': code });
  expect(await cell('print("out")\n6 * 7')).toMatchObject({ status: 'ok', stdout: 'out\n', result: '42' });
});
