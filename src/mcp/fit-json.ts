/**
 * Cutting JSON to a number of tokens: long texts lose their middle, long lists and maps their end. What is left still satisfies the
 * JSON's schema.
 */
import { countTokens, LONGEST_TOKEN } from '../lib/tokens/count.ts';
import { shortenedOnce } from '../lib/tokens/cut.ts';
import type { Json, JsonSchema } from './json-schema.ts';

/** A field that is not all there. */
export interface Cut {
  /** Its path; `[]` stands for the items of a list, `.*` for the values of a map. */
  readonly field: string;
  /** Over all values at the path. */
  readonly shown: number;
  readonly total: number;
  readonly unit: 'characters' | 'items';
}

/** A value, and what of it was shortened. */
export interface Fitted {
  readonly value: unknown;
  /** In order of the fields. */
  readonly cuts: readonly Cut[];
}

/** Cuts that an answer names; there are hardly more, as fields of equal path count as one. */
const MOST_CUTS = 8;
/** A text with no more units than this stays, so that names of states and kinds are what they are. */
const SHORT_TEXT = 64;
/** Lists with no more items share what there is; of longer ones the first items come whole. */
const FEW_ITEMS = 4;
/** A part gets no less. */
const LEAST_TOKENS = 4;
/** Tokens of a field's name; with a longer one, it is left out. */
const LONGEST_NAME = 1000;
/** Cuts that are tried: parts are counted by themselves, so that their sum is not the size of the whole. */
const ATTEMPTS = 6;

/**
 * What `finish` makes of `value`, shortened so that the text of it, by `write`, has at most `most` tokens. `value` is JSON; `schema` says
 * which of its objects are maps, whose last entries may be left out. Equal values are shortened in the same way.
 */
export function fitted<Finished>(
  value: unknown,
  schema: JsonSchema,
  most: number,
  finish: (fitted: Fitted) => Finished,
  write: (finished: Finished) => string,
): Finished {
  const sizeOf = (finished: Finished) => countTokens(write(finished), 4 * most);
  if (unitsOf(value, LONGEST_TOKEN * most) <= LONGEST_TOKEN * most) {
    const whole = finish({ value, cuts: [] });
    if (sizeOf(whole) <= most) return whole;
  }
  let best: Finished | undefined;
  let room = most;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const finished = finish(cutTo(value, schema, room));
    const size = sizeOf(finished);
    if (size <= most) {
      const isNear = size > 0.85 * most || best !== undefined;
      best = finished;
      if (isNear) break;
    } else if (best !== undefined) break;
    room *= (most / size) * 0.96;
  }
  return best ?? finish(cutTo(value, schema, 0));
}

/** `value` shortened until its parts have about `most` tokens. */
function cutTo(value: unknown, schema: JsonSchema, most: number): Fitted {
  const cuts = new Map<string, Cut>();
  const note = (cut: Cut) => {
    const { shown = 0, total = 0 } = cuts.get(cut.field) ?? {};
    cuts.set(cut.field, { ...cut, shown: shown + cut.shown, total: total + cut.total });
  };
  const shown = cutValue({ value, schema, path: '' }, most, note);
  return { value: shown, cuts: [...cuts.values()].slice(0, MOST_CUTS) };
}

/** The fields of an object, shortened until they have about `most` tokens. */
export function cutFields(
  object: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  most: number,
): { readonly fields: Readonly<Record<string, unknown>>; readonly cuts: readonly Cut[] } {
  const { value, cuts } = cutTo(object, schema, most);
  return { fields: { ...Object(value) }, cuts };
}

/** A value and where it is. */
interface Part {
  /** In an object. */
  readonly name?: string;
  readonly value: unknown;
  /** Undefined where a schema says nothing. */
  readonly schema: JsonSchema | undefined;
  readonly path: string;
}

type Note = (cut: Cut) => void;

function cutValue(part: Part, most: number, note: Note): unknown {
  const { value } = part;
  if (costOf(value, most) <= most) return value;
  if (typeof value === 'string') return cutText(value, part.path, most, note);
  if (Array.isArray(value)) return cutList(value, part, most, note);
  if (typeof value === 'object' && value !== null) return cutObject(value, part, most, note);
  return value;
}

function cutText(text: string, field: string, most: number, note: Note): string {
  if (text.length <= SHORT_TEXT) return text;
  // Line ends and quotes take more tokens in JSON.
  let room = Math.max(LEAST_TOKENS, most);
  for (;;) {
    const cut = shortenedOnce(text, room);
    if (cut === undefined) return text;
    const cost = textCost(cut.text, 8 * most);
    if (room <= LEAST_TOKENS || cost <= most) {
      note({ field, shown: cut.shown, total: cut.total, unit: 'characters' });
      return cut.text;
    }
    room = Math.max(LEAST_TOKENS, Math.floor(room * Math.min(0.9, most / cost)));
  }
}

function cutList(items: readonly unknown[], { schema, path }: Part, most: number, note: Note): readonly unknown[] {
  const parts = items.map((value): Part => ({ value, schema: asSchema(schema?.items), path: `${path}[]` }));
  if (items.length <= FEW_ITEMS) return shares(parts, most, note);
  const shown = firstOf(parts, most, note);
  if (shown.length < items.length) note({ field: path, shown: shown.length, total: items.length, unit: 'items' });
  return shown;
}

function cutObject(object: object, { schema, path }: Part, most: number, note: Note): object {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  const properties = propertiesOf(schema);
  const inside = path === '' ? '' : `${path}.`;
  const parts = entries.map(([name, value]): Part => {
    return properties === undefined
      ? { name, value, schema: asSchema(schema?.additionalProperties), path: `${inside}*` }
      : { name, value, schema: properties[name], path: inside + name };
  });
  const shown = properties === undefined ? firstOf(parts, most, note) : shares(parts, most, note);
  if (shown.length < parts.length) note({ field: path, shown: shown.length, total: parts.length, unit: 'items' });
  return Object.fromEntries(shown.map((value, index) => [parts[index]?.name ?? '', value]));
}

/** The first values, as many as there is room for; one of them takes a part of it at most. */
function firstOf(parts: readonly Part[], most: number, note: Note): readonly unknown[] {
  const shown: unknown[] = [];
  let left = most;
  for (const part of parts) {
    const cuts: Cut[] = [];
    const value = cutValue(part, Math.min(left, most / FEW_ITEMS), (cut) => cuts.push(cut));
    left -= costOf(value, left) + nameCost(part);
    if (left < 0) break;
    shown.push(value);
    cuts.forEach(note);
  }
  return shown;
}

/** All values, in their order: what small ones leave of an equal share goes to the others. */
function shares(parts: readonly Part[], most: number, note: Note): readonly unknown[] {
  // Among those beyond it, sizes make no difference.
  const bound = most / FEW_ITEMS;
  const sized = parts.map((part, index) => ({ part, index, cost: costOf(part.value, bound) }));
  const byCost = sized.toSorted((one, other) => Math.min(one.cost, bound) - Math.min(other.cost, bound));
  const shown: unknown[] = new Array(parts.length);
  const cuts: Cut[][] = parts.map(() => []);
  let left = most - parts.reduce((sum, part) => sum + nameCost(part), 0);
  for (const [done, { part, index }] of byCost.entries()) {
    const share = Math.max(LEAST_TOKENS, left / (parts.length - done));
    const value = cutValue(part, share, (cut) => cuts[index]?.push(cut));
    left -= costOf(value, most);
    shown[index] = value;
  }
  for (const each of cuts.flat()) note(each);
  return shown;
}

/** Units of all texts and parts of a value; some number above `most` where there are more. */
function unitsOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let units = 1;
  for (const [name, item] of Object.entries(value)) {
    units += (Array.isArray(value) ? 0 : name.length) + unitsOf(item, most - units);
    if (units > most) break;
  }
  return units;
}

/** Tokens of a value as JSON, counted by its parts; some number above `most` where there are more. */
function costOf(value: unknown, most: number): number {
  if (typeof value === 'string') return textCost(value, most);
  if (typeof value !== 'object' || value === null) return countTokens(String(value));
  let cost = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      cost += costOf(item, most - cost) + 1;
      if (cost > most) break;
    }
    return cost;
  }
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    cost += textCost(name, most - cost) + costOf(item, most - cost) + 2;
    if (cost > most) break;
  }
  return cost;
}

function textCost(text: string, most: number): number {
  if (text.length > LONGEST_TOKEN * (most + 1)) return most + 1;
  return countTokens(JSON.stringify(text), most);
}

/** Tokens of what stands before and behind a value. */
function nameCost({ name }: Part): number {
  if (name === undefined) return 1;
  const cost = textCost(name, LONGEST_NAME);
  return cost > LONGEST_NAME ? Number.POSITIVE_INFINITY : cost + 2;
}

/** The fields that a schema names, in any of its forms; undefined for a map. */
function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> | undefined {
  if (schema === undefined) return undefined;
  const forms = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const all = [
    ...forms.map((form) => propertiesOf(asSchema(form))),
    ...(schema.properties === undefined ? [] : [fieldsOf(schema.properties)]),
  ].filter((each) => each !== undefined);
  return all.length === 0 ? undefined : Object.assign({}, ...all);
}

function fieldsOf(properties: Json): Record<string, JsonSchema> {
  const entries = Object.entries(asSchema(properties) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, each]) => {
      const schema = asSchema(each);
      return schema === undefined ? [] : [[name, schema]];
    }),
  );
}

function asSchema(json: Json | undefined): JsonSchema | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
}
