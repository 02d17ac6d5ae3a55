/** Programs that want more than there is: output, depth, time, memory. */
import type { Program } from './program.ts';

export const exhaustion: readonly Program[] = [
  {
    name: 'writes 100 MB to both streams',
    code: `
import sys
for _ in range(100):
    sys.stdout.write("x" * (1 << 20))
    sys.stderr.write("\\x00\\x1b\\ud800" * (1 << 18))`,
    ends: ['ok', 'error', 'timeout'],
    says: /was cut/,
  },
  {
    name: 'returns and raises texts of 30 MB',
    code: 'x = "\\N{SNOWMAN}" * 10_000_000\nclass E(Exception): pass\ntry: E(x)\nfinally: pass\nraise E(x)',
    ends: ['error', 'died'],
  },
  {
    name: 'recurses as deep as it may',
    code: `
import sys
sys.setrecursionlimit(10 ** 9)
def f(): return f() + f()
f()`,
    ends: ['error', 'died'],
  },
  {
    name: 'recurses in C',
    code: `
import json, pickle, re, copy, ast, functools
def attempt(f):
    try: f()
    except (RecursionError, MemoryError, SyntaxError, ValueError, re.PatternError) as error: print(type(error).__name__)
nested = []
for _ in range(100_000): nested = [nested]
attempt(lambda: json.dumps(nested))
attempt(lambda: json.loads("[" * 100_000))
attempt(lambda: re.compile("(" * 10_000 + ")" * 10_000))
attempt(lambda: ast.parse("(" * 5_000 + ")" * 5_000))
attempt(lambda: copy.deepcopy(nested))
attempt(lambda: pickle.dumps(nested))
attempt(lambda: repr(nested))
attempt(lambda: nested == [nested])
f = print
for _ in range(100_000): f = functools.partial(f)
attempt(f)`,
    ends: ['ok', 'error', 'died'],
  },
  { name: 'computes a number without end', code: 'len(str(10 ** 10 ** 8))', ends: ['timeout', 'error'], timeout: 1 },
  {
    name: 'matches a catastrophic regular expression',
    code: 'import re\nre.match("(a*)*b", "a" * 10_000)\nre.match(r"(x+x+)+y", "x" * 60)',
    ends: ['timeout'],
    timeout: 1,
  },
  { name: 'loops in C', code: 'sum(iter(int, 1))', ends: ['timeout'], timeout: 1 },
  {
    name: 'hoards memory in every form, one after another',
    code: `
import array, io
hoards = []
def hoard(f):
    held = []
    try:
        while True: held.append(f())
    except (MemoryError, OSError) as error: hoards.append(type(error).__name__)
hoard(lambda: bytes(1 << 20))
hoard(lambda: [[] for _ in range(1000)])
hoard(lambda: "x" * (1 << 24))
hoard(lambda: {i: str(i) for i in range(10_000)})
hoard(lambda: bytearray(1 << 30))
hoard(lambda: array.array("d", [0]) * (1 << 16))
hoards`,
    ends: ['ok', 'error', 'died', 'timeout'],
  },
  {
    name: 'hoards memory in JavaScript',
    code: `
import js
from pyodide.ffi import to_js
hoard = []
while True: hoard.append(to_js(bytes(1 << 20)))`,
    ends: ['timeout', 'error', 'died'],
    timeout: 1,
  },
  {
    name: 'catches MemoryError for ever',
    code: `
def hoard():
    held = []
    while True:
        try:
            while True: held.append(bytes(100_000))
        except MemoryError: pass
hoard()`,
    ends: ['timeout', 'died', 'error'],
    timeout: 1,
  },
  {
    name: 'writes files of many megabytes outside of the workspace',
    code: `
import os
for folder in ("/tmp", "/home/pyodide", "/", "/lib", "/dev"):
    try:
        for i in range(400):
            with open(f"{folder}/big{i}", "wb") as file: file.write(bytes(1 << 20))
    except OSError as error: print(folder, error)`,
    ends: ['ok', 'error', 'died'],
  },
  {
    name: 'makes many JavaScript objects, and lets them go',
    code: `
from pyodide.ffi import to_js
many = [to_js([]) for _ in range(100_000)]
del many`,
    ends: ['ok', 'timeout'],
  },
];
