/** What surrounds the code that is being run: its frame, its calls, its handlers, and who takes what it hands over. */
import type { Reason } from '../service.ts';
import type { ExceptionValue, FunctionValue, Value } from '../values/value.ts';
import { Dead } from './dead.ts';
import { type ActiveCall, type Frame, frameOf, type Observer, type SummariseCall } from './frame.ts';
import { Memory } from './memory.ts';
import type { Broken, Cut, Effects, Raised, Returned } from './outcomes.ts';
import type { State } from './state.ts';

/** What changes with the place of the program that is being run. */
interface Context {
  readonly frame: Frame;
  /** Calls in progress, the outermost first. */
  readonly calls: readonly ActiveCall[];
  /** The exception being handled, for a bare `raise`. */
  readonly handling: ExceptionValue | undefined;
  /** `try` statements whose body is being run. */
  readonly guards: number;
  /** Whether an operation or a generator is at work, whose rounds and calls need not be those of a run on CPython. */
  readonly isApart: boolean;
  /** Exceptions on their way to the innermost handler. */
  readonly raised: Raised[];
  /** Jumps of the innermost enclosing constructs. */
  readonly returns: Returned[];
  readonly breaks: State[];
  readonly continues: State[];
}

/**
 * Replaces parts of what surrounds a piece of work, and puts them back in whatever way the work ends: nothing that is put up for
 * it can be left standing.
 */
export class Surroundings extends Memory {
  #context: Context = {
    frame: frameOf([]),
    calls: [],
    handling: undefined,
    guards: 0,
    isApart: false,
    raised: [],
    returns: [],
    breaks: [],
    continues: [],
  };
  readonly #cuts: Cut[] = [];
  #line = 0;
  #observer: Observer | undefined;
  #summarise: SummariseCall | undefined;
  #summarisedCalls = 0;
  #prints = false;

  get frame(): Frame {
    return this.#context.frame;
  }

  /** Calls in progress, the outermost first. */
  get callStack(): readonly ActiveCall[] {
    return this.#context.calls;
  }

  /** The exception being handled. */
  get handling(): ExceptionValue | undefined {
    return this.#context.handling;
  }

  /** Whether the body of a `try` is being run: it sees exceptions that the engine does not model, such as RecursionError. */
  get isGuarded(): boolean {
    return this.#context.guards > 0;
  }

  /** Whether what is run may loop, or call, more than a run on CPython does. */
  get isApart(): boolean {
    return this.#context.isApart;
  }

  /** Runs `work` for an operation or a generator. */
  apart<T>(work: () => T): T {
    return this.#within({ isApart: true }, work);
  }

  /** 1-based line being executed. */
  get line(): number {
    return this.#line;
  }

  /** Says which line is executed from here on. */
  moveTo(line: number): void {
    this.#line = line;
  }

  #within<T>(changes: Partial<Context>, work: () => T): T {
    const before = this.#context;
    this.#context = { ...before, ...changes };
    try {
      return work();
    } finally {
      this.#context = before;
    }
  }

  /** Runs `work` in another frame. */
  withFrame<T>(frame: Frame, work: () => T): T {
    return this.#within({ frame }, work);
  }

  /** Runs the body of a call, and adds the ways in which it returns to `returns`. */
  withCall<T>(call: ActiveCall, frame: Frame, returns: Returned[], work: () => T): T {
    const line = this.#line;
    try {
      return this.#within({ frame, calls: [...this.#context.calls, call], returns, breaks: [], continues: [] }, work);
    } finally {
      this.#line = line;
    }
  }

  /** Runs `work` while an exception is being handled, or none is. */
  whileHandling<T>(handling: ExceptionValue | undefined, work: () => T): T {
    return this.#within({ handling }, work);
  }

  /** Runs the body of a `try`; adds the exceptions that its paths end in to `caught`. */
  guarded<T>(caught: Raised[], work: () => T): T {
    return this.#within({ raised: caught, guards: this.#context.guards + 1 }, work);
  }

  /** Adds the exceptions that paths of `work` end in to `caught`. */
  collect<T>(caught: Raised[], work: () => T): T {
    return this.#within({ raised: caught }, work);
  }

  /** What surrounds the code here: a function that runs work in it later, wherever that is. */
  capture(): <T>(work: () => T) => T {
    const context = this.#context;
    const line = this.#line;
    return (work) => {
      const inner = this.#line;
      this.#line = line;
      try {
        return this.#within(context, work);
      } finally {
        this.#line = inner;
      }
    };
  }

  /** Runs `work` and holds back what it hands over. Where it ends the path itself, that is handed over at once. */
  withhold<T>(work: () => T): { readonly value: T; readonly effects: Effects } {
    const raised: Raised[] = [];
    const jumps: Pick<Context, 'returns' | 'breaks' | 'continues'> = { returns: [], breaks: [], continues: [] };
    const cutsBefore = this.#cuts.length;
    try {
      const value = this.#within({ raised, ...jumps }, work);
      return { value, effects: { ...jumps, raised, cuts: this.#cuts.splice(cutsBefore) } };
    } catch (error) {
      if (error instanceof Dead) this.release({ ...jumps, raised });
      throw error;
    }
  }

  /** Hands over what was held back. */
  release({ raised = [], cuts = [], returns = [], breaks = [], continues = [] }: Partial<Effects>): void {
    this.#context.raised.push(...raised);
    this.#cuts.push(...cuts);
    this.#context.returns.push(...returns);
    this.#context.breaks.push(...breaks);
    this.#context.continues.push(...continues);
  }

  /** The states that have continued the innermost loop since they were asked for. */
  takeContinues(): readonly State[] {
    return this.#context.continues.splice(0);
  }

  /** Gives a path up as undecided; the others go on. */
  protected giveUp(reason: Reason, broken?: Broken): void {
    const [outermost, next] = this.#context.calls;
    const line = outermost === undefined ? {} : { line: next?.line ?? this.#line };
    this.#cuts.push({ state: this.state, reason, ...line, ...(broken !== undefined && { broken }) });
  }

  /** Runs `work` while somebody is told of decisions, or nobody. */
  observing<T>(observer: Observer | undefined, work: () => T): T {
    const before = this.#observer;
    this.#observer = observer;
    try {
      return work();
    } finally {
      this.#observer = before;
    }
  }

  /** Tells whoever observes that a state takes a side of a decision. */
  observe(decision: object, side: boolean, state: State): void {
    this.#observer?.(decision, side, state);
  }

  /** Runs `work` while some calls are described instead of run. */
  summarising<T>(summarise: SummariseCall | undefined, work: () => T): T {
    const before = this.#summarise;
    this.#summarise = summarise;
    try {
      return work();
    } finally {
      this.#summarise = before;
    }
  }

  /** What describes a call; undefined for one that is to be run. */
  summaryOf(callee: FunctionValue, parameters: ReadonlyMap<string, Value>): Value | undefined {
    const summary = this.#summarise?.(callee, parameters);
    if (summary !== undefined) this.#summarisedCalls += 1;
    return summary;
  }

  get summarisedCalls(): number {
    return this.#summarisedCalls;
  }

  /** What is printed is not followed: only that something is. */
  notePrint(): void {
    this.#prints = true;
  }

  /** Whether something that was run prints. */
  get prints(): boolean {
    return this.#prints;
  }
}
