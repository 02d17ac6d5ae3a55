import { expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { factsOf } from '../../../test/syntax-facts.ts';
import { analyze } from '../analyze.ts';

const grammars = loadTreeSitter();

const GUIDE_MD = `
---
title: A guide
---

# Guide to \`shop\` #

Text
over lines
----------

\`\`\`sh
# no heading
\`\`\`

<!-- a comment
# no heading
-->

- an item
---

> # quoted

    # indented

### Deep [link](https://a.b/c)

#no heading

# End

<p>
# no heading
</p>
`;

test('Markdown: headings are sections', async () => {
  expect(await factsOf('docs/guide.md', GUIDE_MD)).toEqual({
    symbols: [
      '5-28 section Guide to shop | # Guide to `shop`',
      '7-28 section Guide to shop/Text over lines | ## Text over lines',
      '26-28 section Guide to shop.Text over lines/Deep link | ### Deep [link](https://a.b/c)',
      '30-34 section End | # End',
    ],
    references: [],
    imports: [],
    damaged: false,
  });
});

async function chunksOf(path: string, text: string) {
  const { chunks } = await analyze({ path, text }, await grammars);
  return chunks.map(({ lineStart, lineEnd, scope }) => `${lineStart}-${lineEnd} ${scope}`);
}

test('a chunk is a section, with the sections in it where it is small', async () => {
  const text = (count: number): string => 'words\n'.repeat(count);
  const guide = `Before.\n# A\n## B\n${text(30)}## C\n${text(20)}### D\n${text(3)}# E\n${text(100)}`;
  expect(await chunksOf('a.md', guide)).toEqual(['1-1 ', '2-33 A', '34-58 A.C', '59-138 E', '139-159 E']);
});

test('Markdown without headings is text', async () => {
  expect(await chunksOf('a.md', 'a\n\nb\n')).toEqual(['1-3 ']);
  expect(await chunksOf('a.md', '')).toEqual([]);
});

const NOTEBOOK = `
{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Data\\n",
    "words"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [{ "text": "def no(): pass" }],
   "source": [
    "%matplotlib inline\\n",
    "!pip install shop\\n",
    "from shop import load\\n",
    "\\n",
    "def read(path):\\n",
    "    \\"\\"\\"Reads.\\"\\"\\"\\n",
    "    return load(path)"
   ]
  },
  {
   "cell_type": "code",
   "source": "class A:\\n    def f(self): return read('a')\\n"
  },
  {
   "cell_type": "code",
   "source": ["%%bash\\n", "ls ("]
  },
  {
   "cell_type": "markdown",
   "source": ["## Model\\n", "\\n", "# End"]
  },
  {
   "cell_type": "raw",
   "source": ["def no(): pass"]
  }
 ],
 "metadata": { "kernelspec": { "language": "python" } },
 "nbformat": 4
}
`;

test('notebooks: cells, in lines of the file', async () => {
  expect(await factsOf('a.ipynb', NOTEBOOK)).toEqual({
    symbols: [
      '6-33 section Data | # Data',
      '18-20 function read | def read(path) | Reads.',
      '25 class A | class A',
      '25 method A/f | def f(self)',
      '33-42 section End | # End',
      '33 section Data/Model | ## Model',
    ],
    references: ['20 call load in read', '25 call read in f'],
    imports: ['16 shop | load'],
    damaged: false,
  });
});

test.each([
  ['julia', [], false],
  ['C++17', [], false],
  ['rust', ['f'], false],
  ['python', [], true],
])('the language of a notebook is that of its kernel: %s', async (name, names, damaged) => {
  const cell = { cell_type: 'code', source: ['fn f() { g(); }'] };
  const text = JSON.stringify({ cells: [cell], metadata: { language_info: { name } } });
  const facts = await analyze({ path: 'a.ipynb', text }, await grammars);
  expect(facts.symbols.map((symbol) => symbol.name)).toEqual(names);
  expect(facts).toMatchObject({ language: 'notebook', damaged });
  if (name !== 'python') expect(facts.references).toEqual([]);
});

test.each(['', '{', '[]', '{"cells": 1}', '{"cells": [', 'def f(): pass'])('%j is no notebook', async (text) => {
  expect(await analyze({ path: 'a.ipynb', text }, await grammars)).toMatchObject({ symbols: [], damaged: true });
});

const SHOP_VUE = `
<!-- <script>const no = 1</script> -->
<script lang="ts">
export const LIMIT = 3
</script>

<script setup lang="ts" generic="T extends Array<number>">
import Item from './Item.vue'

function add(item: Thing) {
  return save(item, LIMIT)
}
</script>

<template>
  <Item><template #a /><script>no()</script></Item>
</template>

<style>.a { color: red }</style>
`;

test('Vue: scripts are code', async () => {
  expect(await factsOf('Shop.vue', SHOP_VUE)).toEqual({
    symbols: ['3 constant LIMIT | export const LIMIT = 3', '9-11 function add | function add(item: Thing)'],
    references: ['9 type Thing in add', '10 call save in add', '10 use LIMIT in add'],
    imports: ['7 ./Item.vue | default as Item'],
    damaged: false,
  });
});

const SHOP_SVELTE = `
<script module>
  export const limit = 3;
</script>
<script>
  import { save } from '$lib/save.js';
  let { item } = $props();
  function add() { save(item); }
</script>

<svelte:head><script>no()</script></svelte:head>
<button onclick={() => add()}>{item}</button>
`;

test('Svelte: scripts are code', async () => {
  expect(await factsOf('Shop.svelte', SHOP_SVELTE)).toEqual({
    symbols: ['2 constant limit | export const limit = 3', '7 function add | function add()'],
    references: ['6 call $props', '7 call save in add', '7 use item in add'],
    imports: ['5 $lib/save.js | save'],
    damaged: false,
  });
});

test('components end chunks where a part ends', async () => {
  const script = `<script>\n${'call()\n'.repeat(38)}</script>\n`;
  const template = `<template>\n${'<p />\n'.repeat(50)}</template>\n`;
  expect(await chunksOf('a.vue', script + template)).toEqual(['1-40 ', '41-92 ']);
  expect(await chunksOf('a.vue', '<script lang="coffee">\na\n</script>\n')).toEqual(['1-3 ']);
  expect(await chunksOf('a.vue', '<template>\n<p>\n')).toEqual(['1-2 ']);
});

test.each([
  ['a.md', '# a\n'],
  ['a.md', '<!--'],
  ['a.md', '```\n'],
  ['a.md', '['],
  ['a.md', '- '],
  ['a.md', 'a\n---\n'],
  ['a.vue', '<template>'],
  ['a.vue', '<script>'],
  ['a.vue', '<a "'],
  ['a.svelte', '<script '],
  ['a.svelte', '<!--'],
  ['a.svelte', '<style></'],
  ['a.ipynb', '{"cells":['],
  ['a.ipynb', '{"cells":[{"source":"'],
])('%s: work grows with the file: %j', async (path, unit) => {
  const text = unit.repeat(Math.floor(300_000 / unit.length));
  const { chunks, lines } = await analyze({ path, text }, await grammars);
  expect(chunks.at(-1)?.lineEnd).toBe(lines);
});
