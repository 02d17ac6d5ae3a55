/** Z3 as the engine uses it: decides SMT-LIB scripts, each independently of all before it. */
import { Z3Exit } from './environment.ts';
import { priceOf } from './fuel.ts';
import { OutOfFuel, type Pause, Z3Instance, type Z3Modules } from './loader.ts';
import { HeapFull } from './marshal.ts';
import { strategies } from './strategies.ts';

/** What Z3 says to a script. */
export interface SolverAnswer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** Z3's answer to `get-value`, an s-expression; '' unless `sat` and values were asked for. */
  readonly values: string;
  /** Why it is unknown: `fuel`, `memory`, `stack` (nested too deeply), `trap: …`, or Z3's own reason; '' otherwise. */
  readonly reason: string;
  /** Fuel spent, never more than was given: units of work times what one costs (`fuel.ts`). */
  readonly fuel: number;
}

type Verdict = Omit<SolverAnswer, 'fuel'>;

/** Work in steps: it yields texts for Z3 to evaluate, and is given what Z3 says to them. */
type Steps<T> = Generator<string, T, string>;

/** Thrown for a script that Z3 does not accept: a defect of whoever wrote the script. */
export class SmtError extends Error {
  override readonly name = 'SmtError';
  readonly script: string;

  constructor(answer: string, script: string) {
    super(`Z3 does not accept the script: ${answer}`);
    this.script = script;
  }
}

/** Megabytes that Z3 allows itself. */
const MEMORY_MEGABYTES = 60;
const EXIT_OUT_OF_MEMORY = 101;
const OUT_OF_MEMORY = /out of memory|memout/;
/** Z3 reads a script as bytes: beyond ASCII, one character would become several. */
const NOT_ASCII = /[^\t\n\r -~]/u;
const STATUSES = ['sat', 'unsat', 'unknown'] as const;

/** A Z3 solver in this isolate. */
export class Z3 {
  readonly #instance: Z3Instance;
  readonly #context: number;
  readonly #version: string;

  /**
   * Instantiates Z3 and prepares the state that every check starts from.
   * @param maximumPages 64 KiB pages that its memory may grow to; a check that may need more throws `NeedsRoom`
   */
  constructor(modules: Z3Modules, maximumPages?: number) {
    this.#instance = new Z3Instance(modules, maximumPages);
    const { functions, heap } = this.#instance;
    const name = heap.placeString('memory_max_size', functions);
    const value = heap.placeString(String(MEMORY_MEGABYTES), functions);
    functions.Z3_global_param_set(name, value);
    functions.free(value);
    functions.free(name);
    const config = functions.Z3_mk_config();
    this.#context = functions.Z3_mk_context_rc(config);
    functions.Z3_del_config(config);
    functions.set_noop_error_handler(this.#context);
    this.#version = heap.readString(functions.Z3_get_full_version());
    this.#evaluate('(push)(pop)'); // registers the theories, which else every check would do
    this.#instance.save();
  }

  /**
   * Decides one self-contained SMT-LIB script of declarations and assertions (without `check-sat`), and asks for the
   * `values` of these terms when it is satisfiable. `fuel` is what it may spend, a whole number. The answer
   * depends on nothing but the arguments, its values and its fuel included. Running out of fuel, memory or stack answers
   * `unknown`, and the next check works. Throws {@link SmtError} for a script that Z3 does not accept, and
   * for one that is not ASCII.
   * @param pause is waited for some 20 times a second; what it throws ends the check. No other check may be asked for meanwhile.
   */
  async check(script: string, values: readonly string[], fuel: number, pause: Pause): Promise<SolverAnswer> {
    const { functions, heap } = this.#instance;
    const steps = this.#check(script, values, fuel, fuel);
    let next = steps.next();
    while (!next.done) {
      try {
        const address = heap.placeString(next.value, functions);
        const answer = heap.readString(await this.#instance.evaluateWaiting(this.#context, address, pause));
        functions.free(address);
        next = steps.next(answer.trim());
      } catch (error) {
        next = steps.throw(error);
      }
    }
    if (next.value === undefined) throw new Error('A check that may use all of its fuel gave no answer.');
    return next.value;
  }

  /** {@link check} without a pause: undefined where it takes more than `most` fuel. */
  checkAtOnce(script: string, values: readonly string[], fuel: number): SolverAnswer;
  checkAtOnce(script: string, values: readonly string[], fuel: number, most: number): SolverAnswer | undefined;
  checkAtOnce(script: string, values: readonly string[], fuel: number, most = fuel): SolverAnswer | undefined {
    const steps = this.#check(script, values, fuel, most);
    let next = steps.next();
    while (!next.done) {
      try {
        next = steps.next(this.#evaluate(next.value));
      } catch (error) {
        next = steps.throw(error);
      }
    }
    return next.value;
  }

  *#check(script: string, values: readonly string[], fuel: number, most: number): Steps<SolverAnswer | undefined> {
    const [strange] = NOT_ASCII.exec(script) ?? [];
    if (strange !== undefined)
      throw new SmtError(`character ${JSON.stringify(strange)}; write \\u{…} in strings`, script);
    const commands = strategies(script);
    const price = priceOf(script);
    const reasons: string[] = [];
    let left = fuel;
    for (const [index, command] of commands.entries()) {
      const share = Math.floor(left / (commands.length - index));
      const given = Math.min(share, most - (fuel - left));
      const units = Math.floor(given / price);
      const verdict = yield* this.#attempt(script, command, values, units);
      if (given < share && verdict.reason === 'fuel') return undefined;
      left -= this.#instance.fuel === 0 ? given : (units - this.#instance.fuel) * price;
      if (verdict.status !== 'unknown') return { ...verdict, fuel: fuel - left };
      reasons.push(verdict.reason);
    }
    const reason = ['fuel', 'memory'].find((limit) => reasons.includes(limit)) ?? reasons.at(-1) ?? '';
    return { ...unknown(reason), fuel: fuel - left };
  }

  /** Z3's full version. */
  version(): string {
    return this.#version;
  }

  /** Bytes of Z3's memory, which never shrinks. */
  heapBytes(): number {
    return this.#instance.heap.byteLength;
  }

  *#attempt(script: string, command: string, values: readonly string[], units: number): Steps<Verdict> {
    this.#instance.restore(units);
    try {
      return yield* this.#decide(script, command, values);
    } catch (error) {
      const reason = whyLost(error);
      if (reason === undefined) throw error;
      return unknown(reason);
    }
  }

  *#decide(script: string, command: string, values: readonly string[]): Steps<Verdict> {
    const output = yield `${script}\n${command}`;
    const status = STATUSES.find((known) => known === output);
    if (status === undefined) {
      if (OUT_OF_MEMORY.test(output)) return unknown('memory');
      throw new SmtError(output, script);
    }
    if (status === 'unknown') return unknown(reasonUnknown(yield '(get-info :reason-unknown)'));
    if (status === 'unsat' || values.length === 0) return { status, values: '', reason: '' };
    const answer = yield `(get-value (${values.join(' ')}))`;
    if (answer.startsWith('(error')) throw new SmtError(answer, script);
    return { status, values: answer, reason: '' };
  }

  #evaluate(commands: string): string {
    const { functions, heap } = this.#instance;
    const address = heap.placeString(commands, functions);
    const answer = heap.readString(functions.Z3_eval_smtlib2_string(this.#context, address));
    functions.free(address);
    return answer.trim();
  }
}

function reasonUnknown(info: string): string {
  const reason = /^\(:reason-unknown "(.*)"\)$/s.exec(info)?.[1] ?? info;
  return OUT_OF_MEMORY.test(reason) ? 'memory' : reason;
}

function unknown(reason: string): Verdict {
  return { status: 'unknown', values: '', reason };
}

/** Names what came out of Z3 instead of an answer; undefined for what is no doing of Z3's. */
function whyLost(error: unknown): string | undefined {
  if (error instanceof OutOfFuel) return 'fuel';
  if (error instanceof HeapFull) return 'memory';
  if (error instanceof Z3Exit) return error.code === EXIT_OUT_OF_MEMORY ? 'memory' : `trap: ${error.message}`;
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'stack'; // V8's own stack has overflown
  if (error instanceof WebAssembly.RuntimeError) return `trap: ${error.message}`;
  return isWebAssemblyException(error) ? 'trap: an uncaught C++ exception' : undefined;
}

/** The type libraries do not know the class. */
function isWebAssemblyException(error: unknown): boolean {
  return Object.prototype.toString.call(error) === '[object WebAssembly.Exception]';
}
