/** The analyzers, from the Worker's bindings. */
import type { Analyzer } from '../../src/review/static/analyzer.ts';
import type { AnalyzerApi } from '../../src/review/static/service.ts';
import { BIOME, RUFF, TSC } from '../../src/review/static/traits.ts';
import { workerAnalyzer } from '../../src/review/static/worker-analyzer.ts';

/** Bindings of their Workers. */
export interface AnalyzerEnv {
  readonly TSC: AnalyzerApi;
  readonly RUFF: AnalyzerApi;
  readonly BIOME: AnalyzerApi;
}

/** Every analyzer there is. */
export function analyzersOf(env: AnalyzerEnv): readonly Analyzer[] {
  return [workerAnalyzer(TSC, env.TSC), workerAnalyzer(RUFF, env.RUFF), workerAnalyzer(BIOME, env.BIOME)];
}
