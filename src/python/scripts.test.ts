import { expect, it } from 'vitest';
import { scriptPath } from './scripts.ts';

it.each([
  ['report', 'scripts/report.py'],
  ['report.py', 'scripts/report.py'],
  ['v1.2', 'scripts/v1.2.py'],
  ['Größe 😀', 'scripts/Größe 😀.py'],
  ['./main', 'main.py'],
  ['tools//a/./b.py', 'tools/a/b.py'],
  ['/workspace/main.py', 'main.py'],
  ['scripts/report', 'scripts/report.py'],
])('%s is %s', (name, path) => {
  expect(scriptPath(name)).toBe(path);
});

it.each([
  ['../a', 'is outside workspace'],
  ['a/../../b', 'is outside workspace'],
  ['/etc/passwd', 'is outside workspace'],
  ['/workspace/../etc/a.py', 'is outside workspace'],
  ['', 'is outside workspace'],
  ['.', 'names no file'],
  ['.py', 'names no file'],
  ['a/', 'names no file'],
  ['a\0b', 'control character'],
  ['a\nb', 'control character'],
  ['\ud800', 'surrogate'],
  ['x'.repeat(201), 'longer than'],
])('%j is refused', (name, fault) => {
  expect(() => scriptPath(name)).toThrow(fault);
});
