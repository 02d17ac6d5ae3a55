/** Files of sessions in real workerd, at their limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amount } from '../../test/generated.ts';
import { HOLD } from '../../test/python/held-cells.ts';
import { createPythonWorker } from '../../test/python/python-worker.ts';
import { CACHE_LIMIT } from '../../wasm/python/kernel/storage.ts';

const MB = 1 << 20;
const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

const { run } = worker;

describe('a session of 100 MB', () => {
  test('is filled, read file by file, and refuses more', async () => {
    const session = worker.session('full');
    for (let index = 0; index < 5; index++) {
      await session.writeFile(`f${index}`, new Uint8Array(20 * MB).fill(index + 1));
    }
    expect(await session.fileTotals()).toEqual({ files: 5, directories: 0, bytes: 100 * MB });
    // The harness does not carry the message of an error with fields.
    await expect(session.writeFile('more', new Uint8Array(1))).rejects.toThrow();
    await expect(session.writeFile('f0', new Uint8Array(20 * MB + 1))).rejects.toThrow();
    expect(await session.fileTotals()).toEqual({ files: 5, directories: 0, bytes: 100 * MB });

    const sum = `total = 0
for n in range(5):
    with open(f"f{n}", "rb") as f:
        f.seek(-1, 2)
        total += f.read()[0]
total`;
    expect((await run('full', sum)).result).toBe('15');
    const { fileBytes, heapBytes } = await session.info();
    expect(fileBytes).toBeLessThanOrEqual(CACHE_LIMIT);
    expect(heapBytes).toBeLessThan(40 * MB);

    const unkept = await run('full', 'open("small", "w").write("x")');
    expect(unkept).toMatchObject({ status: 'ok', newFiles: [] });
    expect(unkept.notices).toEqual([expect.stringMatching(/^'small' was not kept\. No room/)]);
    const again = await run('full', 'open("small").read()');
    expect(again).toMatchObject({ result: "'x'", notices: [expect.stringContaining("'small' was not kept")] });
    await session.deleteFile('f0', false);
    expect(await run('full', '1')).toMatchObject({ newFiles: ['small'], notices: [] });
    expect((await session.listFiles('')).map(({ path }) => path)).toEqual(['f1', 'f2', 'f3', 'f4', 'small']);
  });
});

test('what nobody needs is deleted from storage, and what a running cell may open is not', async () => {
  const session = worker.session('garbage');
  await session.writeFile('a', new Uint8Array([1]));
  await run('garbage', '1');
  const running = await worker.begin('garbage', `${HOLD}open("a", "rb").read()`);
  for (let index = 2; index < 6; index++) await session.writeFile('a', new Uint8Array([index]));
  const during = await (await worker.storage('garbage')).exec('SELECT count(*) AS contents FROM content');
  expect(during).toEqual([{ contents: 2 }]);
  await session.interrupt();
  expect((await running.result).result).toBe("b'\\x01'");
  // The first content belongs to the checkpoint after the first cell, the last one to the path.
  expect(await (await worker.storage('garbage')).exec('SELECT count(*) AS contents FROM content')).toEqual([
    { contents: 2 },
  ]);
  expect((await run('garbage', 'open("a", "rb").read()')).result).toBe("b'\\x05'");
});

test('names of every kind come back after a restart', async () => {
  const names = ['é', 'e\u0301', 'É', '日本/語.txt', '🐍', 'a b', "quo'te", '__proto__', 'constructor', '%2e%2e'];
  await run('names', `import os\nos.mkdir("日本")\nfor n in ${JSON.stringify(names)}: open(n, "w").write(n)`);
  await worker.restart();
  const { result } = await run(
    'names',
    `import os\n[open(n).read() == n for n in ${JSON.stringify(names)}].count(True), len(os.listdir())`,
  );
  expect(result).toBe(`(${names.length}, ${names.length})`);
});

test('names that cannot be kept are named', async () => {
  const { notices, newFiles } = await run('odd', 'open("a\\nb", "w").write("x")\nopen("ok", "w").write("x")');
  expect(newFiles).toEqual(['ok']);
  expect(notices).toEqual(["'a\\x0ab' was not kept: it holds a control character."]);
});

test('many files', async () => {
  const files = amount(2000, 300);
  const code = `import os\nos.makedirs("d/e")\nfor n in range(${files}): open(f"d/e/{n}", "w").write(str(n))`;
  expect((await run('many', code)).newFiles).toHaveLength(files);
  const session = worker.session('many');
  expect(await session.fileTotals()).toMatchObject({ files, directories: 2 });
  await session.deleteFile('d', true);
  expect((await run('many', 'os.listdir()')).result).toBe('[]');
  const limit = await run('many', 'for n in range(11000): open(f"{n}", "w")');
  expect(limit).toMatchObject({ errorType: 'OSError', notices: [expect.stringContaining('10000 files')] });
});

test('a deletion while a cell writes into the directory', async () => {
  const session = worker.session('conflict');
  await session.writeFile('d/old', new Uint8Array([1]));
  await run('conflict', '1');
  const running = await worker.begin('conflict', `${HOLD}import os\nos.remove("d/old")\nos.rmdir("d")`);
  await session.writeFile('d/new', new Uint8Array([2]));
  await session.interrupt();
  await running.result;
  expect((await session.listFiles('')).map(({ path }) => path)).toEqual(['d', 'd/new']);
  expect((await run('conflict', 'sorted(os.listdir("d"))')).result).toBe("['new']");
});
