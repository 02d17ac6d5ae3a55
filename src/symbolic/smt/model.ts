/** Reads Z3's answer to `get-value` into values. */
import type { Value } from '../terms/operations.ts';

/** An s-expression: a string literal is told from an atom by its quotes, which it keeps. */
type Expression = string | readonly Expression[];

/** The answer is not one that this reader knows; carries it for the log. */
export class UnreadableModel extends Error {
  override readonly name = 'UnreadableModel';
}

/**
 * The values in the order in which they were asked for. Undefined is a string that a JavaScript string cannot hold (two
 * surrogates side by side, which would become one code point), and a formula that Z3 left as it is. Throws {@link UnreadableModel} for anything else unknown.
 */
export function readValues(answer: string): readonly (Value | undefined)[] {
  if (answer === '') return [];
  const parsed = parse(answer);
  if (typeof parsed === 'string') throw new UnreadableModel(`expected a list of pairs: ${answer}`);
  return parsed.map((pair) => {
    const value = typeof pair === 'string' ? undefined : pair[1];
    if (value === undefined || pair.length !== 2) throw new UnreadableModel(`expected a pair in ${answer}`);
    return readValue(value);
  });
}

const TOKEN = /\s*(?:([()])|("(?:[^"]|"")*")|([^\s()"]+))/y;

function parse(text: string): Expression {
  const root: Expression[] = [];
  const open: Expression[][] = [root];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [, parenthesis, string, atom] = match;
    const current = open.at(-1) ?? root;
    if (parenthesis === '(') {
      const list: Expression[] = [];
      current.push(list);
      open.push(list);
    } else if (parenthesis === ')') open.pop();
    else current.push(string ?? atom ?? '');
  }
  const [first] = root;
  if (first === undefined || root.length !== 1 || open.length !== 1) throw new UnreadableModel(`malformed: ${text}`);
  return first;
}

/** What Z3 answers instead of true or false where a condition has quantifiers that it did not expand. */
const FORMULAS: ReadonlySet<string> = new Set([
  'forall',
  'exists',
  'not',
  'and',
  'or',
  '=>',
  'ite',
  'let',
  '=',
  '<=',
  '>=',
]);

function readValue(expression: Expression): Value | undefined {
  if (typeof expression === 'string') return readAtom(expression);
  const [head, first, second, third] = expression;
  if (head === '-' && typeof first === 'string') return -BigInt(first);
  if (head === '_') return readSpecialFloat(String(first));
  if (head === 'fp') return readFloat(String(first), String(second), String(third));
  if (typeof head === 'string' && FORMULAS.has(head)) return undefined;
  throw new UnreadableModel(`unknown value ${JSON.stringify(expression)}`);
}

function readAtom(atom: string): Value | undefined {
  if (atom === 'true' || atom === 'false') return atom === 'true';
  if (/^[0-9]+$/.test(atom)) return BigInt(atom);
  if (atom.startsWith('"')) return readString(atom.slice(1, -1).replaceAll('""', '"'));
  throw new UnreadableModel(`unknown value ${atom}`);
}

const SPECIAL_FLOATS: ReadonlyMap<string, number> = new Map([
  ['+oo', Infinity],
  ['-oo', -Infinity],
  ['NaN', Number.NaN],
  ['+zero', 0],
  ['-zero', -0],
]);

function readSpecialFloat(name: string): number {
  const value = SPECIAL_FLOATS.get(name);
  if (value === undefined) throw new UnreadableModel(`unknown float ${name}`);
  return value;
}

function readFloat(sign: string, exponent: string, significand: string): number {
  const bits = readBits(sign) + readBits(exponent) + readBits(significand);
  if (bits.length !== 64) throw new UnreadableModel(`not binary64: ${sign} ${exponent} ${significand}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0b${bits}`));
  return view.getFloat64(0);
}

function readBits(text: string): string {
  const digits = text.slice(2);
  if (text.startsWith('#b')) return digits;
  if (text.startsWith('#x'))
    return [...digits].map((digit) => parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  throw new UnreadableModel(`unknown bits ${text}`);
}

function readString(text: string): string | undefined {
  const points = [...text.matchAll(/\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|./gsu)].map(([point, braced, four]) =>
    braced !== undefined || four !== undefined ? String.fromCodePoint(parseInt(braced ?? four ?? '', 16)) : point,
  );
  const joined = points.join('');
  return [...joined].length === points.length ? joined : undefined;
}
