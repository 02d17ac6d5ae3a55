/** What `run_static_analysis` asks: analyzers on texts, on files of a commit, or on what a change brings. */
import { shownPath } from '../lib/shown-path.ts';
import { type OnProgress, proceed } from '../lib/work.ts';
import { pathFilter, type WorkspaceApi } from '../workspace/api.ts';
import { maskFindings } from './mask-findings.ts';
import { CommitTree } from './prepare/commit-tree.ts';
import { commitsChange } from './prepare/prepare.ts';
import type { Clock } from './run-checks.ts';
import type { ReviewServices } from './services.ts';
import type { SourceTree } from './source.ts';
import { analyzeFiles } from './static/analyze-files.ts';
import type { Analyzer, CheckedFile } from './static/analyzer.ts';
import { analyzeChange } from './static/static-check.ts';
import type { AnalyzerResult, StaticAnalysis, StaticAnalysisRequest } from './static/tool-service.ts';

type Ask = (analyzer: Analyzer) => Promise<Omit<AnalyzerResult, 'analyzer' | 'milliseconds'>>;

/** Runs the analyzers one after the other. Throws `ToolFailure` for files and commits that are not there, and `Cancelled`. */
export async function analyzeStatically(
  request: StaticAnalysisRequest,
  services: ReviewServices,
  onProgress: OnProgress,
  now: Clock,
): Promise<StaticAnalysis> {
  const { ask, ...commits } = await prepare(request, services, onProgress);
  const results: AnalyzerResult[] = [];
  for (const [done, name] of request.analyzers.entries()) {
    await proceed(onProgress, { done, total: request.analyzers.length, message: name });
    const started = now();
    const analyzer = services.analyzers.find((each) => each.name === name);
    const { findings, omitted, warnings, skippedReason } = analyzer === undefined ? notHere(name) : await ask(analyzer);
    const milliseconds = now() - started;
    const skipped = skippedReason === undefined ? {} : { skippedReason };
    results.push({ analyzer: name, findings: maskFindings(findings), omitted, warnings, milliseconds, ...skipped });
  }
  return { results, ...commits };
}

function notHere(name: string): Awaited<ReturnType<Ask>> {
  return { findings: [], omitted: [], warnings: [], skippedReason: `This server does not have ${name}.` };
}

async function prepare(
  { analyzed, timeoutMs, patterns, workspace }: StaticAnalysisRequest,
  services: ReviewServices,
  onProgress: OnProgress,
): Promise<Omit<StaticAnalysis, 'results'> & { readonly ask: Ask }> {
  const options = { timeoutMs, patterns };
  switch (analyzed.kind) {
    case 'texts': {
      const { files } = analyzed;
      const tree = workspace === undefined ? NO_FILES : await treeAt(services.workspace(workspace));
      return { warnings: [], ask: (analyzer) => analyzeFiles(analyzer, files, upon(tree, files), options) };
    }
    case 'files': {
      const tree = await treeAt(services.workspace(workspace ?? 'default'), analyzed.ref);
      const texts = await Promise.all(analyzed.paths.map(async (path) => ({ path, text: await tree.read(path) })));
      const files = texts.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
      const missing = texts.flatMap(({ path, text }) => (text === undefined ? [path] : []));
      return {
        head: tree.commit,
        warnings: missing.map((path) => `${shownPath(path)} is no text of this commit: not checked.`),
        ask: (analyzer) => analyzeFiles(analyzer, files, tree, options),
      };
    }
    case 'change': {
      const { base, ref, paths } = analyzed;
      const commits = { ...(base !== undefined && { base }), ...(ref !== undefined && { head: ref }), twoDot: false };
      const change = await commitsChange({ kind: 'commits', ...commits }, workspace ?? 'default', services);
      const wants = pathFilter({ paths, excludePaths: [], fileTypes: [] });
      const files = change.diff.files.filter(({ path }) => wants(path));
      const { before, after, omitted } = change;
      return {
        ...(before.commit !== undefined && { base: before.commit }),
        ...(after.commit !== undefined && { head: after.commit }),
        warnings: [
          ...change.warnings,
          ...omitted.filter(({ what }) => wants(what)).map(({ what, why }) => `${what}: ${why}`),
        ],
        ask: (analyzer) =>
          analyzeChange(analyzer, { diff: { files }, byRisk: files, before, after }, options, onProgress),
      };
    }
  }
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
