/** Rules for what is stored at a key of a dictionary: one spelling for each way to count, add up and group. */
import type { Expression, Statement } from '../../syntax/ast.ts';
import { unparse } from '../../syntax/unparse.ts';
import { comparisonOf, integerIn } from './build.ts';
import { isEmptySet } from './collectors.ts';
import { effectsOf, isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isBuiltin, isOf, SCALARS } from './shapes.ts';
import { mapParts, occurrences, walk } from './traverse.ts';

type Block = readonly Statement[];
type If = Extract<Statement, { kind: 'if' }>;

/** `d[k]`, of a dictionary that is a variable. */
interface Entry {
  readonly dict: string;
  readonly key: Expression;
  readonly text: string;
}

/** The entry that an expression looks up, in a dictionary whose keys are found again without running code of the module. */
function entryOf(expression: Expression | undefined, facts: Facts): Entry | undefined {
  if (expression?.kind !== 'subscript' || expression.object.kind !== 'name') return undefined;
  return entryAt(expression.object, expression.index, facts);
}

function entryAt(object: Expression, key: Expression, facts: Facts): Entry | undefined {
  if (object.kind !== 'name' || !facts.isPrivate(object.id) || !isRepeatable(key, object.id, facts)) return undefined;
  const shape = facts.shapes.of(object);
  const keys = facts.shapes.element(shape);
  return isOf(shape, 'dict') && (keys.kinds.size === 0 || isBuiltin(keys))
    ? { dict: object.id, key, text: `${unparse(object)}[${unparse(key)}]` }
    : undefined;
}

/** Scalars that equal what is computed again: a NaN that is computed twice is two keys. */
const REPEATED = SCALARS.filter((kind) => kind !== 'float');

/** Whether a key is the same again after the dictionary has changed: a variable, or a scalar that is made of what never changes. */
function isRepeatable(key: Expression, dict: string, facts: Facts): boolean {
  if (key.kind === 'name' && facts.isPrivate(key.id) && isBuiltin(facts.shapes.of(key))) return key.id !== dict;
  if (!isOf(facts.shapes.of(key), ...REPEATED) || effectsOf(key, facts) === undefined) return false;
  let isKept = occurrences(key, dict) === 0;
  walk(key, (part) => {
    if (!('kind' in part) || part.kind !== 'name' || !('id' in part) || typeof part.id !== 'string') return;
    const shape = facts.shapes.variable(part.id);
    const isFrozen = facts.isPrivate(part.id) && (shape.isKept || isOf(shape, ...SCALARS, 'tuple'));
    isKept &&= isFrozen || facts.isBuiltin(part.id);
  });
  return isKept;
}

/** What a statement assigns to an entry. */
function storeOf(statement: Statement | undefined, facts: Facts): { at: Entry; value: Expression } | undefined {
  if (statement?.kind !== 'assign' || statement.targets.length !== 1) return undefined;
  const at = entryOf(statement.targets[0], facts);
  return at && { at, value: statement.value };
}

/** What a statement puts into the list or set at an entry: `d[k].append(e)` or `d[k].add(e)`. */
function additionTo(
  statement: Statement | undefined,
  facts: Facts,
): { at: Entry; method: string; item: Expression } | undefined {
  if (statement?.kind !== 'expression' || statement.value.kind !== 'call') return undefined;
  const { callee, args, keywords } = statement.value;
  const [item, ...more] = args;
  if (callee.kind !== 'attribute' || item === undefined || more.length + keywords.length > 0) return undefined;
  const at = entryOf(callee.object, facts);
  return at && item.kind !== 'starred' ? { at, method: callee.name, item } : undefined;
}

/** A block in which nothing is stored at a key only to be replaced or added to at once. */
export function storedOnce(body: Block, facts: Facts): Block {
  const stored: Statement[] = [];
  for (const statement of body) {
    const last = stored.at(-1);
    const joined = last && (replaced(last, statement, facts) ?? begun(last, statement, facts));
    if (joined === undefined) stored.push(statement);
    else stored[stored.length - 1] = joined;
  }
  return stored;
}

/** `d[k] = 0` and `d[k] = d[k] + e` as `d[k] = 0 + e`, where evaluating that does nothing but give a value. */
function replaced(first: Statement, second: Statement, facts: Facts): Statement | undefined {
  const [one, other] = [storeOf(first, facts), storeOf(second, facts)];
  if (one === undefined || other === undefined || one.at.text !== other.at.text || one.value.kind !== 'constant')
    return undefined;
  const start = one.value;
  const put = (part: Expression): Expression =>
    entryOf(part, facts)?.text === one.at.text ? start : mapParts(part, put);
  const value = put(other.value);
  const isPlain = occurrences(value, one.at.dict) === 0 && isTotal(value, facts);
  return isPlain && second.kind === 'assign' ? { ...second, value } : undefined;
}

/** `d[k] = []` and `d[k].append(e)` as `d[k] = [e]`; sets alike. */
function begun(first: Statement, second: Statement, facts: Facts): Statement | undefined {
  const [one, other] = [storeOf(first, facts), additionTo(second, facts)];
  if (one === undefined || other === undefined || one.at.text !== other.at.text || first.kind !== 'assign')
    return undefined;
  const { item, method, at } = other;
  if (occurrences(item, at.dict) > 0 || !isTotal(item, facts)) return undefined;
  const { value } = one;
  const { span } = value;
  const isList = value.kind === 'list' && !value.items.some(({ kind }) => kind === 'starred');
  if (isList && method === 'append') return { ...first, value: { ...value, items: [...value.items, item] } };
  const isSet = isEmptySet(value) && facts.isBuiltin('set') && isOf(facts.shapes.of(item), ...SCALARS);
  return isSet && method === 'add' ? { ...first, value: { kind: 'set', span, items: [item] } } : undefined;
}

/** Whether what follows `if k in d: … else: d[k] = e` goes on with `d[k]`, and may as well stand at the end of both sides. */
export function goesOn(test: Expression, yes: Block, no: Block, next: Statement | undefined, facts: Facts): boolean {
  const [only, ...others] = test.kind === 'compare' ? test.rest : [];
  const isIn = (only?.operator === 'in' || only?.operator === 'not in') && others.length === 0;
  const [side, ...more] = yes.length === 0 ? no : no.length === 0 ? yes : [];
  const stored = storeOf(side, facts);
  if (!isIn || stored === undefined || more.length > 0) return false;
  const follows = storeOf(next, facts) ?? additionTo(next, facts);
  return follows?.at.text === stored.at.text;
}

/**
 * `d.setdefault(k, e)` as `if k not in d: d[k] = e`; `d.setdefault(k, []).append(e)` as that and `d[k].append(e)`. What is
 * evaluated for `e` does nothing but give a value.
 */
export function inserted(statement: Extract<Statement, { kind: 'expression' }>, facts: Facts): Block {
  const { value: outer, span } = statement;
  if (outer.kind !== 'call' || outer.callee.kind !== 'attribute') return [statement];
  const isPut = outer.callee.object.kind === 'call';
  const inner = isPut ? outer.callee.object : outer;
  if (inner.kind !== 'call') return [statement];
  const { callee, args, keywords } = inner;
  const [key, fallback, ...more] = args;
  if (callee.kind !== 'attribute' || callee.name !== 'setdefault' || more.length + keywords.length > 0)
    return [statement];
  if (key === undefined || fallback === undefined || !isNew(fallback, facts)) return [statement];
  if (entryAt(callee.object, key, facts) === undefined) return [statement];
  const entry: Expression = { kind: 'subscript', span, object: callee.object, index: key };
  const insert: Statement = { kind: 'assign', span, targets: [entry], value: fallback };
  const test = comparisonOf(key, 'not in', callee.object);
  const use: Statement = { ...statement, value: { ...outer, callee: { ...outer.callee, object: entry } } };
  return [{ kind: 'if', span, test, body: [insert], orelse: [] }, ...(isPut ? [use] : [])];
}

function isNew(value: Expression, facts: Facts): boolean {
  if (value.kind === 'list') return value.items.length === 0;
  if (value.kind === 'dict') return value.entries.length === 0;
  return value.kind === 'constant' || (isEmptySet(value) && facts.isBuiltin('set'));
}

/** Whether `if x in d: d[x] = d[x] + 1 else: d[x] = 1` is what a loop does for each `x`: it counts them. */
export function countsIn(dict: string, item: Expression, { test, body, orelse }: If, facts: Facts): boolean {
  const [again, ...more] = body;
  const [first, ...others] = orelse;
  const [next, start] = [storeOf(again, facts), storeOf(first, facts)];
  if (more.length + others.length > 0 || next === undefined || start === undefined) return false;
  const entry = `${dict}[${unparse(item)}]`;
  const isEntry = next.at.text === entry && start.at.text === entry && integerIn(start.value) === 1n;
  return isEntry && unparse(test) === `${unparse(item)} in ${dict}` && isOneMore(next.value, entry);
}

function isOneMore(value: Expression, entry: string): boolean {
  if (value.kind !== 'binary' || value.operator !== '+') return false;
  const { left, right } = value;
  return (unparse(left) === entry && integerIn(right) === 1n) || (unparse(right) === entry && integerIn(left) === 1n);
}
