/** Calls that may lead elsewhere than their names say, and exceptions and effects that only look so. */
import { beforeAll, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import { traced } from '../../../test/traced.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import type { TraceAnswer } from './service.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

const trace = (text: string, path = 'a.py'): Promise<TraceAnswer> =>
  traced({ [path]: text }, { path, functionName: 'f' }, syntax);
const G = 'def g():\n    return 1\n\n';
const VIRTUAL =
  'class A:\n    def run(self):\n        return self.m()\n\n    def m(self):\n        raise NotImplementedError\n\nclass B(A):\n    def m(self):\n        return 2\n\ndef f():\n    return B().run()\n';

it.each([
  ['a name that is bound again', `${G}g = len\n\ndef f():\n    return g()\n`, 'a.py:4 binds the name again'],
  ['one of two', `${G}${G}def f():\n    return g()\n`, 'one of 2 that are called so'],
  ['a decorator', `@deco\n${G}def f():\n    return g()\n`, 'deco may put another one in its place'],
  ['an overridden method', VIRTUAL, 'B.m overrides it'],
])('calls %s by name only', async (_, text, why) => {
  const { calls } = await trace(text);
  expect(calls.at(-1)).toMatchObject({ certainty: 'name', reason: expect.stringContaining(why) });
});

it.each([
  [
    'a made object',
    'class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def m(self):\n        return 2\n\ndef f():\n    a = A()\n    return a.m()\n',
  ],
  ['a cached function', `import functools\n\n@functools.cache\n${G}def f():\n    return g()\n`],
])('is sure of %s', async (_, text) => {
  const { calls } = await trace(text);
  expect(calls.map(({ certainty }) => certainty)).toEqual(['exact']);
});

it.each([
  ['behind a return', `${G}def f():\n    return 1\n    g()\n`],
  ['under a condition that is never so', `${G}def f():\n    if False:\n        g()\n`],
  ['of a default', `${G}def f(x=g()):\n    return x\n`],
])('lists no call %s', async (_, text) => {
  const { calls } = await trace(text);
  expect(calls).toEqual([]);
});

it('lists a function that stands behind a return', async () => {
  const { calls } = await trace('function f() {\n  return g();\n  function g() { return 1; }\n}\n', 'a.js');
  expect(calls).toHaveLength(1);
});

it.each([
  ['a finally that returns', 'try:\n        raise ValueError\n    finally:\n        return 1', 'handled'],
  ['suppress', 'with suppress(ValueError):\n        raise ValueError', 'handled'],
  ['suppress of another', 'with suppress(KeyError):\n        raise ValueError', 'escapes'],
  ['an unknown context', 'with quiet():\n        raise ValueError', 'maybe'],
  ['an open file', 'with open("x"):\n        raise ValueError', 'escapes'],
  ['a name for several', 'try:\n        raise ValueError\n    except BAD:\n        return 1', 'maybe'],
  ['a generator', 'return made()', 'maybe'],
])('knows what %s does to an exception', async (_, body, fate) => {
  const made = 'def made():\n    yield 1\n    raise ValueError\n\n';
  const { exceptions } = await trace(`${made}def f():\n    ${body}\n`);
  expect(exceptions.map((each) => each.fate)).toEqual([fate]);
});

it('knows of a panic that a function recovers', async () => {
  const text = 'package p\n\nfunc f() {\n\tdefer tidy()\n\tpanic("x")\n}\n\nfunc tidy() { recover() }\n';
  const { exceptions } = await trace(text, 'a.go');
  expect(exceptions).toMatchObject([{ fate: 'maybe' }]);
});

it.each([
  ['json.dump(x, y)', 'name'],
  ['print(x, file=y)', 'name'],
  ['print(x)', 'exact'],
  ['secrets.compare_digest(x, y)', 'name'],
  ['secrets.token_hex()', 'exact'],
])('is as sure of the effect of %s as its name says', async (call, certainty) => {
  const { effects } = await trace(`import json\nimport secrets\n\ndef f(x, y):\n    ${call}\n`);
  expect(effects.map((each) => each.certainty)).toEqual([certainty]);
});

it.each([
  ['return x.y', /^operators, .* of f$/],
  ['assert x', /^operators, .* of f$/],
  ['return f(x)', /^recursion of f$/],
])('says what %s may do beside what is written', async (body, what) => {
  const { unseen } = await trace(`def f(x):\n    ${body}\n`);
  expect(unseen).toMatchObject([{ what: expect.stringMatching(what) }]);
});

it('says nothing more of a function that only calls', async () => {
  const { unseen } = await trace(`${G}def f():\n    return g()\n`);
  expect(unseen).toEqual([]);
});
