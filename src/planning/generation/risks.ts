/** What makes a change of files risky, by what was counted. */
import type { FileEvidence, FoundRisk } from './service.ts';

/** From where on a number is reported as a risk. A choice, not a measurement; the number stands beside it. */
const LIMITS = {
  /** Share of the commits that were looked at, and how many at least. */
  churnShare: 0.1,
  churnCommits: 5,
  fileLines: 1_000,
  functionLines: 80,
  callers: 10,
} as const;

/** The risks of changing `files`, in their order; `looked`: commits that churn was counted in. */
export function risksOf(files: readonly FileEvidence[], looked: number): readonly FoundRisk[] {
  return files.flatMap((file) => [...ofFile(file, looked), ...ofSymbols(file)]);
}

function* ofFile({ path: file, lines = 0, largest, commits = 0 }: FileEvidence, looked: number): Generator<FoundRisk> {
  if (commits >= LIMITS.churnCommits && commits >= looked * LIMITS.churnShare)
    yield { kind: 'churn', file, commits, among: looked };
  if (lines >= LIMITS.fileLines) yield { kind: 'long_file', file, lines };
  if (largest !== undefined && largest.lines >= LIMITS.functionLines)
    yield { kind: 'long_function', file, line: largest.line, symbol: largest.name, lines: largest.lines };
}

function* ofSymbols({ path: file, symbols }: FileEvidence): Generator<FoundRisk> {
  const untested = symbols.filter(({ reach }) => reach === 'none');
  const [first] = untested;
  if (first !== undefined) yield { kind: 'no_test', file, line: first.line, symbols: untested.map(({ name }) => name) };
  for (const { name: symbol, line, isExported, totalCallers: places, callerFiles } of symbols) {
    const found = { file, line, symbol, places, files: callerFiles };
    if (places >= LIMITS.callers) yield { kind: 'many_callers', ...found };
    else if (isExported && places > 0) yield { kind: 'public_interface', ...found };
  }
}
