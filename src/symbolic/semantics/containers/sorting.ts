/** Sorting: https://docs.python.org/3/howto/sorting.html */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import { truth } from '../objects/truth.ts';
import { nanCondition } from '../sequences/item-equality.ts';

export interface SortOptions {
  /** What the items are compared by, in their order; the items themselves where absent. */
  readonly keys?: readonly Value[];
  readonly isDescending?: boolean;
}

/** Lists longer than this are sorted only where every comparison is known. */
const MOST_SORTED = 8;

/** Lists of objects with a `__lt__` of their own are sorted up to this length: every pair of them is compared. */
const MOST_OBJECTS = 24;

interface Sortable {
  readonly key: Value;
  readonly item: Value;
}

/** The items in a stable order: what every sort makes of them, since their order is checked to be one. */
export function sortItems(machine: Machine, items: readonly Value[], options: SortOptions = {}): readonly Value[] {
  const { keys = items, isDescending = false } = options;
  if (items.length < 2) return items;
  refusePartialOrder(machine, keys);
  const given = items.map((item, index): Sortable => ({ item, key: keys[index] ?? item }));
  // equal items keep their order in descending order, too
  const ascending = isDescending ? given.toReversed() : given;
  const sorted = mergeSort(machine, ascending) ?? insertionSort(machine, ascending);
  const result = sorted.map(({ item }) => item);
  return isDescending ? result.reverse() : result;
}

/** What a condition is here, asking the solver where it is not known; undefined where it depends on the inputs. */
export function settled(machine: Machine, condition: BoolTerm): boolean | undefined {
  const side = machine.openSide(condition);
  if (side === 'both') return undefined;
  machine.assume(side === 'yes' ? condition : machine.terms.not(condition));
  return side === 'yes';
}

function isLess(machine: Machine, left: Sortable, right: Sortable): BoolTerm {
  machine.step();
  return truth(machine, machine.interpreter.compare('<', left.key, right.key));
}

/** Sorts by known comparisons, of a long list by what the solver says of them; undefined where one of them depends on the inputs. */
function mergeSort(
  machine: Machine,
  given: readonly Sortable[],
  isLong = given.length > MOST_SORTED,
): readonly Sortable[] | undefined {
  if (given.length < 2) return given;
  const middle = given.length >> 1;
  const left = mergeSort(machine, given.slice(0, middle), isLong);
  const right = left && mergeSort(machine, given.slice(middle), isLong);
  if (left === undefined || right === undefined) return undefined;
  const merged: Sortable[] = [];
  let [at, other] = [0, 0];
  for (;;) {
    const [first, second] = [left[at], right[other]];
    if (first === undefined || second === undefined) break;
    const less = isLess(machine, second, first);
    const isSecondLess = isLong ? settled(machine, less) : machine.known(less);
    if (isSecondLess === undefined) return undefined;
    merged.push(isSecondLess ? second : first);
    if (isSecondLess) other += 1;
    else at += 1;
  }
  return [...merged, ...left.slice(at), ...right.slice(other)];
}

/** Sorts by comparing neighbours, so each `<` may depend on the inputs. */
function insertionSort(machine: Machine, given: readonly Sortable[]): readonly Sortable[] {
  if (given.length > MOST_SORTED) {
    const message = `sorting more than ${MOST_SORTED} items whose order depends on the inputs is not modelled`;
    return machine.cut('sort', message);
  }
  const sorted = [...given];
  for (let end = 1; end < sorted.length; end++) {
    for (let at = end; at > 0; at--) {
      const [left, right] = [sorted[at - 1], sorted[at]];
      if (left === undefined || right === undefined) break;
      const swaps = isLess(machine, right, left);
      if (swaps === machine.terms.false) break;
      sorted[at - 1] = choose(machine, swaps, right, left);
      sorted[at] = choose(machine, swaps, left, right);
    }
  }
  return sorted;
}

function choose(machine: Machine, condition: BoolTerm, yes: Sortable, no: Sortable): Sortable {
  const item = machine.mergeValues(condition, yes.item, no.item);
  const isItsOwnKey = yes.item === yes.key && no.item === no.key;
  return { item, key: isItsOwnKey ? item : machine.mergeValues(condition, yes.key, no.key) };
}

/** Cuts where the order of the keys is none that every sort algorithm agrees on. */
export function refusePartialOrder(machine: Machine, keys: readonly Value[]): void {
  for (const key of keys) {
    machine.cutIf(nanCondition(machine, key), 'sort', 'the order of nan among numbers is up to the algorithm');
  }
  if (keys.some((key) => contains(machine, key, isSet))) {
    machine.cut('sort', 'sets are ordered by inclusion, which is no order of all of them');
  }
  if (keys.some((key) => contains(machine, key, isObject))) refuseOwnOrder(machine, keys);
}

function isSet({ kind }: PlainValue): boolean {
  return kind === 'set' || kind === 'frozenset';
}

/** Whether the value's class may define `<`. */
function isObject(value: PlainValue): boolean {
  return value.kind === 'instance' || (value.kind === 'tuple' && value.class !== undefined);
}

function contains(machine: Machine, value: Value, wanted: (plain: PlainValue) => boolean): boolean {
  if (value.kind === 'union') return value.cases.some((one) => contains(machine, one.value, wanted));
  if (wanted(value)) return true;
  if (value.kind === 'tuple') return value.items.some((item) => contains(machine, item, wanted));
  return value.kind === 'list' && contains(machine, machine.contentOf(value.object), wanted);
}

/** Cuts unless `<` of the module's own classes is known, without effects, and a strict weak order of these keys. */
function refuseOwnOrder(machine: Machine, keys: readonly Value[]): void {
  const refuse = (): never => machine.cut('sort', 'the order of these objects is not known');
  if (keys.length > MOST_OBJECTS) refuse();
  const { heap } = machine.state;
  const less = keys.map((left) =>
    keys.map((right) => left !== right && machine.known(truth(machine, machine.interpreter.compare('<', left, right)))),
  );
  if (machine.state.heap !== heap || less.some((row) => row.includes(undefined))) refuse();
  const below = (left: number, right: number): boolean => less[left]?.[right] === true;
  const positions = keys.map((_, index) => index);
  const isOrder = positions.every((a) =>
    positions.every((b) => {
      if (below(a, b) && below(b, a)) return false;
      return positions.every((c) => (below(a, b) ? below(a, c) || below(c, b) : true));
    }),
  );
  if (!isOrder) refuse();
}

/** Goes on with the arguments of a sort: its key function where there is one, and whether it is in reverse. */
export function withSortOptions(
  machine: Machine,
  named: NamedArguments,
  handle: (key: PlainValue | undefined, isDescending: boolean) => Value,
): Value {
  const key = named.get('key');
  const reverse = named.get('reverse');
  const isDescending = reverse === undefined ? machine.terms.false : truth(machine, reverse);
  const withKey = (isReverse: boolean): Value => handle(key?.kind === 'none' ? undefined : key, isReverse);
  return machine.choose(
    isDescending,
    () => withKey(true),
    () => withKey(false),
  );
}
