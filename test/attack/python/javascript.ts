/** Programs that break the kernel's own JavaScript and the interpreter's memory: all of it is theirs, nothing beyond. */
import type { Program } from './program.ts';

const ENDS = ['ok', 'error', 'died', 'timeout', 'interrupted'] as const;

/** `Array`, `Object`, `Function`, `Promise` and `Map` of the isolate, by way of what Pyodide hands out. */
const INTRINSICS = `
import pyodide_js
from pyodide.ffi import to_js, create_proxy
module, api = pyodide_js._module, pyodide_js._api
Array = to_js([]).constructor
`;

export const javascript: readonly Program[] = [
  {
    name: 'overwrites the heap with zeroes',
    code: 'import pyodide_js\npyodide_js._module.HEAP8.fill(0)',
    ends: ['died', 'timeout'],
  },
  {
    name: 'writes zeroes all over the heap through ctypes',
    code: `
import ctypes, random
for _ in range(200_000): ctypes.memset(random.randrange(1 << 16, 30 << 20), 0, 16)`,
    ends: ['died', 'error', 'ok', 'timeout'],
    timeout: 3,
    destroys: 'variables',
  },
  {
    name: 'breaks reference counts through ctypes',
    code: `
import ctypes
for value in (None, True, (), "", 0, int, str, type, object, print):
    ctypes.c_long.from_address(id(value)).value = 1
del value`,
    ends: ENDS,
    destroys: 'variables',
  },
  {
    name: 'frees and allocates behind the interpreter’s back',
    code: `
import pyodide_js
module = pyodide_js._module
for at in range(1 << 20, 20 << 20, 4096):
    try: module._free(at)
    except BaseException: break
try: module.growMemory(1 << 31)
except BaseException as error: print(error)
try: module._malloc(1 << 30)
except BaseException as error: print(error)`,
    ends: ENDS,
    timeout: 3,
    destroys: 'variables',
  },
  {
    name: 'grows the heap to 2 GB, and counts references without end',
    code: `
import pyodide_js
module = pyodide_js._module
module.__hiwire_get = module.__hiwire_immortal_get = module.stackSave
module.growMemory(1 << 31)`,
    ends: ['ok'],
  },
  {
    name: 'replaces functions of the file system and the streams',
    code: `${INTRINSICS}
def evil(*args): raise SystemExit
keep = create_proxy(evil)
FS = pyodide_js.FS
for name in ("lookupPath", "readdir", "lstat", "open", "writeFile", "isDir", "isFile", "cwd", "analyzePath", "mkdirTree", "chdir"):
    try: setattr(FS, name, keep)
    except BaseException as error: print(name, error)
FS.streams = None`,
    ends: ENDS,
  },
  {
    name: 'replaces functions of the module',
    code: `${INTRINSICS}
def evil(*args): raise SystemExit
keep = create_proxy(evil)
for name in ("promisingApply", "_hiwire_num_refs", "__hiwire_get", "__hiwire_immortal_get", "growMemory", "LDSO", "wasmTable", "validSuspender"):
    try: setattr(module, name, keep)
    except BaseException as error: print(name, error)`,
    ends: ENDS,
  },
  {
    name: 'empties the interface between Python and JavaScript',
    code: `${INTRINSICS}
for owner in (api, module, pyodide_js):
    for name in dir(owner):
        if name.startswith("__"): continue
        try: setattr(owner, name, None)
        except BaseException: pass`,
    ends: ENDS,
  },
  {
    name: 'replaces methods of arrays',
    code: `${INTRINSICS}
for name in ("map", "flatMap", "filter", "sort", "push", "slice", "join", "splice", "some", "toReversed", "keys", "values"):
    setattr(Array.prototype, name, None)`,
    ends: ENDS,
  },
  {
    name: 'replaces the methods of promises, maps and bytes',
    code: `${INTRINSICS}
import asyncio
promise = asyncio.sleep
never = create_proxy(lambda *a: None)
Uint8Array = to_js(b"x").constructor
Map = to_js({}).constructor
for prototype in (Uint8Array.prototype, Uint8Array.prototype.__proto__ if hasattr(Uint8Array.prototype, "__proto__") else None, Map.prototype):
    for name in ("slice", "subarray", "set", "get", "has", "fill"):
        try: setattr(prototype, name, never)
        except BaseException as error: print(name, error)
open("large.bin", "wb").write(bytes(3 << 20))`,
    ends: ENDS,
  },
  {
    name: 'goes on in the background after its cell',
    code: `
import asyncio
async def forever():
    while True:
        await asyncio.sleep(0)
        for _ in range(1000): pass
task = asyncio.ensure_future(forever())
asyncio.get_event_loop().call_later(0.01, lambda: sum(iter(int, 1)))
"started"`,
    ends: ['ok', 'timeout', 'error', 'died'],
    timeout: 3,
  },
  {
    name: 'waits for a promise that calls back into Python for ever',
    code: `
import asyncio
async def nested(n):
    await asyncio.sleep(0)
    await asyncio.gather(*[nested(n + 1) for _ in range(2)])
asyncio.run(nested(0))`,
    ends: ['timeout', 'error', 'died'],
    timeout: 1,
  },
];
