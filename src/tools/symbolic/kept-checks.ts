/** Checks that a workspace keeps, so that what is unchanged is not checked again. */
import { z } from 'zod';
import { isErrorType } from '../../lib/error-types.ts';
import type { CheckResult, InputFault } from '../../symbolic/service.ts';
import type { KeptChecks } from '../../symbolic/workspace-service.ts';
import type { VerdictsApi } from '../../workspace/verdicts/service.ts';

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('returned'), value: z.string() }),
  z.object({ kind: z.literal('raised'), exception: z.string(), message: z.string(), traceback: z.string() }),
]);

const resultSchema: z.ZodType<CheckResult> = z.object({
  status: z.enum(['verified', 'counterexample', 'timeout', 'unknown']),
  message: z.string(),
  counterexamples: z.array(
    z.object({
      args: z.record(z.string(), z.unknown()),
      call: z.string(),
      violates: z.string(),
      message: z.string(),
      outcome: outcomeSchema,
      pytest: z.string().exactOptional(),
      pathCondition: z.string().exactOptional(),
      foundBy: z.enum(['trial', 'solver']),
    }),
  ),
  extremeInputs: z.array(z.object({ call: z.string(), exception: z.string() })),
  pathsExplored: z.number(),
  pathsVerified: z.number(),
  coverageEstimate: z.number(),
  reasons: z.array(z.object({ line: z.number().exactOptional(), construct: z.string(), message: z.string() })),
  obligations: z.array(z.string()),
  assumptions: z.array(z.string()),
  work: z.object({
    fuelUsed: z.number(),
    fuelBudget: z.number(),
    solverQueries: z.number(),
    replays: z.number(),
    steps: z.number(),
  }),
});

const faultSchema: z.ZodType<InputFault> = z.object({
  status: z.literal('error'),
  errorType: z.string().refine(isErrorType),
  exception: z.string().exactOptional(),
  message: z.string(),
  line: z.number().exactOptional(),
});

const keptSchema = z.union([resultSchema, faultSchema]);

/** What is asked of those that use the checks. */
export interface Counts {
  /** Checks that were made. */
  made: number;
  /** Checks that were found. */
  known: number;
}

/** The checks that a workspace keeps; each is counted. What another version kept in another form counts as unknown. */
export function checksKeptIn(workspace: VerdictsApi, counts: Counts): KeptChecks {
  return {
    async find(key) {
      const [text] = await workspace.findVerdicts([key]);
      const kept = text === undefined ? undefined : keptSchema.safeParse(JSON.parse(text)).data;
      if (kept !== undefined) counts.known++;
      return kept;
    },
    async keep(key, result) {
      counts.made++;
      await workspace.keepVerdict(key, JSON.stringify(result));
    },
  };
}
