/** What an attack is, and what is seen while it runs. */
import type { GitObject, Oid } from '../../src/workspace/git/object.ts';

/** Something hostile that a user does, with the real git client or with requests made by hand. */
export interface Attack {
  readonly name: string;
  /** Made when its turn comes: some are large. */
  readonly make: () => Hostile;
}

/** How it is done. */
export type Hostile =
  /** `git push` of these objects; refs are named in full. */
  | { readonly kind: 'git'; readonly objects: readonly GitObject[]; readonly refs: readonly AttackRef[] }
  /** The body of a request to a service of git, `git-receive-pack` unless another is named, with these headers besides. */
  | {
      readonly kind: 'body';
      readonly body: Uint8Array;
      readonly service?: 'git-receive-pack' | 'git-upload-pack';
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** So many calls of a tool at once. */
  | {
      readonly kind: 'calls';
      readonly count: number;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
    };

/** A ref that is pushed. */
export interface AttackRef {
  readonly name: string;
  readonly oid: Oid;
}
