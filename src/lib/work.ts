/** How long work talks to whoever asked for it, across Workers: progress goes out, cancellation comes back. */

/** One step of progress. `done` only grows; `total` is given when it is known beforehand. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/**
 * Reports progress and asks whether to go on: resolves to `false` once the caller has gone.
 * Work calls it between its steps and stops with {@link Cancelled} on `false`.
 */
export type OnProgress = (progress: Progress) => Promise<boolean>;

/** Thrown by work whose caller has gone; no result is wanted any more. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  constructor() {
    super('The caller cancelled this call.');
  }
}

/** Calls `onProgress` and throws {@link Cancelled} when the caller has gone. */
export async function proceed(onProgress: OnProgress, progress: Progress): Promise<void> {
  if (!(await onProgress(progress))) throw new Cancelled();
}
