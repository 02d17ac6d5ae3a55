/** Runs the entry of a trace in a sandbox of its own. */
import { ToolFailure } from '../../lib/errors.ts';
import type { OnProgress } from '../../lib/work.ts';
import { inSandbox } from '../../python/api.ts';
import type { ReasoningServices } from '../services.ts';
import type { RunQuestion, TraceAnswer, TraceRequest } from '../trace/service.ts';
import { withRests } from './rests.ts';
import { execute } from './run.ts';
import type { Execution, RunPlan } from './service.ts';

/** Calls that are run of those that the symbolic engine finds, and seconds of counted work that it has for them. */
const [MOST_CALLS, SEARCH_SECONDS] = [6, 5];

/** What happened when the entry of `answer` ran. Throws `ToolFailure` for a frame of a call that there is not, and `Cancelled`. */
export async function executedEntry(
  { workspace, owner, depth }: TraceRequest,
  { calls, frame }: RunQuestion,
  { language, functions, commit }: Pick<TraceAnswer, 'language' | 'functions' | 'commit'>,
  read: Reader,
  services: ReasoningServices,
  onProgress: OnProgress,
): Promise<Execution> {
  const [entry] = functions;
  if (language !== 'python') return { kind: 'not run', why: `Only Python is run, and this is ${language}.` };
  if (entry === undefined || commit === undefined) return { kind: 'not run', why: 'No commit is indexed yet.' };
  const { path, name, line: lineStart, lineEnd } = entry;
  const plan: RunPlan =
    calls === undefined
      ? await foundCalls({ path, name, owner, read: orNothing(read) }, services, onProgress)
      : { from: 'caller', calls: calls.map((call) => ({ call, takes: [] })), notes: [] };
  if (plan.calls.length === 0) {
    const why = `No input was found: ${plan.notes.join(' ')} Give calls of it in inputs.`;
    return { kind: 'not run', why };
  }
  if (frame !== undefined && frame.call >= plan.calls.length) throw noFrame(frame.call, plan.calls.length);
  const session = services.sandbox(crypto.randomUUID());
  const execution = await inSandbox(
    { session, mount: { workspace, commit } },
    (sandbox, root) =>
      execute(
        sandbox,
        { root, path, function: name, lineStart, lineEnd, depth, ...(frame !== undefined && { frame }) },
        plan,
      ),
    onProgress,
  );
  return withRests(execution, orNothing(read));
}

type Reader = (path: string) => Promise<string | undefined>;

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly owner: TraceRequest['owner'];
  readonly read: Reader;
}

async function foundCalls(
  { path, name, owner, read }: Entry,
  { symbolic }: ReasoningServices,
  onProgress: OnProgress,
): Promise<RunPlan> {
  const request = { path, name, owner, timeoutSeconds: SEARCH_SECONDS };
  const { inputs, open, message } = await symbolic.branchInputs(request, read, onProgress);
  const notes = inputs.length === 0 ? [message] : [];
  if (open > 0) notes.push(`For ${open} sides of decisions no input was found.`);
  if (inputs.length > MOST_CALLS)
    notes.push(`${inputs.length - MOST_CALLS} inputs more were found; ${MOST_CALLS} are run.`);
  return { from: 'symbolic', calls: inputs.slice(0, MOST_CALLS), notes };
}

/** The engine asks for files that there may not be, such as modules of a library. */
function orNothing(read: Reader): Reader {
  return (path) => read(path).catch(() => undefined);
}

function noFrame(call: number, calls: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `There is no call ${call}: ${calls} are run, counted from 0.`,
    advice: 'Take the id of a frame from executed.frames of the same question.',
    details: { field: 'frame', value: call, constraint: `below ${calls}` },
  });
}
