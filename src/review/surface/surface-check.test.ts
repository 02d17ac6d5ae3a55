import { beforeAll, describe, expect, test } from 'vitest';
import { graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import { type Files, subjectOf } from '../../../test/reviewed.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import { indexedReferences } from './references.ts';
import { surfaceCheck } from './surface-check.ts';

let syntax: SyntaxApi;

beforeAll(async () => {
  syntax = await parsedSyntax();
});

/** The report of a change; `indexed`: which state the workspace has indexed. */
async function review(before: Files, after: Files, indexed: 'before' | 'after' = 'before') {
  const repository = graphedRepository(syntax);
  const files = indexed === 'before' ? before : after;
  await repository.push(files);
  const coverage = repository.indexer.coverage('everything');
  const unseen = { maskedLines: 0, brokenFiles: 0 };
  const references = indexedReferences({
    findReferences: async (request) => ({ ...repository.graph.findReferences(request), coverage }),
    async searchCode({ pattern }) {
      const word = new RegExp(`\\b${pattern}\\b`);
      const matches = Object.entries(files).flatMap(([file, text]) =>
        text.split('\n').flatMap((line, index) => {
          const match = { file, line: index + 1, column: 1, text: line, cut: false, before: [], after: [] };
          return word.test(line) ? [match] : [];
        }),
      );
      return { matches, totalMatches: matches.length, totalFiles: 0, filesSearched: 0, filesLeft: 0, unseen, coverage };
    },
  });
  const { surface, findings, omitted } = await surfaceCheck(syntax, references).run(
    subjectOf(before, after),
    async () => true,
  );
  return {
    changes: surface.map(({ kind, symbol, public: isPublic }) => `${isPublic ? '' : '(own) '}${kind} ${symbol}`),
    findings: findings.map(
      ({ rule, evidence }) => `${rule} ${evidence.map(({ file, line }) => `${file}:${line}`).join(' ')}`,
    ),
    omitted,
  };
}

/** The changes between two states of one file. */
async function changed(path: string, before: string, after: string): Promise<readonly string[]> {
  return (await review({ [path]: before }, { [path]: after })).changes;
}

describe('what breaks', () => {
  test.each([
    // Python, by griffe's kinds
    ['a.py', 'def f(): pass', 'def g(a): return a', ['object_removed f']],
    [
      'a.py',
      'def f(a):\n    return compute(a, 1, 2, 3)',
      'def g(a):\n    return compute(a, 1, 2, 3)',
      ['object_renamed f'],
    ],
    ['a.py', 'def f(): pass', 'class f: pass', ['object_changed_kind f']],
    ['a.py', 'def f(a, b): pass', 'def f(b, a): pass', ['parameter_moved f', 'parameter_moved f']],
    ['a.py', 'def f(a, b): pass', 'def f(a): pass', ['parameter_removed f']],
    ['a.py', 'def f(a): pass', 'def f(*, a): pass', ['parameter_changed_kind f']],
    ['a.py', 'def f(a=1): pass', 'def f(a=2): pass', ['parameter_changed_default f']],
    ['a.py', 'def f(a=1): pass', 'def f(a): pass', ['parameter_changed_required f']],
    ['a.py', 'def f(a): pass', 'def f(a, b): pass', ['parameter_added_required f']],
    ['a.py', 'def f() -> int: pass', 'def f() -> str: pass', ['return_changed_type f']],
    ['a.py', 'A: int = 1', 'A: str = 1', ['attribute_changed_type A']],
    ['a.py', 'A = 1', 'A = 2', ['attribute_changed_value A']],
    ['a.py', 'class A(B, C): pass', 'class A(B): pass', ['base_removed A']],
    ['a.py', 'class A:\n    def f(self, a): pass', 'class A:\n    def f(self): pass', ['parameter_removed A.f']],
    [
      'a.py',
      'class A:\n    def __init__(self):\n        self.x = 1',
      'class A:\n    def __init__(self):\n        self.y = 1',
      ['object_removed A.x'],
    ],
    // what is no breakage in Python
    ['a.py', 'def f(a): pass', 'def f(a, b=1): pass', []],
    ['a.py', 'def f(a): pass', 'def f(a, *args, **kw): pass', []],
    ['a.py', 'def f(a): pass', 'def f(*args, **kw): pass', []],
    ['a.py', 'def f(*, a): pass', 'def f(a): pass', []],
    ['a.py', 'def f(): pass', 'from .b import f', []],
    ['a.py', 'def f(): pass', 'from .b import *', []],
    ['a.py', 'class A(B): pass', 'class A(C): pass', []],
    // who may be meant
    ['a.py', 'def _f(): pass', '', ['(own) object_removed _f']],
    [
      'a.py',
      '__all__ = ["g"]\ndef f(): pass\ndef g(): pass',
      '__all__ = ["g"]\ndef g(): pass',
      ['(own) object_removed f'],
    ],
    ['_a.py', 'def f(): pass', '', ['(own) object_removed f']],
    ['tests/a.py', 'def f(): pass', '', ['(own) object_removed f']],
    // TypeScript and JavaScript
    ['a.ts', 'export function f() {}', 'function f() {}', ['object_removed f']],
    [
      'a.ts',
      'export function f(a: string) {}',
      'export function f(a: string, b: string) {}',
      ['parameter_added_required f'],
    ],
    ['a.ts', 'export function f(a: string) {}', 'export function f(a: string, b?: string) {}', []],
    ['a.ts', 'export function f(a: string) {}', 'export function f(a: number) {}', ['parameter_changed_type f']],
    ['a.ts', 'export const f = (): A => x;', 'export const f = (): A | undefined => x;', ['return_changed_type f']],
    ['a.ts', "export type A = 'a' | 'b';", "export type A = 'a';", ['attribute_changed_type A']],
    ['a.ts', "export type A = 'a';", "export type A = 'a' | 'b';", []],
    ['a.ts', 'export enum A { B, C }', 'export enum A { B }', ['object_removed A.C']],
    [
      'a.ts',
      'export interface A { b(): void }',
      'export interface A { b(): void; c(): void }',
      ['member_required A.c'],
    ],
    ['a.ts', 'export interface A { b: string }', 'export interface A { b: string; c: string }', ['field_required A.c']],
    ['a.ts', 'export interface A { b: string }', 'export interface A { b: string; c?: string }', []],
    ['a.ts', 'export interface A { b?: string }', 'export interface A { b: string }', ['field_required A.b']],
    ['a.ts', 'export class A { b() {} }', 'export class A { private b() {} }', ['visibility_lowered A.b']],
    ['a.ts', 'function f() {}', 'function g() {}', []],
    ['a.ts', 'export { f };\nfunction f() {}', 'export { f as g };\nfunction f() {}', ['object_removed f']],
    ['a.js', 'module.exports = { f };\nfunction f() {}', 'module.exports = {};\nfunction f() {}', ['object_removed f']],
    // the others
    ['a.go', 'package a\nfunc F(a int) {}', 'package a\nfunc F(a int, b int) {}', ['parameter_added_required F']],
    ['a.go', 'package a\nfunc F() {}', 'package a\n', ['object_removed F']],
    [
      'a.go',
      'package a\ntype I interface {\n\tA()\n}',
      'package a\ntype I interface {\n\tA()\n\tB()\n}',
      ['member_required I.B'],
    ],
    [
      'a.go',
      'package a\nfunc F() error { return nil }',
      'package a\nfunc F() (int, error) { return 0, nil }',
      ['return_changed_type F'],
    ],
    [
      'A.java',
      'public class A { public void f() {} }',
      'public class A { private void f() {} }',
      ['visibility_lowered A.f'],
    ],
    [
      'A.java',
      'public class A { public void f(int a) {} }',
      'public class A { public void f(long a) {} }',
      ['parameter_changed_type A.f'],
    ],
    [
      'A.java',
      'public interface A { void f(); }',
      'public interface A { void f(); void g(); }',
      ['member_required A.g'],
    ],
    ['A.java', 'public enum A { B, C }', 'public enum A { B }', ['object_removed A.C']],
    ['a.rs', 'pub fn f() {}', 'pub(crate) fn f() {}', ['visibility_lowered f']],
    ['a.rs', 'pub enum A { B, C }', 'pub enum A { B }', ['object_removed A.C']],
    ['a.rs', 'pub trait A { fn f(&self); }', 'pub trait A { fn f(&self); fn g(&self); }', ['member_required A.g']],
    ['a.rs', 'pub trait A { fn f(&self); }', 'pub trait A { fn f(&self); fn g(&self) {} }', []],
    [
      'A.cs',
      'public class A { public void F(int a) {} }',
      'public class A { public void F(int a, int b) {} }',
      ['parameter_added_required A.F'],
    ],
    [
      'A.cs',
      'public class A { public int B { get; } }',
      'public class A { internal int B { get; } }',
      ['visibility_lowered A.B'],
    ],
    [
      'a.php',
      '<?php class A { public function f($a) {} }',
      '<?php class A { public function f() {} }',
      ['parameter_removed A.f'],
    ],
    [
      'a.php',
      '<?php class A { public function f() {} }',
      '<?php class A { protected function f() {} }',
      ['visibility_lowered A.f'],
    ],
    ['a.rb', 'class A\n  def f(a); end\nend', 'class A\n  def f(a, b); end\nend', ['parameter_added_required A.f']],
    ['a.rb', 'class A\n  def f; end\nend', 'class A\n  private\n  def f; end\nend', ['visibility_lowered A.f']],
    ['a.rb', 'class A\n  def f(b: 1); end\nend', 'class A\n  def f(c: 1); end\nend', ['parameter_removed A.f']],
    [
      'a.kt',
      'class A {\n    fun f(a: Int) {}\n}',
      'class A {\n    fun f(a: Int, b: Int) {}\n}',
      ['parameter_added_required A.f'],
    ],
    ['a.kt', 'class A {\n    fun f() {}\n}', 'class A {\n    internal fun f() {}\n}', ['visibility_lowered A.f']],
    [
      'a.scala',
      'class A { def f(a: Int): Int = 1 }',
      'class A { def f(a: String): Int = 1 }',
      ['parameter_changed_type A.f'],
    ],
    ['a.h', 'int f(int a);', 'int f(int a, int b);', ['parameter_added_required f']],
    ['a.hpp', 'class A { public: void f(); };', 'class A { private: void f(); };', ['visibility_lowered A.f']],
  ] as const)('%s: %s -> %s', async (path, before, after, expected) => {
    const asked = await changed(path, `${before}\n`, `${after}\n`);
    expect(asked).toEqual(expected);
  });
});

describe('who is hit', () => {
  const USED = { 'lib.py': 'def f(a):\n    return a\n', 'app.py': 'from lib import f\n\nf(1)\n' };

  test('an import of what is gone, before and after it is indexed', async () => {
    const after = { ...USED, 'lib.py': 'def g():\n    return 1\n' };
    for (const indexed of ['before', 'after'] as const) {
      const { findings } = await review(USED, after, indexed);
      expect(findings).toEqual(['surface/object_removed app.py:1']);
    }
  });

  test('nobody that asks a module for names which it makes on demand', async () => {
    const made = 'def __getattr__(name):\n    return 1\n';
    const b = 'from a import f\n';
    const { findings, changes } = await review({ 'a.py': 'def f(): pass\n', 'b.py': b }, { 'a.py': made, 'b.py': b });
    expect({ findings, changes }).toEqual({ findings: [], changes: [] });
  });

  test('is not known of a module by another name, and of calls that spread', async () => {
    const others = { 'b.py': 'import a as z\nz.f(1)\n', 'c.py': 'from a import g\ng(*xs)\n' };
    const before = { 'a.py': 'def f(x): pass\ndef g(x): pass\n', ...others };
    const after = { 'a.py': 'def g(x, y): pass\n', ...others };
    const { findings, omitted } = await review(before, after, 'after');
    expect(findings).toEqual([]);
    expect(omitted).toMatchObject([
      { what: 'f', why: expect.stringContaining('b.py:2') },
      { what: 'g', why: expect.stringContaining('c.py:2') },
    ]);
  });

  test('nothing that the change mended, moved or only seems to be of that name', async () => {
    const mended = { 'lib.py': 'def g():\n    return 1\n', 'app.py': 'from lib import g\n\ng()\n' };
    expect((await review(USED, mended)).findings).toEqual([]);
    const moved = { ...USED, 'lib.py': 'from new import f\n', 'new.py': USED['lib.py'] };
    expect((await review(USED, moved)).findings).toEqual([]);
    const other = { 'lib.py': USED['lib.py'], 'app.py': 'from other import f\n\nf(1)\n' };
    expect((await review(other, { ...other, 'lib.py': '' })).findings).toEqual([]);
  });

  test('nothing that an import of the same name in another folder means', async () => {
    const lib = 'export function f() {}\n';
    const before = {
      'src/utils/lib.ts': lib,
      'src/jwt/app.ts': "import { f } from '../utils/lib';\n",
      'copy/utils/lib.ts': lib,
      'copy/jwt/app.ts': "import { f } from '../utils/lib.ts';\n",
      'a/lib.py': 'def f(): pass\n',
      'a/app.py': 'from .lib import f\n',
      'b/lib.py': 'def f(): pass\n',
      'b/c/app.py': 'from ..lib import f\n',
    };
    const after = { ...before, 'src/utils/lib.ts': '', 'b/lib.py': '' };
    const { findings } = await review(before, after);
    expect(findings).toEqual(['surface/object_removed b/c/app.py:1', 'surface/object_removed src/jwt/app.ts:1']);
  });

  test('nothing of a method that another class has now', async () => {
    const use = '    def m(self):\n        self.f()\n';
    const before = { 'lib.py': `class A:\n    def f(self):\n        pass\n${use}` };
    const after = { 'lib.py': `class Base:\n    def f(self):\n        pass\nclass A(Base):\n${use}` };
    expect((await review(before, after)).findings).toEqual([]);
    const gone = { 'lib.py': `class A:\n${use}` };
    expect((await review(before, gone)).findings).toEqual(['surface/object_removed lib.py:3']);
  });

  test('calls whose arguments no longer fit, and no others', async () => {
    const before = { ...USED, 'fit.py': 'from lib import f\n\nf(1, *x)\n', 'both.py': 'from lib import f\n\nf(a=1)\n' };
    const after = {
      ...before,
      'lib.py': 'def f(a, b):\n    return a\n',
      'both.py': 'from lib import f\n\nf(1, b=2)\n',
    };
    expect((await review(before, after)).findings).toEqual(['surface/parameter_added_required app.py:3']);
    const optional = { ...before, 'lib.py': 'def f(a, b=1):\n    return a\n' };
    expect((await review(before, optional)).findings).toEqual([]);
  });

  test.each([
    [
      'TypeScript',
      { 'lib.ts': 'export function f(a: string) {}\n', 'app.ts': "import { f } from './lib';\nf('a');\n" },
      'lib.ts',
      'export function f() {}\n',
      'surface/parameter_removed app.ts:2',
    ],
    [
      'TypeScript, renamed',
      {
        'lib.ts': 'export const valueOfSomething = compute(1, 2, 3);\n',
        'app.ts': "import { valueOfSomething } from './lib';\n",
      },
      'lib.ts',
      'export const value = compute(1, 2, 3);\n',
      'surface/object_renamed app.ts:1',
    ],
    [
      'Go',
      { 'lib/lib.go': 'package lib\n\nfunc F(a int) {}\n', 'lib/use.go': 'package lib\n\nfunc use() { F(1) }\n' },
      'lib/lib.go',
      'package lib\n\nfunc F() {}\n',
      'surface/parameter_removed lib/use.go:3',
    ],
    [
      'Java',
      {
        'a/A.java': 'package a;\npublic class A { public static void f(int x) {} }\n',
        'a/B.java': 'package a;\nclass B { void m() { A.f(1); } }\n',
      },
      'a/A.java',
      'package a;\npublic class A { public static void f(int x, int y) {} }\n',
      'surface/parameter_added_required a/B.java:2',
    ],
    [
      'Rust',
      { 'src/lib.rs': 'mod a;\nuse crate::a::f;\npub fn m() { f(1) }\n', 'src/a.rs': 'pub fn f(x: i32) {}\n' },
      'src/a.rs',
      'pub fn g(x: i64) {}\n',
      'surface/object_removed src/lib.rs:2',
    ],
  ] as const)('%s', async (_, before, path, text, finding) => {
    expect((await review(before, { ...before, [path]: text })).findings).toEqual([finding]);
  });

  test('a file without grammar is told', async () => {
    const { omitted } = await review({ 'a.swift': 'func f() {}\n' }, { 'a.swift': 'func g() {}\n' });
    expect(omitted).toMatchObject([{ what: 'a.swift' }]);
  });
});
