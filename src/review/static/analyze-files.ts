/** Everything that an analyzer says of some files, whoever has written it. */
import type { Omission } from '../finding.ts';
import type { SourceTree } from '../source.ts';
import type { Analyzer, CheckedFile } from './analyzer.ts';
import type { AnalyzerReport, StaticOptions } from './static-check.ts';
import { toFinding } from './to-finding.ts';

/** What one analyzer says of those of `files` that it is for; `tree` has them and what they need. */
export async function analyzeFiles(
  analyzer: Analyzer,
  files: readonly CheckedFile[],
  tree: SourceTree,
  { timeoutMs, patterns }: StaticOptions,
): Promise<AnalyzerReport> {
  const { name } = analyzer;
  const texts = new Map(files.filter(({ path }) => analyzer.handles(path)).map(({ path, text }) => [path, text]));
  const nothing = { analyzer: name, findings: [], executed: 0, omitted: [], warnings: [] };
  if (texts.size === 0) return { ...nothing, warnings: [`None of the files is one that ${name} checks.`] };
  const checked = Array.from(texts, ([path, text]) => ({ path, text }));
  const analysis = await analyzer.run(checked, { tree, timeoutMs, ...(patterns !== undefined && { patterns }) });
  const { findings, truncated = [], warnings, skippedReason } = analysis;
  const omitted = truncated.map((what): Omission => ({ what, why: `${name} finds more there.`, check: 'static' }));
  return {
    ...nothing,
    findings: findings.map((each) => toFinding(each, texts.get(each.path) ?? '')),
    omitted,
    warnings,
    ...(skippedReason === undefined ? { executed: 1 } : { skippedReason }),
  };
}
