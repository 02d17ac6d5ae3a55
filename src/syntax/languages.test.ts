import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';

test.each([
  ['src/a.py', '', 'python'],
  ['a.PY', '', 'python'],
  ['a.d.ts', '', 'typescript'],
  ['a.tsx', '', 'tsx'],
  ['a.cjs', '', 'javascript'],
  ['Gemfile', '', 'ruby'],
  ['lib/Rakefile', '', 'ruby'],
  ['Cargo.lock', '', 'toml'],
  ['.bashrc', '', 'bash'],
  ['bin/run', '#!/usr/bin/env python3\n', 'python'],
  ['bin/run', '#! /usr/bin/env -S FOO=1 node --flag\n', 'javascript'],
  ['bin/run', '#!/usr/local/bin/python3.12 -u\n', 'python'],
  ['bin/run', '\uFEFF#!/bin/sh', 'bash'],
  ['bin/run', '#!/usr/bin/awk -f\n', 'text'],
  ['bin/run', 'print(1)\n#!/bin/sh\n', 'text'],
  ['README.md', '', 'markdown'],
  ['a.mdx', '', 'markdown'],
  ['a.ipynb', '', 'notebook'],
  ['a.vue', '', 'vue'],
  ['a.svelte', '', 'svelte'],
  ['a.txt', '#!/bin/sh\n', 'text'],
  ['README', '', 'text'],
  ['.gitignore', '', 'text'],
  ['a.constructor', '', 'text'],
  ['toString', '', 'text'],
  ['a.h', 'struct a { int class_of; };\nint f(void);\n', 'c'],
  ['a.h', '#include <vector>\n', 'cpp'],
  ['a.h', 'namespace a {\n', 'cpp'],
  ['a.h', 'struct a {\n public:\n  int b;\n};\n', 'cpp'],
])('%s %j is %s', (path, text, language) => {
  expect(languageOf({ path, text })).toBe(language);
});
