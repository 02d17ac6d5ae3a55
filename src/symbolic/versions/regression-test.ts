/** A pytest module that keeps the behaviour of the old version: it passes before the change and fails after it. */
import type { Counterexample, Outcome } from '../service.ts';
import type { Expression } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseExpression, type TreeParser } from '../syntax/parse.ts';
import { BUILTINS } from './link.ts';
import type { Merged } from './merge.ts';

/** Names of the modules that hold the function and what its arguments are made of. */
export interface RealNames {
  /** Dotted name of the module. */
  readonly module: string;
  /** `f` or `C.m`. */
  readonly name: string;
  /** Dotted name of the module in a file. */
  moduleOf(path: string): string;
}

/** The test, or undefined where the outcome or an argument cannot be written in one. */
export function regressionTest(
  found: Counterexample,
  merged: Merged,
  real: RealNames,
  parser: TreeParser,
): string | undefined {
  const parts = found.pytest === undefined ? undefined : partsOf(found.pytest);
  if (parts === undefined) return undefined;
  const { imports, helpers, given, listed, call } = parts;
  const target = call.replace(wholeWord(lastPart(merged.before)), lastPart(real.name));
  const names = imports.names.filter(
    (name) => name !== merged.before.split('.')[0] && name !== merged.after.split('.')[0],
  );
  const expected = expectation(found.outcome, merged, parser);
  if (expected === undefined) return undefined;
  const wanted = new Set([...names, ...expected.names]);
  wanted.delete(real.name.split('.')[0] ?? '');
  const lines = [...wanted].sort().map((name) => {
    const place = merged.definedIn.get(name);
    if (place === undefined) return undefined;
    const module = real.moduleOf(place.path);
    return `from ${module} import ${place.name}${place.name === name ? '' : ` as ${name}`}`;
  });
  if (lines.includes(undefined)) return undefined;
  const standard = [...imports.standard, ...expected.imports].sort();
  const own = `from ${real.module} import ${real.name.split('.')[0]}`;
  const test = [
    `def test_${real.name.replaceAll('.', '_')}_as_before():`,
    ...given.map((line) => `    ${line}`),
    ...expected.lines(target, listed).map((line) => `    ${line}`),
  ];
  const header = '# Passes before the change and fails after it.';
  const helper = expected.lines('', listed).some((line) => line.includes('content(')) ? `\n\n\n${helpers}` : '';
  return `${[header, ...new Set(standard), own, ...lines].join('\n')}${helper}\n\n\n${test.join('\n')}\n`;
}

interface Parts {
  readonly imports: { readonly standard: readonly string[]; readonly names: readonly string[] };
  /** The definition of `content`. */
  readonly helpers: string;
  readonly given: readonly string[];
  readonly listed: readonly string[];
  readonly call: string;
}

/** The line that compares, with the first of both calls. */
const COMPARED = /^ *assert observe\(lambda [^:]*: (.*), arguments\(\)\) == observe\(/;

/** The parts of a comparison's own pytest module. */
function partsOf(text: string): Parts | undefined {
  const lines = text.split('\n');
  const from = lines.find((line) => line.startsWith('from module_under_test import '));
  const names = from?.slice('from module_under_test import '.length).split(', ') ?? [];
  const standard = lines.filter((line) => /^(import|from) /.test(line) && line !== from);
  const start = lines.indexOf('def arguments():');
  const end = lines.findIndex((line, index) => index > start && line.startsWith('    return ['));
  const helper = /def content\(value\):\n(?: {4}.*\n|\n(?! *def))*/.exec(text)?.[0].trimEnd();
  const [, call] = lines.map((line) => COMPARED.exec(line)).find((match) => match !== null) ?? [];
  if (start < 0 || end < 0 || helper === undefined || call === undefined) return undefined;
  const given = lines.slice(start + 1, end).map((line) => line.slice(4));
  const list = lines[end]?.slice('    return ['.length, -1) ?? '';
  return { imports: { standard, names }, helpers: helper, given, listed: list === '' ? [] : list.split(', '), call };
}

interface Expectation {
  readonly imports: readonly string[];
  readonly names: readonly string[];
  lines(call: string, listed: readonly string[]): readonly string[];
}

function expectation(outcome: Outcome, merged: Merged, parser: TreeParser): Expectation | undefined {
  const after = Object.entries(outcome.afterwards ?? {});
  if (!after.every(([, text]) => isLiteral(text, parser))) return undefined;
  const left = after.map(([name, text]) => `assert content(${name}) == content(${text})`);
  if (outcome.kind === 'returned') {
    if (!isLiteral(outcome.value, parser))
      return left.length === 0 ? undefined : { imports: [], names: [], lines: (call) => [call, ...left] };
    return {
      imports: [],
      names: [],
      lines: (call) => [`assert content(${call}) == content(${outcome.value})`, ...left],
    };
  }
  const { exception } = outcome;
  const root = exception.split('.')[0] ?? '';
  const isDotted = exception.includes('.');
  const names = isDotted || BUILTINS.has(exception) ? [] : [exception];
  if (names.some((name) => !merged.definedIn.has(name))) return undefined;
  return {
    imports: ['import pytest', ...(isDotted ? [`import ${exception.slice(0, exception.lastIndexOf('.'))}`] : [])],
    names: isDotted ? [] : root === '' ? [] : names,
    lines: (call) => [
      `with pytest.raises(${exception}) as caught:`,
      `    ${call}`,
      `assert caught.type is ${exception}`,
      ...left,
    ],
  };
}

/** Whether a value as it is shown is Python for itself. */
function isLiteral(text: string, parser: TreeParser): boolean {
  if (text.length > 2_000) return false;
  try {
    return isPlain(parseExpression(text, parser, 1));
  } catch (error) {
    if (error instanceof PythonSyntaxError) return false;
    throw error;
  }
}

function isPlain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'constant':
      return expression.value.type !== 'ellipsis';
    case 'tuple':
    case 'list':
    case 'set':
      return expression.items.every(isPlain);
    case 'dict':
      return expression.entries.every(({ key, value }) => key !== undefined && isPlain(key) && isPlain(value));
    case 'unary':
      return expression.operator === '-' && isPlain(expression.operand);
    case 'call':
      return (
        expression.callee.kind === 'name' &&
        ['float', 'set', 'frozenset', 'bytearray'].includes(expression.callee.id) &&
        expression.keywords.length === 0 &&
        expression.args.every(isPlain)
      );
    default:
      return false;
  }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The name as a whole word; names are identifiers. */
export function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, 'gu');
}
