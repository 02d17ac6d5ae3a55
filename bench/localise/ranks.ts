/** At which place of a ranking the code lies that a patch changed. */
import type { RankedPlace } from '../../src/workspace/bundle/service.ts';
import type { Definition } from '../../src/workspace/graph/code.ts';
import type { StoredCode } from '../../src/workspace/graph/stored-code.ts';
import type { Instance } from './instances.ts';

/** Places of a ranking, from 1; infinite where something is not named at all. */
export interface Ranks {
  /** By which every file of the patch is named. */
  readonly file: number;
  /** By which every function that the patch changes is named, each function of a place by itself; undefined when it changes none. */
  readonly functions: number | undefined;
}

/** Ranks the files and functions of a patch in `places`, which come best first. */
export function rankPatch({ hunks, changed }: Instance, places: readonly RankedPlace[], code: StoredCode): Ranks {
  const functions = places.flatMap(({ path, lineStart, lineEnd }) =>
    functionsIn(code, path).filter((each) => each.lineStart <= lineEnd && lineStart <= each.lineEnd),
  );
  const wanted = [...changed].flatMap(([path, lines]) =>
    [...lines].map((line) =>
      functionsIn(code, path).findLast((each) => each.lineStart <= line && line <= each.lineEnd),
    ),
  );
  const goals = wanted.filter((each) => each !== undefined).map(keyOf);
  return {
    file: lastRank(new Set(places.map(({ path }) => path)), hunks.keys()),
    functions: goals.length === 0 ? undefined : lastRank(new Set(functions.map(keyOf)), goals),
  };
}

function lastRank(ranked: ReadonlySet<string>, goals: Iterable<string>): number {
  const order = new Map([...ranked].map((key, index) => [key, index + 1]));
  return Math.max(...[...goals].map((goal) => order.get(goal) ?? Number.POSITIVE_INFINITY));
}

function functionsIn(code: StoredCode, path: string): readonly Definition[] {
  return code.inFile(path).filter(({ kind }) => kind === 'function' || kind === 'method');
}

function keyOf({ path, lineStart, name }: Definition): string {
  return `${path}:${lineStart}:${name}`;
}
