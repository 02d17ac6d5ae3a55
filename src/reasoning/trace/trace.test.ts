import { beforeAll, describe, expect, it } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import { traced } from '../../../test/traced.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import type { TraceAnswer } from './service.ts';

let syntax: SyntaxApi;
beforeAll(async () => {
  syntax = await parsedSyntax();
});

const SHOP = {
  'shop/orders.py': `import time
import requests as r
from shop.store import Store, load
from shop.errors import NotFound

def handle(order_id, rate=1):
    if not order_id:
        raise ValueError("no id")
    started = time.time()
    order = load(order_id)
    try:
        total = price(order, rate)
    except (KeyError, NotFound):
        total = 0
    store = Store(rate)
    for line in order.lines:
        store.save(line, total)
    return r.post("u", json=total)

def price(order, rate):
    def scale(x):
        return x * rate
    if order is None:
        raise NotFound(order)
    elif order.bad:
        raise RuntimeError("bad")
    return scale(sum(order.prices)) + price(order.rest, rate)
`,
  'shop/store.py': `import os

class Store:
    def __init__(self, rate):
        self.rate = rate

    def save(self, line, total):
        rows = []
        rows.append(line)
        self.db.execute("x", rows)
        if os.environ["A"]:
            print(total)

def load(key):
    return decode(open(key))

def decode(text):
    return text
`,
  'shop/errors.py': 'class NotFound(LookupError):\n    pass\n',
};

/** A line for each call: who calls whom, where, and why it is believed. */
function callsOf({ functions, calls }: TraceAnswer): readonly string[] {
  return calls.map(({ from, to, line, certainty, reason, isRecursive, shownAt }) => {
    const repeats = isRecursive ? ' again' : shownAt === undefined ? '' : ` as ${shownAt}`;
    return `${functions[from]?.name} ${line} ${functions[to]?.name} ${certainty}: ${reason}${repeats}`;
  });
}

function exceptionsOf({ functions, exceptions }: TraceAnswer): readonly string[] {
  return exceptions.map(({ type, line, fate, through, handlers }) => {
    const by = handlers.map((each) => `${each.line}${each.isSure ? '' : '?'}`).join(' ');
    return `${type} ${line} ${fate} ${through.map((id) => functions[id]?.name).join('<')}${by === '' ? '' : ` by ${by}`}`;
  });
}

describe('a trace of Python', () => {
  let trace: TraceAnswer;
  beforeAll(async () => {
    trace = await traced(SHOP, { path: 'shop/orders.py', functionName: 'handle' }, syntax);
  });

  it('follows calls through imports, classes, inner functions and recursion', () => {
    expect(callsOf(trace)).toEqual([
      'handle 10 load imported: imported',
      'load 15 decode exact: same file',
      'handle 12 price exact: same file',
      'price 27 price.scale exact: defined within the function',
      'price 27 price exact: same file again',
      'handle 15 Store.__init__ imported: imported',
      'handle 17 Store.save exact: value of store',
    ]);
    expect(trace.calls[6]).toMatchObject({
      branches: ['unless not order_id (throws in line 8)', 'for each of order.lines'],
      loops: 1,
    });
    expect(trace.calls[3]?.branches).toEqual([
      'unless order is None (throws in line 24)',
      'unless order.bad (throws in line 26)',
    ]);
  });

  it('says which exceptions come back, and who takes the others', () => {
    expect(exceptionsOf(trace)).toEqual([
      'ValueError 8 escapes handle',
      'RuntimeError 26 escapes price<handle',
      'NotFound 24 handled price by 13',
    ]);
  });

  it('follows values across functions', () => {
    const flows = trace.dataFlow.map(({ in: id, from, kind, to, isSure, entryParameters }) => {
      return `${trace.functions[id]?.name}: ${from} ${kind} ${to}${isSure ? '' : '?'} ${entryParameters.join()}`;
    });
    expect(flows).toEqual(
      expect.arrayContaining([
        'handle: order_id argument load.key order_id',
        'load: key outside open order_id',
        'load: key argument decode.text? order_id',
        // What `open` and `decode` give back may hold what they were given.
        'handle: order_id argument price.order? order_id',
        'price.scale: x return return order_id',
        'Store.__init__: rate store self.rate rate',
        'Store.save: line outside self.db.execute? order_id',
        'price: order branch order is None order_id',
      ]),
    );
    expect(flows.filter((flow) => flow.startsWith('price: rate outside'))).toEqual([]);
  });

  it('lists effects with the module that they are of', () => {
    expect(trace.effects.map(({ kind, what, line, certainty, loops }) => [kind, what, line, certainty, loops])).toEqual(
      [
        ['clock', 'time.time', 9, 'exact', 0],
        ['network', 'r.post', 18, 'exact', 0],
        ['file', 'open', 15, 'exact', 0],
        ['database', 'self.db.execute', 10, 'name', 0],
        ['environment', 'os.environ', 11, 'exact', 0],
        ['output', 'print', 12, 'exact', 0],
      ],
    );
  });

  it('says what it did not read', () => {
    expect(trace.unseen.slice(1).map(({ what }) => what)).toEqual([
      'operators, attributes, loops, contexts and assertions of handle, price, Store.__init__, Store.save, price.scale',
      'recursion of price',
    ]);
    expect(trace.unseen.slice(0, 1)).toEqual([
      expect.objectContaining({ what: expect.stringMatching(/^\d+ calls of ValueError/) }),
    ]);
    expect(trace.unseen[0]?.what).not.toMatch(/NotFound|price|load/);
  });
});

it('follows as deep as it is asked, and says where it ended', async () => {
  const chain = Array.from({ length: 60 }, (_, at) => `def f${at}(x):\n    return f${at + 1}(x)\n`).join('\n');
  const files = { 'chain.py': `${chain}\ndef f60(x):\n    raise KeyError(x)\n` };
  const entry = { path: 'chain.py', functionName: 'f0' };
  const deep = await traced(files, entry, syntax, 50);
  expect(deep.calls.map(({ depth }) => depth)).toEqual(Array.from({ length: 50 }, (_, at) => at));
  expect(deep.unseen).toEqual([{ what: 'calls of f50', why: 'They are 50 calls deep: raise max_depth.' }]);
  const shallow = await traced(files, entry, syntax, 1);
  expect(callsOf(shallow)).toEqual(['f0 2 f1 exact: same file']);
  // A call that is not followed is none that leads outside.
  expect(shallow.dataFlow.filter(({ kind }) => kind === 'outside')).toEqual([]);
});

it('knows what handlers take by classes, and what they throw again', async () => {
  const text = `class Own(ValueError): pass
class Other(Unknown): pass

def run(x):
    try:
        return step(x)
    except OSError:
        return 1
    except ValueError as error:
        if x:
            raise error
    except LookupError:
        raise

def step(x):
    if x == 1: raise Own()
    if x == 2: raise Other()
    if x == 3: raise FileNotFoundError(x)
    if x == 4: raise KeyError(x)
    raise TypeError
`;
  const trace = await traced({ 'run.py': text }, { path: 'run.py', functionName: 'run' }, syntax);
  expect(exceptionsOf(trace)).toEqual([
    'ValueError 11 escapes run',
    'LookupError 13 escapes run',
    'KeyError 19 escapes step<run',
    'TypeError 20 escapes step<run',
    'Own 16 maybe step<run by 9?',
    'Other 17 maybe step<run by 7? 9?',
    'FileNotFoundError 18 handled step by 7',
  ]);
});

it('shows cycles once', async () => {
  const text = `export function even(n: number): boolean { return n === 0 || odd(n - 1); }
export function odd(n: number): boolean { return n !== 0 && even(n - 1); }
export function both(n: number) { return [even(n), odd(n), even(n + 1)]; }
`;
  const trace = await traced({ 'parity.ts': text }, { path: 'parity.ts', line: 3 }, syntax);
  expect(callsOf(trace)).toEqual([
    'both 3 even exact: same file',
    'even 1 odd exact: same file',
    'odd 2 even exact: same file again',
    'both 3 odd exact: same file as 1',
    'both 3 even exact: same file as 0',
  ]);
});

it.each([
  [
    'a.ts',
    `import { readFile } from 'node:fs/promises';
export async function run(path: string) {
  try { return await parse(await readFile(path)); } catch { return Date.now() + Math.random(); }
}
function parse(text: Buffer) { if (!text) throw new TypeError('none'); return process.env.HOME; }
`,
    ['run 3 parse'],
    ['file', 'clock', 'randomness', 'environment'],
    ['TypeError 5 handled parse by 3'],
  ],
  [
    'a.go',
    `package a
import ("os"; "net/http")
func run(path string) string { http.Get(path); return parse(os.Getenv(path)) }
func parse(text string) string { if text == "" { panic("none") }; return text }
`,
    ['run 3 parse'],
    ['network', 'environment'],
    ['panic 4 escapes parse<run'],
  ],
  [
    'A.java',
    `import java.nio.file.Files;
class A {
  String run(Path path) { try { return parse(Files.readString(path)); } catch (IllegalArgumentException e) { return ""; } }
  String parse(String text) { if (text.isEmpty()) throw new NumberFormatException("none"); return text; }
}
`,
    ['A.run 3 A.parse'],
    ['file'],
    ['NumberFormatException 4 handled A.parse by 3'],
  ],
  [
    'a.rs',
    `use std::fs;
fn run(path: &str) -> String { parse(fs::read_to_string(path)) }
fn parse(text: &str) -> String { if text.is_empty() { panic!("none") } text.to_string() }
`,
    ['run 2 parse'],
    ['file'],
    ['panic 3 escapes parse<run'],
  ],
  [
    'a.rb',
    `class A
  def run(path)
    parse(File.read(path))
  end
  def parse(text)
    raise ArgumentError, "none" if text.empty?
    text
  end
end
`,
    ['A.run 3 A.parse'],
    ['file'],
    ['ArgumentError 6 escapes A.parse<A.run'],
  ],
  [
    'A.cs',
    `using System.IO;
class A {
  string Run(string path) { try { return Parse(File.ReadAllText(path)); } catch (ArgumentException) { return ""; } }
  string Parse(string text) { if (text == "") throw new ArgumentNullException("none"); return text; }
}
`,
    ['A.Run 3 A.Parse'],
    ['file'],
    ['ArgumentNullException 4 handled A.Parse by 3'],
  ],
  [
    'a.php',
    `<?php
function run($path) { try { return parse(file_get_contents($path)); } catch (RuntimeException $e) { return time(); } }
function parse($text) { if (!$text) throw new InvalidArgumentException("none"); return $text; }
`,
    ['run 2 parse'],
    ['file', 'clock'],
    ['InvalidArgumentException 3 escapes parse<run'],
  ],
  [
    'A.kt',
    `fun run(path: String): String { try { return parse(System.getenv(path)) } catch (e: IllegalStateException) { return "" } }
fun parse(text: String): String { if (text == "") throw IllegalStateException("none"); return text }
`,
    ['run 1 parse'],
    ['environment'],
    ['IllegalStateException 2 handled parse by 1'],
  ],
] as const)('reads %s', async (path, text, calls, effects, exceptions) => {
  const functionName = /run/i.exec(text)?.[0] ?? '';
  const trace = await traced({ [path]: text }, { path, functionName }, syntax);
  const { functions } = trace;
  expect({
    calls: trace.calls.map(({ from, to, line }) => `${functions[from]?.name} ${line} ${functions[to]?.name}`),
    effects: trace.effects.map(({ kind }) => kind),
    exceptions: exceptionsOf(trace),
  }).toEqual({ calls, effects, exceptions });
});

it('names the functions of a file where the entry is none', async () => {
  const ask = (entry: { readonly path: string; readonly line?: number; readonly functionName?: string }) =>
    traced({ ...SHOP, 'notes.txt': 'x' }, entry, syntax);
  await expect(ask({ path: 'shop/orders.py', line: 1 })).rejects.toMatchObject({
    failure: { errorType: 'SYMBOL_NOT_FOUND', advice: expect.stringContaining('handle (line 6)') },
  });
  await expect(ask({ path: 'shop/orders.py', functionName: 'nothing' })).rejects.toThrow(/defines no function nothing/);
  await expect(ask({ path: 'notes.txt' })).rejects.toThrow(/no language that is known/);
});

it('tells what decides among many branches, in short', async () => {
  const branches = Array.from(
    { length: 1000 },
    (_, at) => `${at === 0 ? 'if' : 'elif'} x == ${at}:\n        return g(x)`,
  );
  const guards = Array.from({ length: 1000 }, (_, at) => `    if x < -${at}:\n        return g(x)`);
  const text = `def g(x):\n    return x\n\ndef f(x):\n${guards.join('\n')}\n    ${branches.join('\n    ')}\n    return g(x)\n`;
  const { calls } = await traced({ 'a.py': text }, { path: 'a.py', functionName: 'f' }, syntax);
  expect(calls[99]?.branches).toEqual([
    ...[95, 96, 97, 98].map((at) => `unless x < -${at} (returns in line ${6 + 2 * at})`),
    'if x < -99',
  ]);
  const short = `def g(x):\n    return x\n\ndef f(x):\n    ${branches.slice(0, 20).join('\n    ')}\n`;
  const { calls: few } = await traced({ 'a.py': short }, { path: 'a.py', functionName: 'f' }, syntax);
  expect(few.at(-1)?.branches).toEqual([
    ...[0, 1, 2].map((at) => `not x == ${at}`),
    'not (13 conditions between)',
    ...[16, 17, 18].map((at) => `not x == ${at}`),
    'if x == 19',
  ]);
});
