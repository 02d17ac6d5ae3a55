/** Whoever reads from standard input ends at once, with the reason. */
import { beforeAll, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await Kernel.boot(await loadArtifacts());
});

test.each([
  ['input("? ")', 'EOFError'],
  ['import sys\nsys.stdin.read()', 'EOFError'],
  ['import sys\nsys.stdin.readline()', 'EOFError'],
  ['import sys\nfor line in sys.stdin: print(line)', 'EOFError'],
  ['import sys\nsys.stdin.readlines()', 'EOFError'],
  ['import sys\nnext(sys.stdin)', 'EOFError'],
  ['import sys\nsys.stdin.buffer.read(1)', 'EOFError'],
  ['import sys\nlist(sys.stdin.buffer)', 'EOFError'],
  ['import sys\nsys.stdin = None\ninput()', 'EOFError'],
  ['import getpass\ngetpass.getpass()', 'EOFError'],
  ['import fileinput\nlist(fileinput.input([]))', 'EOFError'],
  ['breakpoint()', 'RuntimeError'],
  ['import pdb\npdb.set_trace()\nx = 1', 'RuntimeError'],
  ['import pdb\ntry: 1 / 0\nexcept Exception as e: pdb.post_mortem(e.__traceback__)', 'RuntimeError'],
])('%s', async (code, errorType) => {
  const { outcome } = await kernel.run({ code, timeoutSeconds: 5 });
  expect(outcome).toMatchObject({ status: 'error', errorType, message: expect.stringContaining('there is no stdin') });
});

test('what a cell does to stdin is gone in the next', async () => {
  await kernel.run({ code: 'import io, sys\nsys.stdin = sys.__stdin__ = io.StringIO("a")', timeoutSeconds: 5 });
  const { outcome } = await kernel.run({ code: 'sys.stdin.isatty(), sys.stdin.read()', timeoutSeconds: 5 });
  expect(outcome.errorType).toBe('EOFError');
});
