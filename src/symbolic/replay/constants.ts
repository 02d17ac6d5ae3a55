/** The constants in source text. */
import type { Expression, Statement } from '../syntax/ast.ts';

/** Distinct constants, always in the same order. */
export interface Constants {
  readonly ints: readonly bigint[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
  /** Bytes as numbers from 0 to 255. */
  readonly bytes: readonly (readonly number[])[];
}

const TYPE_FIELDS = new Set(['annotation', 'returns', 'docstring', 'typeParameters']);

/** Calls `visit` for every object below `node`, itself included; types and docstrings are left out. */
export function walk(node: unknown, visit: (node: object) => void): void {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array || isDocstring(node)) return;
  visit(node);
  for (const [field, child] of Object.entries(node)) {
    if (!TYPE_FIELDS.has(field)) walk(child, visit);
  }
}

/** A string that stands by itself. */
function isDocstring(node: object): boolean {
  if (!('kind' in node && node.kind === 'expression' && 'value' in node)) return false;
  const { value } = node;
  return typeof value === 'object' && value !== null && isConstant(value) && value.value.type === 'str';
}

/** A literal of the source. */
export type ConstantNode = Extract<Expression, { kind: 'constant' }>;

/** Whether a node is a literal. */
export function isConstant(node: object): node is ConstantNode {
  return 'kind' in node && node.kind === 'constant';
}

/** The constants in some syntax: a function, a statement, a condition. Annotations and docstrings do not count. */
export function constantsOf(...nodes: readonly (Statement | Expression)[]): Constants {
  const ints = new Set<bigint>();
  const floats = new Set<number>();
  const strings = new Set<string>();
  const bytes = new Map<string, readonly number[]>();
  walk(nodes, (node) => {
    if (!isConstant(node)) return;
    const { value } = node;
    if (value.type === 'int') ints.add(value.value);
    else if (value.type === 'float') floats.add(value.value);
    else if (value.type === 'str') strings.add(value.value);
    else if (value.type === 'bytes') bytes.set(value.value.join(), [...value.value]);
  });
  return { ints: [...ints], floats: [...floats], strings: [...strings], bytes: [...bytes.values()] };
}

/** All of the constants, each once, in the order in which they come. */
export function joined(all: readonly Constants[]): Constants {
  const bytes = all.flatMap((one) => one.bytes).map((one) => [one.join(), one] as const);
  return {
    ints: [...new Set(all.flatMap(({ ints }) => ints))],
    floats: [...new Set(all.flatMap(({ floats }) => floats))],
    strings: [...new Set(all.flatMap(({ strings }) => strings))],
    bytes: [...new Map(bytes).values()],
  };
}
