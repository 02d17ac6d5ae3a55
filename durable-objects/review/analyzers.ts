/** The analyzers, from the Worker's bindings. */
import { ANALYZERS, type Analyzer, type AnalyzerName } from '../../src/review/static/analyzer.ts';
import { patternRules } from '../../src/review/static/rules/pattern-rules.ts';
import type { AnalyzerApi } from '../../src/review/static/service.ts';
import { BIOME, PYRIGHT, RUFF, TSC } from '../../src/review/static/traits.ts';
import { workerAnalyzer } from '../../src/review/static/worker-analyzer.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';

/** Bindings of their Workers. */
export interface AnalyzerEnv {
  readonly TSC: AnalyzerApi;
  readonly RUFF: AnalyzerApi;
  readonly BIOME: AnalyzerApi;
  readonly PYRIGHT: AnalyzerApi;
}

/** Every analyzer there is; `syntax` runs rules over patterns. */
export function analyzersOf(env: AnalyzerEnv, syntax: SyntaxApi): readonly Analyzer[] {
  const analyzers: Readonly<Record<AnalyzerName, Analyzer>> = {
    tsc: workerAnalyzer(TSC, env.TSC),
    semgrep: patternRules(syntax),
    ruff: workerAnalyzer(RUFF, env.RUFF),
    biome: workerAnalyzer(BIOME, env.BIOME),
    pyright: workerAnalyzer(PYRIGHT, env.PYRIGHT),
  };
  return ANALYZERS.map((name) => analyzers[name]);
}
