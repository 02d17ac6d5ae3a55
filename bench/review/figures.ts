/** Figures of what systems said of commits. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchCommit, TUNED } from './commits.ts';
import { type BenchFinding, SYSTEMS, type System } from './systems.ts';

/** What one system says of one commit, as it is kept. */
export interface Judged {
  readonly commit: BenchCommit;
  readonly system: System;
  readonly findings: readonly (BenchFinding & { readonly isChanged: boolean })[];
  readonly total: number;
  readonly skipped: readonly string[];
  /** Lines of code that the commit added to files that the system looks at. */
  readonly added: number;
  readonly milliseconds: number;
}

/** Findings that a person has read: whether each is true and worth the time of an author. */
const VERDICTS_FILE = join(import.meta.dirname, 'verdicts.jsonl');

/** A line of {@link VERDICTS_FILE}. */
interface Verdict extends Pick<BenchFinding, 'file' | 'line' | 'rule'> {
  readonly commit: string;
  readonly worth: boolean;
  readonly why: string;
}

/** Prints the figures as a table: of all, of the repositories that were read to mend checks, and of the others. */
export function printFigures(judged: readonly Judged[]): void {
  const verdicts = readVerdicts();
  const halves = {
    all: judged,
    tuned: judged.filter(({ commit }) => TUNED.has(commit.repository)),
    'held out': judged.filter(({ commit }) => !TUNED.has(commit.repository)),
  };
  console.log(
    '| system | repositories | commits | findings a clean commit | repaired lines flagged | findings per 100 changed lines | on a changed line | worth a look | ms p50, p95 | could not look |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const system of SYSTEMS) {
    for (const [half, all] of Object.entries(halves)) {
      const own = all.filter((each) => each.system === system);
      if (own.length === 0) continue;
      if (system.startsWith('review')) console.log(row(system, half, own, verdicts));
      else {
        console.log(row(`${system}, whole files`, half, own, verdicts));
        console.log(row(`${system}, changed lines`, half, own.map(changedOnly), verdicts));
      }
    }
  }
}

function changedOnly(judged: Judged): Judged {
  const findings = judged.findings.filter(({ isChanged }) => isChanged);
  return { ...judged, findings, total: findings.length };
}

function row(name: string, half: string, all: readonly Judged[], verdicts: ReadonlyMap<string, boolean>): string {
  const looked = all.filter(({ skipped }) => skipped.length === 0);
  const clean = looked.filter(({ commit }) => commit.kind === 'clean');
  const sum = (each: readonly Judged[], field: 'total' | 'added') => each.reduce((all, one) => all + one[field], 0);
  const findings = looked.flatMap((each) => each.findings.map((finding) => ({ ...finding, commit: each.commit })));
  const [lines, flagged] = repaired(looked);
  const times = looked.map(({ milliseconds }) => milliseconds).toSorted((left, right) => left - right);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed(0) ?? '-';
  const known = findings.flatMap((each) => verdicts.get(keyOf({ ...each, commit: each.commit.commit })) ?? []);
  const worth = `${known.filter(Boolean).length} of ${known.length}`;
  const cells = [
    ...[name, half, looked.length, `${ratio(sum(clean, 'total'), clean.length)} (${clean.length})`],
    ...[`${flagged} of ${lines}`, ratio(100 * sum(looked, 'total'), sum(looked, 'added'))],
    `${findings.filter(({ isChanged }) => isChanged).length} of ${findings.length}`,
    ...[known.length === findings.length ? worth : `${worth} read`, `${at(0.5)}, ${at(0.95)}`],
    all.length - looked.length,
  ];
  return `| ${cells.join(' | ')} |`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2);
}

/** Lines that were repaired later, and how many of them have a finding. */
function repaired(judged: readonly Judged[]): readonly [lines: number, flagged: number] {
  let [all, flagged] = [0, 0];
  for (const { commit, findings } of judged) {
    if (commit.kind === 'clean') continue;
    all += commit.lines.length;
    flagged += commit.lines.filter(({ path, line }) =>
      findings.some((each) => each.file === path && each.line === line),
    ).length;
  }
  return [all, flagged];
}

function readVerdicts(): ReadonlyMap<string, boolean> {
  if (!existsSync(VERDICTS_FILE)) return new Map();
  const lines = readFileSync(VERDICTS_FILE, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line): Verdict => JSON.parse(line)).map((each) => [keyOf(each), each.worth]));
}

function keyOf({ commit, rule, file, line }: Pick<Verdict, 'commit' | 'rule' | 'file' | 'line'>): string {
  return `${commit} ${rule} ${file}:${line}`;
}
