/** Replays inputs on CPython, in batches; an input that takes its batch down is found by halving. */
import { ToolFailure } from '../../lib/errors.ts';
import type { EvaluationRequest, EvaluationResult } from '../../python/api.ts';
import type { InputFault } from '../service.ts';
import { decodeAnswer, type HarnessAnswer } from './decode.ts';
import { type HarnessSources, harnessProgram } from './harness/program.ts';
import { ReplayLedger } from './replay-ledger.ts';
import type { Input, Property, TrialOutcome } from './trial.ts';

/** The interpreter that programs run on, and the Python that they are made of. */
export interface Cpython {
  readonly harness: HarnessSources;
  /** @param signal ends the evaluation, for a caller that does not wait for its result any more */
  evaluate(request: EvaluationRequest, signal?: AbortSignal): Promise<EvaluationResult>;
}

/** Calls, resumptions and jumps that one input may cost when its caller does not say. */
export const DEFAULT_STEPS = 20_000;

/** Kernel steps that importing may take, amply: those of a request that has much work to spend, and of any. */
const AMPLE_IMPORT = 5_000_000;
const LEAST_IMPORT = 3_000_000;
/** Kernel steps that a parameter takes where an input fails: its source is read, compiled and written several times. */
const FAILING_PARAMETER = 10_000;

/** The kernel's own guard ends work that the harness cannot count. It allows for importing and for shrinking. */
function kernelSteps(inputs: number, steps: number, left = Number.POSITIVE_INFINITY): number {
  return Math.min(AMPLE_IMPORT + 4 * steps * (inputs + 25), LEAST_IMPORT + Math.floor(left / 2));
}

const SPENT: TrialOutcome = {
  kind: 'limit',
  note: 'The runs before it have taken all the work that runs may take; a larger timeout_seconds allows more.',
};

/** Inputs can be run. */
export interface Ready {
  readonly status: 'ready';
  readonly documented: readonly string[];
}

export class Replayer {
  #cpython: Cpython;
  #code: string;
  #functionName: string;
  readonly #ledger: ReplayLedger;
  #replays = 0;

  /** Replays `functionName` (`f` or `Class.method`) of the module `code`. */
  constructor(cpython: Cpython, code: string, functionName: string, ledger = new ReplayLedger()) {
    this.#cpython = cpython;
    this.#code = code;
    this.#functionName = functionName;
    this.#ledger = ledger;
  }

  /** Calls of the function so far, those made while shrinking included. */
  get replays(): number {
    return this.#replays;
  }

  /**
   * Imports the module, and looks up the function and the exception classes that `property` names.
   * Returns which of its documented names are exceptions, else what is at fault.
   */
  async prepare(property: Property): Promise<Ready | InputFault> {
    const result = await this.#evaluate(property, [], DEFAULT_STEPS, kernelSteps(0, DEFAULT_STEPS));
    if (result.status === 'ok') {
      const answer = decodeAnswer(result.value);
      return answer.status === 'ok' ? { status: 'ready', documented: answer.documented } : answer;
    }
    if (result.status === 'limit') {
      const message = 'Importing the code took too long, or too much memory.';
      return { status: 'error', errorType: 'TimeoutError', message };
    }
    return {
      status: 'error',
      errorType: 'RuntimeError',
      message: `Importing the code ended the interpreter: ${result.message}`,
    };
  }

  /**
   * Outcomes of `inputs`, in their order. `steps` bounds each of them.
   * @throws ToolFailure for a fault that {@link prepare} reports
   */
  async run(property: Property, inputs: readonly Input[], steps = DEFAULT_STEPS): Promise<readonly TrialOutcome[]> {
    if (inputs.length === 0) return [];
    if (this.#ledger.isSpent) return inputs.map(() => SPENT);
    const parameters = Object.keys(inputs[0] ?? {}).length;
    const guard = kernelSteps(inputs.length, steps, this.#ledger.kernelSteps) + FAILING_PARAMETER * parameters;
    const result = await this.#evaluate(property, inputs, steps, guard);
    if (result.status === 'limit') this.#ledger.lost(result.work);
    if (result.status === 'ok') return this.#outcomes(decodeAnswer(result.value));
    if (inputs.length === 1) {
      const note =
        result.status === 'limit' ? 'The interpreter stopped it.' : `The interpreter failed: ${result.message}`;
      return [{ kind: 'limit', note }];
    }
    const middle = inputs.length >> 1;
    const first = await this.run(property, inputs.slice(0, middle), steps);
    const second = await this.run(property, inputs.slice(middle), steps);
    return [...first, ...second.map((outcome) => shifted(outcome, middle))];
  }

  #outcomes(answer: HarnessAnswer): readonly TrialOutcome[] {
    if (answer.status === 'error') {
      const { errorType, message, line } = answer;
      const advice = 'Correct the code and call the tool again.';
      throw new ToolFailure({ errorType, message, advice, ...(line !== undefined && { line }) });
    }
    this.#replays += answer.calls;
    this.#ledger.ran(answer.steps);
    return answer.outcomes;
  }

  #evaluate(property: Property, inputs: readonly Input[], stepLimit: number, guard: number): Promise<EvaluationResult> {
    const workLimit = this.#ledger.meteredSteps;
    const document = { code: this.#code, function: this.#functionName, property, inputs, stepLimit, workLimit };
    return this.#cpython.evaluate({
      program: harnessProgram(this.#cpython.harness, 'replay', document),
      stepLimit: guard,
    });
  }
}

function shifted(outcome: TrialOutcome, by: number): TrialOutcome {
  return outcome.kind === 'repeated' ? { kind: 'repeated', of: outcome.of + by } : outcome;
}
