/** Rules for what goes through a dictionary: its keys, its values, or both. */
import type { Comprehension, Expression } from '../../syntax/ast.ts';
import { methodOf } from './copies.ts';
import { effectsOf } from './effects.ts';
import type { Facts } from './facts.ts';
import { isBuiltin, isOf } from './shapes.ts';
import { mapParts, occurrences, substitute } from './traverse.ts';

type ComprehensionExpression = Extract<Expression, { readonly generators: unknown }>;

/** Functions that go through an iterable in its order, or only count it; a set makes room for a dictionary in another way. */
const TAKERS = ['list', 'tuple', 'sorted', 'sum', 'min', 'max', 'len', 'any', 'all', 'enumerate'];

/** A comprehension or call that goes through entries in a simpler way; the expression itself where no rule fits. */
export function throughEntries(expression: Expression, facts: Facts): Expression {
  if ('generators' in expression) return ofKeys(expression, facts);
  if (expression.kind === 'call') {
    const { callee, args, keywords } = expression;
    const [only, ...more] = args;
    const isTaker = callee.kind === 'name' && TAKERS.includes(callee.id) && facts.isBuiltin(callee.id);
    const dict = isTaker && only !== undefined && more.length + keywords.length === 0 ? keysOf(only, facts) : undefined;
    return dict === undefined ? expression : { ...expression, args: [dict] };
  }
  if (expression.kind !== 'compare') return expression;
  const rest = expression.rest.map((one) => {
    const dict = one.operator === 'in' || one.operator === 'not in' ? keysOf(one.operand, facts) : undefined;
    return dict === undefined ? one : { ...one, operand: dict };
  });
  return rest.some((one, index) => one !== expression.rest[index]) ? { ...expression, rest } : expression;
}

/** The dictionary of which `d.keys()` gives the keys. */
function keysOf(expression: Expression, facts: Facts): Expression | undefined {
  const dict = methodOf(expression, 'keys');
  return dict !== undefined && isOf(facts.shapes.of(dict), 'dict') ? dict : undefined;
}

/**
 * `for k, v in d.items()` as `for k in d` with `d[k]` for `v`, where nothing that is evaluated changes the dictionary: a key of a
 * built-in type is found again. A generator is left alone, since it may run later.
 */
function ofKeys(comprehension: ComprehensionExpression, facts: Facts): Expression {
  const [outermost, ...inner] = comprehension.generators;
  if (outermost === undefined || outermost.isAsync) return comprehension;
  const keys = keysOf(outermost.iterable, facts);
  if (keys !== undefined) return { ...comprehension, generators: [{ ...outermost, iterable: keys }, ...inner] };
  const dict = methodOf(outermost.iterable, 'items');
  const { target } = outermost;
  const [key, value, ...more] = target.kind === 'tuple' ? target.items : [];
  if (dict?.kind !== 'name' || key?.kind !== 'name' || value?.kind !== 'name' || more.length > 0) return comprehension;
  const { shapes } = facts;
  const isKept = facts.isPrivate(dict.id) && isOf(shapes.of(dict), 'dict') && isBuiltin(shapes.of(dict));
  if (!isKept || comprehension.kind === 'generator' || inner.length > 0 || key.id === value.id) return comprehension;
  const first: Comprehension = { ...outermost, iterable: dict, target: key };
  const isPure = partsOf(comprehension).every((part) => effectsOf(part, facts) !== undefined);
  if (!isPure || occurrences(partsOf(comprehension), dict.id) > 0) return comprehension;
  const entry: Expression = { kind: 'subscript', span: value.span, object: dict, index: key };
  const change = (part: Expression): Expression => substitute(part, value.id, entry);
  const generators = [{ ...first, conditions: first.conditions.map(change) }];
  // the target is no part that is read
  const changed = mapParts({ ...comprehension, generators: [] }, change);
  return 'generators' in changed ? { ...changed, generators } : comprehension;
}

/** What a comprehension evaluates in each round. */
function partsOf(comprehension: ComprehensionExpression): readonly Expression[] {
  const conditions = comprehension.generators.flatMap((one) => one.conditions);
  return comprehension.kind === 'dictcomp'
    ? [...conditions, comprehension.key, comprehension.value]
    : [...conditions, comprehension.element];
}
