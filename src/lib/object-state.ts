/** What a Durable Object is made of, over its migrated database: opened, erased, and opened anew. */
import { ToolFailure } from './errors.ts';
import { type Migration, migrate, NewerState, startWithoutWrites } from './migrations.ts';
import type { SqlDatabase } from './sql.ts';

/** What an object worked on was deleted before it had ended. */
export class DeletedMeanwhile extends ToolFailure {
  constructor() {
    super({
      errorType: 'CONFLICT',
      message: 'What this call worked on was deleted while it ran.',
      advice: 'Nothing of it is stored. Look at what is there now before you call again.',
    });
  }
}

/** The storage of a Durable Object, as far as it is erased. */
export interface ErasableStorage {
  deleteAlarm(): Promise<void>;
  deleteAll(): Promise<void>;
  sync(): Promise<void>;
}

/** The parts of an object. */
export interface ObjectState<Parts> {
  /** The parts, opened where they are not. Throws {@link NewerState}, or the error of a damaged database. */
  (): Parts;
  /**
   * Erases all that the object has stored, readable or not, and its alarm. What still runs with the old parts throws
   * {@link DeletedMeanwhile} at its next use of the storage; the next use of this state opens it anew. Throws {@link NewerState}, with
   * nothing touched, when a newer version wrote it.
   */
  erase(): Promise<void>;
}

/**
 * The state of an object. `make` makes its parts, which use the storage that is handed to them and no other. When they could not be made,
 * each use tries it again and throws what stood in the way: an object whose constructor throws could not even be erased.
 */
export function openState<Storage extends SqlDatabase & ErasableStorage, Parts>(
  storage: Storage,
  steps: readonly Migration[],
  now: () => number,
  make: (storage: Storage) => Parts,
): ObjectState<Parts> {
  let opened: { readonly parts: Parts; readonly revoke: () => void } | undefined;
  let isErased = false;
  const open = (): Parts => {
    // Between its alarm and its tables nothing of it may be opened.
    if (isErased) throw new DeletedMeanwhile();
    if (opened === undefined) {
      migrate(storage, steps, now());
      const { proxy, revoke } = revocable(storage);
      opened = { parts: make(proxy), revoke };
    }
    return opened.parts;
  };
  const erase = async (): Promise<void> => {
    readable(open);
    opened?.revoke();
    opened = undefined;
    isErased = true;
    await eraseStorage(storage).finally(() => {
      isErased = false;
    });
    await storage.sync();
  };
  try {
    open();
    // What is around the object writes once its constructor has returned.
    setTimeout(() => readable(() => startWithoutWrites(storage)));
  } catch {
    // Told at each use.
  }
  return Object.assign(open, { erase });
}

/** Erases all that is stored, readable or not. */
export async function eraseStorage(storage: ErasableStorage): Promise<void> {
  // The alarm is stored, too, and may be what is damaged.
  await storage.deleteAlarm().catch(() => undefined);
  await storage.deleteAll();
}

/** Whether what an object has stored can be used, by what {@link openState} gives. */
export function isUsable(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}

/** What `read` says of stored state; undefined when it cannot be read. Throws {@link NewerState}. */
export function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NewerState) throw error;
    return undefined;
  }
}

/** `target` and the objects in it, until it is revoked: each use then throws {@link DeletedMeanwhile}. */
function revocable<Target extends object>(target: Target): { readonly proxy: Target; readonly revoke: () => void } {
  let isRevoked = false;
  const expectValid = () => {
    if (isRevoked) throw new DeletedMeanwhile();
  };
  return {
    proxy: guarded(target, expectValid),
    revoke: () => {
      isRevoked = true;
    },
  };
}

function guarded<Target extends object>(target: Target, expectValid: () => void): Target {
  const known = new Map<string | symbol, unknown>();
  const wrap = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: readonly unknown[]) => {
        expectValid();
        return Reflect.apply(value, target, args);
      };
    }
    return typeof value === 'object' && value !== null ? guarded(value, expectValid) : value;
  };
  return new Proxy(target, {
    get(_, name) {
      expectValid();
      if (known.has(name)) return known.get(name);
      const value: unknown = Reflect.get(target, name);
      const wrapped = wrap(value);
      if (wrapped !== value) known.set(name, wrapped);
      return wrapped;
    },
  });
}
