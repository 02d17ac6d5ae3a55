/** Functions of files whose imports stand in other places than the top, or lead to nothing. */
import { beforeAll, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../lib/object-name.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

const OTHERS: Readonly<Record<string, string>> = {
  'pkg/__init__.py': '',
  'pkg/rates.py': 'def rate(x: int) -> int:\n    return 100 // x\n\ndef safe(x: int) -> int:\n    return x + 1\n',
  'pkg/deep/__init__.py': '',
  'pkg/deep/far.py': 'LIMIT = 7\n\ndef far(x: int) -> int:\n    return x + LIMIT\n',
};

/** What a check of `f` in a file of the package says. */
async function checked(code: string, name = 'f', others: Readonly<Record<string, string>> = {}) {
  const files: Readonly<Record<string, string>> = { ...OTHERS, ...others, 'pkg/main.py': code };
  const request = { code, functionName: name, timeoutSeconds: 5, owner: userId('other-modules') };
  const file = { path: 'pkg/main.py', mostBytes: 65_536 };
  const result = await symbolic.engine.check(
    { ...request, file },
    async () => true,
    async (path) => files[path],
  );
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

async function check(code: string, name = 'f', others: Readonly<Record<string, string>> = {}) {
  const { status, counterexamples, reasons } = await checked(code, name, others);
  return { status, call: counterexamples[0]?.call, reason: reasons[0]?.message, line: reasons[0]?.line };
}

const VERIFIED = { status: 'verified', call: undefined, reason: undefined, line: undefined };

test.each([
  ['a function', 'from .rates import safe'],
  ['a module', 'from . import rates', 'rates.safe'],
  ['a name of its own', 'from .rates import safe as plus', 'plus'],
  ['a dotted module', 'import pkg.rates', 'pkg.rates.safe'],
  ['a module by another name', 'import pkg.rates as r', 'r.safe'],
  ['a module of a folder below', 'from .deep.far import far', 'far'],
])('an import of %s inside a function is followed', async (_, statement, used = 'safe') => {
  const uses = (name: string) => `def f(x: int) -> int:\n    ${statement}\n    return ${name}(x)\n`;
  expect(await check(uses(used))).toEqual(VERIFIED);
  const nested = `def f(x: int) -> int:\n    if x > 3:\n        ${statement}\n        return sum([${used}(one) for one in (x,)])\n    return 0\n`;
  expect((await check(nested)).status).toBe('verified');
});

test('what is followed is the function of the other file', async () => {
  const code = 'def f(x: int) -> int:\n    from .rates import rate\n    return rate(x)\n';
  expect(await check(code)).toMatchObject({ status: 'counterexample', call: 'f(0)' });
});

test.each([
  [
    'that is bound otherwise, too',
    'try:\n        from .rates import safe\n    except ImportError:\n        safe = abs\n    return safe(x)',
  ],
  ['that may not have run', 'if x > 3:\n        from .rates import safe\n    return safe(x)'],
  ['of a parameter', 'from .rates import x\n    return x'],
])('an import %s is not followed', async (_, body) => {
  expect((await check(`def f(x: int):\n    ${body}\n`)).status).toBe('unknown');
});

test('only what comes to a module that cannot be had is not decided', async () => {
  const code = (test: string) =>
    `import six\nfrom ._version import v\n\ndef f(x: int) -> int:\n    if ${test}:\n        return six.Z + v\n    return 1\n`;
  expect(await check(code('x * x < 0'))).toEqual(VERIFIED);
  expect(await check(code('x > 5'))).toMatchObject({ status: 'unknown', reason: 'module six cannot be had', line: 6 });
  const fails = 'import six\n\ndef f(x: int) -> int:\n    if x > 5:\n        return six.Z\n    return 1 // x\n';
  expect(await check(fails)).toMatchObject({ status: 'counterexample', call: 'f(0)' });
});

test.each([
  ['caught', 'try:\n        six.a()\n    except BaseException:\n        pass\n    return 1'],
  ['an exception', 'try:\n        return 1 // x\n    except six.Error:\n        return 0'],
  ['a pattern', 'match x:\n        case six.ONE:\n            return 1\n    return 0'],
  ['in a text', 'return f"{six.a}{x}"'],
  ['imported there', 'import other\n    return 1'],
  ['a closure', 'def g():\n        return six\n    return g() is None'],
])('a module that cannot be had is no fault and proves nothing: %s', async (_, body) => {
  const { status, reason } = await check(`import six\n\ndef f(x: int):\n    ${body}\n`);
  expect({ status, reason }).toEqual({
    status: 'unknown',
    reason: expect.stringMatching(/module (?:six|other) cannot be had/),
  });
});

test.each([
  [
    'under a condition on the version',
    'import sys\nif sys.version_info >= (3, 9):\n    from .rates import safe\nelse:\n    from six import safe\n',
  ],
  [
    'behind another version',
    'import sys\nif sys.version_info < (3, 9):\n    from six import safe\nelse:\n    def safe(x: int) -> int:\n        """\n        Text.\n        """\n        return x + 1\n',
  ],
  ['in a try', 'try:\n    from .rates import safe\nexcept ImportError:\n    safe = None\n'],
  [
    'for type checkers as well',
    'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from six import safe\nelse:\n    from .rates import safe\n',
  ],
  [
    'on another platform',
    'import sys\nfrom .rates import safe\nif sys.platform == "win32":\n    from .windows import other\n',
  ],
])('an import %s is read as Python runs it', async (_, head) => {
  expect(await check(`${head}\ndef f(x: int) -> int:\n    return safe(x)\n`)).toEqual(VERIFIED);
});

test('a statement of another module that calls into one counts', async () => {
  const registry =
    'known = {}\n\ndef fill(known=known):\n    known["a"] = 1\n\ndef look(key: str) -> int:\n    return known.get(key, 0)\n';
  const code =
    'from . import registry\n\nregistry.fill()\n\ndef f(x: int) -> int:\n    """\n    post: __return__ == 1\n    """\n    return registry.look("a")\n';
  expect((await check(code, 'f', { 'pkg/registry.py': registry })).status).not.toBe('counterexample');
});

test('a name that is built in until the module defines it is not decided', async () => {
  const code =
    '_len = len\n\ndef len(x: str) -> int:\n    return _len(x)\n\ndef f(x: str) -> int:\n    return len(x)\n';
  expect(await check(`import six\n${code}`)).toMatchObject({
    status: 'unknown',
    reason: 'is built in until the module defines it',
    line: 2,
  });
});

test.each([
  ['the same file', 'def g(x: int) -> int:\n    "pre: x > 0"\n    return x\n', 'g(x)', 'Line 7 calls g(x=0)'],
  ['another file', 'from .asking import root\n', 'root(x)', 'Line 5 calls root(n=0)'],
  ['one called there', 'from .asking import outer\n', 'outer(x)', 'Line 6 of pkg/asking.py calls root(n=0)'],
])('a call breaks what a function of %s asks', async (_, head, call, message) => {
  const asking =
    'def root(n: int) -> int:\n    "pre: n > 0"\n    return n\n\ndef outer(n: int) -> int:\n    return root(n)\n';
  const code = `import six\n${head}\ndef f(x: int) -> int:\n    return ${call}\n`;
  const { counterexamples } = await checked(code, 'f', { 'pkg/asking.py': asking });
  expect(counterexamples).toMatchObject([{ call: 'f(0)', message: expect.stringContaining(message) }]);
});
