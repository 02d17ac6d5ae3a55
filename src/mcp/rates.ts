/** How fast a user may call which tools, and the headers that say so (the document `deep-code-reasoning.md`, "Rate Limits"). */

import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { Charge, RateStanding } from '../auth/call-gate.ts';
import { RATE_HEADERS } from '../auth/limits.ts';
import type { Scope } from '../auth/scope.ts';
import type { Tool } from './define-tool.ts';
import { meantCall } from './meant-call.ts';
import type { CatalogEntry } from './tool-context.ts';

/** Tools that say how things stand, list what the user has, or end it: they go on when the day is spent. */
export const UPKEEP: ReadonlySet<string> = new Set([
  'cancel_reactive_review',
  'delete_file',
  'delete_files',
  'delete_plan',
  'delete_session',
  'delete_workspace',
  'health_check',
  'health_summary',
  'interrupt_execution',
  'list_plans',
  'list_sessions',
  'list_workspaces',
]);

/** What calls of `tool` count for. */
export function chargeOf(tool: Pick<Tool, 'name' | 'toolset'> | undefined): Charge {
  if (tool !== undefined && UPKEEP.has(tool.name)) return 'upkeep';
  return tool?.toolset === 'reasoning' ? 'reasoning' : 'calls';
}

/** What `message`, which a client sent, counts for. */
export function chargeOfMessage(message: unknown, catalog: ReadonlyMap<string, CatalogEntry>): Charge {
  return chargeOf(toolCalledBy(message, catalog));
}

/** All scopes that a message needs beside `read`: those of the tool that it calls. */
export function scopesOfMessage(message: unknown, catalog: ReadonlyMap<string, CatalogEntry>): readonly Scope[] {
  return toolCalledBy(message, catalog)?.scopes ?? [];
}

function toolCalledBy(message: unknown, catalog: ReadonlyMap<string, CatalogEntry>): CatalogEntry['tool'] | undefined {
  if (!isJSONRPCRequest(message) || message.method !== 'tools/call') return undefined;
  const { name, arguments: args } = message.params ?? {};
  return typeof name === 'string' ? catalog.get(meantCall({ name, args }, catalog).name)?.tool : undefined;
}

/** `response` with headers of a bucket: its size, what is left of it, and when it is full again, in seconds since 1970. */
export function withRateHeaders(response: Response, { limit, remaining, fullAt }: RateStanding): Response {
  const [most, left, reset] = RATE_HEADERS;
  const headers = new Headers(response.headers);
  headers.set(most, String(limit));
  headers.set(left, String(remaining));
  headers.set(reset, String(Math.ceil(fullAt / 1000)));
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
