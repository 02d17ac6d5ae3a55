/** Workspaces that cases of the index share, made once for each user. */
import { createLocalGit, type LocalGit } from '../local-git.ts';
import type { Planner } from '../planning/planned.ts';
import type { ClaimCase } from './claim.ts';
import type { Question } from './index-questions.ts';

/** A workspace, and how it comes to be. */
export interface World {
  readonly workspace: string;
  make(user: Planner): Promise<unknown>;
}

/** A statement about a workspace. */
export type IndexRow = readonly [name: string, truth: ClaimCase['truth'], world: World, question: Question];

const made = new WeakMap<Planner, Map<World, Promise<unknown>>>();

/** Makes the world anew where this user has not seen it. */
function ready(user: Planner, world: World): Promise<unknown> {
  const known = made.get(user) ?? new Map<World, Promise<unknown>>();
  made.set(user, known);
  const { workspace } = world;
  const make = async () => {
    await user.tell('delete_workspace', { workspace, confirm: workspace });
    await world.make(user);
  };
  const making = known.get(world) ?? make();
  known.set(world, making);
  return making;
}

/** A workspace of these files; `then` happens after they are in it. */
export function files(
  workspace: string,
  content: Readonly<Record<string, string>>,
  then: (user: Planner, workspace: string) => Promise<unknown> = async () => undefined,
): World {
  return {
    workspace,
    async make(user) {
      await user.put(workspace, content);
      await then(user, workspace);
    },
  };
}

/** A workspace that the real git pushes to. */
export function pushed(
  workspace: string,
  make: (git: LocalGit, push: (...refs: readonly string[]) => Promise<void>, user: Planner) => Promise<unknown>,
): World {
  return {
    workspace,
    async make(user) {
      const git = await createLocalGit();
      try {
        await make(git, (...refs) => user.push(workspace, git, ...refs), user);
      } finally {
        git.remove();
      }
    },
  };
}

/** The case of a row. */
export function indexCase(deceives: boolean, [name, truth, world, question]: IndexRow): ClaimCase {
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      await ready(user, world);
      return question(user, world.workspace);
    },
  };
}
