/** `run_tests`: runs the tests of a workspace at a commit, and answers with the failures first. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { supplySchema } from '../../lib/supply.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { inSandbox } from '../../python/sandbox.ts';
import { RUNNERS } from '../../python/tests/request.ts';
import { runTests } from '../../python/tests/run.ts';
import { renderRun, runOutput, toRunFacts } from './test-facts.ts';

const path = z.string().min(1).max(1000);

export default defineTool({
  name: 'run_tests',
  toolset: 'python',
  alsoIn: ['context'],
  title: 'Run tests of a repository',
  description:
    'Runs pytest or unittest tests of a workspace at a commit. Failures first; one test id in paths shows more.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: z.strictObject({
    workspace: z.string().default('default').describe('Its name.'),
    ref: z.string().min(1).optional().describe('The indexed commit by default.'),
    paths: z.array(path).max(100).default([]).describe('Files, folders or ids: tests/test_a.py::test_b.'),
    keyword: z.string().max(1000).default('').describe('pytest -k.'),
    marker: z.string().max(1000).default('').describe('-m.'),
    directory: z.string().max(1000).default('').describe('Folder to run in.'),
    runner: z.enum(RUNNERS).default('auto').describe('auto: pytest, or unittest.'),
    max_failures: z.int().min(0).default(0).describe('Stop after so many.'),
    timeout: z.int().min(1).max(290).default(120).describe('Seconds.'),
    coverage: z.boolean().default(false).describe('Tell which lines ran.'),
    limit: z.int().min(1).max(100).default(10).describe('Failures.'),
    offset: z.int().min(0).default(0).describe('How many to skip.'),
    supply: supplySchema.optional(),
  }),
  output: runOutput,
  async handler(args, ctx) {
    const { name, workspace } = ctx.workspaces.open(args.workspace);
    const tree = await workspace.fileTree(args.ref);
    const directory = relativePath(args.directory);
    const known = new Set(tree.files.flatMap((file) => [file.path, ...foldersOf(file.path)]));
    for (const each of [directory, ...args.paths.map((one) => joined(directory, one))]) expectThere(each, known, name);
    const { workspace: _workspace, ref: _ref, supply, ...request } = args;
    expectSupply(supply, ctx);
    const detail = args.paths.length === 1 && args.paths[0]?.includes('::') === true;
    const { run, result } = await inSandbox(
      { session: ctx.testSandbox(), mount: { workspace: name, commit: tree.commit }, supply },
      (sandbox, root) =>
        runTests(sandbox, { ...request, ...(supply !== undefined && { supply }), root, directory, detail }, ctx),
      ctx.onProgress,
    );
    return toRunFacts({ args, workspace: name, commit: tree.commit, run, result });
  },
  render: renderRun,
});

/** Without slashes at its ends and needless dots. */
function relativePath(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function joined(directory: string, testPath: string): string {
  return relativePath(`${directory}/${testPath.split('::', 1)[0]}`);
}

function foldersOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function expectThere(path: string, known: ReadonlySet<string>, workspace: string): void {
  if (path === '' || known.has(path)) return;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const near = [...known].filter((each) => each.endsWith(`/${name}`)).slice(0, 3);
  throw new ToolFailure({
    errorType: 'FILE_NOT_FOUND',
    message: `Workspace '${workspace}' has no file or folder ${JSON.stringify(path.slice(0, 300))} at that commit.`,
    advice:
      near.length > 0
        ? `There is ${near.join(', ')}.`
        : 'Paths are relative to directory, which is the root by default; leave paths out to run all tests.',
  });
}
