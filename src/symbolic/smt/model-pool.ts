/** Models that were useful before: most conditions that can hold already hold under one of them. */
import { Evaluator, type Model } from '../terms/evaluate.ts';
import type { BoolTerm } from '../terms/term.ts';

/** Models kept; the one used longest ago goes first. */
const CAPACITY = 24;

export class ModelPool {
  /** By the text of the model, most recently used last. */
  readonly #entries = new Map<string, { readonly model: Model; readonly evaluator: Evaluator }>();

  /** Keeps the model, and returns the evaluator that remembers what was evaluated under it. */
  add(model: Model): Evaluator {
    const key = keyOf(model);
    const entry = this.#entries.get(key) ?? { model, evaluator: new Evaluator(model) };
    this.#use(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > CAPACITY && oldest !== undefined) this.#entries.delete(oldest);
    return entry.evaluator;
  }

  /** A model under which all the conditions hold, if one is known. */
  find(conditions: readonly BoolTerm[]): Model | undefined {
    for (const [key, entry] of [...this.#entries].reverse()) {
      if (conditions.every((condition) => entry.evaluator.holds(condition))) {
        this.#use(key, entry);
        return entry.model;
      }
    }
    return undefined;
  }

  #use(key: string, entry: { readonly model: Model; readonly evaluator: Evaluator }): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }
}

function keyOf(model: Model): string {
  return JSON.stringify(
    [...model].map(([name, value]) => [name, typeof value, Object.is(value, -0) ? '-0' : String(value)]),
  );
}
