/** The name of a session's own object, which the system tells only where the object was reached by it. */
import { type ObjectKind, objectKind } from '../../src/lib/object-name.ts';
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
    const name = this.#known;
    if (name === undefined) throw new Error(NAMELESS);
    return name;
  }

  /** What kind of object it is of; undefined when nobody has told. */
  get kind(): ObjectKind | undefined {
    return objectKind(this.#known);
  }

  get #known(): string | undefined {
    const name = this.#object.id.name ?? this.#object.storage.kv.get(KEY);
    return typeof name === 'string' ? name : undefined;
  }

  keep(name: string): void {
    this.#object.storage.kv.put(KEY, name);
  }
}
