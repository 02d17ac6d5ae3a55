/** Recursion as a loop: a function that ends with a call of itself, or adds something to what such a call returns. */
import type { BinaryOperator, Expression, FunctionDef, Statement } from '../../syntax/ast.ts';
import { unparse } from '../../syntax/unparse.ts';
import { integer, integerIn, negation, variable } from './build.ts';
import { calls } from './calls.ts';
import { effectsOf } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf, type Kind } from './shapes.ts';
import { boundNames } from './targets.ts';
import { contains, mapParts, mapStatement, occurrences, walk } from './traverse.ts';

type Block = readonly Statement[];
type If = Extract<Statement, { kind: 'if' }>;

/** Names of no variable of a source. */
const RESULT = 'result so far';
const ITEM = 'next item';

/** Statements that have scopes, ways to leave, or an order of their own. */
const REFUSED = [
  ...['try', 'with', 'function', 'class', 'lambda', 'yield', 'yieldfrom', 'await', 'global', 'nonlocal', 'delete'],
  ...['match', 'import', 'importfrom', 'named', 'unsupported', 'typealias'],
];

/** What a call of the function itself is given, and what is added to its result. */
interface Step {
  readonly args: readonly Expression[];
  readonly operator?: BinaryOperator;
  readonly before?: Expression;
  readonly after?: Expression;
}

/** How results of calls are put together: the type, and what adds nothing. */
interface Sum {
  readonly operator: BinaryOperator;
  readonly kind: Kind;
  readonly unit: Expression;
}

/** A recursive function whose calls get smaller and smaller arguments. */
interface Recursion {
  readonly definition: FunctionDef;
  readonly sum: Sum | undefined;
  /** Whether something is added behind the result of a call. */
  readonly isBehind: boolean;
  /** A list or text of which each call gets the rest. */
  readonly shrinking: string | undefined;
}

/**
 * A loop that does what the calls of a function of itself do; undefined where no rule fits. Each call is proved to get a smaller
 * argument, so that both end. How deep calls may be nested is a limit of the machine.
 * @param body of the function, which has its name to itself
 * @param factsOf tells what is known of another body of it
 */
export function withoutRecursion(
  definition: FunctionDef,
  body: Block,
  facts: Facts,
  factsOf: (body: Block) => Facts,
): Block | undefined {
  const own = occurrences(body, definition.name);
  if (own === 0 || own !== calls(body, definition.name).length || contains(body, ...REFUSED)) return undefined;
  const [first, ...more] = body;
  if (first?.kind !== 'if' || more.length > 0) return undefined;
  const isPlain = definition.parameters.every(({ kind, name }) => kind === 'positional' && facts.isPrivate(name));
  if (!isPlain || definition.isAsync || definition.decorators.length > 0 || !keepsNoLocals(definition, body, facts))
    return undefined;
  const sides = [first.body, first.orelse].map((side) => calls(side, definition.name).length);
  const [goesOn, ends] = sides[0] === 0 ? [first.orelse, first.body] : [first.body, first.orelse];
  if (sides.filter((count) => count > 0).length !== 1 || !alwaysReturns(ends)) return undefined;
  const test = sides[0] === 0 ? negation(first.test) : first.test;
  const steps = stepsIn(goesOn, definition);
  if (steps === undefined) return undefined;
  const operators = new Set(steps.flatMap(({ operator }) => operator ?? []));
  if (operators.size > 1 || (operators.size === 1 && contains(body, 'for', 'while'))) return undefined;
  const [operator] = operators;
  const sums = operator === undefined ? [undefined] : sumsAt(first).filter((one) => one.operator === operator);
  const smaller = definition.parameters.findIndex((_, at) =>
    steps.every(({ args }) => isSmaller(definition, at, args, first, sides[0] !== 0, facts)),
  );
  if (smaller < 0) return undefined;
  const shrinking = shrinkingIn(definition, smaller, steps, goesOn, ends, facts);
  const isBehind = steps.some(({ after }) => after !== undefined);
  const results = resultsIn(shrinking === undefined ? body : byItem(body, shrinking), definition);
  for (const sum of sums) {
    const recursion = { definition, sum, shrinking, isBehind };
    const looping = loopOf(recursion, test, goesOn, ends);
    if (looping !== undefined && isSound(recursion, steps, results, factsOf(looping))) return looping;
  }
  return undefined;
}

function sumsAt({ span }: If): readonly Sum[] {
  const text: Expression = { kind: 'constant', span, value: { type: 'str', value: '' } };
  return [
    { operator: '+', kind: 'int', unit: integer(span, 0n) },
    { operator: '+', kind: 'str', unit: text },
    { operator: '+', kind: 'list', unit: { kind: 'list', span, items: [] } },
    { operator: '*', kind: 'int', unit: integer(span, 1n) },
  ];
}

/** Whether each call assigns its other variables before it reads them, and changes its parameters nowhere. */
function keepsNoLocals({ parameters }: FunctionDef, body: Block, facts: Facts): boolean {
  const bound = new Set<string>();
  walk(body, (node) => {
    if (!('kind' in node)) return;
    if (node.kind === 'assign' && 'targets' in node) for (const name of boundNames(node.targets)) bound.add(name);
    if ((node.kind === 'for' || node.kind === 'augassign' || node.kind === 'annassign') && 'target' in node)
      for (const name of boundNames(node.target)) bound.add(name);
  });
  return [...bound].every((name) => facts.isSure(name) && !parameters.some((one) => one.name === name));
}

function alwaysReturns(body: Block): boolean {
  const last = body.at(-1);
  if (last?.kind === 'if') return alwaysReturns(last.body) && alwaysReturns(last.orelse);
  return last?.kind === 'return' || last?.kind === 'raise';
}

/** The steps at the ends of a block, each of which returns; undefined where the function calls itself elsewhere. */
function stepsIn(body: Block, definition: FunctionDef): readonly Step[] | undefined {
  const last = body.at(-1);
  if (last === undefined || calls(body.slice(0, -1), definition.name).length > 0) return undefined;
  if (last.kind === 'if') {
    if (calls(last.test, definition.name).length > 0) return undefined;
    const [yes, no] = [stepsIn(last.body, definition), stepsIn(last.orelse, definition)];
    return yes && no && [...yes, ...no];
  }
  if (last.kind === 'raise') return calls(last, definition.name).length > 0 ? undefined : [];
  if (last.kind !== 'return' || last.value === undefined) return undefined;
  if (calls(last, definition.name).length === 0) return [];
  const step = stepOf(last.value, definition);
  return step && [step];
}

/** A call of the function itself, alone or as an operand. */
function stepOf(value: Expression, definition: FunctionDef): Step | undefined {
  const isOwn = (one: Expression): one is Extract<Expression, { kind: 'call' }> =>
    one.kind === 'call' && one.callee.kind === 'name' && one.callee.id === definition.name;
  if (isOwn(value)) {
    const isPlain = value.keywords.length === 0 && value.args.length === definition.parameters.length;
    const isNested = calls(value.args, definition.name).length > 0 || value.args.some(({ kind }) => kind === 'starred');
    return isPlain && !isNested ? { args: value.args } : undefined;
  }
  if (value.kind !== 'binary' || (value.operator !== '+' && value.operator !== '*')) return undefined;
  const { left, right, operator } = value;
  if (isOwn(right) && calls(left, definition.name).length === 0) {
    const inner = stepOf(right, definition);
    return inner && { ...inner, operator, before: left };
  }
  if (!isOwn(left) || calls(right, definition.name).length > 0) return undefined;
  const inner = stepOf(left, definition);
  return inner && { ...inner, operator, after: right };
}

/** Whether a call gets less than the function has got, as long as the test that keeps it going holds. */
function isSmaller(
  { parameters }: FunctionDef,
  at: number,
  args: readonly Expression[],
  { test }: If,
  isGoing: boolean,
  facts: Facts,
): boolean {
  const [name, arg] = [parameters[at]?.name, args[at]];
  if (name === undefined || arg === undefined) return false;
  const shape = facts.shapes.variable(name);
  if (isOf(shape, 'list', 'str', 'tuple')) return isRest(arg, name) && hasItems(test, name, isGoing);
  if (!isOf(shape, 'int') || arg.kind !== 'binary') return false;
  const { operator, left, right } = arg;
  const by = integerIn(right);
  const isOwn = left.kind === 'name' && left.id === name;
  const bound = boundOf(test, name, isGoing);
  if (bound === undefined || !isOwn || by === undefined) return false;
  if (operator === '+') return by < 0n;
  return operator === '-' ? by > 0n : operator === '//' && by > 1n && bound >= 0n;
}

/** Whether an expression is all of a sequence but its first item. */
function isRest(expression: Expression, name: string): boolean {
  if (expression.kind !== 'subscript' || expression.index.kind !== 'slice') return false;
  const { object, index } = expression;
  const isTail = integerIn(index.lower) === 1n && index.upper === undefined && index.step === undefined;
  return isTail && object.kind === 'name' && object.id === name;
}

/** Whether a test, where it has this outcome, says that a sequence is not empty. */
function hasItems(test: Expression, name: string, outcome: boolean): boolean {
  if (test.kind === 'unary' && test.operator === 'not') return hasItems(test.operand, name, !outcome);
  if (test.kind === 'name') return outcome && test.id === name;
  const [only, ...more] = test.kind === 'compare' ? test.rest : [];
  if (test.kind !== 'compare' || only === undefined || more.length > 0) return false;
  const length = `len(${name})`;
  const [left, right] = [unparse(test.left), unparse(only.operand)];
  if (left === length && right === '0') return only.operator === (outcome ? '!=' : '==');
  return outcome ? left === '0' && right === length && only.operator === '<' : false;
}

/** The number that an int is greater than, where a test has this outcome. */
function boundOf(test: Expression, name: string, outcome: boolean): bigint | undefined {
  if (test.kind === 'unary' && test.operator === 'not') return boundOf(test.operand, name, !outcome);
  const [only, ...more] = test.kind === 'compare' ? test.rest : [];
  if (test.kind !== 'compare' || only === undefined || more.length > 0) return undefined;
  const { left } = test;
  const { operator, operand } = only;
  const isLeft = left.kind === 'name' && left.id === name;
  const isRight = operand.kind === 'name' && operand.id === name;
  const limit = isLeft ? integerIn(operand) : isRight ? integerIn(left) : undefined;
  if (limit === undefined) return undefined;
  const above = isRight ? outcome : !outcome;
  if (!above) return undefined;
  // `limit < n` or not `n <= limit` leaves what is greater, `limit <= n` or not `n < limit` the limit as well
  if (operator === '<') return isRight ? limit : limit - 1n;
  return operator === '<=' ? (isRight ? limit - 1n : limit) : undefined;
}

/** The sequence of which a loop over its items sees all that the calls see: nothing changes it, and calls look at its first item only. */
function shrinkingIn(
  { parameters }: FunctionDef,
  at: number,
  steps: readonly Step[],
  goesOn: Block,
  ends: Block,
  facts: Facts,
): string | undefined {
  const name = parameters[at]?.name;
  if (name === undefined || occurrences(ends, name) > 0) return undefined;
  const shape = facts.shapes.variable(name);
  const isFrozen = isOf(shape, 'str', 'tuple') || (isOf(shape, 'list') && shape.isKept === true);
  return isFrozen && occurrences(byItem(goesOn, name), name) === steps.length ? name : undefined;
}

/** A block that reads the item of a loop instead of the first of a sequence. */
function byItem(body: Block, name: string): Block {
  const change = (part: Expression): Expression =>
    part.kind === 'subscript' && unparse(part) === `${name}[0]` ? variable(part.span, ITEM) : mapParts(part, change);
  return body.map((statement) => mapStatement(statement, change, (block) => byItem(block, name)));
}

/** The loop, with what comes before and behind it; undefined where the arguments of a call cannot be assigned one by one. */
function loopOf(recursion: Recursion, test: Expression, goesOn: Block, ends: Block): Block | undefined {
  const { sum, shrinking } = recursion;
  const { span } = test;
  const source = shrinking === undefined ? goesOn : byItem(goesOn, shrinking);
  const body = turned(source, recursion);
  const after = turned(ends, recursion);
  if (body === undefined || after === undefined) return undefined;
  const start: Block =
    sum === undefined ? [] : [{ kind: 'assign', span, targets: [variable(span, RESULT)], value: sum.unit }];
  const loop: Statement =
    shrinking === undefined
      ? { kind: 'while', span, test, body, orelse: [] }
      : {
          kind: 'for',
          span,
          target: variable(span, ITEM),
          iterable: variable(span, shrinking),
          body,
          orelse: [],
          isAsync: false,
        };
  return [...start, loop, ...after];
}

/** A block whose calls of the function at its ends have become the assignments of the next round. */
function turned(body: Block, recursion: Recursion): Block | undefined {
  const last = body.at(-1);
  const before = body.slice(0, -1);
  if (last?.kind === 'if') {
    const [yes, no] = [turned(last.body, recursion), turned(last.orelse, recursion)];
    return yes && no && [...before, { ...last, body: yes, orelse: no }];
  }
  if (last?.kind !== 'return' || last.value === undefined) return body;
  const step = stepOf(last.value, recursion.definition);
  if (step === undefined) return [...before, { ...last, value: added(last.value, recursion.sum, recursion.isBehind) }];
  const next = assignedArgs(step.args, recursion);
  return next && [...before, ...taken(step, recursion.sum), ...next];
}

/** What the last call returns, with all that the calls before it add. */
function added(value: Expression, sum: Sum | undefined, isBehind: boolean): Expression {
  if (sum === undefined) return value;
  const { span } = value;
  const result = variable(span, RESULT);
  if (unparse(value) === unparse(sum.unit)) return result;
  const { operator } = sum;
  return { kind: 'binary', span, operator, left: isBehind ? value : result, right: isBehind ? result : value };
}

/** What one call adds. */
function taken({ before, after }: Step, sum: Sum | undefined): Block {
  const more = before ?? after;
  if (sum === undefined || more === undefined) return [];
  const { span } = more;
  const result = variable(span, RESULT);
  if (sum.kind === 'list' && more.kind === 'list' && !more.items.some(({ kind }) => kind === 'starred'))
    return more.items.map((item) => {
      const callee: Expression = { kind: 'attribute', span, object: result, name: 'append' };
      return { kind: 'expression', span, value: { kind: 'call', span, callee, args: [item], keywords: [] } };
    });
  const isFront = sum.kind === 'str' && after !== undefined;
  const [left, right] = isFront ? [more, result] : [result, more];
  const value: Expression = { kind: 'binary', span, operator: sum.operator, left, right };
  return [{ kind: 'assign', span, targets: [result], value }];
}

/** The parameters as the next call gets them, in an order in which each is read before it is assigned. */
function assignedArgs(args: readonly Expression[], { definition, shrinking }: Recursion): Block | undefined {
  let open = definition.parameters.flatMap(({ name }, at) => {
    const value = args[at];
    const isSame = value?.kind === 'name' && value.id === name;
    return value === undefined || isSame || name === shrinking ? [] : [{ name, value }];
  });
  const assigned: Statement[] = [];
  while (open.length > 0) {
    const next = open.find(({ name }) =>
      open.every((other) => other.name === name || occurrences(other.value, name) === 0),
    );
    if (next === undefined) return undefined;
    const { span } = next.value;
    assigned.push({ kind: 'assign', span, targets: [variable(span, next.name)], value: next.value });
    open = open.filter((one) => one !== next);
  }
  return assigned;
}

/** Whether adding in the order of the calls gives what adding on the way back does, and no code but built-in code sees a sequence that shrinks. */
function isSound(
  { sum, shrinking, isBehind }: Recursion,
  steps: readonly Step[],
  results: readonly Expression[],
  facts: Facts,
): boolean {
  const { shapes } = facts;
  if (shrinking !== undefined && !shapes.isClosed) return false;
  if (sum === undefined) return steps.every(({ operator }) => operator === undefined);
  const { kind } = sum;
  const seen = (part: Expression): Expression =>
    shrinking === undefined
      ? part
      : (byItem([{ kind: 'expression', span: part.span, value: part }], shrinking).flatMap((one) =>
          one.kind === 'expression' ? [one.value] : [],
        )[0] ?? part);
  const areResults = results.every((one) => isOf(shapes.of(one), kind) && (kind !== 'list' || one.kind === 'list'));
  const areAdded = steps.every(({ before, after }) => {
    const more = before ?? after;
    // a call that returns what the next one does adds nothing
    if (more === undefined) return true;
    const isOfKind = isOf(shapes.of(seen(more)), ...(kind === 'int' ? (['int', 'bool'] as const) : [kind]));
    if (!isOfKind || (kind !== 'int' && (after !== undefined) !== isBehind)) return false;
    return after === undefined || (kind !== 'list' && effectsOf(seen(after), facts)?.size === 0);
  });
  return areResults && areAdded && isOf(shapes.variable(RESULT), kind);
}

/** What a function returns where it does not call itself. */
function resultsIn(body: Block, definition: FunctionDef): readonly Expression[] {
  return body.flatMap((statement): readonly Expression[] => {
    if (statement.kind === 'if')
      return [...resultsIn(statement.body, definition), ...resultsIn(statement.orelse, definition)];
    if (statement.kind !== 'return') return [];
    const { value, span } = statement;
    if (value === undefined) return [{ kind: 'constant', span, value: { type: 'none' } }];
    return calls(value, definition.name).length > 0 ? [] : [value];
  });
}
