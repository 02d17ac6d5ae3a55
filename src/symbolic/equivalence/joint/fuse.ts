/** Two functions as one: loops over the same items run side by side, a round of the left one before a round of the right one. */
import type { Expression, FunctionDef, Span, Statement } from '../../syntax/ast.ts';
import { unparse } from '../../syntax/unparse.ts';
import { callOf, integer, integerIn, variable } from '../normal/build.ts';
import { mapStatement } from '../normal/traverse.ts';

type Block = readonly Statement[];
type For = Extract<Statement, { kind: 'for' }>;

/** Statements of a joint function, at most, and of what it is made of: what follows a `return` is repeated for each of them. */
const MOST_STATEMENTS = 600;

/** Names of no variable of a source, nor of one that is renamed for its side. */
const LEFT_RESULT = 'result of left';
const RIGHT_RESULT = 'result of right';
const ITEM = 'item joint';
const POSITION = 'position joint';

/**
 * The body of a function that does what both bodies do, and returns both results as a pair, as long as they leave each loop in
 * the same round; where they do not, the parts of the pair differ. Undefined where that would be too long.
 * @param left body whose variables are none of `right`, but for parameters that neither assigns
 */
export function fused(left: Block, right: Block, span: Span): Block | undefined {
  if (statementsIn(left) + statementsIn(right) > MOST_STATEMENTS) return undefined;
  const body = together(left, right, span);
  return statementsIn(body) > MOST_STATEMENTS ? undefined : body;
}

function statementsIn(body: Block): number {
  return body.reduce((count, statement) => {
    let inner = 0;
    mapStatement(statement, same, (block) => {
      inner += statementsIn(block);
      return block;
    });
    return count + 1 + inner;
  }, 0);
}

/** A definition with another name and body. */
export function definitionOf({ parameters, span }: FunctionDef, name: string, body: Block): FunctionDef {
  const plain = parameters.map(({ annotation: _, default: __, ...rest }) => rest);
  return { kind: 'function', span, name, parameters: plain, body, decorators: [], isAsync: false };
}

function together(left: Block, right: Block, span: Span): Block {
  const [ofLeft, ofRight] = [splitAtLoop(left), splitAtLoop(right)];
  const begun = [
    ...ofLeft.before.flatMap((one) =>
      returning(one, (value) => [assigned(LEFT_RESULT, value), ...rightAlone(right, span)]),
    ),
    ...ofRight.before.flatMap((one) =>
      returning(one, (value) => [assigned(RIGHT_RESULT, value), ...leftAlone([...ofLeft.rest], span)]),
    ),
  ];
  const [first, ...afterFirst] = ofLeft.rest;
  const [second, ...afterSecond] = ofRight.rest;
  if (first?.kind === 'for' && second?.kind === 'for' && areAlike(first, second)) {
    return [...begun, loopOf(first, second), ...together(afterFirst, afterSecond, span)];
  }
  const rest = leftThen(ofLeft.rest, ofRight.rest, span);
  return [...begun, ...rest];
}

/** The left one to its end, and then the right one. */
function leftThen(left: Block, right: Block, span: Span): Block {
  const next = (value: Expression): Block => [assigned(LEFT_RESULT, value), ...rightAlone(right, span)];
  return [...left.flatMap((one) => returning(one, next)), ...next(nothing(span))];
}

function rightAlone(right: Block, span: Span): Block {
  const end = (value: Expression): Block => [pair(variable(span, LEFT_RESULT), value)];
  return [...right.flatMap((one) => returning(one, end)), ...end(nothing(span))];
}

function leftAlone(left: Block, span: Span): Block {
  const end = (value: Expression): Block => [pair(value, variable(span, RIGHT_RESULT))];
  return [...left.flatMap((one) => returning(one, end)), ...end(nothing(span))];
}

function splitAtLoop(body: Block): { readonly before: Block; readonly rest: Block } {
  const at = body.findIndex(({ kind }) => kind === 'for');
  return at < 0 ? { before: body, rest: [] } : { before: body.slice(0, at), rest: body.slice(at) };
}

/** Whether both go over the same items, or their positions, and have nothing to do at the end but what follows them. */
function areAlike(left: For, right: For): boolean {
  const isPlain = [left, right].every(({ orelse, isAsync }) => orelse.length === 0 && !isAsync);
  if (!isPlain) return false;
  const [first, second] = [walkOf(left.iterable), walkOf(right.iterable)];
  return unparse(first.over) === unparse(second.over) && (first.way === second.way || isArgument(first.over));
}

/** What an iterable goes over, and what it gives of each item: the item itself, its position, or both. */
interface Walk {
  readonly over: Expression;
  readonly way: 'items' | 'positions' | 'both';
}

function walkOf(iterable: Expression): Walk {
  const items: Walk = { over: iterable, way: 'items' };
  if (iterable.kind !== 'call' || iterable.callee.kind !== 'name' || iterable.keywords.length > 0) return items;
  const [first, second, third] = iterable.args;
  if (first === undefined) return items;
  if (iterable.callee.id === 'enumerate' && second === undefined) return { over: first, way: 'both' };
  const isLength = second?.kind === 'call' && second.callee.kind === 'name' && second.callee.id === 'len';
  const [measured] = isLength ? second.args : [];
  const isWhole = integerIn(first) === 0n && (third === undefined || integerIn(third) === 1n);
  return iterable.callee.id === 'range' && isWhole && measured !== undefined
    ? { over: measured, way: 'positions' }
    : items;
}

/** Whether an expression is a parameter as it was given: variables of the functions themselves have a space in their names. */
function isArgument(expression: Expression): boolean {
  return expression.kind === 'name' && !expression.id.includes(' ');
}

/** One loop that does a round of the left and a round of the right one for each item. */
function loopOf(left: For, right: For): For {
  const { span } = left;
  const ways = [walkOf(left.iterable), walkOf(right.iterable)].map(({ way }) => way);
  const isMixed = ways[0] !== ways[1];
  const [item, position] = [variable(span, ITEM), variable(span, POSITION)];
  const both: Expression = { kind: 'tuple', span, items: [position, item] };
  const [ofLeft = item, ofRight = item] = ways.map((way) =>
    !isMixed || way === 'items' ? item : way === 'both' ? both : position,
  );
  const differ: Block = [pair(integer(span, 0n), integer(span, 1n))];
  const start: Statement = { kind: 'assign', span, targets: [right.target], value: ofRight };
  /** A round of the right one where the left one ends its own in some way. */
  const round = (ways: Ways): Block => [start, ...leaving(right.body, ways), ...ways.end];
  const going: Ways = { end: [], next: [{ kind: 'continue', span }], stop: differ, result: () => differ };
  const next = [...round({ ...going, end: going.next })];
  const stop = round({ end: differ, next: differ, stop: [{ kind: 'break', span }], result: () => differ });
  const result = (value: Expression): Block => [
    assigned(LEFT_RESULT, value),
    ...round({
      end: differ,
      next: differ,
      stop: differ,
      result: (other) => [pair(variable(span, LEFT_RESULT), other)],
    }),
  ];
  const body = [
    { kind: 'assign', span, targets: [left.target], value: ofLeft } as const,
    ...leaving(left.body, { end: [], next, stop, result }),
    ...round(going),
  ];
  if (!isMixed) return { ...left, target: item, body };
  const over = walkOf(left.iterable).over;
  return { ...left, target: both, iterable: callOf(span, 'enumerate', over), body };
}

/** What stands in the place of the statements that end a round. */
interface Ways {
  /** Behind the last statement. */
  readonly end: Block;
  readonly next: Block;
  readonly stop: Block;
  readonly result: (value: Expression) => Block;
}

/** A loop's body with other ways to leave it. */
function leaving(body: Block, ways: Ways): Block {
  return body.flatMap((statement): Block => {
    switch (statement.kind) {
      case 'continue':
        return ways.next;
      case 'break':
        return ways.stop;
      case 'return':
        return ways.result(statement.value ?? nothing(statement.span));
      case 'for':
      case 'while':
        return returning(statement, ways.result);
      default:
        return [mapStatement(statement, same, (block) => leaving(block, ways))];
    }
  });
}

/** A statement with something else in the place of each `return`. */
function returning(statement: Statement, result: (value: Expression) => Block): Block {
  if (statement.kind === 'return') return result(statement.value ?? nothing(statement.span));
  return [mapStatement(statement, same, (block) => block.flatMap((one) => returning(one, result)))];
}

function same(expression: Expression): Expression {
  return expression;
}

function assigned(name: string, value: Expression): Statement {
  return { kind: 'assign', span: value.span, targets: [variable(value.span, name)], value };
}

function pair(left: Expression, right: Expression): Statement {
  const { span } = left;
  return { kind: 'return', span, value: { kind: 'tuple', span, items: [left, right] } };
}

function nothing(span: Span): Expression {
  return { kind: 'constant', span, value: { type: 'none' } };
}
