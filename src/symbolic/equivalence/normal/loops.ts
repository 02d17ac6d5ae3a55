/** Rules for loops: counting `while` loops as `for` loops, and loops that collect or search as comprehensions. */
import type { Comprehension, Expression, Statement } from '../../syntax/ast.ts';
import { callOf, integer, integerIn, variable } from './build.ts';
import { collector, isEmptySet } from './collectors.ts';
import { effectsOf, isStable, runsOnlyBuiltins } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf } from './shapes.ts';
import { assignments, boundNames } from './targets.ts';
import { contains, inFirstBlock, mapStatement, occurrences, substitute, walk } from './traverse.ts';

type Block = readonly Statement[];
type While = Extract<Statement, { kind: 'while' }>;
type For = Extract<Statement, { kind: 'for' }>;

/** Rewrites the first loop that a rule fits, inner ones first; undefined where there is none. */
export function withoutLoop(body: Block, facts: Facts): Block | undefined {
  for (const [index, statement] of body.entries()) {
    const inner = inFirstBlock(statement, (block) => withoutLoop(block, facts));
    if (inner !== undefined) return body.with(index, inner);
    const before = rewritten(body.slice(0, index), statement, facts);
    if (before !== undefined) return [...before, ...body.slice(index + 1)];
  }
  return undefined;
}

/** What a loop, with the statements before it, becomes; undefined where no rule fits. */
function rewritten(before: Block, statement: Statement, facts: Facts): Block | undefined {
  if (statement.kind === 'while') {
    const counted = countedLoop(statement, facts);
    return counted && startedAt(before, counted, facts);
  }
  if (statement.kind !== 'for' || statement.isAsync || facts.hasHandlers) return undefined;
  return collected(before, statement, facts) ?? searched(before, statement, facts);
}

/**
 * `while k < end: ...; k = k + step` as `for k in range(k, end, step): ...`. The counter is changed nowhere else, nothing
 * jumps over its step, the end stays the same, and nobody looks at the counter behind the loop.
 */
function countedLoop(loop: While, facts: Facts): Counted | undefined {
  const stepped = withoutStep(loop.body);
  if (stepped === undefined) return undefined;
  const { counter, by, body } = stepped;
  const end = endOf(loop.test, counter, by);
  const isCounter =
    facts.isPrivate(counter) &&
    isOf(facts.shapes.variable(counter), 'int') &&
    assignments(body, counter) === 0 &&
    !isRead(counter, loop, facts) &&
    !skipsEnd(body);
  if (end === undefined || !isCounter || !isConstantIn(end, loop.body, facts)) return undefined;
  const { span } = loop;
  const range = [variable(span, counter), end, integer(span, by)];
  const iterable = callOf(span, 'range', ...range);
  const head = { kind: 'for', span, iterable, orelse: loop.orelse, isAsync: false } as const;
  const [first, ...rest] = body;
  const copy = first?.kind === 'assign' && first.targets.length === 1 ? first : undefined;
  const isCopy = copy?.value.kind === 'name' && copy.value.id === counter && copy.targets[0]?.kind === 'name';
  const [target] = copy?.targets ?? [];
  const isCopied = isCopy && target !== undefined && occurrences(rest, counter) === 0;
  const counted = isCopied ? { ...head, target, body: rest } : { ...head, target: variable(span, counter), body };
  return { loop: counted, counter, range };
}

/** A counted loop that begins with what the statement before it assigns to the counter. */
function startedAt(before: Block, { loop, counter, range }: Counted, facts: Facts): Block {
  const last = before.at(-1);
  const [target] = last?.kind === 'assign' && last.targets.length === 1 ? last.targets : [];
  const isStart = target?.kind === 'name' && target.id === counter;
  if (last?.kind !== 'assign' || !isStart || !isOf(facts.shapes.of(last.value), 'int')) return [...before, loop];
  const iterable = callOf(loop.span, 'range', last.value, ...range.slice(1));
  return [...before.slice(0, -1), { ...loop, iterable }];
}

/** A loop over a range, the arguments of which begin with the counter. */
interface Counted {
  readonly loop: For;
  readonly counter: string;
  readonly range: readonly Expression[];
}

/** How a loop counts. */
interface Step {
  readonly counter: string;
  readonly by: bigint;
}

/** A loop's body without the step of its counter, which ends every way through it that does not leave the loop. */
function withoutStep(body: Block): (Step & { readonly body: Block }) | undefined {
  const last = body.at(-1);
  const before = body.slice(0, -1);
  const step = last && stepOf(last);
  if (last === undefined || step !== undefined) return step && { ...step, body: before };
  if (last.kind !== 'if') return undefined;
  const [yes, no] = [withoutStep(last.body), withoutStep(last.orelse)];
  const isSame = yes === undefined || no === undefined || (yes.counter === no.counter && yes.by === no.by);
  const found = yes ?? no;
  const isWhole = (yes !== undefined || leavesLoop(last.body)) && (no !== undefined || leavesLoop(last.orelse));
  if (found === undefined || !isSame || !isWhole) return undefined;
  return { ...found, body: [...before, { ...last, body: yes?.body ?? last.body, orelse: no?.body ?? last.orelse }] };
}

function leavesLoop(body: Block): boolean {
  const last = body.at(-1);
  if (last?.kind === 'if') return leavesLoop(last.body) && leavesLoop(last.orelse);
  return last?.kind === 'return' || last?.kind === 'raise' || last?.kind === 'break';
}

/** `counter = counter + by`. */
function stepOf(statement: Statement): Step | undefined {
  if (statement.kind !== 'assign' || statement.targets.length !== 1) return undefined;
  const [target] = statement.targets;
  const { value } = statement;
  if (target?.kind !== 'name' || value.kind !== 'binary') return undefined;
  const { operator, left, right } = value;
  const isCounter = (one: Expression): boolean => one.kind === 'name' && one.id === target.id;
  const [first, second] = [integerIn(left), integerIn(right)];
  if (operator === '+' && isCounter(left) && second !== undefined && second !== 0n)
    return { counter: target.id, by: second };
  if (operator === '+' && isCounter(right) && first !== undefined && first !== 0n)
    return { counter: target.id, by: first };
  if (operator === '-' && isCounter(left) && second !== undefined && second !== 0n)
    return { counter: target.id, by: -second };
  return undefined;
}

/** The exclusive end of a counter that grows or falls. */
function endOf(test: Expression, counter: string, by: bigint): Expression | undefined {
  if (test.kind !== 'compare' || test.rest.length !== 1) return undefined;
  const [only] = test.rest;
  if (only === undefined) return undefined;
  const isCounter = (one: Expression): boolean => one.kind === 'name' && one.id === counter;
  const { span } = test;
  const beyond = (end: Expression, operator: '+' | '-'): Expression => ({
    kind: 'binary',
    span,
    operator,
    left: end,
    right: integer(span, 1n),
  });
  if (by > 0n && isCounter(test.left)) {
    if (only.operator === '<') return only.operand;
    return only.operator === '<=' ? beyond(only.operand, '+') : undefined;
  }
  if (by < 0n && isCounter(only.operand)) {
    if (only.operator === '<') return test.left;
    return only.operator === '<=' ? beyond(test.left, '-') : undefined;
  }
  return undefined;
}

/** Whether a variable is looked at outside a loop, apart from assignments that the loop overwrites or begins with. */
function isRead(name: string, loop: Statement, facts: Facts): boolean {
  const inside = occurrences(loop, name);
  return facts.occurrences(name) - inside !== assignments(facts.body, name) - assignments(loop, name);
}

/** Whether a `continue` of the loop itself leaves out what stands at its end. */
function skipsEnd(body: Block): boolean {
  return body.some((statement) => {
    if (statement.kind === 'continue') return true;
    if (statement.kind === 'while' || statement.kind === 'for') return skipsEnd(statement.orelse);
    let found = false;
    mapStatement(
      statement,
      (expression) => expression,
      (block) => {
        found ||= skipsEnd(block);
        return block;
      },
    );
    return found;
  });
}

/** Whether an int expression has one value before every iteration. */
function isConstantIn(end: Expression, body: Block, facts: Facts): boolean {
  if (!isOf(facts.shapes.of(end), 'int') || effectsOf(end, facts)?.size !== 0) return false;
  if (isStable(end, facts)) return true;
  let isConstant = true;
  walk(end, (part) => {
    if (!('kind' in part)) return;
    if (part.kind === 'call') isConstant &&= !changesObjects(body, facts);
    if (part.kind === 'name' && 'id' in part && typeof part.id === 'string') {
      isConstant &&= facts.isBuiltin(part.id) || (facts.isPrivate(part.id) && assignments(body, part.id) === 0);
    }
  });
  return isConstant && !contains(end, 'subscript', 'attribute');
}

/** Whether statements may change an object, rather than variables alone. */
function changesObjects(body: Block, facts: Facts): boolean {
  let changes = contains(
    body,
    'augassign',
    'delete',
    'with',
    'try',
    'yield',
    'yieldfrom',
    'await',
    'match',
    'import',
    'importfrom',
  );
  const check = (expression: Expression): Expression => {
    changes ||= effectsOf(expression, facts) === undefined;
    return expression;
  };
  const visit = (block: Block): Block =>
    block.map((statement) => {
      if (statement.kind === 'assign') changes ||= statement.targets.some((target) => target.kind !== 'name');
      if (statement.kind === 'for') {
        check(statement.iterable);
        visit(statement.body);
        visit(statement.orelse);
        return statement;
      }
      if (statement.kind === 'assign') {
        check(statement.value);
        return statement;
      }
      return mapStatement(statement, check, visit);
    });
  visit(body);
  return changes;
}

/** Where a loop puts one value for each element that passes its conditions. */
interface Collection {
  readonly generators: readonly Comprehension[];
  readonly last: Statement;
}

/** A loop that does one thing for each element under conditions; other loops may be nested in it. */
function collectionOf(loop: For, facts: Facts): Collection | undefined {
  let inner: Statement | undefined = loop;
  const generators: { target: Expression; iterable: Expression; conditions: Expression[]; isAsync: false }[] = [];
  for (;;) {
    if (inner === undefined) return undefined;
    if (inner.kind === 'for' && inner.orelse.length === 0 && !inner.isAsync) {
      const { target, iterable } = inner;
      if (!boundNames(target).every((name) => facts.isPrivate(name)) || contains(target, 'subscript', 'attribute'))
        return undefined;
      generators.push({ target, iterable, conditions: [], isAsync: false });
    } else if (inner.kind === 'if' && inner.orelse.length === 0) {
      generators
        .at(-1)
        ?.conditions.push(
          ...(inner.test.kind === 'boolean' && inner.test.operator === 'and' ? inner.test.operands : [inner.test]),
        );
    } else if (inner.kind === 'if' && inner.body.length === 0) {
      generators
        .at(-1)
        ?.conditions.push({ kind: 'unary', span: inner.test.span, operator: 'not', operand: inner.test });
      const [only, ...others]: Block = inner.orelse;
      if (others.length > 0) return undefined;
      inner = only;
      continue;
    } else return { generators, last: inner };
    const [only, ...others]: Block = inner.body;
    if (others.length > 0) return undefined;
    inner = only;
  }
}

/** A comprehension whose variables have names that no source has: they are none of the function's any more. */
function apart(comprehension: Expression, generators: readonly Comprehension[]): Expression {
  const names = generators.flatMap(({ target }) => boundNames(target));
  return names.reduce(
    (before, name) => substitute(before, name, variable(comprehension.span, `${name} 0`)),
    comprehension,
  );
}

/** Whether a comprehension may stand for a loop: its variables are its own, and reading any other never fails. */
function mayComprehend(loop: For, generators: readonly Comprehension[], facts: Facts): boolean {
  const own = new Set(generators.flatMap(({ target }) => boundNames(target)));
  const areOwn = [...own].every((name) => facts.occurrences(name) === occurrences(loop, name));
  const isDistinct = own.size === generators.flatMap(({ target }) => boundNames(target)).length;
  const areBoundBefore = generators.every(({ iterable }, index) =>
    generators
      .slice(index)
      .every(({ target }) => boundNames(target).every((name) => occurrences(iterable, name) === 0)),
  );
  let areSure = !contains(loop, 'yield', 'yieldfrom', 'await', 'named', 'lambda');
  walk(loop, (part) => {
    if ('kind' in part && part.kind === 'name' && 'id' in part && typeof part.id === 'string') {
      areSure &&= own.has(part.id) || facts.isSure(part.id) || facts.isElement(part.id) || facts.isGlobal(part.id);
    }
  });
  return areOwn && isDistinct && areBoundBefore && areSure && own.size > 0;
}

/** `acc = []` ... `for x in it: acc.append(e)` as `acc = [e for x in it]`; sets, dicts and sums of ints alike. */
function collected(before: Block, loop: For, facts: Facts): Block | undefined {
  const found = collectionOf(loop, facts);
  if (found === undefined || !mayComprehend(loop, found.generators, facts)) return undefined;
  const { generators, last } = found;
  for (const [index, statement] of before.entries()) {
    const [target] = statement.kind === 'assign' && statement.targets.length === 1 ? statement.targets : [];
    if (statement.kind !== 'assign' || target?.kind !== 'name' || !facts.isPrivate(target.id)) continue;
    const between = before.slice(index + 1);
    // it is evaluated behind them, where it has to be what it was
    if (between.length > 0 && contains(statement.value, 'name') && !isEmptySet(statement.value)) continue;
    const value =
      occurrences(between, target.id) > 0 ? undefined : collector(target.id, statement.value, last, generators, facts);
    if (value === undefined) continue;
    return [...before.slice(0, index), ...between, { ...statement, span: loop.span, value: apart(value, generators) }];
  }
  return undefined;
}

/** `for x in it: if c: return e` as `if any(c for x in it): return e`. */
function searched(before: Block, loop: For, facts: Facts): Block | undefined {
  const found = collectionOf(loop, facts);
  if (found === undefined || !mayComprehend(loop, found.generators, facts) || !facts.isBuiltin('any')) return undefined;
  const { generators, last } = found;
  const own = generators.flatMap(({ target }) => boundNames(target));
  const inner = generators.at(-1);
  const [first, ...more] = inner?.conditions ?? [];
  const isApart = last.kind === 'return' && own.every((name) => occurrences(last, name) === 0);
  if (!isApart || inner === undefined || first === undefined) return undefined;
  const { span } = loop;
  const element: Expression =
    more.length === 0 ? first : { kind: 'boolean', span, operator: 'and', operands: [first, ...more] };
  const generator: Expression = {
    kind: 'generator',
    span,
    element,
    generators: [...generators.slice(0, -1), { ...inner, conditions: [] }],
  };
  if (!runsOnlyBuiltins(generator, facts)) return undefined;
  return [
    ...before,
    { kind: 'if', span, test: apart(callOf(span, 'any', generator), generators), body: [last], orelse: loop.orelse },
  ];
}
