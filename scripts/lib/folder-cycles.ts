/**
 * Folders that import each other in a cycle. What counts: below each folder, its subfolders and the files directly in it are
 * compared, each subfolder as a whole. So a folder may have files that its parts rest on, and files that put the parts together,
 * but no file that is both. The source folders themselves are not compared: a Worker's entry exports the classes that are bound
 * to it, and these need the code around them.
 */

/** One import from a file to another, as paths from the root. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** What is next to each other below one folder, each with what it imports and one import that shows it. */
type Arrows = Map<string, Map<string, FileImport>>;

/** A line for each cycle: who is in it, and one import for each step. A folder is named in one cycle at most. */
export function folderCycles(imports: readonly FileImport[]): readonly string[] {
  const found: string[] = [];
  for (const arrows of arrowsByFolder(imports)) {
    const named = new Set<string>();
    for (const start of [...arrows.keys()].sort()) {
      if (named.has(start) || isFile(start)) continue;
      const cycle = shortestCycle(arrows, start);
      if (cycle === undefined) continue;
      for (const { step } of cycle) named.add(step);
      const names = cycle.map(({ step }) => step).join(', ');
      const steps = cycle.map(({ shown: { from, to } }) => `${from} imports ${to}`).join('; ');
      found.push(`${names} import each other in a cycle: ${steps}: decide which of them rests on which`);
    }
  }
  return found;
}

function arrowsByFolder(imports: readonly FileImport[]): Iterable<Arrows> {
  const folders = new Map<string, Arrows>();
  for (const one of imports) {
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    const depth = from.findIndex((part, index) => part !== to[index]);
    if (depth < 1) continue;
    const [source, target] = [from, to].map((path) => path.slice(0, depth + 1).join('/'));
    if (source === undefined || target === undefined) continue;
    const folder = from.slice(0, depth).join('/');
    const arrows: Arrows = folders.get(folder) ?? new Map();
    folders.set(folder, arrows);
    const targets = arrows.get(source) ?? new Map<string, FileImport>();
    arrows.set(source, targets);
    if (!targets.has(target)) targets.set(target, one);
  }
  return folders.values();
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

interface Step {
  readonly step: string;
  /** An import that leads to the next step. */
  readonly shown: FileImport;
}

/** The shortest way from a folder back to itself; undefined where there is none. */
function shortestCycle(arrows: Arrows, start: string): readonly Step[] | undefined {
  const ways = new Map<string, readonly Step[]>([[start, []]]);
  // a map is iterated in insertion order, entries added meanwhile included
  for (const [at, way] of ways) {
    for (const [next, shown] of arrows.get(at) ?? []) {
      const longer = [...way, { step: at, shown }];
      if (next === start) return longer;
      if (!ways.has(next)) ways.set(next, longer);
    }
  }
  return undefined;
}
