/** Who is hit when files change: by the graph of symbols, and by names that are shared. */
import { asToolFailure, ToolFailure } from '../../lib/errors.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { FileFacts, SourceFile, SyntaxApi } from '../../syntax/api.ts';
import type { ReferenceEntry, WorkspaceApi } from '../../workspace/api.ts';
import type { Unseen } from '../service.ts';
import { callersOf } from './callers.ts';
import { endpointPath } from './endpoint-path.ts';
import { Handlers } from './handlers.ts';
import { seekName } from './seek-names.ts';
import type { Impact, ImpactAnswer, ImpactRequest, SharedName } from './service.ts';
import { sharedNames } from './shared-names.ts';

/** What is asked. */
export interface ImpactServices {
  readonly syntax: Pick<SyntaxApi, 'analyze' | 'textRanges' | 'flow'>;
  workspace(name: string): WorkspaceApi;
  /** The text of a file of the first workspace at its indexed commit; undefined for what is no text, or too large. */
  read(path: string): Promise<string | undefined>;
  isTest(path: string): boolean;
}

/** Definitions that are followed, references of each, and names that are looked for. */
const MOST_SYMBOLS = 60;
const MOST_REFERENCES = 100;
const MOST_NAMES = 40;

/** A definition of a changed file. */
interface Changed {
  readonly path: string;
  /** With its scope. */
  readonly name: string;
  readonly line: number;
}

type Shared = SharedName & { readonly path: string };

/** See `ImpactApi`. */
export async function impactOf(
  request: ImpactRequest,
  services: ImpactServices,
  onProgress: OnProgress,
): Promise<ImpactAnswer> {
  const { workspace: name, others, types, depth } = request;
  const unseen: Unseen[] = [];
  const workspace = services.workspace(name);
  const files = await readAll(request.files, services, unseen);
  const [facts, texts] = await Promise.all([services.syntax.analyze(files), services.syntax.textRanges(files)]);
  const symbols = definitionsOf(files, facts, unseen);
  const shared = files.flatMap(({ path, text }, index) => {
    const ranges = texts[index];
    return ranges === undefined ? [] : sharedNames(path, text, ranges).map((each): Shared => ({ ...each, path }));
  });
  const asked = [...shared, ...request.endpoints.map(askedEndpoint)];
  const names = asked.filter(
    ({ kind, name }, index) => asked.findIndex((each) => each.kind === kind && each.name === name) === index,
  );
  if (names.length > MOST_NAMES) {
    unseen.push({ what: `${names.length - MOST_NAMES} shared names`, why: `At most ${MOST_NAMES} are looked for.` });
  }
  const searched = [name, ...others.filter((other) => other !== name)];
  const steps = symbols.length + Math.min(names.length, MOST_NAMES);
  const isChanged = new Set(request.files);
  const found = new Found(name, services);

  for (const [done, symbol] of symbols.entries()) {
    await proceed(onProgress, { done, total: steps, message: `${symbol.path}: ${symbol.name}` });
    if (types.includes('breaking')) {
      const { references, total, unread } = await referencesOf(workspace, symbol);
      if (total > references.length || unread > 0) {
        unseen.push({
          what: `references of ${symbol.name}`,
          why: `${total - references.length + unread} places with the name were not looked at.`,
        });
      }
      found.references(
        symbol,
        references.filter(({ path }) => !isChanged.has(path)),
      );
    }
    if (types.includes('behavioral') || types.includes('performance')) {
      const { callers, left } = await callersOf(workspace, symbol, depth);
      if (left > 0) unseen.push({ what: `callers of ${symbol.name}`, why: `${left} more, or calls that may mean it.` });
      const outside = callers.filter(({ node }) => !isChanged.has(node.path));
      if (types.includes('performance')) await found.loops(symbol, outside, unseen);
      if (types.includes('behavioral')) await found.callers(symbol, outside);
    }
  }
  const commits = new Map<string, string | undefined>();
  for (const [done, each] of names.slice(0, MOST_NAMES).entries()) {
    await proceed(onProgress, { done: symbols.length + done, total: steps, message: `${each.kind} ${each.name}` });
    const type = each.kind === 'endpoint' ? 'breaking' : 'behavioral';
    if (!types.includes(type)) continue;
    for (const other of searched) {
      const { commit, places, incomplete } = await seekName(services.workspace(other), each);
      commits.set(other, commit);
      if (incomplete !== undefined) unseen.push({ what: `${each.kind} ${each.name} in ${other}`, why: incomplete });
      for (const { path, line, certainty, isWhole } of places) {
        if (other === name && (isChanged.has(path) || path === each.path)) continue;
        const whole = isWhole ? '' : ', if what stands before is the same';
        found.add({
          type,
          workspace: other,
          path,
          line,
          of: each.name,
          why: `names the ${KINDS[each.kind]} that ${placeOf(each)} ${each.role} (${each.by})${whole}`,
          certainty,
          isTest: services.isTest(path),
        });
      }
    }
  }
  return {
    commits: await Promise.all(
      searched.map(async (each) => {
        const commit = commits.get(each) ?? (await services.workspace(each).coverage()).commit;
        return { workspace: each, ...(commit !== undefined && { commit }) };
      }),
    ),
    symbols,
    shared,
    impacts: found.sorted(),
    unseen,
  };
}

const KINDS = { endpoint: 'path', environment: 'variable', table: 'table', queue: 'queue or topic' } as const;

/** Gathers what is hit, each place once for what it rests on. */
class Found {
  readonly #workspace: string;
  readonly #services: ImpactServices;
  readonly #handlers: Handlers;
  readonly #impacts = new Map<string, Impact>();

  constructor(workspace: string, services: ImpactServices) {
    this.#workspace = workspace;
    this.#services = services;
    this.#handlers = new Handlers(services);
  }

  add(impact: Impact): void {
    const { workspace, path, line, of, type } = impact;
    const key = JSON.stringify([workspace, path, line, of, type === 'performance']);
    const known = this.#impacts.get(key);
    // What breaks by a changed signature also sees changed results: it is reported once, as the stronger one.
    if (known === undefined || known.type === 'behavioral') this.#impacts.set(key, impact);
  }

  references(symbol: Changed, references: readonly ReferenceEntry[]): void {
    for (const { path, line, kind, within, certainty } of references) {
      this.#at(path, line, symbol, {
        type: 'breaking',
        ...(within !== undefined && { within }),
        why: `${VERBS[kind]} ${symbol.name} of ${symbol.path}`,
        certainty: certainty === 'resolved' ? 'resolved' : 'name',
      });
    }
  }

  /** Callers that call it again and again. */
  async loops(symbol: Changed, callers: Callers['callers'], unseen: Unseen[]): Promise<void> {
    for (const { node, line, isResolved } of callers.filter(({ distance }) => distance === 1)) {
      const loop = await this.#handlers.loopAround(node.path, line, symbol.name);
      if (loop === 'unknown') {
        unseen.push({ what: `loops of ${node.path}`, why: 'The loops of this file are not known.' });
        continue;
      }
      if (loop === undefined) continue;
      this.#at(node.path, line, symbol, {
        type: 'performance',
        within: scoped(node),
        why: `calls ${symbol.name} in a loop${loop === '' ? '' : ` over ${loop}`}: what one call costs is paid each time`,
        certainty: isResolved ? 'resolved' : 'name',
      });
    }
  }

  async callers(symbol: Changed, callers: Callers['callers']): Promise<void> {
    for (const { node, distance, line, calls, isResolved } of callers) {
      const routes = await this.#handlers.routesOf(node);
      const serves = routes.length === 0 ? '' : `; it serves ${routes.join(', ')}`;
      const through = distance === 1 ? '' : ` through ${calls}, ${distance} calls away`;
      this.#at(node.path, line, symbol, {
        type: 'behavioral',
        within: scoped(node),
        why: `calls ${symbol.name}${through}${serves}`,
        certainty: isResolved ? 'resolved' : 'name',
        distance,
      });
    }
  }

  /** Resolved ones first, then by workspace, path and line. */
  sorted(): readonly Impact[] {
    const rank = ({ certainty, isTest }: Impact) => (certainty === 'resolved' ? 0 : 2) + (isTest ? 1 : 0);
    const key = ({ workspace, path }: Impact) => `${workspace}\0${path}`;
    return [...this.#impacts.values()].sort((one, other) => {
      if (rank(one) !== rank(other)) return rank(one) - rank(other);
      if (key(one) !== key(other)) return key(one) < key(other) ? -1 : 1;
      return one.line - other.line;
    });
  }

  #at(
    path: string,
    line: number,
    symbol: Changed,
    impact: Pick<Impact, 'type' | 'within' | 'why' | 'certainty' | 'distance'>,
  ): void {
    const isTest = this.#services.isTest(path);
    this.add({ ...impact, workspace: this.#workspace, path, line, of: symbol.name, isTest });
  }
}

type Callers = Awaited<ReturnType<typeof callersOf>>;

const VERBS: Readonly<Record<ReferenceEntry['kind'], string>> = {
  call: 'calls',
  import: 'imports',
  type: 'names the type',
  use: 'uses',
};

async function readAll(
  paths: readonly string[],
  { read }: ImpactServices,
  unseen: Unseen[],
): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) {
    const text = await read(path);
    if (text === undefined) unseen.push({ what: path, why: 'It is no text, or larger than 1.5 MB.' });
    else files.push({ path, text });
  }
  return files;
}

/** Definitions that others may rest on. */
function definitionsOf(
  files: readonly SourceFile[],
  facts: readonly FileFacts[],
  unseen: Unseen[],
): readonly Changed[] {
  const all = files.flatMap(({ path }, index) => {
    const { language = 'text', symbols = [], damaged = false } = facts[index] ?? {};
    if (language === 'text' || language === 'markdown') {
      unseen.push({ what: path, why: 'There is no grammar for its language: only names that it shares are known.' });
    }
    if (damaged) unseen.push({ what: path, why: 'Parts of it could not be parsed: definitions may be missing.' });
    return symbols.map(({ name, scope, nameLine }): Changed => {
      return { path, name: scope === '' ? name : `${scope}.${name}`, line: nameLine };
    });
  });
  if (all.length > MOST_SYMBOLS) {
    unseen.push({
      what: `${all.length - MOST_SYMBOLS} definitions`,
      why: `At most ${MOST_SYMBOLS} are followed: ask for fewer files.`,
    });
  }
  return all.slice(0, MOST_SYMBOLS);
}

async function referencesOf(workspace: WorkspaceApi, { name, path, line }: Changed) {
  try {
    const request = { name, file: path, line, approximate: true, limit: MOST_REFERENCES, offset: 0 };
    return await workspace.findReferences(request);
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
    return { references: [], total: 0, unread: 0 };
  }
}

/** `GET /users/:id`, or a path alone. */
function askedEndpoint(text: string): Shared {
  const { method, path } = /^(?:(?<method>[A-Za-z]+)\s+)?(?<path>\S+)$/.exec(text.trim())?.groups ?? {};
  if (path === undefined || !path.includes('/')) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `${JSON.stringify(text)} is no endpoint.`,
      advice: 'Write the method and the path, such as "GET /users/{id}", or the path alone.',
    });
  }
  const shared = { kind: 'endpoint', name: endpointPath(path), role: 'provides', by: 'the call', line: 0 } as const;
  return { ...shared, path: '', ...(method !== undefined && { method: method.toUpperCase() }) };
}

function placeOf({ path, line }: Shared): string {
  return path === '' ? 'the call' : `${path}:${line}`;
}

function scoped({ name, scope }: { readonly name: string; readonly scope: string }): string {
  return scope === '' ? name : `${scope}.${name}`;
}
