/** Certifications whose tests a model of the server answers: they go on in the background of the user's space, since it has the user's budget. */
import type { Background, Turn } from '../../src/lib/background.ts';
import type { ObjectLists } from '../../src/lib/owned-objects.ts';
import { enginesOf } from '../../src/mcp/engines.ts';
import { configuredModels } from '../../src/models/settings.ts';
import { UserModels } from '../../src/models/user-models.ts';
import { StoredCertifications } from '../../src/scaffolds/certification/certifications.ts';
import { certificationTurn, type TestReply } from '../../src/scaffolds/certification/work.ts';
import type { OwnId } from './own-id.ts';
import type { ToolBindings } from './tool-environment.ts';

/** The name of the work; it is stored. */
export const CERTIFICATIONS = 'certifications';
/** Milliseconds until a model that is not configured is looked for again. */
const PATIENCE_MS = 15 * 60_000;
/** Milliseconds that it waits at most: until the budget of the next day. */
export const LONGEST_WAIT_MS = 24 * 3600_000;

/** The part of a space's background that works on certifications. */
export class CertificationWork {
  readonly #storage: DurableObjectStorage;
  readonly #lists: ObjectLists;
  readonly #ownId: OwnId;
  readonly #bindings: ToolBindings;
  readonly #background: Background;

  constructor(
    storage: DurableObjectStorage,
    lists: ObjectLists,
    ownId: OwnId,
    bindings: ToolBindings,
    background: Background,
  ) {
    this.#storage = storage;
    this.#ownId = ownId;
    this.#lists = lists;
    this.#bindings = bindings;
    this.#background = background;
  }

  /** There is a certification to be worked on. */
  async wake(): Promise<void> {
    this.#ownId.keep();
    await this.#background.hurry(CERTIFICATIONS);
  }

  /** Does one slice. */
  async turn(): Promise<Turn> {
    const user = this.#ownId.value;
    if (user === undefined) return 'done';
    const models = new UserModels(this.#storage.sql, configuredModels(this.#bindings));
    const list = new StoredCertifications(this.#lists, enginesOf(this.#bindings, user).certification, () =>
      this.wake(),
    );
    return certificationTurn(list, async (name, request): Promise<TestReply> => {
      const sent = await models.send(name, request, { signal: new AbortController().signal });
      if (sent.kind === 'replied') return { kind: 'replied', ...sent.reply };
      const { renewsAt, models: known } = models.facts;
      const isKnown = known.some((model) => model.name === name);
      return { ...sent, after: isKnown ? Date.parse(renewsAt) - Date.now() : PATIENCE_MS };
    });
  }
}
