/** Mutants of right answers: one change each, of a kind that people and models make. */
import type { Random } from '../../src/lib/random.ts';
import { canonicalJson } from '../../src/scaffolds/canonical-json.ts';

/** Changes that are tried for one mutant. */
const ATTEMPTS = 20;

/** Up to `count` different values that differ from `value` by one change. */
export function mutantsOf(value: object, random: Random, count: number): readonly object[] {
  const known = new Set([canonicalJson(value)]);
  const found: object[] = [];
  for (let attempt = 0; attempt < ATTEMPTS * count && found.length < count; attempt++) {
    const mutant = Object(changed(value, random));
    const text = canonicalJson(mutant);
    if (!known.has(text)) found.push(mutant);
    known.add(text);
  }
  return found;
}

/** The value with one change. */
export function changed(value: unknown, random: Random): unknown {
  if (typeof value === 'number')
    return random.pick([value + 1, value - 1, value + 0.5, -value, 2 * value, 0, value + 1e-3]);
  if (typeof value === 'boolean') return !value;
  if (value === null) return random.below(4);
  if (typeof value === 'string') return [...changedList([...value], random, (letter) => letter)].join('');
  if (Array.isArray(value)) return changedList(value, random, (item) => changed(item, random));
  return changedRecord(Object(value), random);
}

function changedList<Item>(
  items: readonly Item[],
  random: Random,
  change: (item: Item) => unknown,
): readonly unknown[] {
  const [at, other] = [random.below(Math.max(1, items.length)), random.below(Math.max(1, items.length))];
  const [item, ...rest] = [items[at], items[other]];
  if (item === undefined) return items;
  switch (random.below(7)) {
    case 0:
      return items.toSpliced(at, 1);
    case 1:
      return items.toSpliced(at, 0, item);
    case 2:
      return items.with(at, rest[0] ?? item).with(other, item);
    case 3:
      return items.toReversed();
    case 4:
      return items.with(other, item);
    case 5:
      return items.slice(0, at);
    default:
      return items.map((each, place) => (place === at ? change(each) : each));
  }
}

function changedRecord(record: Readonly<Record<string, unknown>>, random: Random): object {
  const keys = Object.keys(record);
  if (keys.length === 0) return record;
  const [key, other] = [random.pick(keys), random.pick(keys)];
  switch (random.below(6)) {
    case 0:
      return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
    case 1:
      return areAlike(record[key], record[other]) ? { ...record, [key]: record[other], [other]: record[key] } : record;
    default:
      return { ...record, [key]: changed(record[key], random) };
  }
}

/** Whether both are numbers (or null, which stands for a distance without a way), or both are texts. */
function areAlike(one: unknown, other: unknown): boolean {
  const isDistance = (value: unknown) => typeof value === 'number' || value === null;
  return isDistance(one) ? isDistance(other) : typeof one === 'string' && typeof other === 'string';
}
