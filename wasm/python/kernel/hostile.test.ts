/** User code that breaks what it can reach: the kernel goes on working for the next cell. */
import { beforeEach, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';
import type { CellOutcome } from './types.ts';

const artifacts = await loadArtifacts();
let kernel: Kernel;
beforeEach(async () => {
  kernel = await Kernel.boot(artifacts);
});

/** Seconds for cells that never end; others end when the machine lets them. */
const SHORT = 2;

async function run(code: string, timeoutSeconds = 60): Promise<CellOutcome> {
  return (await kernel.run({ code, timeoutSeconds })).outcome;
}

/** Output, values, tracebacks, time limits and evaluations. */
async function expectSound(): Promise<void> {
  expect(await run('print("out")\n6 * 7')).toMatchObject({ status: 'ok', stdout: 'out\n', result: '42' });
  const failure = await run('def f():\n    raise ValueError("v")\nf()');
  expect(failure).toMatchObject({ status: 'error', message: 'ValueError: v' });
  expect(await kernel.evaluate({ program: 'str(6 * 7)', stepLimit: 10_000 })).toEqual({ status: 'ok', value: '42' });
}

test.each([
  [
    'builtins are deleted',
    'import builtins\nfor n in ["compile", "exec", "eval", "len", "isinstance", "repr", "str"]: delattr(builtins, n)',
  ],
  [
    'every builtin is replaced',
    'import builtins\nfor n in [n for n in dir(builtins) if n[0] != "_" and n[0].islower()]: setattr(builtins, n, None) if n not in ("print", "setattr") else None',
  ],
  ['sys.stdout is replaced', 'import sys\nsys.stdout = None\nsys.stderr = 5'],
  ['sys.stdout is closed', 'import sys\nsys.stdout.close()'],
  ['sys.__stdout__ is closed', 'import sys\nsys.__stderr__.close()\nsys.__stdout__.close()'],
  ['traceback is emptied', 'import traceback\ntraceback.TracebackException = None\ntraceback.walk_tb = None'],
  [
    'linecache is broken',
    'import linecache\nlinecache.getline = linecache.getlines = linecache.checkcache = None\nlinecache.cache = None',
  ],
  ['ast is broken', 'import ast\nast.parse = ast.Expression = None'],
  ['sys.modules is emptied', 'import sys\nsys.modules.clear()'],
  ['__main__ is replaced', 'import sys\nsys.modules["__main__"] = None'],
  ['signals are ignored', 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nsignal.signal = None'],
  ['the recursion limit is tiny', 'import sys\nsys.setrecursionlimit(40)'],
  ['the workspace is deleted', 'import os\nos.chdir("/")\nos.rmdir("/workspace")'],
  ['os is emptied', 'import os\nvars(os).clear()'],
  ['random and gc are broken', 'import random, gc\nrandom.seed = gc.collect = None'],
  ['a trace function raises', 'import sys\nsys.settrace(lambda *a: 1 / 0)'],
  ['a profile function raises', 'import sys\nsys.setprofile(lambda *a: 1 / 0)'],
])('%s', async (_name, code) => {
  await run(code);
  expect(kernel.alive).toBe(true);
  await expectSound();
});

test.each([
  ['the streams are closed for good', 'import os, sys\nsys.stdout.close()\nos.close(1)'],
  ['the heap is far too large', 'import pyodide_js\npyodide_js._module.growMemory(2**30)'],
  ['the runner has no names', 'import sys\nsys._getframe(1).f_globals.clear()'],
  ['the runner never returns', 'import sys\ndef f():\n    while True: pass\nsys._getframe(1).f_globals["_reset"] = f'],
])('an interpreter that no cell can use again counts as lost: %s', async (_name, code) => {
  await run(code, SHORT);
  expect(kernel.alive).toBe(false);
});

test('the time limit works although SIGINT was ignored before', async () => {
  await run('import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)');
  expect(await run('while True: pass', SHORT)).toMatchObject({ status: 'timeout' });
  expect(kernel.alive).toBe(true);
});

test('a destructor that never ends does not hang the kernel', async () => {
  await run('class D:\n    def __del__(self):\n        while True: pass');
  expect(await run('D()\nNone', SHORT)).toMatchObject({ status: 'timeout' });
});
