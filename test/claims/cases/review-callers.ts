/** Faults that reach beyond their line: callers that break, behaviour that differs, tests that fail or are missing. */
import type { ReviewRow } from './review.ts';

type Files = ReviewRow[4];
type Row = readonly [name: string, truth: ReviewRow[2], at: string, before: Files, after: Files, message?: string];

const f = (body: string, parameters = 'x: int', above = ''): string =>
  `${above}def f(${parameters}):\n${body.replace(/^/gm, '    ')}\n`;

/** A change of `lib.py`, and what else there is on both sides. */
const used = (
  name: string,
  truth: ReviewRow[2],
  before: string,
  after: string,
  others: Files,
  more: Files = {},
): Row => [
  name,
  truth,
  truth === 'yes' ? 'lib.py' : '',
  { 'lib.py': before, ...others },
  { 'lib.py': after, ...others, ...more },
];
const OTHER = 'def g(x):\n    return x\n';
const F = f('return x');
const app = (text: string): Files => ({ 'app.py': text });
const CALLER = app('from lib import f\n\n\ndef run():\n    return f(1)\n');

const SURFACE: readonly Row[] = [
  used('a function that is gone', 'yes', F + OTHER, OTHER, CALLER),
  used('a function that is gone and nobody calls', 'no', F + OTHER, OTHER, app('from lib import g\n')),
  used('a parameter that is required', 'yes', F, f('return x', 'x: int, y: int'), CALLER),
  used('a parameter with a default', 'no', F, f('return x', 'x: int, y: int = 0'), CALLER),
  used(
    'a caller that is mended',
    'no',
    F + OTHER,
    OTHER,
    CALLER,
    app('from lib import g\n\n\ndef run():\n    return g(1)\n'),
  ),
  used(
    'a parameter that is renamed for who names it',
    'yes',
    F,
    f('return y', 'y: int'),
    app('from lib import f\n\n\ndef run():\n    return f(x=1)\n'),
  ),
  used('a parameter that is renamed for who passes it', 'no', F, f('return y', 'y: int'), CALLER),
  [
    'an export that is gone',
    'yes',
    'lib.ts',
    {
      'lib.ts': 'export const f = 1;\nexport const g = 2;\n',
      'app.ts': "import { f } from './lib';\nconsole.log(f);\n",
    },
    { 'lib.ts': 'export const g = 2;\n', 'app.ts': "import { f } from './lib';\nconsole.log(f);\n" },
  ],
  [
    'an export that stays',
    'no',
    '',
    {
      'lib.ts': 'export const f = 1;\nexport const g = 2;\n',
      'app.ts': "import { f } from './lib';\nconsole.log(f);\n",
    },
    { 'lib.ts': 'export const f = 1;\n', 'app.ts': "import { f } from './lib';\nconsole.log(f);\n" },
  ],
];

const BASE = 'class B:\n    def f(self, x):\n        return x\n\n\n';
const METHOD = '    def f(self, x):\n        return -x\n\n    def g(self):\n        return 1\n';
const SURFACE_DECEIVING: readonly Row[] = [
  used('a function that moves and is offered again', 'no', F + OTHER, `from other import f\n${OTHER}`, CALLER, {
    'other.py': F,
  }),
  used('a function that is offered by a star', 'no', F + OTHER, `from other import *\n${OTHER}`, CALLER, {
    'other.py': F,
  }),
  used(
    'a function that is offered on demand',
    'no',
    F + OTHER,
    `${OTHER}\n\ndef __getattr__(name):\n    if name == "f":\n        return g\n    raise AttributeError(name)\n`,
    CALLER,
  ),
  used('a function that becomes a variable', 'no', F + OTHER, `${OTHER}\n\nf = g\n`, CALLER),
  used(
    'a function that becomes a class',
    'no',
    F,
    'class f:\n    def __init__(self, x):\n        self.x = x\n',
    CALLER,
  ),
  used(
    'a function that stands under a condition',
    'no',
    F,
    `import sys\n\nif sys.version_info > (3,):\n${F.replace(/^/gm, '    ')}else:\n${F.replace(/^/gm, '    ')}\n`,
    CALLER,
  ),
  used('a caller in a text', 'no', F + OTHER, OTHER, app('# from lib import f\nx = "f(1)"\n')),
  used('a caller of another of its name', 'no', F + OTHER, OTHER, {
    ...app('from other import f\n\n\ndef run():\n    return f(1)\n'),
    'other.py': F,
  }),
  used(
    'a caller that is prepared',
    'no',
    F + OTHER,
    OTHER,
    app(
      'try:\n    from lib import f\nexcept ImportError:\n    def f(x):\n        return x\n\n\ndef run():\n    return f(1)\n',
    ),
  ),
  used(
    'a caller by another name of the module',
    'yes',
    F + OTHER,
    OTHER,
    app('import lib as z\n\n\ndef run():\n    return z.f(1)\n'),
  ),
  used(
    'a caller by another name of the function',
    'yes',
    F + OTHER,
    OTHER,
    app('from lib import f as z\n\n\ndef run():\n    return z(1)\n'),
  ),
  used(
    'a caller within a function',
    'yes',
    F + OTHER,
    OTHER,
    app('def run():\n    from lib import f\n    return f(1)\n'),
  ),
  used(
    'a caller that spreads its arguments',
    'unknowable',
    F,
    f('return x', 'x: int, y: int'),
    app('from lib import f\n\n\ndef run(xs):\n    return f(*xs)\n'),
  ),
  used(
    'a method that is inherited',
    'no',
    `${BASE}class A(B):\n${METHOD}`,
    `${BASE}class A(B):\n    def g(self):\n        return 1\n`,
    app('from lib import A\n\n\ndef run():\n    return A().f(1)\n'),
  ),
  used(
    'a function that a decorator gives arguments',
    'no',
    `def given(h):\n    return lambda x: h(x, 1)\n\n\n${F}`,
    `def given(h):\n    return lambda x: h(x, 1)\n\n\n@given\n${f('return x', 'x: int, y: int')}`,
    CALLER,
  ),
  [
    'a file that is renamed with its callers',
    'no',
    '',
    { 'lib.py': `${OTHER.repeat(5)}${F}`, ...CALLER },
    { 'lib2.py': `${OTHER.repeat(5)}${F}`, ...app('from lib2 import f\n\n\ndef run():\n    return f(1)\n') },
  ],
  ['a file that becomes a package', 'no', '', { 'lib.py': F, ...CALLER }, { 'lib/__init__.py': F, ...CALLER }],
  [
    'an export that is offered by a star',
    'no',
    '',
    { 'lib.ts': 'export const f = 1;\n', 'app.ts': "import { f } from './lib';\nconsole.log(f);\n" },
    {
      'lib.ts': "export * from './other';\n",
      'other.ts': 'export const f = 1;\n',
      'app.ts': "import { f } from './lib';\nconsole.log(f);\n",
    },
  ],
  [
    'an export of another name',
    'no',
    '',
    { 'lib.ts': 'export const f = 1;\n', 'app.ts': "import { f } from './lib';\nconsole.log(f);\n" },
    { 'lib.ts': 'const g = 1;\nexport { g as f };\n', 'app.ts': "import { f } from './lib';\nconsole.log(f);\n" },
  ],
  [
    'a file that changes its line ends',
    'no',
    '',
    { 'lib.py': F, ...CALLER },
    { 'lib.py': F.replaceAll('\n', '\r\n'), ...CALLER },
  ],
];

const BEHAVIOUR: readonly Row[] = [
  ['a new exception', 'yes', '', { 'a.py': f('return x // 2') }, { 'a.py': f('return 2 // x') }],
  ['the same', 'no', '', { 'a.py': f('return x + x') }, { 'a.py': f('return 2 * x') }],
];
const BEHAVIOUR_DECEIVING: readonly Row[] = [
  [
    'a refactoring that is none',
    'yes',
    '',
    { 'a.py': f('return x > 3') },
    { 'a.py': f('return x >= 3') },
    'Refactor: no behaviour change',
  ],
  [
    'a fix that changes nothing',
    'no',
    '',
    { 'a.py': f('return x > 3') },
    { 'a.py': f('return 3 < x') },
    'Fix: f is otherwise now',
  ],
];

/** A change of `f` in `a.py`, beside tests. */
const tested = (name: string, truth: ReviewRow[2], after: string, files: Files, more: Files = {}): Row => [
  name,
  truth,
  '',
  { 'a.py': f('return x + 1'), ...files },
  { 'a.py': f(after), ...files, ...more },
];
const test = (body: string, above = 'from a import f\n'): Files => ({
  'test_a.py': `${above}\n\ndef test_f():\n${body.replace(/^/gm, '    ')}\n`,
});

const TESTS: readonly Row[] = [
  tested('a test that breaks', 'yes', 'return x + 2', test('assert f(1) == 2')),
  tested('a test that passes', 'no', 'return 1 + x', test('assert f(1) == 2')),
];
const TESTS_DECEIVING: readonly Row[] = [
  tested('a test that failed before', 'no', 'return x + 2', test('assert f(1) == 9')),
  tested('a test that is changed, too', 'no', 'return x + 2', test('assert f(1) == 2'), test('assert f(1) == 3')),
  tested('a test that needs a package', 'unknowable', 'return x + 2', test('import numpy\nassert f(1) == 2')),
  tested('a test that ends its interpreter', 'unknowable', 'import os\nos._exit(1)', test('assert f(1) == 2')),
  tested('a test of chance', 'no', 'return 1 + x', test('import random\nassert f(0) == random.choice([1, 2, 3])')),
  tested('a file that is no test', 'unknowable', 'return x + 2', {
    'probe.py': 'from a import f\n\n\ndef check_f():\n    assert f(1) == 2\n',
  }),
];

const UNTESTED: readonly Row[] = [
  tested('no test', 'yes', 'return x + 2', {}),
  tested('a test', 'no', 'return x + 2', test('f(1)')),
  tested('a test of another function', 'yes', 'return x + 2', test('g(1)', 'from b import g\n'), { 'b.py': OTHER }),
];
const UNTESTED_DECEIVING: readonly Row[] = [
  tested('a test that only mentions it', 'yes', 'return x + 2', test('# f(1)\nassert "f(1)"', '')),
  tested('a test that imports it only', 'yes', 'return x + 2', test('assert True')),
  tested('a test by another name', 'no', 'return x + 2', test('h(1)', 'from a import f as h\n')),
  tested('a test by a text', 'no', 'return x + 2', test('getattr(a, "f")(1)', 'import a\n')),
  tested('a test by its parameters', 'no', 'return x + 2', {
    'test_a.py': 'import pytest\nfrom a import f\n\n\n@pytest.mark.parametrize("h", [f])\ndef test_f(h):\n    h(1)\n',
  }),
  tested('a test by a list', 'no', 'return x + 2', test('for h in [f]:\n    h(1)')),
  tested('a test by a fixture', 'no', 'return x + 2', {
    'test_a.py':
      'import pytest\nfrom a import f\n\n\n@pytest.fixture\ndef two():\n    return f(1)\n\n\ndef test_f(two):\n    assert two\n',
  }),
  tested('a test by another file', 'no', 'return x + 2', {
    ...test('g(1)', 'from b import g\n'),
    'b.py': 'from a import f\n\n\ndef g(x):\n    return f(x)\n',
  }),
];

const told = (asked: ReviewRow[0], rows: readonly Row[]): readonly ReviewRow[] =>
  rows.map((row): ReviewRow => [asked, ...row]);

export const CALLERS: readonly ReviewRow[] = [
  ...told('surface', SURFACE),
  ...told('behaviour', BEHAVIOUR),
  ...told('tests', TESTS),
  ...told('untested', UNTESTED),
];
export const CALLERS_DECEIVING: readonly ReviewRow[] = [
  ...told('surface', SURFACE_DECEIVING),
  ...told('behaviour', BEHAVIOUR_DECEIVING),
  ...told('tests', TESTS_DECEIVING),
  ...told('untested', UNTESTED_DECEIVING),
];
