/** Contract libraries, recognised by how the module imports them: they need not be installed. */
import type { Expression, Module, Statement } from '../syntax/ast.ts';

/** Decorators of each library that leave what they decorate as it is, apart from its contract. */
const DECORATORS = {
  icontract: ['require', 'ensure', 'snapshot', 'invariant'],
  deal: ['pre', 'post', 'ensure', 'raises', 'safe', 'pure', 'chain', 'inv', 'has', 'reason', 'example'],
} as const;

export type ContractLibrary = keyof typeof DECORATORS;

/** A decorator of a contract library, such as `require` of icontract. */
export interface ContractDecorator {
  readonly library: ContractLibrary;
  readonly name: string;
}

/** Whether this is the name of a contract library. */
export function isContractLibrary(module: string): module is ContractLibrary {
  return Object.hasOwn(DECORATORS, module);
}

/** Whether the library has a decorator of this name that states a contract. */
export function isContractDecorator(library: ContractLibrary, name: string): boolean {
  return DECORATORS[library].some((known) => known === name);
}

/** Tells what an expression of the module refers to, where that is a decorator of a contract library. */
export function contractDecorators(module: Module): (callee: Expression) => ContractDecorator | undefined {
  const modules = new Map<string, ContractLibrary>();
  const decorators = new Map<string, ContractDecorator>();
  for (const statement of imports(module.body)) {
    if (statement.kind === 'import') {
      for (const { name, alias } of statement.names) if (isContractLibrary(name)) modules.set(alias ?? name, name);
    } else if (isContractLibrary(statement.module)) {
      const library = statement.module;
      const names = statement.names === '*' ? DECORATORS[library].map((name) => ({ name })) : statement.names;
      for (const { name, alias } of names.map((one) => ({ alias: undefined, ...one }))) {
        decorators.set(alias ?? name, { library, name });
      }
    }
  }
  return (callee) => {
    if (callee.kind === 'name') return decorators.get(callee.id);
    if (callee.kind !== 'attribute' || callee.object.kind !== 'name') return undefined;
    const library = modules.get(callee.object.id);
    return library && { library, name: callee.name };
  };
}

type Import = Extract<Statement, { kind: 'import' | 'importfrom' }>;

/** Imports at the top of the module, those under `if` and `try` included. */
function imports(statements: readonly Statement[]): readonly Import[] {
  return statements.flatMap((statement) => {
    switch (statement.kind) {
      case 'import':
      case 'importfrom':
        return [statement];
      case 'if':
        return imports([...statement.body, ...statement.orelse]);
      case 'try':
        return imports([...statement.body, ...statement.orelse, ...statement.finalbody]);
      default:
        return [];
    }
  });
}
