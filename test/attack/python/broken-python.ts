/** Programs that break what Python itself stands on: builtins, modules, hooks, destructors, streams. */
import type { Program } from './program.ts';

/** `runner`: the namespace of the kernel's own Python side, which is in no module that can be imported; `kernel`: its functions. */
const KERNEL = `
import sys, types
runner = sys._getframe(1).f_globals
kernel = [f for f in runner.values() if isinstance(f, types.FunctionType) and f.__module__ == "_kernel_runner"]
assert len(kernel) > 10
`;

export const brokenPython: readonly Program[] = [
  {
    name: 'deletes builtins and poisons modules',
    code: `
import builtins, sys, json, linecache, traceback, warnings, ast, os
linecache.getline = traceback.TracebackException = warnings.showwarning = ast.parse = None
json.dumps = json.loads = lambda *a, **k: {"status": "ok"}
for name in list(sys.modules): sys.modules[name] = None
builtins.repr = builtins.len = builtins.str = lambda *a: 1 / 0
for name in ("compile", "exec", "eval", "isinstance", "__import__", "__build_class__"): delattr(builtins, name)
del globals()["__builtins__"]
raise ValueError("x")`,
    ends: ['error'],
  },
  {
    name: 'returns a value that does harm when it is looked at',
    code: `
class Evil:
    def __getattr__(self, name): raise SystemExit(name)
    def __getattribute__(self, name): raise KeyboardInterrupt(name)
    def __repr__(self): raise BaseException("repr")
    def __eq__(self, other): raise MemoryError
    def __bool__(self): raise GeneratorExit
    def __del__(self): raise SystemExit
    __hash__ = None
_ = evil = Evil()
del __builtins__
evil`,
    ends: ['error', 'exit'],
  },
  {
    name: 'raises an exception that does harm when it is shown',
    code: `
class Meta(type):
    def __getattribute__(cls, name): raise SystemExit
    def __repr__(cls): raise SystemExit
    __name__ = property(lambda cls: 1 / 0)
class Evil(BaseException, metaclass=Meta):
    def __str__(self):
        while True: pass
    __repr__ = __str__
    @property
    def __traceback__(self): raise SystemExit
    @property
    def __class__(self): return ModuleNotFoundError
    name = property(lambda self: 1 / 0)
raise Evil("x") from Evil("y")`,
    ends: ['timeout', 'error'],
    timeout: 1,
  },
  {
    name: 'ends in destructors and exit hooks that never end',
    code: `
import atexit, weakref, sys
class Forever:
    def __del__(self):
        while True:
            try:
                while True: pass
            except BaseException: pass
atexit.register(lambda: 1 / 0)
a, b = Forever(), Forever()
a.other, b.other = b, a
weakref.finalize(b, lambda: 1 / 0)
sys.excepthook = sys.unraisablehook = sys.displayhook = lambda *a: 1 / 0
atexit._run_exitfuncs()
del a, b`,
    ends: ['ok', 'timeout', 'died'],
    timeout: 1,
  },
  {
    name: 'traces, profiles and monitors every call',
    code: `
import sys, threading
def trace(*args):
    raise SystemExit("traced")
sys.settrace(trace)
sys.setprofile(trace)
sys.set_asyncgen_hooks(trace, trace)
threading.settrace(trace)
monitoring = sys.monitoring
monitoring.use_tool_id(0, "evil")
monitoring.register_callback(0, monitoring.events.PY_START, trace)
monitoring.set_events(0, monitoring.events.PY_START)`,
    ends: ['exit', 'error'],
  },
  {
    name: 'replaces the streams by objects that raise, and closes the descriptors',
    code: `
import sys, os
class Evil:
    def __getattr__(self, name): raise SystemExit(name)
sys.stdout.close()
sys.stderr = sys.stdout = sys.__stdout__ = sys.stdin = Evil()
for fd in range(64):
    try: os.close(fd)
    except OSError: pass`,
    ends: ['ok', 'exit', 'error', 'died'],
  },
  {
    name: 'changes the code of the kernel’s own functions',
    code: `${KERNEL}
for f in kernel:
    f.__code__ = (lambda *a, **k: None).__code__
len(kernel)`,
    ends: ['ok', 'error', 'died'],
  },
  {
    name: 'empties the namespaces of the kernel’s own modules',
    code: `${KERNEL}
runner.clear()`,
    ends: ['ok', 'error', 'died'],
  },
  {
    name: 'makes the kernel’s runner loop for ever in later cells',
    code: `${KERNEL}
def forever(*args):
    while True:
        try:
            while True: pass
        except BaseException: pass
runner["_reset"].__code__ = forever.__code__`,
    ends: ['ok'],
  },
  {
    name: 'makes the kernel’s runner lie',
    code: `${KERNEL}
runner["run"].__code__ = (lambda source: ("ok", "x" * 100_000_000, 5, [], {})).__code__`,
    ends: ['ok', 'error', 'died'],
  },
  {
    name: 'makes the kernel’s runner give up later, and only then',
    code: `${KERNEL}
runner["calls_left"] = 1
def count():
    global calls_left
    calls_left -= 1
    if calls_left < 0: raise SystemError("later")
runner["_reset"].__code__ = count.__code__`,
    ends: ['ok'],
    breaksNext: true,
  },
  {
    name: 'plays with the garbage collector',
    code: `
import gc, sys
gc.callbacks.append(lambda *a: 1 / 0)
gc.set_threshold(1, 1, 1)
gc.freeze()
gc.disable()
class Chain:
    def __del__(self): Chain()
Chain()
for each in gc.get_referrers(sys._getframe(1).f_globals):
    if type(each) is dict: each.clear()`,
    ends: ['ok', 'error', 'died', 'timeout'],
    timeout: 2,
  },
  {
    name: 'holds up imports',
    code: `
import sys, builtins
class Finder:
    def find_spec(self, *args):
        while True: pass
    invalidate_caches = find_spec
sys.meta_path.insert(0, Finder())
sys.path_hooks.insert(0, Finder.find_spec)
sys.path[:] = ["/nowhere"]
import something_else`,
    ends: ['timeout'],
    timeout: 1,
  },
  {
    name: 'ignores signals, and catches interrupts for ever',
    code: `
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
def handler(*args):
    while True: pass
try: signal.signal(signal.SIGINT, handler)
except BaseException: pass
while True:
    try:
        while True: pass
    except BaseException: pass`,
    ends: ['timeout'],
    timeout: 1,
  },
  {
    name: 'leaves the process in every way there is',
    code: `
import os, signal, subprocess, multiprocessing, threading, sys
for leave in (os.fork, lambda: os.execv("/bin/sh", ["sh"]), lambda: subprocess.run(["ls"]), lambda: os.system("ls"),
              lambda: threading.Thread(target=sys.exit).start(), lambda: multiprocessing.Process(target=print).start(),
              lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: os.posix_spawn("/bin/sh", ["sh"], {})):
    try: print(leave())
    except Exception as error: print(type(error).__name__)`,
    ends: ['ok', 'died', 'error'],
  },
  { name: 'aborts', code: 'import os\nos.abort()', ends: ['died'] },
  { name: 'exits at once', code: 'import os\nos._exit(3)', ends: ['died', 'exit'] },
  {
    name: 'crashes on purpose',
    code: 'import faulthandler\nfaulthandler.enable()\nfaulthandler._sigsegv()',
    ends: ['died', 'error'],
  },
  {
    name: 'exits while the event loop holds tasks and timers',
    code: `
import asyncio, sys
async def forever():
    while True:
        try: await asyncio.sleep(0)
        except BaseException: pass
loop = asyncio.new_event_loop()
for _ in range(2000): loop.call_later(0, print, "late")
tasks = [asyncio.ensure_future(forever()) for _ in range(100)]
sys.exit(5)`,
    ends: ['exit', 'error', 'died'],
  },
];
