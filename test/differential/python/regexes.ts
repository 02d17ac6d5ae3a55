/** Random calls of `re` on a text that depends on the inputs. */
import type { Random } from '../../../src/lib/random.ts';

const ATOMS = [
  'a',
  'b',
  'A',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-z]',
  '[A-Za-z_]',
  '[0-9,]',
  '[^\\s,]',
  '-',
  ',',
  ' ',
  '\\+',
  '\\.',
  '\\x61',
  '\\u00e9',
  '[\\]-]',
  '[^\\W\\d]',
  'B\\n',
  'é',
  '\\t',
  's',
  'k',
  'i',
];
const QUANTIFIERS = ['', '', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{,2}', '{2,}', '{0}'];
const FLAGS = ['', '', '', ', 2', ', 16', ', 256', ', 18'];

/** An expression that matches the parameter `s`. */
export function randomMatch(random: Random): string {
  const call = `re.${random.pick(['match', 'fullmatch', 'search'])}(${quoted(random)}, s${random.pick(FLAGS)})`;
  return random.pick([
    `bool(${call})`,
    `${call} is None`,
    `(m.span(), m.group()) if (m := ${call}) else 'none'`,
    `m.groups() if (m := ${call}) is not None else ()`,
    `m[1] if (m := ${call}) else n`,
    `m.group(0)[::-1] if (m := ${call}) else t`,
  ]);
}

function quoted(random: Random): string {
  const start = random.pick(['', '', '', '^', '\\A']);
  const end = random.pick(['', '', '', '$', '\\Z']);
  return `r'${start}${sequence(random, 2)}${end}'`;
}

function sequence(random: Random, depth: number): string {
  return Array.from({ length: 1 + random.below(3) }, () => part(random, depth)).join('');
}

function part(random: Random, depth: number): string {
  const quantifier = random.pick(QUANTIFIERS);
  if (depth <= 0 || random.below(3) > 0) return random.pick(ATOMS) + quantifier;
  const body = sequence(random, depth - 1);
  const group = random.pick([
    `(${body})`,
    `(?:${body})`,
    `(?P<n${random.below(100)}>${body})`,
    `(${body}|${sequence(random, depth - 1)})`,
  ]);
  return group + quantifier;
}
