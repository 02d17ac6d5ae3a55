/** Joins what functions' texts call with what the graph of symbols says it means. */
import type { FileFlow, FlowCall, FunctionFlow } from '../../syntax/api.ts';
import type { CallGraphAnswer, CallNode, CallPlace } from '../../workspace/api.ts';
import type { Unseen } from '../service.ts';
import { doubtOf, type Placed, type Sources } from './doubts.ts';
import { scopedName } from './entry.ts';
import type { Link, ProgramFunction } from './program.ts';
import { isDead } from './reach.ts';
import { isBuiltIn } from './receivers.ts';
import type { CallCertainty } from './service.ts';

/** Functions that are read. */
const MOST_FUNCTIONS = 400;
/** Names of what makes an object, beside the name of its class. */
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', 'constructor', 'initialize', '__construct']);

/** A place of the graph, and the definitions that are meant there. */
interface Meant extends CallPlace {
  readonly nodes: readonly CallNode[];
}

/** The functions within `depth` calls of `entry`, which comes first, nearest first. */
export function linkedFunctions(
  entry: Placed,
  depth: number,
  graph: Pick<CallGraphAnswer, 'nodes' | 'edges'>,
  sources: Sources,
  unseen: Unseen[],
): readonly ProgramFunction[] {
  const places = placesOf(graph);
  const { flows } = sources;
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
    const language = flows.get(path)?.language ?? 'text';
    const isFollowed = distance < depth;
    const links = !isFollowed
      ? []
      : flow.calls.map((call): Link | undefined => {
          if (isDead(flow, call, language)) return DEAD;
          const meaning = meaningOf(call, { path, flow }, places, sources);
          const targets = meaning?.functions.flatMap((each) => idOf(each, distance + 1)) ?? [];
          return meaning && { ...meaning.why, targets };
        });
    linked.push({ path, flow, distance, isFollowed, links, language });
  }
  if (left > 0) unseen.push({ what: `${left} calls`, why: `At most ${MOST_FUNCTIONS} functions are read.` });
  return linked;
}

/** Of a call that no run comes to. */
const DEAD: Link = { targets: [], certainty: 'exact', reason: 'never reached' };
const CLASSES: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'enum', 'type']);

interface Meaning {
  readonly functions: readonly Placed[];
  readonly why: Pick<Link, 'certainty' | 'reason' | 'isBound'>;
}

function meaningOf(
  call: FlowCall,
  { path, flow: caller }: Placed,
  places: ReadonlyMap<string, readonly Meant[]>,
  sources: Sources,
): Meaning | undefined {
  const { flows } = sources;
  const local = call.qualifier === undefined ? localFunction(call.name, caller, flows.get(path)) : undefined;
  if (local !== undefined) {
    const why = { certainty: 'exact', reason: 'defined within the function' } as const;
    return doubted({ functions: [{ path, flow: local }], why }, call, { path, flow: caller }, sources);
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
  // A method without a body, or a variable: what is called is not known.
  if (functions.length === 0 && !place.nodes.some(({ kind }) => CLASSES.has(kind))) return undefined;
  const why = { certainty: certaintyOf(place), reason: place.reason };
  return doubted({ functions, why }, call, { path, flow: caller }, sources);
}

function doubted(meaning: Meaning, call: FlowCall, caller: Placed, sources: Sources): Meaning {
  const { functions, why } = meaning;
  const doubt = why.certainty === 'name' ? undefined : doubtOf(call, caller, functions, sources);
  if (doubt === undefined) return meaning;
  const known = new Set(functions.map(({ flow }) => flow));
  return {
    functions: [...functions, ...doubt.others.filter(({ flow }) => !known.has(flow))],
    why: {
      certainty: 'name',
      reason: `${why.reason}; ${doubt.why}`,
      ...(doubt.isBound && { isBound: doubt.isBound }),
    },
  };
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
