/** The functions and methods of a module that can be checked. */
import { extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import type { ClassDef, FunctionDef, Module, Statement } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import { parseModule, type TreeParser } from '../syntax/parse.ts';
import type { ListedFunction } from '../workspace-service.ts';

/** Functions of the top level and methods of its classes, in the order of the file; of a name that is bound more than once, the last. Throws `PythonSyntaxError`. */
export function listFunctions(code: string, parser: TreeParser): readonly ListedFunction[] {
  const module = parseModule(code, parser);
  const found = new Map<string, ListedFunction>();
  const add = (body: readonly Statement[], owner?: ClassDef): void => {
    for (const one of body) {
      if (one.kind === 'class' && owner === undefined) add(one.body, one);
      if (one.kind !== 'function' || isOverload(one)) continue;
      const name = owner === undefined ? one.name : `${owner.name}.${one.name}`;
      found.delete(name);
      found.set(name, { name, line: one.span.line, isStated: isStated(one, module, parser, owner) });
    }
  };
  add(module.body);
  return [...found.values()];
}

/** Whether annotations, a contract or leading asserts say what the function is for. */
function isStated(definition: FunctionDef, module: Module, parser: TreeParser, owner?: ClassDef): boolean {
  const { parameters, returns } = definition;
  if (returns !== undefined || parameters.some(({ annotation }) => annotation !== undefined)) return true;
  try {
    const { style, kept } = extractContract(definition, module, parser, owner);
    return style !== 'none' || kept.length > 0;
  } catch (error) {
    // something is said; whoever checks it says what is wrong with it
    if (error instanceof ContractSyntaxError) return true;
    throw error;
  }
}

function isOverload({ decorators }: FunctionDef): boolean {
  return decorators.some((one) => /(?:^|\.)overload$/.test(nameOf(one) ?? ''));
}
