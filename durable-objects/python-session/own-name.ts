/** The name of a session's own object, which the system tells only where the object was reached by it. */
import { NAMELESS } from '../../src/python/protocol.ts';

const KEY = 'name';

/** What is asked of the object. */
interface NamedObject {
  readonly id: { readonly name?: string };
  readonly storage: { readonly kv: { get(key: string): unknown; put(key: string, value: unknown): void } };
}

/** Whether the session has to be told its name before the call is made again. */
export function isNameless(error: unknown): boolean {
  return error instanceof Error && error.message === NAMELESS;
}

/** The name that an object has. */
export class OwnName {
  readonly #object: NamedObject;

  constructor(object: NamedObject) {
    this.#object = object;
  }

  /** Throws {@link NAMELESS} when neither the system nor anybody else has told. */
  get value(): string {
    const name = this.#object.id.name ?? this.#object.storage.kv.get(KEY);
    if (typeof name !== 'string') throw new Error(NAMELESS);
    return name;
  }

  keep(name: string): void {
    this.#object.storage.kv.put(KEY, name);
  }
}
