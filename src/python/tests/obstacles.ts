/** What keeps code from running in a sandbox: none of it says anything of the code. */
/** What a sandbox lacks, as `wasm/python/testing/lemma_testing/obstacles.py` tells it; nothing of it is trusted. */
export const LACKS = [
  'package',
  'generated module',
  'standard library',
  'zone data',
  'variable',
  'thread',
  'process',
  'socket',
  'memory',
] as const;

/** What ends a run, or makes it worth nothing. */
const ENDS = ['time', 'interpreter', 'runner', 'forged'] as const;

/** One thing that stood in the way. */
export interface Obstacle {
  readonly kind: (typeof LACKS)[number] | (typeof ENDS)[number];
  /** A sentence on it, and one on how to supply it where that can be done. */
  readonly text: string;
}

/** What the sandbox lacks; `what`: the module, or the call that was refused. */
export function lackOf(kind: (typeof LACKS)[number], what: string): Obstacle {
  return { kind, text: describeLack(kind, what) };
}

/** The code under test changed what runs it; `reasons`: what shows it. */
export function forgedBy(reasons: readonly string[]): readonly Obstacle[] {
  if (reasons.length === 0) return [];
  return [{ kind: 'forged', text: `The code under test changes its test runner: ${reasons.join('; ')}.` }];
}

function describeLack(kind: (typeof LACKS)[number], what: string): string {
  switch (kind) {
    case 'package':
      return `The package of the module ${what} is not installed. Install it in a session, and name that in supply.packages_of.`;
    case 'generated module':
      return `The module ${what} is made when the project is built: commit it, or give its file in supply.files.`;
    case 'standard library':
      return `The sandbox lacks ${what}: replace it in the test.`;
    case 'zone data':
      return 'The sandbox has no time zones without the package tzdata: name a session that has it in supply.packages_of.';
    case 'variable':
      return `The variable ${what} of the environment is not set: give it in supply.environment.`;
    case 'thread':
      return `The sandbox starts no threads (${what}).`;
    case 'process':
      return `The sandbox starts no processes (${what}): replace the call in the test.`;
    case 'socket':
      return `The sandbox has no network (${what}): replace the call in the test.`;
    case 'memory':
      return 'The memory of the sandbox was full: use smaller inputs.';
  }
}
