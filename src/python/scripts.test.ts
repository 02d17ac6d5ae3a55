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
  ['/etc/passwd', 'is outside workspace'],
  ['/workspace/../etc/a.py', 'is outside workspace'],
  ['a\0b', 'is outside workspace'],
  ['', 'is a directory'],
  ['.', 'is a directory'],
  ['a/', 'is a directory'],
  ['a\nb', 'control character'],
  ['\ud800', 'surrogate'],
  ['x'.repeat(256), 'more than 255 bytes'],
])('%j is refused', (name, fault) => {
  expect(() => scriptPath(name)).toThrow(fault);
});
