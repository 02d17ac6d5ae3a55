/** Calls that are not what their names say, calls that nothing is written for, and code that changed. */
import type { TraceRow } from './trace.ts';

const NAMED =
  'class Barrel:\n    def append(self, x):\n        return x\n\n    def format(self, x):\n        return x\n\n';
const TEMPLATE =
  'class A:\n    def run(self):\n        return self.m()\n\n    def m(self):\n        raise NotImplementedError\n\n' +
  'class B(A):\n    def m(self):\n        return 2\n\ndef f():\n    return B().run()\n';
const WRAPPED =
  'def deco(inner):\n    def wrapper():\n        return inner()\n    return wrapper\n\n@deco\ndef g():\n    return 1\n\ndef f():\n    return g()\n';
const SHAPES = 'class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def m(self):\n        return 2\n\n';
const special = (method: string, body: string) =>
  `class V:\n    def ${method}:\n        return 1\n\ndef f(v: V):\n    ${body}\n`;
const g = (x: number) => `def g():\n    return ${x}\n`;

/** What is called, by names that deceive. */
const NAMES: readonly TraceRow[] = [
  ['a method of a list', 'no', `${NAMED}def f():\n    seen = []\n    seen.append(1)\n`, 'calls f -> Barrel.append'],
  ['a method of a literal', 'no', `${NAMED}def f(x):\n    return "{}".format(x)\n`, 'calls f -> Barrel.format'],
  [
    'a method of a declared list',
    'no',
    `${NAMED}def f(xs: list[int]):\n    xs.append(1)\n`,
    'calls f -> Barrel.append',
  ],
  ['a method of anything', 'unknowable', `${NAMED}def f(xs):\n    xs.append(1)\n`, 'calls f -> Barrel.append'],
  [
    'a method of a list of an attribute',
    'no',
    `${NAMED}class C:\n    def __init__(self):\n        self.xs = []\n\n    def f(self):\n        self.xs.append(1)\n`,
    'calls C.f -> Barrel.append',
    { entry: 'C.f' },
  ],
  [
    'a local that hides an import',
    'no',
    { 'a.py': 'from b import g\n\ndef f():\n    g = len\n    return g("x")\n', 'b.py': g(1) },
    'calls f -> g@b.py',
  ],
  ['a parameter that hides a function', 'unknowable', `${g(1)}\ndef f(g):\n    return g()\n`, 'calls f -> g'],
  ['the first of two of one name', 'no', `${g(1)}\n${g(2)}\ndef f():\n    return g()\n`, 'calls f -> g@a.py:1'],
  [
    'a function that is bound again',
    'no',
    `${g(1)}\ndef h():\n    return 2\n\ng = h\n\ndef f():\n    return g()\n`,
    'calls f -> g',
  ],
  [
    'what a function is bound to',
    'yes',
    `${g(1)}\ndef h():\n    return 2\n\ng = h\n\ndef f():\n    return g()\n`,
    'calls f -> h',
  ],
  [
    'a way out of an import',
    'unknowable',
    {
      'a.py': 'try:\n    from fast import g\nexcept ImportError:\n    from slow import g\n\ndef f():\n    return g()\n',
      'slow.py': g(1),
    },
    'calls f -> g@slow.py',
  ],
  [
    'a function of the same name elsewhere',
    'no',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n', 'b.py': g(1), 'c.py': g(2) },
    'calls f -> g@c.py',
  ],
  [
    'the first of two stars',
    'no',
    { 'a.py': 'from b import *\nfrom c import *\n\ndef f():\n    return g()\n', 'b.py': g(1), 'c.py': g(2) },
    'calls f -> g@b.py',
  ],
  [
    'a star that leaves out',
    'no',
    {
      'a.py': 'from b import *\n\ndef f(x):\n    return sorted(x)\n',
      'b.py': '__all__ = []\n\ndef sorted(x):\n    return x\n',
    },
    'calls f -> sorted@b.py',
  ],
  [
    'an export of a package',
    'yes',
    {
      'p/__init__.py': 'from .core import g\n',
      'p/core.py': g(1),
      'a.py': 'from p import g\n\ndef f():\n    return g()\n',
    },
    'calls f -> g@p/core.py',
  ],
  [
    'a method, where the function is meant',
    'no',
    `${g(1)}\nclass C:\n    def g(self):\n        return 2\n\n    def f(self):\n        return g()\n`,
    'calls C.f -> C.g',
    { entry: 'C.f' },
  ],
  ['a template that a class fills in', 'yes', TEMPLATE, 'calls A.run -> B.m'],
  ['a template that is not meant', 'no', TEMPLATE, 'calls A.run -> A.m'],
  ['a template that does not raise', 'no', TEMPLATE, 'raises NotImplementedError'],
  ['a subclass that an annotation lets in', 'yes', `${SHAPES}def f(a: A):\n    return a.m()\n`, 'calls f -> B.m'],
  [
    'a function that a decorator drops',
    'no',
    `def deco(inner):\n    return len\n\n@deco\n${g(1)}\ndef f():\n    return g()\n`,
    'calls f -> g',
  ],
  ['what a decorator gives back', 'yes', WRAPPED, 'calls f -> deco.wrapper'],
  ['what a decorator calls', 'yes', WRAPPED, 'calls deco.wrapper -> g'],
  [
    'a property',
    'yes',
    special('m(self)', 'return v.m').replace('    def', '    @property\n    def'),
    'calls f -> V.m',
  ],
  ['an operator', 'yes', special('__add__(self, x)', 'return v + 1'), 'calls f -> V.__add__'],
  ['a context', 'yes', special('__enter__(self)', 'with v as x:\n        return x'), 'calls f -> V.__enter__'],
  ['a loop over an object', 'yes', special('__iter__(self)', 'for x in v:\n        return x'), 'calls f -> V.__iter__'],
  ['an index of an object', 'yes', special('__getitem__(self, x)', 'return v[1]'), 'calls f -> V.__getitem__'],
  ['a text of an object', 'yes', special('__str__(self)', 'return f"{v}"'), 'calls f -> V.__str__'],
  ['a truth of an object', 'yes', special('__bool__(self)', 'return 1 if v else 2'), 'calls f -> V.__bool__'],
  [
    'an attribute that is not there',
    'yes',
    special('__getattr__(self, x)', 'return v.nothing'),
    'calls f -> V.__getattr__',
  ],
  ['an object that is called', 'yes', special('__call__(self)', 'return v()'), 'calls f -> V.__call__'],
  ['a name that is made', 'yes', `${SHAPES}def f():\n    return getattr(A(), "m")()\n`, 'calls f -> A.m'],
  ['a table of functions', 'yes', `${g(1)}\nTABLE = {"g": g}\n\ndef f(x):\n    return TABLE[x]()\n`, 'calls f -> g'],
  [
    'a function that is given',
    'yes',
    `${g(1)}\ndef h(x):\n    return x()\n\ndef f():\n    return h(g)\n`,
    'calls h -> g',
  ],
  [
    'a function that is only given',
    'no',
    `${g(1)}\ndef h(x):\n    return x\n\ndef f():\n    return h(g)\n`,
    'calls h -> g',
  ],
  ['a function of a later call', 'no', `${g(1)}\ndef f():\n    return lambda: g()\n`, 'calls f -> g'],
  ['a default', 'no', `${g(1)}\ndef f(x=g()):\n    return x\n`, 'calls f -> g'],
  ['a comment and a text', 'no', `${g(1)}\ndef f():\n    # g()\n    return "g()"\n`, 'calls f -> g'],
  ['code after a return', 'no', `${g(1)}\ndef f():\n    return 1\n    g()\n`, 'calls f -> g'],
  ['code that is switched off', 'no', `${g(1)}\ndef f():\n    if False:\n        g()\n`, 'calls f -> g'],
  ['output after a return', 'no', 'def f():\n    return 1\n    print(1)\n', 'does output'],
];

/** Code that changed, and code of others. */
const CHANGED: readonly TraceRow[] = [
  [
    'a call that was taken out',
    'no',
    `${g(1)}\ndef f():\n    return g()\n`,
    'calls f -> g',
    { later: { 'a.py': `${g(1)}\ndef f():\n    pass\n` } },
  ],
  [
    'a call that was put in',
    'yes',
    `${g(1)}\ndef f():\n    pass\n`,
    'calls f -> g',
    { later: { 'a.py': `${g(1)}\ndef f():\n    return g()\n` } },
  ],
  [
    'a file that was renamed',
    'no',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n', 'b.py': g(1) },
    'calls f -> g@b.py',
    { later: { 'a.py': 'from c import g\n\ndef f():\n    return g()\n', 'c.py': g(1) }, removed: ['b.py'] },
  ],
  [
    'a file that got another name',
    'yes',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n', 'b.py': g(1) },
    'calls f -> g@c.py',
    { later: { 'a.py': 'from c import g\n\ndef f():\n    return g()\n', 'c.py': g(1) }, removed: ['b.py'] },
  ],
  [
    'a file that is gone',
    'no',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n', 'b.py': g(1) },
    'calls f -> g',
    { later: { 'd.py': '' }, removed: ['b.py'] },
  ],
  [
    'a result of before',
    'no',
    'def f():\n    return 1\n',
    'ends returned 1',
    { inputs: ['f()'], later: { 'a.py': 'def f():\n    return 2\n' } },
  ],
  [
    'a function of another user',
    'no',
    { 'a.py': 'from b import g\n\ndef f():\n    return g()\n' },
    'calls f -> g',
    { other: { 'b.py': g(1) } },
  ],
  [
    'an entry of another user',
    'yes',
    `${g(1)}\ndef f():\n    return g()\n`,
    'calls f -> g',
    { other: { 'a.py': 'def f():\n    pass\n' } },
  ],
  [
    'calls that are too deep',
    'yes',
    'def h():\n    return 1\n\ndef g():\n    return h()\n\ndef f():\n    return g()\n',
    'calls g -> h',
    { max_depth: 1 },
  ],
  [
    'TypeScript that hides an import',
    'no',
    {
      'a.ts': "import { g } from './b';\nexport function f() {\n  const g = () => 2;\n  return g();\n}\n",
      'b.ts': 'export function g() { return 1; }\n',
    },
    'calls f -> g@b.ts',
    { file: 'a.ts' },
  ],
  [
    'a getter in TypeScript',
    'yes',
    { 'a.ts': 'class C {\n  get m() { return 1; }\n}\nexport function f(c: C) { return c.m; }\n' },
    'calls f -> C.m',
    { file: 'a.ts' },
  ],
  [
    'an interface',
    'yes',
    {
      'a.ts':
        'interface S { m(): number }\nclass C implements S {\n  m() { return 1; }\n}\nexport function f(s: S) { return s.m(); }\n',
    },
    'calls f -> C.m',
    { file: 'a.ts' },
  ],
  [
    'a method of an array',
    'no',
    {
      'a.ts':
        'class C {\n  push(x: number) { return x; }\n}\nexport function f() {\n  const xs: number[] = [];\n  xs.push(1);\n}\n',
    },
    'calls f -> C.push',
    { file: 'a.ts' },
  ],
  [
    'a method of another type',
    'no',
    {
      'a.go':
        'package p\n\ntype A struct{}\ntype B struct{}\n\nfunc (A) M() int { return 1 }\nfunc (B) M() int { return 2 }\n\nfunc f(b B) int { return b.M() }\n',
    },
    'calls f -> A.M',
    { file: 'a.go' },
  ],
  [
    'an interface in Go',
    'yes',
    {
      'a.go':
        'package p\n\ntype S interface{ M() int }\ntype A struct{}\n\nfunc (A) M() int { return 1 }\n\nfunc f(s S) int { return s.M() }\n',
    },
    'calls f -> A.M',
    { file: 'a.go' },
  ],
  [
    'another overload',
    'no',
    {
      'A.java':
        'class A {\n  static int g(String x) { return 1; }\n  static int g(int x) { return 2; }\n  static int f() { return g(3); }\n}\n',
    },
    'calls A.f -> A.g@A.java:2',
    { file: 'A.java', entry: 'A.f' },
  ],
];

export const DECEIVING: readonly TraceRow[] = [...NAMES, ...CHANGED];
