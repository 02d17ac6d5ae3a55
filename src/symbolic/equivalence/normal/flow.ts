/** Rules for the flow of control: branches, returns, and what follows them. */
import type { Expression, Statement } from '../../syntax/ast.ts';
import { integerIn, negation, truthIn, truthValue } from './build.ts';
import { effectsOf, isTotal } from './effects.ts';
import { simplify, simplifyTest } from './expressions.ts';
import type { Facts } from './facts.ts';
import { isOf, SCALARS } from './shapes.ts';
import { goesOn, inserted, storedOnce } from './stores.ts';
import { boundNames } from './targets.ts';
import { contains, mapStatement, occurrences } from './traverse.ts';

type If = Extract<Statement, { kind: 'if' }>;
type Block = readonly Statement[];

/** Where control goes behind a block: out of the function, to the next iteration, or to statements that follow. */
type Tail = 'return' | 'continue' | 'more';

/** Simplifies every statement of a function's body. */
export function simplifyBody(body: Block, facts: Facts): Block {
  return block(body, 'return', facts);
}

function block(body: Block, tail: Tail, facts: Facts): Block {
  const flat = storedOnce(
    body.flatMap((statement) => split(statement, facts)),
    facts,
  );
  return sequence(flat, tail, facts);
}

/** A block statement by statement; an `if` takes in what follows it where a side of it does not get there. */
function sequence(body: Block, tail: Tail, facts: Facts): Block {
  const [first, ...rest] = body;
  if (first === undefined) return [];
  switch (first.kind) {
    case 'pass':
      return sequence(rest, tail, facts);
    case 'return': {
      const isNone = first.value?.kind === 'constant' && first.value.value.type === 'none';
      if (tail === 'return' && (first.value === undefined || isNone)) return [];
      return returned(isNone ? { kind: 'return', span: first.span } : first, facts);
    }
    case 'continue':
      return tail === 'continue' ? [] : [first];
    case 'break':
    case 'raise':
      return [simple(first, facts)];
    case 'if':
      return branch(first, rest, tail, facts);
    case 'while':
    case 'for': {
      const { orelse } = first;
      // nothing but a break keeps a loop from its `else`
      if (orelse.length > 0 && !contains(first.body, 'break'))
        return block([{ ...first, orelse: [] }, ...orelse, ...rest], tail, facts);
      return [loop(first, facts), ...sequence(rest, tail, facts)];
    }
    case 'assign': {
      const assigned = simple(first, facts);
      if (assigned.kind !== 'assign' || assigned.targets.length > 1 || assigned.value.kind !== 'conditional')
        return [assigned, ...sequence(rest, tail, facts)];
      const { test, body: yes, orelse: no } = assigned.value;
      const { span } = assigned;
      const sides = { body: [{ ...assigned, value: yes }], orelse: [{ ...assigned, value: no }] };
      return branch({ kind: 'if', span, test, ...sides }, rest, tail, facts);
    }
    case 'expression':
      return isTotal(first.value, facts)
        ? sequence(rest, tail, facts)
        : [simple(first, facts), ...sequence(rest, tail, facts)];
    default:
      return [simple(first, facts), ...sequence(rest, tail, facts)];
  }
}

/** A statement with simple expressions; control flow inside `try`, `with` and `match` has statements behind it. */
function simple(statement: Statement, facts: Facts): Statement {
  const changed = mapStatement(
    statement,
    (expression) => simplify(expression, facts),
    (inner) => block(inner, 'more', facts),
  );
  return changed.kind === 'assert' ? { ...changed, test: simplifyTest(changed.test, facts) } : changed;
}

function loop(statement: Extract<Statement, { kind: 'while' | 'for' }>, facts: Facts): Statement {
  const inside = { body: block(statement.body, 'continue', facts), orelse: block(statement.orelse, 'more', facts) };
  if (statement.kind === 'for') return { ...statement, ...inside, iterable: simplify(statement.iterable, facts) };
  const test = simplifyTest(statement.test, facts);
  const [only, ...others] = inside.body;
  // `while True: if c: break; ...` leaves where `while not c: ...` does
  if (
    truthIn(test) === true &&
    only?.kind === 'if' &&
    others.length === 0 &&
    isBreak(only.body) &&
    inside.orelse.length === 0
  ) {
    return { ...statement, test: simplifyTest(negation(only.test), facts), body: only.orelse, orelse: [] };
  }
  return { ...statement, test, ...inside };
}

function isBreak([first]: Block): boolean {
  return first?.kind === 'break';
}

function branch(statement: If, rest: Block, tail: Tail, facts: Facts): Block {
  const test = simplifyTest(statement.test, facts);
  const known = truthIn(test);
  if (known !== undefined)
    return sequence([...block(known ? statement.body : statement.orelse, 'more', facts), ...rest], tail, facts);
  const [yes, no] = [block(statement.body, 'more', facts), block(statement.orelse, 'more', facts)];
  const [next, ...others] = rest;
  if (next !== undefined && goesOn(test, yes, no, next, facts)) {
    const both = { ...statement, test, body: [...yes, next], orelse: [...no, next] };
    return branch(both, others, tail, facts);
  }
  const [yesLeaves, noLeaves] = [leaves(yes), leaves(no)];
  // a single return is short enough to stand on both sides
  const isShort = rest.length === 1 && rest[0]?.kind === 'return';
  const isEnd = rest.length === 0;
  const takesIn = isEnd || isShort || yesLeaves || noLeaves;
  if (!takesIn) return [...oriented(statement, test, yes, no, facts), ...sequence(rest, tail, facts)];
  const end = (side: Block, left: boolean): Block => sequence(left ? side : [...side, ...rest], tail, facts);
  return oriented(statement, test, end(yes, yesLeaves), end(no, noLeaves), facts);
}

/** Whether control never gets behind a block. */
export function leaves(body: Block): boolean {
  const last = body.at(-1);
  switch (last?.kind) {
    case 'return':
    case 'raise':
    case 'break':
    case 'continue':
      return true;
    case 'if':
      return leaves(last.body) && leaves(last.orelse);
    default:
      return false;
  }
}

/** An `if` whose test has no outermost `not`, whose `==` is no `!=`, and whose first side is not empty. */
function oriented(statement: If, test: Expression, yes: Block, no: Block, facts: Facts): Block {
  if (yes.length === 0 && no.length === 0 && isTotal(test, facts)) return [];
  const positive = positiveOf(test, facts);
  if (positive !== undefined) return [{ ...statement, test: positive, body: no, orelse: yes }];
  return [{ ...statement, test, body: yes, orelse: no }];
}

/** The test that `test` is the opposite of, where that is the simpler one. */
function positiveOf(test: Expression, facts: Facts): Expression | undefined {
  if (test.kind === 'unary' && test.operator === 'not') return test.operand;
  const isNegative = (one: Expression): boolean => {
    if (one.kind === 'unary') return one.operator === 'not';
    if (one.kind === 'boolean') return one.operator === 'or';
    if (one.kind !== 'compare' || one.rest.length > 1) return false;
    const operator = one.rest[0]?.operator;
    // of `4 < x` and `x < 5` the latter counts as the simpler one
    if (operator === '<' && integerIn(one.left) !== undefined) return true;
    return operator === '!=' || operator === 'not in' || operator === 'is not' || operator === '<=';
  };
  if (!isNegative(test)) return undefined;
  const opposite = simplifyTest(negation(test), facts);
  return opposite.kind === 'unary' || isNegative(opposite) ? undefined : opposite;
}

/** `return c` for a bool as the two returns of its values; `return a if c else b` as two as well. */
function returned(statement: Extract<Statement, { kind: 'return' }>, facts: Facts): Block {
  const { span } = statement;
  if (statement.value === undefined) return [statement];
  const value = simplify(statement.value, facts);
  const give = (one: Expression): Block => returned({ ...statement, value: one }, facts);
  if (value.kind === 'conditional') {
    return branch(
      { kind: 'if', span, test: value.test, body: give(value.body), orelse: give(value.orelse) },
      [],
      'more',
      facts,
    );
  }
  const isTest = truthIn(value) === undefined && isOf(facts.shapes.of(value), 'bool') && value.kind !== 'name';
  if (!isTest) return [{ ...statement, value }];
  const [yes, no] = [truthValue(span, true), truthValue(span, false)];
  return branch({ kind: 'if', span, test: value, body: give(yes), orelse: give(no) }, [], 'more', facts);
}

/** An assignment as simpler ones. */
function split(statement: Statement, facts: Facts): Block {
  switch (statement.kind) {
    case 'annassign':
      return statement.value !== undefined && statement.target.kind === 'name'
        ? split({ kind: 'assign', span: statement.span, targets: [statement.target], value: statement.value }, facts)
        : [statement];
    case 'augassign':
      return [augmented(statement, facts)];
    case 'assign':
      return splitAssignment(statement, facts);
    case 'expression':
      return inserted(statement, facts);
    default:
      return [statement];
  }
}

/** `x += e` as `x = x + e`, where `x` cannot be changed in place. */
function augmented(statement: Extract<Statement, { kind: 'augassign' }>, facts: Facts): Statement {
  const { span, target, operator, value } = statement;
  const isImmutable = isOf(facts.shapes.of(target), ...SCALARS);
  const isRepeatable =
    target.kind === 'name' ||
    (target.kind === 'subscript' &&
      isTotal(target.object, facts) &&
      isTotal(target.index, facts) &&
      isOf(facts.shapes.of(target.object), 'list', 'dict') &&
      effectsOf(value, facts) !== undefined);
  if (!isImmutable || !isRepeatable) return statement;
  return {
    kind: 'assign',
    span,
    targets: [target],
    value: { kind: 'binary', span, operator, left: target, right: value },
  };
}

function splitAssignment(statement: Extract<Statement, { kind: 'assign' }>, facts: Facts): Block {
  const { span, targets, value } = statement;
  const [target, ...more] = targets;
  if (target === undefined) return [statement];
  const assign = (one: Expression, what: Expression): Statement => ({
    kind: 'assign',
    span,
    targets: [one],
    value: what,
  });
  if (more.length > 0) {
    const isCopied = value.kind === 'constant' && targets.every((one) => one.kind === 'name');
    return isCopied ? targets.map((one) => assign(one, value)) : [statement];
  }
  if (value.kind === 'conditional') {
    const { test, body, orelse } = value;
    return [
      {
        kind: 'if',
        span,
        test,
        body: split(assign(target, body), facts),
        orelse: split(assign(target, orelse), facts),
      },
    ];
  }
  if (target.kind === 'name' && target.id === (value.kind === 'name' ? value.id : undefined) && facts.isSure(target.id))
    return [];
  if ((target.kind === 'tuple' || target.kind === 'list') && (value.kind === 'tuple' || value.kind === 'list')) {
    return splitTuple(statement, target.items, value.items, facts);
  }
  return [statement];
}

/** `a, b = x, y` as `a = x; b = y`, where `y` does not speak of `a`. */
function splitTuple(
  statement: Extract<Statement, { kind: 'assign' }>,
  targets: readonly Expression[],
  values: readonly Expression[],
  facts: Facts,
): Block {
  const names = boundNames(targets);
  const isPlain =
    !facts.hasHandlers &&
    targets.length === values.length &&
    names.length === targets.length &&
    targets.every((one) => one.kind === 'name' && facts.isPrivate(one.id)) &&
    new Set(names).size === names.length &&
    values.every(
      (value, index) =>
        value.kind !== 'starred' && names.slice(0, index).every((name) => occurrences(value, name) === 0),
    );
  if (!isPlain) return [statement];
  return targets.flatMap((target, index) => {
    const value = values[index];
    return value === undefined ? [] : split({ ...statement, targets: [target], value }, facts);
  });
}
