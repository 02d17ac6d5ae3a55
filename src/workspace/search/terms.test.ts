import { expect, it } from 'vitest';
import { decodeOccurrences, encodeOccurrences } from './forward.ts';
import { parseQuery } from './query.ts';
import { termsOf } from './terms.ts';

it.each([
  ['getUserName', 'getusername user name'],
  ['XMLHttpRequest2', 'xmlhttprequest2 xml http request'],
  ['parse_json __init__', 'parsejson pars json init'],
  ['caching cached caches cache', 'cach cach cach cach'],
  ['policies dropping calling classes status', 'polici drop call class status'],
  ['the how of', ''],
  ['über naïve', 'uber naiv'],
  ['検索機能', '検索 索機 機能'],
  ['a+b && "c"', ''],
])('splits %j', (text, terms) => {
  expect([...termsOf(text)].join(' ')).toBe(terms);
});

it('takes no word that is data', () => {
  expect([...termsOf('a'.repeat(65))]).toEqual([]);
});

it('joins neighbouring words of a query as identifiers do', () => {
  expect([...parseQuery('connection pools').terms]).toEqual([
    ['connect', { weight: 1, word: 'connection' }],
    ['pool', { weight: 1 / 1.02, word: 'pools' }],
    ['connectionpools', { weight: 0.6, word: 'connection pools' }],
    ['connectionpool', { weight: 0.6, word: 'connection pools' }],
  ]);
});

it('reads back what it packs', () => {
  const packed = encodeOccurrences([
    { term: 1, text: 3, names: 0 },
    { term: 200, text: 0, names: 9 },
    { term: 5_000_000, text: 99, names: 1 },
  ]);
  const read: number[][] = [];
  decodeOccurrences(packed, (...occurrence) => read.push(occurrence));
  expect(read).toEqual([
    [1, 3, 0],
    [200, 0, 7],
    [5_000_000, 31, 1],
  ]);
});
