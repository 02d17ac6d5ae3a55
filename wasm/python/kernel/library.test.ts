/** The standard library: what of it does not exist, and what does not work. Both are documented, so both are pinned. */
import { expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel.ts';

const kernel = await Kernel.boot(await loadArtifacts());

async function run(code: string) {
  return (await kernel.run({ code, timeoutSeconds: 30 })).outcome;
}

/** Imports every public module, those aside that do something when they are imported. */
const IMPORT_ALL = `
import importlib, sys
missing = []
for name in sorted(sys.stdlib_module_names):
    if name.startswith("_") or name in ("antigravity", "this"):
        continue
    try:
        importlib.import_module(name)
    except ImportError:
        missing.append(name)
print(*missing)
`;

test('these modules of the standard library do not exist', async () => {
  const { stdout } = await run(IMPORT_ALL);
  expect(stdout.trim().split(' ')).toEqual([
    'curses',
    'ensurepip',
    'grp',
    'idlelib',
    'msvcrt',
    'nt',
    'pwd',
    'pydoc_data',
    'readline',
    'resource',
    'syslog',
    'tkinter',
    'turtle',
    'turtledemo',
    'venv',
    'winreg',
    'winsound',
  ]);
});

test.each([
  [
    'sqlite3',
    'import sqlite3\nc = sqlite3.connect("/tmp/x.db")\nc.execute("select json_array(1, 2)").fetchone()[0]',
    "'[1,2]'",
  ],
  ['zstd', 'from compression import zstd\nzstd.decompress(zstd.compress(b"a"))', "b'a'"],
  ['bz2', 'import bz2\nbz2.decompress(bz2.compress(b"a"))', "b'a'"],
  ['lzma with a small preset', 'import lzma\nlzma.decompress(lzma.compress(b"a", preset=1))', "b'a'"],
  ['mmap', 'import mmap\nf = open("/tmp/m", "w+b")\nf.write(b"abc")\nf.flush()\nmmap.mmap(f.fileno(), 0)[1:]', "b'bc'"],
  ['ctypes', 'import ctypes\nctypes.sizeof(ctypes.c_void_p)', '4'],
  ['ssl', 'import ssl\ntype(ssl.create_default_context()).__name__', "'SSLContext'"],
  ['asyncio.to_thread', 'import asyncio\nasyncio.run(asyncio.to_thread(abs, -1))', '1'],
  [
    'asyncio.TaskGroup',
    'import asyncio\nasync def f():\n    async with asyncio.TaskGroup() as g: t = g.create_task(asyncio.sleep(0, 5))\n    return t.result()\nasyncio.run(f())',
    '5',
  ],
  [
    'unittest',
    'import io, unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(1, 1)\nunittest.main(argv=["x"], exit=False, testRunner=unittest.TextTestRunner(io.StringIO())).result.wasSuccessful()',
    'True',
  ],
  [
    'cProfile',
    'import cProfile, io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as out: cProfile.run("1")\n"function calls" in out.getvalue()',
    'True',
  ],
  ['tracemalloc', 'import tracemalloc\ntracemalloc.start()\ntracemalloc.stop()\n1', '1'],
  [
    'shelve',
    'import shelve\nwith shelve.open("/tmp/s") as s: s["ä"] = {1: 2}\nwith shelve.open("/tmp/s", "r") as s: found = dict(s)\nfound',
    "{'ä': {1: 2}}",
  ],
  [
    'dbm',
    'import dbm\nd = dbm.open("/tmp/d", "n")\nd["a"] = b"1"; d[b"b"] = "2"; del d["a"]\nd.keys(), d[b"b"], "a" in d, len(d), dbm.whichdb("/tmp/d"), dbm.whichdb("/tmp/none")',
    "([b'b'], b'2', False, 1, 'dbm.sqlite3', None)",
  ],
  ['uuid', 'import uuid\nuuid.uuid7().version', '7'],
  ['templates', 'type(t"{1}").__name__', "'Template'"],
])('%s works', async (_name, code, result) => {
  expect(await run(code)).toMatchObject({ status: 'ok', result });
});

test.each([
  ['threads', 'import threading\nthreading.Thread(target=print).start()', "can't start new thread"],
  ['processes', 'import subprocess\nsubprocess.run(["ls"])', 'does not support processes'],
  [
    'multiprocessing',
    'import multiprocessing\nmultiprocessing.Process(target=print).start()',
    'neither processes nor threads',
  ],
  ['interpreters', 'import concurrent.interpreters', 'neither processes nor threads'],
  ['fork', 'import os\nos.fork()', 'Function not implemented'],
  ['sockets', 'import socket\nsocket.create_connection(("127.0.0.1", 9))', 'Host is unreachable'],
  [
    'servers',
    'import http.server\nhttp.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)',
    'Not supported',
  ],
  ['alarms', 'import signal\nsignal.alarm(1)', "no attribute 'alarm'"],
  ['time zones', 'import zoneinfo\nzoneinfo.ZoneInfo("Europe/Berlin")', 'npm run wheels -- tzdata'],
  [
    'writing to a database that is opened to be read',
    'import dbm\ndbm.open("/tmp/r", "c").close()\ndbm.open("/tmp/r")["a"] = "1"',
    'error: attempt to write a readonly database',
  ],
  ['a database that is not there', 'import dbm\ndbm.open("/tmp/absent")', "use the flag 'c' or 'n'"],
  [
    'a database of another kind',
    'import dbm\nopen("/tmp/other", "w").write("text")\ndbm.open("/tmp/other", "c")',
    'db type could not be determined',
  ],
  ['a number as a key', 'import dbm\ndbm.open("/tmp/n", "c")[1] = "1"', 'TypeError'],
  ['password hashes of OpenSSL', 'import hashlib\nhashlib.pbkdf2_hmac, hashlib.scrypt', "no attribute 'pbkdf2_hmac'"],
  ['lzma with its default preset', 'import lzma\nlzma.compress(b"a")', 'MemoryError'],
  ['the tests of CPython', 'import test.support', 'test is part of CPython'],
])('%s: not here', async (_name, code, message) => {
  expect((await run(code)).message).toContain(message);
});
