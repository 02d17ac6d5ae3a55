/** `compare_functions`: do two functions behave the same? */
import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { Counterexample } from '../../symbolic/service.ts';
import { compareRefs } from './compare-refs.ts';
import {
  explorationFields,
  outcomeSchema,
  proposalFacts,
  proposalFields,
  reasonFacts,
  smtlibFacts,
  smtlibField,
  withinFacts,
  withinField,
  workFacts,
} from './facts.ts';
import { leanerInputs, leftOutField, renderLeftOut } from './forms.ts';
import { renderList, renderOutcome, renderReason, renderSmtlib, renderWork } from './render.ts';
import { evidenceSections, inputSection, keptFields, listSection, placeOf, sourceSections } from './report.ts';
import {
  citation,
  codeParameters,
  inputFailure,
  inTheReport,
  limitsParameter,
  moduleRequest,
  readerOf,
  smtlibParameter,
  smtlibTokens,
  sourceField,
  sourceOf,
} from './source.ts';

const sideSchema = outcomeSchema.extend({
  afterwards: z.record(z.string(), z.string()).optional().describe('Arguments after the call, or what it printed.'),
});

const differenceSchema = z.object({
  args: z
    .record(z.string(), z.unknown())
    .describe('By parameter of function_a; Python source where JSON cannot hold it.'),
  call: z.string(),
  difference: z.string().describe('What is not the same.'),
  message: z.string(),
  outcome_a: sideSchema.describe('What CPython did.'),
  outcome_b: sideSchema,
  ...proposalFields,
});

type DifferenceFacts = z.output<typeof differenceSchema>;

const resultSchema = z.object({
  status: z.enum(['equivalent', 'different', 'timeout', 'unknown']),
  message: z.string(),
  ...withinField,
  confidence: z
    .enum(['proven', 'high', 'partial'])
    .describe('high: proved but for loops or recursion beyond the unrolling.'),
  distinguishing_input: z.record(z.string(), z.unknown()).optional(),
  differences: z.array(differenceSchema).describe('One for each way to differ that was found.'),
  paths_compared: z.int(),
  reasons: explorationFields.reasons,
  assumptions: explorationFields.assumptions,
  work: explorationFields.work,
  time_seconds: z.number(),
  ...leftOutField,
  ...smtlibField,
  ...sourceField,
  commits: z.object({ a: z.string(), b: z.string() }).optional().describe('Of ref_a and ref_b.'),
});

/** What is kept of a run. */
const keptSchema = z.object({
  function_a: z.string(),
  function_b: z.string(),
  precondition: z.string().optional(),
  ...keptFields,
  result: resultSchema.omit({ time_seconds: true }),
});

export default defineTool({
  name: 'compare_functions',
  toolset: 'symbolic',
  title: 'Compare two functions',
  description:
    'Decides whether two Python functions behave alike for all inputs (value, type, exception, mutation): ' +
    'equivalent (proved), different (inputs replayed on CPython), or undecided.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...codeParameters,
    function_a: z.string().min(1).describe('Function in it.'),
    function_b: z.string().min(1).describe('Another; parameters match by position.'),
    ref_a: z.string().min(1).optional().describe('Commit of function_a.'),
    ref_b: z.string().min(1).optional().describe('Of function_b.'),
    precondition: z.string().optional().describe('On function_a: inputs that count.'),
    timeout_seconds: z.int().min(1).max(300).default(60).describe('Scales the work budget.'),
    ...limitsParameter,
    ...smtlibParameter,
  }),
  output: resultSchema,
  tokens: smtlibTokens,
  more: {
    differences: inTheReport,
    'differences[].pytest': inTheReport,
    reasons: inTheReport,
  },
  async handler(args, ctx) {
    const started = performance.now();
    if (args.ref_a !== undefined || args.ref_b !== undefined) {
      const compared = await compareRefs(args, ctx);
      return { ...compared, time_seconds: secondsSince(started) };
    }
    const source = await sourceOf(args, ctx);
    const request = {
      ...moduleRequest(source, ctx),
      functionA: args.function_a,
      functionB: args.function_b,
      ...(args.precondition !== undefined && { precondition: args.precondition }),
      timeoutSeconds: args.timeout_seconds,
      ...(args.machine_limits === 'count' && { countsLimits: true }),
      owner: ctx.principal.userId,
    };
    const result = await ctx.symbolic.compare(request, ctx.onProgress, readerOf(source, ctx));
    if (result.status === 'error') throw inputFailure(result, source);
    const { status, message, confidence, pathsCompared, reasons, assumptions, work } = result;
    const differences = result.differences.flatMap(differenceFacts);
    const [first] = differences;
    return {
      ...source,
      status,
      message,
      ...withinFacts(result),
      confidence,
      ...(first !== undefined && { distinguishing_input: first.args }),
      differences,
      paths_compared: pathsCompared,
      reasons: reasonFacts(reasons),
      assumptions: [...assumptions],
      work: workFacts(work),
      time_seconds: secondsSince(started),
      ...smtlibFacts(args.include_smtlib, result),
    };
  },
  forms: (facts) => {
    const [fullest, ...leaner] = leanerInputs(facts.differences).map(({ inputs, leftOut }) => ({
      ...facts,
      differences: [...inputs],
      ...(leftOut.length > 0 && { left_out: [...leftOut] }),
    }));
    return [fullest ?? facts, ...leaner];
  },
  render: (facts) =>
    [
      `${facts.status}: ${facts.message}`,
      ...facts.differences.flatMap(renderDifference),
      `Confidence: ${facts.confidence}. Paths: ${facts.paths_compared} compared.`,
      ...renderList('Not decided because', facts.reasons.map(renderReason)),
      ...renderList('Assumptions', facts.assumptions),
      renderWork(facts),
      ...renderLeftOut(facts),
      ...renderSmtlib(facts),
      ...renderList('Source', citation(facts)),
      ...(facts.commits === undefined ? [] : [`Compared: ${facts.commits.a} (a) with ${facts.commits.b} (b)`]),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: ({ function_a, function_b, precondition }, result, { code }) => ({
      function_a,
      function_b,
      ...(precondition !== undefined && { precondition }),
      code,
      result,
    }),
    document({ function_a, function_b, precondition, code, result }) {
      const differences = result.differences.map((found, index) =>
        inputSection({
          heading: `Difference ${index + 1}`,
          lines: renderDifference(found, index),
          rule: { id: 'behavioral-difference', description: 'Two functions differ for an input.' },
          message: `${function_a} and ${function_b} differ in ${found.difference} for ${found.call}: ${found.message}`,
          place: placeOf(code, result, function_b, found.outcome_b.traceback),
          identity: `${function_a}\n${function_b}\n${found.difference}`,
          facts: found,
        }),
      );
      const { status, message, confidence, paths_compared, assumptions } = result;
      return {
        title: `compare_functions of ${function_a} and ${function_b}: ${status}`,
        summary: message,
        sections: [
          ...sourceSections(code, result),
          ...listSection('Precondition', precondition === undefined ? [] : [precondition]),
          ...differences,
          ...listSection('Paths', [`${paths_compared} compared; confidence: ${confidence}`]),
          ...evidenceSections(result),
        ],
        properties: { status, confidence, paths_compared, assumptions },
      };
    },
  },
});

function differenceFacts(found: Counterexample): DifferenceFacts[] {
  const { args, call, violates, message, outcome, other } = found;
  if (other === undefined) return [];
  return [
    {
      args: { ...args },
      call,
      difference: violates,
      message,
      outcome_a: outcome,
      outcome_b: other,
      ...proposalFacts(found),
    },
  ];
}

function renderDifference(found: DifferenceFacts, index: number): string[] {
  return [
    `Difference ${index + 1}: ${found.call}`,
    `  ${found.message}`,
    `  differs in: ${found.difference}`,
    `  arguments: ${JSON.stringify(found.args)}`,
    `  function_a on CPython: ${renderOutcome(found.outcome_a)}`,
    `  function_b on CPython: ${renderOutcome(found.outcome_b)}`,
    ...(found.path_condition === undefined ? [] : [`  path condition: ${found.path_condition}`]),
    `  found by: ${found.found_by}`,
  ];
}
