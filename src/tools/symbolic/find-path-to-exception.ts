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
} from './facts.ts';
import { renderExploration, renderInputs, renderSmtlib } from './render.ts';
import { explorationSections, inputSections, reportText } from './report.ts';
import { inputFailure, smtlibParameter, sourceParameters, sourceRequest } from './source.ts';

export default defineTool({
  name: 'find_path_to_exception',
  toolset: 'symbolic',
  title: 'Find inputs that raise',
  description:
    'Finds inputs that make a Python function raise the given exception or a subclass of it, each replayed on CPython: found, ' +
    'unreachable (proved), timeout, or unknown with reasons.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    code: sourceParameters.code,
    function_name: sourceParameters.function_name,
    exception_type: z.string().min(1).describe('Exception class: built in, of the code, or with its module.'),
    timeout_seconds: sourceParameters.timeout_seconds,
    ...smtlibParameter,
  }),
  output: z.object({
    status: z.enum(['found', 'unreachable', 'timeout', 'unknown']),
    triggering_inputs: z.array(counterexampleSchema),
    paths_to_exception: z.int(),
    total_paths_explored: z.int(),
    ...explorationFields,
    ...smtlibField,
  }),
  async handler(args, ctx) {
    const started = performance.now();
    const request = { ...sourceRequest(args, ctx), exceptionType: args.exception_type };
    const result = await ctx.symbolic.findPathToException(request, ctx.checkpoint);
    if (result.status === 'error') throw inputFailure(result);
    return {
      status: result.status,
      triggering_inputs: result.triggeringInputs.map(counterexampleFacts),
      paths_to_exception: result.pathsToException,
      total_paths_explored: result.pathsExplored,
      ...explorationFacts(result, secondsSince(started)),
      ...smtlibFacts(args.include_smtlib, result),
    };
  },
  render: (facts) =>
    [
      `${facts.status}: ${facts.message}`,
      ...renderInputs(facts.triggering_inputs),
      `Paths: ${facts.total_paths_explored} explored, ${facts.paths_to_exception} to the exception.`,
      ...renderExploration(facts),
      ...renderSmtlib(facts),
    ].join('\n'),
  report({ code, function_name, exception_type }, facts) {
    const title = `find_path_to_exception of ${function_name}, ${exception_type}: ${facts.status}`;
    const paths = `${facts.total_paths_explored} explored, ${facts.paths_to_exception} to the exception.`;
    const sections = [...inputSections(facts.triggering_inputs), ...explorationSections(facts, paths)];
    return { title, text: reportText(title, facts.message, code, sections) };
  },
});
