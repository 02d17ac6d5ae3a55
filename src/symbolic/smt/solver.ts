/** Answers whether assertions can hold together, with as few questions to the SMT solver as possible. */
import type { Pace } from '../../lib/pace.ts';
import type { Model } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { BackendAnswer, SmtBackend, Turn } from './backend.ts';
import { isRefutedByBounds } from './bounds.ts';
import { lower, type Script } from './lower.ts';
import { readValues } from './model.ts';
import { ModelPool } from './model-pool.ts';
import { type LearntPoints, refine } from './refine.ts';
import { Slicer } from './slices.ts';

/** Whether a conjunction can hold. */
export type Verdict =
  /** Proved: no assignment satisfies it. */
  | { readonly status: 'unsat' }
  /**
   * `exact`: the model satisfies every assertion, checked by evaluation. Otherwise an opaque function, or an
   * operation that is not defined there, stands in the way and the model is only a candidate.
   */
  | { readonly status: 'sat'; readonly model: Model; readonly exact: boolean }
  /** `reason`: `budget`, `approximation`, `fuel`, `memory`, or the solver's own. `script`: what the backend did not decide. */
  | { readonly status: 'unknown'; readonly reason: string; readonly script?: string };

/** Work allowed and work done; fuel is counted by the backend. */
export interface SolverBudget {
  /** Fuel left for the whole request. */
  fuel: number;
  /** Scripts sent to the backend so far. */
  queries: number;
}

/** A question that takes longer than can be waited for at once. */
export interface OpenQuestion {
  readonly status: 'open';
  /** Finds the verdict out. To be called before anything else is asked. */
  settle(pace: Pace): Promise<Verdict>;
}

/** A script for the backend, and what it may cost. */
interface Query {
  readonly script: Script;
  readonly symbols: readonly string[];
  readonly fuel: number;
}

/** Work that yields what the backend is to be asked, and is given its answers. */
type Asking<T> = Generator<Query, T, BackendAnswer>;

export interface CheckOptions {
  /** The most fuel that one script may take; by default {@link QUERY_FUEL}. */
  readonly fuel?: number;
}

/** Fuel of one script unless a check says otherwise: one to two seconds of CPU. */
const QUERY_FUEL = 200_000_000;
/** How often a spurious model is excluded and the question asked again. */
const REFINEMENTS = 12;

/** The solver of one request. It remembers answers and models; the same sequence of calls gives the same answers. */
export class Solver {
  readonly budget: SolverBudget;
  readonly #backend: SmtBackend;
  readonly #slicer = new Slicer();
  readonly #pool = new ModelPool();
  readonly #decided = new Map<string, Verdict>();

  constructor(backend: SmtBackend, fuel: number) {
    this.#backend = backend;
    this.budget = { fuel, queries: 0 };
  }

  /** Takes fuel away for work that is done elsewhere. */
  spend(fuel: number): void {
    this.budget.fuel = Math.max(0, this.budget.fuel - Math.round(fuel));
  }

  /** Makes a model known, such as a trial input: later checks try it before they ask the backend. */
  addModel(model: Model): void {
    this.#pool.add(model);
  }

  /**
   * Whether all assertions can hold together. Parts that share no variable are decided separately, each by a known answer, a
   * known model, or the backend. Throws UnreadableModel when the backend's model is not understood, and Cancelled.
   */
  check(assertions: readonly BoolTerm[], pace: Pace, { fuel = QUERY_FUEL }: CheckOptions = {}): Promise<Verdict> {
    const asking = this.#check(assertions, fuel);
    return this.#finish(asking, asking.next(), pace);
  }

  /** {@link check} without a wait: a question of which one script takes more fuel than `most` is left open. */
  checkAtOnce(
    assertions: readonly BoolTerm[],
    turn: Turn,
    most: number,
    { fuel = QUERY_FUEL }: CheckOptions = {},
  ): Verdict | OpenQuestion {
    const asking = this.#check(assertions, fuel);
    let next = asking.next();
    while (!next.done) {
      const { script, symbols, fuel } = next.value;
      const answer = turn.checkAtOnce(script.text, symbols, fuel, most);
      if (answer === undefined) {
        const asked = next;
        return { status: 'open', settle: (pace) => this.#finish(asking, asked, pace) };
      }
      next = asking.next(answer);
    }
    return next.value;
  }

  async #finish(asking: Asking<Verdict>, first: IteratorResult<Query, Verdict>, pace: Pace): Promise<Verdict> {
    let next = first;
    while (!next.done) {
      const { script, symbols, fuel } = next.value;
      next = asking.next(await this.#backend.check(script.text, symbols, fuel, pace));
    }
    return next.value;
  }

  *#check(assertions: readonly BoolTerm[], fuel: number): Asking<Verdict> {
    const distinct = [...new Set(assertions)].sort((a, b) => a.id - b.id);
    const relevant = distinct.filter((assertion) => assertion.kind !== 'literal' || assertion.value === false);
    if (relevant.some((assertion) => assertion.kind === 'literal')) return { status: 'unsat' };
    const queriesBefore = this.budget.queries;
    const verdicts: Verdict[] = [];
    for (const part of this.#slicer.split(relevant)) {
      const verdict = yield* this.#checkPart(part, fuel);
      if (verdict.status === 'unsat') return verdict;
      verdicts.push(verdict);
    }
    const verdict = join(verdicts);
    const isNew = verdicts.length > 1 && this.budget.queries > queriesBefore;
    if (isNew && verdict.status === 'sat') this.#pool.add(verdict.model);
    return verdict;
  }

  *#checkPart(part: readonly BoolTerm[], fuel: number): Asking<Verdict> {
    const key = part.map((assertion) => assertion.id).join();
    const decided = this.#decided.get(key);
    if (decided !== undefined) return decided;
    const verdict =
      this.#findModel(part) ?? (isRefutedByBounds(part) ? { status: 'unsat' } : yield* this.#ask(part, fuel));
    // with more fuel another answer is possible
    if (verdict.status !== 'unknown') this.#decided.set(key, verdict);
    return verdict;
  }

  /** A known model of the part. */
  #findModel(part: readonly BoolTerm[]): Verdict | undefined {
    const known = this.#pool.find(part);
    return known && { status: 'sat', model: restrict(known, this.#slicer.variableNames(part)), exact: true };
  }

  /** Asks the backend, and again with sharper axioms while its model contradicts an approximated operator. */
  *#ask(part: readonly BoolTerm[], fuel: number): Asking<Verdict> {
    const points: LearntPoints = new Map();
    let left = fuel;
    for (let round = 0; round <= REFINEMENTS; round++) {
      const allowed = Math.min(left, this.budget.fuel);
      if (allowed <= 0) return { status: 'unknown', reason: this.budget.fuel <= 0 ? 'budget' : 'fuel' };
      const script = lower(part, points);
      const symbols = [...script.variables, ...script.approximations].map(({ symbol }) => symbol);
      const answer = yield { script, symbols, fuel: allowed };
      left -= answer.fuel;
      this.budget.fuel -= answer.fuel;
      this.budget.queries += 1;
      if (answer.status === 'unsat') return { status: 'unsat' };
      if (answer.status === 'unknown') {
        return { status: 'unknown', reason: this.budget.fuel <= 0 ? 'budget' : answer.reason, script: script.text };
      }
      const values = readValues(answer.values);
      const model = modelOf(script, values);
      if (model === undefined) return { status: 'unknown', reason: 'the model holds a value that is no constant' };
      const evaluator = this.#pool.add(model);
      const results = part.map((assertion) => evaluator.value(assertion));
      if (results.every((result) => result === true)) return { status: 'sat', model, exact: true };
      if (!refine(points, script, values.slice(script.variables.length), evaluator)) {
        return results.includes(false)
          ? { status: 'unknown', reason: 'approximation', script: script.text }
          : { status: 'sat', model, exact: false };
      }
    }
    return { status: 'unknown', reason: 'approximation' };
  }
}

/** The verdict on a conjunction of independent parts, none of which is unsatisfiable. */
function join(verdicts: readonly Verdict[]): Verdict {
  const joined = new Map<string, Value>();
  let exact = true;
  for (const verdict of verdicts) {
    if (verdict.status !== 'sat') return verdict;
    for (const [name, value] of verdict.model) joined.set(name, value);
    exact &&= verdict.exact;
  }
  return { status: 'sat', model: joined, exact };
}

function restrict(model: Model, names: ReadonlySet<string>): Model {
  return new Map([...model].filter(([name]) => names.has(name)));
}

function modelOf(script: Script, values: readonly (Value | undefined)[]): Model | undefined {
  const model = new Map<string, Value>();
  for (const [i, { variable }] of script.variables.entries()) {
    const value = values[i];
    if (value === undefined) return undefined;
    model.set(variable.name, value);
  }
  return model;
}
