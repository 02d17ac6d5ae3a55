/** Are two functions the same but for names and for rewritings that keep what they do? */
import { bindingsOf } from '../../execute/bindings.ts';
import type { FunctionDef, Module } from '../../syntax/ast.ts';
import { unparse } from '../../syntax/unparse.ts';
import type { Pair } from '../pair.ts';
import { calls, functionsOf, namesOf } from './calls.ts';
import { isOnlyDefined, withoutReturnedCopies } from './copies.ts';
import { formOf } from './form.ts';
import { match, type NameKind, type Renaming } from './match.ts';
import { type Normal, normalForm } from './normal-form.ts';
import { occurrences, walk } from './traverse.ts';
import { trustedParameters, withoutAnnotation } from './trust.ts';

/**
 * Whether the normal forms of two functions are equal. Then both behave the same: each rule keeps value, exceptions and effects,
 * calls of one correspond to calls of the other, and so both end or neither does.
 */
export function haveSameForm(module: Module, pair: Pair): boolean {
  return haveSame(module, pair, false);
}

/** As {@link haveSameForm}, where it does not matter whether an object is returned or a copy of it. */
export function haveSameContent(module: Module, pair: Pair): boolean {
  const isFree = [pair.left, pair.right].every((one) => isOnlyDefined(module.body, one));
  return isFree && haveSame(module, pair, true);
}

function haveSame(module: Module, pair: Pair, isByContent: boolean): boolean {
  const functions = functionsOf(module);
  const moduleNames = namesOf(module);
  const open = [{ ...pair, parameters: trustedParameters(module, pair, moduleNames) }];
  const compared = new Set([`${pair.left.name} ${pair.right.name}`]);
  for (const one of open) {
    const isOutermost = one.left === pair.left && one.right === pair.right;
    const called = matched(one, isByContent && isOutermost, moduleNames, functions);
    if (called === undefined) return false;
    for (const key of called) {
      const [left, right] = key.split(' ').map((name) => functions.get(name));
      if (left === undefined || right === undefined) return false;
      if (!compared.has(key)) open.push({ left, right, parameters: left.parameters.map(withoutAnnotation) });
      compared.add(key);
    }
  }
  return open.every(({ left, right }) => takeSameCalls(module, left, right));
}

/** Whether calls that the module makes of both functions bind their parameters alike. */
function takeSameCalls(module: Module, left: FunctionDef, right: FunctionDef): boolean {
  const made = [...calls(module, left.name), ...calls(module, right.name)];
  if (made.length === 0) return true;
  const isNamed = made.some(({ keywords }) => keywords.length > 0);
  return left.parameters.every((parameter, index) => {
    const other = right.parameters[index];
    const [own, its] = [parameter.default, other?.default];
    const sameDefault = own === undefined || its === undefined ? own === its : unparse(own) === unparse(its);
    return (
      other !== undefined && sameDefault && parameter.kind === other.kind && (!isNamed || parameter.name === other.name)
    );
  });
}

/** The functions that have to be the same as well; undefined where the two differ. */
function matched(
  { left, right, parameters }: Pair,
  isByContent: boolean,
  moduleNames: ReadonlySet<string>,
  functions: ReadonlyMap<string, FunctionDef>,
): ReadonlySet<string> | undefined {
  const others = right.parameters.map(({ annotation: _, ...rest }, index) => {
    const annotation = parameters[index]?.annotation;
    return { ...rest, ...(annotation !== undefined && { annotation }) };
  });
  if (left.isAsync !== right.isAsync || left.parameters.length !== right.parameters.length) return undefined;
  if (left.decorators.map(unparse).join() !== right.decorators.map(unparse).join()) return undefined;
  // a generator whose every yield is dead code is one still
  if (bindingsOf(left.body).yields !== bindingsOf(right.body).yields) return undefined;
  const first = normalForm(left, parameters, moduleNames, functions.get(left.name) === left);
  const second = normalForm(right, others, moduleNames, functions.get(right.name) === right);
  if (first === undefined || second === undefined) return undefined;
  const names = left.parameters.map(({ name }, index) => [name, right.parameters[index]?.name ?? ''] as const);
  const start: Renaming = {
    forth: new Map(names),
    back: new Map(names.map(([name, other]) => [other, name])),
    functions: new Set(),
  };
  const bodies = isByContent
    ? [withoutReturnedCopies(left, first.body, first.facts), withoutReturnedCopies(right, second.body, second.facts)]
    : [first.body, second.body];
  const [body, other] = bodies;
  if (body === undefined || other === undefined) return undefined;
  const renaming = match(formOf(body, first.facts), formOf(other, second.facts), start, {
    left: (name) => kindOf(name, first, moduleNames),
    right: (name) => kindOf(name, second, moduleNames),
    areFunctions: (one, other) => functions.has(one) && functions.has(other),
  });
  return renaming?.functions;
}

/** What a name is in a function. A name that only scopes inside it bind may be another one elsewhere. */
function kindOf(name: string, { body, facts }: Normal, moduleNames: ReadonlySet<string>): NameKind {
  if (facts.isGlobal(name)) return 'global';
  if (facts.isVariable(name)) return isDeclaredGlobal(body, name) ? 'shared' : 'own';
  return moduleNames.has(name) || !isInOneScope(body, name) ? 'shared' : 'own';
}

function isDeclaredGlobal(body: Normal['body'], name: string): boolean {
  let found = false;
  walk(body, (node) => {
    if ('kind' in node && node.kind === 'global') found ||= occurrences(node, name) > 0;
  });
  return found;
}

/** Whether one nested function, lambda or comprehension has all that is said of a name. */
function isInOneScope(body: Normal['body'], name: string): boolean {
  const total = occurrences(body, name);
  let found = false;
  walk(body, (node) => {
    const isScope = 'kind' in node && (node.kind === 'lambda' || node.kind === 'function');
    found ||= isScope && occurrences(node, name) === total;
  });
  return found;
}
