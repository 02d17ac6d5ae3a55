/** Runs calls in a sandbox, and says what happened below the function that is asked about. */
import type { CellRequest, CellResult } from '../../python/api.ts';
import type { Unseen } from '../service.ts';
import { type RunEvents, readEvents, type ToldCall, type ToldFrame } from './events.ts';
import { runProgram } from './request.ts';
import type { Change, Ending, ExecutedCall, ExecutedFrame, Execution, FrameId, RunPlan } from './service.ts';

/** The function that calls are to reach, in a repository that is mounted. */
export interface Runnable {
  readonly root: string;
  readonly path: string;
  readonly function: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Calls between the entry and what is recorded. */
  readonly depth: number;
  /** The frame that is looked into. */
  readonly frame?: FrameId;
}

/** Steps and frames of one call. */
const [MOST_STEPS, MOST_FRAMES] = [200_000, 300];
/** Only what counts no steps, such as one long operation in C, meets it. */
const SECONDS = 30;

/** Runs the calls; `sandbox` has run nothing yet, and reads the repository below `root`. */
export async function execute(
  sandbox: { run(request: CellRequest): Promise<CellResult> },
  what: Runnable,
  plan: RunPlan,
): Promise<Execution> {
  const { root, path, function: name, lineStart, lineEnd, depth, frame } = what;
  const code = runProgram({
    ...{ root, path, function: name, line_start: lineStart, line_end: lineEnd, depth },
    calls: plan.calls.map(({ call }) => call),
    ...{ most_steps: MOST_STEPS, most_frames: MOST_FRAMES },
    ...(frame !== undefined && { only: frame.call, frame: frame.number }),
  });
  const result = await sandbox.run({ code, timeoutSeconds: SECONDS });
  const told = readEvents(result.stdout);
  return {
    kind: 'run',
    from: plan.from,
    calls: plan.calls.flatMap((planned, index): readonly ExecutedCall[] => {
      if (frame !== undefined && frame.call !== index) return [];
      const call = told.calls.find((each) => each.index === index);
      if (call === undefined) return [{ ...planned, ...NEVER, ending: { kind: 'unusable', why: lostText(result) } }];
      const { steps, frames, left } = call;
      return [{ ...planned, steps, frames, left, ending: endingOf(call) }];
    }),
    frames: told.frames.map(frameOf),
    edges: told.edges.map(({ caller, line, callee, times }) => {
      const [from, to] = [caller, callee].map(([path, name, first]) => ({ path, name, line: first }));
      return { from: from ?? NOWHERE, line, to: to ?? NOWHERE, times };
    }),
    unseen: unseenOf(told, plan, result),
  };
}

const NEVER = { steps: 0, frames: 0, left: 0 } as const;
const NOWHERE = { path: '', name: '', line: 0 } as const;

function endingOf({ outcome: [kind, what] }: ToldCall): ExecutedCall['ending'] {
  switch (kind) {
    case 'returned':
      return { kind, value: what };
    case 'raised':
    case 'cut':
      return { kind, what };
    case 'compile':
      return { kind: 'unusable', why: `It is no Python expression: ${what}` };
    default:
      return { kind: 'unusable', why: `Importing the module: ${what}` };
  }
}

function frameOf(told: ToldFrame): ExecutedFrame {
  const { index, number, parent, depth, path, line, name, yields, yielded, lines, decisions, steps, omitted } = told;
  return {
    id: `${index}.${number}`,
    ...(parent !== null && { parent: `${index}.${parent}` }),
    ...{ depth, path, line, function: name, arguments: told.arguments },
    ...(told.called_at !== null && { calledAt: { path: told.called_at[0], line: told.called_at[1] } }),
    ending: frameEnding(told.outcome),
    ...{ yields, yielded, mutations: told.mutations.map(changeOf), lines, decisions },
    ...(steps !== undefined && {
      steps: steps.map(([line, changes]) => ({ line, changes: changes.map(changeOf) })),
      omittedSteps: omitted ?? 0,
    }),
  };
}

function frameEnding(outcome: ToldFrame['outcome']): Ending {
  if (outcome === null) return { kind: 'unfinished' };
  const [kind, what, line] = outcome;
  if (kind === 'returned') return { kind, value: what };
  if (kind !== 'raised' && kind !== 'cut' && kind !== 'closed') return { kind: 'unfinished' };
  return { kind, what, ...(line != null && { line }) };
}

function changeOf([where, before, after]: ToldFrame['mutations'][number]): Change {
  return { where, ...(before !== null && { before }), ...(after !== null && { after }) };
}

function lostText({ status }: CellResult): string {
  return status === 'ok' ? 'An earlier call ended the interpreter' : `The interpreter ended before (${status})`;
}

function unseenOf({ calls, isDone }: RunEvents, plan: RunPlan, { status }: CellResult): readonly Unseen[] {
  const left = calls.reduce((sum, call) => sum + call.left, 0);
  return [
    ...(left === 0
      ? []
      : [
          {
            what: `${left} calls in runs`,
            why: `At most ${MOST_FRAMES} frames, not deeper than max_depth, are recorded; the others ran and are counted.`,
          },
        ]),
    ...(isDone ? [] : [{ what: 'the end of the runs', why: `The code ended its interpreter (${status}).` }]),
    ...plan.notes.map((why) => ({ what: 'inputs', why })),
  ];
}
