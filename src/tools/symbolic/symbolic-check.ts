/** `symbolic_check`: is a function's contract true for all inputs? */
import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  counterexampleFacts,
  counterexampleSchema,
  explorationFacts,
  explorationFields,
  smtlibFacts,
  smtlibField,
  withinFacts,
  withinField,
} from './facts.ts';
import { leanerInputs, leftOutField, renderLeftOut } from './forms.ts';
import { renderExploration, renderInput, renderInputs, renderList, renderSmtlib } from './render.ts';
import {
  CONTRACT_VIOLATION,
  explorationSections,
  inputSection,
  keptFields,
  placeOf,
  sourceSections,
} from './report.ts';
import {
  citation,
  inputFailure,
  inTheReport,
  limitsParameter,
  readerOf,
  smtlibParameter,
  smtlibTokens,
  sourceField,
  sourceOf,
  sourceParameters,
  sourceRequest,
} from './source.ts';

const resultSchema = z.object({
  status: z.enum(['verified', 'counterexample', 'timeout', 'unknown']),
  counterexamples: z.array(counterexampleSchema),
  extreme_inputs: z
    .array(z.object({ call: z.string(), exception: z.string() }))
    .describe('What is left out as too large, seen on CPython.'),
  paths_explored: z.int(),
  paths_verified: z.int(),
  ...withinField,
  ...explorationFields,
  ...leftOutField,
  ...smtlibField,
  ...sourceField,
});

/** What is kept of a run. */
const keptSchema = z.object({
  function_name: z.string(),
  ...keptFields,
  result: resultSchema.omit({ time_seconds: true }),
});

export default defineTool({
  name: 'symbolic_check',
  toolset: 'symbolic',
  title: 'Check a contract',
  description:
    'Decides whether a Python function keeps its contract for all inputs: verified (proved), counterexample (replayed on CPython), ' +
    'or undecided with reasons. Contract: `pre:`, `post:` (`__return__`, `__old__`), `raises:` lines in the docstring, icontract ' +
    'or deal decorators, else leading asserts; any other uncaught exception is a violation. A class: its methods and `inv:`.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ ...sourceParameters, ...limitsParameter, ...smtlibParameter }),
  output: resultSchema,
  tokens: smtlibTokens,
  more: {
    counterexamples: inTheReport,
    'counterexamples[].pytest': inTheReport,
    reasons: inTheReport,
    obligations: inTheReport,
  },
  async handler(args, ctx) {
    const started = performance.now();
    const source = await sourceOf(args, ctx);
    const request = {
      ...sourceRequest(args, source, ctx),
      ...(args.machine_limits === 'count' && { countsLimits: true }),
    };
    const result = await ctx.symbolic.check(request, ctx.onProgress, readerOf(source, ctx));
    if (result.status === 'error') throw inputFailure(result, source);
    return {
      ...source,
      status: result.status,
      ...withinFacts(result),
      counterexamples: result.counterexamples.map(counterexampleFacts),
      extreme_inputs: result.extremeInputs.map((one) => ({ ...one })),
      paths_explored: result.pathsExplored,
      paths_verified: result.pathsVerified,
      ...explorationFacts(result, secondsSince(started)),
      ...smtlibFacts(args.include_smtlib, result),
    };
  },
  forms: (facts) => {
    const [fullest, ...leaner] = leanerInputs(facts.counterexamples).map(({ inputs, leftOut }) => ({
      ...facts,
      counterexamples: [...inputs],
      ...(leftOut.length > 0 && { left_out: [...leftOut] }),
    }));
    return [fullest ?? facts, ...leaner];
  },
  render: (facts) =>
    [
      `${facts.status}: ${facts.message}`,
      ...renderInputs(facts.counterexamples),
      ...facts.extreme_inputs.map(({ call, exception }) => `Left out as too large: ${call} raises ${exception}.`),
      `Paths: ${facts.paths_explored} explored, ${facts.paths_verified} verified.`,
      ...renderExploration(facts),
      ...renderLeftOut(facts),
      ...renderSmtlib(facts),
      ...renderList('Source', citation(facts)),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: ({ function_name }, result, { code }) => ({ function_name, code, result }),
    document({ function_name, code, result }) {
      const inputs = result.counterexamples.map((found, index) =>
        inputSection({
          heading: `Input ${index + 1}`,
          lines: renderInput(found, index),
          rule: CONTRACT_VIOLATION,
          message: `${found.call}: ${found.message} (violates: ${found.violates})`,
          place: placeOf(code, result, function_name, found.outcome.traceback),
          identity: `${function_name}\n${found.violates}\n${found.message}`,
          facts: found,
        }),
      );
      const { status, message, paths_explored, paths_verified, coverage_estimate, obligations, assumptions } = result;
      const paths = `${paths_explored} explored, ${paths_verified} verified.`;
      return {
        title: `symbolic_check of ${function_name}: ${status}`,
        summary: message,
        sections: [...sourceSections(code, result), ...inputs, ...explorationSections(result, paths)],
        properties: { status, paths_explored, paths_verified, coverage_estimate, obligations, assumptions },
      };
    },
  },
});
