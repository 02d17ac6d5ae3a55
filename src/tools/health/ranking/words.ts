/** Texts as terms for `find_tools`: stems, with one term for words that mean the same, and one for each kind of name. */
import { stem } from '../../../workspace/search/stem.ts';
import { STOP_WORDS } from '../../../workspace/search/stop-words.ts';
import { partsOf } from '../../../workspace/search/terms.ts';
import { SYNONYMS } from './synonyms.ts';

/** Words that say nothing of what is wanted, and `news`, whose stem is that of `new`. */
const SILENT: ReadonlySet<string> = new Set(
  `a an and are as at be been by can could d did do does doing for from had has have having i if in into is it its just let ll m me my of
on or our out please quite rather re s should so some such t than that the their them then there these they this those to too ve very was
we were will with would you your news`.split(/\s+/),
);

/** Words of every kind of question: they tell little, and more than nothing (`who uses it`). */
const FAINT: ReadonlySet<string> = new Set(
  [
    ...STOP_WORDS,
    ...`give show make want need know tell help look see find get take go come put everything way good great
really possible possibly quickly easily two three one first many kind sort lot bit try work start`.split(/\s+/),
  ].map(stem),
);

/** Stands for a word that no tool has: something of the user's own, which is what searches are for. */
export const SOMETHING = stem('something');

/** Whether a term tells little. */
export function isFaint(term: string): boolean {
  return FAINT.has(term);
}

const PHRASES: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap(([meant = '', ...words]) =>
    words.filter((word) => word.includes(' ')).map((phrase): [string, string] => [phrase, meant]),
  ),
);
const PHRASE = new RegExp(`\\b(?:${[...PHRASES.keys()].join('|')})\\b`, 'g');

const SINGLE: readonly (readonly [word: string, meant: string])[] = SYNONYMS.flatMap(([meant = '', ...words]) =>
  [meant, ...words].filter((word) => !word.includes(' ')).map((word): [string, string] => [word, stem(meant)]),
);

/** The term of words with synonyms: by the word as it is, which goes first, and by its stem. */
export const MEANT: ReadonlyMap<string, string> = new Map([
  ...SINGLE.map(([word, meant]): [string, string] => [stem(word), meant]).toReversed(),
  ...SINGLE,
]);

/** Names in a question by their shape, each with the words that stand for it. */
const SHAPES: readonly (readonly [shape: RegExp, words: string])[] = [
  [/\bhttps?:\/\/\S+/g, ' url '],
  [/(["“”`])[^"“”`]*\1/g, ' quoted '],
  [/\b(?:ModuleNotFound|Import)Error\b|\b(?:requirements\.txt|pyproject\.toml)\b/g, ' install '],
  [/\bFileNotFoundError\b/g, ' file missing '],
  [/\bMemoryError\b|\bout of memory\b/g, ' exception ram '],
  [/\bTimeout(?:Error|Exception)\b/g, ' exception stuck '],
  [/\bKeyboardInterrupt\b/g, ' interrupt '],
  [/\b[A-Z]\w*(?:Error|Exception)\b/g, ' exception '],
  [/\b(?:v|version |release )\d+(?:\.\d+)*\b/g, ' release '],
  [/\blines? \d+(?:\s*(?:-|–|to|and|through)\s*\d+)?/g, ' line number '],
  [/\b(?:Dockerfile|Makefile|README|LICENSE|CHANGELOG)\b/g, ' file '],
  [/\b(?:drop|throw|stick)\b(?=.{0,300}\b(?:in|into|onto)\b)/g, ' write '],
  [
    /(?<=\b(?:code|script|cell|program|notebook|run|python) )(?:wrote|writes?|written|created?|made|saved?|left|leaves?)\b/g,
    ' produced ',
  ],
  [/\btools? (?:for|to|that)\b(?! use)/g, ' '],
  [/(?:^|(?<=\s))\/?(?:workspace|outputs)\/\S*/g, ' session file '],
  [/(?:^|(?<=\s))\/workspace\b/g, ' session '],
  [/(?<![^\s*])[^\s*]*\*[^\s*]*[./]\S*/g, ' glob file '],
  [
    /\b(?<=(?<![\w./-])[./-]*)[\w./-]*\w\.(?:[a-z]{1,2}|csv|txt|json|png|tsx|jsx|yml|yaml|toml|cpp|java|html|css|xml|pdf)\b/g,
    ' file ',
  ],
  [/\b\w+(?:\/\w+)+\/?/g, ' path file '],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{4,40}\b|\bHEAD\S*/g, ' commit '],
  [/\d\s*[-+*/^%]+\s*\d/g, ' compute '],
  [
    /\b\w+(?:\.\w+){0,20}\(\)|\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\b[A-Za-z]+\.[a-z]\w+\b/g,
    ' identifier ',
  ],
];

/** The terms of a text that people write, without repetitions. What is `known` as the name of a tool or parameter gives its words. */
export function termsOf(text: string, known: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const words = text.replaceAll(/\w+/g, (word) => (known.has(word) ? partsOf(word).join(' ') : word));
  return terms(SHAPES.reduce((shaped, [shape, stands]) => shaped.replaceAll(shape, stands), words));
}

/** The terms of the name of a tool or parameter. */
export function termsOfName(name: string): ReadonlySet<string> {
  return terms(partsOf(name).join(' '));
}

function terms(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const meant = text
    .toLowerCase()
    .replaceAll(/[’'-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase);
  for (const [word] of meant.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (SILENT.has(word)) continue;
    const root = stem(word);
    found.add(MEANT.get(word) ?? MEANT.get(root) ?? root);
  }
  return found;
}
