/** What the tools of plans take alike. */
import { z } from 'zod';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { Actor } from '../../planning/records.ts';
import type { Change, PlanApi } from '../../planning/service.ts';

type Principal = ToolContext['principal'];

/** Tokens of an ordinary answer, and of one with details. */
export const PLAN_TOKENS = 1_000;
export const DETAIL_TOKENS = 6_000;

export const planId = z.string().min(1).max(100).describe('Id of the plan.');
export const stepNumber = z.int().min(1).max(1_000_000);
export const stepNumberParameter = stepNumber.describe('Number of the step.');
export const workspaceName = z.string().default('default').describe('Name of the workspace.');
export const detailParameter = z.boolean().default(false).describe('Everything, in up to 6,000 tokens.');
export const reasonParameter = z.string().trim().min(1).max(2000);

export const agentParameter = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .describe('Your name, where several agents share the plan.');

/** Who changes a plan, and what keeps changes apart. */
export const changeParameters = {
  agent: agentParameter,
  expected_version: z
    .int()
    .min(1)
    .optional()
    .describe('The version that you have seen: refused when the plan is at another.'),
  idempotency_key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your name of this call: sent again under it, it is done once.'),
};

interface ChangeArguments {
  readonly agent?: string | undefined;
  readonly expected_version?: number | undefined;
  readonly idempotency_key?: string | undefined;
}

/** Tokens of an answer, by `detail`. */
export function tokensOf({ detail }: { readonly detail: boolean }): number {
  return detail ? DETAIL_TOKENS : PLAN_TOKENS;
}

/** The change that the arguments describe. */
export function changeOf(args: ChangeArguments, principal: Principal): Change {
  const { expected_version: expectedVersion, idempotency_key: key } = args;
  return {
    by: actorOf(args.agent, principal),
    ...(expectedVersion !== undefined && { expectedVersion }),
    ...(key !== undefined && { key }),
  };
}

/** A plan whose workspace is there. Throws `ToolFailure` when one of the two is not. */
export function openWithCode(id: string, { plans, workspaces }: Pick<ToolContext, 'plans' | 'workspaces'>): PlanApi {
  const { plan, workspace } = plans.open(id);
  workspaces.open(workspace);
  return plan;
}

/** Who calls. Members of an organisation may have keys and clients of the same name: there, it is said whose. */
export function actorOf(
  agent: string | undefined,
  { credential, organisation }: Pick<Principal, 'credential' | 'organisation'>,
): Actor {
  const { user, ...rest } = userOf(credential);
  const whose = organisation === undefined ? '' : ` of ${organisation.member}`;
  return { user: `${user}${whose}`, ...rest, ...(agent !== undefined && { agent }) };
}

function userOf(credential: Principal['credential']): Pick<Actor, 'user' | 'isOnly'> {
  switch (credential.kind) {
    case 'api-key':
    case 'user-key':
      return { user: `key ${credential.name}` };
    case 'token':
      return { user: `client ${credential.client}` };
    case 'development':
      return { user: 'developer', isOnly: true };
  }
}

/** Who did something, in a word or two. */
export function nameOf({ user, agent, via }: Actor): string {
  return agent ?? via ?? user;
}

/** ISO 8601. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
