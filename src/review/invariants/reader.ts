/** Reads values of a rule's mapping and collects what is wrong with them. */
import { editDistance } from '../../lib/edit-distance.ts';
import type { Entry, Mistake, Value } from '../../lib/yaml.ts';

/** The keys of one mapping: each is asked for once, and those that are left over are unknown. */
export class Keys {
  readonly line: number;
  readonly #what: string;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #mistakes: Mistake[];

  /** `what` names the mapping in messages, such as `the rule SEC001`. */
  constructor(what: string, line: number, entries: readonly Entry[], mistakes: Mistake[]) {
    this.line = line;
    this.#what = what;
    this.#entries = new Map(entries.map((entry) => [entry.key, entry]));
    this.#mistakes = mistakes;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  value(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Where a key stands; the mapping, when it is not there. */
  lineOf(key: string): number {
    return this.#entries.get(key)?.line ?? this.line;
  }

  /** Says that something is wrong with a key. */
  wrong(key: string, message: string): void {
    this.#mistakes.push({ line: this.value(key)?.line ?? this.line, message: `${this.#what}: ${message}` });
  }

  /** A text that is not blank; undefined when it is missing or wrong. */
  text(key: string, need: 'required' | 'optional', longest: number): string | undefined {
    const value = this.value(key);
    if (value === undefined) {
      if (need === 'required') this.wrong(key, `${key} is missing`);
      return undefined;
    }
    if (value.kind !== 'scalar' || typeof value.value !== 'string') {
      this.wrong(key, `${key} must be a text, not ${shown(value)}`);
    } else if (value.value.trim() === '') {
      this.wrong(key, `${key} is empty`);
    } else if (value.value.length > longest) {
      this.wrong(key, `${key} has ${value.value.length} characters; ${longest} is the limit`);
    } else {
      return value.value;
    }
    return undefined;
  }

  /** One of some texts, in their spelling. */
  choice<Choice extends string>(
    key: string,
    choices: readonly Choice[],
    need: 'required' | 'optional',
  ): Choice | undefined {
    const value = this.value(key);
    if (value === undefined) {
      if (need === 'required') this.wrong(key, `${key} is missing; allowed are ${choices.join(', ')}`);
      return undefined;
    }
    const chosen = value.kind === 'scalar' ? choices.find((choice) => choice === value.value) : undefined;
    if (chosen === undefined) {
      this.wrong(key, `${key} cannot be ${shown(value)}; allowed are ${choices.join(', ')}${near(value, choices)}`);
    }
    return chosen;
  }

  flag(key: string): boolean {
    const value = this.value(key);
    if (value === undefined) return false;
    if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
    this.wrong(key, `${key} must be true or false, not ${shown(value)}`);
    return false;
  }

  /** A list of texts, or one text alone; undefined when it is missing or wrong. */
  texts(key: string, need: 'required' | 'optional', most: number): readonly string[] | undefined {
    const value = this.value(key);
    if (value === undefined) {
      if (need === 'required') this.wrong(key, `${key} is missing`);
      return undefined;
    }
    const items = value.kind === 'list' ? value.items() : [value];
    if (items.length === 0 || items.length > most) {
      this.wrong(key, `${key} must have 1 to ${most} entries, not ${items.length}`);
      return undefined;
    }
    const texts = items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
    );
    const other = items.find((item) => item.kind !== 'scalar' || typeof item.value !== 'string');
    if (other === undefined) return texts;
    this.#mistakes.push({ line: other.line, message: `${this.#what}: ${key} must be texts, not ${shown(other)}` });
    return undefined;
  }

  /** Says which keys there are that cannot be. */
  onlyAllow(allowed: readonly string[]): void {
    for (const { key, line } of this.#entries.values()) {
      if (allowed.includes(key)) continue;
      const hint =
        key === '<<'
          ? '; merge keys are not read: write the values out'
          : near({ kind: 'scalar', line, value: key }, allowed);
      const message = `${this.#what}: the key ${JSON.stringify(cut(key))} is unknown; allowed are ${allowed.join(', ')}${hint}`;
      this.#mistakes.push({ line, message });
    }
  }
}

/** A value as messages show it. */
export function shown(value: Value): string {
  switch (value.kind) {
    case 'map':
      return 'a mapping';
    case 'list':
      return 'a list';
    case 'scalar':
      return value.value === null ? 'nothing' : cut(JSON.stringify(value.value) ?? 'nothing');
  }
}

function near(value: Value, choices: readonly string[]): string {
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value.length > 40) return '';
  const given = value.value.toLowerCase();
  const [best] = choices
    .map((choice) => ({ choice, distance: editDistance(given, choice.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  return best !== undefined && best.distance <= 2 ? `; did you mean ${best.choice}?` : '';
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
