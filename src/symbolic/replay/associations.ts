/** Which constants the code sets beside which names: `x == 3` speaks of 3 as a value of x. */
import type { Expression, Statement } from '../syntax/ast.ts';
import { type Constants, constantsOf, joined, walk } from './constants.ts';

/** Nodes whose parts are related to each other. */
const RELATIONS = new Set(['compare', 'binary', 'call', 'match', 'augassign']);

/** Constants by the name that they stand beside, in comparisons, arithmetic, calls and patterns. */
export function associatedConstants(nodes: readonly (Statement | Expression)[]): ReadonlyMap<string, Constants> {
  const related = new Map<string, Constants[]>();
  walk(nodes, (node) => {
    if (!isRelation(node)) return;
    const constants = constantsOf(node); // once, however many names stand beside them
    for (const name of namesIn(node)) {
      const known = related.get(name);
      if (known === undefined) related.set(name, [constants]);
      else known.push(constants);
    }
  });
  return new Map([...related].map(([name, constants]) => [name, joined(constants)]));
}

function isRelation(node: object): node is Statement | Expression {
  return 'kind' in node && typeof node.kind === 'string' && RELATIONS.has(node.kind);
}

function namesIn(relation: Statement | Expression): ReadonlySet<string> {
  const names = new Set<string>();
  // the body of a match statement is no part of the relation, its patterns are
  walk(relation.kind === 'match' ? relation.subject : relation, (node) => {
    if ('kind' in node && node.kind === 'name' && 'id' in node && typeof node.id === 'string') names.add(node.id);
  });
  return names;
}
