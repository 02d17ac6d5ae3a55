/** What the engine takes for granted about characters, on every code point of the real CPython. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import type { Cpython } from '../replay/replayer.ts';
import { type Regex, regexText } from './regex.ts';
import { ASCII_PREDICATES, ASCII_WHITESPACE, mapText, TEXT_MAPS, WHITESPACE } from './text-functions.ts';

let cpython: Cpython;
beforeAll(async () => {
  cpython = await bootNodeKernel();
});

/** The value of a Python program's last expression, a JSON text. */
async function ask<T>(program: string): Promise<T> {
  const result = await cpython.evaluate({ program: `import json\n${program}`, stepLimit: 20_000_000_000 });
  if (result.status !== 'ok') throw new Error(JSON.stringify(result));
  return JSON.parse(result.value);
}

function rangesOf(regex: Regex): unknown {
  if (regex.kind !== 'class') throw new Error(`${regexText(regex)} is no class`);
  return regex.ranges;
}

const RANGES = `
def ranges(holds, last=0x10ffff):
    found = []
    for code in range(last + 1):
        if not holds(chr(code)): continue
        if found and found[-1][1] == code - 1: found[-1][1] = code
        else: found.append([code, code])
    return found
`;

test('whitespace is what strip, split and isspace go by', async () => {
  const [stripped, split, spaces] = await ask<unknown[]>(
    `${RANGES}\njson.dumps([ranges(lambda c: not c.strip()), ranges(lambda c: c.split() == []), ranges(str.isspace)])`,
  );
  expect([stripped, split, spaces]).toEqual([rangesOf(WHITESPACE), rangesOf(WHITESPACE), rangesOf(WHITESPACE)]);
  const ofBytes = await ask<unknown>(`${RANGES}\njson.dumps(ranges(lambda c: not c.encode('latin-1').strip(), 255))`);
  expect(ofBytes).toEqual(rangesOf(ASCII_WHITESPACE));
});

test('conversions of case make no text shorter, and none more than three times as long', async () => {
  const sizes = await ask<Record<string, [number, number]>>(
    `names = ${JSON.stringify(TEXT_MAPS)}
json.dumps({n: [f(len(getattr(chr(c), n)()) for c in range(0x110000)) for f in (min, max)] for n in names})`,
  );
  for (const name of TEXT_MAPS) {
    const [least, most] = sizes[name] ?? [0, 0];
    expect(least, name).toBe(1);
    expect(most, name).toBeLessThanOrEqual(3);
  }
});

test('upper leaves no small ASCII letter and lower no capital one, and both leave their own results alone', async () => {
  const counts = await ask<number[]>(
    `from string import ascii_lowercase as small, ascii_uppercase as capital
codes = range(0x110000)
json.dumps([
    sum(any(x in small for x in c.upper()) for c in map(chr, codes)),
    sum(any(x in capital for x in c.lower()) for c in map(chr, codes)),
    *(sum(getattr(getattr(c, n)(), n)() != getattr(c, n)() for c in map(chr, codes)) for n in ("upper", "lower", "casefold")),
    *(sum((a + c).lower().lower() != (a + c).lower() for c in map(chr, codes)) for a in ("", "a")),
])`,
  );
  expect(counts).toEqual(counts.map(() => 0));
});

test('ASCII conversions and predicates are those of CPython', async () => {
  const texts = [
    '',
    'a',
    'Z',
    'aB c',
    'hello World',
    "it's",
    '3d',
    'A1b',
    '_x',
    '\t',
    ' ~',
    '\u007f',
    'aBC dEF',
    '9',
    'a\u0000B',
  ];
  const converted = await ask<string[][]>(
    `json.dumps([[getattr(t, n)() for t in ${JSON.stringify(texts)}] for n in ${JSON.stringify(TEXT_MAPS)}])`,
  );
  expect(converted).toEqual(TEXT_MAPS.map((name) => texts.map((text) => mapText(name, text))));
  expect(Object.keys(ASCII_PREDICATES).length).toBe(12);
});
