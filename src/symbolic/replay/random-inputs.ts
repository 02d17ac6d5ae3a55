/** Random arguments with structure, the same on every run: sorted lists, equal lengths, values that occur in each other. */
import type { InputType } from '../inputs/input-type.ts';
import { candidatesOf } from './candidates.ts';
import type { Constants } from './constants.ts';
import { tupleSource } from './containers.ts';
import { Lottery } from './lottery.ts';
import { bytesSource, distinct, floatSource, intSource, strSource } from './scalars.ts';
import type { Vocabulary } from './vocabulary.ts';

const SEED = 0x5eed;

/** An argument as text, with what it is sorted by. */
interface Drawn {
  readonly source: string;
  readonly key: number | string;
}

/** What the arguments of one input have in common. */
interface Row {
  /** Items of its containers, where they are to be of one size. */
  readonly size: number | undefined;
  readonly ints: readonly bigint[];
  readonly strings: readonly string[];
}

const SMALL = 12;
const HUGE = [31n, 53n, 63n, 64n, 100n];
const SIZES = [0, 1, 2, 3, 3, 4, 5, 6, 8];
const MOST_ITEMS = 12;
const ALPHABET = [...'abcxyzAB019 -_.,:/@#()[]"\'\n\té😀ß²'];
const SPECIAL_FLOATS = [Number.NaN, Infinity, -Infinity, -0, 0, 1, -1, 0.5, 1e308, -1e308, 5e-324, 1e16, 0.1, 0.2, 0.3];

/** Makes inputs at random. */
export class RandomInputs {
  readonly #lottery = new Lottery(SEED);
  readonly #vocabulary: Vocabulary;
  readonly #constants: Constants;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#constants = vocabulary.constants;
  }

  /** An argument of each type. */
  row(types: readonly InputType[]): readonly string[] {
    const lottery = this.#lottery;
    const row: Row = {
      size: lottery.happens(50) ? this.#size() : undefined,
      ints: [this.#int(), this.#int(), this.#int()],
      strings: [this.#text(), this.#text()],
    };
    return types.map((type) => this.#draw(type, row, 0).source);
  }

  #size(): number {
    const sizes = this.#constants.ints.filter((value) => value >= 0n && value <= MOST_ITEMS).map(Number);
    return sizes.length > 0 && this.#lottery.happens(40) ? this.#lottery.pick(sizes) : this.#lottery.pick(SIZES);
  }

  #int(): bigint {
    const lottery = this.#lottery;
    const { ints } = this.#constants;
    const kind = lottery.below(100);
    if (ints.length > 0 && kind < 30) {
      const [base, other] = [lottery.pick(ints), lottery.pick(ints)];
      const offset = BigInt(lottery.below(5) - 2);
      return lottery.pick([base, base, base + offset, -base, base + other, base - other, 2n * base]);
    }
    if (kind < 85) return BigInt(lottery.below(SMALL) - 3);
    if (kind < 96) return BigInt(lottery.below(2001) - 1000);
    const power = 2n ** lottery.pick(HUGE) + BigInt(lottery.below(3) - 1);
    return lottery.happens(50) ? power : -power;
  }

  #float(row: Row): number {
    const lottery = this.#lottery;
    const kind = lottery.below(100);
    const { floats } = this.#constants;
    if (floats.length > 0 && kind < 30) return lottery.pick(floats) + lottery.pick([0, 0, 1, -1, 0.5, 1e-9]);
    if (kind < 55) return Number(lottery.pick(row.ints));
    if (kind < 75) return lottery.pick(SPECIAL_FLOATS);
    return (lottery.below(4001) - 2000) / lottery.pick([2, 3, 7, 10, 1000]);
  }

  #text(): string {
    const lottery = this.#lottery;
    const { strings } = this.#constants;
    const own = strings.filter((text) => text.length <= 40 && text.isWellFormed());
    const { strings: derived } = this.#vocabulary.derived;
    if (derived.length > 0 && lottery.happens(12)) return lottery.pick(derived);
    if (own.length > 0 && lottery.happens(45)) {
      const words = Array.from({ length: 1 + lottery.below(5) }, () => lottery.pick(own));
      return words.join(lottery.pick(['', ' ', ...own.filter((text) => text.length <= 2)]));
    }
    const letters = lottery.happens(50)
      ? lottery.pick([
          ['a', 'b'],
          ['0', '1', '9'],
          ['a', 'A', ' '],
        ])
      : ALPHABET;
    const known = [...letters, ...own.flatMap((text) => [...text]).slice(0, 20)];
    return Array.from({ length: lottery.below(7) }, () => lottery.pick(known)).join('');
  }

  #draw(type: InputType, row: Row, depth: number): Drawn {
    const lottery = this.#lottery;
    switch (type.kind) {
      case 'scalar':
        return this.#scalar(type.sort, row);
      case 'bytes': {
        const source = bytesSource(Array.from({ length: row.size ?? this.#size() }, () => this.#byte()));
        return { source: type.constructor === 'bytes' ? source : `bytearray(${source})`, key: source };
      }
      case 'tuple':
        return plain(tupleSource(type.items.map((item) => this.#draw(item, row, depth + 1).source)));
      case 'choice':
        return this.#draw(lottery.pick(type.options.filter((option) => this.#isMakeable(option))), row, depth);
      case 'list':
        return plain(`[${this.#items(type.element, row, depth).join(', ')}]`);
      case 'tuples':
        return plain(tupleSource(this.#items(type.element, row, depth)));
      case 'set':
      case 'frozenset': {
        const items = distinct(this.#items(type.element, row, depth));
        const set = items.length === 0 ? 'set()' : `{${items.join(', ')}}`;
        return plain(type.kind === 'set' ? set : `frozenset(${items.length === 0 ? '' : set})`);
      }
      case 'dict': {
        const keys = this.#isMakeable(type.value) ? distinct(this.#items(type.key, row, depth)) : [];
        return plain(`{${keys.map((key) => `${key}: ${this.#draw(type.value, row, depth + 1).source}`).join(', ')}}`);
      }
      default:
        return plain(lottery.pick(candidatesOf(type, this.#vocabulary)));
    }
  }

  #scalar(sort: 'bool' | 'int' | 'float' | 'str', row: Row): Drawn {
    const lottery = this.#lottery;
    switch (sort) {
      case 'bool': {
        const value = lottery.happens(50);
        return { source: value ? 'True' : 'False', key: Number(value) };
      }
      case 'int': {
        const value = lottery.happens(40) ? lottery.pick(row.ints) : this.#int();
        return { source: intSource(value), key: Number(value) };
      }
      case 'float': {
        const value = this.#float(row);
        return { source: floatSource(value), key: value };
      }
      case 'str': {
        const value = lottery.happens(40) ? lottery.pick(row.strings) : this.#text();
        return { source: strSource(value), key: value };
      }
    }
  }

  #byte(): number {
    const lottery = this.#lottery;
    return lottery.happens(50) ? lottery.pick([0, 255, 127, 128, 65, 97, 48, 10]) : lottery.below(256);
  }

  #isMakeable(type: InputType): boolean {
    return candidatesOf(type, this.#vocabulary).length > 0;
  }

  /** Items in one of several orders. */
  #items(element: InputType, row: Row, depth: number): readonly string[] {
    const lottery = this.#lottery;
    const wanted = depth === 0 ? (row.size ?? this.#size()) : lottery.below(4);
    const size = this.#isMakeable(element) ? wanted : 0;
    const items = Array.from({ length: size }, () => this.#draw(element, row, depth + 1));
    const order = lottery.below(100);
    const [first] = items;
    if (order < 30) items.sort(ascending);
    else if (order < 40) items.sort(ascending).reverse();
    else if (order < 50 && first !== undefined) items.fill(first, 1);
    const unique = order < 20 ? distinct(items.map(({ source }) => source)) : items.map(({ source }) => source);
    return unique;
  }
}

function plain(source: string): Drawn {
  return { source, key: source };
}

function ascending({ key: left }: Drawn, { key: right }: Drawn): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
