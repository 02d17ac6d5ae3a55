/** What holds for every file: real ones from packages, broken ones, and long ones. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from './analyze.ts';
import { MOST_SECTIONS } from './select.ts';
import type { FileFacts } from './service.ts';

const PACKAGES = new URL('../../node_modules/', import.meta.url).pathname;
/** Of a language, so many files and bytes each are read. */
const MOST_FILES = 6;
const MOST_BYTES = 200_000;
const EXTENSIONS = ['js', 'mjs', 'ts', 'tsx', 'py', 'c', 'h', 'cc', 'sh', 'json', 'yaml', 'yml', 'toml', 'html', 'css'];

const grammars = await loadTreeSitter();

describe('real files', () => {
  const files = realFiles();
  test('there are some of most languages', () => {
    expect(files.length).toBeGreaterThan(30);
  });
  test.each(EXTENSIONS)('%s', async (extension) => {
    for (const path of files.filter((each) => each.endsWith(`.${extension}`))) {
      const text = readFileSync(path, 'utf8');
      await expectSound(path, text);
      // Cut in the middle, which is no longer of the language.
      await expectSound(path, text.slice(0, text.length >> 1));
      await expectSound(path, text.slice(text.length / 3));
    }
  });
});

/** One unit of each language and the names that it defines; units stand behind each other. */
const UNITS: readonly (readonly [file: string, names: number, unit: string])[] = [
  ['a.py', 2, '# Does.\n@b\nclass A(B):\n    def f(self, a: C): return a.g(D(x=1))\n'],
  ['a.js', 2, '/** Does. */\nclass A extends B { f(a) { return a.g(new C(), (x) => x.y); } }\n'],
  ['a.ts', 3, "export class A<T> extends B<T> { x: C = 1; f(a: T) { return import('b').then((c) => c.d); } }\n"],
  ['a.tsx', 1, 'export const A = ({ b }: C) => <D e={b}><f.G>{b.map((h) => <H i={h} />)}</f.G></D>;\n'],
  ['a.go', 3, 'type A struct{ b C }\n\n// F does.\nfunc (a *A) F(c D) int { return c.G(func() { H() }) }\n'],
  ['a.rs', 3, '/// Does.\n#[b]\nstruct A { c: D }\nimpl A { fn f(&self, a: C) -> D { a.g(E { x: h!(i) }) } }\n'],
  ['a.java', 3, 'class A extends B { @C int x; int f(D a) { return a.g(new E(), y -> y.z()); } }\n'],
  [
    'a.c',
    3,
    'struct s { int x; };\nstatic int *f(struct s *a) { for (int i = 0; i < 3; i++) g(a->x, i); return 0; }\n',
  ],
  [
    'a.cpp',
    3,
    'template <typename T> class A : B<T> { int f(T a) { return a.g(c::d()); } };\nint A::h() { return 1; }\n',
  ],
  ['a.cs', 3, 'class A : B { int F(int a) { return a.G(new C()); } int x; }\n'],
  ['a.rb', 2, 'class A < B\n  # Does.\n  def f(a)\n    a.g(C.new) { |x| h(x) }\n  end\nend\n'],
  ['a.php', 3, 'class A extends B { private int $x; function f(C $a) { return $this->g(new D($a)); } }\n'],
  ['a.sh', 1, 'f() {\n  local a=$1\n  g "$a" | h\n}\n'],
  ['a.kt', 3, 'class A(val x: Int) : B() {\n    fun f(a: C): D = a.g(E(x))\n}\n'],
  ['a.scala', 3, 'class A extends B {\n  val x = 1\n  def f(a: C): D = a.g(new E(x))\n}\n'],
  ['a.lua', 2, 'function a.f(b)\n  return b.c(D { x = 1 })\nend\nlocal function g() end\n'],
  ['a.toml', 2, '[a]\nb = { c = 1 }\n'],
  ['a.css', 2, '.a { --b: 1; color: var(--c) }\n'],
];
const UNITS_BYTES = 300_000;

test.each(UNITS)('a long file takes work by its size: %s', async (path, names, unit) => {
  const times = Math.floor(UNITS_BYTES / unit.length);
  const text = (path.endsWith('.php') ? '<?php\n' : '') + unit.repeat(times);
  const { symbols, damaged } = await analyze({ path, text }, grammars);
  expect(damaged).toBe(false);
  const ofFile = ['a.toml', 'a.css'].includes(path) ? Math.min(MOST_SECTIONS, times * names) : times * names;
  expect(symbols.filter(({ kind }) => kind !== 'variable').length).toBe(ofFile);
});

test('of many keys, the first are sections', async () => {
  const keys = Array.from({ length: 30_000 }, (_, index) => `"key${index}"`);
  const json = await analyze({ path: 'a.json', text: `{${keys.map((key) => `${key}: {}`).join(',\n')}}` }, grammars);
  const yaml = await analyze({ path: 'a.yaml', text: keys.map((key) => `${key}: 1\n`).join('') }, grammars);
  const html = await analyze({ path: 'a.html', text: keys.map((key) => `<p id=${key}>a</p>\n`).join('') }, grammars);
  for (const { symbols } of [json, yaml, html]) {
    expect(symbols.length).toBe(MOST_SECTIONS);
    expect(symbols.at(-1)?.name).toBe(`key${MOST_SECTIONS - 1}`);
  }
});

async function expectSound(path: string, text: string): Promise<void> {
  const facts = await analyze({ path, text }, grammars);
  expect(await analyze({ path, text }, grammars), path).toEqual(facts);
  expect(faultsOf(facts), path).toEqual([]);
}

function faultsOf({ chunks, lines, references, symbols }: FileFacts): string[] {
  const faults: string[] = [];
  let next = 1;
  for (const { lineStart, lineEnd } of chunks) {
    if (lineStart !== next || lineEnd < lineStart)
      faults.push(`chunk ${lineStart}-${lineEnd} where line ${next} is next`);
    next = lineEnd + 1;
  }
  if (next !== lines + 1) faults.push(`chunks end before line ${next}, the file after ${lines}`);
  let before = 1;
  const open: { readonly lineStart: number; readonly lineEnd: number }[] = [];
  for (const { name, lineStart, lineEnd, nameLine } of symbols) {
    if (lineStart < before || lineEnd > lines) faults.push(`${name} at ${lineStart}-${lineEnd} of ${lines}`);
    if (nameLine < lineStart || nameLine > lineEnd) faults.push(`${name} is named in line ${nameLine}`);
    before = lineStart;
    while (open.length > 0 && (open.at(-1)?.lineEnd ?? 0) <= lineStart) open.pop();
    const around = open.at(-1);
    if (around !== undefined && lineStart > around.lineStart && lineEnd > around.lineEnd)
      faults.push(`${name} overlaps`);
    open.push({ lineStart, lineEnd });
  }
  for (const { name, within } of references) {
    if (within !== undefined && symbols[within] === undefined) faults.push(`${name} is in no symbol`);
  }
  return faults;
}

/** Files of installed packages, in the order of their paths. */
function realFiles(): readonly string[] {
  const found = new Map<string, string[]>(EXTENSIONS.map((extension) => [extension, []]));
  const paths = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).sort();
  for (const path of paths) {
    const files = found.get(path.slice(path.lastIndexOf('.') + 1));
    if (files === undefined || files.length >= MOST_FILES) continue;
    const full = join(PACKAGES, path);
    const { size } = statSync(full);
    if (size > 200 && size < MOST_BYTES) files.push(full);
  }
  return [...found.values()].flat();
}
