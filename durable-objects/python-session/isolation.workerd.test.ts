/** Attempts to get out of the interpreter's isolate, made from Python in real workerd. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CellResult } from '../../src/python/protocol.ts';
import { createPythonWorker } from '../../test/python/python-worker.ts';

const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

function run(code: string): Promise<CellResult> {
  return worker.run('prisoner', code);
}

test.each([
  'fetch',
  'eval',
  'Function',
  'WebAssembly',
  'WebSocket',
  'caches',
  'globalThis',
  'process',
  'navigator',
  'setTimeout',
])('js.%s does not exist', async (name) => {
  expect(await run(`import js\njs.${name}`)).toMatchObject({ status: 'error', errorType: 'AttributeError' });
});

test('the js module holds no names of its own', async () => {
  expect((await run('import js\nlist(js.object_keys())')).result).toBe('[]');
});

test.each([
  ['the constructor of a constructor', 'import js\njs.constructor.constructor("return globalThis")()', 'EvalError'],
  ['the constructor of a method', 'import pyodide_js\npyodide_js.toString.constructor("return this")()', 'EvalError'],
  ['an async function', 'import pyodide_js\npyodide_js.loadPackage.constructor("return this")()', 'EvalError'],
  ['a method taken from the prototype', 'import js\njs.__lookupGetter__("x").constructor("return 1")()', 'Error'],
  ['run_js', 'from pyodide.code import run_js\nrun_js("globalThis")', 'ImportError'],
  [
    'a module of bytes',
    'import pyodide_js\npyodide_js._module.loadWebAssemblyModule(b"\\0asm\\1\\0\\0\\0", {})',
    'Error',
  ],
])('code is not made from text: %s', async (_name, code, error) => {
  const { status, message } = await run(code);
  expect(status).toBe('error');
  expect(message).toContain(error);
});

test.each([
  ['urllib', 'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:9/", timeout=2)'],
  ['socket', 'import socket\nsocket.create_connection(("127.0.0.1", 9), 2)'],
  ['http.client', 'import http.client\nhttp.client.HTTPSConnection("example.com", timeout=2).request("GET", "/")'],
  ['name resolution', 'import socket\nsocket.create_connection((socket.gethostbyname("example.com"), 80), 2)'],
  ['asyncio', 'import asyncio\nasyncio.run(asyncio.open_connection("127.0.0.1", 9))'],
  ['pyfetch', 'import asyncio\nfrom pyodide.http import pyfetch\nasyncio.run(pyfetch("http://127.0.0.1:9/"))'],
  ['open_url', 'from pyodide.http import open_url\nopen_url("http://127.0.0.1:9/")'],
  [
    'package loading',
    'import asyncio, pyodide_js\nasync def f(): await pyodide_js.loadPackage("numpy")\nasyncio.run(f())',
  ],
  ['a process', 'import subprocess\nsubprocess.run(["ls"])'],
])('there is no network: %s', async (_name, code) => {
  expect((await run(code)).status).toBe('error');
});

test('the environment tells nothing of the server', async () => {
  const { result } = await run('import os\nsorted(os.environ)');
  expect(result).toBe(
    "['HOME', 'LANG', 'LD_LIBRARY_PATH', 'LOGNAME', 'MPLBACKEND', 'PATH', 'PWD', 'PYTHONHASHSEED', 'PYTHONINSPECT', 'USER', '_']",
  );
});

/** Walks the JavaScript objects that Python can reach and names those that would lead further. */
const CRAWL = `
import js, pyodide_js
from pyodide.ffi import JsProxy
WANTED = {'fetch', 'caches', 'globalThis', 'WebSocket', 'EventSource', 'process', 'self', 'navigator', 'Function', 'eval', 'scheduler',
    'LOADER', 'ASSETS', 'PYTHON_SESSION', 'ctx', 'storage', 'exports', 'connect', 'require', 'WorkerEntrypoint', 'DurableObject'}
seen, queue, hits, walked = set(), [('js', js), ('pyodide_js', pyodide_js)], [], 0
while queue and walked < 2500:
    path, value = queue.pop(0)
    walked += 1
    try: names = {name for name in dir(value) if not name.startswith('__')}
    except BaseException: continue
    for name in sorted(names | WANTED | {'constructor', 'prototype', '__proto__', 'env'}):
        if name.startswith('HEAP') or name in ('buffer', 'contents'): continue
        try: member = getattr(value, name)
        except BaseException: continue
        if not isinstance(member, JsProxy) or member.js_id in seen: continue
        seen.add(member.js_id)
        # The table of C functions names every symbol of the interpreter.
        if name in WANTED and not path.endswith('.GOT'): hits.append(path + '.' + name)
        queue.append((path + '.' + name, member))
walked, hits
`;

test('a walk over every reachable object meets no way out', async () => {
  expect((await run(CRAWL)).result).toBe('(2500, [])');
});

test('the session works after all of it', async () => {
  expect(await run('6 * 7')).toMatchObject({ status: 'ok', result: '42' });
});
