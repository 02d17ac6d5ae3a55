/** Contract decorators of the icontract and deal libraries, which are recognised and reported. */
import type { Expression, Module, Statement } from '../syntax/ast.ts';
import { unparse } from '../syntax/unparse.ts';

/** A decorator that states a contract. */
export interface ContractDecorator {
  /** The decorator by its full name, e.g. `@icontract.require`. */
  readonly construct: string;
  /** 1-based line in the module. */
  readonly line: number;
}

const LIBRARIES = new Set(['icontract', 'deal']);

/** Those of `decorators` that come from a contract library, by the imports at the top level of `module`. */
export function contractDecorators(decorators: readonly Expression[], module: Module): readonly ContractDecorator[] {
  if (decorators.length === 0) return [];
  const imported = libraryNames(module.body);
  return decorators.flatMap((decorator) => {
    const callee = decorator.kind === 'call' ? decorator.callee : decorator;
    const [root = '', ...rest] = unparse(callee).split('.');
    const origin = imported.get(root);
    return origin === undefined ? [] : [{ construct: `@${[origin, ...rest].join('.')}`, line: decorator.span.line }];
  });
}

/** What names bound by imports stand for, in dotted form. */
function libraryNames(body: readonly Statement[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const statement of body) {
    if (statement.kind === 'import') {
      for (const { name, alias } of statement.names) if (LIBRARIES.has(name)) names.set(alias ?? name, name);
    } else if (statement.kind === 'importfrom' && LIBRARIES.has(statement.module) && statement.names !== '*') {
      for (const { name, alias } of statement.names) names.set(alias ?? name, `${statement.module}.${name}`);
    }
  }
  return names;
}
