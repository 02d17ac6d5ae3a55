/** A request of the front Worker that was let in: the only way to ask a user's object anything but MCP. */
import { RpcTarget } from 'cloudflare:workers';
import type { Scope } from '../../src/auth/scope.ts';
import type { SpaceFacts } from '../../src/mcp/space-facts.ts';
import type { Plans } from '../../src/planning/plans.ts';
import type { PythonSessions } from '../../src/python/sessions.ts';
import type { Workspaces } from '../../src/workspace/workspaces.ts';

/** What a visit reaches. */
export interface Visited {
  readonly scope: Scope;
  readonly pythonSessions: PythonSessions;
  readonly workspaces: Workspaces;
  readonly plans: Plans;
  /** Measures the space. */
  facts(): SpaceFacts;
  /** The visit is over. */
  leave(): void;
}

/** It counts as one call until it is disposed of, which happens at the latest when its request has ended. */
export class Visit extends RpcTarget {
  readonly #visited: Visited;

  constructor(visited: Visited) {
    super();
    this.#visited = visited;
  }

  async facts(): Promise<SpaceFacts> {
    return this.#visited.facts();
  }

  /** The name of the session that is meant: `name`, else the active one. Throws `ToolFailure` when there is none of that name. */
  async openPythonSession(name: string | undefined): Promise<string> {
    return this.#visited.pythonSessions.open(name).id;
  }

  /** The name of the workspace that is meant. Throws `ToolFailure` when there is none of that name; a visit to write makes it. */
  async openWorkspace(name: string): Promise<string> {
    const { scope, workspaces } = this.#visited;
    return (scope === 'write' ? workspaces.openOrCreate(name) : workspaces.open(name)).name;
  }

  /** What was to fill a workspace has ended: a new one is listed now, or gone when nothing is in it. */
  async settleWorkspace(name: string): Promise<void> {
    await this.#visited.workspaces.settle(name);
  }

  /** The workspace that a plan is for. Throws `ToolFailure` when there is no plan of that id. */
  async openPlan(id: string): Promise<{ readonly workspace: string }> {
    return { workspace: this.#visited.plans.open(id).workspace };
  }

  /** Ids of the plans for a workspace, the newest first. */
  async plansOf(workspace: string): Promise<readonly string[]> {
    return this.#visited.plans.list().flatMap((plan) => (plan.workspace === workspace ? [plan.id] : []));
  }

  [Symbol.dispose](): void {
    this.#visited.leave();
  }
}
