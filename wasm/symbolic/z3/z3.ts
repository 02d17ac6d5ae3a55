/** Z3 as the engine uses it: decides SMT-LIB scripts, each independently of all before it. */
import { Z3Exit } from './environment.ts';
import { OutOfFuel, Z3Instance, type Z3Modules } from './loader.ts';
import { HeapFull } from './marshal.ts';
import { strategies } from './strategies.ts';

/** What Z3 says to a script. */
export interface SolverAnswer {
  readonly status: 'sat' | 'unsat' | 'unknown';
  /** Z3's answer to `get-value`, an s-expression; '' unless `sat` and values were asked for. */
  readonly values: string;
  /** Why it is unknown: `fuel`, `memory`, `stack` (nested too deeply), `trap: …`, or Z3's own reason; '' otherwise. */
  readonly reason: string;
  /** Units of work spent, never more than were given. */
  readonly fuel: number;
}

type Verdict = Omit<SolverAnswer, 'fuel'>;

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

  private constructor(modules: Z3Modules) {
    this.#instance = new Z3Instance(modules);
    const { functions, heap } = this.#instance;
    heap.withString('memory_max_size', functions, (name) =>
      heap.withString(String(MEMORY_MEGABYTES), functions, (value) => functions.Z3_global_param_set(name, value)),
    );
    const config = functions.Z3_mk_config();
    this.#context = functions.Z3_mk_context_rc(config);
    functions.Z3_del_config(config);
    functions.set_noop_error_handler(this.#context);
    this.#version = heap.readString(functions.Z3_get_full_version());
    this.#evaluate('(push)(pop)'); // registers the theories, which else every check would do
    this.#instance.save();
  }

  /** Instantiates Z3 and prepares the state that every check starts from. */
  static create(modules: Z3Modules): Z3 {
    return new Z3(modules);
  }

  /**
   * Decides one self-contained SMT-LIB script of declarations and assertions (without `check-sat`), and asks for the
   * `values` of these terms when it is satisfiable. `fuel` is the units of work it may spend, a whole number. The answer
   * depends on nothing but the arguments, its values and its fuel included. Running out of fuel, memory or stack answers
   * `unknown`, and the next check works. Throws {@link SmtError} for a script that Z3 does not accept, and
   * for one that is not ASCII.
   */
  check(script: string, values: readonly string[], fuel: number): SolverAnswer {
    const [strange] = NOT_ASCII.exec(script) ?? [];
    if (strange !== undefined)
      throw new SmtError(`character ${JSON.stringify(strange)}; write \\u{…} in strings`, script);
    const commands = strategies(script);
    const reasons: string[] = [];
    let left = fuel;
    for (const [index, command] of commands.entries()) {
      const share = Math.floor(left / (commands.length - index));
      const verdict = this.#attempt(script, command, values, share);
      left -= share - this.#instance.fuel;
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

  #attempt(script: string, command: string, values: readonly string[], fuel: number): Verdict {
    this.#instance.restore(fuel);
    try {
      return this.#decide(script, command, values);
    } catch (error) {
      if (error instanceof SmtError) throw error;
      return unknown(whyLost(error));
    }
  }

  #decide(script: string, command: string, values: readonly string[]): Verdict {
    const output = this.#evaluate(`${script}\n${command}`);
    const status = STATUSES.find((known) => known === output);
    if (status === undefined) {
      if (OUT_OF_MEMORY.test(output)) return unknown('memory');
      throw new SmtError(output, script);
    }
    if (status === 'unknown') return unknown(this.#reasonUnknown());
    if (status === 'unsat' || values.length === 0) return { status, values: '', reason: '' };
    const answer = this.#evaluate(`(get-value (${values.join(' ')}))`);
    if (answer.startsWith('(error')) throw new SmtError(answer, script);
    return { status, values: answer, reason: '' };
  }

  #reasonUnknown(): string {
    const info = this.#evaluate('(get-info :reason-unknown)');
    const reason = /^\(:reason-unknown "(.*)"\)$/s.exec(info)?.[1] ?? info;
    return OUT_OF_MEMORY.test(reason) ? 'memory' : reason;
  }

  #evaluate(commands: string): string {
    const { functions, heap } = this.#instance;
    return heap
      .withString(commands, functions, (address) =>
        heap.readString(functions.Z3_eval_smtlib2_string(this.#context, address)),
      )
      .trim();
  }
}

function unknown(reason: string): Verdict {
  return { status: 'unknown', values: '', reason };
}

/** Names what came out of Z3 instead of an answer. */
function whyLost(error: unknown): string {
  if (error instanceof OutOfFuel) return 'fuel';
  if (error instanceof HeapFull) return 'memory';
  if (error instanceof Z3Exit) return error.code === EXIT_OUT_OF_MEMORY ? 'memory' : `trap: ${error.message}`;
  if (error instanceof RangeError) return 'stack'; // how V8 reports the overflow of its own stack
  return `trap: ${error instanceof Error ? error.message : 'an uncaught C++ exception'}`;
}
