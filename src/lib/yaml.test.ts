/** YAML with its lines, and texts that are made to take long. */
import { expect, test } from 'vitest';
import { LARGEST_YAML, readYaml, type Value } from './yaml.ts';

function plain(value: Value): unknown {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'list') return value.items().map(plain);
  return Object.fromEntries(value.entries().map((entry) => [`${entry.key}:${entry.line}`, plain(entry.value)]));
}

test('values know their lines, and aliases are followed', () => {
  const read = readYaml('# rules\na:\n  - b: &x [1, "two"]\n    c: *x\n\n  - d:\n"e": yes\nf: true\r\n');
  expect('value' in read && plain(read.value)).toEqual({
    'a:2': [{ 'b:3': [1, 'two'], 'c:4': [1, 'two'] }, { 'd:6': null }],
    'e:7': 'yes',
    'f:8': true,
  });
});

test('an alias is of the last anchor before it', () => {
  const read = readYaml('a: &x 1\nb: *x\nc: &x 2\nd: *x\n');
  expect('value' in read && plain(read.value)).toEqual({ 'a:1': 1, 'b:2': 1, 'c:3': 2, 'd:4': 2 });
});

test.each([
  ['a list that is not closed', 'a:\n  - [b\nc: d\n', 3, /YAML/],
  ['a tab as indentation', 'a:\n\t- b\n', 2, /YAML/],
  ['a key that stands twice', 'a: 1\nb: 2\na: 3\n', 3, /"a" stands here twice/],
  ['a key that is no text', '? [a]\n: b\n', 1, /key must be a plain text/],
  ['an alias without an anchor', 'a: 1\nb: *nothing\n', 2, /no anchor/],
  ['a second document', 'a: 1\n---\nb: 2\n', 2, /second document/],
  ['an escape that there is not', 'a: 1\nb: "\\d"\n', 2, /escape/],
  ['an unknown tag', 'a: 1\nb: !!js/function "x"\n', 2, /tag/],
] as const)('%s is told with its line', (_, text, line, message) => {
  const read = readYaml(text);
  const [first] = 'mistakes' in read ? read.mistakes : [];
  expect(first).toEqual({ line, message: expect.stringMatching(message) });
});

test.each([
  ['lists in lists', '['.repeat(100_000), /60 deep/],
  ['lists in lists, by lines', '- '.repeat(100_000), /60 deep/],
  ['mappings in mappings', '{a: '.repeat(50_000), /60 deep/],
  ['keys of keys', '? '.repeat(100_000), /60 deep/],
  ['ever deeper lines', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''), /60 deep/],
  ['too many aliases', `a: &a x\nb: [${'*a, '.repeat(2_000)}]\n`, /aliases/],
  ['too long a text', `a: ${'x'.repeat(LARGEST_YAML)}`, /262144 is the limit/],
] as const)('refuses %s', (_, text, message) => {
  const read = readYaml(text);
  expect('mistakes' in read && read.mistakes[0]?.message).toMatch(message);
});

test('a billion laughs are not unfolded', () => {
  const laughs = Array.from({ length: 50 }, (_, level) => `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}x]`);
  const read = readYaml(`${laughs.join('\n').replaceAll('*a-1', 'x')}\n`);
  const last = 'value' in read && read.value.kind === 'map' ? read.value.entries().at(-1)?.value : undefined;
  expect(last?.kind === 'list' && last.items()).toHaveLength(10);
});

test('a list within itself is not unfolded', () => {
  const read = readYaml('a: &a [*a]\n');
  const [entry] = 'value' in read && read.value.kind === 'map' ? read.value.entries() : [];
  expect(entry?.value.kind === 'list' && entry.value.items()[0]?.kind).toBe('list');
});
