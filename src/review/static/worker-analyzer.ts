/** An analyzer that runs in a Worker of its own: what it needs goes there, what it says is weighed, and its loss is a reason. */

import { LARGEST_SOURCE } from '../../lib/largest-source.ts';
import { isLostInstance } from '../../lib/lost-instance.ts';
import { within } from '../../lib/within.ts';
import type { Analysis, Analyzer, AnalyzerFinding, AnalyzerName, CheckedFile } from './analyzer.ts';
import type { AnalyzerApi, Diagnostic } from './service.ts';

/** What is to know of an analyzer besides its Worker. */
export interface AnalyzerTraits {
  readonly name: AnalyzerName;
  /** Paths that it checks. */
  readonly handles: RegExp;
  /** Paths that it may read besides: what is imported, declared and set. */
  readonly reads: RegExp;
  /** What a diagnostic means to a review. */
  weigh(diagnostic: Diagnostic): Pick<AnalyzerFinding, 'severity' | 'category' | 'confidence' | 'recommendation'>;
}

/** UTF-16 units of all files of one call. */
const MOST_UNITS = 4_000_000;
/** Paths that a Worker is told of. */
const MOST_PATHS = 60_000;

/** The analyzer in the Worker `api`. */
export function workerAnalyzer({ name, handles, reads, weigh }: AnalyzerTraits, api: AnalyzerApi): Analyzer {
  const toFinding = ({ code, uncertain: _, ...diagnostic }: Diagnostic, weight: ReturnType<typeof weigh>) => ({
    ...diagnostic,
    ...weight,
    rule: `${name}/${code}`,
  });
  return {
    name,
    handles: (path) => handles.test(path),
    async run(files, { tree, timeoutMs }) {
      const { fitting, warnings } = affordable(name, files);
      const paths = ((await tree.paths()) ?? []).filter((path) => reads.test(path));
      if (paths.length > MOST_PATHS) warnings.push(`${name} was told of the first ${MOST_PATHS} paths only.`);
      const request = { files: fitting, paths: paths.slice(0, MOST_PATHS) };
      const known = new Map(fitting.map(({ path, text }) => [path, text]));
      const read = (wanted: readonly string[]) => Promise.all(wanted.map((path) => known.get(path) ?? tree.read(path)));
      const answer = await guarded(name, timeoutMs, () => api.check(request, read));
      if ('skippedReason' in answer) return { findings: [], skippedReason: answer.skippedReason, warnings };
      const { diagnostics, truncated, notes } = answer.value;
      return {
        findings: diagnostics.map((each) => toFinding(each, weigh(each))),
        truncated,
        warnings: [...warnings, ...notes],
      };
    },
  };
}

/** The files that fit into a call, from the first on. */
function affordable(name: AnalyzerName, files: readonly CheckedFile[]): { fitting: CheckedFile[]; warnings: string[] } {
  const fitting: CheckedFile[] = [];
  const warnings: string[] = [];
  let units = 0;
  for (const file of files) {
    if (file.text.length > LARGEST_SOURCE || units + file.text.length > MOST_UNITS) {
      warnings.push(`${file.path} is too large for this call of ${name}: not checked.`);
      continue;
    }
    units += file.text.length;
    fitting.push(file);
  }
  return { fitting, warnings };
}

type Guarded<T> = { readonly value: T } | Required<Pick<Analysis, 'skippedReason'>>;

/** The answer, or why there is none. Throws what is neither a lost Worker nor its own failure to answer. */
async function guarded<T>(name: AnalyzerName, timeoutMs: number, ask: () => Promise<T>): Promise<Guarded<T>> {
  try {
    const value = await within(
      timeoutMs,
      ask().then((answer) => ({ answer })),
    );
    if (value !== undefined) return { value: value.answer };
    return { skippedReason: `${name} did not answer within ${timeoutMs} ms: nothing of it counts. Try fewer files.` };
  } catch (error) {
    if (!isLostInstance(error)) throw error;
    return {
      skippedReason: `${name} was lost while it worked on this call, or has no memory left. Try again, or fewer files.`,
    };
  }
}
