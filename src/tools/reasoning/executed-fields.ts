/** What `trace_execution_path` says of runs. */
import { z } from 'zod';
import type { Change, Ending, ExecutedEdge, ExecutedFrame, Execution } from '../../reasoning/execution/service.ts';

/** The field `executed`. */
export const executedSchema = z.object({
  status: z.enum(['run', 'not_run']),
  why: z.string().optional().describe('Why nothing was run.'),
  inputs_from: z
    .enum(['caller', 'symbolic'])
    .optional()
    .describe('symbolic: found so that they take the sides of decisions, each seen on CPython.'),
  calls: z.array(
    z.object({
      call: z.string(),
      takes: z.array(z.string()).describe('Decisions that it was found for.'),
      outcome: z.string(),
      rests_on: z
        .string()
        .optional()
        .describe(
          'What of the machine, the day or the sandbox may end it otherwise elsewhere, as far as its lines say.',
        ),
      steps: z.int().describe('Counted lines, jumps back and calls.'),
      frames: z.int(),
    }),
  ),
  frames: z
    .array(
      z.object({
        id: z.string().describe('For `frame`.'),
        parent: z.string().optional(),
        depth: z.int(),
        function: z.string(),
        defined: z.string(),
        called_at: z.string().optional().describe('Line of the workspace that leads there, maybe through a library.'),
        arguments: z.record(z.string(), z.string()).describe('Before the call, as short texts.'),
        outcome: z.string().describe('returned, raised with the line, cut by limits, closed or unfinished.'),
        yields: z.array(z.string()).optional(),
        mutations: z.array(z.string()).optional().describe('Of its arguments, in their first 300 parts.'),
        lines: z.string(),
        decisions: z.array(z.string()).optional(),
        steps: z.array(z.string()).optional().describe('With `frame`: each line that ran, and what it changed.'),
      }),
    )
    .describe('In the order in which they began.'),
  total_frames: z.int(),
  unread_calls: z.array(z.string()).describe('Seen in runs, and not found by reading.'),
});

export type Executed = z.output<typeof executedSchema>;

/** The fields of an execution; `page` takes those frames that are shown. */
export function executedFields(
  execution: Execution,
  unread: readonly ExecutedEdge[],
  page: (frames: readonly ExecutedFrame[]) => readonly ExecutedFrame[],
): Executed {
  if (execution.kind === 'not run') {
    return { status: 'not_run', why: execution.why, calls: [], frames: [], total_frames: 0, unread_calls: [] };
  }
  const { from, calls, frames } = execution;
  return {
    status: 'run',
    inputs_from: from,
    calls: calls.map(({ call, takes, ending, steps, frames: recorded, left, restsOn }) => ({
      ...{ call, takes: [...takes], steps, frames: recorded + left },
      ...(restsOn !== undefined && { rests_on: restsOn }),
      outcome: ending.kind === 'unusable' ? `not run: ${ending.why}` : outcomeOf(ending, recorded),
    })),
    frames: page(frames).map(frameFields),
    total_frames: frames.length,
    unread_calls: unread.map(edgeText),
  };
}

/** A call that was seen: who calls whom, where. */
export function edgeText({ from, line, to, times }: ExecutedEdge): string {
  return `${from.path}:${line} ${from.name} -> ${to.name} (${to.path}:${to.line})${times > 1 ? ` ${times} times` : ''}`;
}

/** How something ended. */
export function endingText(ending: Ending): string {
  switch (ending.kind) {
    case 'returned':
      return `returned ${ending.value}`;
    case 'raised':
      return `raised ${ending.what}${ending.line === undefined ? '' : ` at line ${ending.line}`}`;
    case 'cut':
      return `cut: ${ending.what}`;
    case 'closed':
    case 'unfinished':
      return ending.kind;
  }
}

/** Lines of text for an execution. */
export function renderExecuted({ why, inputs_from, calls, frames, unread_calls }: Executed): readonly string[] {
  if (why !== undefined) return [`Not run: ${why}`];
  return [
    `Run with inputs from ${inputs_from === 'symbolic' ? 'the symbolic engine' : 'the caller'}:`,
    ...calls.map(({ call, outcome, rests_on, steps, frames: count, takes }) => {
      const here = rests_on === undefined ? '' : `, which rests on ${rests_on}`;
      return `${call}: ${outcome}${here} (${steps} steps, ${count} frames)${takes.length === 0 ? '' : ` for ${takes.join('; ')}`}`;
    }),
    ...frames.map((frame) => {
      const given = Object.entries(frame.arguments).map(([name, value]) => `${name}=${value}`);
      const parts = [
        `${'  '.repeat(Math.min(frame.depth, 10))}${frame.id} ${frame.function}(${given.join(', ')}) ${frame.outcome}`,
        ...(frame.called_at === undefined ? [] : [`from ${frame.called_at}`]),
        ...(frame.yields === undefined ? [] : [`yields ${frame.yields.join(', ')}`]),
        ...(frame.mutations === undefined ? [] : [`changes ${frame.mutations.join('; ')}`]),
        ...(frame.decisions === undefined ? [] : [`{${frame.decisions.join('; ')}}`]),
        ...(frame.steps ?? []).map((step) => `\n    ${step}`),
      ];
      return parts.join(' ');
    }),
    ...unread_calls.map((call) => `Seen, not read: ${call}`),
  ];
}

function outcomeOf(ending: Ending, frames: number): string {
  return frames === 0 ? `${endingText(ending)}, without reaching the entry` : endingText(ending);
}

function frameFields(frame: ExecutedFrame): Executed['frames'][number] {
  const {
    id,
    parent,
    depth,
    function: name,
    path,
    line,
    calledAt,
    yields,
    yielded,
    mutations,
    lines,
    decisions,
  } = frame;
  const more = yielded > yields.length ? [`… ${yielded} values`] : [];
  return {
    id,
    ...(parent !== undefined && { parent }),
    ...{ depth, function: name, defined: `${path}:${line}` },
    ...(calledAt !== undefined && { called_at: `${calledAt.path}:${calledAt.line}` }),
    arguments: { ...frame.arguments },
    outcome: endingText(frame.ending),
    ...(yielded > 0 && { yields: [...yields, ...more] }),
    ...(mutations.length > 0 && { mutations: mutations.map(changeText) }),
    lines,
    ...(decisions.length > 0 && { decisions: [...decisions] }),
    ...(frame.steps !== undefined && { steps: stepTexts(frame) }),
  };
}

function stepTexts({ steps = [], omittedSteps = 0 }: ExecutedFrame): string[] {
  const texts = steps.map(
    ({ line, changes }) => `${line}${changes.length === 0 ? '' : `: ${changes.map(changeText).join('; ')}`}`,
  );
  return omittedSteps === 0 ? texts : [...texts, `${omittedSteps} lines more ran`];
}

function changeText({ where, before, after }: Change): string {
  if (before === undefined) return `${where} = ${after}`;
  return after === undefined ? `${where} gone, was ${before}` : `${where}: ${before} -> ${after}`;
}
