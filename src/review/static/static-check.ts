/** The check `static`: what analyzers say of the changed files that they did not say before the change. */
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { CheckReport, ReviewCheck } from '../check.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Omission } from '../finding.ts';
import type { SourceTree, Subject } from '../source.ts';
import type { Analysis, Analyzer, CheckedFile, PatternOptions } from './analyzer.ts';
import { lineMapOf } from './line-map.ts';
import { newFindings } from './new-findings.ts';
import { toFinding } from './to-finding.ts';

/** How analyzers are run. */
export interface StaticOptions {
  /** Milliseconds after which one is given up. */
  readonly timeoutMs: number;
  readonly patterns?: PatternOptions;
}

/** What one analyzer found, beside the report of all. */
export interface AnalyzerReport extends CheckReport {
  readonly analyzer: string;
  /** Why it found nothing, where it could not look. */
  readonly skippedReason?: string;
}

/** Files that one review has analyzed, the riskiest first. */
const MOST_FILES = 200;

/** Runs each of `analyzers` that the changed files are for; `executed` counts those that answered. */
export function staticCheck(analyzers: readonly Analyzer[], options: StaticOptions): ReviewCheck {
  return {
    name: 'static',
    async run(subject, onProgress) {
      const reports: AnalyzerReport[] = [];
      for (const analyzer of analyzers) reports.push(await analyzeChange(analyzer, subject, options, onProgress));
      return {
        findings: reports.flatMap(({ findings }) => findings),
        executed: reports.reduce((sum, { executed }) => sum + executed, 0),
        omitted: reports.flatMap(({ omitted }) => omitted),
        warnings: reports.flatMap(({ warnings }) => warnings),
      };
    },
  };
}

/** A changed file that is known on each side that has it. */
interface Changed {
  readonly file: DiffFile;
  readonly before: string;
  readonly after: string;
}

/** What one analyzer says of a change. Throws `Cancelled`. */
export async function analyzeChange(
  analyzer: Analyzer,
  subject: Subject,
  { timeoutMs, patterns }: StaticOptions,
  onProgress: OnProgress,
): Promise<AnalyzerReport> {
  const { name } = analyzer;
  const nothing = { analyzer: name, findings: [], executed: 0, omitted: [], warnings: [] };
  const candidates = subject.byRisk.filter(
    ({ path, status, binary }) => status !== 'deleted' && !binary && analyzer.handles(path),
  );
  if (candidates.length === 0) return nothing;
  await proceed(onProgress, { done: 0, message: name });
  const omitted: Omission[] = candidates.slice(MOST_FILES).map(({ path }) => ({
    what: path,
    why: `${name} checks at most ${MOST_FILES} files of a review.`,
    check: 'static',
  }));
  const changed = await readBoth(subject, candidates.slice(0, MOST_FILES), name, omitted);
  const run = (tree: SourceTree, files: readonly CheckedFile[]) =>
    analyzer.run(files, { tree, timeoutMs, ...(patterns !== undefined && { patterns }) });
  const after = await run(
    subject.after,
    changed.map(({ file, after: text }) => ({ path: file.path, text })),
  );
  const suspects = changed.filter(({ file }) => after.findings.some(({ path }) => path === file.path));
  const existed = suspects.filter(({ file }) => file.status !== 'added');
  await proceed(onProgress, { done: 0, message: `${name}, before the change` });
  const before: Analysis =
    existed.length === 0
      ? { findings: [], warnings: [] }
      : await run(
          subject.before,
          existed.map(({ file, before: text }) => ({ path: file.from ?? file.path, text })),
        );
  const skippedReason = after.skippedReason ?? before.skippedReason;
  if (skippedReason !== undefined) {
    return { ...nothing, omitted: [...omitted, { what: name, why: skippedReason, check: 'static' }], skippedReason };
  }
  // Of a file whose old findings are not all known, none is known to be new.
  const unclear = new Set([...(after.truncated ?? []), ...(before.truncated ?? [])]);
  for (const what of unclear)
    omitted.push({ what, why: `${name} finds too much there to tell what is new.`, check: 'static' });
  const clear = suspects.filter(({ file }) => !unclear.has(file.path) && !unclear.has(file.from ?? file.path));
  return {
    analyzer: name,
    findings: clear.flatMap((each) => findingsOf(each, before, after)),
    executed: 1,
    omitted,
    warnings: [...new Set([...after.warnings, ...before.warnings])],
  };
}

function findingsOf({ file, before, after }: Changed, old: Analysis, found: Analysis) {
  const fresh = newFindings({
    before: { text: before, findings: old.findings.filter(({ path }) => path === (file.from ?? file.path)) },
    after: { text: after, findings: found.findings.filter(({ path }) => path === file.path) },
    lines: lineMapOf(file),
  });
  return fresh.map(({ finding, changedLine }) =>
    toFinding(finding, after, changedLine === undefined ? { offDiff: OFF_DIFF } : { line: changedLine }),
  );
}

const OFF_DIFF =
  'The line itself is unchanged: another change to the same file causes it, which was without it before.';

async function readBoth(
  { before, after }: Subject,
  files: readonly DiffFile[],
  name: string,
  omitted: Omission[],
): Promise<readonly Changed[]> {
  const changed: Changed[] = [];
  for (const file of files) {
    const [old, text] = await Promise.all([
      file.status === 'added' ? '' : before.read(file.from ?? file.path),
      after.read(file.path),
    ]);
    if (old === undefined || text === undefined) {
      const why = `${name} needs the whole file on both sides: it is not known, too large or no UTF-8 text.`;
      omitted.push({ what: file.path, why, check: 'static' });
    } else changed.push({ file, before: old, after: text });
  }
  return changed;
}
