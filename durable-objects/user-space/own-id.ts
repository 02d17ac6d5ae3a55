/** Whose space it is. An object that an alarm has woken does not know its name everywhere. */
import { isUserId, type UserId } from '../../src/lib/object-name.ts';

/** Where the id is kept. */
const USER = 'user';

/** The id of the user or organisation whose space it is. */
export class OwnId {
  readonly #kv: SyncKvStorage;
  readonly #name: string;

  /** `name` is the name of the object; empty where the system does not tell. */
  constructor(kv: SyncKvStorage, name: string) {
    this.#kv = kv;
    this.#name = name;
  }

  /** Keeps it for the instances after this one: to be called before work in the background that needs it. */
  keep(): void {
    if (isUserId(this.#name) && this.#kv.get(USER) !== this.#name) this.#kv.put(USER, this.#name);
  }

  /** Undefined when it was neither told nor kept. */
  get value(): UserId | undefined {
    if (isUserId(this.#name)) return this.#name;
    const kept = this.#kv.get(USER);
    return isUserId(kept) ? kept : undefined;
  }
}
