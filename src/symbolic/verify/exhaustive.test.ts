import { beforeAll, describe, expect, it } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { CheckResult, ExceptionResult } from '../service.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import { isDeterministic } from './determinism.ts';

let symbolic: NodeSymbolic;
let parser: TreeParser;
beforeAll(async () => {
  symbolic = await loadSymbolic();
  parser = await loadPythonParser();
});

// The engine does not model `class` keyword arguments, so only running can decide these.
const UNMODELLED =
  'class Meta(type):\n    def __call__(cls):\n        return 4\nclass Made(metaclass=Meta):\n    pass\n';

async function check(code: string): Promise<CheckResult> {
  const result = await symbolic.check(UNMODELLED + code, 'f');
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

async function find(code: string, exceptionType: string): Promise<ExceptionResult> {
  const result = await symbolic.find(UNMODELLED + code, 'f', exceptionType);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

describe('running every input', () => {
  it('proves a contract of a function without inputs', async () => {
    expect(await check('def f():\n    """post: _ == 4"""\n    return Made()\n')).toMatchObject({
      status: 'verified',
      message: expect.stringContaining('its only input was run on CPython'),
      pathsExplored: 1,
      pathsVerified: 1,
      coverageEstimate: 1,
      reasons: [],
    });
  });

  it('counts every combination of choices that the precondition admits', async () => {
    const code = `
from enum import Enum
from typing import Literal, Optional
class Side(Enum):
    LEFT = 1
    RIGHT = 2
def f(side: Side, on: Optional[bool], mode: Literal["a", "b"]):
    """
    pre: mode == "a"
    post: _
    """
    return Made() == 4 and side in Side and on in (None, True, False)
`;
    expect(await check(code)).toMatchObject({ status: 'verified', pathsExplored: 6 });
  });

  it('excludes an exception', async () => {
    expect(await find('def f(on: bool):\n    return 1 // Made()\n', 'ZeroDivisionError')).toMatchObject({
      status: 'unreachable',
      message: expect.stringContaining('all 2 inputs were run on CPython'),
      assumptions: [expect.stringContaining('decided by running')],
    });
  });

  it('shows that two functions are equivalent', async () => {
    const code = `${UNMODELLED}def f(on: bool):\n    return Made() if on else 1\ndef g(on: bool):\n    return 1 + 3 * on\n`;
    expect(await symbolic.compare(code, 'f', 'g')).toMatchObject({ status: 'equivalent', pathsCompared: 2 });
  });

  it.each([
    ['there are too many inputs', 'def f(x: int):\n    """post: _ == 4"""\n    return Made()\n'],
    ['types are assumed', 'def f(x=True):\n    """post: _ == 4"""\n    return Made()\n'],
    ['a run does not end', 'def f():\n    """post: _ == 4"""\n    while Made():\n        pass\n'],
    ['no input is admitted', 'def f():\n    """\n    pre: Made() == 3\n    post: _\n    """\n    return True\n'],
    ['runs may differ', 'import random\ndef f():\n    """post: _ < 2"""\n    return random.random() * Made() / 4\n'],
    ['texts are hashed', 'def f():\n    """post: _ in "ab" """\n    return list({"a", "b"})[Made() - 4]\n'],
  ])('decides nothing where %s', async (_, code) => {
    expect(['unknown', 'timeout']).toContain((await check(code)).status);
  });

  it('decides nothing about functions that keep state', async () => {
    const code =
      'calls = []\ndef f(on: bool):\n    """post: _ == 1"""\n    calls.append(Made())\n    return len(calls)\n';
    expect(await check(code)).toMatchObject({ status: 'unknown', counterexamples: [] });
  });
});

describe('determinism', () => {
  it.each([
    ['arithmetic over imported constants', 'import math\ndef f(): return math.pi * 2', true],
    ['sets of integers', 'def f(): return [x for x in {3, 1, 2}]', true],
    ['docstrings beside sets', 'def f():\n    "A set."\n    return list({1, 2})', true],
    [
      'records shown as text',
      'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\ndef f(): return str(P(1))',
      true,
    ],
    ['sets of texts', 'def f(): return list({"a", "b"})', false],
    ['sets of floats', 'def f(): return list({0.5, 1.5})', false],
    ['views of dictionaries as sets', 'def f(d): return list(d.keys() | {"a": 1}.keys())', false],
    ['addresses', 'def f(): return id(f) % 7', false],
    ['the clock', 'from datetime import datetime\ndef f(): return datetime.now()', false],
    ['modules that are not known', 'import os\ndef f(): return os.getpid()', false],
    ['objects shown as text', 'class P: pass\ndef f(): return str(P())', false],
    ['code that is not seen', 'def f(): return eval("id(f)")', false],
    ['a relative import', 'from .other import x\ndef f(): return x', false],
  ])('of %s', (_, code, expected) => {
    expect(isDeterministic(parseModule(code, parser))).toBe(expected);
  });
});
