/** What `check_workspace` answers of one function. */
import { z } from 'zod';
import type { CheckResult, InputFault } from '../../symbolic/service.ts';
import { reasonFacts } from './facts.ts';
import { renderReason } from './render.ts';
import { raisedAt } from './report.ts';
import type { FoundFunction } from './workspace-functions.ts';

/** Worst first. */
export const STATUSES = ['counterexample', 'error', 'timeout', 'unknown', 'verified'] as const;

/** One function. */
export const verdictSchema = z.object({
  status: z.enum(STATUSES),
  file: z.string(),
  line: z.int().describe('Of the definition.'),
  name: z.string(),
  message: z.string(),
  error_type: z.string().optional(),
  assumptions: z.array(z.string()).describe('What it rests on.'),
  counterexample: z
    .object({
      call: z.string(),
      violates: z.string(),
      raised_at: z.object({ file: z.string(), line: z.int() }).optional(),
      pytest: z.string().optional(),
    })
    .optional(),
});

/** The verdict on one function. */
export type FunctionVerdict = z.output<typeof verdictSchema>;

/** Words a result. */
export function toVerdict({ file, line, name }: FoundFunction, result: CheckResult | InputFault): FunctionVerdict {
  const place = { file, line, name };
  if (result.status === 'error') {
    const { message, errorType } = result;
    return { status: 'error', ...place, message, error_type: errorType, assumptions: [] };
  }
  const { status, counterexamples, reasons, assumptions } = result;
  const [first] = counterexamples;
  const [reason] = reasonFacts(reasons);
  const base = { status, ...place, assumptions: [...assumptions] };
  if (first !== undefined) {
    const { call, violates, message, outcome, pytest } = first;
    const raised = outcome.kind === 'raised' ? raisedAt(outcome.traceback) : undefined;
    return {
      ...base,
      message: `${call}: ${message}`,
      counterexample: {
        call,
        violates,
        ...(raised !== undefined && { raised_at: { ...raised } }),
        ...(pytest !== undefined && { pytest }),
      },
    };
  }
  const isOpen = status === 'unknown' || status === 'timeout';
  return { ...base, message: isOpen && reason !== undefined ? renderReason(reason) : result.message };
}
