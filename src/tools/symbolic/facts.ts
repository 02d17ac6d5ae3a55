/** The contract's field names: what the symbolic engine answers, in snake case, and the schemas of it. */
import { z } from 'zod';
import type { Counterexample, Coverage, Reason, Work } from '../../symbolic/service.ts';

/** What CPython did with an input. */
export const outcomeSchema = z.object({
  kind: z.enum(['returned', 'raised']),
  value: z.string().optional(),
  exception: z.string().optional(),
  message: z.string().optional(),
  traceback: z.string().optional(),
});

/** What is known of an input besides what it does. */
export const proposalFields = {
  path_condition: z.string().optional().describe('Condition of its path, in Python.'),
  found_by: z.enum(['trial', 'solver']).describe('trial: a boundary input, run at once.'),
  pytest: z.string().optional().describe('A pytest module with this input.'),
};

/** An input that CPython was seen to fail on. */
export const counterexampleSchema = z.object({
  args: z.record(z.string(), z.unknown()).describe('By parameter; Python source where JSON cannot hold the value.'),
  call: z.string().describe('The call in Python source, long arguments cut.'),
  violates: z.string().describe('The obligation that is broken.'),
  message: z.string(),
  outcome: outcomeSchema.describe('What CPython did.'),
  ...proposalFields,
});

/** What is proved where only runs beyond bounds are open. */
export const withinField = {
  verified_within: z.string().optional().describe('Bounds; every run that keeps to them is proved.'),
};

/** Renames it. */
export function withinFacts({ verifiedWithin }: { readonly verifiedWithin?: string }): {
  readonly verified_within?: string;
} {
  return verifiedWithin === undefined ? {} : { verified_within: verifiedWithin };
}

/** Fields that every exploration reports. */
export const explorationFields = {
  message: z.string(),
  coverage_estimate: z.number().describe('Decided share of the path tree; 1 only when exhaustive.'),
  reasons: z
    .array(z.object({ line: z.int().optional(), construct: z.string(), message: z.string() }))
    .describe('What stood in the way of a decision.'),
  obligations: z.array(z.string()).describe('What was to be proved.'),
  assumptions: z.array(z.string()).describe('What the answer rests on.'),
  work: z
    .object({
      fuel_used: z.number(),
      fuel_budget: z.number(),
      solver_queries: z.int(),
      replays: z.int(),
      steps: z.int(),
    })
    .describe('Counted work, not time.'),
  time_seconds: z.number(),
};

/** The field that `include_smtlib` asks for. */
export const smtlibField = { smtlib: z.string().optional().describe('First undecided query.') };

const explorationSchema = z.object(explorationFields);

const proposalSchema = z.object(proposalFields);

/** What every exploration reports, as the tools answer it. */
export type ExplorationFacts = z.output<typeof explorationSchema>;

/** A counterexample as the tools answer it. */
export type CounterexampleFacts = z.output<typeof counterexampleSchema>;

/** Renames the fields of a counterexample. */
export function counterexampleFacts(found: Counterexample): CounterexampleFacts {
  const { args, call, violates, message, outcome } = found;
  return { args: { ...args }, call, violates, message, outcome, ...proposalFacts(found) };
}

/** Renames what is known of an input besides what it does. */
export function proposalFacts({ pathCondition, foundBy, pytest }: Counterexample): z.output<typeof proposalSchema> {
  return {
    ...(pathCondition !== undefined && { path_condition: pathCondition }),
    found_by: foundBy,
    ...(pytest !== undefined && { pytest }),
  };
}

/** The undecided query of a request that has asked for it and is left open. */
export function smtlibFacts(
  isAsked: boolean,
  { status, undecidedQuery }: { readonly status: string; readonly undecidedQuery?: string },
): { readonly smtlib?: string } {
  const isOpen = status === 'unknown' || status === 'timeout';
  return isAsked && isOpen && undecidedQuery !== undefined ? { smtlib: undecidedQuery } : {};
}

/** Renames the fields that every exploration reports. */
export function explorationFacts(result: Coverage & { readonly message: string }, seconds: number): ExplorationFacts {
  const { message, coverageEstimate, reasons, obligations, assumptions, work } = result;
  return {
    message,
    coverage_estimate: coverageEstimate,
    reasons: reasonFacts(reasons),
    obligations: [...obligations],
    assumptions: [...assumptions],
    work: workFacts(work),
    time_seconds: seconds,
  };
}

/** Copies reasons into plain objects. */
export function reasonFacts(reasons: readonly Reason[]): ExplorationFacts['reasons'] {
  return reasons.map(({ bound: _, ...reason }) => reason);
}

/** Renames the fields of counted work. */
export function workFacts(work: Work): ExplorationFacts['work'] {
  return {
    fuel_used: work.fuelUsed,
    fuel_budget: work.fuelBudget,
    solver_queries: work.solverQueries,
    replays: work.replays,
    steps: work.steps,
  };
}
