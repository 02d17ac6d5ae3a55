/** Which ways to count, add up and group in a dictionary are one; and which only look so. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../../syntax/parse.ts';
import { pairWith } from '../pair.ts';
import { haveSameForm } from './same-form.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const PARAMETERS =
  'ws: list[str], fs: list[float], ps: list[tuple[str, int]], d: dict[str, int], bs: list[tuple[str, bool]]';

function areSame(left: string, right: string): boolean {
  const define = (name: string, body: string): string =>
    `def ${name}(${PARAMETERS}):\n${body.replace(/^/gm, '    ')}\n`;
  const module = parseModule(define('f', left) + define('g', right), parser);
  const definition = module.body[0];
  if (definition?.kind !== 'function') throw new TypeError('no function');
  return haveSameForm(module, pairWith(module, definition, 'g'));
}

/** A dictionary that a loop fills, in which `body` is done for each of `over`. */
const filled = (over: string, body: string): string =>
  `out = {}\nfor ${over}:\n${body.replace(/^/gm, '    ')}\nreturn out`;
const counted = (body: string): string => filled('w in ws', body);
const grouped = (body: string): string => filled('k, v in ps', body);

const COUNT = counted('out[w] = out.get(w, 0) + 1');
const GROUP = grouped('out.setdefault(k, []).append(v)');
const TOTAL = grouped('out[k] = out.get(k, 0) + v');

test.each([
  ['a count by both branches', COUNT, counted('if w in out:\n    out[w] += 1\nelse:\n    out[w] = 1')],
  ['a count that begins with 0', COUNT, counted('if w not in out:\n    out[w] = 0\nout[w] += 1')],
  ['a count by setdefault', COUNT, counted('out.setdefault(w, 0)\nout[w] += 1')],
  ['a count with the sum turned round', COUNT, counted('out[w] = 1 + out.get(w, 0)')],
  ['a count of each word', COUNT, 'return {w: ws.count(w) for w in ws}'],
  ['groups by both branches', GROUP, grouped('if k in out:\n    out[k].append(v)\nelse:\n    out[k] = [v]')],
  ['groups that begin empty', GROUP, grouped('if k not in out:\n    out[k] = []\nout[k].append(v)')],
  [
    'sets',
    grouped('out.setdefault(k, set()).add(v)'),
    grouped('if k in out:\n    out[k].add(v)\nelse:\n    out[k] = {v}'),
  ],
  ['sums', TOTAL, grouped('if k in out:\n    out[k] += v\nelse:\n    out[k] = v')],
  ['sums that begin with 0', TOTAL, grouped('if k not in out:\n    out[k] = 0\nout[k] += v')],
  [
    'keys that are computed',
    counted('out.setdefault(len(w), []).append(w)'),
    counted('if len(w) not in out:\n    out[len(w)] = []\nout[len(w)].append(w)'),
  ],
])('sees through %s', (_, left, right) => {
  expect(areSame(left, right)).toBe(true);
});

const SUM_OF_KEYS = (body: string): readonly [string, string] => [
  `${body}\nreturn sum(sorted(out))`,
  `${body}\nreturn sum(out)`,
];

test.each([
  [
    'a count that begins with 0 and is not raised',
    COUNT,
    counted('if w in out:\n    out[w] += 1\nelse:\n    out[w] = 0'),
  ],
  ['a count that begins too high', COUNT, counted('if w not in out:\n    out[w] = 1\nout[w] += 1')],
  ['a count by twos', COUNT, counted('if w in out:\n    out[w] += 2\nelse:\n    out[w] = 1')],
  ['a count that begins with a bool', COUNT, counted('if w in out:\n    out[w] += 1\nelse:\n    out[w] = True')],
  ['a count of what is there', COUNT, 'return {w: ws[1:].count(w) for w in ws}'],
  ['a count of some', COUNT, 'return {w: ws.count(w) for w in ws[1:]}'],
  ['a count in a dictionary that is not empty', COUNT, COUNT.replace('{}', '{"": 0}')],
  ['a count that is begun and not raised', COUNT, counted('if w not in out:\n    out[w] = 0\nelse:\n    out[w] += 1')],
  ['a count that begins anew', COUNT, counted('out[w] = 0\nout[w] += 1')],
  [
    'the size of the dictionary before and after',
    counted('if w not in out:\n    out[w] = 0\nout[w] = out[w] + len(out)'),
    counted('if w in out:\n    out[w] = out[w] + len(out)\nelse:\n    out[w] = len(out)'),
  ],
  [
    'groups that begin with their first item twice',
    GROUP,
    grouped('if k not in out:\n    out[k] = [v]\nout[k].append(v)'),
  ],
  ['groups without their first item', GROUP, grouped('if k not in out:\n    out[k] = []\nelse:\n    out[k].append(v)')],
  ['groups from the front', GROUP, grouped('if k in out:\n    out[k].insert(0, v)\nelse:\n    out[k] = [v]')],
  ['groups by another key', GROUP, grouped('if v in out:\n    out[k].append(v)\nelse:\n    out[k] = [v]')],
  ['one list for all groups', GROUP, `one = []\n${grouped('if k not in out:\n    out[k] = one\nout[k].append(v)')}`],
  ['groups of sets and of lists', GROUP, grouped('out.setdefault(k, set()).add(v)')],
  [
    'what a caller sees where an item raises',
    'for k, v in ps:\n    if k not in d:\n        d[k] = 0\n    d[k] += 1 // v',
    'for k, v in ps:\n    if k in d:\n        d[k] += 1 // v\n    else:\n        d[k] = 1 // v',
  ],
  [
    'sums of bools that begin with a bool',
    filled('k, v in bs', 'out[k] = out.get(k, 0) + v'),
    filled('k, v in bs', 'if k in out:\n    out[k] += v\nelse:\n    out[k] = v'),
  ],
  ['differences', grouped('out[k] = v - out.get(k, 0)'), grouped('out[k] = out.get(k, 0) - v')],
  ['the order of float keys', ...SUM_OF_KEYS('out = {}\nfor w in fs:\n    out[w] = 1\n    out[w] = 2')],
  ['the order of float keys of setdefault', ...SUM_OF_KEYS('out = {}\nfor w in fs:\n    out.setdefault(w, 1)')],
  ['the order of float keys of update', ...SUM_OF_KEYS('out = {}\nout.update([(w, 1) for w in fs])')],
  [
    'a key that is computed twice, and may be no number',
    filled('w in fs', 'out[w * 2] = 0\nout[w * 2] = out[w * 2] + 1'),
    filled('w in fs', 'out[w * 2] = 1'),
  ],
  [
    'groups by a key that is computed twice',
    filled('w in fs', 'out.setdefault(w * 2, []).append(1)'),
    filled('w in fs', 'if w * 2 not in out:\n    out[w * 2] = []\nout[w * 2].append(1)'),
  ],
  ['the order of floats in a slice', ...SUM_OF_KEYS('out = []\nout[0:0] = fs')],
  ['the order of float keys that are merged', ...SUM_OF_KEYS('out = {1: 2}\nout |= {w: 1 for w in fs}')],
])('does not take for the same: %s', (_, left, right) => {
  expect(areSame(left, right)).toBe(false);
});
