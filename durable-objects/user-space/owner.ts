/** What the owner of a space may do with all of it: look at what there is, and delete it. */
import { RpcTarget } from 'cloudflare:workers';
import { isUserId } from '../../src/lib/object-name.ts';
import { type Inventory, inventoryOf } from '../../src/mcp/inventory.ts';
import type { Report } from '../../src/mcp/reports.ts';
import { StoredReports } from '../../src/mcp/stored-reports.ts';
import { DELETION, HEAD_START_MS } from './deletion.ts';
import type { StoredParts } from './stored-parts.ts';

/** Whoever hands it out has made sure that it is the owner who asks, with the scope `admin`. */
export class Owner extends RpcTarget {
  readonly #ctx: DurableObjectState;
  readonly #parts: StoredParts;
  readonly #close: () => Promise<void>;

  /** `close` closes all that is open in the space. Throws `ToolFailure` while the user is deleted. */
  constructor(ctx: DurableObjectState, parts: StoredParts, close: () => Promise<void>) {
    super();
    parts.deletion.expectNone();
    this.#ctx = ctx;
    this.#parts = parts;
    this.#close = close;
  }

  /** All that is on the lists of the space. */
  async inventory(): Promise<Inventory> {
    return inventoryOf(this.#ctx.storage.sql);
  }

  /** The report at a URI of the inventory; undefined when it is not kept any more. */
  async report(uri: string): Promise<Report | undefined> {
    return new StoredReports(this.#ctx.storage.sql).read(uri);
  }

  /**
   * Marks the user, and ends this instance with all that runs and is open in it: the next one deletes. The space answers nobody from now on.
   */
  async delete(): Promise<void> {
    const { deletion, background } = this.#parts;
    const user = this.#ctx.id.name;
    if (!isUserId(user)) throw new Error('The space does not know whose it is.');
    if (!deletion.mark(user)) return;
    console.info(JSON.stringify({ deletion: 'begun' }));
    await background.wake(DELETION, HEAD_START_MS);
    await this.#close();
    await this.#ctx.storage.sync();
    setTimeout(() => this.#ctx.abort('The user of this space is being deleted.'), 0);
  }
}
