/** Operators of texts that SMT-LIB lacks, as functions under true axioms, so that `unsat` stays a proof. */
import { operate, type Value } from '../terms/operations.ts';
import {
  charactersOf,
  classOf,
  LAST_CODE,
  LAST_EXACT_CODE,
  type Regex,
  regexText,
  repeatOf,
  wordOf,
} from '../terms/regex.ts';
import type { Application, Operator, Term } from '../terms/term.ts';
import { ASCII_TEXT, isOfBytes } from '../terms/text-functions.ts';
import { literalText } from './literals.ts';
import type { Point } from './refine.ts';

const DESCRIBED = [
  'replaceall',
  'lastindexof',
  'count',
  'lstrip',
  'rstrip',
  'repeat',
  'reverse',
  'tocode',
  'fromcode',
  'textmap',
] as const satisfies readonly Operator[];

/** One of those operators. */
export type DescribedOperator = (typeof DESCRIBED)[number];

export function isDescribed(operator: Operator): operator is DescribedOperator {
  return DESCRIBED.some((described) => described === operator);
}

/** An application in a script: the term, the name of its value, and the texts of its arguments. */
export interface Described {
  readonly operator: DescribedOperator;
  readonly application: Application;
  readonly symbol: string;
  readonly args: readonly string[];
}

/** Constants that the axioms mention, as names and sorts, and the axioms. */
export interface Description {
  readonly constants: readonly (readonly [string, string])[];
  readonly axioms: readonly string[];
}

/** Occurrences up to this many are told apart when they are counted. */
const COUNTED = 4;
/** Characters from either end up to this many are related one by one. */
const RELATED = 8;
/** Conversions of case relate this many characters from the start one by one. */
const CONVERTED = 4;

/** What holds of every application, whatever its arguments. */
export function describe(described: Described): Description {
  const { operator, symbol, args, application } = described;
  const [first = '', second = ''] = args;
  switch (operator) {
    case 'replaceall':
      return replaced(described);
    case 'lastindexof':
      return lastFound(symbol, first, second);
    case 'count':
      return counted(symbol, first, second, application.args[1]);
    case 'lstrip':
      return stripped(symbol, first, application, `(str.++ ${symbol}x ${symbol})`, `(str.at ${symbol} 0)`);
    case 'rstrip': {
      const last = `(str.at ${symbol} (- (str.len ${symbol}) 1))`;
      return stripped(symbol, first, application, `(str.++ ${symbol} ${symbol}x)`, last);
    }
    case 'repeat':
      return repeated(symbol, first, second, application.args[0]);
    case 'reverse':
      return axioms(
        `(= (str.len ${symbol}) (str.len ${first}))`,
        ...positions(RELATED).flatMap((at) => [
          `(=> (< ${at} (str.len ${first})) (= (str.at ${symbol} ${at}) (str.at ${first} (- (str.len ${first}) ${at + 1}))))`,
          `(=> (< ${at} (str.len ${first})) (= (str.at ${first} ${at}) (str.at ${symbol} (- (str.len ${first}) ${at + 1}))))`,
        ]),
      );
    case 'tocode':
      // characters above the literal ones have been renamed
      return axioms(
        `(=> (<= (str.to_code ${first}) ${LAST_EXACT_CODE}) (= ${symbol} (str.to_code ${first})))`,
        `(=> (> (str.to_code ${first}) ${LAST_EXACT_CODE}) (<= ${LAST_EXACT_CODE + 1} ${symbol} ${LAST_CODE}))`,
      );
    case 'fromcode':
      return axioms(
        `(=> (<= 0 ${first} ${LAST_EXACT_CODE}) (= ${symbol} (str.from_code ${first})))`,
        `(=> (< ${LAST_EXACT_CODE} ${first}) (> (str.to_code ${symbol}) ${LAST_EXACT_CODE}))`,
      );
    case 'textmap':
      return converted(symbol, first, application.name ?? '');
  }
}

/** What holds where the arguments have these values. */
export function describeAt({ operator, symbol, args, application }: Described, point: Point): readonly string[] {
  const value = point.every(isExact) ? operate(operator, point, application) : undefined;
  if (value === undefined || !isExact(value)) return [];
  const given = point.map((argument, index) => `(= ${args[index]} ${literalText(argument)})`);
  return [`(=> (and ${given.join(' ')}) (= ${symbol} ${literalText(value)}))`];
}

/** Whether the solver's value is the one it stands for: characters above are renamed. */
function isExact(value: Value): boolean {
  return typeof value !== 'string' || [...value].every((point) => (point.codePointAt(0) ?? 0) <= LAST_EXACT_CODE);
}

function axioms(...texts: readonly string[]): Description {
  return { constants: [], axioms: texts };
}

function positions(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** Characters of a text up to this many are replaced, or counted, one by one. */
const SHORT = 6;

/** Nothing is said of an empty text to replace, which the operator is not defined for. */
function replaced({ symbol, args, application }: Described): Description {
  const [text = '', old = '', next = ''] = args;
  const [, sought, replacement] = application.args.map(literalSize);
  const length = `(str.len ${text})`;
  const isFound = `(str.contains ${text} ${old})`;
  const before = `(str.substr ${text} 0 (str.indexof ${text} ${old} 0))`;
  const times = `${symbol}x`;
  const sized = sought !== undefined && replacement !== undefined;
  const characters = positions(SHORT).map((at) => {
    const character = `(str.at ${text} ${at})`;
    return `(ite (= ${character} ${old}) ${next} ${character})`;
  });
  const others = `(re.diff re.allchar (str.to_re ${old}))`;
  const rules = [
    `(=> (not ${isFound}) (= ${symbol} ${text}))`,
    `(=> ${isFound} (str.prefixof (str.++ ${before} ${next}) ${symbol}))`,
    ...(sized
      ? [
          `(= (> ${times} 0) ${isFound})`,
          `(<= 0 (* ${sought} ${times}) ${length})`,
          `(= (str.len ${symbol}) (+ ${length} (* (- ${replacement} ${sought}) ${times})))`,
        ]
      : []),
    ...(sought === 1 ? [`(=> (<= ${length} ${SHORT}) (= ${symbol} (str.++ ${characters.join(' ')})))`] : []),
    ...(sought === 1 && sized ? [`(str.in_re ${symbol} (re.* (re.union ${others} (str.to_re ${next}))))`] : []),
  ];
  return {
    constants: sized ? [[times, 'Int']] : [],
    axioms: rules.map((rule) => `(=> (not (= ${old} "")) ${rule})`),
  };
}

/** The length of a literal text. */
function literalSize(term: Term): number | undefined {
  return term.kind === 'literal' ? [...String(term.value)].length : undefined;
}

/** Exact, as `seq.last_indexof` of Z3 is not: an occurrence behind which there is none. */
function lastFound(symbol: string, haystack: string, needle: string): Description {
  const isEmpty = `(= ${needle} "")`;
  const isFound = `(and (not ${isEmpty}) (str.contains ${haystack} ${needle}))`;
  const behind = `(str.substr ${haystack} (+ ${symbol} 1) (str.len ${haystack}))`;
  return axioms(
    `(=> ${isEmpty} (= ${symbol} (str.len ${haystack})))`,
    `(=> (not (str.contains ${haystack} ${needle})) (= ${symbol} (- 1)))`,
    `(=> ${isFound} (and (<= 0 ${symbol}) (= (str.substr ${haystack} ${symbol} (str.len ${needle})) ${needle})))`,
    `(=> ${isFound} (not (str.contains ${behind} ${needle})))`,
  );
}

/** `symbol` is at least k exactly where there is a k-th occurrence. */
function counted(symbol: string, haystack: string, needle: string, sought: Term | undefined): Description {
  const found = positions(COUNTED).map((index) => `${symbol}x${index}`);
  const isEmpty = `(= ${needle} "")`;
  const size = sought && literalSize(sought);
  const characters = positions(SHORT).map((at) => `(ite (= (str.at ${haystack} ${at}) ${needle}) 1 0)`);
  return {
    constants: found.map((name) => [name, 'Int']),
    axioms: [
      `(=> ${isEmpty} (= ${symbol} (+ 1 (str.len ${haystack}))))`,
      `(=> (not ${isEmpty}) (<= 0 ${size === undefined ? symbol : `(* ${size} ${symbol})`} (str.len ${haystack})))`,
      ...found.map((name, index) => {
        const before = found[index - 1];
        const next =
          before === undefined
            ? `(str.indexof ${haystack} ${needle} 0)`
            : `(ite (< ${before} 0) (- 1) (str.indexof ${haystack} ${needle} (+ ${before} (str.len ${needle}))))`;
        return `(= ${name} ${next})`;
      }),
      ...found.map((name, index) => `(=> (not ${isEmpty}) (= (> ${symbol} ${index}) (>= ${name} 0)))`),
      ...(size === 1 ? [`(=> (<= (str.len ${haystack}) ${SHORT}) (= ${symbol} (+ ${characters.join(' ')})))`] : []),
    ],
  };
}

/** Splits the text into what is stripped and the rest, which is determined: so this is exact. */
function stripped(symbol: string, text: string, { regex }: Application, whole: string, edge: string): Description {
  if (regex === undefined) throw new TypeError('the operator names no class');
  return {
    constants: [[`${symbol}x`, 'String']],
    axioms: [
      `(= ${text} ${whole})`,
      `(str.in_re ${symbol}x ${regexText(repeatOf(regex, 0))})`,
      `(not (str.in_re ${edge} ${regexText(regex)}))`,
    ],
  };
}

/** Exact for a literal text: the result is a number of copies of it, and its length tells how many. */
function repeated(symbol: string, text: string, count: string, copied: Term | undefined): Description {
  if (copied?.kind === 'literal') {
    const word = String(copied.value);
    const size = [...word].length;
    return axioms(
      `(str.in_re ${symbol} ${regexText(repeatOf(size === 1 ? charactersOf(word) : wordOf(word), 0))})`,
      `(= (str.len ${symbol}) (ite (> ${count} 0) (* ${size} ${count}) 0))`,
    );
  }
  return axioms(
    `(=> (or (<= ${count} 0) (= ${text} "")) (= ${symbol} ""))`,
    `(=> (= ${count} 1) (= ${symbol} ${text}))`,
    `(=> (= ${count} 2) (= ${symbol} (str.++ ${text} ${text})))`,
    `(=> (= ${count} 3) (= ${symbol} (str.++ ${text} ${text} ${text})))`,
    `(=> (= (str.len ${text}) 1) (= (str.len ${symbol}) (ite (> ${count} 0) ${count} 0)))`,
    `(=> (> ${count} 1) (and (str.prefixof (str.++ ${text} ${text}) ${symbol}) (str.suffixof ${text} ${symbol})))`,
  );
}

/** No conversion makes a text shorter; Unicode's make it at most three times as long. */
function converted(symbol: string, text: string, name: string): Description {
  const ofBytes = isOfBytes(name);
  const kind = ofBytes ? name.slice('bytes.'.length) : name;
  const isAscii = `(str.in_re ${text} ${regexText(ASCII_TEXT)})`;
  const onAscii = (axiom: string): string => (ofBytes ? axiom : `(=> ${isAscii} ${axiom})`);
  const letters = kind === 'upper' ? LETTERS.upper : kind === 'lower' ? LETTERS.lower : undefined;
  return axioms(
    `(<= (str.len ${text}) (str.len ${symbol}) (* 3 (str.len ${text})))`,
    onAscii(`(= (str.len ${symbol}) (str.len ${text}))`),
    ...(ofBytes ? [] : [onAscii(`(str.in_re ${symbol} ${regexText(ASCII_TEXT)})`)]),
    ...(letters === undefined
      ? []
      : [
          `(str.in_re ${symbol} ${regexText(repeatOf(letters.result, 0))})`,
          ...positions(CONVERTED).map((at) => {
            const [from, to] = [`(str.to_code (str.at ${text} ${at}))`, `(str.to_code (str.at ${symbol} ${at}))`];
            const changes = `(<= ${letters.first} ${from} ${letters.first + 25})`;
            return onAscii(`(= ${to} (ite ${changes} (+ ${from} ${letters.shift}) ${from}))`);
          }),
        ]),
  );
}

interface Letters {
  /** The characters that may stand in a result. */
  readonly result: Regex;
  /** The first of the 26 ASCII letters that change, and by how much. */
  readonly first: number;
  readonly shift: string;
}

/** What the conversions do to ASCII letters. */
const LETTERS: Readonly<Record<'upper' | 'lower', Letters>> = {
  upper: {
    result: classOf([
      [0, 96],
      [123, LAST_CODE],
    ]),
    first: 97,
    shift: '(- 32)',
  },
  lower: {
    result: classOf([
      [0, 64],
      [91, LAST_CODE],
    ]),
    first: 65,
    shift: '32',
  },
};
