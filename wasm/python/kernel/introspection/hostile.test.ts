/** Objects that strike back when they are looked at: none of their code runs, and nothing keeps the answer away. */
import { beforeEach, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../../scripts/lib/node-kernel.ts';
import { Kernel } from '../kernel.ts';
import type { CellOutcome } from '../types.ts';
import { complete, inspect } from './asking.ts';

const artifacts = await loadArtifacts();
let kernel: Kernel;
beforeEach(async () => {
  kernel = await Kernel.boot(artifacts);
});

async function run(code: string): Promise<CellOutcome> {
  return (await kernel.run({ code, timeoutSeconds: 20 })).outcome;
}

/** Everything that can be asked of `trap`, and of what hangs on it. */
async function askEverything(): Promise<void> {
  for (const marked of [
    'trap.|',
    'trap.x.|',
    'trap[|',
    'trap["|',
    'trap(|',
    'trap().|',
    'for t in trap: t.|',
    'tra|',
    'trap.method(|',
  ])
    await complete(kernel, marked);
  for (const marked of ['trap|', 'trap.x|', 'trap.method|', 'trap(|']) await inspect(kernel, marked, true);
  await kernel.variables();
}

/** Every special method of a class that counts its calls in `ran`. */
const NAMES =
  '__getattr__ __getattribute__ __dir__ __repr__ __str__ __len__ __iter__ __getitem__ __hash__ __eq__ __bool__ __call__ keys ' +
  '__class_getitem__ __instancecheck__ __subclasscheck__ __format__ __index__ __enter__ __next__ __contains__ __sizeof__ __set_name__';
const RIG = `
ran = []
def rigged(name):
    def strike(*args, **named):
        ran.append(name)
        raise SystemExit(name)
    return strike
def body():
    found = {name: rigged(name) for name in ${JSON.stringify(NAMES)}.split()}
    found |= {name: property(rigged(name)) for name in ("x", "shape", "__dict__", "__class__", "__doc__", "__signature__", "__wrapped__", "__name__", "__module__", "__mro__", "_fields", "__annotations__")}
    return found
`;

describe('code of objects does not run', () => {
  test.each([
    ['an instance', 'trap = type("Trap", (), body())()'],
    ['a dict', 'trap = type("Trap", (dict,), body())(a=1)'],
    ['a list', 'trap = type("Trap", (list,), body())([1])'],
    ['a str', 'trap = type("Trap", (str,), body())("abc")'],
    ['an int', 'trap = type("Trap", (int,), body())(5)'],
    ['a tuple with fields', 'trap = type("Trap", (tuple,), {**body(), "_fields": ("a",)})((1,))'],
    ['an exception', 'trap = type("Trap", (Exception,), body())("e")'],
    ['a module', 'import types\ntrap = type("Trap", (types.ModuleType,), body())("m")'],
    ['a class with a rigged metaclass', 'trap = type("Meta", (type,), body())("Trap", (), {})'],
    ['an instance of such a class', 'trap = type.__call__(type("Meta", (type,), body())("Trap", (), {}))'],
    ['an attribute', 'import types\ntrap = types.SimpleNamespace(x=type("Trap", (), body())(), method=1)'],
    ['an item', 'trap = {"x": type("Trap", (), body())(), "method": [type("Trap", (), body())()]}'],
    [
      'a function with rigged attributes',
      'def trap(a: rigged("annotation")(), b=type("Trap", (), body())()): pass\ntrap.__signature__ = rigged("s")\ntrap.__wrapped__ = type("Trap", (), body())()',
    ],
    [
      'a descriptor',
      'class Trap:\n    x = type("D", (), {"__get__": rigged("__get__"), "__set__": rigged("__set__")})()\ntrap = Trap()',
    ],
    ['a descriptor of a class', 'class Trap:\n    x = type("D", (), {"__get__": rigged("__get__")})()\ntrap = Trap'],
    [
      'a class that is called',
      'class Trap:\n    def __new__(cls): rigged("new")()\n    def __init__(self, a): rigged("init")()\ntrap = Trap',
    ],
    [
      'a partial of a rigged callable',
      'import functools\ntrap = functools.partial(type("Trap", (), body())(), a=type("Trap", (), body())())',
    ],
    [
      'a dictionary of its own',
      'class D(dict): items = keys = get = __contains__ = __iter__ = __len__ = rigged("dict")\nclass Trap: pass\ntrap = Trap()\ntrap.__dict__ = D(x=1)',
    ],
    [
      'a name that is no plain str',
      'class S(str):\n    __format__ = __str__ = __repr__ = startswith = rigged("str")\nclass Trap: pass\nTrap.__name__ = S("x")\nTrap.__qualname__ = S("y")\ntrap = Trap()',
    ],
  ])('%s', async (_name, code) => {
    expect(await run(`${RIG}\n${code}\nran.clear()`)).toMatchObject({ status: 'ok' });
    await askEverything();
    expect(await run('list.__len__(ran), list(ran)')).toMatchObject({ status: 'ok', result: '(0, [])' });
  });

  test('a key that is no plain str', async () => {
    await run(`${RIG}
class Key(str):
    hostile = False
    def __hash__(self): return hash(str(self)) if not Key.hostile else rigged("hash")()
    def __eq__(self, other): return str.__eq__(self, other) if not Key.hostile else rigged("eq")()
globals()[Key("name")] = 1
trap = {Key("a"): 1}
Key.hostile = True`);
    await complete(kernel, 'zz|');
    await complete(kernel, 'trap["|');
    await kernel.variables();
    expect((await run('ran')).result).toBe('[]');
  });
});

describe('the answer comes all the same', () => {
  test('with __getattr__ and __dir__, whose names are said to be missing', async () => {
    await run(
      'class T:\n    def __init__(self): self.own = 1\n    def __getattr__(self, n):\n        while True: pass\ntrap = T()',
    );
    const { matches, notices } = await complete(kernel, 'trap.o|');
    expect({ matches, notices }).toEqual({ matches: ['own'], notices: [expect.stringContaining('__getattr__')] });
  });

  test.each([
    [
      'builtins are replaced',
      'import builtins\nfor n in ["len", "repr", "isinstance", "type", "sorted", "getattr", "hasattr", "dict", "str"]: setattr(builtins, n, None)',
    ],
    ['a trace function raises', 'import sys\nsys.settrace(lambda *a: 1 / 0)'],
    [
      'a trace function never returns',
      'import sys\ndef t(*a):\n    if a[0].f_code.co_filename == "<kernel>" and a[0].f_code.co_name == "complete":\n        while True: pass\nsys.settrace(t)',
    ],
    ['the recursion limit is tiny', 'import sys\nsys.setrecursionlimit(40)'],
    ['sys.modules is emptied', 'import sys\nsys.modules.clear()'],
    ['sys.path is no list', 'import sys\nsys.path = 5'],
    ['inspect is broken', 'import inspect\ninspect.signature = inspect.Signature = None'],
    ['ast is broken', 'import ast\nast.parse = ast.Name = ast.unparse = None'],
    ['json is broken', 'import json.encoder\njson.encoder.JSONEncoder = json.dumps = None'],
    ['re is broken', 'import re\nre.compile = re.match = None\nvars(re).clear()'],
    ['keyword is broken', 'import keyword\nkeyword.kwlist.clear()'],
    ['stdout is closed', 'import sys\nsys.stdout.close()'],
  ])('%s', async (_name, code) => {
    await run(`alpha = [1]\ndef func(first): pass\n${code}`);
    expect(await complete(kernel, 'alpha.appe|')).toMatchObject({ matches: ['append'], notices: [] });
    expect((await complete(kernel, 'func(fir|')).matches).toEqual(['first=']);
    expect((await inspect(kernel, 'func|', true)).object).toMatchObject({ signature: 'func(first)' });
    expect((await kernel.variables()).variables).toContainEqual(
      expect.objectContaining({ name: 'alpha', value: '[1]' }),
    );
    expect(await run('print("out")\n6 * 7')).toMatchObject({ stdout: 'out\n', result: '42' });
  });

  test('what user code replaced stays replaced', async () => {
    await run('import builtins\nbuiltins.len = 5\nimport sys\nsys.setrecursionlimit(77)');
    await complete(kernel, 'le|');
    expect((await run('len, sys.getrecursionlimit()')).result).toBe('(5, 77)');
  });

  test('user code that gets hold of an import does not run', async () => {
    await run(
      'import sys\nlog = []\nclass F:\n    def find_spec(self, *a): log.append(a)\nsys.meta_path.insert(0, F())',
    );
    expect(await complete(kernel, 'from mailbox import M|')).toMatchObject({ matches: [] });
    expect((await run('log')).result).toBe('[]');
  });

  test('a module of the user that shadows the standard library is not imported', async () => {
    await run('open("mailbox.py", "w").write("print(1)\\nmine = 1")');
    expect((await complete(kernel, 'from mailbox import |')).matches).toEqual(['mine']);
    expect((await run('import sys\n"mailbox" in sys.modules')).result).toBe('False');
  });

  test('what takes for ever is given up, and the session lives', async () => {
    // The metaclass of a key's class cannot be avoided by dict look-ups of equal hashes.
    await run(`class Key:
    def __hash__(self): return hash("a")
    def __eq__(self, other):
        while True: pass
trap = {Key(): 1}`);
    const { matches, notices } = await complete(kernel, 'trap["a"].|');
    expect({ matches, notices }).toEqual({ matches: [], notices: [expect.stringContaining('took too long')] });
    expect(kernel.alive).toBe(true);
    expect((await run('6 * 7')).result).toBe('42');
  });
});

test('nothing is printed into the next cell', async () => {
  await run(
    'class K:\n    def __hash__(self): return hash("a")\n    def __eq__(self, other):\n        print("leak")\n        return True\ntrap = {K(): ""}',
  );
  await complete(kernel, 'trap["a"].|');
  expect(await run('1')).toMatchObject({ stdout: '', stderr: '' });
});
