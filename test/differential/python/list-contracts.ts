/** Functions over lists of any length whose contracts are true, or nearly: each `«a|b»` is replaced by one of its alternatives. */
import type { Random } from '../../../src/lib/random.ts';
import { LIST_TEMPLATES } from './list-templates.ts';

export interface ListContract {
  readonly code: string;
  /** Python source of tuples of arguments. */
  readonly rows: readonly string[];
}

/** The function of a seed, with arguments that look for a violation. */
export function randomListContract(random: Random, rows: number): ListContract {
  const code = filledIn(random, random.pick(LIST_TEMPLATES));
  const [, parameters = ''] = /^def f\((.*)\) ->/m.exec(code) ?? [];
  const types = [...parameters.matchAll(/\w+: (\w+)(?:\[(.*?)\])?(?:, |$)/g)].map(
    ([, type = '', item = '']) => [type, item] as const,
  );
  return { code, rows: Array.from({ length: rows }, (_, index) => row(random, types, index)) };
}

function filledIn(random: Random, template: string): string {
  return template.replace(/«(.*?)»/g, (_, alternatives: string) => random.pick(alternatives.split('|')));
}

/** Short and long lists, of values that are mostly close to each other and to the numbers of the row. */
function row(random: Random, types: readonly (readonly [type: string, item: string])[], index: number): string {
  const spread = random.pick([2, 3, 4, 8, 1000]);
  const scalar = (type: string): string => {
    if (type === 'str') return random.pick(["''", "'a'", "'b'", "'ab'", "'aa'"]);
    return type === 'bool' ? random.pick(['True', 'False']) : String(random.below(2 * spread) - spread + 1);
  };
  const values = types.map(([type, item]) => {
    if (item === '') return scalar(type);
    const items = Array.from({ length: random.below(index % 10 === 0 ? 40 : 7) }, () =>
      item.startsWith('tuple') ? `(${scalar('int')}, ${scalar('int')})` : scalar(item),
    );
    const sorted = index % 3 === 1 ? `sorted([${items.join(', ')}])` : `[${items.join(', ')}]`;
    return type === 'list' ? sorted : `${type}(${sorted})`;
  });
  return `(${values.join(', ')},)`;
}
