/** What is known of the functions that reach a change: the loops around their calls, and the endpoints that they serve. */
import type { FileFlow } from '../../syntax/api.ts';
import type { CallNode } from '../../workspace/api.ts';
import type { ImpactServices } from './impact.ts';
import type { SharedName } from './service.ts';
import { sharedNames } from './shared-names.ts';

/** Files that are read for it. */
const MOST_FILES = 60;
/** Lines between a route and the function that serves it: decorators, attributes. */
const LINES_BETWEEN = 6;

/** Reads each file once. */
export class Handlers {
  readonly #services: Pick<ImpactServices, 'syntax' | 'read'>;
  readonly #files = new Map<string, Promise<FileParts | undefined>>();

  constructor(services: Pick<ImpactServices, 'syntax' | 'read'>) {
    this.#services = services;
  }

  /** What the loop around a call goes over; empty for one by condition, undefined when there is none. */
  async loopAround(path: string, line: number, name: string): Promise<string | 'unknown' | undefined> {
    const { flow } = (await this.#parts(path)) ?? {};
    if (flow === undefined || !flow.supported) return 'unknown';
    const last = name.slice(name.lastIndexOf('.') + 1);
    for (const { calls, blocks } of [...flow.functions, flow.top]) {
      const call = calls.find((each) => each.line === line && each.name === last);
      for (let at = call?.within; at !== undefined; at = blocks[at]?.within) {
        const block = blocks[at];
        if (block?.kind === 'loop') return block.iterates ?? '';
      }
    }
    return undefined;
  }

  /** The endpoints that a function serves, such as `GET /users/{}`. */
  async routesOf({
    path,
    lineStart,
    lineEnd,
  }: Pick<CallNode, 'path' | 'lineStart' | 'lineEnd'>): Promise<readonly string[]> {
    const { endpoints = [] } = (await this.#parts(path)) ?? {};
    return endpoints
      .filter(({ line }) => lineStart - LINES_BETWEEN <= line && line <= lineEnd)
      .map(({ method, name }) => `${method ?? 'ANY'} ${name}`);
  }

  #parts(path: string): Promise<FileParts | undefined> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const parts = this.#files.size < MOST_FILES ? this.#load(path) : Promise.resolve(undefined);
    this.#files.set(path, parts);
    return parts;
  }

  async #load(path: string): Promise<FileParts | undefined> {
    const { syntax, read } = this.#services;
    const text = await read(path);
    if (text === undefined) return undefined;
    const [flow, [ranges]] = await Promise.all([syntax.flow({ path, text }), syntax.textRanges([{ path, text }])]);
    const names = ranges === undefined ? [] : sharedNames(path, text, ranges);
    return { flow, endpoints: names.filter(({ kind }) => kind === 'endpoint') };
  }
}

interface FileParts {
  readonly flow: FileFlow;
  readonly endpoints: readonly SharedName[];
}
