/** `trace_execution_path`: what happens from a function on? */

import { z } from 'zod';
import { fenced } from '../../lib/markdown.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import { confirmCalls, refutedCalls } from '../../reasoning/trace/confirm.ts';
import { flowDiagram, sequenceDiagram } from '../../reasoning/trace/diagrams.ts';
import { EFFECTS, type TraceAnswer } from '../../reasoning/trace/service.ts';
import {
  analysisFields,
  analysisId,
  codeLocation,
  confidenceLevel,
  secondsSince,
  tellsAnalysis,
  workspaceName,
} from './analysis-result.ts';
import { executedFields, executedSchema, renderExecuted } from './executed-fields.ts';
import { basisOf, evidenceOf, executedEvidence, recommendationsOf, unseenRuns } from './trace-findings.ts';

const PAGE = 20;
const FOCUS = ['performance', 'error_handling', 'data_flow'] as const;
/** Calls that a diagram draws. */
const DRAWN = 15;

const placeFields = { file: z.string(), line: z.int() };
const branches = z.array(z.string()).describe('What leads there within the function, outermost first.');

const output = z.object({
  ...analysisFields,
  commit: z.string().optional(),
  entry: z.object({ ...placeFields, function_name: z.string(), parameters: z.array(z.string()), language: z.string() }),
  metadata: z.object({
    functions: z.int(),
    deepest: z.int().describe('Calls between the entry and the farthest function.'),
    totals: z.object({ calls: z.int(), exceptions: z.int(), data_flow: z.int(), effects: z.int() }),
  }),
  calls: z
    .array(
      z.object({
        id: z.int(),
        depth: z.int(),
        caller: z.string(),
        callee: z.string(),
        ...placeFields,
        defined: z.string().describe('Where the callee is.'),
        certainty: z
          .enum(['exact', 'imported', 'name'])
          .describe('name: only the name tells, or `reason` says what speaks against it.'),
        reason: z.string(),
        branches,
        loops: z.int().describe('Around it in its function.'),
        runs: z.int().optional().describe('How often it was seen in the runs; absent where nothing ran.'),
        repeats: z.string().optional().describe('`recursion`, or the call below which the same is shown.'),
      }),
    )
    .describe('Of functions of the workspace, depth first, in the order in which they run.'),
  exceptions: z.array(
    z.object({
      type: z.string().optional(),
      ...placeFields,
      function: z.string(),
      branches,
      fate: z
        .enum(['escapes', 'maybe', 'handled'])
        .describe('maybe: a handler could take it, or only a name leads there.'),
      through: z.array(z.string()).describe('From the function that throws to the last that it leaves.'),
      handlers: z.array(z.string()).describe('That take it, or could (?).'),
    }),
  ),
  data_flow: z.array(
    z.object({
      function: z.string(),
      from: z.string().describe('A parameter, or the result of a call.'),
      kind: z.enum(['argument', 'outside', 'return', 'throw', 'yield', 'store', 'branch']),
      to: z.string(),
      ...placeFields,
      certainty: z.enum(['sure', 'assumed']).describe('assumed: through code that was not read.'),
      entry_parameters: z.array(z.string()).describe("The entry's parameters that arrive here."),
    }),
  ),
  effects: z
    .array(
      z.object({
        kind: z.enum(EFFECTS),
        function: z.string(),
        what: z.string(),
        ...placeFields,
        certainty: z
          .enum(['exact', 'name'])
          .describe('name: it may: a method of an unknown value, of a module that does such, or of what it is given.'),
        branches,
        loops: z.int(),
      }),
    )
    .describe('By tables of names; those in loops first.'),
  diagrams: z
    .object({ sequence: z.string().optional(), flow: z.string().optional() })
    .describe(`Mermaid, of the first ${DRAWN} calls of the page.`),
  executed: executedSchema.optional().describe('Absent where `run` is false.'),
  not_seen: z.array(z.string()),
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'trace_execution_path',
  toolset: 'reasoning',
  title: 'Trace what a function leads to',
  description:
    'Shows what happens from a function on. By reading: its calls in order, why each is believed and which branches lead there, ' +
    'exceptions that can come back, which parameter reaches which argument, return or store across functions, and effects (files, ' +
    'network, database, clock, …). Python also runs in a sandbox: a frame for each call with arguments, result, mutations and decisions. ' +
    'It lists what it did not look at. It traces the indexed commit.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: z.strictObject({
    entry_point: codeLocation.describe('The function where it begins.'),
    max_depth: z.int().min(1).max(50).default(10).describe('Calls between the entry and what is still read.'),
    include_data_flow: z.boolean().default(true).describe('With the flow of data.'),
    focus_areas: z
      .array(z.enum(FOCUS))
      .max(FOCUS.length)
      .optional()
      .describe('Lists beside calls: performance: effects; error_handling: exceptions. All by default.'),
    diagram: z.enum(['none', 'sequence', 'flow', 'both']).default('none').describe('Mermaid diagrams to draw.'),
    run: z.boolean().default(true).describe('Run the entry where it is Python.'),
    inputs: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(8)
      .optional()
      .describe(
        "Python expressions that call the entry, each run by itself in the names of the entry's module: `f(3, k=[1])`, " +
          '`C(1).m(2)`. Found by the symbolic engine by default.',
      ),
    frame: z
      .string()
      .regex(/^\d{1,3}\.\d{1,6}$/)
      .optional()
      .describe(
        'Id of one frame to look into: its lines with what they change, and its children; only this is answered.',
      ),
    ...pageParameters(PAGE, 200),
    workspace: workspaceName,
    session_id: conversationParameter,
  }),
  output,
  tells: tellsAnalysis,
  tokens: pages(PAGE).tokens,
  more: {
    calls: pages(PAGE).next,
    exceptions: () => 'focus_areas ["error_handling"]; offset pages all lists',
    data_flow: () => 'focus_areas ["data_flow"]; offset pages all lists',
    effects: () => 'focus_areas ["performance"]; offset pages all lists',
    'executed.frames': (shown, { offset }) => `offset ${offset + shown}, frame "<id>" or run false`,
    not_seen: () => 'lower max_depth',
  },
  async handler(args, ctx): Promise<Facts> {
    const started = performance.now();
    const { entry_point, max_depth, include_data_flow, focus_areas = FOCUS, workspace, ...rest } = args;
    const { run: isRun, inputs, frame, ...page } = rest;
    const { file, line, function_name } = entry_point;
    const { name } = ctx.workspaces.open(workspace);
    const entry = { path: file, line, ...(function_name !== undefined && { functionName: function_name }) };
    const [call, number] = frame?.split('.').map(Number) ?? [];
    const run = {
      ...(inputs !== undefined && { calls: inputs }),
      ...(call !== undefined && number !== undefined && { frame: { call, number } }),
    };
    const question = { workspace: name, entry, depth: max_depth, ...((isRun || frame !== undefined) && { run }) };
    const answer = await ctx.reasoning.tracePath({ owner: ctx.principal.userId, ...question }, ctx.onProgress);
    const shown = { effects: focus_areas.includes('performance'), errors: focus_areas.includes('error_handling') };
    const data = include_data_flow && focus_areas.includes('data_flow');
    return {
      analysis_id: await analysisId('trace_execution_path', question, [answer.commit ?? '']),
      findings: {
        evidence: [...executedEvidence(answer), ...evidenceOf(answer)],
        confidence_level: confidenceLevel(basisOf(answer)),
      },
      recommendations: [...recommendationsOf(answer)],
      execution_time: secondsSince(started),
      ...(answer.commit !== undefined && { commit: answer.commit }),
      ...listsOf(answer, frame === undefined ? { calls: true, ...shown, data } : NOTHING, page),
      not_seen: [...unseenRuns(answer), ...answer.unseen].map(({ what, why }) => `${what}: ${why}`),
    };
  },
  render,
});

/** Which lists are shown, and which of their items. */
interface Shown {
  readonly calls: boolean;
  readonly effects: boolean;
  readonly errors: boolean;
  readonly data: boolean;
}

const NOTHING: Shown = { calls: false, effects: false, errors: false, data: false };

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly diagram: 'none' | 'sequence' | 'flow' | 'both';
}

type Lists = Omit<Facts, 'analysis_id' | 'findings' | 'recommendations' | 'execution_time' | 'commit' | 'not_seen'>;

function listsOf(answer: TraceAnswer, shown: Shown, { limit, offset, diagram }: Page): Lists {
  const { functions, calls, exceptions, dataFlow, effects, language } = answer;
  const page = <Item>(items: readonly Item[]) => items.slice(offset, offset + limit);
  const nameOf = (id: number) => functions[id]?.name ?? '';
  const [entry] = functions;
  const { execution } = answer;
  const { times, unread } = confirmCalls(answer, execution?.kind === 'run' ? execution.edges : []);
  const refuted = refutedCalls(answer);
  const drawn = { functions, calls: page(calls).slice(0, DRAWN) };
  return {
    entry: {
      file: entry?.path ?? '',
      line: entry?.line ?? 0,
      function_name: entry?.name ?? '',
      parameters: [...(entry?.parameters ?? [])],
      language,
    },
    metadata: {
      functions: functions.length,
      deepest: Math.max(0, ...functions.map(({ distance }) => distance)),
      totals: {
        calls: calls.length,
        exceptions: exceptions.length,
        data_flow: dataFlow.length,
        effects: effects.length,
      },
    },
    calls: (shown.calls ? page(calls) : []).map(
      ({ from, to, path, line, depth, branches, loops, certainty, reason, ...call }, index) => ({
        ...{ id: offset + index, depth, caller: nameOf(from), callee: nameOf(to), file: path, line },
        defined: `${functions[to]?.path}:${functions[to]?.line}`,
        ...{
          certainty,
          reason: refuted.has(offset + index) ? `${reason}; its line ran, and it was not called` : reason,
        },
        ...{ branches: [...branches], loops },
        ...(execution?.kind === 'run' && { runs: times[offset + index] ?? 0 }),
        ...(call.isRecursive && { repeats: 'recursion' }),
        ...(call.shownAt !== undefined && { repeats: `as below ${call.shownAt}` }),
      }),
    ),
    exceptions: (shown.errors ? page(exceptions) : []).map(
      ({ type, path, line, from, through, handlers, ...each }) => ({
        ...(type !== undefined && { type }),
        ...{ file: path, line, function: nameOf(from), branches: [...each.branches], fate: each.fate },
        through: through.map(nameOf),
        handlers: handlers.map((handler) => `${handler.path}:${handler.line}${handler.isSure ? '' : ' (?)'}`),
      }),
    ),
    data_flow: (shown.data ? page(dataFlow) : []).map(({ in: id, path, isSure, entryParameters, ...flow }) => ({
      ...{ function: nameOf(id), from: flow.from, kind: flow.kind, to: flow.to, file: path, line: flow.line },
      certainty: isSure ? 'sure' : 'assumed',
      entry_parameters: [...entryParameters],
    })),
    effects: (shown.effects ? page(effects.toSorted((one, other) => other.loops - one.loops)) : []).map(
      ({ in: id, path, branches, ...effect }) => ({
        ...effect,
        function: nameOf(id),
        file: path,
        branches: [...branches],
      }),
    ),
    ...(execution !== undefined && { executed: executedFields(execution, unread, page) }),
    diagrams: {
      ...((diagram === 'sequence' || diagram === 'both') && { sequence: sequenceDiagram(drawn) }),
      ...((diagram === 'flow' || diagram === 'both') && { flow: flowDiagram(drawn) }),
    },
  };
}

function render(facts: Facts): string {
  const { entry, metadata, findings, diagrams } = facts;
  const { totals } = metadata;
  const where = (branches: readonly string[]) => (branches.length === 0 ? '' : ` {${branches.join('; ')}}`);
  return [
    `${entry.function_name}(${entry.parameters.join(', ')}) at ${shownPath(entry.file)}:${entry.line}: ${totals.calls} calls of ${metadata.functions} functions, ` +
      `${totals.exceptions} exceptions, ${totals.effects} effects. Confidence ${findings.confidence_level} of 5.`,
    ...facts.calls.map((call) => {
      const seen = call.runs === undefined ? '' : call.runs === 0 ? ' (not seen)' : ` (seen ${call.runs} times)`;
      const repeats = call.repeats === undefined ? '' : ` (${call.repeats})`;
      const place = `${shownPath(call.file)}:${call.line} ${call.caller} -> ${call.callee} (${shownPath(call.defined)})`;
      return `${'  '.repeat(Math.min(call.depth, 10))}${call.id} ${place} [${call.certainty}: ${call.reason}]${where(call.branches)}${repeats}${seen}`;
    }),
    ...(facts.executed === undefined ? [] : renderExecuted(facts.executed)),
    ...facts.exceptions.map(({ type = 'a value', file, line, fate, through, handlers, branches }) => {
      const by = handlers.length === 0 ? '' : `, handlers ${handlers.join(', ')}`;
      return `throws ${type} ${shownPath(file)}:${line}${where(branches)}: ${fate} through ${through.join(' < ')}${by}`;
    }),
    ...facts.data_flow.map(({ function: name, from, kind, to, file, line, certainty, entry_parameters }) => {
      const ours = entry_parameters.length === 0 ? '' : `, carries ${entry_parameters.join(', ')}`;
      return `data ${shownPath(file)}:${line} ${name}: ${from} -> ${kind} ${to} [${certainty}${ours}]`;
    }),
    ...facts.effects.map(({ kind, what, file, line, function: name, certainty, loops, branches }) => {
      return `${kind}: ${what} ${shownPath(file)}:${line} in ${name} [${certainty}]${loops > 0 ? ' in a loop' : ''}${where(branches)}`;
    }),
    ...[diagrams.sequence, diagrams.flow].flatMap((text) => (text === undefined ? [] : [fenced('mermaid', text)])),
    ...facts.recommendations.map((text) => `Recommended: ${text}`),
    ...facts.not_seen.map((text) => `Not seen: ${text}`),
  ].join('\n');
}
