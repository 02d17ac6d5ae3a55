/** How risky a change is, and by which of its files. */
import type { FileFacts } from './file-facts.ts';

/** Something that adds to the score. */
export interface RiskFactor {
  readonly name: 'base' | 'many_files' | 'hotspot' | 'public_interface' | 'configuration' | 'no_tests';
  readonly points: number;
  readonly reason: string;
  /** The files that it comes from; empty when it comes from the change as a whole. */
  readonly files: readonly string[];
}

/** A file's part of the score. */
export interface Hotspot {
  readonly file: string;
  readonly reason: string;
  /** The factor's points by the number of its files. */
  readonly riskContribution: number;
}

/** A score with all that it is made of. */
export interface Risk {
  /** From 1 to 5. */
  readonly risk: number;
  readonly factors: readonly RiskFactor[];
  readonly hotspots: readonly Hotspot[];
}

const MANY_FILES = 10;
const POINTS = {
  base: 1,
  many_files: 1,
  hotspot: 0.5,
  public_interface: 1.5,
  configuration: 0.5,
  no_tests: 1,
} as const;
const SETTINGS: ReadonlySet<string> = new Set(['configuration', 'ci', 'infrastructure', 'lock']);
/** Made by others, and not read by reviewers. */
const UNREAD: ReadonlySet<string> = new Set(['lock', 'vendored', 'generated']);
const BEHAVES: ReadonlySet<string> = new Set(['source', 'migration']);

/**
 * The score is the sum of these points, rounded up, from 1 to 5:
 *
 * | factor | points | when |
 * | --- | --- | --- |
 * | `base` | 1 | always |
 * | `many_files` | 1 | more than 10 files, without lock, vendored and generated ones |
 * | `hotspot` | 0.5 for each area | a file of the area is changed |
 * | `public_interface` | 1.5 | a file that others build on, or a line that declares something public, is changed |
 * | `configuration` | 0.5 | configuration, CI, infrastructure or a lock file is changed |
 * | `no_tests` | 1 | source or a migration is changed, and no test |
 *
 * Tests, documentation, generated and vendored files are in no area and have no public interface.
 */
export function riskOf(facts: readonly FileFacts[]): Risk {
  const pathsOf = (wanted: (fact: FileFacts) => boolean) => facts.filter(wanted).map(({ path }) => path);
  const read = facts.filter(({ kind }) => !UNREAD.has(kind)).length;
  const areas = [...new Set(facts.flatMap((fact) => fact.areas))].sort();
  const behaving = pathsOf(({ kind }) => BEHAVES.has(kind));
  const factors: RiskFactor[] = [{ name: 'base', points: POINTS.base, reason: 'every change', files: [] }];
  const add = (name: keyof typeof POINTS, reason: string, files: readonly string[]) =>
    factors.push({ name, points: POINTS[name], reason, files });
  if (read > MANY_FILES) add('many_files', `${read} files to read`, []);
  for (const area of areas)
    add(
      'hotspot',
      area,
      pathsOf((fact) => fact.areas.includes(area)),
    );
  const open = pathsOf(({ publicBecause }) => publicBecause !== undefined);
  if (open.length > 0) add('public_interface', 'public interface', open);
  const settings = pathsOf(({ kind }) => SETTINGS.has(kind));
  if (settings.length > 0) add('configuration', 'configuration', settings);
  if (behaving.length > 0 && facts.every(({ kind }) => kind !== 'test')) add('no_tests', 'no test is changed', []);
  const points = factors.reduce((sum, factor) => sum + factor.points, 0);
  return { risk: Math.min(5, Math.ceil(points)), factors, hotspots: hotspotsOf(factors, facts) };
}

/** From the largest contribution on. */
function hotspotsOf(factors: readonly RiskFactor[], facts: readonly FileFacts[]): readonly Hotspot[] {
  const reasons = new Map(facts.map(({ path, publicBecause }) => [path, publicBecause]));
  return factors
    .flatMap(({ name, points, reason, files }) =>
      files.map((file) => ({
        file,
        reason: name === 'public_interface' ? (reasons.get(file) ?? reason) : reason,
        riskContribution: Math.round((points / files.length) * 1000) / 1000,
      })),
    )
    .sort((left, right) => right.riskContribution - left.riskContribution || order(left.file, right.file));
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
