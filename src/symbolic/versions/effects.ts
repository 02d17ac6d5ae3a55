/** What statements of a module's top level may change beside the names that they bind. */
import type { Expression } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import type { SourceModule, Unit } from './units.ts';
import type { Use } from './uses.ts';

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

/** A statement of a module's top level, or a definition in it. */
export interface Placed {
  readonly source: SourceModule;
  readonly unit: Unit;
}

/**
 * Whether code that a statement may run uses one of the names, which are those of each module's path. `imported` says where a use leads that an import
 * of the module binds.
 */
export async function reaches(
  from: Placed,
  names: ReadonlyMap<string, ReadonlySet<string>>,
  imported: (source: SourceModule, use: Use) => Promise<readonly Placed[]>,
): Promise<boolean> {
  const isWanted = ({ path }: SourceModule, id: string): boolean => names.get(path)?.has(id) === true;
  const seen = new Set<Unit>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { source, unit } = at;
    if (seen.has(unit)) continue;
    seen.add(unit);
    for (const { uses } of [unit, ...unit.members.values()]) {
      for (const use of uses.names) {
        if (use.isAnnotation) continue;
        if (isWanted(source, use.id)) return true;
        for (const other of source.byName.get(use.id) ?? []) {
          if (other.import === undefined) waiting.push({ source, unit: other });
          else waiting.push(...(await imported(source, use)));
        }
      }
    }
    if (unit !== from.unit && unit.binds.some((id) => isWanted(source, id))) return true;
  }
  return false;
}
