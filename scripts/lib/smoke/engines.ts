/** Each engine once: a call of a tool, and what its answer has to have. */
import { packTar } from 'modern-tar';
import { z } from 'zod';
import { waitForIndex } from '../lemma/index-state.ts';
import { CommandProblem } from '../lemma/problem.ts';
import { authorization, callTool, type Server } from '../lemma/server.ts';

/** What one call checks. */
export interface EngineCheck {
  readonly name: string;
  readonly run: (server: Server) => Promise<string>;
}

const SHOP = 'def total(price: int, count: int) -> int:\n    return price * count\n';
const DIFF = [
  'diff --git a/shop.py b/shop.py',
  '--- a/shop.py',
  '+++ b/shop.py',
  '@@ -1,2 +1,2 @@',
  ' def total(price: int, count: int) -> int:',
  '-    return price * count',
  '+    return price + count',
  '',
].join('\n');
const CLAMP =
  'def clamp(x: int) -> int:\n    """post: __return__ >= 0"""\n    return x if x > 0 else 0\n\n' +
  'def twice(x: int) -> int:\n    return x * 2\n\ndef doubled(x: int) -> int:\n    return x + x\n';

/** Analyzers that are Workers of their own, with a file in which each finds something. */
const ANALYZERS = ['tsc', 'ruff', 'biome', 'pyright'] as const;
const FAULTY = [
  { path: 'a.py', content: 'x: int = "a"\nprint(unknown)\n' },
  { path: 'b.ts', content: 'const x: number = "a";\ndebugger;\n' },
];

/** The checks, in order; what they make has the name `made`. */
export function engineChecks(made: string): readonly EngineCheck[] {
  return [
    call('prove', 'symbolic_check', { code: CLAMP, function_name: 'clamp' }, { status: z.literal('verified') }),
    call(
      'compare',
      'compare_functions',
      { code: CLAMP, function_a: 'twice', function_b: 'doubled' },
      { status: z.literal('equivalent') },
    ),
    call(
      'run Python',
      'run_python_code',
      { code: 'sum(range(10))', session_id: made },
      { status: z.literal('ok'), results: z.literal('45') },
    ),
    { name: 'push', run: (server) => push(server, made) },
    call(
      'search',
      'search_code',
      { pattern: 'price * count', workspace: made },
      { total_matches: z.literal(1), index: z.object({ complete: z.literal(true) }) },
    ),
    call(
      'review',
      'review_diff',
      { diff: DIFF, workspace_path: made },
      { status: z.literal('reviewed'), different: z.tuple([z.string()]) },
    ),
    call(
      'static analysis',
      'run_static_analysis',
      { files: FAULTY, options: { analyzers: ANALYZERS } },
      {
        success: z.literal(true),
        results: z.array(z.object({ total_findings: z.int().min(1) })).length(ANALYZERS.length),
      },
    ),
    call(
      'trace',
      'trace_execution_path',
      { workspace: made, entry_point: { file: 'shop.py', line: 1 }, inputs: ['total(2, 3)'] },
      { executed: z.object({ calls: z.tuple([z.object({ outcome: z.literal('returned 6') })]) }) },
    ),
    { name: 'plan', run: (server) => plan(server, made) },
    call(
      'scaffold',
      'check_answer',
      { test_case_id: 'dijkstra_simple_01', answer: RIGHT },
      { is_valid: z.literal(true) },
    ),
  ];
}

/** A right answer of dijkstra_simple_01. */
const RIGHT = {
  distances: { A: 0, B: null, C: 10, D: 16 },
  predecessors: { C: 'A', D: 'C' },
};

/** Deletes what the checks made. */
export function cleanUps(made: string): readonly EngineCheck[] {
  return [
    call('delete session', 'delete_session', { session_id: made }, { status: z.literal('deleted') }),
    call('delete workspace', 'delete_workspace', { workspace: made, confirm: made }, { status: z.literal('deleted') }),
  ];
}

function call(
  name: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, z.ZodType>>,
): EngineCheck {
  const answer = z.object(expected);
  return {
    name,
    run: async (server) => {
      await callTool(server, tool, args, answer);
      return tool;
    },
  };
}

async function push(server: Server, workspace: string): Promise<string> {
  const tar = await packTar([{ header: { name: 'shop.py', size: SHOP.length }, body: SHOP }]);
  const response = await fetch(`${server.server}/workspaces/${workspace}/archive`, {
    method: 'POST',
    headers: authorization(server.key),
    body: new Uint8Array(tar),
  });
  if (!response.ok) {
    throw new CommandProblem(
      `The archive is answered with ${response.status}: ${(await response.text()).slice(0, 300)}`,
      'The key needs the scope write; npx wrangler tail lemma-workspace shows the log.',
    );
  }
  const { index } = await waitForIndex(server, workspace, () => undefined);
  if (index.files_indexed === 1) return `an archive of one file, indexed in ${workspace}`;
  throw new CommandProblem('The file is not indexed.', 'npx wrangler tail lemma-syntax shows the log of the parser.');
}

const savedPlan = z.object({ id: z.string(), version: z.literal(1) });
const deletedPlan = z.object({ deleted: z.literal(true) });

/** Saves a plan and deletes it: its id is the server's. */
async function plan(server: Server, workspace: string): Promise<string> {
  const document = '# Smoke\n\n- [ ] One step\n';
  const { id } = await callTool(server, 'save_plan', { document, format: 'markdown', workspace }, savedPlan);
  await callTool(server, 'delete_plan', { plan_id: id }, deletedPlan);
  return 'save_plan, delete_plan';
}
