/** The part of a program that an entry point reaches: its functions, and what each of their calls leads to. */
import { asToolFailure } from '../../lib/errors.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { FileFlow, FunctionFlow, ImportFacts, Language, ReferenceFacts, SyntaxApi } from '../../syntax/api.ts';
import type { CallGraphAnswer, WorkspaceApi } from '../../workspace/api.ts';
import type { EntryPoint, Unseen } from '../service.ts';
import { entryFunction, scopedName, unreadableEntry } from './entry.ts';
import { linkedFunctions } from './links.ts';
import type { CallCertainty } from './service.ts';

/** What reading a program asks. */
export interface ProgramServices {
  readonly syntax: Pick<SyntaxApi, 'analyze' | 'flow' | 'publicSurface'>;
  readonly workspace: Pick<WorkspaceApi, 'callGraph' | 'coverage'>;
  /** The text of a file at the indexed commit; undefined for what is no text, or too large. */
  read(path: string): Promise<string | undefined>;
}

/** What of the workspace a call leads to. */
export interface Link {
  /** Indexes into {@link Program.functions}: several where the name alone tells, none for a class without a constructor. */
  readonly targets: readonly number[];
  readonly certainty: CallCertainty;
  readonly reason: string;
  /** Whether the name is given something else, which is not followed. */
  readonly isBound?: true;
}

/** A function, and what its calls lead to. */
export interface ProgramFunction {
  readonly path: string;
  readonly language: Language;
  readonly flow: FunctionFlow;
  /** The least calls between the entry and it. */
  readonly distance: number;
  /** Whether its calls are followed: it is less deep than is asked for. */
  readonly isFollowed: boolean;
  /** By the index of a call; undefined for what leads outside. */
  readonly links: readonly (Link | undefined)[];
}

/** What a file says beside its functions. */
export interface ProgramFile {
  readonly imports: readonly ImportFacts[];
  readonly references: readonly ReferenceFacts[];
  /** Classes with the names of those that they derive from. */
  readonly bases: ReadonlyMap<string, readonly string[]>;
  /** What stands outside of its functions. */
  readonly top?: FunctionFlow;
}

/** The part of a program that is read. */
export interface Program {
  /** The first one is the entry. */
  readonly functions: readonly ProgramFunction[];
  readonly files: ReadonlyMap<string, ProgramFile>;
  readonly texts: ReadonlyMap<string, string>;
  readonly commit?: string;
  readonly unseen: readonly Unseen[];
}

/** Definitions that are asked for, and files that are read. */
const MOST_NODES = 400;
const MOST_FILES = 120;

/** Reads the program around `entry`. Throws `ToolFailure` for an entry that is not there. */
export async function readProgram(
  entry: EntryPoint,
  depth: number,
  services: ProgramServices,
  onProgress: OnProgress,
): Promise<Program> {
  const reader = new Reader(services);
  const first = await reader.flowOf(entry.path);
  if (first === undefined) throw unreadableEntry(entry.path);
  const flow = entryFunction(first, entry);
  const unseen: Unseen[] = [];
  const graph = await graphAround(entry.path, flow, depth, services, unseen);
  const paths = [...new Set([entry.path, ...graph.nodes.map(({ path }) => path)])];
  if (paths.length > MOST_FILES) {
    unseen.push({ what: `${paths.length - MOST_FILES} files`, why: `At most ${MOST_FILES} are read.` });
  }
  const read = paths.slice(0, MOST_FILES);
  for (const [done, path] of read.entries()) {
    await proceed(onProgress, { done, total: read.length, message: path });
    const found = await reader.flowOf(path);
    if (found === undefined) unseen.push({ what: path, why: 'It is no text, or larger than the parser takes.' });
    else if (!found.supported) unseen.push({ what: path, why: `What happens in ${found.language} is not read.` });
    else if (found.damaged) unseen.push({ what: path, why: 'Parts of it could not be parsed.' });
  }
  const files = await reader.files();
  const bases = new Map([...files].map(([path, file]) => [path, file.bases]));
  const sources = { flows: reader.flows(), bases };
  const functions = linkedFunctions({ path: entry.path, flow }, depth, graph, sources, unseen);
  return {
    functions,
    files,
    texts: reader.texts(),
    ...(graph.coverage.commit !== undefined && { commit: graph.coverage.commit }),
    unseen,
  };
}

type Graph = Pick<CallGraphAnswer, 'nodes' | 'edges' | 'coverage'>;

/** The graph of calls; of a function that the index does not know, one without nodes. */
async function graphAround(
  path: string,
  flow: FunctionFlow,
  depth: number,
  { workspace }: ProgramServices,
  unseen: Unseen[],
): Promise<Graph> {
  try {
    const graph = await workspace.callGraph({
      ...{ name: scopedName(flow), file: path, line: flow.lineStart },
      ...{ direction: 'callees', depth, maxNodes: MOST_NODES, approximate: true },
    });
    if (graph.omitted > 0) {
      unseen.push({ what: `${graph.omitted} definitions`, why: `At most ${MOST_NODES} are followed.` });
    }
    for (const { name, line, candidates } of graph.ambiguous) {
      unseen.push({ what: `${name}, called in line ${line}`, why: `It could be any of ${candidates} definitions.` });
    }
    if (!graph.coverage.complete) unseen.push({ what: 'files that wait', why: 'The index is not complete yet.' });
    return graph;
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
    unseen.push({ what: `calls of ${scopedName(flow)}`, why: 'The index has no symbol of this name.' });
    return { nodes: [], edges: [], coverage: await workspace.coverage() };
  }
}

/** Reads each file once. */
class Reader {
  readonly #services: ProgramServices;
  readonly #flows = new Map<string, FileFlow | undefined>();
  readonly #texts = new Map<string, string>();

  constructor(services: ProgramServices) {
    this.#services = services;
  }

  async flowOf(path: string): Promise<FileFlow | undefined> {
    if (this.#flows.has(path)) return this.#flows.get(path);
    const text = await this.#services.read(path);
    if (text !== undefined) this.#texts.set(path, text);
    const flow = text === undefined ? undefined : await this.#services.syntax.flow({ path, text });
    this.#flows.set(path, flow);
    return flow;
  }

  /** What was read so far. */
  flows(): ReadonlyMap<string, FileFlow> {
    return new Map([...this.#flows].flatMap(([path, flow]) => (flow === undefined ? [] : [[path, flow] as const])));
  }

  texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  async files(): Promise<ReadonlyMap<string, ProgramFile>> {
    const { syntax } = this.#services;
    const files = new Map<string, ProgramFile>();
    for (const [path, text] of this.#texts) {
      const [[facts], [surface]] = await Promise.all([
        syntax.analyze([{ path, text }]),
        syntax.publicSurface([{ path, text }]),
      ]);
      const top = this.#flows.get(path)?.top;
      files.set(path, {
        ...(top !== undefined && { top }),
        imports: facts?.imports ?? [],
        references: facts?.references ?? [],
        bases: new Map((surface?.symbols ?? []).map(({ name, bases }) => [name, bases])),
      });
    }
    return files;
  }
}
