/** Values of a file of rules with the lines where they stand. */
import { readYaml as readBounded, type Value } from '../../../lib/yaml.ts';

/** A value; `value` of a scalar, `entries` of a mapping, `items` of a sequence. */
export interface YamlNode {
  readonly line: number;
  readonly value?: string | number | boolean | null;
  readonly entries?: ReadonlyMap<string, YamlNode>;
  readonly items?: readonly YamlNode[];
}

/** Something in a file of rules is not as it must be. */
export class RuleMistake extends Error {
  override readonly name = 'RuleMistake';
  readonly line: number;

  constructor(line: number, why: string) {
    super(why);
    this.line = line;
  }
}

/** Values of a file, each counted as often as an alias repeats it. */
const MOST_VALUES = 100_000;
/** Values in each other: an alias may stand within what it repeats. */
const DEEPEST = 100;

/** Reads a YAML text. Throws {@link RuleMistake} for what is no YAML, or is too large or too deep. */
export function readYaml(text: string): YamlNode {
  const read = readBounded(text);
  if ('mistakes' in read) {
    const { line, message } = read.mistakes[0] ?? { line: 1, message: 'this is no YAML' };
    throw new RuleMistake(line, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  }
  let values = 0;
  return toNode(read.value, DEEPEST);

  function toNode(value: Value, depth: number): YamlNode {
    const { line } = value;
    if (++values > MOST_VALUES) throw new RuleMistake(line, `The file has more than ${MOST_VALUES} values.`);
    if (depth === 0) throw new RuleMistake(line, `This is nested more than ${DEEPEST} deep.`);
    switch (value.kind) {
      case 'map':
        return { line, entries: new Map(value.entries().map((each) => [each.key, toNode(each.value, depth - 1)])) };
      case 'list':
        return { line, items: value.items().map((item) => toNode(item, depth - 1)) };
      case 'scalar':
        return { line, value: isPlain(value.value) ? value.value : String(value.value) };
    }
  }
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
