/** What `run_static_analysis` asks: analyzers on texts, on files of a commit, or on what a change brings. */
import { type OnProgress, proceed } from '../../src/lib/work.ts';
import { parseDiff } from '../../src/review/diff/parse.ts';
import type { SourceTree, Subject } from '../../src/review/source.ts';
import { analyzeFiles } from '../../src/review/static/analyze-files.ts';
import type { Analyzer, CheckedFile } from '../../src/review/static/analyzer.ts';
import { analyzeChange } from '../../src/review/static/static-check.ts';
import type { AnalyzerResult, StaticAnalysis, StaticAnalysisRequest } from '../../src/review/static/tool-service.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';
import { CommitTree } from './source-tree.ts';

/** What it is made of: the workspace is absent where the request names none. */
export interface StaticServices {
  readonly analyzers: readonly Analyzer[];
  readonly workspace?: WorkspaceApi;
  /** Milliseconds, for the times that are told. */
  readonly now: () => number;
}

type Ask = (analyzer: Analyzer) => Promise<Omit<AnalyzerResult, 'analyzer' | 'milliseconds'>>;

/** Runs the analyzers one after the other. Throws `ToolFailure` for files and commits that are not there, and `Cancelled`. */
export async function analyzeStatically(
  request: StaticAnalysisRequest,
  services: StaticServices,
  onProgress: OnProgress,
): Promise<StaticAnalysis> {
  const { ask, ...commits } = await prepare(request, services, onProgress);
  const results: AnalyzerResult[] = [];
  for (const [done, name] of request.analyzers.entries()) {
    await proceed(onProgress, { done, total: request.analyzers.length, message: name });
    const started = services.now();
    const analyzer = services.analyzers.find((each) => each.name === name);
    const { findings, omitted, warnings, skippedReason } = analyzer === undefined ? notHere(name) : await ask(analyzer);
    const milliseconds = Math.round(services.now() - started);
    const skipped = skippedReason === undefined ? {} : { skippedReason };
    results.push({ analyzer: name, findings, omitted, warnings, milliseconds, ...skipped });
  }
  return { results, ...commits };
}

function notHere(name: string): Awaited<ReturnType<Ask>> {
  return { findings: [], omitted: [], warnings: [], skippedReason: `This server does not have ${name}.` };
}

async function prepare(
  { analyzed, timeoutMs, patterns }: StaticAnalysisRequest,
  { workspace }: StaticServices,
  onProgress: OnProgress,
): Promise<Omit<StaticAnalysis, 'results'> & { readonly ask: Ask }> {
  const options = { timeoutMs, patterns };
  if (analyzed.kind === 'texts') {
    const { files } = analyzed;
    const tree = workspace === undefined ? NO_FILES : await treeAt(workspace);
    return { warnings: [], ask: (analyzer) => analyzeFiles(analyzer, files, upon(tree, files), options) };
  }
  if (workspace === undefined) throw new Error('Without a workspace only texts are analyzed.');
  if (analyzed.kind === 'files') {
    const tree = await treeAt(workspace, analyzed.ref);
    const texts = await Promise.all(analyzed.paths.map(async (path) => ({ path, text: await tree.read(path) })));
    const files = texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
    const missing = texts.flatMap(({ path, text }) => (text === undefined ? [path] : []));
    return {
      head: tree.commit,
      warnings: missing.map((path) => `${path} is no text of this commit: not checked.`),
      ask: (analyzer) => analyzeFiles(analyzer, files, tree, options),
    };
  }
  const { base, ref, paths } = analyzed;
  const patch = await workspace.patch({
    ...(base !== undefined && { base }),
    ...(ref !== undefined && { head: ref }),
    twoDot: false,
    paths,
  });
  const diff = patch.text === '' ? { files: [], warnings: [] } : parseDiff(patch.text);
  const subject: Subject = {
    diff,
    byRisk: diff.files,
    before: patch.base === undefined ? NO_FILES : new CommitTree(workspace, patch.base),
    after: new CommitTree(workspace, patch.head),
  };
  return {
    ...(patch.base !== undefined && { base: patch.base }),
    head: patch.head,
    warnings: [...diff.warnings, ...patch.left.map(({ path }) => `${path} is left out: it is too large to compare.`)],
    ask: (analyzer) => analyzeChange(analyzer, subject, options, onProgress),
  };
}

async function treeAt(workspace: WorkspaceApi, ref?: string): Promise<CommitTree> {
  return new CommitTree(workspace, (await workspace.fileTree(ref)).commit);
}

const NO_FILES: SourceTree = { read: async () => undefined, paths: async () => [] };

/** The tree with these texts in place of its own. */
function upon(tree: SourceTree, files: readonly CheckedFile[]): SourceTree {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return {
    read: async (path) => texts.get(path) ?? (await tree.read(path)),
    paths: async () => [...new Set([...((await tree.paths()) ?? []), ...texts.keys()])].sort(),
  };
}
