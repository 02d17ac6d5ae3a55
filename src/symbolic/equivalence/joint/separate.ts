/** Which functions may run side by side on the same arguments: those that change nothing but what they have made themselves. */
import { bindingsOf } from '../../execute/bindings.ts';
import type { Expression, FunctionDef, Parameters, Statement } from '../../syntax/ast.ts';
import { variable } from '../normal/build.ts';
import type { Facts } from '../normal/facts.ts';
import { STRING_METHODS } from '../normal/library.ts';
import { isBuiltin, isOf, SCALARS } from '../normal/shapes.ts';
import { assignments } from '../normal/targets.ts';
import { contains, mapParts, mapStatement, walk } from '../normal/traverse.ts';

type Block = readonly Statement[];

/** Syntax that leaves a function in ways of its own, has scopes of its own, or binds names in other ways than assignments. */
const REFUSED = [
  ...[
    'function',
    'class',
    'lambda',
    'yield',
    'yieldfrom',
    'await',
    'named',
    'global',
    'nonlocal',
    'import',
    'importfrom',
  ],
  ...['try', 'with', 'raise', 'delete', 'match', 'typealias', 'unsupported', 'starred', 'assert'],
];

/** Built-in functions that only read what they are given. */
const READING: ReadonlySet<string> = new Set([
  ...['abs', 'all', 'any', 'bool', 'chr', 'dict', 'divmod', 'enumerate', 'float', 'frozenset', 'int', 'len', 'list'],
  ...['max', 'min', 'ord', 'pow', 'range', 'repr', 'reversed', 'round', 'set', 'sorted', 'str', 'sum', 'tuple', 'zip'],
]);

const READING_METHODS: ReadonlySet<string> = new Set([
  ...STRING_METHODS.keys(),
  ...['copy', 'get', 'items', 'keys', 'rsplit', 'split', 'splitlines', 'values'],
]);

const CHANGING_METHODS: ReadonlySet<string> = new Set([
  ...[
    'add',
    'append',
    'clear',
    'discard',
    'extend',
    'insert',
    'pop',
    'remove',
    'reverse',
    'setdefault',
    'sort',
    'update',
  ],
]);

/** Keywords of built-in functions that are no functions themselves. */
const PLAIN_KEYWORDS: ReadonlySet<string | undefined> = new Set(['default', 'reverse', 'start', 'strict']);

/**
 * Whether a function runs no code but built-in code, and changes no object but those that it makes in a statement of its own and
 * has in one variable: then nothing outside it can tell how far it has come.
 */
export function isSeparate({ parameters, decorators, isAsync }: FunctionDef, body: Block, facts: Facts): boolean {
  // both functions call their arguments alike, so that such a name could mean a built-in function in one of them
  const arePlain = parameters.every(
    ({ name, kind }) =>
      kind !== 'vararg' && kind !== 'kwarg' && !READING.has(name) && isBuiltin(facts.shapes.variable(name)),
  );
  if (!arePlain || isAsync || decorators.length > 0 || contains(body, ...REFUSED)) return false;
  const own = ownVariables(parameters, body, facts);
  let keeps = true;
  walk(body, (node) => {
    keeps &&= 'kind' in node ? keepsApart(node, own, facts) : bindsNames(node);
  });
  return keeps;
}

/** Whether a comprehension's loop, if it is one, sets nothing but variables. */
function bindsNames(node: object): boolean {
  return !('conditions' in node && 'target' in node) || !contains(node.target, 'subscript', 'attribute');
}

function keepsApart(node: object, own: Own, facts: Facts): boolean {
  if (hasElse(node) || ('isAsync' in node && node.isAsync !== false)) return false;
  if (isExpression(node)) {
    if (node.kind === 'name') return isKnown(node.id, facts);
    return node.kind !== 'call' || isHarmless(node, own, facts);
  }
  if (isAssignment(node)) {
    const targets = node.kind === 'assign' ? node.targets : [node.target];
    const isInPlace = node.kind === 'augassign';
    return targets.every((target) => changesOwn(target, isInPlace, own, facts));
  }
  return true;
}

/** Whether a loop has an `else`, where `break` and `continue` are those of the loop around it. */
function hasElse(node: object): boolean {
  const isLoop = 'kind' in node && (node.kind === 'for' || node.kind === 'while');
  return isLoop && 'orelse' in node && Array.isArray(node.orelse) && node.orelse.length > 0;
}

function isKnown(name: string, facts: Facts): boolean {
  return facts.isPrivate(name) || facts.isElement(name) || (facts.isBuiltin(name) && READING.has(name));
}

/** Whether an assignment changes a variable, or an object of the function's own. */
function changesOwn(target: Expression, isInPlace: boolean, own: Own, facts: Facts): boolean {
  switch (target.kind) {
    case 'name':
      return !isInPlace || isOf(facts.shapes.variable(target.id), ...SCALARS) || own.has(target.id);
    case 'tuple':
    case 'list':
      return target.items.every((item) => changesOwn(item, isInPlace, own, facts));
    case 'subscript':
      // what an object of the function's own holds may be an argument's
      return isIn(own, target.object) && (!isInPlace || isOf(facts.shapes.of(target), ...SCALARS));
    default:
      return false;
  }
}

/** A call of a built-in function or method that changes nothing, or an object of the function's own. */
function isHarmless(
  { callee, args, keywords }: Extract<Expression, { kind: 'call' }>,
  own: Own,
  facts: Facts,
): boolean {
  const isPlain =
    keywords.every(({ name }) => PLAIN_KEYWORDS.has(name)) && args.every(({ kind }) => kind !== 'starred');
  if (!isPlain) return false;
  if (callee.kind === 'name') return facts.isBuiltin(callee.id) && READING.has(callee.id);
  if (callee.kind !== 'attribute') return false;
  if (READING_METHODS.has(callee.name)) return isBuiltin(facts.shapes.of(callee.object));
  return CHANGING_METHODS.has(callee.name) && isIn(own, callee.object);
}

/** Variables that hold nothing but objects that the function makes right where it assigns them: they are no parameters. */
type Own = ReadonlySet<string>;

function isIn(own: Own, object: Expression): boolean {
  return object.kind === 'name' && own.has(object.id);
}

function ownVariables(parameters: Parameters, body: Block, facts: Facts): Own {
  const made = new Map<string, number>();
  walk(body, (node) => {
    if (!isAssignment(node) || node.kind !== 'assign') return;
    const [target, ...others] = node.targets;
    if (target?.kind !== 'name' || others.length > 0 || !makesNew(node.value, facts)) return;
    made.set(target.id, (made.get(target.id) ?? 0) + 1);
  });
  const given = new Set(parameters.map(({ name }) => name));
  const isOwn = ([name, count]: readonly [string, number]): boolean =>
    !given.has(name) && facts.isPrivate(name) && count === assignments(body, name);
  return new Set([...made].filter(isOwn).map(([name]) => name));
}

function makesNew(value: Expression, facts: Facts): boolean {
  if (['list', 'set', 'dict', 'listcomp', 'setcomp', 'dictcomp'].includes(value.kind)) return true;
  if (value.kind !== 'call' || value.callee.kind !== 'name' || !facts.isBuiltin(value.callee.id)) return false;
  return ['dict', 'list', 'set', 'sorted'].includes(value.callee.id);
}

/**
 * A body whose variables have names that end with `side`, which no source has. Parameters that it never assigns have the names
 * `given`; what others begin with comes first.
 */
export function withOwnNames(
  { parameters }: FunctionDef,
  body: Block,
  facts: Facts,
  given: readonly string[],
  side: string,
): Block {
  const names = new Map<string, string>();
  walk(body, (node) => {
    if (isExpression(node) && node.kind === 'name' && facts.isVariable(node.id))
      names.set(node.id, `${node.id} ${side}`);
  });
  const starts: Statement[] = [];
  for (const [index, { name, span }] of parameters.entries()) {
    const outer = given[index] ?? name;
    if (bindingsOf(body).locals.has(name)) {
      const targets = [variable(span, `${name} ${side}`)];
      starts.push({ kind: 'assign', span, targets, value: variable(span, outer) });
    } else names.set(name, outer);
  }
  return [...starts, ...renamedIn(body, names)];
}

function renamedIn(body: Block, names: ReadonlyMap<string, string>): Block {
  const rename = (expression: Expression): Expression =>
    expression.kind === 'name'
      ? { ...expression, id: names.get(expression.id) ?? expression.id }
      : mapParts(expression, rename);
  return body.map((statement) => mapStatement(statement, rename, (block) => renamedIn(block, names)));
}

type Assignment = Extract<Statement, { kind: 'assign' | 'augassign' | 'annassign' | 'for' }>;

function isAssignment(node: object): node is Assignment {
  return 'kind' in node && (node.kind === 'assign' || 'target' in node) && 'span' in node && node.kind !== 'named';
}

function isExpression(node: object): node is Extract<Expression, { kind: 'name' | 'call' }> {
  return 'kind' in node && (node.kind === 'name' || node.kind === 'call');
}
