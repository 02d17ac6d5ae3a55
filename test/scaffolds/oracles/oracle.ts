/** What an answer is by the definition of its problem, found by trying everything: a second opinion on the checkers. */
import type { AnyAnswer } from '../../../src/scaffolds/answers/shape.ts';

/** Whether the answer is right; undefined where rounding leaves it open. Answers have the kinds of their fields, and all that are required. */
export type Oracle = (input: object, answer: AnyAnswer) => boolean | undefined;

/** An oracle whose parameters have the types of its scaffold: `Object` hands them over as they are. */
export function oracle<Input, Answer>(judge: (input: Input, answer: Answer) => boolean | undefined): Oracle {
  return (input, answer) => judge(Object(input), Object(answer));
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Every choice of the items, in their order. */
export function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (subsets, item) => subsets.flatMap((subset) => [subset, [...subset, item]]),
    [[]],
  );
}

/** Every choice of `count` items, in their order. */
export function* choicesOf<Item>(items: readonly Item[], count: number): Generator<readonly Item[]> {
  if (count === 0) yield [];
  else
    for (const [at, item] of items.entries())
      for (const rest of choicesOf(items.slice(at + 1), count - 1)) yield [item, ...rest];
}

/** Every order of the items. */
export function* permutationsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield [];
  for (const at of items.keys())
    for (const rest of permutationsOf(items.toSpliced(at, 1))) yield [...items.slice(at, at + 1), ...rest];
}

/** Every list of `length` of the choices. */
export function* listsOf<Choice>(choices: readonly Choice[], length: number): Generator<readonly Choice[]> {
  if (length === 0) yield [];
  else for (const rest of listsOf(choices, length - 1)) for (const choice of choices) yield [...rest, choice];
}

/** Whether both have the same items, each as often. */
export function haveSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  const text = (items: readonly unknown[]) =>
    items
      .map((item) => JSON.stringify(item))
      .sort()
      .join();
  return text(one) === text(other);
}

/** Whether the first has nothing more often than the second. */
export function isPartOf(part: readonly unknown[], whole: readonly unknown[]): boolean {
  const texts = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item));
  const left = texts(whole);
  return texts(part).every((item) => {
    const at = left.indexOf(item);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** What is found of an instance, found once for all answers to it. */
export function findOnce<Input extends object, Value>(find: (input: Input) => Value): (input: Input) => Value {
  const found = new WeakMap<Input, { readonly value: Value }>();
  return (input) => {
    const entry = found.get(input) ?? { value: find(input) };
    found.set(input, entry);
    return entry.value;
  };
}
