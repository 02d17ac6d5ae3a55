/** Time and tokens of the tools that reason, on real functions of one repository: the first call by itself, then the others. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { waitForIndex } from '../../scripts/lib/lemma/index-state.ts';
import { type Arguments, timedCall, withServer } from './server.ts';

const REPOSITORY = 'more-itertools/more-itertools';
const COMMIT = '2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10';
const FILE = 'more_itertools/recipes.py';
const FUNCTIONS = ['sieve', 'factor', 'polynomial_eval', 'convolve', 'random_permutation', 'unique_everseen'];

const entry = (function_name: string) => ({ file: FILE, line: 1, function_name });
const guess = (name: string) => ({ description: `${name} gives something.`, type: 'behavior', confidence_level: 3 });
const checks = (name: string) => [{ kind: 'search', text: `def ${name}(`, expects: { holds: 'supports' } }];
const context = (name: string) => ({
  attempted_approaches: [],
  partial_findings: [],
  stuck_description: `What does ${name} do?`,
  code_scope: { files: [FILE], entry_points: [entry(name)] },
});

/** The calls of each tool. */
const CALLS: Readonly<Record<string, readonly Arguments[]>> = {
  trace_execution_path: FUNCTIONS.map((name) => ({ entry_point: entry(name) })),
  'trace_execution_path, read only': FUNCTIONS.map((name) => ({ entry_point: entry(name), run: false })),
  performance_bottleneck: FUNCTIONS.map((name) => ({ code_path: { entry_point: entry(name), suspected_issues: [] } })),
  cross_system_impact: ['recipes', 'more', '__init__'].map((name) => ({
    change_scope: { files: [`more_itertools/${name}.py`] },
  })),
  hypothesis_test: FUNCTIONS.map((name) => ({
    hypothesis: guess(name),
    test_scope: { files: [FILE], test_data: { checks: checks(name) } },
  })),
  run_hypothesis_tournament: [
    {
      hypotheses: FUNCTIONS.map((name, at) => ({ id: `h${at}`, ...guess(name), checks: checks(name) })),
      test_scope: { files: [FILE] },
    },
  ],
  escalate_analysis: FUNCTIONS.map((name) => ({
    claude_context: context(name),
    analysis_type: 'execution_trace',
    depth_level: 3,
  })),
  start_conversation: FUNCTIONS.slice(0, 4).map((name) => ({
    claude_context: context(name),
    analysis_focus: 'debugging',
    depth_level: 3,
  })),
};

/** Prints a row for each tool. */
export async function runTools([clones = '', runs = '3']: readonly string[]): Promise<void> {
  await withServer(async (server) => {
    const clone = join(clones, REPOSITORY.replace('/', '+'), 'repo');
    const remote = `${server.server}/git/default`;
    execFileSync('git', ['-C', clone, 'push', '--quiet', remote, `${COMMIT}:refs/heads/main`]);
    await waitForIndex(server, 'default', () => undefined);
    const heads = ['first', 'p50', 'p95', 'tokens p50', 'most'];
    console.log('tool'.padEnd(36), heads.map((each) => each.padStart(11)).join(''));
    for (const [title, calls] of Object.entries(CALLS)) {
      const times: number[] = [];
      const tokens: number[] = [];
      for (let run = 0; run < Number(runs); run++)
        for (const args of calls) {
          const { facts, ms } = await timedCall(server, title.split(',')[0] ?? title, args);
          times.push(ms);
          tokens.push(countTokens(JSON.stringify(facts)));
        }
      const [first = 0, ...others] = times;
      const row = [first, at(others, 0.5), at(others, 0.95), at(tokens, 0.5), Math.max(...tokens)];
      console.log(title.padEnd(36), row.map((each) => String(Math.round(each)).padStart(11)).join(''));
    }
  });
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(share * (values.length - 1))] ?? 0;
}
