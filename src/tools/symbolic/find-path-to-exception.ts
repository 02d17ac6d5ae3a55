/** `find_path_to_exception`: which inputs make a function raise a given exception? */
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
import { explorationSections, inputSection, keptFields, placeOf, sourceSections } from './report.ts';
import {
  citation,
  inputFailure,
  inTheReport,
  readerOf,
  smtlibParameter,
  smtlibTokens,
  sourceField,
  sourceOf,
  sourceParameters,
  sourceRequest,
} from './source.ts';

const resultSchema = z.object({
  status: z.enum(['found', 'unreachable', 'timeout', 'unknown']),
  triggering_inputs: z.array(counterexampleSchema),
  paths_to_exception: z.int(),
  total_paths_explored: z.int(),
  ...withinField,
  ...explorationFields,
  ...leftOutField,
  ...smtlibField,
  ...sourceField,
});

/** What is kept of a run. */
const keptSchema = z.object({
  function_name: z.string(),
  exception_type: z.string(),
  ...keptFields,
  result: resultSchema.omit({ time_seconds: true }),
});

export default defineTool({
  name: 'find_path_to_exception',
  toolset: 'symbolic',
  title: 'Find inputs that raise',
  description:
    'Finds inputs that make a Python function raise an exception or a subclass of it, replayed on CPython: found, unreachable ' +
    '(proved), or undecided with reasons.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...sourceParameters,
    exception_type: z.string().min(1).describe('Class: built in, of the code, or with its module.'),
    ...smtlibParameter,
  }),
  output: resultSchema,
  tokens: smtlibTokens,
  more: {
    triggering_inputs: inTheReport,
    'triggering_inputs[].pytest': inTheReport,
    reasons: inTheReport,
    obligations: inTheReport,
  },
  async handler(args, ctx) {
    const started = performance.now();
    const source = await sourceOf(args, ctx);
    const request = { ...sourceRequest(args, source, ctx), exceptionType: args.exception_type };
    const result = await ctx.symbolic.findPathToException(request, ctx.onProgress, readerOf(source, ctx));
    if (result.status === 'error') throw inputFailure(result, source);
    return {
      ...source,
      status: result.status,
      ...withinFacts(result),
      triggering_inputs: result.triggeringInputs.map(counterexampleFacts),
      paths_to_exception: result.pathsToException,
      total_paths_explored: result.pathsExplored,
      ...explorationFacts(result, secondsSince(started)),
      ...smtlibFacts(args.include_smtlib, result),
    };
  },
  forms: (facts) => {
    const [fullest, ...leaner] = leanerInputs(facts.triggering_inputs).map(({ inputs, leftOut }) => ({
      ...facts,
      triggering_inputs: [...inputs],
      ...(leftOut.length > 0 && { left_out: [...leftOut] }),
    }));
    return [fullest ?? facts, ...leaner];
  },
  render: (facts) =>
    [
      `${facts.status}: ${facts.message}`,
      ...renderInputs(facts.triggering_inputs),
      `Paths: ${facts.total_paths_explored} explored, ${facts.paths_to_exception} to the exception.`,
      ...renderExploration(facts),
      ...renderLeftOut(facts),
      ...renderSmtlib(facts),
      ...renderList('Source', citation(facts)),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: ({ function_name, exception_type }, result, { code }) => ({ function_name, exception_type, code, result }),
    document({ function_name, exception_type, code, result }) {
      const inputs = result.triggering_inputs.map((found, index) =>
        inputSection({
          heading: `Input ${index + 1}`,
          lines: renderInput(found, index),
          rule: { id: 'reachable-exception', description: 'An input makes a function raise the exception asked for.' },
          message: `${found.call}: ${found.message}`,
          place: placeOf(code, result, function_name, found.outcome.traceback),
          identity: `${function_name}\n${exception_type}\n${found.message}`,
          facts: found,
        }),
      );
      const { status, message, total_paths_explored, paths_to_exception, coverage_estimate, assumptions } = result;
      const paths = `${total_paths_explored} explored, ${paths_to_exception} to the exception.`;
      return {
        title: `find_path_to_exception of ${function_name}, ${exception_type}: ${status}`,
        summary: message,
        sections: [...sourceSections(code, result), ...inputs, ...explorationSections(result, paths)],
        properties: { status, total_paths_explored, paths_to_exception, coverage_estimate, assumptions },
      };
    },
  },
});
