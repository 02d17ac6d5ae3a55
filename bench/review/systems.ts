/** What is compared: reviews, and analyzers alone, asked of one commit. */
import { z } from 'zod';
import { callForText, callTool, readResource, type Server } from '../../scripts/lib/lemma/server.ts';
import type { BenchCommit } from './commits.ts';

const findingSchema = z.object({
  file: z.string(),
  line: z.int(),
  severity: z.string(),
  title: z.string(),
  rule: z.string(),
});
export type BenchFinding = z.output<typeof findingSchema>;

const reviewSchema = z.object({
  findings: z.array(findingSchema),
  summary: z.object({ total_findings: z.int() }),
  omitted: z.array(z.object({ what: z.string(), why: z.string(), check: z.string().optional() })),
});
const analysisSchema = z.object({
  findings: z.array(findingSchema),
  results: z.tuple([z.object({ total_findings: z.int(), skipped_reason: z.string().optional() })]),
});
const sarifSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          level: z.string(),
          message: z.object({ text: z.string() }),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string() }),
                region: z.object({ startLine: z.int() }),
              }),
            }),
          ]),
        }),
      ),
    }),
  ),
});

/** Reviews as they are by default and with analyzers, and analyzers alone on the whole files that a commit changes. */
export const SYSTEMS = ['review', 'review with analyzers', 'ruff', 'biome', 'tsc'] as const;
export type System = (typeof SYSTEMS)[number];

/** Files that an analyzer is asked about. */
const ENDINGS = { ruff: /\.py$/, biome: /\.[jt]sx?$/, tsc: /\.tsx?$/ } as const;
/** Findings that one answer lists. */
const MOST_LISTED = 500;

/** What a system says of a commit. */
export interface Answer {
  readonly findings: readonly BenchFinding[];
  /** Those that are not listed, too. */
  readonly total: number;
  /** What could not look: then nothing follows from what it did not find. */
  readonly skipped: readonly string[];
}

/** Files whose lines count for a system, of those that a commit changes. */
export function filesOf(system: System, changed: Iterable<string>): readonly string[] {
  return [...changed].filter((path) => !(system in ENDINGS) || ENDINGS[system as keyof typeof ENDINGS].test(path));
}

/** Asks a system; `files` are those of {@link filesOf}. */
export async function ask(
  server: Server,
  workspace: string,
  { commit }: BenchCommit,
  system: System,
  files: readonly string[],
  behaviour: boolean,
): Promise<Answer> {
  if (system === 'review' || system === 'review with analyzers') {
    const options = { enable_static_analysis: system !== 'review', enable_behaviour: behaviour };
    const args = { workspace, base: `${commit}~1`, head: commit, options };
    const { facts, report } = await callForText(server, 'review_commit', args);
    const { findings, summary, omitted } = reviewSchema.parse(facts);
    const total = summary.total_findings;
    const skipped = omitted.filter(({ what, check }) => check !== undefined && isWhole(what));
    return {
      findings: findings.length < total && report !== undefined ? await reported(server, report) : findings,
      total,
      skipped: skipped.map(({ what, why }) => `${what}: ${why}`),
    };
  }
  const args = {
    workspace,
    ref: commit,
    changed_files: files,
    options: { analyzers: [system], max_findings_per_analyzer: MOST_LISTED },
  };
  const { findings, results } = await callTool(server, 'run_static_analysis', args, analysisSchema);
  const [{ total_findings, skipped_reason }] = results;
  return { findings, total: total_findings, skipped: skipped_reason === undefined ? [] : [skipped_reason] };
}

/** Whether something omitted is a whole check or analyzer. */
function isWhole(what: string): boolean {
  return /^(?:tsc|ruff|biome|semgrep|surface|behaviour|tests|secrets|static|preflight|invariants)$/.test(what);
}

/** Findings of a report as SARIF: the answer itself has only those that fit. */
async function reported(server: Server, report: string): Promise<readonly BenchFinding[]> {
  const { runs } = sarifSchema.parse(JSON.parse(String(await readResource(server, `${report}.sarif`))));
  return runs.flatMap(({ results }) =>
    results.map(({ ruleId, level, message, locations: [{ physicalLocation }] }) => ({
      file: physicalLocation.artifactLocation.uri,
      line: physicalLocation.region.startLine,
      severity: level,
      title: message.text,
      rule: ruleId,
    })),
  );
}
