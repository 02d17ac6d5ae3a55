/** Operators of texts for random terms: how each is built, and what names it besides its arguments. */

import type { StrictOperator } from '../../src/symbolic/terms/operations.ts';
import {
  charactersOf,
  classOf,
  type Regex,
  repeatOf,
  sequenceOf,
  unionOf,
  wordOf,
} from '../../src/symbolic/terms/regex.ts';
import type { Terms } from '../../src/symbolic/terms/strings.ts';
import type { Detail, IntTerm, Sort, StrTerm, Term } from '../../src/symbolic/terms/term.ts';

/** An operator with the sorts of its arguments. */
export interface TextOperator {
  readonly operator: StrictOperator;
  readonly sort: Sort;
  readonly takes: readonly ('str' | 'int')[];
  readonly detail: Detail;
  readonly build: (terms: Terms, strings: readonly StrTerm[], integers: readonly IntTerm[]) => Term;
}

const SPACES = charactersOf(' a');
const LANGUAGES: readonly Regex[] = [
  repeatOf(charactersOf('ab'), 0),
  repeatOf(wordOf('ab'), 1, 2),
  sequenceOf(unionOf(wordOf('a'), wordOf('ba')), repeatOf(classOf([[0, 127]]), 0)),
  repeatOf(classOf([[48, 57]]), 1),
  repeatOf(unionOf(wordOf('a'), repeatOf(wordOf('aa'), 2)), 2),
];

function one<T>(values: readonly T[], at = 0): T {
  const value = values[at];
  if (value === undefined) throw new Error('an argument is missing');
  return value;
}

/** Every operator of texts that `RandomTerms` does not build itself. */
export const TEXT_OPERATORS: readonly TextOperator[] = [
  {
    operator: 'replaceall',
    sort: 'str',
    takes: ['str', 'str', 'str'],
    detail: {},
    build: (t, s) => t.replaceAll(one(s), one(s, 1), one(s, 2)),
  },
  {
    operator: 'lastindexof',
    sort: 'int',
    takes: ['str', 'str'],
    detail: {},
    build: (t, s) => t.lastIndexOf(one(s), one(s, 1)),
  },
  { operator: 'count', sort: 'int', takes: ['str', 'str'], detail: {}, build: (t, s) => t.count(one(s), one(s, 1)) },
  {
    operator: 'replacefirst',
    sort: 'str',
    takes: ['str', 'str', 'str'],
    detail: {},
    build: (t, s) => t.replaceFirst(one(s), one(s, 1), one(s, 2)),
  },
  { operator: 'repeat', sort: 'str', takes: ['str', 'int'], detail: {}, build: (t, s, i) => t.repeat(one(s), one(i)) },
  { operator: 'reverse', sort: 'str', takes: ['str'], detail: {}, build: (t, s) => t.reverse(one(s)) },
  { operator: 'tocode', sort: 'int', takes: ['str'], detail: {}, build: (t, s) => t.toCode(one(s)) },
  { operator: 'fromcode', sort: 'str', takes: ['int'], detail: {}, build: (t, _, i) => t.fromCode(one(i)) },
  ...(['lstrip', 'rstrip'] as const).map(
    (operator): TextOperator => ({
      operator,
      sort: 'str',
      takes: ['str'],
      detail: { regex: SPACES },
      build: (t, s) => t.strip(operator, one(s), SPACES),
    }),
  ),
  ...['upper', 'lower', 'title', 'capitalize', 'swapcase', 'bytes.upper', 'bytes.swapcase'].map(
    (name): TextOperator => ({
      operator: 'textmap',
      sort: 'str',
      takes: ['str'],
      detail: { name },
      build: (t, s) => t.mapText(name, one(s)),
    }),
  ),
  ...LANGUAGES.map(
    (regex): TextOperator => ({
      operator: 'inregex',
      sort: 'bool',
      takes: ['str'],
      detail: { regex },
      build: (t, s) => t.inRegex(one(s), regex),
    }),
  ),
];
