/** Walks from a symbol to what it calls and to what calls it. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import type { Sql } from '../../lib/sql.ts';
import type { Definition } from './code.ts';
import { definitionsNamed } from './named-symbol.ts';
import { possibleCallees, possibleCallers } from './possible-calls.ts';
import type { CallEdge, CallGraphAnswer, CallGraphRequest, CallNode, PossibleCall } from './service.ts';
import { inOrder, type KnownPlaces, keyOf, ownerOf, type ResolvedSite, type SiteGroup, Sites } from './sites.ts';
import { compare, toEntry } from './symbol-search.ts';

/** Definitions that an edge of which only the name tells may lead to; more are listed as ambiguous. */
const MOST_CANDIDATES = 3;
/** Ambiguous calls that are listed. */
const MOST_AMBIGUOUS = 20;
/** Files with calls outside of definitions that are listed. */
const MOST_OUTSIDE = 100;
/** The most lines of one edge that are reported. */
const MOST_PLACES = 100;

type Graph = Omit<CallGraphAnswer, 'coverage'>;
type Walked = Omit<Graph, 'unread'>;

/** The graph around a symbol, breadth first. Throws `ToolFailure` for an unknown name. */
export function* callGraph(sql: Sql, known: KnownPlaces, request: CallGraphRequest, work: WorkBudget): Steps<Graph> {
  const { code } = known;
  const sites = new Sites(sql, known, work);
  const roots = definitionsNamed(sql, code, request);
  const graph = yield* new Walk(sites, request, work).from(roots);
  if (!request.withPossible) return { ...graph, unread: sites.unread };
  const possible: PossibleCall[] = [];
  if (request.direction !== 'callers') {
    for (const root of roots.slice(0, request.maxNodes)) possible.push(...(yield* possibleCallees(root, sites, code)));
  }
  if (request.direction !== 'callees') possible.push(...(yield* possibleCallers(roots, sites)));
  return { ...graph, unread: sites.unread, possible };
}

/** One edge of a step, seen from the node that is expanded. */
interface Step {
  readonly neighbour: Definition;
  readonly site: ResolvedSite;
}

class Walk {
  readonly #sites: Sites;
  readonly #request: CallGraphRequest;
  readonly #nodes = new Map<string, { readonly definition: Definition; readonly distance: number }>();
  readonly #edges = new Map<string, Omit<CallEdge, 'from' | 'to'> & { readonly from: string; readonly to: string }>();
  readonly #omitted = new Set<string>();
  readonly #outside = new Map<string, CallEdge['certainty']>();
  readonly #ambiguous = new Map<string, { from: Definition; site: ResolvedSite }>();
  /** Groups of places that lead nowhere, and were looked at: thousands of definitions of one name have them in common. */
  readonly #unclear = new Set<SiteGroup>();
  readonly #work: WorkBudget;

  constructor(sites: Sites, request: CallGraphRequest, work: WorkBudget) {
    this.#sites = sites;
    this.#request = request;
    this.#work = work;
  }

  *from(roots: readonly Definition[]): Steps<Walked> {
    const { direction, maxNodes } = this.#request;
    for (const root of roots.slice(0, maxNodes)) this.#nodes.set(keyOf(root), { definition: root, distance: 0 });
    for (const root of roots.slice(maxNodes)) this.#omitted.add(keyOf(root));
    if (direction !== 'callers') yield* this.#spread(roots, 1, (node) => this.#callees(node));
    if (direction !== 'callees') yield* this.#spread(roots, -1, (node) => this.#callers(node));
    return this.#graph();
  }

  *#spread(
    roots: readonly Definition[],
    sign: 1 | -1,
    stepsFrom: (node: Definition) => Steps<readonly Step[]>,
  ): Steps<void> {
    const expanded = new Set<string>();
    let frontier = roots;
    for (let depth = 1; depth <= this.#request.depth && frontier.length > 0; depth++) {
      const next: Definition[] = [];
      for (const node of frontier) {
        if (expanded.has(keyOf(node)) || !this.#nodes.has(keyOf(node))) continue;
        expanded.add(keyOf(node));
        for (const { neighbour, site } of yield* stepsFrom(node)) {
          if (!this.#admit(neighbour, sign * depth)) continue;
          this.#connect(sign > 0 ? node : neighbour, sign > 0 ? neighbour : node, site);
          next.push(neighbour);
        }
      }
      frontier = next;
    }
  }

  /** Whether a node is in the graph, or comes in now. */
  #admit(definition: Definition, distance: number): boolean {
    const key = keyOf(definition);
    if (this.#nodes.has(key)) return true;
    if (this.#nodes.size >= this.#request.maxNodes) {
      this.#omitted.add(key);
      return false;
    }
    this.#nodes.set(key, { definition, distance });
    return true;
  }

  #connect(from: Definition, to: Definition, { name, certainty, reason, line, path }: ResolvedSite): void {
    const key = `${keyOf(from)}\0${keyOf(to)}`;
    const known = this.#edges.get(key);
    const place = `${path}:${line}`;
    const here = { line, name, certainty, reason };
    if (known === undefined) {
      this.#edges.set(key, { from: keyOf(from), to: keyOf(to), certainty, reason, line, calls: 1, places: [here] });
      this.#seen.add(`${key}\0${place}`);
      return;
    }
    if (this.#seen.has(`${key}\0${place}`)) return;
    this.#seen.add(`${key}\0${place}`);
    const better = known.certainty === 'approximate' && certainty === 'resolved' ? { certainty, reason } : {};
    const places = [...known.places, here].toSorted((left, right) => left.line - right.line).slice(0, MOST_PLACES);
    this.#edges.set(key, { ...known, ...better, line: Math.min(known.line, line), calls: known.calls + 1, places });
  }

  /** Calls that an edge counts already: both directions can come upon the same one. */
  readonly #seen = new Set<string>();

  *#callees(node: Definition): Steps<readonly Step[]> {
    const sites = yield* this.#sites.inLines(node.path, node.lineStart, node.lineEnd);
    return sites
      .filter((site) => site.kind === 'call' && site.enclosing.some((each) => each.id === node.id))
      .filter((site) => this.#isClear(site, node))
      .flatMap((site) => site.targets.map((neighbour) => ({ neighbour, site })));
  }

  *#callers(node: Definition): Steps<readonly Step[]> {
    const groups = (yield* this.#sites.groupsTo([node])).difference(this.#unclear);
    const steps = inOrder(groups)
      .filter((site) => site.kind === 'call')
      .flatMap((site) => {
        const owner = ownerOf(site);
        if (owner === undefined) this.#standsOutside(site);
        return owner !== undefined && this.#isClear(site, owner) ? [{ neighbour: owner, site }] : [];
      });
    for (const group of groups) {
      if (group.every((site) => this.#isUnclear(site))) this.#unclear.add(group);
      this.#work.spend(group.length);
    }
    yield;
    return steps;
  }

  #standsOutside({ path, certainty, targets }: ResolvedSite): void {
    if (this.#isUnclear({ certainty, targets })) return;
    if (this.#outside.get(path) !== 'resolved') this.#outside.set(path, certainty);
  }

  #isClear(site: ResolvedSite, from: Definition): boolean {
    if (!this.#isUnclear(site)) return true;
    if (!this.#request.approximate) return false;
    const key = `${keyOf(from)}\0${site.name}`;
    if (!this.#ambiguous.has(key)) this.#ambiguous.set(key, { from, site });
    return false;
  }

  /** Whether only the name tells, and too many definitions have it or none of them counts. */
  #isUnclear({ certainty, targets }: Pick<ResolvedSite, 'certainty' | 'targets'>): boolean {
    return certainty !== 'resolved' && (!this.#request.approximate || targets.length > MOST_CANDIDATES);
  }

  #graph(): Walked {
    const nodes = [...this.#nodes.values()].sort(
      (left, right) =>
        Math.abs(left.distance) - Math.abs(right.distance) ||
        right.distance - left.distance ||
        compare(left.definition, right.definition),
    );
    const ids = new Map(nodes.map(({ definition }, index) => [keyOf(definition), `n${index}`]));
    const id = (key: string) => ids.get(key) ?? '';
    const places = new Map([...ids.keys()].map((key, index) => [key, index]));
    const place = (key: string) => places.get(key) ?? -1;
    const edges = [...this.#edges.values()].sort(
      (left, right) =>
        place(left.from) - place(right.from) || left.line - right.line || place(left.to) - place(right.to),
    );
    return {
      nodes: nodes.map(({ definition, distance }): CallNode => {
        return { id: id(keyOf(definition)), distance, ...toEntry(definition) };
      }),
      edges: edges.map((edge) => ({ ...edge, from: id(edge.from), to: id(edge.to) })),
      cyclic: isCyclic(edges),
      omitted: this.#omitted.size,
      outside: [...this.#outside].slice(0, MOST_OUTSIDE).map(([path, certainty]) => ({ path, certainty })),
      ambiguous: [...this.#ambiguous.values()]
        .filter(({ from }) => ids.has(keyOf(from)))
        .slice(0, MOST_AMBIGUOUS)
        .map(({ from, site: { name, line, targets } }) => {
          return { from: id(keyOf(from)), name, line, candidates: targets.length };
        }),
    };
  }
}

/** Whether some node reaches itself: whether taking nodes away that nothing leads to leaves some. */
function isCyclic(edges: readonly { readonly from: string; readonly to: string }[]): boolean {
  let left = edges;
  for (;;) {
    const reached = new Set(left.map(({ to }) => to));
    const next = left.filter(({ from }) => reached.has(from));
    if (next.length === left.length) return next.length > 0;
    left = next;
  }
}
