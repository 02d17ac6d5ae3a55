/** Claims about one input of a program, of which CPython's result is known: that result is never excluded. */
import type { NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';
import { PythonSyntaxError } from '../../../src/symbolic/syntax/errors.ts';
import type { TreeParser } from '../../../src/symbolic/syntax/parse.ts';
import { withinLimits } from '../../../src/symbolic/verify/engine-limits.ts';
import { modelOfInput } from '../../../src/symbolic/verify/input-model.ts';
import { aliasName } from '../../../src/symbolic/verify/variables.ts';
import { type Calls, type Observed, observe } from '../python/oracle.ts';
import { exploreFor, predict, subjectOf } from '../python/prediction.ts';
import { type PointProgram, pointProgram } from './programs.ts';

/** A program with what CPython does in its call. */
export interface Point extends PointProgram {
  readonly observed: Observed;
}

/** The programs of the seeds, without those that CPython does not compile. */
export async function points(cpython: Cpython, seeds: readonly number[]): Promise<readonly Point[]> {
  const programs = seeds.map(pointProgram);
  const calls = programs.map(({ code, input }) => ({ code, functionName: 'f', rows: [Object.values(input)] }));
  const observed = await observeAll(cpython, calls);
  return programs.flatMap((program, index) => {
    const outcome = observed[index]?.[0];
    const isCall = outcome !== undefined && /^(?:return|raise) /.test(outcome);
    return isCall ? [{ ...program, observed: outcome }] : [];
  });
}

const BATCH = 100;

/** What the calls do; nothing of one that takes too long. */
async function observeAll(cpython: Cpython, calls: readonly Calls[]): Promise<readonly (readonly Observed[])[]> {
  const observed: (readonly Observed[])[] = [];
  for (let start = 0; start < calls.length; start += BATCH) {
    observed.push(...(await observeOrHalve(cpython, calls.slice(start, start + BATCH))));
  }
  return observed;
}

async function observeOrHalve(cpython: Cpython, calls: readonly Calls[]): Promise<readonly (readonly Observed[])[]> {
  try {
    return await observe(cpython, calls);
  } catch (error) {
    if (!String(error).includes('did not run the batch')) throw error;
    if (calls.length === 1) return [[]];
    const middle = calls.length >> 1;
    const first = await observeOrHalve(cpython, calls.slice(0, middle));
    return [...first, ...(await observeOrHalve(cpython, calls.slice(middle)))];
  }
}

/** What came of a claim: `silent` where the engine decides nothing, else whether CPython agrees. */
export type Verdict = { readonly kind: 'right' | 'silent' } | { readonly kind: 'wrong'; readonly claim: string };

/** What the executor says of the input, without a solver: any other end, or none at all, would be a proof that this one never comes. */
export function explored(parser: TreeParser, { code, input, observed }: Point): Verdict {
  const subject = readable(() => subjectOf(parser, code, 'f'));
  if (subject === undefined) return { kind: 'silent' };
  const model = modelOfInput(subject, input);
  // objects among the arguments have no model
  if (model === undefined) return { kind: 'silent' };
  const complete = new Map([...model, [aliasName('p', 'q'), false] as const]);
  const prediction = withinLimits(() => predict(exploreFor(subject, [complete]), complete));
  if (prediction === undefined || prediction.kind === 'undecided') return { kind: 'silent' };
  if (prediction.kind === 'decided' && prediction.outcome === observed) return { kind: 'right' };
  return { kind: 'wrong', claim: JSON.stringify(prediction) };
}

/** What comes of reading a program; undefined where the parser does not read what CPython does, which the engine says. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}

/** Returns what `f` returns as source text, where that is a literal that equals it. */
const RESULT = `
def literal_result(*arguments):
    import ast
    value = f(*arguments)
    text = repr(value)
    return text if value == ast.literal_eval(text) and not value != ast.literal_eval(text) else None
`;

/** The literal that each call returns; undefined where it raises, or returns something else. */
export async function results(cpython: Cpython, all: readonly Point[]): Promise<readonly (string | undefined)[]> {
  const calls = all.map(({ code, input }) => ({
    code: `${code}${RESULT}`,
    functionName: 'literal_result',
    rows: [Object.values(input)],
  }));
  const shown = await observeAll(cpython, calls);
  return shown.map(([outcome]) => {
    const [, points] = /^return '(.*)'$/.exec(outcome ?? '') ?? [];
    return points?.replaceAll(/(\w+) ?/g, (_, point: string) => String.fromCodePoint(Number.parseInt(point, 16)));
  });
}

/** Seconds of work allowed for each question. */
const BUDGET = 1;

/**
 * What the whole engine says of the input, which `pre:` pins: that `f` returns something else than it does, or never raises what it
 * raises, must not be proved. The engine has to be blinded, or it would only see the call fail.
 */
export async function asked(symbolic: NodeSymbolic, point: Point, result: string | undefined): Promise<Verdict> {
  const { observed } = point;
  const isRaise = observed.startsWith('raise ');
  if (!isRaise && result === undefined) return { kind: 'silent' };
  const pinned = Object.entries(point.input).map(([name, source]) => `pre: ${name} == ${source}`);
  const code = withDocstring(
    point.code,
    isRaise ? pinned : [...pinned, `post: __return__ != ${result}`, 'raises: Exception'],
  );
  const exception = observed.slice('raise '.length);
  const answer = isRaise ? await symbolic.find(code, 'f', exception, BUDGET) : await symbolic.check(code, 'f', BUDGET);
  if (answer.status === 'error' && answer.errorType === 'UnsupportedConstruct') return { kind: 'silent' };
  if (answer.status === 'error') throw new Error(`${answer.message}\n${code}`);
  const isWrong = answer.status === 'verified' || answer.status === 'unreachable';
  return isWrong
    ? { kind: 'wrong', claim: `${answer.status}: ${code}` }
    : { kind: answer.reasons.some(isFound) ? 'right' : 'silent' };
}

/** Whether the engine has found the input by itself, and only the replay did not confirm it. */
function isFound({ message }: { readonly message: string }): boolean {
  return /candidates? (?:did not fail|failed) on CPython/.test(message);
}

function withDocstring(code: string, lines: readonly string[]): string {
  const docstring = ['    r"""', ...lines.map((line) => `    ${line}`), '    """'].join('\n');
  return code.replace(/^def f\(.*$/m, (header) => `${header}\n${docstring}`);
}

/**
 * An interpreter that leaves every trial open, and runs none: nothing but the solver's proofs decides. Questions of the oracle
 * are answered.
 */
export function blinded(cpython: Cpython): Cpython {
  return {
    harness: cpython.harness,
    async evaluate(request, signal) {
      const inputs = inputsOf(request.program);
      if (inputs === undefined) return cpython.evaluate(request, signal);
      const outcomes = inputs.map(() => ({ kind: 'limit', note: 'not run' }));
      return { status: 'ok', value: JSON.stringify({ status: 'ok', outcomes, documented: [], calls: 0, steps: 0 }) };
    },
  };
}

/** The inputs that a program of the harness replays; undefined for one that answers the oracle's questions. */
function inputsOf(program: string): readonly unknown[] | undefined {
  const [, module, argument] = /load\(kept\.sources, kept\.code, ("\w+")\)\.answer\((".*")\)\s*$/.exec(program) ?? [];
  if (module !== '"replay"' || argument === undefined) return undefined;
  const document: { readonly inputs: readonly unknown[] } = JSON.parse(JSON.parse(argument));
  return document.inputs;
}
