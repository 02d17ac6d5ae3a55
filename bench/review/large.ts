/**
 * `npm run bench -- review-large <folder of clones> [runs]`: how long reviews of some 5,000 added lines take with everything on that needs no model,
 * by stage: the first run by itself, then the others.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startDevServer } from '../../scripts/lib/dev-server.ts';
import { waitForIndex } from '../../scripts/lib/lemma/index-state.ts';
import { callTool } from '../../scripts/lib/lemma/server.ts';
import { freePort } from '../../test/free-port.ts';

const CHANGES = [
  {
    repository: 'pallets/click',
    base: '934813e4d421071a1b3db3973c02fe2721359a6e',
    head: '219206a18666624072fdbb803901e5eb7ce575a1',
  },
  {
    repository: 'honojs/hono',
    base: 'fab3b13639339cbd5ba1166a5b23d9ac30c5f64f',
    head: '28a9c128912de19f3fb28b00ae289c9b93f6f392',
  },
] as const;

/** Everything that is on only when it is asked for, and that no model answers. */
const OPTIONS = { enable_static_analysis: true, run_tests: true, enable_mutants: true };

const reviewSchema = z.object({
  summary: z.object({ total_findings: z.int() }),
  stats: z.object({
    files_changed: z.int(),
    lines_added: z.int(),
    lines_removed: z.int(),
    duration_ms: z.int(),
    timings_ms: z.record(z.string(), z.number()),
  }),
});

/** Prints a table of stages for each change. */
export async function runLarge([folder = '', runs = '5']: readonly string[]): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), 'lemma-bench-large-'));
  const server = await startDevServer(await freePort(), state);
  try {
    await server.ready();
    for (const { repository, base, head } of CHANGES) {
      const clone = join(folder, repository.replace('/', '+'), 'repo');
      const workspace = repository.replace('/', '-');
      execFileSync('git', [
        '-C',
        clone,
        'push',
        '--quiet',
        `${server.url}/git/${workspace}`,
        `${head}:refs/heads/main`,
      ]);
      const to = { server: server.url, key: undefined };
      await waitForIndex(to, workspace, () => undefined);
      const stages = new Map<string, number[]>();
      for (let run = 0; run <= Number(runs); run++) {
        const args = { workspace, base, head, options: OPTIONS };
        const { stats, summary } = await callTool(to, 'review_commit', args, reviewSchema);
        if (run === 0) {
          const { files_changed, lines_added, lines_removed } = stats;
          console.log(
            `\n${repository}: ${files_changed} files, +${lines_added} -${lines_removed}, ${summary.total_findings} findings`,
          );
        }
        for (const [stage, ms] of Object.entries({ ...stats.timings_ms, all: stats.duration_ms }))
          stages.set(stage, [...(stages.get(stage) ?? []), ms]);
      }
      console.log('| stage | first, ms | p50 | p95 |\n| --- | --- | --- | --- |');
      for (const [stage, [first = 0, ...others]] of stages) {
        const times = others.toSorted((left, right) => left - right);
        const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
        console.log(`| ${stage} | ${first} | ${at(0.5)} | ${at(0.95)} |`);
      }
    }
  } finally {
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
}
