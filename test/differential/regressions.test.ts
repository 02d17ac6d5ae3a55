/** Small functions that the engine once got wrong: it predicts what CPython does, or nothing. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import type { Value } from '../../src/symbolic/terms/operations.ts';
import { observe } from './python/oracle.ts';
import { exploreFor, predict, subjectOf } from './python/prediction.ts';

let parser: TreeParser;
let kernel: NodeKernel;
beforeAll(async () => {
  [parser, kernel] = await Promise.all([loadPythonParser(), bootNodeKernel()]);
});

/** A module, the argument `x` of its function `f` as Python source, and as a value. */
const CASES: Readonly<Record<string, readonly [code: string, source: string, value: Value]>> = {
  'a lambda reads the scope of the lambda around it': [
    'def f(x: int): return (lambda a: lambda b: a + b)(x)(2)',
    '5',
    5n,
  ],
  'a bare raise in finally raises the exception in flight': [
    'def f(x: int):\n  try:\n    try: return 1 // x\n    finally: raise\n  except ArithmeticError: return "caught"',
    '0',
    0n,
  ],
  'the name of a handler is unbound behind a break': [
    'def f(x: int):\n  while True:\n    try: 1 // x\n    except ZeroDivisionError as e: break\n  return e',
    '0',
    0n,
  ],
  'a tuple in a tuple of classes to catch is a TypeError': [
    'def f(x: int):\n  try: return 1 // x\n  except (KeyError, (ZeroDivisionError, ValueError)): return 0',
    '0',
    0n,
  ],
  'OSError with two arguments is one of its subclasses': [
    'def f(x: int):\n  try: raise OSError(2, "x")\n  except FileNotFoundError: return x',
    '1',
    1n,
  ],
  'exceptions take no keyword arguments': ['def f(x: int): raise ValueError(x=x)', '1', 1n],
  'UnicodeDecodeError checks its arguments': ['def f(x: int): raise UnicodeDecodeError("x")', '1', 1n],
  'a cause has to be an exception': ['def f(x: int): raise ValueError from x', '1', 1n],
  'raising an unmodelled exception class is no TypeError': [
    'class E(Exception):\n  def __init__(self): self.code = 1\ndef f(x: int): raise E',
    '1',
    1n,
  ],
  'an index of unknown value is no TypeError': ['I = len({1: 2})\ndef f(x: str): return x[I]', "'ab'", 'ab'],
  'strings have attributes that are not modelled': ['def f(x: str): return callable(x.nothing)', "'ab'", 'ab'],
  'None has attributes': ['def f(x: int): return callable(None.__class__)', '1', 1n],
  'the sum of floats is compensated': ['def f(x: float): return sum((x, x, x))', '0.1', 0.1],
  'sum refuses strings': ['def f(x: str): return sum((x, x), "")', "'a'", 'a'],
  'the text of a KeyError is a repr': ['def f(x: int): return str(KeyError("a"))', '1', 1n],
  'float() does not strip a byte order mark': ['def f(x: int): return float("\\ufeffinf")', '1', 1n],
  'None | int is a type': ['def f(x: int): return callable(None | int)', '1', 1n],
  'nan in a tuple equals itself': ['def f(x: float): return (x, 1) < (x, 2)', "float('nan')", Number.NaN],
  'an unbound variable of an enclosing function is no built-in': [
    'def f(x: int):\n  def g(): return max\n  y = g()\n  max = x\n  return y',
    '1',
    1n,
  ],
  'a comprehension runs as part of its function': [
    'def f(x: int):\n  try: return [y for q in [1]]\n  except UnboundLocalError: return 0\n  y = x',
    '1',
    1n,
  ],
  'a generator expression does not': [
    'def f(x: int):\n  try: return any(y for q in [1])\n  except UnboundLocalError: return 0\n  except NameError: return 1\n  y = x',
    '1',
    1n,
  ],
  'the targets of a comprehension hide outer variables from the start': [
    'def f(x: int):\n  q = [x]\n  return [q for y in [1] for q in q]',
    '1',
    1n,
  ],
  'import * binds names that are not known': ['from math import *\ndef f(x: int): return floor(x)', '1', 1n],
  'import * hides built-ins': ['from math import *\ndef f(x: int): return pow(x, 2)', '3', 3n],
  'a statement that is not followed may assign globals': [
    'n = 0\ndef bump():\n  global n\n  n += 1\n  return {n}\nlog = bump()\ndef f(x: int): return n',
    '1',
    1n,
  ],
  'a statement that is not followed may change lists': [
    'T = [1]\nT.extend({3: 4})\ndef f(x: int): return len(T)',
    '1',
    1n,
  ],
  'a name that an enclosing function declares global is the global': [
    'y = 1\ndef f(x: int):\n  y = 2\n  def g():\n    global y\n    def h(): return y\n    return h()\n  return g()',
    '1',
    1n,
  ],
  'a deep copy holds copies of its own': [
    'import copy\ndef f(x: int):\n  a = [[x], {1: [x]}]\n  b = copy.deepcopy(a)\n  b[0][0] += 1\n  b[1][1][0] += 2\n  return (a, b)',
    '1',
    1n,
  ],
  'a capture of a pattern that does not match binds nothing': [
    'def f(x: int):\n  y = 5\n  match x:\n    case str() as y: pass\n    case [y]: pass\n  return y',
    '1',
    1n,
  ],
  'a capture beside a part that does not match binds nothing': [
    'def f(x: int):\n  y = 5\n  match (x, 2):\n    case (y, 3): pass\n    case (y, str()) | (7, y): pass\n  return y',
    '1',
    1n,
  ],
  'a comprehension sees what its function declares global': [
    'def f(x: int):\n  z = 7\n  def h():\n    global z\n    return [z for q in [1]]\n  return h()',
    '1',
    1n,
  ],
  'a class body sees what its function declares global': [
    'def f(x: int):\n  z = 7\n  def h():\n    global z\n    class Q:\n      y = z\n    return Q.y\n  return h()',
    '1',
    1n,
  ],
  'CPython mixes up the target of a comprehension that a lambda keeps with a variable further out': [
    'def f(x: int):\n  z = 1\n  def h():\n    l = [lambda: z for z in [3, 4]]\n    return z\n  return h()',
    '1',
    1n,
  ],
  'CPython loses a variable further out that a generator keeps beside a comprehension over its name': [
    'def f(x: int):\n  z = 1\n  def h():\n    l = [1 for z in [4]]\n    return sum(z for q in [2])\n  return h()',
    '1',
    1n,
  ],
  'CPython loses a variable further out that a comprehension takes beside another over its name': [
    'def f(x: int):\n  z = 1\n  def h(): return [1 for z in [4]] + [z for q in [2]]\n  return h()',
    '1',
    1n,
  ],
  'CPython loses a variable further out that a comprehension takes around another over its name': [
    'def f(x: int):\n  z = 1\n  def h(): return [z for q in [*{z: 1 for z in [4]}.values()]]\n  return h()',
    '1',
    1n,
  ],
  'CPython loses a variable further out that a generator takes around a comprehension over its name': [
    'def f(x: int):\n  z = 1\n  def h(): return any(z for q in [z for z in [4]])\n  return h()',
    '1',
    1n,
  ],
  'CPython loses a variable further out that a lambda takes beside a comprehension of a class': [
    'def f(x: int):\n  z = 1\n  class Q:\n    r = list(map(lambda k: z, [(lambda: z)() for z in [2]]))\n  return Q.r',
    '1',
    1n,
  ],
  'a sum adds an item before it asks a generator for the next': [
    'def f(x: int):\n  def items():\n    yield "a"\n    yield unknown\n  return sum(items())',
    '1',
    1n,
  ],
  'the values of a dictionary are evaluated before its keys are hashed': [
    'def f(x: int): return {[]: x, unknown: 2}',
    '1',
    1n,
  ],
  'so many entries of a dictionary are added one by one': [
    `def f(x: int): return {[]: x, ${Array.from({ length: 15 }, (_, index) => `${index}: x`).join(', ')}, 15: unknown}`,
    '1',
    1n,
  ],
  'what is unpacked into a set is gone through before what comes behind it is evaluated': [
    'def f(x: int): return {*x, unknown}',
    '1',
    1n,
  ],
};

test.each(Object.entries(CASES))('%s', async (_name, [code, source, value]) => {
  const [observed] = await observe(kernel, [{ code, functionName: 'f', rows: [[source]] }]);
  const model = new Map([['x', value]]);
  const prediction = predict(exploreFor(subjectOf(parser, code, 'f'), [model]), model);
  if (prediction.kind === 'undecided') return;
  expect(prediction).toEqual({ kind: 'decided', outcome: observed?.[0] });
});
