/** What the code under test speaks of: its constants, as far as the function reaches them, and the names of its types. */
import type { TypeScope } from '../inputs/type-scope.ts';
import type { Expression, Module, Statement } from '../syntax/ast.ts';
import { associatedConstants } from './associations.ts';
import { type ConstantNode, type Constants, constantsOf, walk } from './constants.ts';
import { derivedConstants } from './derived-constants.ts';
import { constantDisplays } from './displays.ts';

export interface Vocabulary {
  readonly constants: Constants;
  /** Constants by the name of the variable that they stand beside. */
  readonly associated: ReadonlyMap<string, Constants>;
  /** Constants that follow from those of the code. */
  readonly derived: Constants;
  /** Lists, tuples and sets of constants, by their items. */
  readonly displays: readonly (readonly ConstantNode[])[];
  readonly scope: TypeScope;
}

type NameNode = Extract<Expression, { kind: 'name' }>;

function isName(node: object): node is NameNode {
  return 'kind' in node && node.kind === 'name';
}

/** The name that a module-level statement gives its value to. */
function definedName(statement: Statement): string | undefined {
  switch (statement.kind) {
    case 'function':
    case 'class':
    case 'typealias':
      return statement.name;
    case 'assign': {
      const [target, ...others] = statement.targets;
      return target?.kind === 'name' && others.length === 0 ? target.id : undefined;
    }
    case 'annassign':
      return statement.target.kind === 'name' ? statement.target.id : undefined;
    default:
      return undefined;
  }
}

/** The function and every module-level definition that it reaches by name, nearest first. */
function reachable(module: Module, roots: readonly (Statement | Expression)[]): readonly (Statement | Expression)[] {
  const definitions = new Map(
    module.body.flatMap((statement) => {
      const name = definedName(statement);
      return name === undefined ? [] : [[name, statement] as const];
    }),
  );
  const found = new Set<Statement | Expression>(roots);
  for (const node of found) {
    walk(node, (inner) => {
      const definition = isName(inner) ? definitions.get(inner.id) : undefined;
      if (definition !== undefined) found.add(definition);
    });
  }
  return [...found];
}

/** The vocabulary of functions and conditions of `module`. */
export function vocabularyOf(module: Module, roots: readonly (Statement | Expression)[], scope: TypeScope): Vocabulary {
  const nodes = reachable(module, roots);
  const constants = constantsOf(...nodes);
  return {
    constants,
    associated: associatedConstants(nodes),
    derived: derivedConstants(nodes, constants),
    displays: constantDisplays(nodes),
    scope,
  };
}
