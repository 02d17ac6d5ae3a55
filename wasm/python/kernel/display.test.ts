/** Objects that show themselves in other forms than text, and what hostile ones do instead. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { LARGEST_IMAGE, MOST_IMAGES } from './displays.ts';
import { Kernel } from './kernel.ts';
import type { CellOutcome } from './types.ts';

const artifacts = await loadArtifacts();
let kernel: Kernel;
beforeEach(async () => {
  kernel = await Kernel.boot(artifacts);
});

async function run(code: string, timeoutSeconds = 20): Promise<CellOutcome> {
  return (await kernel.run({ code, timeoutSeconds })).outcome;
}

/** Defines `png(padding)`, a valid image of one pixel. */
const PNG = `
import struct, zlib
def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
def png(padding=0):
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"tEXt", b"k\\0" + b"x" * padding), chunk(b"IDAT", zlib.compress(b"\\0\\xff\\0\\0"))]
    return b"\\x89PNG\\r\\n\\x1a\\n" + b"".join(parts) + chunk(b"IEND", b"")
`;

const shows = (methods: string) => `${PNG}\nclass Shown:\n${methods.replace(/^/gm, '    ')}\n`;
const PICTURE = shows('def _repr_png_(self): return png()');

describe('a value', () => {
  test('becomes a file in each of its forms, and an image', async () => {
    const outcome = await run(
      `${shows(
        'def _repr_png_(self): return png(), {"width": 1}\ndef _repr_html_(self): return "<b>é</b>"\n' +
          'def _repr_json_(self): return {"a": [1]}\ndef _repr_svg_(self): return None\ndef __repr__(self): return "plain"',
      )}Shown()`,
    );
    expect(outcome).toMatchObject({
      status: 'ok',
      result: 'plain',
      stdout: '',
      notices: [],
      newFiles: ['outputs/cell-1-1.html', 'outputs/cell-1-1.json', 'outputs/cell-1-1.png'],
    });
    expect(outcome.images).toEqual([
      { path: 'outputs/cell-1-1.png', mimeType: 'image/png', data: expect.any(Uint8Array) },
    ]);
    const read = 'open("outputs/cell-1-1.html", "rb").read().decode(), open("outputs/cell-1-1.json").read()';
    expect((await run(read)).result).toBe(`('<b>é</b>', '{"a": [1]}')`);
  });

  test('without such forms stays text', async () => {
    expect(await run('[1]')).toMatchObject({ result: '[1]', newFiles: [], notices: [] });
    expect(await run('[1]')).not.toHaveProperty('images');
  });

  test('of a class that describes its objects stays text', async () => {
    expect(await run(`${PICTURE}Shown`)).toMatchObject({ status: 'ok', newFiles: [], notices: [] });
  });

  test('that answers to every name stays text', async () => {
    const code = 'class Any:\n    def __getattr__(self, name): return lambda *a: print("asked", name)\nAny()';
    expect(await run(code)).toMatchObject({ status: 'ok', stdout: '', newFiles: [], notices: [] });
  });

  test('can give a bundle, with binary data in base64', async () => {
    const bundle =
      '{"image/png": base64.b64encode(png()).decode(), "text/plain": "p", "application/vnd.x+json": {"a": 1}}';
    const outcome = await run(
      `${shows(`def _repr_mimebundle_(self, include=None, exclude=None): return ${bundle}, {}`)}import base64\nShown()`,
    );
    expect(outcome).toMatchObject({ newFiles: ['outputs/cell-1-1.json', 'outputs/cell-1-1.png'], notices: [] });
    expect(outcome.images).toHaveLength(1);
  });
});

describe('display', () => {
  test('shows each object, in order', async () => {
    const outcome = await run(
      `${PICTURE}class Table:\n    def _repr_html_(self): return "<table>"\n    def __repr__(self): return "a b"\n` +
        'display(Shown(), Table(), 3, "x")\nprint("end")',
    );
    expect(outcome).toMatchObject({
      stdout: "a b\n3\n'x'\nend\n",
      newFiles: ['outputs/cell-1-1.png', 'outputs/cell-1-2.html'],
    });
  });

  test('never overwrites a file', async () => {
    await run('import os\nos.mkdir("outputs")\nopen("outputs/cell-2-1.png", "w").write("mine")');
    expect(await run(`${PICTURE}Shown()`)).toMatchObject({ newFiles: ['outputs/cell-2-2.png'], modifiedFiles: [] });
  });

  test('carries few and small images, the others are files', async () => {
    const many = await run(`${PICTURE}display(*[Shown() for _ in range(${MOST_IMAGES + 1})])`);
    expect([many.images?.length, many.newFiles.length]).toEqual([MOST_IMAGES, MOST_IMAGES + 1]);
    expect(many.notices).toEqual([expect.stringContaining(`cell-1-${MOST_IMAGES + 1}.png is kept as a file only`)]);
    const large = await run(`${shows(`def _repr_png_(self): return png(${LARGEST_IMAGE})`)}Shown()`);
    expect(large).toMatchObject({ newFiles: ['outputs/cell-2-1.png'], notices: [expect.stringContaining('bytes')] });
    expect(large).not.toHaveProperty('images');
  });

  test('leaves evaluations without files', async () => {
    await kernel.evaluate({ program: `${PICTURE}display(Shown())\n"x"`, stepLimit: 100_000 });
    expect(await run('1')).toMatchObject({ newFiles: [] });
  });

  test('keeps what is drawn with matplotlib at the end of a cell', async () => {
    const fake = `
import sys, types
drawn = [1, 2]
class Figure:
    def savefig(self, file, format): file.write(png())
plt = types.ModuleType("matplotlib.pyplot")
plt.get_fignums = lambda: list(drawn)
plt.figure = lambda number: Figure()
plt.close = lambda which: drawn.clear()
sys.modules["matplotlib.pyplot"] = plt
import os
os.environ["MPLBACKEND"]`;
    const { result, images } = await run(PNG + fake);
    expect([result, images?.length]).toEqual(["'agg'", 2]);
    expect(await run('plt.get_fignums = None')).toMatchObject({
      status: 'ok',
      notices: [expect.stringContaining('Figures of matplotlib could not be kept')],
    });
  });
});

describe('a form', () => {
  test.each([
    [
      'raises',
      'def _repr_html_(self): raise ValueError("no")',
      '_repr_html_ of a Shown could not be shown: ValueError: no',
    ],
    ['exits', 'def _repr_html_(self): raise SystemExit', 'SystemExit'],
    ['has more arguments', 'def _repr_html_(self, x): pass', 'missing 1 required positional argument'],
    ['is text instead of bytes', 'def _repr_png_(self): return "not an image"', 'TypeError: it returned str'],
    ['is a number', 'def _repr_svg_(self): return 3', 'TypeError: it returned int'],
    ['is no JSON', 'def _repr_json_(self): return {1, 2}', 'not JSON serializable'],
    ['is no image', 'def _repr_png_(self): return b"GIF89a"', 'its bytes are no image/png'],
    ['is huge', 'def _repr_png_(self): return bytes(21_000_000)', 'it has 21000000 bytes'],
    ['is larger than memory', 'def _repr_png_(self): return bytes(60 << 20)', 'MemoryError'],
    ['is a bundle of something else', 'def _repr_mimebundle_(self, **kw): return 5', 'it returned no dict'],
    [
      'cannot be kept',
      'def _repr_html_(self): import os; os.rmdir("outputs") if os.path.isdir("outputs") else 0; open("outputs", "w").close(); return "x"',
      'Error',
    ],
  ])('that %s is a notice, and the cell goes on', async (_name, method, notice) => {
    const outcome = await run(`${shows(method)}display(Shown())\nprint("end")\nShown()`);
    expect(outcome).toMatchObject({ status: 'ok', result: expect.stringContaining('Shown object') });
    expect(outcome.stdout).toMatch(/end\n$/);
    expect(outcome.notices[0]).toContain(notice);
    expect(outcome).not.toHaveProperty('images');
    expect(await run('6 * 7')).toMatchObject({ result: '42', notices: [] });
  });

  test('without end meets the time limit', async () => {
    const endless = shows('def _repr_png_(self):\n    while True: pass');
    expect(await run(`${endless}Shown()`, 1)).toMatchObject({ status: 'timeout', stdout: '' });
    expect(kernel.alive).toBe(true);
  });

  test('that floods notices is cut off', async () => {
    const { notices } = await run(`${shows('def _repr_html_(self): 1 / 0')}for _ in range(1000): display(Shown())`);
    expect(notices.length).toBeLessThanOrEqual(21);
  });
});

test('files of one run are limited', async () => {
  const { newFiles, notices } = await run(
    'class H:\n    def _repr_html_(self): return "x"\nfor _ in range(60): display(H())',
  );
  expect(newFiles).toHaveLength(50);
  expect(notices[0]).toContain('at most 50');
});
