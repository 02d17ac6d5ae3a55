/** What statements of a module's top level may change beside the names that they bind. */
import type { Expression } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import type { SourceModule, Unit } from './units.ts';

/** Whether a value may become another without being assigned. */
export function isChangeable(unit: Unit | undefined): boolean {
  if (unit === undefined || unit.kind === 'function') return false;
  if (unit.kind === 'class') return false;
  const { statement } = unit;
  const value = statement.kind === 'assign' || statement.kind === 'annassign' ? statement.value : undefined;
  return value === undefined || !isFixed(value);
}

/** Whether an expression's value cannot be changed in place. */
function isFixed(value: Expression): boolean {
  switch (value.kind) {
    case 'constant':
    case 'fstring':
    case 'lambda':
      return true;
    case 'tuple':
      return value.items.every(isFixed);
    case 'unary':
      return isFixed(value.operand);
    case 'binary':
      return isFixed(value.left) && isFixed(value.right);
    case 'call':
      return FIXED_CALLS.has(nameOf(value) ?? ' ');
    default:
      return false;
  }
}

const FIXED_CALLS = new Set(
  'compile frozenset namedtuple TypeVar ParamSpec NewType getLogger object Decimal Fraction timedelta int float str bool bytes len'.split(
    ' ',
  ),
);

/** Whether a statement does more than to bind a name. */
export function mayChange({ kind, statement }: Unit): boolean {
  if (kind === 'effect') return true;
  if (kind !== 'variable') return false;
  const value = statement.kind === 'assign' || statement.kind === 'annassign' ? statement.value : undefined;
  return value !== undefined && !isFixed(value) && !['list', 'dict', 'set', 'name', 'attribute'].includes(value.kind);
}

/** Whether code that a statement may run uses one of the names. */
export function reaches(source: SourceModule, from: Unit, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const seen = new Set<Unit>();
  const waiting = [from];
  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    if (seen.has(unit)) continue;
    seen.add(unit);
    for (const { uses } of [unit, ...unit.members.values()]) {
      for (const { id, isAnnotation } of uses.names) {
        if (isAnnotation) continue;
        if (names.has(id)) return true;
        waiting.push(...(source.byName.get(id) ?? []));
      }
    }
  }
  return false;
}
