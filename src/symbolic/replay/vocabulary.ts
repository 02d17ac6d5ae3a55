/** What the code under test speaks of: its constants, as far as the function reaches them, and the names of its types. */
import type { TypeScope } from '../inputs/type-scope.ts';
import type { Expression, Module, Statement } from '../syntax/ast.ts';
import { associatedConstants } from './associations.ts';

/** Distinct constants, always in the same order. */
export interface Constants {
  readonly ints: readonly bigint[];
  readonly floats: readonly number[];
  readonly strings: readonly string[];
  /** Bytes as numbers from 0 to 255. */
  readonly bytes: readonly (readonly number[])[];
}

export interface Vocabulary {
  readonly constants: Constants;
  /** Constants by the name of the variable that they stand beside. */
  readonly associated: ReadonlyMap<string, Constants>;
  readonly scope: TypeScope;
}

const TYPE_FIELDS = new Set(['annotation', 'returns', 'docstring']);

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

type ConstantNode = Extract<Expression, { kind: 'constant' }>;
type NameNode = Extract<Expression, { kind: 'name' }>;

function isConstant(node: object): node is ConstantNode {
  return 'kind' in node && node.kind === 'constant';
}

function isName(node: object): node is NameNode {
  return 'kind' in node && node.kind === 'name';
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
  return { constants: constantsOf(...nodes), associated: associatedConstants(nodes), scope };
}
