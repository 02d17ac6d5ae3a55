/** The executor's core: the current state, forking and joining, exceptions raised on the way, and what is left undecided. */
import { TermTooLarge } from '../terms/store.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import type { ExceptionValue, ObjectId, PlainValue, PyClass, Value } from '../values/value.ts';
import { decidedByBounds } from './bounds.ts';
import { Dead } from './dead.ts';
import type { Interpreter } from './interpreter.ts';
import { type Limits, MOST_INDUCTIONS, WORK_BUDGET } from './limits.ts';
import { AnswersPending, type Oracle, STEPS_WHILE_WAITING } from './oracle.ts';
import type { Broken, Raised } from './outcomes.ts';
import { assume, conjuncts, type Joined, join, type State } from './state.ts';
import { Surroundings } from './surroundings.ts';

/** Answers whether conditions can hold together. */
export interface Feasibility {
  /** False only where the conjunction is proved to be unsatisfiable. */
  isFeasible(conjunction: readonly BoolTerm[]): boolean;
}

/** What a machine is given. */
export interface MachineParts {
  readonly terms: Terms;
  readonly feasibility: Feasibility;
  readonly limits: Limits;
  readonly oracle?: Oracle;
  readonly interpreterOf: (machine: Machine) => Interpreter;
}

/** Work on terms, as their store counts it, that takes as long as a step. */
const TERM_WORK_PER_STEP = 20;

/** Items of all versions of all containers, of some 8 bytes each. */
const MOST_HELD = 4_000_000;

/**
 * Evaluates a program over symbolic values with one current state. Branches run one after the other from the same state and are
 * joined again, so the work is linear in the program and its unrollings, not in the number of paths.
 */
export class Machine extends Surroundings {
  readonly terms: Terms;
  readonly limits: Limits;
  /** What operations ask of whoever runs the program. */
  readonly interpreter: Interpreter;
  /** Says what operations on known values come to; absent: only what the engine itself has a meaning for is modelled. */
  readonly oracle: Oracle | undefined;
  readonly #feasibility: Feasibility;
  readonly #comparedObjects = new Set<ObjectId>();
  readonly #caches = new Set<ObjectId>();
  #steps = 0;
  readonly #termsBefore: number;
  #held = 0;
  #stepsWhileWaiting = 0;
  #inductions = 0;
  #draws = 0;
  #madeUp: number;

  constructor({ terms, feasibility, limits, oracle, interpreterOf }: MachineParts) {
    super();
    this.terms = terms;
    this.#termsBefore = terms.work;
    this.#feasibility = feasibility;
    this.limits = limits;
    this.#madeUp = limits.madeUpFrom ?? 0;
    this.oracle = oracle;
    this.interpreter = interpreterOf(this);
  }

  /** Counts one step of work; every path that goes on beyond the budget is given up. */
  step(): void {
    if (this.oracle?.isWaiting && ++this.#stepsWhileWaiting > STEPS_WHILE_WAITING) throw new AnswersPending();
    this.#steps += 1;
    if (this.work > this.limits.steps) this.cut(WORK_BUDGET, `the budget of ${this.limits.steps} steps is spent`);
  }

  /** Steps of work so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Steps and the making of terms, in steps: few steps may join values of thousands of cases. */
  get work(): number {
    return this.#steps + Math.floor((this.terms.work - this.#termsBefore) / TERM_WORK_PER_STEP);
  }

  /** Replaces what the heap holds for an object. Each version of a container takes memory, since paths and loops go back to earlier ones. */
  override store(object: ObjectId, content: Value): void {
    if (content.kind === 'tuple') this.hold(content.items.length);
    super.store(object, content);
  }

  /** Counts items that containers hold; every path that makes more is given up, as memory is bounded. */
  hold(items: number): void {
    this.#held += items;
    if (this.#held > MOST_HELD) this.cut('size', `containers have come to more than ${MOST_HELD} items in all`);
  }

  /** A number of its own for a value of which only what is assumed with it is known. */
  makeUp(): number {
    this.step();
    return ++this.#madeUp;
  }

  /** How many values were made up so far: by {@link makeUp}, for loops, for calls, and as random numbers. */
  get made(): number {
    return this.#madeUp + this.#inductions + this.summarisedCalls + this.#draws;
  }

  /** Counts an attempt at induction; false when there have been too many. */
  mayInduct(): boolean {
    return ++this.#inductions <= MOST_INDUCTIONS;
  }

  /** Loops that induction was tried on. */
  get inductions(): number {
    return this.#inductions;
  }

  /** The number of the next random number that is drawn, from 1. */
  draw(): number {
    return ++this.#draws;
  }

  /** Takes note of objects that are asked whether they are the same as another one. */
  noteCompared(...objects: readonly ObjectId[]): void {
    for (const object of objects) this.#comparedObjects.add(object);
  }

  /** Takes note of a dictionary in which a decorator keeps the results of a function. */
  noteCache(object: ObjectId): void {
    this.#caches.add(object);
  }

  /** Whether a decorator keeps the results of a function in this dictionary. */
  isCache(object: ObjectId): boolean {
    return this.#caches.has(object);
  }

  /** Whether an object was asked whether it is the same as another one. */
  isCompared(object: ObjectId): boolean {
    return this.#comparedObjects.has(object);
  }

  /** Runs `work` from `state`; undefined where no path of it goes on. The current state is left as it was. */
  attempt<T>(state: State, work: () => T): Joined<T> | undefined {
    const before = this.exchange(state);
    try {
      const value = work();
      return { state: this.state, value };
    } catch (error) {
      if (error instanceof TermTooLarge) {
        const message = `a value grows too large: ${error.message}`;
        this.giveUp({ line: this.line, construct: 'size', message });
      } else if (!(error instanceof Dead)) throw error;
      return undefined;
    } finally {
      this.exchange(before);
    }
  }

  /** What the path condition says of a condition without asking the solver. */
  known(condition: BoolTerm): boolean | undefined {
    if (condition.kind === 'literal') return condition.value;
    const negation = this.terms.not(condition);
    for (let at = this.state.condition; at !== undefined; at = at.rest) {
      if (at.member === condition) return true;
      if (at.member === negation) return false;
    }
    return decidedByBounds(this.state.condition, condition);
  }

  /** Whether the current path can be taken at all, with `condition` added to it. */
  isFeasible(condition: BoolTerm = this.terms.true): boolean {
    const known = this.known(condition);
    if (known === false) return false;
    const members = conjuncts(this.state.condition);
    return this.#feasibility.isFeasible(known === true ? members : [...members, condition]);
  }

  /** Whether a condition is proved to hold in every execution that a state stands for. */
  isProved(state: State, condition: BoolTerm): boolean {
    return this.attempt(state, () => this.isFeasible(this.terms.not(condition)))?.value === false;
  }

  /** Goes on only where `condition` holds. */
  assume(condition: BoolTerm): void {
    const known = this.known(condition);
    if (known === false) this.endPath();
    if (known === undefined) this.continueFrom(assume(this.state, condition));
  }

  /**
   * A branch of the program: both sides are tried for feasibility, run, and joined. Every open side counts as a path.
   * @param merge joins the results; see {@link join}
   */
  branch<T>(condition: BoolTerm, yes: () => T, no: () => T, merge: (guard: BoolTerm, left: T, right: T) => T): T {
    const side = this.openSide(condition);
    if (side !== 'both') {
      this.assume(side === 'yes' ? condition : this.terms.not(condition));
      return side === 'yes' ? yes() : no();
    }
    const half = { ...this.state, weight: this.state.weight / 2 };
    const left = this.attempt(assume(half, condition), yes);
    const right = this.attempt(assume(half, this.terms.not(condition)), no);
    return this.#continueWith(left, right, merge);
  }

  /** A branch that a test in the program makes; see {@link branch}. */
  decide<T>(
    test: object,
    condition: BoolTerm,
    yes: () => T,
    no: () => T,
    merge: (guard: BoolTerm, left: T, right: T) => T,
  ): T {
    return this.branch(condition, this.#taking(test, true, yes), this.#taking(test, false, no), merge);
  }

  /** A case distinction that a test in an expression of the program makes; see {@link choose}. */
  decideWithin(test: object, condition: BoolTerm, yes: () => Value, no: () => Value): Value {
    return this.choose(condition, this.#taking(test, true, yes), this.#taking(test, false, no));
  }

  #taking<T>(decision: object, side: boolean, work: () => T): () => T {
    return () => {
      this.observe(decision, side, this.state);
      return work();
    };
  }

  /**
   * A case distinction inside one expression (short circuits, alternatives of a union): not a path of its own, unless one
   * side leaves the expression.
   */
  choose(condition: BoolTerm, yes: () => Value, no: () => Value): Value {
    const known = this.known(condition);
    if (known !== undefined) return known ? yes() : no();
    const { paths, weight } = this.state;
    const half = { ...this.state, weight: weight / 2 };
    const left = this.attempt(assume(half, condition), yes);
    const right = this.attempt(assume(half, this.terms.not(condition)), no);
    const value = this.#continueWith(left, right, this.mergeValues);
    if (left !== undefined && right !== undefined) {
      this.continueFrom({ ...this.state, paths: Math.max(paths, this.state.paths - paths) });
    }
    return value;
  }

  /** Which sides of a condition inputs can take. Ends the path where neither is open. */
  openSide(condition: BoolTerm): 'yes' | 'no' | 'both' {
    const known = this.known(condition);
    if (known !== undefined) return known ? 'yes' : 'no';
    const [yes, no] = [this.isFeasible(condition), this.isFeasible(this.terms.not(condition))];
    if (!yes && !no) this.endPath();
    if (yes && no) return 'both';
    return yes ? 'yes' : 'no';
  }

  #continueWith<T>(
    left: Joined<T> | undefined,
    right: Joined<T> | undefined,
    merge: (guard: BoolTerm, left: T, right: T) => T,
  ): T {
    const joined = left !== undefined && right !== undefined ? join(this.terms, left, right, merge) : (left ?? right);
    if (joined === undefined) this.endPath();
    this.continueFrom(joined.state);
    return joined.value;
  }

  /** Goes on from the join of these ends. Ends the path where there is none. */
  continueFromAll(ends: readonly Joined<Value>[]): Value {
    const [first, ...rest] = ends;
    if (first === undefined) this.endPath();
    const joined = rest.reduce((left, right) => join(this.terms, left, right, this.mergeValues), first);
    this.continueFrom(joined.state);
    return joined.value;
  }

  readonly mergeValues = (guard: BoolTerm, left: Value, right: Value): Value =>
    mergeValues(this.terms, guard, left, right);

  /** Applies `handle` to the value, alternative by alternative where it is a union. */
  dispatch(value: Value, handle: (value: PlainValue) => Value): Value {
    if (value.kind !== 'union') return handle(value);
    const [first, ...rest] = value.cases;
    if (first === undefined) this.endPath();
    // the guards cover the state, so the last alternative needs no test
    if (rest.length === 0) return handle(first.value);
    return this.choose(
      first.guard,
      () => handle(first.value),
      () => this.dispatch({ kind: 'union', cases: rest }, handle),
    );
  }

  /** Ends the current path in an exception. */
  raise(exception: ExceptionValue): never {
    this.#handOver(this.state, exception);
    this.endPath();
  }

  /** Ends the current path in an exception that was caught, and that nobody has handled. */
  raiseAgain(raised: Raised): never {
    this.release({ raised: [{ ...raised, state: this.state }] });
    this.endPath();
  }

  #handOver(state: State, exception: ExceptionValue): void {
    this.release({ raised: [{ state, exception, line: this.line, depth: this.callStack.length }] });
  }

  /** Ends the current path in `return`. */
  returnValue(value: Value, line: number): never {
    this.release({ returns: [{ state: this.state, value, line }] });
    this.endPath();
  }

  /** Ends the current path in a jump of the innermost loop. */
  jump(kind: 'break' | 'continue'): never {
    this.release(kind === 'break' ? { breaks: [this.state] } : { continues: [this.state] });
    this.endPath();
  }

  /** Ends the paths on which `condition` holds in an exception and goes on with the others. */
  raiseIf(condition: BoolTerm, exceptionClass: PyClass, limit?: ExceptionValue['limit']): void {
    const known = this.known(condition);
    if (known === false) return;
    const exception: ExceptionValue = {
      kind: 'exception',
      class: exceptionClass,
      ...(limit !== undefined && { limit }),
    };
    if (known === true) this.raise(exception);
    const weight = this.state.weight / 2;
    const state = assume({ ...this.state, weight }, condition);
    this.#handOver(state, exception);
    this.continueFrom(assume({ ...this.state, weight }, this.terms.not(condition)));
  }

  /** Gives the paths on which `condition` holds up as undecided and goes on with the others. */
  cutIf(condition: BoolTerm, construct: string, message: string): void {
    if (!this.isFeasible(condition)) return;
    this.attempt(assume(this.state, condition), () => this.cut(construct, message));
    this.assume(this.terms.not(condition));
  }

  /**
   * Gives the current path up as undecided, unless it cannot be taken anyway.
   * @param bound what no run keeps to that takes the path
   */
  cut(construct: string, message: string, line = this.line, bound?: string): never {
    if (this.isFeasible()) this.giveUp({ line, construct, message, ...(bound !== undefined && { bound }) });
    this.endPath();
  }

  /** Notes the paths from `state` on which `condition` does not hold, which breaks an obligation. The current path goes on. */
  oblige(state: State, condition: BoolTerm, broken: Broken, construct: string, message: string): void {
    this.attempt(state, () => {
      this.assume(this.terms.not(condition));
      if (this.isFeasible()) this.giveUp({ line: broken.line, construct, message }, broken);
      this.endPath();
    });
  }
}
