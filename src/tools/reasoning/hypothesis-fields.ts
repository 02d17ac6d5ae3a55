/** What both tools about hypotheses take and give: the hypothesis, where it is about, and what came of its checks. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { MOST_ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import type { Evidence } from '../../mcp/hand-back.ts';
import { CHECK_EXAMPLES, type CheckKind } from '../../reasoning/hypotheses/checks.ts';
import { type CheckOutcome, HYPOTHESIS_TYPES, type SourcePiece } from '../../reasoning/hypotheses/service.ts';

const path = z.string().min(1).max(3000);

/** What is claimed. */
export const hypothesisFields = {
  description: z.string().trim().min(1).max(5000).describe('The claim in words; only checks decide it.'),
  type: z.enum(HYPOTHESIS_TYPES).describe('A bug and a security hole are confirmed only by what shows them.'),
  confidence_level: z.number().min(1).max(5).describe('Yours; no verdict depends on it.'),
};

/** Where it is about. */
export const scopeFields = {
  files: z.array(path).min(1).max(100).describe('Paths in the workspace.'),
  functions: z.array(z.string().min(1).max(300)).max(50).default([]).describe('f or C.m, defined in the files.'),
};

/** A parameter that has checks says how they look. */
export const describeChecks = (where: string): string => `${where}, one of\n${CHECK_EXAMPLES}`;

/** Branch, tag or commit. */
export const refParameter = z
  .string()
  .min(1)
  .max(300)
  .optional()
  .describe('Branch, tag or commit; the indexed one by default.');

export const ALL_KINDS: readonly CheckKind[] = ['contract', 'behaves_like', 'call', 'python_test', 'pattern', 'search'];

/** A check as it came out. */
export const outcomeSchema = z.object({
  kind: z.string(),
  check: z.string(),
  outcome: z.enum(['holds', 'fails', 'undecided', 'not_run']),
  says: z.enum(['supports', 'refutes', 'nothing']),
  basis: z.enum(['proved', 'executed', 'read']).optional(),
  evidence: z.string(),
  input: z.string().optional(),
  telling: z.string().optional().describe('Of a run: the mutant of the code that changes what it comes to.'),
  weak: z.string().optional().describe('Of a run: why it confirms and refutes nothing.'),
  place: z.object({ file: z.string(), line: z.int() }).optional(),
});

type OutcomeFields = z.output<typeof outcomeSchema>;

/** The fields of an outcome. */
export function outcomeFields({ place, ...outcome }: CheckOutcome): OutcomeFields {
  return { ...outcome, ...(place !== undefined && { place: { file: place.path, line: place.line } }) };
}

/** An outcome as a line of text. */
export function renderOutcome({ check, outcome, says, basis, evidence, place, telling, weak }: OutcomeFields): string {
  const how = basis === undefined ? '' : ` (${basis})`;
  const where = place === undefined ? '' : ` [${shownPath(place.file)}:${place.line}]`;
  const mutant = telling === undefined ? '' : ` Changed by a mutant, ${telling}.`;
  const only = weak === undefined ? '' : ` It decides nothing: ${weak}`;
  return `- ${check}: ${outcome}${how}, says ${says}. ${evidence}${where}${mutant}${only}`;
}

/** Source as evidence of a question, with the numbers of its lines. */
export function toEvidence(workspace: string, commit: string, pieces: readonly SourcePiece[]): readonly Evidence[] {
  return pieces.map(({ path: file, line, text }) => ({
    source: { kind: 'file', workspace, commit, file, line },
    text: text
      .split('\n')
      .map((one, index) => `${line + index}: ${one}`)
      .join('\n'),
  }));
}

/** Tokens of a question, which shows source. */
export const QUESTION_TOKENS = MOST_ANSWER_TOKENS;
