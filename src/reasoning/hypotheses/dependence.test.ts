import { describe, expect, it } from 'vitest';
import { restsOn } from './dependence.ts';

const CODE = `import os
import random
import time
from time import time as now

RATE = 9
SEED = random.random()


def reduced(price):
    return price * RATE


def read():
    READ


class Cart:
    made = time.time()

    def add(self):
        return 1
`;

/** Why a run of `test` decides nothing, where the line READ of the code is `line`. */
function of(test: string, line = 'return 1', files: Readonly<Record<string, string>> = {}) {
  const texts: Readonly<Record<string, string>> = { 'a.py': CODE.replace('READ', line), ...files };
  return restsOn(test, ['a.py'], new Map([['a.py', { missed: [] }]]), async (path) => texts[path]);
}

describe('a run', () => {
  it.each([
    ['time.time()', 'the clock'],
    ['now() > 5', 'the clock'],
    ['random.random() < 0.5', 'random numbers'],
    ['random.Random().random()', 'random numbers'],
    ['os.environ["A"]', 'the environment'],
    ['sys.maxsize', 'the machine'],
    ['platform.system()', 'the machine'],
    ['subprocess.run(["a"])', 'what other processes do'],
    ['except (ValueError, ImportError):', 'which packages are installed'],
    ['next(iter({"x", "y"}))', 'the order of a set'],
    ['list(set(names))', 'the order of a set'],
  ])('rests on more than the code that reads %s', async (line, what) => {
    expect(await of('assert read()', line)).toBe(`It rests on ${what} (a.py:15).`);
  });

  it.each([
    'random.Random(7).random()',
    'sorted(set(names))',
    'sorted(list(set(names)))',
    'len({1, 2})',
    'dict(list({"a": 1}.items()))',
    'self.time(1)  # not time.time()',
    'price.random',
  ])('rests on the code that reads %s', async (line) => {
    expect(await of('assert read()', line)).toBeUndefined();
  });

  it('rests on lines that ran only, and on what its test replaces no more', async () => {
    const missed = new Map([['a.py', { missed: [[15, 15]] as const }]]);
    const read = async () => CODE.replace('READ', 'return time.time()');
    expect(await restsOn('assert read()', ['a.py'], missed, read)).toBeUndefined();
  });

  it.each([
    ['with patch("a.time.time", return_value=5):', 'return time.time()'],
    ['with mock.patch(\n    "a.time"\n):', 'return time.time()'],
    ['import time\ntime.time = lambda: 5', 'return time.time()'],
    ['monkeypatch.setattr(a.random, "random", lambda: 1)', 'return random.random()'],
    ['monkeypatch.setenv("A", "b")', 'return os.environ["A"]'],
    ['with patch.dict(os.environ, {"B": "b", "A": "b"}):', 'return os.getenv("A", "c")'],
  ])('shows what the code does where %j gives what it reads', async (test, line) => {
    expect(await of(test, line)).toBeUndefined();
  });

  it.each([
    ['booking.time = 5', 'return time.time()'],
    ['client.patch("/time", {"time": 5})', 'return time.time()'],
    ['with patch("a.time.time"):', 'return datetime.now()'],
    ['monkeypatch.setenv("B", "b")', 'return os.environ["A"]'],
    ['with patch("requests.get"):', 'return os.environ.get("A")'],
    ['monkeypatch.setattr(os, "getcwd", f)', 'return os.cpu_count()'],
  ])('rests on what %j does not give', async (test, line) => {
    expect(await of(test, line)).toMatch(/^It rests on /);
  });

  it.each([
    ['from os import (\n    environ,\n)\n', 'environ["A"]'],
    ['from datetime import datetime as day\n', 'day.now()'],
    ['from os import  (getenv as got)\n', 'got("A")'],
  ])('knows what %j names', async (imports, line) => {
    const text = `${imports}\ndef read(\n    one=1,\n):\n    return ${line}\n`;
    expect(await of('assert read()', '', { 'a.py': text })).toMatch(/^It rests on /);
  });

  it('takes no names of a module that all names are imported from', async () => {
    const text = 'from os import *\nfrom time import  (\n)\n\ndef read():\n    return 1\n';
    expect(await of('assert read()', '', { 'a.py': text })).toBeUndefined();
  });

  it.each([
    'a.RATE = 7',
    'a.reduced = lambda price: 7',
    'monkeypatch.setattr(a, "RATE", 7)',
    'patch("a.reduced", return_value=7)',
    'patch.object(Cart, "add")',
    'Cart.add = None',
    'monkeypatch.setattr(\n    a,\n    "RATE",\n    7,\n)',
  ])('does not show what the code does after %s', async (test) => {
    expect(await of(test)).toMatch(/^Its test replaces \w+, which a\.py defines\.$/);
    expect(await of('assert 1', 'return 1', { 'conftest.py': test })).toMatch(/^Its test replaces/);
  });

  it('shows it where a test replaces what the code does not define', async () => {
    expect(await of('cart.items = 3\nassert cart.items == 3')).toBeUndefined();
    expect(await of('with patch("requests.get"):\n    assert reduced(1) == 9')).toBeUndefined();
  });

  it('does not show it where an object is equal to anything', async () => {
    const files = { 'a.py': 'class A:\n    def __eq__(self, other):\n        return True\n' };
    expect(await of('assert read() == 5', '', files)).toContain('equal to anything (a.py:3)');
  });

  it('does not show it where the test expects a lack, or reaches inside', async () => {
    expect(await of('pytest.raises(ImportError)')).toContain('lacks');
    expect(await of('reduced.__globals__["RATE"] = 7')).toContain('reaches into');
  });
});
