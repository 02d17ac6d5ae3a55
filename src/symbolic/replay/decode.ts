/** Reads the harness' JSON answer into types; the interpreter ran foreign code, so nothing is taken on trust. */
import type { InputFault, Outcome } from '../service.ts';
import type { TrialOutcome } from './trial.ts';

/** The harness' answer to one batch. */
export type HarnessAnswer =
  | {
      readonly status: 'ok';
      readonly outcomes: readonly TrialOutcome[];
      /** Which of the names that may be exceptions are. */
      readonly documented: readonly string[];
      readonly calls: number;
      readonly steps: number;
    }
  | InputFault;

type Fields = Readonly<Record<string, unknown>>;

/** The answer does not have the form that the harness gives it. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

function fields(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AnswerError(`${where}: no object`);
  return Object.fromEntries(Object.entries(value));
}

function text(from: Fields, key: string): string {
  const value = from[key];
  if (typeof value !== 'string') throw new AnswerError(`${key}: not a string`);
  return value;
}

function count(from: Fields, key: string): number {
  const value = from[key];
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new AnswerError(`${key}: not an integer`);
  return value;
}

function flag(from: Fields, key: string): boolean {
  const value = from[key];
  if (typeof value !== 'boolean') throw new AnswerError(`${key}: not a boolean`);
  return value;
}

function outcome(value: unknown): Outcome {
  const from = fields(value, 'outcome');
  return {
    ...ending(from),
    ...(from.afterwards !== undefined && { afterwards: texts(from.afterwards, 'afterwards') }),
  };
}

function ending(from: Fields): Outcome {
  switch (from.kind) {
    case 'returned':
      return { kind: 'returned', value: text(from, 'value') };
    case 'raised':
      return {
        kind: 'raised',
        exception: text(from, 'exception'),
        message: text(from, 'message'),
        traceback: text(from, 'traceback'),
      };
    default:
      throw new AnswerError(`outcome: unknown kind ${String(from.kind)}`);
  }
}

function list(from: Fields, key: string): readonly unknown[] {
  const value = from[key];
  if (!Array.isArray(value)) throw new AnswerError(`${key}: no array`);
  return value;
}

function texts(value: unknown, where: string): Readonly<Record<string, string>> {
  const from = fields(value, where);
  return Object.fromEntries(Object.keys(from).map((name) => [name, text(from, name)]));
}

function observation(from: Fields): Pick<Extract<TrialOutcome, { kind: 'observed' }>, 'sides' | 'example'> {
  const sides = list(from, 'sides').map((number) => {
    const value = count({ number }, 'number');
    return { decision: value >> 1, side: value % 2 === 1 };
  });
  if (sides.length === 0) return { sides, example: undefined };
  return { sides, example: { args: fields(from.args, 'args'), call: text(from, 'call') } };
}

function trialOutcome(value: unknown): TrialOutcome {
  const from = fields(value, 'outcomes');
  const kind = from.kind;
  switch (kind) {
    case 'held':
      return {
        kind,
        outcome: outcome(from.outcome),
        misfit: flag(from, 'misfit'),
        ...(from.sharesOtherwise !== undefined && { sharesOtherwise: flag(from, 'sharesOtherwise') }),
      };
    case 'failed':
      return {
        kind,
        counterexample: {
          args: fields(from.args, 'args'),
          call: text(from, 'call'),
          violates: text(from, 'violates'),
          message: text(from, 'message'),
          outcome: outcome(from.outcome),
          ...(from.other !== undefined && { other: outcome(from.other) }),
          ...(from.pytest !== undefined && { pytest: text(from, 'pytest') }),
        },
        input: texts(from.sources, 'sources'),
        misfit: flag(from, 'misfit'),
      };
    case 'observed':
      return { kind, ...observation(from), isComplete: flag(from, 'isComplete'), misfit: flag(from, 'misfit') };
    case 'repeated':
      return { kind, of: count(from, 'of') };
    case 'rejected':
      return { kind, note: text(from, 'note'), misfit: flag(from, 'misfit') };
    case 'limit':
    case 'unstable':
    case 'unusable':
      return { kind, note: text(from, 'note') };
    default:
      throw new AnswerError(`outcomes: unknown kind ${String(kind)}`);
  }
}

/** Types of faults that the harness names itself; any other name is that of an exception that importing the code raised. */
const FAULTS = ['SyntaxError', 'ValueError', 'TimeoutError', 'ModuleNotFoundError', 'UnsupportedConstruct'] as const;

function faultType(name: string): Pick<InputFault, 'errorType' | 'exception'> {
  const errorType = FAULTS.find((fault) => fault === name);
  return errorType === undefined ? { errorType: 'ImportError', exception: name } : { errorType };
}

/** Decodes an answer of the harness. @throws AnswerError */
export function decodeAnswer(json: string): HarnessAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new AnswerError(`not JSON: ${json.slice(0, 80)}`);
  }
  const from = fields(parsed, 'answer');
  if (from.status === 'fault') {
    const line = from.line === null ? {} : { line: count(from, 'line') };
    return { status: 'error', ...faultType(text(from, 'errorType')), message: text(from, 'message'), ...line };
  }
  return {
    status: 'ok',
    outcomes: list(from, 'outcomes').map(trialOutcome),
    documented: list(from, 'documented').filter((name) => typeof name === 'string'),
    calls: count(from, 'calls'),
    steps: count(from, 'steps'),
  };
}
