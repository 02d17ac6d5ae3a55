/** The list of a user's certifications, in the SQLite database of the user's space. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../../lib/owned-objects.ts';
import type { CertificationApi, CertificationFacts, CertificationStatus } from './service.ts';

/** Certifications that are kept; the oldest that is not open makes room. */
export const MOST_KEPT = 20;

/** A certification and the id that it goes by. */
export interface OpenCertification {
  readonly id: string;
  readonly certification: CertificationApi;
}

/** The certifications of one user. */
export interface Certifications {
  /** Begins one. Throws `ToolFailure` when {@link MOST_KEPT} are open, and what beginning throws. */
  start(facts: Omit<CertificationFacts, 'id'>): Promise<CertificationStatus>;
  /** The certification of that id; the newest without one. Throws `ToolFailure` when there is none. */
  open(id?: string): OpenCertification;
}

const factsSchema = z.object({
  /** A model of the server answers, and has not answered everything: it is worked on in the background. */
  works: z.literal(true).optional(),
});
type ListFacts = z.output<typeof factsSchema>;

const RULES: ObjectRules<ListFacts> = {
  kind: 'certification',
  noun: 'certification',
  facts: factsSchema,
  most: MOST_KEPT,
  errorTypes: { notFound: 'ValueError', refused: 'ValueError' },
  listedBy: 'get_certification',
  advice: {
    notFound: 'start_certification begins one.',
    exists: 'Start another one.',
    tooMany: 'End one: get_certification with end: true.',
  },
};

/** {@link Certifications} by `OwnedObjects`. */
export class StoredCertifications implements Certifications {
  readonly #objects: OwnedObjects<ListFacts, CertificationApi>;
  readonly #connect: (id: string) => CertificationApi;
  readonly #wake: () => Promise<void>;

  /** `connect` reaches a certification by its id; `wake` is called when there is one to be worked on in the background. */
  constructor(lists: ObjectLists, connect: (id: string) => CertificationApi, wake: () => Promise<void>) {
    this.#objects = new OwnedObjects(lists, RULES, connect);
    this.#connect = connect;
    this.#wake = wake;
  }

  async start(facts: Omit<CertificationFacts, 'id'>): Promise<CertificationStatus> {
    await this.#makeRoom();
    const id = `certification-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const works = facts.by.kind === 'model';
    const certification = this.#objects.create(id, works ? { works } : {});
    try {
      const status = await certification.start({ ...facts, id });
      if (works) await this.#wake();
      return status;
    } catch (error) {
      if (this.#objects.has(id)) this.#objects.remove(id);
      throw error;
    }
  }

  open(id: string | undefined = this.#objects.list().at(-1)?.name): OpenCertification {
    if (id !== undefined) return { id, certification: this.#objects.open(id) };
    throw new ToolFailure({
      errorType: 'ValueError',
      message: 'You have no certification.',
      advice: 'start_certification begins one.',
    });
  }

  /** Those that are worked on in the background. */
  atWork(): readonly OpenCertification[] {
    return this.#objects
      .list()
      .filter(({ facts }) => facts.works === true)
      .map(({ name: id }) => ({ id, certification: this.#connect(id) }));
  }

  /** Notes that nothing is left to be done for one. */
  finish(id: string): void {
    if (this.#objects.has(id)) this.#objects.update(id, {});
  }

  async #makeRoom(): Promise<void> {
    const all = this.#objects.list();
    if (all.length < MOST_KEPT) return;
    for (const { name } of all) {
      const { state } = await this.#connect(name).status();
      // Another call may have made room meanwhile.
      if (state === 'open' || !this.#objects.has(name)) continue;
      await this.#objects.erase(name, (certification) => certification.erase());
      return;
    }
  }
}
