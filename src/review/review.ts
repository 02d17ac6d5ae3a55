/** A review from its checks to what is reported: first a draft, then, when a model has answered or none is asked, the review. */
import { sha256 } from '../lib/sha256.ts';
import { VERSION } from '../lib/version.ts';
import { type OnProgress, proceed } from '../lib/work.ts';
import type { ReviewCheck } from './check.ts';
import { addedLines } from './diff/diff.ts';
import type { Finding, Omission } from './finding.ts';
import { type Material, materialOf } from './model/material.ts';
import { lineHashes } from './report/line-hash.ts';
import type { Policy, PolicyVerdict } from './report/policy.ts';
import { report } from './report/report.ts';
import { type Clock, runChecks, type Stage, type ToldReport } from './run-checks.ts';
import type { ModelOptions } from './service.ts';
import type { Subject } from './source.ts';

/** What is known of a change before anything is checked. */
export interface Outline {
  /** From 1 to 5. */
  readonly risk: number;
  readonly classification: 'feature' | 'bugfix' | 'refactor' | 'infra' | 'docs';
  readonly hotspots: readonly { readonly file: string; readonly reason: string; readonly riskContribution: number }[];
  readonly size: { readonly files: number; readonly added: number; readonly removed: number };
}

/** Everything that a review needs, prepared. */
export interface ReviewInput {
  readonly subject: Subject;
  readonly outline: Outline;
  /** In the order in which they run. */
  readonly checks: readonly ReviewCheck<ToldReport>[];
  /** Whether a line of a file after the change was only moved there. */
  readonly isMoved: (file: string, line: number) => boolean;
  readonly policy: Policy;
  /** Absent: no model is asked. */
  readonly model?: ModelOptions;
  /** Text with secrets masked. */
  readonly scrub: (text: string) => string;
  /** Everything that decides the answer, as JSON. */
  readonly inputs: unknown;
  /** Of the preparation. */
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
  readonly timings: Readonly<Record<string, number>>;
}

/** A review before a model has said anything, as JSON. */
export interface Draft extends Outline {
  /** Made of everything that decides the answer. */
  readonly runId: string;
  readonly workspace?: string;
  readonly base?: string;
  readonly head?: string;
  readonly findings: readonly Finding[];
  /** What GitHub knows lines by, by `file:line`. */
  readonly lineHashes: Readonly<Record<string, string>>;
  readonly changes: readonly string[];
  /** Functions that were shown to behave differently; absent in reviews of earlier versions. */
  readonly different?: readonly string[];
  readonly stages: readonly Stage[];
  readonly timings: Readonly<Record<string, number>>;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
  readonly policy: Policy;
  /** What a model is to see; absent when none is asked. */
  readonly material?: Material;
  /** Why none is asked though one is wanted. */
  readonly skipped?: string;
}

/** What came of asking a model. */
export interface ModelPart {
  readonly findings: readonly Finding[];
  readonly passes: number;
  /** Findings that quote no changed line. */
  readonly dropped: number;
}

/** A finished review. */
export interface Review extends Omit<Draft, 'findings' | 'policy' | 'material'> {
  readonly verdict: PolicyVerdict;
  readonly model?: Omit<ModelPart, 'findings'> & { readonly added: number };
}

/** Checks by which lines that were only moved are not judged again. */
const BY_LINE: ReadonlySet<string> = new Set(['invariants', 'static', 'secrets']);

/** Runs the checks. Throws `ToolFailure` for the caller's faults, and `Cancelled`. */
export async function draftReview(input: ReviewInput, onProgress: OnProgress, now: Clock): Promise<Draft> {
  const { subject, outline, checks, isMoved, policy, model, scrub } = input;
  const { workspace, before, after } = subject;
  await proceed(onProgress, { done: 0, total: checks.length, message: 'preflight' });
  const found = await runChecks(checks, subject, onProgress, now);
  const findings = notMoved(found.findings, isMoved);
  const moved = found.findings.length - findings.length;
  const started = now();
  const isAsked = model !== undefined && outline.risk >= model.riskThreshold;
  const material = isAsked ? materialOf(subject, model, findings, scrub) : undefined;
  const scrubbed = now() - started;
  return {
    ...outline,
    runId: `review-${(await sha256(JSON.stringify([VERSION, input.inputs]))).slice(0, 16)}`,
    ...(workspace !== undefined && { workspace }),
    ...(before.commit !== undefined && { base: before.commit }),
    ...(after.commit !== undefined && { head: after.commit }),
    findings,
    lineHashes: await hashesOf(subject, findings),
    changes: found.changes,
    different: found.different,
    stages: found.stages,
    timings: { ...input.timings, ...(isAsked && { secrets_scrub: scrubbed }) },
    omitted: [...input.omitted, ...found.omitted],
    warnings: [
      ...input.warnings,
      ...found.warnings,
      ...(moved > 0 ? [`${moved} findings on lines that were only moved are left out.`] : []),
    ],
    policy,
    ...(material !== undefined && { material }),
    ...(model !== undefined &&
      !isAsked && { skipped: `The risk of ${outline.risk} is below llm_risk_threshold ${model.riskThreshold}.` }),
  };
}

/** The findings without those of lines that were only moved, where lines are what a check judges. */
export function notMoved(findings: readonly Finding[], isMoved: ReviewInput['isMoved']): readonly Finding[] {
  return findings.filter(
    ({ check, file, line, side }) => !BY_LINE.has(check) || side === 'before' || !isMoved(file, line),
  );
}

/** The review of a draft, with what a model found where one was asked. */
export async function finishReview(draft: Draft, model?: ModelPart): Promise<Review> {
  const { findings, policy, material, ...rest } = draft;
  return {
    ...rest,
    verdict: await report([...findings, ...(model?.findings ?? [])], policy, rest.different),
    ...(model !== undefined && {
      model: { passes: model.passes, dropped: model.dropped, added: model.findings.length },
    }),
  };
}

/** What GitHub knows the lines by that findings stand on, by `file:line`, as far as their files are known. */
export async function hashesOf(
  { after }: Subject,
  findings: readonly Finding[],
): Promise<Readonly<Record<string, string>>> {
  const wanted = new Map<string, Set<number>>();
  for (const { file, line, side } of findings) {
    if (side !== 'before') wanted.set(file, (wanted.get(file) ?? new Set()).add(line));
  }
  const hashes: Record<string, string> = {};
  for (const [file, lines] of wanted) {
    const text = await after.read(file).catch(() => undefined);
    if (text === undefined) continue;
    for (const [line, hash] of lineHashes(text, lines)) hashes[`${file}:${line}`] = hash;
  }
  return hashes;
}

/** Lines that a diff adds and removes. */
export function sizeOf({ diff }: Pick<Subject, 'diff'>): Outline['size'] {
  const added = diff.files.reduce((sum, file) => sum + addedLines(file).length, 0);
  const removed = diff.files.reduce(
    (sum, { hunks }) =>
      sum + hunks.reduce((lines, hunk) => lines + hunk.lines.filter(({ kind }) => kind === 'removed').length, 0),
    0,
  );
  return { files: diff.files.length, added, removed };
}
