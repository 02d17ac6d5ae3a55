/** A user with plans, through the public door. */
import { z } from 'zod';
import type { LocalGit } from '../local-git.ts';
import { callTool } from '../mcp/requests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a tool answered. */
export interface Told {
  readonly fields: Fields;
  readonly text: string;
  readonly failed: boolean;
}

/** Calls tools as the user `token`. */
export class Planner {
  readonly #base: URL;
  readonly #token: string;

  constructor(base: URL, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /** Somebody else at the same door. */
  as(token: string): Planner {
    return new Planner(this.#base, token);
  }

  /** The answer, whether or not it is a failure. */
  async tell(name: string, args: Fields): Promise<Told> {
    const { body } = await callTool(this.#base, name, args, { token: this.#token });
    const { result, error } = body;
    return {
      fields: z.record(z.string(), z.unknown()).parse(result?.['structuredContent'] ?? {}),
      text: result?.content.map(({ text }) => text).join('\n') ?? error?.message ?? '',
      failed: error !== undefined || result?.['isError'] === true,
    };
  }

  /** The structured content. Throws when it is a failure. */
  async call(name: string, args: Fields): Promise<Fields> {
    const { fields, text, failed } = await this.tell(name, args);
    if (failed) throw new Error(`${name}: ${text}`);
    return fields;
  }

  /** The words of a failure. Throws when there is none. */
  async refusal(name: string, args: Fields): Promise<string> {
    const { text, failed } = await this.tell(name, args);
    if (!failed) throw new Error(`${name} did not fail: ${text}`);
    return text;
  }

  /** Puts files into a workspace; returns its commit. */
  async put(workspace: string, files: Readonly<Record<string, string>>, more: Fields = {}): Promise<string> {
    const given = Object.entries(files).map(([path, content]) => ({ path, content }));
    const { commit } = await this.call('put_files', { workspace, files: given, ...more });
    return String(commit);
  }

  /** Pushes with the real git: `refs` are those of the repository, with options. */
  async push(workspace: string, { git }: Pick<LocalGit, 'git'>, ...refs: readonly string[]): Promise<void> {
    const header = `http.extraHeader=Authorization: Bearer ${this.#token}`;
    await git('-c', header, 'push', '-q', new URL(`/git/${workspace}`, this.#base).href, ...refs);
  }

  /** Saves a plan of these steps, numbered in their order; returns its id. */
  async save(workspace: string, steps: readonly Fields[], more: Fields = {}): Promise<string> {
    const numbered = steps.map((step, index) => ({ number: index + 1, type: 'command', ...step }));
    const { id } = await this.call('save_plan', { workspace, plan: { goal: 'A goal', steps: numbered }, ...more });
    return String(id);
  }

  /** Completes a step; what came of its checks, each as `outcome evidence`. */
  async complete(plan_id: string, step_number: number, more: Fields = {}) {
    const { completed, evidence } = await this.call('complete_step', { plan_id, step_number, ...more });
    const { checks } = evidenceSchema.parse(evidence);
    return {
      completed,
      checks: checks.map(({ outcome, basis, evidence: words }) => `${outcome} ${basis ?? ''}: ${words}`),
    };
  }
}

const evidenceSchema = z.object({
  checks: z.array(z.object({ outcome: z.string(), basis: z.string().optional(), evidence: z.string() })),
});
