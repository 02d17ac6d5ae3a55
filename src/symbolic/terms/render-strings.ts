/** Substrings as Python slices. */
import type { Expression } from '../syntax/ast.ts';
import { type Monomial, monomials } from './integers.ts';
import { isApplication } from './logic.ts';
import { binary, compare, conditional, connect, literal, slice } from './python-nodes.ts';
import { regexText } from './regex.ts';
import type { Application, IntTerm, StrTerm, Term } from './term.ts';
import { WHITESPACE } from './text-functions.ts';

/**
 * A slice with the value of `substr(text, start, count)`. Python counts a negative position from the end where `substr` is
 * empty, so a position that may be negative is tested.
 */
export function renderSubstring(
  text: StrTerm,
  start: IntTerm,
  count: IntTerm,
  render: (term: Term) => Expression,
): Expression {
  const object = render(text);
  const from = start.kind === 'literal' ? start.value : undefined;
  if (from !== undefined && from < 0n) return literal('');
  const lower = from === 0n ? undefined : render(start);
  if (from !== undefined) {
    const cut = cutFromEnd(text, count);
    // substr(s, 1, len(s) - 3) is s[1:-2]
    if (cut !== undefined && cut >= from) return slice(object, lower, cut === from ? undefined : literal(from - cut));
  }
  const upper =
    from !== undefined && count.kind === 'literal'
      ? literal(from + count.value)
      : binary('+', render(start), render(count));
  const tests = [
    ...(from === undefined ? [compare('>=', render(start), literal(0n))] : []),
    ...(count.kind === 'literal' && count.value >= 0n ? [] : [compare('>', render(count), literal(0n))]),
  ];
  const sliced = slice(object, lower, upper);
  const [test] = tests;
  if (test === undefined) return sliced;
  return conditional(tests.length > 1 ? connect('and', tests) : test, sliced, literal(''));
}

/** The number that is subtracted from the text's length, when the count is just that. */
function cutFromEnd(text: StrTerm, count: IntTerm): bigint | undefined {
  const parts = monomials(count);
  const rest = parts.filter((part) => !isLengthOf(part, text));
  const constant = rest[0]?.coefficient ?? 0n;
  const isDifference = rest.length === parts.length - 1 && rest.every((part) => part.atoms.length === 0);
  return isDifference ? -constant : undefined;
}

function isLengthOf({ coefficient, atoms }: Monomial, text: StrTerm): boolean {
  const [atom] = atoms;
  return (
    coefficient === 1n &&
    atoms.length === 1 &&
    atom !== undefined &&
    isApplication(atom, 'length') &&
    atom.args[0] === text
  );
}

/** More characters to strip are not listed. */
const MOST_STRIPPED = 100;

/** The arguments of `strip` and its like: none for whitespace, a text of the class's characters else; undefined for large classes. */
export function strippedCharacters({ regex }: Application): readonly Expression[] | undefined {
  if (regex === undefined || regex.kind !== 'class') return undefined;
  if (regexText(regex) === regexText(WHITESPACE)) return [];
  const size = regex.ranges.reduce((total, [from, to]) => total + to - from + 1, 0);
  if (size > MOST_STRIPPED) return undefined;
  const characters = regex.ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset)),
  );
  return [literal(characters.join(''))];
}
