/** Cases with known verdicts, one JSON object a line, and the tool call that each stands for. */
import { z } from 'zod';

const caseSchema = z.object({
  id: z.string(),
  tool: z.string(),
  code: z.string(),
  function: z.string(),
  function_b: z.string().optional(),
  precondition: z.string().nullish(),
  exception_type: z.string().optional(),
  /** A verdict, or for other kinds of tools an object. */
  expected: z.unknown(),
});

/** One case. */
export type Case = z.output<typeof caseSchema>;

/** How a tool that decides something is asked, and which of its statuses claim what. */
export interface Decider {
  /** The status that claims a proof. */
  readonly proof: string;
  /** The status that claims a concrete input. */
  readonly refutation: string;
  /** The arguments besides the timeout. */
  readonly args: (example: Case) => Record<string, unknown>;
}

/** Every tool that cases can be run with. */
export const DECIDERS: ReadonlyMap<string, Decider> = new Map<string, Decider>([
  [
    'symbolic_check',
    {
      proof: 'verified',
      refutation: 'counterexample',
      args: (example) => ({ code: example.code, function_name: example.function }),
    },
  ],
  [
    'find_path_to_exception',
    {
      proof: 'unreachable',
      refutation: 'found',
      args: (example) => ({
        code: example.code,
        function_name: example.function,
        exception_type: example.exception_type,
      }),
    },
  ],
  [
    'compare_functions',
    {
      proof: 'equivalent',
      refutation: 'different',
      args: (example) => ({
        code: example.code,
        function_a: example.function,
        function_b: example.function_b,
        ...(typeof example.precondition === 'string' && { precondition: example.precondition }),
      }),
    },
  ],
]);

/** Parses JSON lines. Throws with the line's number when one is not a case. */
export function parseCases(text: string): readonly Case[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return caseSchema.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${index + 1} is not a case: ${error instanceof Error ? error.message : error}`);
    }
  });
}
