/** What the tools of conversations take and give. */

import { z } from 'zod';
import { maskAllSecrets } from '../../lib/secrets/strict.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { plainPath } from '../../reasoning/conversation/evidence.ts';
import type { CallerContext, StalePiece, TakenAnswer } from '../../reasoning/conversation/service.ts';
import { invalid } from './invalid.ts';

const path = z.string().min(1).max(3000);

/** The parameter of all tools about one conversation. */
export const sessionId = z.string().min(1).max(100).describe('From start_conversation.');

/** The parameter by which a call that is made twice is one. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('The same key again is the same turn, not another one.');

/** Paths of files that are shown. */
export const files = z.array(path).max(200);

/** What an agent hands over that is stuck. */
export const callerContext = z.strictObject({
  attempted_approaches: z.array(z.string()).max(1000).describe('What you tried.'),
  partial_findings: z.array(z.record(z.string(), z.unknown())).max(1000).describe('What you found out.'),
  stuck_description: z.string().trim().min(1).describe('Where you need help.'),
  code_scope: z
    .strictObject({
      files: files.describe('Paths in the workspace.'),
      entry_points: z
        .array(
          z.strictObject({
            file: path,
            line: z.int().min(1).describe('1-based.'),
            function_name: z.string().min(1).max(300).optional(),
          }),
        )
        .max(50)
        .optional()
        .describe('Where to begin; their functions are shown first.'),
      service_names: z.array(z.string().max(300)).max(100).optional().describe('Services involved.'),
    })
    .describe('The code it is about.'),
});

/** Bytes of a context as JSON: so it has fewer than the 1,000,000 tokens of the contract, whatever it says. */
const LARGEST_CONTEXT = 1_000_000;

/** The context with its secrets masked. Throws `ToolFailure` when it is too large. */
export function toContext(given: z.output<typeof callerContext>): CallerContext {
  const bytes = new TextEncoder().encode(JSON.stringify(given)).length;
  if (bytes > LARGEST_CONTEXT)
    throw invalid(
      'claude_context',
      `${bytes} bytes`,
      `The context has ${bytes} bytes as JSON; ${LARGEST_CONTEXT} are the most.`,
      `at most ${LARGEST_CONTEXT} bytes; name files instead of pasting them, they are read from the workspace`,
    );
  const { code_scope: scope } = given;
  return {
    attemptedApproaches: given.attempted_approaches.map(masked),
    partialFindings: given.partial_findings.map((finding) => masked(JSON.stringify(finding))),
    stuckDescription: masked(given.stuck_description),
    files: scope.files.map(plainPath),
    entryPoints: (scope.entry_points ?? []).map(({ file, line, function_name }) => ({
      path: plainPath(file),
      line,
      ...(function_name !== undefined && { functionName: function_name }),
    })),
    serviceNames: (scope.service_names ?? []).map(masked),
  };
}

/** The text without its secrets. */
export function masked(text: string): string {
  return maskAllSecrets(text).text;
}

/** A claim whose test passed, and can fail. */
export const supportedSchema = z.object({
  statement: z.string(),
  basis: z.enum(['proved', 'executed', 'read']),
  file: z.string().optional(),
  line: z.int().optional(),
});

/** A claim that did not hold, or that nothing shows. */
export const unsupportedSchema = z.object({
  statement: z.string(),
  why: z.string(),
  file: z.string().optional().describe('Where the code is that it quotes or names.'),
  line: z.int().optional(),
});

/** Both lists of an answer. */
export function claimFields({ supported, unsupported }: Pick<TakenAnswer, 'supported' | 'unsupported'>) {
  return {
    supported_claims: supported.map(({ claim, basis, path: file = claim.file, line = claim.line }) => ({
      statement: claim.statement,
      basis,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    })),
    unsupported_claims: unsupported.map(({ claim, why, place }) => ({
      statement: claim.statement,
      why,
      ...(place !== undefined && { file: place.path, line: place.line }),
    })),
  };
}

/** Something that was not looked at. */
export const omittedSchema = z
  .array(z.object({ what: z.string(), why: z.string() }))
  .describe('What is not shown, and why.');

/** What the conversation shows or quotes and the workspace has no longer. */
export const staleSchema = z.array(
  z.object({ turn: z.int(), what: z.enum(['evidence', 'quote']), file: z.string(), line: z.int().optional() }),
);

/** The same as fields. */
export function staleFields(stale: readonly StalePiece[]): z.output<typeof staleSchema> {
  return stale.map(({ turn, what, path: file, line }) => ({ turn, what, file, ...(line !== undefined && { line }) }));
}

/** The same as lines of text. */
export function renderStale(stale: z.output<typeof staleSchema>): readonly string[] {
  return stale.map(
    ({ turn, what, file, line }) =>
      `Stale: ${what} of turn ${turn}, ${shownPath(file)}${line === undefined ? '' : `:${line}`}`,
  );
}
