/** The executor's core: the current state, forking and joining, exceptions raised on the way, and what is left undecided. */

import type { Reason } from '../service.ts';
import { TermTooLarge } from '../terms/store.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import type { ExceptionValue, FunctionValue, ObjectId, PlainValue, PyClass, ScopeId, Value } from '../values/value.ts';
import { decidedByBounds } from './bounds.ts';
import type { Interpreter } from './interpreter.ts';
import { AnswersPending, type Oracle, STEPS_WHILE_WAITING } from './oracle.ts';
import {
  assume,
  conjuncts,
  INITIAL_STATE,
  type Joined,
  join,
  type PathCondition,
  type Scope,
  type State,
  withObject,
  withScope,
} from './state.ts';

/** Answers whether conditions can hold together. */
export interface Feasibility {
  /** False only where the conjunction is proved to be unsatisfiable. */
  isFeasible(conjunction: readonly BoolTerm[]): boolean;
}

/** A path that ends in an exception nobody has caught yet. */
export interface Raised {
  readonly state: State;
  readonly exception: ExceptionValue;
  /** 1-based line that raised it. */
  readonly line: number;
  /** Calls in progress where it was raised. */
  readonly depth: number;
}

/** A path given up because of something the engine does not decide. */
export interface Cut {
  readonly state: State;
  readonly reason: Reason;
  /** 1-based line that the outermost call had come to; absent where nothing was being called. */
  readonly line?: number;
}

/** A path that ends in `return` (or at the end of a body, with None). */
export interface Returned extends Joined<Value> {
  readonly line: number;
}

/** Where the jumps of the innermost enclosing constructs are collected. */
export interface JumpTargets {
  readonly returns: Returned[];
  readonly breaks: State[];
  readonly continues: State[];
}

/** A call in progress. */
export interface Frame {
  /** The scopes a name is looked up in, innermost first; the last one is the module's. */
  readonly scopes: readonly ScopeId[];
  readonly globals: ReadonlySet<string>;
  readonly nonlocals: ReadonlySet<string>;
  /** The scope of the class body being run, which functions inside it do not see. */
  readonly classScope?: ScopeId;
  /** The class name that private names are mangled with here. */
  readonly mangling?: string;
  /** The frame around the comprehension being run. */
  readonly outer?: Frame;
  /** Hands over what the generator being run yields; gives what the `yield` expression is. */
  readonly onYield?: (value: Value) => Value;
  /** The method being run: its class and its first argument. */
  readonly method?: { readonly owner: PyClass; readonly receiver: Value };
}

/** A call on the stack, with the path condition under which it began. */
export interface ActiveCall {
  readonly name: string;
  readonly condition: PathCondition | undefined;
  /** 1-based line that calls it. */
  readonly line: number;
}

/** Gives the result of a call without running it; undefined for a call that is to be run. */
export type SummariseCall = (callee: FunctionValue, parameters: ReadonlyMap<string, Value>) => Value | undefined;

/**
 * Told that a state takes a side of a decision of the program. The decision is its test, a loop's iterable, an except clause or
 * a case: the object of the syntax tree itself.
 */
export type Observer = (decision: object, side: boolean, state: State) => void;

/** Thrown where the current state has no future: its paths were all handed to a collector. */
export class Dead extends Error {
  override readonly name = 'Dead';
}

/** Names the work budget among the things that left something undecided. */
export const WORK_BUDGET = 'work budget';

/** Nested loops multiply the work of induction. */
const MOST_INDUCTIONS = 40;

export interface Limits {
  /** Statements and expressions evaluated in all. */
  readonly steps: number;
  /** Iterations of one loop whose condition depends on the inputs. */
  readonly unrolling: number;
  /** Whether loops that run longer are described by invariants, all iterations together, instead of given up. */
  readonly isInductive: boolean;
  /** Calls in progress of one function whose recursion depends on the inputs. */
  readonly recursion: number;
  /** Calls in progress in all. */
  readonly callDepth: number;
}

/** What a machine is given. */
export interface MachineParts {
  readonly terms: Terms;
  readonly feasibility: Feasibility;
  readonly limits: Limits;
  readonly oracle?: Oracle;
  readonly interpreterOf: (machine: Machine) => Interpreter;
}

/**
 * Evaluates a program over symbolic values with one current state. Branches run one after the other from the same state and are
 * joined again, so the work is linear in the program and its unrollings, not in the number of paths.
 */
export class Machine {
  state: State = INITIAL_STATE;
  frame: Frame = { scopes: [], globals: new Set(), nonlocals: new Set() };
  jumps: JumpTargets = { returns: [], breaks: [], continues: [] };
  /** Exceptions on their way to the innermost handler. */
  raised: Raised[] = [];
  /** The exception being handled, for a bare `raise`. */
  handling: ExceptionValue | undefined;
  /** 1-based line being executed. */
  line = 0;
  steps = 0;
  /** Loops that induction was tried on. */
  inductions = 0;
  /** `try` statements whose body is being run: they see exceptions that the engine does not model, such as RecursionError. */
  guards = 0;
  /** Describes calls that are not to be run. */
  summariseCall: SummariseCall | undefined;
  summarisedCalls = 0;
  /** Random numbers drawn so far. */
  draws = 0;
  /** Objects that were asked whether they are the same as another one. */
  readonly comparedObjects = new Set<ObjectId>();
  observe: Observer | undefined;
  readonly cuts: Cut[] = [];
  readonly callStack: ActiveCall[] = [];
  readonly terms: Terms;
  readonly limits: Limits;
  /** What operations ask of whoever runs the program. */
  readonly interpreter: Interpreter;
  /** Says what operations on known values come to; absent: only what the engine itself has a meaning for is modelled. */
  readonly oracle: Oracle | undefined;
  readonly #feasibility: Feasibility;
  #nextScope: ScopeId = 0;
  #nextObject: ObjectId = 0;
  #stepsWhileWaiting = 0;
  #madeUp = 0;

  constructor({ terms, feasibility, limits, oracle, interpreterOf }: MachineParts) {
    this.terms = terms;
    this.#feasibility = feasibility;
    this.limits = limits;
    this.oracle = oracle;
    this.interpreter = interpreterOf(this);
  }

  /** Counts one step of work; every path that goes on beyond the budget is given up. */
  step(): void {
    if (this.oracle?.isWaiting && ++this.#stepsWhileWaiting > STEPS_WHILE_WAITING) throw new AnswersPending();
    if (++this.steps > this.limits.steps) this.cut(WORK_BUDGET, `the budget of ${this.limits.steps} steps is spent`);
  }

  /** A number of its own for a value of which only what is assumed with it is known. */
  makeUp(): number {
    this.step();
    return ++this.#madeUp;
  }

  /** How many values were made up so far: by {@link makeUp}, for loops, for calls, and as random numbers. */
  get made(): number {
    return this.#madeUp + this.inductions + this.summarisedCalls + this.draws;
  }

  /** Counts an attempt at induction; false when there have been too many. */
  mayInduct(): boolean {
    return ++this.inductions <= MOST_INDUCTIONS;
  }

  /** Makes a scope and returns its id. */
  openScope(scope: Scope): ScopeId {
    const id = this.#nextScope++;
    this.state = withScope(this.state, id, scope);
    return id;
  }

  /** Makes an object of the heap that holds `content`. */
  allocate(content: Value): ObjectId {
    const object = this.#nextObject++;
    this.state = withObject(this.state, object, content);
    return object;
  }

  /** What the heap holds for an object. */
  contentOf(object: ObjectId): Value {
    const content = this.state.heap.get(object);
    if (content === undefined) throw new TypeError('an object is not in the heap');
    return content;
  }

  /** Replaces what the heap holds for an object. */
  store(object: ObjectId, content: Value): void {
    this.state = withObject(this.state, object, content);
  }

  /** Replaces the variables of a scope. */
  storeScope(id: ScopeId, scope: Scope): void {
    this.state = withScope(this.state, id, scope);
  }

  /** Makes a list of these items. */
  makeList(items: readonly Value[]): PlainValue {
    return { kind: 'list', object: this.allocate({ kind: 'tuple', items }) };
  }

  /** Runs `work` from `state`; undefined where no path of it goes on. The current state is left as it was. */
  attempt<T>(state: State, work: () => T): Joined<T> | undefined {
    const before = this.state;
    this.state = state;
    try {
      const value = work();
      return { state: this.state, value };
    } catch (error) {
      if (error instanceof TermTooLarge) this.#giveUp(error.message);
      else if (!(error instanceof Dead)) throw error;
      return undefined;
    } finally {
      this.state = before;
    }
  }

  #giveUp(what: string): void {
    const reason = { line: this.line, construct: 'size', message: `a value grows too large: ${what}` };
    this.#leave(reason);
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
    if (known === false) throw new Dead();
    if (known === undefined) this.state = assume(this.state, condition);
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
      this.observe?.(decision, side, this.state);
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
      this.state = { ...this.state, paths: Math.max(paths, this.state.paths - paths) };
    }
    return value;
  }

  /** Which sides of a condition inputs can take. Throws {@link Dead} where neither is open. */
  openSide(condition: BoolTerm): 'yes' | 'no' | 'both' {
    const known = this.known(condition);
    if (known !== undefined) return known ? 'yes' : 'no';
    const [yes, no] = [this.isFeasible(condition), this.isFeasible(this.terms.not(condition))];
    if (!yes && !no) throw new Dead();
    if (yes && no) return 'both';
    return yes ? 'yes' : 'no';
  }

  #continueWith<T>(
    left: Joined<T> | undefined,
    right: Joined<T> | undefined,
    merge: (guard: BoolTerm, left: T, right: T) => T,
  ): T {
    const joined = left !== undefined && right !== undefined ? join(this.terms, left, right, merge) : (left ?? right);
    if (joined === undefined) throw new Dead();
    this.state = joined.state;
    return joined.value;
  }

  /** Goes on from the join of these ends. Throws {@link Dead} where there is none. */
  continueFromAll(ends: readonly Joined<Value>[]): Value {
    const [first, ...rest] = ends;
    if (first === undefined) throw new Dead();
    const joined = rest.reduce((left, right) => join(this.terms, left, right, this.mergeValues), first);
    this.state = joined.state;
    return joined.value;
  }

  readonly mergeValues = (guard: BoolTerm, left: Value, right: Value): Value =>
    mergeValues(this.terms, guard, left, right);

  /** Applies `handle` to the value, alternative by alternative where it is a union. */
  dispatch(value: Value, handle: (value: PlainValue) => Value): Value {
    if (value.kind !== 'union') return handle(value);
    const [first, ...rest] = value.cases;
    if (first === undefined) throw new Dead();
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
    this.raised.push({ state: this.state, exception, line: this.line, depth: this.callStack.length });
    throw new Dead();
  }

  /** Ends the paths on which `condition` holds in an exception and goes on with the others. */
  raiseIf(condition: BoolTerm, exceptionClass: PyClass): void {
    const known = this.known(condition);
    if (known === false) return;
    const exception: ExceptionValue = { kind: 'exception', class: exceptionClass };
    if (known === true) this.raise(exception);
    const weight = this.state.weight / 2;
    const state = assume({ ...this.state, weight }, condition);
    this.raised.push({ state, exception, line: this.line, depth: this.callStack.length });
    this.state = assume({ ...this.state, weight }, this.terms.not(condition));
  }

  /** Gives the paths on which `condition` holds up as undecided and goes on with the others. */
  cutIf(condition: BoolTerm, construct: string, message: string): void {
    if (!this.isFeasible(condition)) return;
    this.attempt(assume(this.state, condition), () => this.cut(construct, message));
    this.assume(this.terms.not(condition));
  }

  /** Gives the current path up as undecided, unless it cannot be taken anyway. */
  cut(construct: string, message: string, line = this.line): never {
    if (this.isFeasible()) this.#leave({ line, construct, message });
    throw new Dead();
  }

  #leave(reason: Reason): void {
    const [outermost, next] = this.callStack;
    const line = outermost === undefined ? {} : { line: next?.line ?? this.line };
    this.cuts.push({ state: this.state, reason, ...line });
  }
}
