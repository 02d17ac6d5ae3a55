import { describe, expect, test } from 'vitest';
import { renderCondition } from './render.ts';
import { Terms } from './strings.ts';
import type { BoolTerm, IntTerm } from './term.ts';

const terms = new Terms();
const [x, y] = [terms.variable('int', 'x'), terms.variable('int', 'y')];
const [f, g] = [terms.variable('float', 'f'), terms.variable('float', 'g')];
const [s, t] = [terms.variable('str', 's'), terms.variable('str', 't')];
const p = terms.variable('bool', 'p');
const int = (value: number | bigint) => terms.int(value);
const isDigit = terms.lt(terms.int(-1), terms.strToInt(s));

const CASES: readonly (readonly [string, BoolTerm])[] = [
  [
    'x == 12345 and y == 7 * x + 3',
    terms.and(terms.eq(x, int(12345)), terms.eq(y, terms.add(terms.mul(int(7), x), int(3)))),
  ],
  ['x >= 0', terms.le(terms.zero, x)],
  ['x > 0', terms.lt(terms.zero, x)],
  ['x < 0', terms.lt(x, terms.zero)],
  ['x < y', terms.lt(x, y)],
  ['x >= y', terms.le(y, x)],
  ['x != y', terms.not(terms.eq(x, y))],
  ['x == y + 3', terms.eq(terms.sub(x, y), int(3))],
  ['x + y == 10', terms.eq(terms.add(x, y), int(10))],
  ['x * x + y * y <= 5', terms.le(terms.mul(x, x), terms.sub(int(5), terms.mul(y, y)))],
  ['2 * x <= 3 * y - 7', terms.le(terms.add(terms.mul(int(2), x), int(7)), terms.mul(int(3), y))],
  ['y // (x + 1) == x % -3', terms.eq(terms.floorDiv(y, terms.add(x, terms.one)), terms.mod(x, int(-3)))],
  ['x + int(p) == 4', terms.eq(terms.add(terms.boolToInt(p), x), int(4))],
  ['not p or x > 0', terms.implies(p, terms.lt(terms.zero, x))],
  ['p and (x > 0 or y > 0)', terms.and(p, terms.or(terms.lt(terms.zero, x), terms.lt(terms.zero, y)))],
  [
    'f < g if p else f == 0.5',
    terms.ite(p, terms.floatCompare('flt', f, g), terms.floatCompare('feq', f, terms.float(0.5))),
  ],
  ['not f < g', terms.not(terms.floatCompare('flt', f, g))],
  ['f != f', terms.isNan(f)],
  ['f == f', terms.not(terms.same(f, terms.float(Number.NaN)))],
  ['repr(f) == repr(-0.0)', terms.same(f, terms.float(-0))],
  ["abs(f) == float('inf')", terms.isInf(f)],
  [
    'f * 1e-07 <= -1e+16',
    terms.floatCompare('fle', terms.floatArithmetic('fmul', f, terms.float(1e-7)), terms.float(-1e16)),
  ],
  ['x / y < f', terms.floatCompare('flt', terms.trueDiv(x, y), f)],
  ['x < f', terms.compareMixed('intltfloat', x, f)],
  ['int(f) > 5', terms.lt(int(5), terms.floatToInt(f))],
  ["'ab' in s", terms.contains(s, terms.str('ab'))],
  ['t not in s', terms.not(terms.contains(s, t))],
  ["s.startswith('a') and s.endswith(t)", terms.and(terms.prefixOf(terms.str('a'), s), terms.suffixOf(t, s))],
  ['len(s) + len(t) == 3', terms.eq(terms.length(terms.concat(s, t)), int(3))],
  ['s[1:-2] == "it\'s"', terms.same(terms.substr(s, terms.one, terms.sub(terms.length(s), int(3))), terms.str("it's"))],
  ["s[2:] == ''", terms.same(terms.substr(s, int(2), terms.sub(terms.length(s), int(2))), terms.str(''))],
  ["s[:3] == 'abc'", terms.same(terms.substr(s, terms.zero, int(3)), terms.str('abc'))],
  ["(s[x:x + 1] if x >= 0 else '') == 'a'", terms.same(terms.substr(s, x, terms.one), terms.str('a'))],
  ["s.find('a') == -1", terms.eq(terms.indexOf(s, terms.str('a'), terms.zero), int(-1))],
  [
    "s.replace('a', 'b') == str(x) + t",
    terms.same(terms.replaceAll(s, terms.str('a'), terms.str('b')), terms.concat(terms.intToStr(x), t)),
  ],
  ['(int(s) if s.isascii() and s.isdigit() else -1) >= 0', isDigit],
  ["s >= 'b'", terms.not(terms.strLt(s, terms.str('b')))],
  ['True', terms.true],
];

test.each(CASES)('%s', (text, condition) => {
  expect(renderCondition(condition)).toBe(text);
});

describe('nothing is rendered', () => {
  test('of a function that is not known', () => {
    expect(renderCondition(terms.eq(terms.opaque('int', 'hash', [x]), x))).toBeUndefined();
  });

  test.each(['len', 'not a name', '2x'])('of a variable called %s', (name) => {
    expect(renderCondition(terms.le(terms.variable('int', name), terms.zero))).toBeUndefined();
  });

  test('when sharing would make it endless', () => {
    let term: IntTerm = x;
    for (let i = 0; i < 60; i++) term = terms.mod(terms.mul(terms.add(term, y), terms.add(term, y)), int(97));
    expect(renderCondition(terms.le(term, int(5)))).toBeUndefined();
  });

  test('when it is nested too deeply', () => {
    let term: IntTerm = x;
    for (let i = 0; i < 20_000; i++) term = terms.floorDiv(term, int(2));
    expect(renderCondition(terms.le(term, int(5)))).toBeUndefined();
  });
});
