/** What completion offers, by the session's variables and by the code before the cursor. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../../scripts/lib/node-kernel.ts';
import { Kernel } from '../kernel.ts';
import { complete, completed } from './asking.ts';

const SESSION = `
import collections, enum, functools, math, os
alpha = 1
values = {"abc": 1, "abd": {"beta": 2, 'q"x': 3}, 5: 1, (1, "a"): 2, b"by": 3, "line\\nbreak": 4}
rows = [{"city": "Bern"}]
class Base:
    def inherited(self): return 1
class Thing(Base):
    """A thing."""
    kind = 1
    def __init__(self, first, second=2, *, third=3):
        self.first = first
    @property
    def prop(self) -> "Base":
        raise RuntimeError
    def method(self, one, two) -> "Thing":
        return self
thing = Thing(1)
def func(aa, bb=2, *args, cc=None, **rest) -> str: ...
partial = functools.partial(func, 1)
@functools.wraps(func)
def wrapper(*args): ...
Point = collections.namedtuple("Point", "x y")
class Color(enum.Enum):
    RED = 1
for path in ["data file.csv", "日本.txt", "it's.txt"]: open(path, "w").close()
open("mymod.py", "w").write("import json\\nprint('imported')\\ndef helper(one, two): pass\\nclass Tool:\\n    def use(self): pass\\nitems = []\\n")
os.mkdir("pack"); open("pack/__init__.py", "w").write("inner = 1"); open("pack/deep.py", "w").write("value = {}")
os.mkdir("folder"); open("folder/inside.txt", "w").close()
`;

let kernel: Kernel;
beforeAll(async () => {
  kernel = await Kernel.boot(await loadArtifacts());
  const { outcome } = await kernel.run({ code: SESSION, timeoutSeconds: 20 });
  expect(outcome).toMatchObject({ status: 'ok' });
});

describe.each<[string, readonly (readonly [string, readonly string[]])[]]>([
  [
    'names',
    [
      ['alph|', ['alpha']],
      ['x = 1 + alph|', ['x = 1 + alpha']],
      [
        'async for gamma in f():\n    delta = await gamma\ndelt|',
        ['async for gamma in f():\n    delta = await gamma\ndelta'],
      ],
      ['prin|', ['print']],
      ['whil|', ['while']],
      ['matc|', ['match']],
      ['alph| + 1', ['alpha + 1']],
      ['bravo = 2\nbrav|', ['bravo = 2\nbravo']],
      ['import json as jay\njay|', ['import json as jay\njay']],
      ['from os import path as pathway\npathw|', ['from os import path as pathway\npathway']],
      ['def f(parameter):\n    param|', ['def f(parameter):\n    parameter']],
      ['def f(*arguments, **keywords):\n    keyw|', ['def f(*arguments, **keywords):\n    keywords']],
      ['for ind, (left, right) in []:\n    righ|', ['for ind, (left, right) in []:\n    right']],
      ['with x as handle:\n    hand|', ['with x as handle:\n    handle']],
      ['try: ...\nexcept OSError as problem:\n    probl|', ['try: ...\nexcept OSError as problem:\n    problem']],
      ['try:\n    zulu = 5\n    zul|', ['try:\n    zulu = 5\n    zulu']],
      ['[elem for elem in [] if ele|', ['[elem for elem in [] if elem']],
      ['{key: item for key, item in x if ite|', ['item', 'iter'].map((m) => `{key: item for key, item in x if ${m}`)],
      ['[elem| for element in []]', ['[element for element in []]']],
      ['lambda number: numb|', ['lambda number: number']],
      ['if (walrus := 1): walr|', ['if (walrus := 1): walrus']],
      ['match x:\n    case [captured]:\n        captu|', ['match x:\n    case [captured]:\n        captured']],
      ['f"{alph|', ['f"{alpha']],
      ['f"{alpha!r} {values["abc"]} {alph|', ['f"{alpha!r} {values["abc"]} {alpha']],
      ['x = 1 if alph|', ['x = 1 if alpha']],
      ['alpha an|', ['alpha and']],
      ['s = "😀"; alph|', ['s = "😀"; alpha']],
      ['äöü = 1\näö|', ['äöü = 1\näöü']],
      ['x = (1\nbravo = 2\ndef g():\n    brav|', ['x = (1\nbravo = 2\ndef g():\n    bravo']],
    ],
  ],
  [
    'nothing where there is nothing to complete',
    [
      ['# alph|', []],
      ['12|', []],
      ['1.|', []],
      ['def al|', []],
      ['class al|', []],
      ['import os as al|', []],
      ['"alph"|', []],
      ['missing.|', []],
      ['from . import |', []],
      ['from .al|', []],
    ],
  ],
  [
    'attributes',
    [
      ['thing.fir|', ['thing.first']],
      ['thing.pro|', ['thing.prop']],
      ['thing.inh|', ['thing.inherited']],
      ['thing.prop.inh|', ['thing.prop.inherited']],
      ['thing.method(1, 2).fir|', ['thing.method(1, 2).first']],
      ['Thing(1).metho|', ['Thing(1).method']],
      ['Thing(1).fir|', ['Thing(1).first']],
      ['Thing.kin|', ['Thing.kind']],
      ['Color.RE|', ['Color.RED']],
      ['Color.RED.val|', ['Color.RED.value']],
      ['Point(1, 2)._asd|', ['Point(1, 2)._asdict']],
      ['rows[0].ke|', ['rows[0].keys']],
      ['values["abd"].ke|', ['values["abd"].keys']],
      ['"".uppe|', ['"".upper']],
      ['"a" "b".uppe|', ['"a" "b".upper']],
      ['f"{alpha}".uppe|', ['f"{alpha}".upper']],
      ['[].appe|', ['[].append']],
      ['{}.key|', ['{}.keys']],
      ['{1}.isdisj|', ['{1}.isdisjoint']],
      ['(1, 2).cou|', ['(1, 2).count']],
      ['(1).bit_l|', ['(1).bit_length']],
      ['"a b".split().appe|', ['"a b".split().append']],
      ['", ".join(x).uppe|', ['", ".join(x).upper']],
      ['math.fact|', ['math.factorial']],
      ['thing\\\n    .fir|', ['thing\\\n    .first']],
      ['(thing\n    .fir|', ['(thing\n    .first']],
      ['import os.path as p\np.joi|', ['import os.path as p\np.join']],
      [
        'import xml.etree.ElementTree as ET\nET.fromstringl|',
        ['import xml.etree.ElementTree as ET\nET.fromstringlist'],
      ],
      ['x = []\nx.appe|', ['x = []\nx.append']],
      ['x = y = ""\ny.uppe|', ['x = y = ""\ny.upper']],
      ['x, *y = 1, 2\ny.appe|', ['x, *y = 1, 2\ny.append']],
      ['a, (b, c) = 1, ("", [])\nc.appe|', ['a, (b, c) = 1, ("", [])\nc.append']],
      ['x = dict(a=1)\nx.key|', ['x = dict(a=1)\nx.keys']],
      ['x: list[int]\nx.appe|', ['x: list[int]\nx.append']],
      ['def f(x: "str | None"):\n    x.uppe|', ['def f(x: "str | None"):\n    x.upper']],
      ['def f(x=""):\n    x.uppe|', ['def f(x=""):\n    x.upper']],
      ['def f() -> str: ...\nf().uppe|', ['def f() -> str: ...\nf().upper']],
      ['def f():\n    return []\nf().appe|', ['def f():\n    return []\nf().append']],
      ['func(1).uppe|', ['func(1).upper']],
      ['for x in ["a"]:\n    x.uppe|', ['for x in ["a"]:\n    x.upper']],
      ['for i, x in enumerate("ab"): x.uppe|', ['for i, x in enumerate("ab"): x.upper']],
      ['for a, b in zip([1], ["x"]): b.uppe|', ['for a, b in zip([1], ["x"]): b.upper']],
      ['for k, v in {"a": []}.items(): v.appe|', ['for k, v in {"a": []}.items(): v.append']],
      ['for row in rows: row.key|', ['for row in rows: row.keys']],
      ['[n.uppe| for n in ["a"]]', ['[n.upper for n in ["a"]]']],
      [
        'with open("f") as handle:\n    handle.readli|',
        ['readline', 'readlines'].map((m) => `with open("f") as handle:\n    handle.${m}`),
      ],
      ['with open("f", "rb") as h: h.pee|', ['with open("f", "rb") as h: h.peek']],
      ['try: ...\nexcept OSError as e: e.errn|', ['try: ...\nexcept OSError as e: e.errno']],
      ['from pathlib import Path\nPath("x").read_te|', ['from pathlib import Path\nPath("x").read_text']],
      [
        'class A:\n    def __init__(self):\n        self.list = []\n    def m(self):\n        self.list.appe|',
        ['class A:\n    def __init__(self):\n        self.list = []\n    def m(self):\n        self.list.append'],
      ],
      ['class A(Thing): ...\nA(1).inhe|', ['class A(Thing): ...\nA(1).inherited']],
      [
        'class A(Thing):\n    def m(self):\n        super().inhe|',
        ['class A(Thing):\n    def m(self):\n        super().inherited'],
      ],
      ['(1 + 2.5).is_in|', ['(1 + 2.5).is_integer']],
      ['(x if 1 else "").uppe|', ['(x if 1 else "").upper']],
    ],
  ],
  [
    'keys of dicts',
    [
      ['values["ab|', ['values["abc"', 'values["abd"']],
      ['values["ab|"]', ['values["abc"]', 'values["abd"]']],
      ["values['abd']['b|", ["values['abd']['beta'"]],
      ['values["abd"]["q|', ['values["abd"]["q\\"x"']],
      ['values[b"|', ['values[b"by"']],
      ['rows[0]["|', ['rows[0]["city"']],
      ['for row in rows: row["|', ['for row in rows: row["city"']],
      ['m = {"k1": {"k2": 1}}\nm["k1"]["|', ['m = {"k1": {"k2": 1}}\nm["k1"]["k2"']],
    ],
  ],
  [
    'keyword arguments',
    [
      ['func(c|', expect.arrayContaining(['func(cc='])],
      ['Thing(thir|', ['Thing(third=']],
      ['thing.method(tw|', ['thing.method(two=']],
      ['partial(b|', expect.arrayContaining(['partial(bb='])],
      ['wrapper(b|', expect.arrayContaining(['wrapper(bb='])],
      ['print(1, fil|', expect.arrayContaining(['print(1, file='])],
      ['open("f", enco|', ['open("f", encoding=']],
      ['def later(*, zulu): ...\nlater(zul|', ['def later(*, zulu): ...\nlater(zulu=']],
      ['class K:\n    def __init__(self, zulu): ...\nK(zul|', ['class K:\n    def __init__(self, zulu): ...\nK(zulu=']],
      ['Point(y|', expect.arrayContaining(['Point(y='])],
      ['thing.method(two=1, tw|', []],
      ['thing.method(two=tw|', []],
      ['f(thing.method(tw|', ['f(thing.method(two=']],
    ],
  ],
  [
    'imports',
    [
      ['import os.pa|', ['import os.path']],
      ['import concurrent.fu|', ['import concurrent.futures']],
      ['import math, mailb|', ['import math, mailbox']],
      ['import mym|', ['import mymod']],
      ['import pack.|', ['import pack.deep']],
      ['from collections import Ord|', ['from collections import OrderedDict']],
      ['from collections import (Counter, defau|', ['from collections import (Counter, defaultdict']],
      ['from mymod import hel|', ['from mymod import helper']],
      ['from pack import |', ['from pack import deep', 'from pack import inner']],
      ['from os imp|', ['from os import']],
      ['import mymod\nmymod.help|', ['import mymod\nmymod.helper']],
      ['from mymod import Tool\nTool().us|', ['from mymod import Tool\nTool().use']],
      ['from mymod import items\nitems.appe|', ['from mymod import items\nitems.append']],
      ['import pack.deep as deep\ndeep.value.key|', ['import pack.deep as deep\ndeep.value.keys']],
      ['from os import *\ngetcwd|', ['from os import *\ngetcwd', 'from os import *\ngetcwdb']],
    ],
  ],
  [
    'file names in strings',
    [
      ['open("dat|', ['open("data file.csv']],
      ['open("dat|")', ['open("data file.csv")']],
      ['open("日|', ['open("日本.txt']],
      ["open('it|", ["open('it\\'s.txt"]],
      ['open("fold|', ['open("folder/']],
      ['open("folder/|', ['open("folder/inside.txt']],
      ['open("/workspace/folder/|', ['open("/workspace/folder/inside.txt']],
      ['open("no such folder/|', []],
      ['open(r"""dat|', ['open(r"""data file.csv']],
    ],
  ],
])('%s', (_group, cases) => {
  test.each(cases)('%s', async (marked, expected) => {
    expect(await completed(kernel, marked)).toEqual(expected);
  });
});

test('modules of the user are parsed, not imported', async () => {
  await complete(kernel, 'import mymod\nmymod.|');
  await complete(kernel, 'from mymod import |');
  const { outcome } = await kernel.run({ code: 'import sys\n"mymod" in sys.modules', timeoutSeconds: 20 });
  expect(outcome).toMatchObject({ result: 'False', stdout: '' });
});

test('matches are sorted, public names first, with their kinds', async () => {
  const { matches, types, notices } = await complete(kernel, 'thing.|');
  const dunder = matches.findIndex((match) => match.startsWith('__'));
  expect(matches.slice(0, 5)).toEqual(['first', 'inherited', 'kind', 'method', 'prop']);
  expect(types.slice(0, 5)).toEqual(['instance', 'method', 'instance', 'method', 'property']);
  expect(matches.slice(dunder).every((match) => match.startsWith('__'))).toBe(true);
  expect(new Set(matches).size).toBe(matches.length);
  expect(notices).toEqual([]);
});

test('other kinds of keys are offered as literals, before names', async () => {
  const { matches, types } = await complete(kernel, 'values[|');
  expect(matches.slice(0, 6)).toEqual(["'abc'", "'abd'", "'line\\nbreak'", "(1, 'a')", '5', "b'by'"]);
  expect(types.slice(0, 7)).toEqual(['key', 'key', 'key', 'key', 'key', 'key', expect.not.stringContaining('key')]);
});

test('the number of matches is capped, and said', async () => {
  await kernel.run({ code: 'many = {f"key{i}": i for i in range(600)}', timeoutSeconds: 20 });
  const { matches, notices } = await complete(kernel, 'many["|');
  expect(matches).toHaveLength(500);
  expect(notices).toEqual(['The first 500 of 600 matches are given.']);
});

test('a line that does not parse is named, and the others count', async () => {
  const { matches, notices } = await complete(kernel, 'x = = 1\nbravo = 2\nbrav|');
  expect(matches).toEqual(['bravo']);
  expect(notices).toEqual([expect.stringContaining('Line 1')]);
});

test('a variable in the code goes before one in the session', async () => {
  expect(await completed(kernel, 'alpha = ""\nalpha.uppe|')).toEqual(['alpha = ""\nalpha.upper']);
  expect(await completed(kernel, 'alpha.bit_le|')).toEqual(['alpha.bit_length']);
});

test.each(['x = "\ud800"\nalph|', 'x = "a\0b"\nalph|', `${'('.repeat(5000)}alph|`, `${'x = 1\n'.repeat(20_000)}alph|`])(
  'odd code %#',
  async (marked) => {
    const { matches, notices } = await complete(kernel, marked);
    if (notices.length === 0) expect(matches).toEqual(['alpha']);
    else expect(notices.join()).toMatch(/does not parse|took too long|was raised/);
  },
);
