/** `analyze_branches`: which ways can a function go at its decision points, and which lines never run? */
import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages, roomBeside } from '../../mcp/pages.ts';
import type { Block, Finding, Section } from '../../mcp/report/document.ts';
import type { Branch, BranchSide } from '../../symbolic/service.ts';
import { explorationFields, reasonFacts, workFacts } from './facts.ts';
import { renderList, renderReason, renderWork } from './render.ts';
import { evidenceSections, keptFields, listSection, placeOf, sourceSections } from './report.ts';
import {
  citation,
  inputFailure,
  readerOf,
  SYMBOLIC_TOKENS,
  sourceField,
  sourceOf,
  sourceParameters,
  sourceRequest,
} from './source.ts';

const exampleSchema = z.object({
  args: z.record(z.string(), z.unknown()),
  call: z.string(),
  found_by: z.enum(['trial', 'solver']),
});

const branchSchema = z.object({
  line: z.int(),
  kind: z
    .string()
    .describe('if (elif too), ternary, while, for, boolean (operand of and, or), comprehension, except, case, assert.'),
  condition: z.string(),
  true_reachable: z.boolean().nullable().describe('null: not decided.'),
  true_example: exampleSchema.optional().describe('Input seen on CPython to take this side.'),
  false_reachable: z.boolean().nullable(),
  false_example: exampleSchema.optional(),
});

type BranchFacts = z.output<typeof branchSchema>;

const resultSchema = z.object({
  status: z.enum(['complete']),
  analysis_mode: z.enum(['static', 'symbolic']),
  message: z.string(),
  branches: z.array(branchSchema),
  examples_left_out: z.int().optional().describe('Inputs that found no room beside all branches; the report has them.'),
  total_branches: z.int(),
  reachable_branches: z.int().describe('Seen to be reached; static: not in dead code.'),
  dead_code_lines: z.array(z.int()).describe('Lines of statements that never run.'),
  cyclomatic_complexity: z.int().describe('As radon counts it.'),
  reasons: explorationFields.reasons,
  assumptions: explorationFields.assumptions,
  work: explorationFields.work,
  time_seconds: z.number(),
  ...sourceField,
});

/** What is kept of a run. */
const keptSchema = z.object({
  function_name: z.string(),
  ...keptFields,
  result: resultSchema.omit({ time_seconds: true }),
});

/** Branches of an ordinary page. */
const PAGE = 50;
const { tokens, next } = pages(PAGE, SYMBOLIC_TOKENS);

export default defineTool({
  name: 'analyze_branches',
  toolset: 'symbolic',
  title: 'Analyze branches',
  description:
    'Lists the decision points of a Python function, its dead lines and its cyclomatic complexity, from its syntax. With ' +
    'symbolic_reachability each side gets an input replayed on CPython, a proof that none takes it, or null with reasons.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...sourceParameters,
    ...pageParameters(PAGE, 500),
    symbolic_reachability: z.boolean().default(false).describe('Run and explore the function, too.'),
  }),
  output: resultSchema,
  tokens,
  more: { branches: next },
  async handler(args, ctx) {
    const started = performance.now();
    const source = await sourceOf(args, ctx);
    const request = { ...sourceRequest(args, source, ctx), symbolicReachability: args.symbolic_reachability };
    const result = await ctx.symbolic.analyzeBranches(request, ctx.onProgress, readerOf(source, ctx));
    if (result.status === 'error') throw inputFailure(result, source);
    const every = result.branches.map(branchFacts);
    const facts = {
      ...source,
      status: result.status,
      analysis_mode: result.analysisMode,
      message: result.message,
      total_branches: result.branches.length,
      reachable_branches: result.reachableBranches,
      dead_code_lines: [...result.deadCodeLines],
      cyclomatic_complexity: result.cyclomaticComplexity,
      reasons: reasonFacts(result.reasons),
      assumptions: [...result.assumptions],
      work: workFacts(result.work),
      time_seconds: secondsSince(started),
    };
    const page = every.slice(args.offset, args.offset + args.limit);
    return { ...facts, ...withFittingExamples(page, roomBeside(facts, tokens(args))), every };
  },
  render: (facts) =>
    [
      `${facts.status} (${facts.analysis_mode}): ${facts.message}`,
      ...facts.branches.map(renderBranch),
      ...renderList(
        'Left out',
        facts.examples_left_out === undefined ? [] : [`${facts.examples_left_out} inputs, which the report has.`],
      ),
      `Branches: ${facts.total_branches}, ${facts.reachable_branches} of them reachable.`,
      `Dead lines: ${facts.dead_code_lines.join(', ') || 'none known'}.`,
      `Cyclomatic complexity: ${facts.cyclomatic_complexity}.`,
      ...renderList('Not decided because', facts.reasons.map(renderReason)),
      ...renderList('Assumptions', facts.assumptions),
      renderWork(facts),
      ...renderList('Source', citation(facts)),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: ({ function_name }, { examples_left_out: _, ...facts }, { code, every }) => ({
      function_name,
      code,
      result: { ...facts, branches: every },
    }),
    document({ function_name, code, result }) {
      const place = placeOf(code, result, function_name);
      const { analysis_mode, message, branches, dead_code_lines, cyclomatic_complexity, total_branches } = result;
      const dead = dead_code_lines.map((line): Finding => {
        const text = code.split('\n')[line - 1]?.trim() ?? '';
        return {
          rule: { id: 'dead-code', description: 'A statement never runs.' },
          level: 'note',
          message: `This statement of ${function_name} never runs.`,
          place: { ...place, line },
          identity: `${function_name}\n${text}`,
          properties: { statement: text },
          details: [],
        };
      });
      return {
        title: `analyze_branches of ${function_name} (${analysis_mode})`,
        summary: message,
        sections: [
          ...sourceSections(code, result),
          ...branchSection(branches),
          ...(dead.length > 0 ? [{ heading: 'Dead lines', blocks: dead.map(findingBlock) }] : []),
          ...listSection('Cyclomatic complexity', [String(cyclomatic_complexity)]),
          ...evidenceSections(result),
        ],
        properties: { analysis_mode, total_branches, cyclomatic_complexity },
      };
    },
  },
});

function branchSection(branches: readonly BranchFacts[]): readonly Section[] {
  const head = ['Line', 'Kind', 'Condition', 'When true', 'When false'];
  const rows = branches.map((branch) => [
    String(branch.line),
    branch.kind,
    branch.condition,
    renderSide(branch.true_reachable, branch.true_example),
    renderSide(branch.false_reachable, branch.false_example),
  ]);
  return rows.length === 0 ? [] : [{ heading: 'Branches', blocks: [{ kind: 'table', head, rows }] }];
}

function findingBlock(finding: Finding): Block {
  return { kind: 'finding', finding };
}

function branchFacts({ line, kind, condition, whenTrue, whenFalse }: Branch): BranchFacts {
  const [onTrue, onFalse] = [sideFacts(whenTrue), sideFacts(whenFalse)];
  return {
    line,
    kind,
    condition,
    true_reachable: onTrue.reachable,
    ...(onTrue.example !== undefined && { true_example: onTrue.example }),
    false_reachable: onFalse.reachable,
    ...(onFalse.example !== undefined && { false_example: onFalse.example }),
  };
}

/** Tokens of an example beside its own. */
const EXAMPLE_FRAME = 8;

/** All branches, and their examples from the first on as far as `room` tokens go: which sides are taken matters more than by what. */
function withFittingExamples(
  branches: readonly BranchFacts[],
  room: number,
): { readonly branches: BranchFacts[]; readonly examples_left_out?: number } {
  const bare = branches.map(({ true_example: _true, false_example: _false, ...rest }) => rest);
  let left = room - countTokens(JSON.stringify(bare), room);
  let leftOut = 0;
  const kept = (example: SideFacts['example']) => {
    if (example === undefined) return undefined;
    left -= countTokens(JSON.stringify(example), room) + EXAMPLE_FRAME;
    if (left >= 0) return example;
    leftOut++;
    return undefined;
  };
  const fitting = branches.map(({ true_example, false_example, ...rest }) => {
    const [onTrue, onFalse] = [kept(true_example), kept(false_example)];
    return {
      ...rest,
      ...(onTrue !== undefined && { true_example: onTrue }),
      ...(onFalse !== undefined && { false_example: onFalse }),
    };
  });
  return { branches: fitting, ...(leftOut > 0 && { examples_left_out: leftOut }) };
}

interface SideFacts {
  readonly reachable: boolean | null;
  readonly example?: z.output<typeof exampleSchema>;
}

function sideFacts(side: BranchSide): SideFacts {
  switch (side.kind) {
    case 'reachable': {
      const { args, call, foundBy } = side.example;
      return { reachable: true, example: { args: { ...args }, call, found_by: foundBy } };
    }
    case 'unreachable':
      return { reachable: false };
    case 'undecided':
      return { reachable: null };
  }
}

function renderBranch(branch: BranchFacts): string {
  const { line, kind, condition, true_reachable, true_example, false_reachable, false_example } = branch;
  const sides = `true: ${renderSide(true_reachable, true_example)}; false: ${renderSide(false_reachable, false_example)}`;
  return `line ${line}: ${kind} ${condition}: ${sides}`;
}

function renderSide(isReachable: boolean | null, example: SideFacts['example']): string {
  if (example !== undefined) return `${example.call} (${example.found_by})`;
  if (isReachable === null) return 'not decided';
  return isReachable ? 'reachable' : 'unreachable';
}
