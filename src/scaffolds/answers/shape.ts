/** What an answer consists of: named fields, each of a kind, so that answers in JSON and in words are read in the same way. */
import { isList, type Literal } from './literals.ts';

/** A vertex, item or other thing that instances name; compared as text. */
export type Label = string;
/** A number, or null for what cannot be reached. */
export type Distance = number | null;

/** Distances by two labels, or rows in the order of the labels. */
export type DistanceTable =
  | Readonly<Record<Label, Readonly<Record<Label, Distance>>>>
  | readonly (readonly Distance[])[];

/** Kinds of fields, and what their values are. */
export interface FieldValues {
  readonly boolean: boolean;
  readonly number: number;
  /** A number; null, `∞` or "no path" where there is no way. */
  readonly distance: Distance;
  readonly text: string;
  /** Names with parentheses and signs between them, such as `(A x B) x C`. */
  readonly product: string;
  readonly labels: readonly Label[];
  readonly numbers: readonly number[];
  /** Results of operations: null for those that have none. */
  readonly truths: readonly (boolean | null)[];
  /** A label's distance: null, `∞` or "unreachable" where there is no way. */
  readonly distances: Readonly<Record<Label, Distance>>;
  readonly numberOf: Readonly<Record<Label, number>>;
  readonly textOf: Readonly<Record<Label, string>>;
  /** A text for each label, or texts in the order of the labels. */
  readonly textOfEach: Readonly<Record<Label, string>> | readonly string[];
  /** Rows of labels and numbers as texts: edges, pairs. */
  readonly rows: readonly (readonly string[])[];
  readonly numberRows: readonly (readonly number[])[];
  /** Distances by two labels, or rows in the order of the labels. */
  readonly distanceTable: DistanceTable;
}
export type FieldKind = keyof FieldValues;

/** One field. */
export interface Field<Kind extends FieldKind = FieldKind> {
  readonly kind: Kind;
  /** For people and models: what it holds. */
  readonly says: string;
  /** Other names that answers give it. */
  readonly aliases?: readonly string[];
  /** An answer may leave it out. */
  readonly optional?: true;
  /** Of a list in a step: it says the same in any order, and so do the lists in it. */
  readonly anyOrder?: true;
  /** Of numbers in a step: indexes, of which none is nearly another one. */
  readonly exact?: true;
  /** Of a truth: words of a last paragraph that say it without naming the field. */
  readonly trueWhen?: RegExp;
  /** The same of what is not true. */
  readonly falseWhen?: RegExp;
}

/** A name without its case and signs. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Names that answers may give a field, as {@link plainName} has them. */
export function namesOfField(name: string, field: Field): readonly string[] {
  return [name, ...(field.aliases ?? [])].map(plainName);
}

/** The fields of an answer; the first one is what an answer without names of fields stands for, of a list the first that it can be. */
export type Shape = Readonly<Record<string, Field>>;

/** An answer of a shape. */
export type AnswerOf<S extends Shape> = {
  readonly [name in keyof S as S[name] extends { readonly optional: true }
    ? never
    : name]: FieldValues[S[name]['kind']];
} & {
  readonly [name in keyof S as S[name] extends { readonly optional: true }
    ? name
    : never]?: FieldValues[S[name]['kind']];
};

/** An answer before its shape is known to the compiler. */
export type AnyAnswer = Readonly<Record<string, FieldValues[FieldKind] | undefined>>;

/** The value as one of the kind `kind`; undefined when it is none. */
export function readField(kind: FieldKind, value: Literal): FieldValues[FieldKind] | undefined {
  switch (kind) {
    case 'boolean':
      return asBoolean(value);
    case 'number':
      return asNumber(value);
    case 'distance':
      return asDistance(value);
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'product':
      return typeof value === 'string' ? value : asProduct(value);
    case 'labels':
      return listOf(value, asLabel);
    case 'numbers':
      return listOf(value, asNumber);
    case 'truths':
      return listOf(value, asResult);
    case 'distances':
      return recordOf(value, asDistance);
    case 'numberOf':
      return recordOf(value, asNumber);
    case 'textOf':
      return recordOf(value, asLabel);
    case 'textOfEach':
      return recordOf(value, asLabel) ?? listOf(value, asLabel);
    case 'rows':
      return listOf(value, asRow);
    case 'numberRows':
      return listOf(value, (row) => listOf(row, asNumber));
    case 'distanceTable':
      return recordOf(value, (row) => recordOf(row, asDistance)) ?? listOf(value, (row) => listOf(row, asDistance));
  }
}

function asBoolean(value: Literal): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^(?:yes|true)$/i.test(value)) return true;
  return /^(?:no|false)$/i.test(value) ? false : undefined;
}

function asResult(value: Literal): boolean | null | undefined {
  return value === null || (typeof value === 'string' && /^(?:null|none|-|—)$/i.test(value.trim()))
    ? null
    : asBoolean(value);
}

function asNumber(value: Literal): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  // Models write numbers as texts, with separators of thousands, or as fractions.
  const text = value.trim().replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  const fraction = /^([-+]?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(text);
  const number = fraction === null ? Number(text) : Number(fraction[1]) / Number(fraction[2]);
  return text !== '' && Number.isFinite(number) ? number : undefined;
}

const UNREACHABLE = /^(?:∞|\+?inf(?:inity)?|unreachable|not reachable|not found|no path|none|null|n\/a|-|—)$/i;

function asDistance(value: Literal): Distance | undefined {
  if (value === null || value === Infinity) return null;
  if (typeof value === 'string' && UNREACHABLE.test(value.trim())) return null;
  return asNumber(value);
}

function asLabel(value: Literal): Label | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}

/** `[["A", "B"], "C"]` as `((A B) C)`. */
function asProduct(value: Literal): string | undefined {
  const factors = listOf(value, (item) => (typeof item === 'string' ? item : asProduct(item)));
  return factors && `(${factors.join(' ')})`;
}

/** `["A", "B", 3]`, `"A-B"` or `"A-B: 3"`. */
function asRow(value: Literal): readonly string[] | undefined {
  if (typeof value !== 'string') return listOf(value, asLabel);
  const parts = value.split(/(?:(?<!\s)\s+)?(?:→|->|–|—|,|:|\(|\)|(?<=\S)-(?=\S))\s*/).filter((part) => part !== '');
  return parts.length >= 2 ? parts : undefined;
}

function listOf<Item>(value: Literal, read: (item: Literal) => Item | undefined): readonly Item[] | undefined {
  if (!isList(value)) return undefined;
  const items: Item[] = [];
  for (const item of value) {
    const taken = read(item);
    if (taken === undefined) return undefined;
    items.push(taken);
  }
  return items;
}

function recordOf<Item>(
  value: Literal,
  read: (item: Literal) => Item | undefined,
): Readonly<Record<string, Item>> | undefined {
  const entries = entriesOf(value);
  if (entries === undefined) return undefined;
  const items: [string, Item][] = [];
  for (const [key, item] of entries) {
    const taken = read(item);
    if (taken === undefined) return undefined;
    items.push([key.trim(), taken]);
  }
  return Object.fromEntries(items);
}

/** The entries of a record, or of a list of pairs. */
function entriesOf(value: Literal): Iterable<readonly [string, Literal]> | undefined {
  if (value instanceof Map) return value;
  if (!isList(value) || value.length === 0) return undefined;
  const pairs: [string, Literal][] = [];
  for (const pair of value) {
    const [key, item, ...rest]: readonly Literal[] = isList(pair) ? pair : [];
    const label = key === undefined ? undefined : asLabel(key);
    if (label === undefined || item === undefined || rest.length > 0) return undefined;
    pairs.push([label, item]);
  }
  return pairs;
}
