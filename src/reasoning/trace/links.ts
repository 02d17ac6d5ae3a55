/** Joins what functions' texts call with what the graph of symbols says it means. */
import type { FileFlow, FlowCall, FunctionFlow } from '../../syntax/flow/service.ts';
import type { CallGraphAnswer, CallNode, CallPlace } from '../../workspace/graph/service.ts';
import type { Unseen } from '../service.ts';
import { scopedName } from './entry.ts';
import type { Link, ProgramFunction } from './program.ts';
import { isBuiltIn } from './receivers.ts';
import type { CallCertainty } from './service.ts';

/** Functions that are read. */
const MOST_FUNCTIONS = 400;
/** Names of what makes an object, beside the name of its class. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', 'constructor', 'initialize', '__construct']);

/** A function of a file. */
interface Placed {
  readonly path: string;
  readonly flow: FunctionFlow;
}

/** A place of the graph, and the definitions that are meant there. */
interface Meant extends CallPlace {
  readonly nodes: readonly CallNode[];
}

/** The functions within `depth` calls of `entry`, which comes first, nearest first. */
export function linkedFunctions(
  entry: Placed,
  depth: number,
  graph: Pick<CallGraphAnswer, 'nodes' | 'edges'>,
  flows: ReadonlyMap<string, FileFlow>,
  unseen: Unseen[],
): readonly ProgramFunction[] {
  const places = placesOf(graph);
  const ids = new Map<FunctionFlow, number>([[entry.flow, 0]]);
  const found: (Placed & { readonly distance: number })[] = [{ ...entry, distance: 0 }];
  const linked: ProgramFunction[] = [];
  let left = 0;
  const idOf = ({ path, flow }: Placed, distance: number): readonly number[] => {
    const known = ids.get(flow);
    if (known !== undefined) return [known];
    if (found.length >= MOST_FUNCTIONS) {
      left++;
      return [];
    }
    ids.set(flow, found.length);
    found.push({ path, flow, distance });
    return [found.length - 1];
  };
  for (const { path, flow, distance } of found) {
    const isFollowed = distance < depth;
    const links = !isFollowed
      ? []
      : flow.calls.map((call): Link | undefined => {
          const meaning = meaningOf(call, flow, path, places, flows);
          const targets = meaning?.functions.flatMap((each) => idOf(each, distance + 1)) ?? [];
          return meaning && { ...meaning.why, targets };
        });
    linked.push({ path, flow, distance, isFollowed, links, language: flows.get(path)?.language ?? 'text' });
  }
  if (left > 0) unseen.push({ what: `${left} calls`, why: `At most ${MOST_FUNCTIONS} functions are read.` });
  return linked;
}

interface Meaning {
  readonly functions: readonly Placed[];
  readonly why: Pick<Link, 'certainty' | 'reason'>;
}

function meaningOf(
  call: FlowCall,
  caller: FunctionFlow,
  path: string,
  places: ReadonlyMap<string, readonly Meant[]>,
  flows: ReadonlyMap<string, FileFlow>,
): Meaning | undefined {
  const local = call.qualifier === undefined ? localFunction(call.name, caller, flows.get(path)) : undefined;
  if (local !== undefined) {
    return { functions: [{ path, flow: local }], why: { certainty: 'exact', reason: 'defined within the function' } };
  }
  const named = places.get(`${path}\0${call.name}`) ?? [];
  // A call begins where its receiver does, which may be lines above its name.
  const starts = new Set(caller.calls.filter(({ name }) => name === call.name).map(({ line }) => line));
  const place =
    named.find(({ line }) => line === call.line) ??
    named.find(({ line }) => line > call.line && line <= caller.lineEnd && !starts.has(line));
  if (place === undefined) return undefined;
  const file = flows.get(path);
  const isByName = certaintyOf(place) === 'name';
  if (isByName && file?.language === 'python' && isBuiltIn(call, caller, file.top)) return undefined;
  const functions = place.nodes.flatMap((node) => functionsOf(node, flows.get(node.path)));
  return { functions, why: { certainty: certaintyOf(place), reason: place.reason } };
}

/** A function that is defined within the one that calls it, or beside it within another one. */
function localFunction(name: string, caller: FunctionFlow, file: FileFlow | undefined): FunctionFlow | undefined {
  const scopes = scopedName(caller).split('.');
  for (let length = scopes.length; length > 0; length--) {
    const scope = scopes.slice(0, length).join('.');
    const within = file?.functions.find((each) => scopedName(each) === scope);
    const local = within && file?.functions.find((each) => each.name === name && each.scope === scope);
    if (local !== undefined) return local;
  }
  return undefined;
}

/** The function of a definition; of a class what makes its objects. */
function functionsOf(node: CallNode, file: FileFlow | undefined): readonly Placed[] {
  const { path, name } = node;
  const inside = (file?.functions ?? []).filter(
    ({ lineStart, lineEnd }) => node.lineStart <= lineEnd && lineStart <= node.lineEnd,
  );
  const own = inside.filter((each) => each.name === name && scopedName(each) === scopedName(node));
  const made = inside.filter((each) => {
    return each.scope === scopedName(node) && (CONSTRUCTORS.has(each.name) || each.name === name);
  });
  const [flow] = own.length > 0 ? own : made;
  return flow === undefined ? [] : [{ path, flow }];
}

function placesOf({ nodes, edges }: Pick<CallGraphAnswer, 'nodes' | 'edges'>): ReadonlyMap<string, readonly Meant[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const places = new Map<string, Map<number, Meant>>();
  for (const edge of edges) {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    for (const place of edge.places) {
      const key = `${from.path}\0${place.name}`;
      const lines = places.get(key) ?? new Map<number, Meant>();
      const others = lines.get(place.line)?.nodes ?? [];
      if (!others.includes(to)) lines.set(place.line, { ...place, nodes: [...others, to] });
      places.set(key, lines);
    }
  }
  return new Map(
    [...places].map(([key, lines]) => [key, [...lines.values()].toSorted((one, other) => one.line - other.line)]),
  );
}

function certaintyOf({ certainty, reason }: CallPlace): CallCertainty {
  if (certainty === 'approximate') return 'name';
  return /^(?:imported|module |included)/.test(reason) ? 'imported' : 'exact';
}
