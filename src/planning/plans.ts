/** The list of a user's plans, in the SQLite database of the user's space. */
import { z } from 'zod';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../lib/owned-objects.ts';
import { unknownPlan } from './failures.ts';
import type { Draft } from './plan.ts';
import type { Actor, PlanFacts } from './records.ts';
import type { Adopted, PlanApi, PlanDocument } from './service.ts';

/** Plans of one user. */
export const MOST_PLANS = 200;

/** A plan and the id that it goes by. */
export interface OpenPlan {
  readonly id: string;
  readonly workspace: string;
  readonly plan: PlanApi;
}

/** What a new plan is. */
export interface NewPlan extends Omit<PlanFacts, 'id' | 'branch'> {
  readonly draft: Draft;
  /** The caller's name of the call: made again under it, one plan is made. */
  readonly key?: string;
  readonly adopted?: Adopted;
}

/** The plans of one user. */
export interface Plans {
  /** The plan of that id. Throws `ToolFailure` when there is none. */
  open(id: string): OpenPlan;
  /** Makes one. Throws `ToolFailure` when there are {@link MOST_PLANS}, or the steps do not fit together. */
  create(plan: NewPlan, by: Actor): Promise<PlanDocument>;
  /** The newest first. */
  list(): readonly OpenPlan[];
  /** Erases one. */
  delete(id: string): Promise<void>;
}

const factsSchema = z.object({
  workspace: z.string().default(''),
  /** What its creation is known by. */
  key: z.string().optional(),
});
type ListFacts = z.output<typeof factsSchema>;

const RULES: ObjectRules<ListFacts> = {
  kind: 'plan',
  noun: 'plan',
  facts: factsSchema,
  most: MOST_PLANS,
  errorTypes: { notFound: 'PLAN_NOT_FOUND', refused: 'INVALID_INPUT' },
  listedBy: 'list_plans',
  advice: {
    notFound: 'generate_plan and save_plan make one.',
    exists: 'Take another id.',
    tooMany: 'Delete one with delete_plan.',
  },
};

/** {@link Plans} by `OwnedObjects`. */
export class StoredPlans implements Plans {
  readonly #objects: OwnedObjects<ListFacts, PlanApi>;
  readonly #connect: (id: string) => PlanApi;

  /** `connect` reaches a plan by its id. */
  constructor(lists: ObjectLists, connect: (id: string) => PlanApi) {
    this.#objects = new OwnedObjects(lists, RULES, connect);
    this.#connect = connect;
  }

  open(id: string): OpenPlan {
    const known = this.#objects.has(id) ? this.#objects.list().find(({ name }) => name === id) : undefined;
    if (known === undefined) throw unknownPlan(id);
    return { id, workspace: known.facts.workspace, plan: this.#objects.open(id) };
  }

  async create({ draft, key, adopted, ...facts }: NewPlan, by: Actor): Promise<PlanDocument> {
    const known = key === undefined ? undefined : this.#objects.list().find((each) => each.facts.key === key);
    const id = known?.name ?? `plan-${crypto.randomUUID().slice(0, 8)}`;
    const plan = this.#objects.openOrCreate(id, { workspace: facts.workspace, ...(key !== undefined && { key }) });
    try {
      return await plan.create({ ...facts, id, branch: `lemma/${id}` }, draft, by, adopted);
    } catch (error) {
      if (known === undefined && this.#objects.has(id)) this.#objects.remove(id);
      throw error;
    }
  }

  list(): readonly OpenPlan[] {
    return this.#objects
      .list()
      .toReversed()
      .map(({ name: id, facts }) => ({ id, workspace: facts.workspace, plan: this.#connect(id) }));
  }

  async delete(id: string): Promise<void> {
    if (!this.#objects.has(id)) throw unknownPlan(id);
    await this.#objects.erase(id, (plan) => plan.erase());
  }
}
