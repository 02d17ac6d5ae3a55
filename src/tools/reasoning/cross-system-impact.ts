/** `cross_system_impact`: who is hit when files change? */

import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { onOneLine } from '../../lib/visible-text.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { IMPACT_TYPES, type Impact, type ImpactAnswer } from '../../reasoning/impact/service.ts';
import {
  analysisFields,
  analysisId,
  confidenceLevel,
  secondsSince,
  tellsAnalysis,
  workspaceName,
} from './analysis-result.ts';

const PAGE = 30;
/** Places that the evidence names. */
const MOST_EVIDENCE = 5;

const impactSchema = z.object({
  type: z.enum(IMPACT_TYPES),
  workspace: z.string(),
  file: z.string(),
  line: z.int(),
  within: z.string().optional().describe('The definition around it.'),
  of: z.string().describe('What it rests on.'),
  why: z.string(),
  certainty: z
    .enum(['resolved', 'name', 'path'])
    .describe('resolved: through scopes and imports; name, path: a text that is the same.'),
  distance: z.int().optional().describe('Calls between.'),
  test: z.boolean(),
});

const output = z.object({
  ...analysisFields,
  commits: z.array(z.object({ workspace: z.string(), commit: z.string().optional() })),
  total: z.int(),
  counts: z.record(z.string(), z.int()).describe('By type.'),
  impacts: z.array(impactSchema).describe('Resolved ones first.'),
  tests: z.array(z.string()).describe('Files of tests that are hit.'),
  shared: z
    .array(
      z.object({
        kind: z.enum(['endpoint', 'environment', 'table', 'queue']),
        name: z.string(),
        role: z.enum(['provides', 'uses']),
        by: z.string(),
        file: z.string(),
        line: z.int(),
      }),
    )
    .describe('What the changed files share by name.'),
  not_seen: z.array(z.string()),
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'cross_system_impact',
  toolset: 'reasoning',
  title: 'Who is hit by a change',
  description:
    'Who is hit when files change: callers and importers by the graph of symbols, calls in loops, tests, and in all your workspaces whoever ' +
    'names the same endpoints, tables, queues and variables of the environment. Each place says why it counts; what could not be seen is listed.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    change_scope: z
      .strictObject({
        files: z
          .array(z.string().min(1).max(3000))
          .min(1)
          .max(100)
          .describe('Files that change: paths in the workspace.'),
        service_names: z
          .array(z.string().min(1).max(100))
          .max(50)
          .optional()
          .describe('Workspaces to look in for shared names; all of yours by default.'),
        api_endpoints: z
          .array(z.string().min(1).max(300))
          .max(50)
          .optional()
          .describe('Such as "GET /users/{id}": whoever names them is looked for, too.'),
      })
      .describe('What changes.'),
    impact_types: z
      .array(z.enum(IMPACT_TYPES))
      .min(1)
      .default([...IMPACT_TYPES])
      .describe(
        'breaking: rests on a name or signature; behavioral: on what it does; performance: calls it in a loop.',
      ),
    analysis_depth: z.int().min(1).max(5).default(3).describe('Calls between a caller and what changes.'),
    ...pageParameters(PAGE, 300),
    workspace: workspaceName,
    session_id: conversationParameter,
  }),
  output,
  tells: tellsAnalysis,
  tokens: pages(PAGE).tokens,
  more: {
    impacts: pages(PAGE).next,
    shared: () => 'fewer files',
    not_seen: () => 'fewer files',
    tests: () => 'fewer files',
  },
  async handler({ change_scope, impact_types, analysis_depth, limit, offset, workspace }, ctx): Promise<Facts> {
    const started = performance.now();
    const { name } = ctx.workspaces.open(workspace);
    const { others, unknown } = servicesOf(ctx, name, change_scope.service_names);
    const question = {
      workspace: name,
      files: [...new Set(change_scope.files)],
      others,
      endpoints: change_scope.api_endpoints ?? [],
      types: impact_types,
      depth: analysis_depth,
    };
    const answer = await ctx.reasoning.impact({ owner: ctx.principal.userId, ...question }, ctx.onProgress);
    const commits = answer.commits.map(({ commit = '' }) => commit);
    const shown = answer.impacts.slice(offset, offset + limit);
    return {
      analysis_id: await analysisId('cross_system_impact', question, commits),
      findings: {
        evidence: answer.impacts.slice(0, MOST_EVIDENCE).map(sentence),
        confidence_level: confidenceLevel(basisOf(answer)),
      },
      recommendations: recommendationsOf(answer),
      execution_time: secondsSince(started),
      commits: [...answer.commits],
      total: answer.impacts.length,
      counts: Object.fromEntries(
        IMPACT_TYPES.map((type) => [type, answer.impacts.filter((each) => each.type === type).length]),
      ),
      impacts: shown.map(({ path, isTest, ...impact }) => ({ ...impact, file: path, test: isTest })),
      tests: testsOf(answer),
      shared: answer.shared.map(({ kind, name: shared, method, role, by, path, line }) => {
        return { kind, name: method === undefined ? shared : `${method} ${shared}`, role, by, file: path, line };
      }),
      not_seen: [
        ...unknown.map((service) => `${service}: you have no workspace of this name.`),
        ...answer.unseen.map(({ what, why }) => `${what}: ${why}`),
      ],
    };
  },
  render: ({ total, counts, impacts, tests, shared, not_seen, recommendations, findings }) =>
    [
      `${total} places are hit: ${IMPACT_TYPES.map((type) => `${counts[type] ?? 0} ${type}`).join(', ')}. Confidence ${findings.confidence_level} of 5.`,
      ...impacts.map(
        ({ type, workspace, file, line, why, within, certainty }) =>
          `${type}: ${workspace}:${shownPath(file)}:${line}${within === undefined ? '' : ` in ${within}`} ${why} [${certainty}]`,
      ),
      ...shared.map(
        ({ kind, name, role, by, file, line }) => `shared: ${shownPath(file)}:${line} ${role} ${kind} ${name} (${by})`,
      ),
      ...(tests.length > 0 ? [`Tests: ${tests.join(', ')}`] : []),
      ...recommendations.map((text) => `Recommended: ${text}`),
      ...not_seen.map((text) => `Not seen: ${onOneLine(text)}`),
    ].join('\n'),
});

/** Workspaces beside the first one, and names of which there is none. */
function servicesOf(
  { workspaces }: Pick<ToolContext, 'workspaces'>,
  name: string,
  wanted: readonly string[] | undefined,
) {
  const all = workspaces.list().map((each) => each.name);
  if (wanted === undefined) return { others: all.filter((each) => each !== name), unknown: [] };
  const unknown = wanted.filter((each) => !all.includes(each));
  if (unknown.length === wanted.length && wanted.length > 0) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `You have no workspace called ${unknown.join(', ')}.`,
      advice: `Services are workspaces: ${all.join(', ')}. Leave service_names out to look in all.`,
    });
  }
  return { others: wanted.filter((each) => each !== name && all.includes(each)), unknown };
}

function sentence({ workspace, path, line, within, why }: Impact): string {
  return `${workspace}:${path}:${line}${within === undefined ? '' : ` (${within})`} ${why}`;
}

function basisOf({ impacts, unseen }: ImpactAnswer): 'resolved' | 'partly' | 'named' {
  if (impacts.length > 0 && impacts.every(({ certainty }) => certainty !== 'resolved')) return 'named';
  return unseen.length === 0 && impacts.every(({ certainty }) => certainty === 'resolved') ? 'resolved' : 'partly';
}

function testsOf({ impacts }: ImpactAnswer): string[] {
  return [...new Set(impacts.filter(({ isTest }) => isTest).map(({ path }) => path))].sort();
}

/** What follows from the places: nothing that they do not show. */
function recommendationsOf(answer: ImpactAnswer): string[] {
  const { impacts } = answer;
  const tests = testsOf(answer);
  const breaking = impacts.filter(({ type, isTest }) => type === 'breaking' && !isTest);
  const elsewhere = [...new Set(impacts.map(({ workspace }) => workspace))].filter(
    (each) => each !== answer.commits[0]?.workspace,
  );
  return [
    ...(breaking.length > 0
      ? [`Change ${files(breaking)} together with names, parameters or paths that they rest on, or keep these.`]
      : []),
    ...(elsewhere.length > 0
      ? [`Tell those who own ${elsewhere.join(', ')} before endpoints, tables or queues change.`]
      : []),
    ...(tests.length > 0
      ? [`Run ${tests.slice(0, 5).join(', ')}${tests.length > 5 ? ` and ${tests.length - 5} more` : ''}.`]
      : []),
  ];
}

function files(impacts: readonly Impact[]): string {
  const paths = [...new Set(impacts.map(({ path }) => path))];
  return paths.length > 3 ? `${paths.length} files` : paths.join(', ');
}
