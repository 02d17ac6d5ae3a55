/** What work on files of a workspace came to is remembered as long as the files that it read are the same. */
import { z } from 'zod';
import type { ReadOther } from '../../symbolic/service.ts';
import type { TreeFile } from '../../workspace/files/service.ts';
import type { VerdictsApi } from '../../workspace/verdicts/service.ts';

/** What decides the result of work, beside the files that it reads. */
export type MemoKey = readonly (string | number | boolean)[];

/** Work that reads files, and what its results look like. */
export interface FileWork<Result> {
  readonly key: MemoKey;
  readonly schema: z.ZodType<Result>;
  readonly work: (read: ReadOther) => Promise<Result>;
  /** Results that may be others another time. */
  readonly isFleeting?: (result: Result) => boolean;
}

const keptSchema = z.object({ blobs: z.record(z.string(), z.string()), result: z.unknown() });

/** Remembers work on the files of one commit in their workspace. */
export class FileMemo {
  readonly #workspace: VerdictsApi;
  readonly #read: ReadOther;
  readonly #blobs: ReadonlyMap<string, string>;
  /** Texts of the workspace that were asked for, by key. */
  readonly #found = new Map<string, string | undefined>();

  /** @param read reads the files of `files`, and says of all others that they are not there */
  constructor(workspace: VerdictsApi, files: readonly TreeFile[], read: ReadOther) {
    this.#workspace = workspace;
    this.#read = read;
    this.#blobs = new Map(files.map(({ path, blob, target = '' }) => [path, `${blob} ${target}`]));
  }

  /** Asks the workspace for many results at once. */
  async prepare(keys: readonly MemoKey[]): Promise<void> {
    const texts = keys.map(textOf);
    const found = await this.#workspace.findVerdicts(texts);
    for (const [index, text] of texts.entries()) this.#found.set(text, found[index]);
  }

  /** The result of work: what it was, if all files that it read are the same, else what it is now. */
  async recall<Result>({ key, schema, work, isFleeting }: FileWork<Result>): Promise<Result> {
    const text = textOf(key);
    if (!this.#found.has(text)) await this.prepare([key]);
    const known = this.#standing(this.#found.get(text), schema);
    if (known !== undefined) return known.result;
    const paths = new Set<string>();
    const result = await work((path) => {
      paths.add(path);
      return this.#read(path);
    });
    if (isFleeting?.(result) === true) return result;
    const blobs = Object.fromEntries([...paths].map((path) => [path, this.#blobOf(path)]));
    await this.#workspace.keepVerdict(text, JSON.stringify({ blobs, result }));
    return result;
  }

  /** What was kept, in a box, while it stands. */
  #standing<Result>(text: string | undefined, schema: z.ZodType<Result>): { readonly result: Result } | undefined {
    if (text === undefined) return undefined;
    const kept = keptSchema.safeParse(JSON.parse(text)).data;
    if (kept === undefined) return undefined;
    if (Object.entries(kept.blobs).some(([path, blob]) => this.#blobOf(path) !== blob)) return undefined;
    const result = schema.safeParse(kept.result);
    return result.success ? { result: result.data } : undefined;
  }

  /** What tells the contents of a path apart; empty for none. */
  #blobOf(path: string): string {
    return this.#blobs.get(path) ?? '';
  }
}

function textOf(key: MemoKey): string {
  return JSON.stringify(key);
}
