/** What the tools of certifications take and answer alike. */
import { z } from 'zod';
import type { Answerer, CertificationStatus } from '../../scaffolds/certification/service.ts';
import { dollarsOf } from './results-report.ts';

export const certificationId = z.string().min(1).max(100).optional().describe('The newest without it.');

const usageSchema = z.object({ input: z.int(), output: z.int() });

/** How far a certification is. */
export const statusSchema = z.object({
  status: z
    .enum(['open', 'complete', 'ended'])
    .describe('ended: takes no more answers; tests without one count as wrong.'),
  certification_id: z.string(),
  answered_by: z.string().describe("'caller', or the model of the server."),
  seed: z.int(),
  level: z.int(),
  total_tests: z.int(),
  done_tests: z.int(),
  scaffolds: z.array(z.object({ scaffold: z.string(), total_tests: z.int(), done_tests: z.int() })),
  trouble: z.string().optional().describe('Why nothing goes on, or what went wrong last.'),
  tokens: usageSchema.optional().describe('As the provider reports them, so far.'),
  cost_usd: z.number().optional().describe('So far, by the price that is set for the model.'),
  next: z.string(),
});

/** Those fields. */
export type StatusFields = z.output<typeof statusSchema>;

/** US dollars of tokens, to a millionth; undefined where no price is set. */
export function costOf(by: Answerer, tokens: { readonly input: number; readonly output: number }): number | undefined {
  if (by.kind !== 'model' || by.price === undefined) return undefined;
  return Math.round(1_000_000 * dollarsOf(tokens, by.price)) / 1_000_000;
}

/** A certification in the fields of an answer. */
export function statusFields(certification: CertificationStatus): StatusFields {
  const { facts, state, tests, done, scaffolds, trouble, usage } = certification;
  const { id, suite, by } = facts;
  const cost = costOf(by, usage);
  return {
    status: state,
    certification_id: id,
    answered_by: by.kind === 'caller' ? 'caller' : by.name,
    seed: suite.seed,
    level: suite.level,
    total_tests: tests,
    done_tests: done,
    scaffolds: scaffolds.map((each) => ({
      scaffold: each.scaffold,
      total_tests: each.tests,
      done_tests: each.done,
    })),
    ...(trouble !== undefined && { trouble }),
    ...(by.kind === 'model' && { tokens: { input: usage.input, output: usage.output } }),
    ...(cost !== undefined && { cost_usd: cost }),
    next: nextOf(certification),
  };
}

function nextOf({ facts, state }: CertificationStatus): string {
  if (state !== 'open') return 'certification_report has what came of it.';
  return facts.by.kind === 'caller'
    ? 'get_certification hands you tests to solve.'
    : 'It goes on in the background; get_certification tells how far it is.';
}

/** The same as text. */
export function renderStatus(status: StatusFields): string {
  const { certification_id, answered_by, total_tests, done_tests, scaffolds, trouble, tokens, cost_usd, next } = status;
  return [
    `${certification_id} (seed ${status.seed}, level ${status.level}): ${status.status}, answered by ${answered_by}; ${done_tests} of ${total_tests} tests done.`,
    ...scaffolds.map((each) => `- ${each.scaffold}: ${each.done_tests} of ${each.total_tests}`),
    ...(trouble === undefined ? [] : [`Trouble: ${trouble}`]),
    ...(tokens === undefined ? [] : [`Tokens: ${tokens.input} of questions, ${tokens.output} of answers.`]),
    ...(cost_usd === undefined ? [] : [`Cost: ${cost_usd} US dollars.`]),
    next,
  ].join('\n');
}
