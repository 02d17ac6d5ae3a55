/** Under which name each definition stands in the merged module. */
import { STANDARD_MODULES } from './library-names.ts';
import { Undecidable } from './link.ts';
import { bindersOf, type Sides } from './sharing.ts';
import type { Node } from './slice.ts';
import type { SourceModule } from './units.ts';

/** Names of symbols on each side, and of the methods' old versions. */
export interface Names {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  /** By the name of the method. */
  readonly methods: ReadonlyMap<string, string>;
  /** A name that stands nowhere. */
  fresh(name: string): string;
}

/** Names everything: what is new or shared keeps its name where it can, what is old only where nothing else has it. */
export function nameAll(
  sides: Sides,
  doubled: ReadonlySet<string>,
  sources: readonly SourceModule[],
  home: string,
): Names {
  const words = new Set(sources.flatMap(({ places }) => places.text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []));
  const taken = new Map<string, string>();
  const fresh = (name: string): string => {
    for (let count = 1; ; count++) {
      const found = `${name}${count === 1 ? '' : count}`;
      if (words.has(found) || taken.has(found) || STANDARD_MODULES.has(found)) continue;
      taken.set(found, '');
      return found;
    }
  };
  const [old, now] = [bindersOf(sides.before), bindersOf(sides.after)];
  const isChanged = (nodes: readonly Node[]): boolean => nodes.some(({ id }) => sides.changed.has(id));
  const after = new Map<string, string>();
  const homely = [...now].sort(([one], [other]) => rank(one, home) - rank(other, home));
  for (const [symbol, nodes] of homely) after.set(symbol, keepOrRename(taken, symbol, nodes, fresh, '_other'));
  const before = new Map<string, string>();
  for (const [symbol, nodes] of old) {
    const same = after.get(symbol);
    if (same !== undefined && !isChanged(nodes) && !isChanged(now.get(symbol) ?? [])) before.set(symbol, same);
    else
      before.set(
        symbol,
        same === undefined
          ? keepOrRename(taken, symbol, nodes, fresh, '_before')
          : fresh(`${nameIn(symbol, nodes)}_before`),
      );
  }
  const methods = new Map([...doubled].map((name) => [name, fresh(`${name.replace(/__$/, '')}_before`)]));
  checkShadows(sides, taken);
  return { before, after, methods, fresh };
}

/** Names of the module that is compared come first: its code is the one that is shown. */
function rank(symbol: string, home: string): number {
  if (symbol.startsWith(`${home}::`)) return 0;
  return symbol.startsWith('library::') ? 1 : 2;
}

function nameIn(symbol: string, nodes: readonly Node[]): string {
  return symbol.startsWith('library::')
    ? (nodes[0]?.name ?? '')
    : symbol.slice(symbol.lastIndexOf('::') + 2).replace(/#\d+$/, '');
}

function keepOrRename(
  taken: Map<string, string>,
  symbol: string,
  nodes: readonly Node[],
  fresh: (name: string) => string,
  suffix: string,
): string {
  const [node] = nodes;
  const name = nameIn(symbol, nodes);
  const isPackage = node?.import !== undefined && node.import.name === undefined && node.import.alias === undefined;
  const key = isPackage ? `package ${name}` : symbol;
  const known = taken.get(name);
  if (known === undefined || known === key) {
    taken.set(name, key);
    return name;
  }
  if (isPackage)
    throw new Undecidable(
      `import ${name}`,
      'is a name that another module of the workspace uses for something else',
      '',
    );
  return fresh(`${name}${suffix}`);
}

/** A definition of one module must not take the place of a built-in name in another's code. */
function checkShadows({ before, after }: Sides, taken: ReadonlyMap<string, string>): void {
  for (const nodes of [before, after]) {
    for (const { builtins, source, unit } of nodes.values()) {
      for (const name of builtins)
        if (taken.has(name))
          throw new Undecidable(
            name,
            'is built in here and defined in another module or version',
            source?.path ?? '',
            unit?.statement.span.line,
          );
    }
  }
}
