/** How many items symbolic containers have. */
import type { Expression, Statement } from '../syntax/ast.ts';

export interface Sizes {
  /** The most items that are modelled of a container with this many others around it. */
  readonly most: (name: string, depth: number) => number;
}

/** Items of a container that nothing else is said about, by depth of nesting. */
const DEFAULT_SIZES = [4, 2, 1] as const;
/** A bound that the code names is covered up to this. */
const LARGEST_SIZE = 10;

/** Reads sizes from the code: a length that is compared with a constant is modelled to just beyond it, within limits. */
export function sizesFor(nodes: readonly (Statement | Expression)[]): Sizes {
  const bounds = new Map<string, number>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (isComparison(node)) {
      for (const [length, bound] of comparedPairs(node)) {
        const name = measuredName(length);
        const size = bound.kind === 'constant' && bound.value.type === 'int' ? Number(bound.value.value) : undefined;
        if (name === undefined || size === undefined || size > LARGEST_SIZE) continue;
        bounds.set(name, Math.max(size, bounds.get(name) ?? 0));
      }
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(nodes);
  return {
    most: (name, depth) => {
      const usual = DEFAULT_SIZES[depth] ?? 0;
      return depth === 0 ? Math.max(usual, bounds.get(name) ?? 0) : usual;
    },
  };
}

type Comparison = Extract<Expression, { kind: 'compare' }>;

function isComparison(node: object): node is Comparison {
  return 'kind' in node && node.kind === 'compare';
}

/** The neighbours of a chain, both ways round. */
function comparedPairs({ left, rest }: Comparison): readonly (readonly [Expression, Expression])[] {
  const operands = [left, ...rest.map(({ operand }) => operand)];
  return operands.slice(1).flatMap((operand, index): readonly (readonly [Expression, Expression])[] => {
    const before = operands[index];
    return before === undefined
      ? []
      : [
          [before, operand],
          [operand, before],
        ];
  });
}

/** The name whose length an expression is. */
function measuredName(node: Expression): string | undefined {
  if (node.kind !== 'call' || node.callee.kind !== 'name' || node.callee.id !== 'len') return undefined;
  const [measured] = node.args;
  return measured?.kind === 'name' ? measured.id : undefined;
}
