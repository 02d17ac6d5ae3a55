/** Attempts to reach what is outside of the session: the server's environment, other sessions, the network. */
import type { Program } from './program.ts';

/** Prints what follows each occurrence of a canary's beginning; the program itself holds it only in parts. */
const SEARCH = `
import re
PREFIX = "-".join(["CANARY", ""])
def search(data, where):
    if isinstance(data, str): data = data.encode("utf-8", "surrogatepass")
    for hit in re.finditer(re.escape(PREFIX.encode()), data):
        print(where, data[max(0, hit.start() - 40):hit.start() + 80])
`;

export const escapes: readonly Program[] = [
  {
    name: 'walks all subclasses for a way to processes and files',
    code: `${SEARCH}
seen, queue = set(), [object]
while queue:
    cls = queue.pop()
    if cls in seen: continue
    seen.add(cls)
    try: queue.extend(type.__subclasses__(cls))
    except Exception: pass
for cls in seen:
    init = getattr(cls, "__init__", None)
    found = getattr(init, "__globals__", {})
    for name in ("os", "sys", "subprocess", "environ", "js"):
        if name in found: search(repr(getattr(found[name], "environ", found[name])), cls)
    if cls.__name__ == "_wrap_close": found["system"]("env")
len(seen) > 500`,
    ends: ['ok'],
    says: /True/,
  },
  {
    name: 'searches every object of the garbage collector',
    code: `${SEARCH}
import gc
for each in gc.get_objects():
    if type(each) is dict:
        for value in list(each.values()):
            if type(value) in (str, bytes): search(value, "value")
    elif type(each) in (list, tuple):
        for value in each:
            if type(value) in (str, bytes): search(value, "item")`,
    ends: ['ok'],
  },
  {
    name: 'searches the whole heap through JavaScript',
    code: `${SEARCH}
import pyodide_js
heap = pyodide_js._module.HEAPU8
for at in range(0, heap.length, 1 << 20):
    search(heap.subarray(at, min(heap.length, at + (1 << 20) + 100)).to_bytes(), at)`,
    ends: ['ok'],
  },
  {
    name: 'searches the whole heap through ctypes',
    code: `${SEARCH}
import ctypes, pyodide_js
size = pyodide_js._module.HEAPU8.length
for at in range(1024, size - (1 << 20), 1 << 20): search(ctypes.string_at(at, 1 << 20), at)`,
    ends: ['ok', 'error'],
  },
  {
    name: 'reads every file there is',
    code: `${SEARCH}
import os
for root, dirs, files in os.walk("/"):
    dirs[:] = [d for d in dirs if os.path.join(root, d) not in ("/dev", "/proc/self/fd")]
    for name in files:
        path = os.path.join(root, name)
        try: search(open(path, "rb").read(2_000_000), path)
        except Exception: pass
search(repr(dict(os.environ)), "environ")`,
    ends: ['ok'],
  },
  {
    name: 'makes code from text in every way JavaScript has',
    code: `
import js, pyodide_js
from pyodide.ffi import to_js, JsProxy, create_proxy
made = []
class Text(str): pass
starts = [js, pyodide_js, pyodide_js._api, pyodide_js._module, to_js([]), to_js({}), JsProxy, create_proxy(print)]
for start in starts:
    for path in ("constructor", "constructor.constructor", "__proto__.constructor", "valueOf.constructor", "toString.constructor"):
        try:
            at = start
            for name in path.split("."): at = getattr(at, name)
            made.append((path, at.new("return this")() if hasattr(at, "new") else at("return this")()))
        except BaseException as error: pass
for path, value in made:
    for name in ("fetch", "caches", "process", "navigator", "WebSocket", "setTimeout"):
        if hasattr(value, name): print("reached", path, name)
"reached nothing"`,
    ends: ['ok'],
    says: /^(?![\s\S]*reached (?!nothing))/,
  },
  {
    name: 'looks at the stack frames of JavaScript',
    code: `${SEARCH}
import js
from pyodide.ffi import create_proxy, JsException, to_js
seen = []
def prepare(error, frames):
    for frame in frames:
        for name in ("getThis", "getFunction", "getEvalOrigin", "getFileName"):
            try: seen.append((name, str(getattr(frame, name)())[:200]))
            except BaseException as problem: seen.append((name, repr(problem)[:200]))
    return "x"
keep = create_proxy(prepare)
try: to_js([]).at.call.call(1)
except JsException as error:
    Error = error.constructor
    while getattr(Error, "name", "") not in ("Error", ""): Error = Error.__proto__ if hasattr(Error, "__proto__") else Error
    Error.prepareStackTrace = keep
try: to_js([]).at.call.call(1)
except JsException as error: print(getattr(error, "stack", None))
search(repr(seen), "frames")
del Error.prepareStackTrace`,
    ends: ['ok', 'error'],
  },
  {
    name: 'connects to this server and elsewhere',
    code: `
import asyncio, socket, urllib.request, http.client
reached = []
def attempt(f):
    try: reached.append(f())
    except BaseException as error: print(type(error).__name__)
attempt(lambda: socket.create_connection(("127.0.0.1", 8787), 1))
attempt(lambda: urllib.request.urlopen("http://127.0.0.1:8787/health", timeout=1).read())
attempt(lambda: http.client.HTTPConnection("169.254.169.254", timeout=1).request("GET", "/"))
async def by_fetch():
    from pyodide.http import pyfetch
    return await (await pyfetch("http://127.0.0.1:8787/health")).string()
attempt(lambda: asyncio.run(by_fetch()))
import pyodide_js
async def by_package(): await pyodide_js.loadPackage("http://127.0.0.1:8787/x.whl")
attempt(lambda: asyncio.run(by_package()))
[r for r in reached if r is not None]`,
    ends: ['ok', 'error'],
    says: /"results":"\[\]"|Error/,
  },
  {
    name: 'listens at the prototypes that the kernel itself uses',
    code: `${SEARCH}
from pyodide.ffi import create_proxy, to_js
import pyodide_js
seen = []
def spy(prototype, name):
    original = getattr(prototype, name, None)
    def listen(this, *args):
        seen.append(repr((this, args))[:500])
        return original.call(this, *args)
    proxy = create_proxy(listen, capture_this=True)
    setattr(prototype, name, proxy)
Array = to_js([]).constructor
Object = to_js([]).__proto__.__proto__ if hasattr(to_js([]), "__proto__") else None
for name in ("flatMap", "map", "push"): spy(Array.prototype, name)
search(repr(seen), "spied")`,
    ends: ['ok', 'error', 'died', 'timeout', 'interrupted'],
    timeout: 5,
  },
];
