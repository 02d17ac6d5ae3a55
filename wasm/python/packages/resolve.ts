/** Finds the packages that requirements need: what is installed, uploaded or bundled, and all that those need in turn. */
import { compare } from '@renovatebot/pep440';
import { PackageProblem } from './problem.ts';
import { accepts, holds, parseRequirement, type Requirement, written } from './requirement.ts';
import { PYTHON_VERSION } from './wheel.ts';

/** A package that is there to be installed. */
export interface Candidate<Package extends Needs> {
  readonly version: string;
  open(): Promise<Package>;
}

/** What a package needs; requirements as METADATA writes them. */
export interface Needs {
  readonly name: string;
  readonly version: string;
  readonly requires: readonly string[];
}

/** Where packages come from. */
export interface Shelf<Package extends Needs> {
  installed(name: string): Needs | undefined;
  candidates(name: string): readonly Candidate<Package>[];
  /** What to do about a package that is nowhere, in a sentence. */
  advice(name: string): string;
}

/** Packages to install, dependencies before what needs them. */
export type Plan<Package> = ReadonlyMap<string, Package>;

/**
 * Resolves one requirement; `given` is a wheel that was named by its path, and taken whatever else there is.
 * Throws `PackageProblem` naming what is missing and what needs it.
 */
export async function resolve<Package extends Needs>(
  requirement: Requirement,
  shelf: Shelf<Package>,
  given?: Package,
): Promise<Plan<Package>> {
  const opened = new Map<string, Package>();
  const plan = new Map<string, Package>();
  const visited = new Set<string>();

  const settle = async (wanted: Requirement, chain: readonly string[]): Promise<void> => {
    const chosen = opened.get(wanted.name) ?? (await choose(wanted, chain));
    if (!accepts(wanted, chosen.version)) {
      throw new PackageProblem(
        `${because(chain)}${written(wanted)} is needed, but ${chosen.name} ${chosen.version} is taken for another reason.`,
      );
    }
    for (const extra of ['', ...wanted.extras]) {
      const key = `${wanted.name}[${extra}]`;
      if (visited.has(key)) continue;
      visited.add(key);
      for (const text of chosen.requires) {
        const needed = parseRequirement(text);
        if (holds(needed.marker, extra, PYTHON_VERSION)) await settle(needed, [...chain, chosen.name]);
      }
    }
    const added = opened.get(wanted.name);
    if (added !== undefined) plan.set(wanted.name, added);
  };

  const choose = async (wanted: Requirement, chain: readonly string[]): Promise<Needs> => {
    const present = shelf.installed(wanted.name);
    if (present !== undefined && accepts(wanted, present.version)) return present;
    const all = shelf.candidates(wanted.name);
    const [best] = all
      .filter(({ version }) => accepts(wanted, version))
      .sort((left, right) => compare(right.version, left.version));
    if (best === undefined) {
      const versions = all.map(({ version }) => version).join(', ');
      const there = versions === '' ? shelf.advice(wanted.name) : `There is only ${wanted.name} ${versions}.`;
      throw new PackageProblem(`${because(chain)}${written(wanted)} is not here. ${there}`);
    }
    const found = await best.open();
    opened.set(wanted.name, found);
    return found;
  };

  if (given !== undefined) opened.set(given.name, given);
  await settle(requirement, []);
  return plan;
}

function because(chain: readonly string[]): string {
  return chain.length === 0 ? '' : `${chain.join(', which needs ')} needs what is missing: `;
}
