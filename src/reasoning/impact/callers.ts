/** Who reaches a definition through calls. */
import { asToolFailure } from '../../lib/errors.ts';
import type { CallEdge, CallGraphAnswer, CallNode, WorkspaceApi } from '../../workspace/api.ts';

/** A function that reaches it. */
export interface Caller {
  readonly node: CallNode;
  /** Calls between, from 1. */
  readonly distance: number;
  /** Where it makes the call that leads there. */
  readonly line: number;
  /** What it calls there. */
  readonly calls: string;
  /** Whether some way to it is resolved all along. */
  readonly isResolved: boolean;
}

/** The callers of one definition. */
export interface Callers {
  readonly callers: readonly Caller[];
  /** Callers that are not among them, and calls that may mean it among others. */
  readonly left: number;
}

/** Callers of one definition that are asked for. */
const MOST_CALLERS = 100;

/** Who reaches it within `depth` calls, nearest first. */
export async function callersOf(
  workspace: Pick<WorkspaceApi, 'callGraph'>,
  symbol: { readonly name: string; readonly path: string },
  depth: number,
): Promise<Callers> {
  try {
    const graph = await workspace.callGraph({
      name: symbol.name,
      file: symbol.path,
      direction: 'callers',
      depth,
      maxNodes: MOST_CALLERS,
      approximate: true,
    });
    return { callers: read(graph), left: graph.omitted + graph.ambiguous.length };
  } catch (error) {
    // What the index does not know as a symbol has no callers there.
    if (asToolFailure(error)?.failure.errorType === 'SYMBOL_NOT_FOUND') return { callers: [], left: 0 };
    throw error;
  }
}

function read({ nodes, edges }: CallGraphAnswer): readonly Caller[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const resolved = new Set(nodes.filter(({ distance }) => distance === 0).map(({ id }) => id));
  const callers: Caller[] = [];
  const outwards = nodes.filter(({ distance }) => distance < 0).toSorted((one, other) => other.distance - one.distance);
  for (const node of outwards) {
    const nearer = edges.filter(
      ({ from, to }) => from === node.id && (byId.get(to)?.distance ?? -Infinity) > node.distance,
    );
    const isSure = ({ certainty, to }: CallEdge) => certainty === 'resolved' && resolved.has(to);
    const edge = nearer.find(isSure) ?? nearer[0];
    if (edge === undefined) continue;
    if (isSure(edge)) resolved.add(node.id);
    const { name = '' } = byId.get(edge.to) ?? {};
    callers.push({ node, distance: -node.distance, line: edge.line, calls: name, isResolved: isSure(edge) });
  }
  return callers;
}
