/** What clients get to see of Python's output, through all Workers. */
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from './harness.ts';
import { type Answer, callTool } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

async function call(name: string, args: Record<string, unknown>): Promise<NonNullable<Answer['body']['result']>> {
  const { body } = await callTool(base, name, args, { token: 'output' });
  if (body.result === undefined) throw new Error(JSON.stringify(body.error));
  return body.result;
}

const PICTURE = `
import struct, zlib
def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
class Picture:
    def _repr_png_(self):
        header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"\\0\\xff\\0\\0")
        return b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    def _repr_svg_(self): return "<svg xmlns='http://www.w3.org/2000/svg'/>"
    def __repr__(self): return "a picture"
`;

it('an image is content of the result and a file, and is in the structure by its path only', async () => {
  const result = await call('run_python_code', { code: `${PICTURE}Picture()` });
  expect(result.structuredContent).toEqual({
    status: 'ok',
    stdout: '',
    stderr: '',
    execution_time: expect.any(Number),
    results: 'a picture',
    outputs: ['outputs/cell-1-1.png', 'outputs/cell-1-1.svg'],
    new_files: ['outputs/cell-1-1.png', 'outputs/cell-1-1.svg'],
    modified_files: [],
    deleted_files: [],
    notices: [],
    session_id: 'default',
  });
  expect(result.content).toEqual([
    { type: 'text', text: expect.stringContaining('New files: outputs/cell-1-1.png, outputs/cell-1-1.svg') },
    { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo[\w+/]+=*$/) },
  ]);
  const read = 'import base64\nbase64.b64encode(open("outputs/cell-1-1.png", "rb").read()).decode()';
  const { structuredContent } = await call('run_python_code', { code: read });
  expect(result.content[1]).toMatchObject({ data: Object(structuredContent).results.slice(1, -1) });
});

it('what was printed survives code that has to be killed', async () => {
  const result = await call('run_python_code', {
    code: 'print("kept")\n("a" * 30_000_000).rfind("a" * 3000 + "b" + "a" * 3000)',
    timeout: 1,
  });
  expect(result.structuredContent).toMatchObject({ status: 'timeout', stdout: 'kept\n' });
  expect(result.content[0]?.text).toContain('kept');
});

it('a script runs with arguments, its output, its code and its images', async () => {
  const script = `${PICTURE}import sys\nprint(sys.argv[1:])\ndisplay(Picture())\nsys.exit("no way")`;
  expect((await call('save_script', { name: 'a', content: script })).structuredContent).toEqual({
    script: 'scripts/a.py',
    path: '/workspace/scripts/a.py',
    size: script.length,
    created: true,
    session_id: 'default',
  });
  const result = await call('run_script', { name: 'a', args: ['x', ''] });
  expect(result.structuredContent).toEqual({
    status: 'exit',
    stdout: "['x', '']\n",
    stderr: 'no way\n',
    return_code: 1,
    execution_time: expect.any(Number),
    error_type: 'SystemExit',
    message: 'SystemExit: no way',
    script: 'scripts/a.py',
    args: ['x', ''],
    outputs: ['outputs/a-1.png', 'outputs/a-1.svg'],
    new_files: ['outputs/a-1.png', 'outputs/a-1.svg'],
    modified_files: [],
    deleted_files: [],
    notices: [],
    session_id: 'default',
  });
  expect(result.content).toEqual([
    { type: 'text', text: expect.stringContaining('return code 1') },
    { type: 'image', mimeType: 'image/png', data: expect.any(String) },
  ]);
  expect(await call('run_script', { name: 'b' })).toMatchObject({
    isError: true,
    structuredContent: { error_type: 'FileNotFoundError', message: expect.stringContaining('scripts/b.py') },
  });
});

it('a script that is saved again runs as it is now, with the modules beside it', async () => {
  await call('save_script', { name: 'c', content: 'import helper; print(helper.value)' });
  for (const value of ['1', '2']) {
    await call('save_script', { name: 'helper.py', content: `value = ${value}` });
    expect((await call('run_script', { name: 'c' })).structuredContent).toMatchObject({ stdout: `${value}\n` });
  }
  const { structuredContent } = await call('save_script', { name: 'c.py', content: 'print("é")' });
  expect(structuredContent).toMatchObject({ created: false, size: 11 });
});

it.each([
  ['while True: pass', 'timeout', 124],
  ['sum(range(10 ** 12))', 'timeout', 124],
  ['1 / 0', 'error', 1],
])('a script with %s ends with its code', async (code, status, return_code) => {
  await call('save_script', { name: './b.py', content: `print("begun")\n${code}` });
  const result = await call('run_script', { name: './b.py', timeout: 1 });
  expect(result.structuredContent).toMatchObject({ status, return_code, stdout: 'begun\n', script: 'b.py' });
});
