/** Invariants of classes: `inv:` lines of their docstrings, and decorators of icontract and deal. */
import type { ClassDef, Expression, FunctionDef, Module } from '../syntax/ast.ts';
import type { TreeParser } from '../syntax/parse.ts';
import { parseCondition } from './condition.ts';
import type { Condition } from './contract.ts';
import { readDecorators } from './decorators.ts';
import { docstringLines } from './docstring-lines.ts';
import { readSections } from './sections.ts';

/** What a class of the module says of its objects, those of derived classes included; the conditions are about `self`. */
export interface ClassInvariant {
  readonly className: string;
  readonly conditions: readonly Condition[];
}

/** The invariants of the classes at the top of a module that have any. @throws ContractSyntaxError */
export function classInvariants(module: Module, parser: TreeParser): readonly ClassInvariant[] {
  return module.body.flatMap((statement) => {
    if (statement.kind !== 'class') return [];
    const conditions = ownInvariants(statement, module, parser);
    return conditions.length === 0 ? [] : [{ className: statement.name, conditions }];
  });
}

function ownInvariants(definition: ClassDef, module: Module, parser: TreeParser): readonly Condition[] {
  const { lines } = readSections(docstringLines(definition.body, module), ['inv']);
  const decorated = readDecorators(definition.decorators, [], module);
  return [...lines.map((line) => parseCondition(line, parser)), ...decorated.invariants];
}

/** The invariants of a class and of those of the module that it derives from. @throws ContractSyntaxError */
export function invariantsOf(owner: ClassDef, module: Module, parser: TreeParser): readonly Condition[] {
  return lineage(owner, module).flatMap((one) => ownInvariants(one, module, parser));
}

/** A class and those of the module that it derives from. */
function lineage(owner: ClassDef, module: Module): readonly ClassDef[] {
  const found = new Set([owner]);
  for (const one of found) {
    for (const base of one.bases) {
      const parent = module.body.findLast((statement) => statement.kind === 'class' && statement.name === nameOf(base));
      if (parent?.kind === 'class') found.add(parent);
    }
  }
  return [...found];
}

function nameOf(base: Expression): string | undefined {
  if (base.kind === 'subscript') return nameOf(base.object);
  return base.kind === 'name' ? base.id : undefined;
}

/** Whether a method keeps the invariants: it has an object, and is not a helper of the class, which may break them for a while. */
export function keepsInvariant({ name, decorators }: FunctionDef): boolean {
  const isSpecial = name.startsWith('__') && name.endsWith('__');
  const hasObject = !decorators.some(
    (decorator) => decorator.kind === 'name' && (decorator.id === 'staticmethod' || decorator.id === 'classmethod'),
  );
  return hasObject && name !== '__new__' && (isSpecial || !name.startsWith('_'));
}
