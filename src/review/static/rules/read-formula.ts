/** Reads what a rule looks for. */
import type { Condition, Formula } from '../../../syntax/api.ts';
import { RuleMistake, type YamlNode } from './yaml-node.ts';

const DEEPEST = 25;
const VARIABLE = /^\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*$|^\$\d$/;
const CONDITIONS: ReadonlySet<string> = new Set([
  ...['metavariable-regex', 'metavariable-pattern', 'metavariable-comparison', 'focus-metavariable'],
]);
const COMPARISON =
  /^\s*(?:(?:int|float)\(\s*)?(\$[A-Z_][A-Z_0-9]*)\s*(?:\)\s*)?(<=|>=|<|>|==|!=)\s*(-?(?:0x[\da-fA-F]+|[\d_]+(?:\.\d+)?))\s*$/;

/** The formula under the one of `keys` that the node has. Throws {@link RuleMistake}. */
export function readFormula(node: YamlNode, keys: readonly string[], depth = DEEPEST): Formula {
  if (depth === 0) throw new RuleMistake(node.line, `Formulas stand at most ${DEEPEST} deep in each other.`);
  const [key, ...others] = [...(node.entries?.keys() ?? [])].filter((each) => keys.includes(each));
  const value = key === undefined ? undefined : node.entries?.get(key);
  if (key === undefined || value === undefined || others.length > 0) {
    throw new RuleMistake(node.line, `One of ${keys.join(', ')} is needed.`);
  }
  return formulaOf(key, value, depth);
}

function formulaOf(key: string, value: YamlNode, depth: number): Formula {
  switch (key) {
    case 'pattern':
      return { kind: 'pattern', pattern: textOf(key, value), line: value.line };
    case 'pattern-regex':
      return { kind: 'regex', regex: textOf(key, value), line: value.line };
    case 'pattern-either':
      return { kind: 'any', of: itemsOf(key, value).map((item) => member(item, depth - 1)) };
    case 'patterns':
      return all(itemsOf(key, value), value.line, depth - 1);
    case 'pattern-inside':
      return { kind: 'inside', of: nested(value, depth - 1) };
    case 'pattern-not':
      return { kind: 'not', of: nested(value, depth - 1) };
    case 'pattern-not-inside':
      return { kind: 'not', of: { kind: 'inside', of: nested(value, depth - 1) } };
    case 'pattern-not-regex':
      return { kind: 'not', of: { kind: 'regex', regex: textOf(key, value), line: value.line } };
    default:
      throw new RuleMistake(value.line, `The key ${key} is not supported.`);
  }
}

/** The pattern, or the formula, that an operator is about. */
function nested(value: YamlNode, depth: number): Formula {
  return typeof value.value === 'string'
    ? { kind: 'pattern', pattern: value.value, line: value.line }
    : member(value, depth);
}

function member(node: YamlNode, depth: number): Formula {
  if (depth <= 0) throw new RuleMistake(node.line, `Formulas stand at most ${DEEPEST} deep in each other.`);
  const [[key, value] = [], ...others] = [...(node.entries ?? [])];
  if (key === undefined || value === undefined || others.length > 0) {
    throw new RuleMistake(node.line, 'Each entry has one key, such as pattern.');
  }
  return formulaOf(key, value, depth);
}

function all(items: readonly YamlNode[], line: number, depth: number): Formula {
  const of: Formula[] = [];
  const conditions: Condition[] = [];
  let focus: readonly string[] = [];
  for (const item of items) {
    const [[key, value] = []] = [...(item.entries ?? [])];
    if (key === undefined || value === undefined || !CONDITIONS.has(key)) of.push(member(item, depth));
    else if (key !== 'focus-metavariable') conditions.push(conditionOf(key, value, depth));
    else {
      if (focus.length > 0) throw new RuleMistake(value.line, 'A second focus-metavariable is not supported.');
      focus = (value.items ?? [value]).map((each) => variableOf(each));
    }
  }
  if (of.length === 0) throw new RuleMistake(line, 'patterns needs something that is looked for.');
  return { kind: 'all', of, conditions, focus };
}

function conditionOf(key: string, value: YamlNode, depth: number): Condition {
  const { entries } = value;
  if (entries === undefined) throw new RuleMistake(value.line, `${key} is a mapping.`);
  const allowed =
    key === 'metavariable-regex'
      ? ['metavariable', 'regex']
      : key === 'metavariable-comparison'
        ? ['metavariable', 'comparison']
        : undefined;
  for (const [name, part] of entries) {
    if (allowed?.includes(name) === false)
      throw new RuleMistake(part.line, `The key ${name} of ${key} is not supported.`);
  }
  switch (key) {
    case 'metavariable-regex': {
      const regex = entries.get('regex');
      if (regex === undefined) throw new RuleMistake(value.line, 'metavariable-regex needs a regex.');
      return { kind: 'regex', variable: variableIn(value), regex: textOf('regex', regex), line: regex.line };
    }
    case 'metavariable-comparison': {
      const comparison = entries.get('comparison');
      const [, variable, operator, number] = COMPARISON.exec(textOf('comparison', comparison ?? value)) ?? [];
      if (variable === undefined || !isOperator(operator) || number === undefined) {
        throw new RuleMistake(
          comparison?.line ?? value.line,
          'A comparison that is supported is one of a metavariable with a number.',
        );
      }
      return { kind: 'comparison', variable, operator, number: Number(number.replaceAll('_', '')) };
    }
    default: {
      const rest = new Map(entries);
      rest.delete('metavariable');
      const language = rest.get('language');
      if (language !== undefined)
        throw new RuleMistake(language.line, 'The key language of metavariable-pattern is not supported.');
      return {
        kind: 'formula',
        variable: variableIn(value),
        formula: member({ line: value.line, entries: rest }, depth),
      };
    }
  }
}

function isOperator(text: string | undefined): text is Extract<Condition, { kind: 'comparison' }>['operator'] {
  return text !== undefined && ['<', '<=', '>', '>=', '==', '!='].includes(text);
}

function variableIn(node: YamlNode): string {
  const variable = node.entries?.get('metavariable');
  return variableOf(variable ?? node);
}

function variableOf({ value, line }: YamlNode): string {
  if (typeof value !== 'string' || !VARIABLE.test(value)) {
    throw new RuleMistake(line, 'A metavariable is written as $NAME.');
  }
  return value;
}

function textOf(key: string, { value, line }: YamlNode): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') throw new RuleMistake(line, `${key} must be a text.`);
  return value;
}

function itemsOf(key: string, { items, line }: YamlNode): readonly YamlNode[] {
  if (items === undefined || items.length === 0) throw new RuleMistake(line, `${key} is a list.`);
  return items;
}
