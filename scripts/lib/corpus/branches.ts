/** Cases of analyze_branches: how each is asked, and what an answer to it is worth. */
import { z } from 'zod';
import type { Case } from './cases.ts';
import type { Answer, Grade } from './grade.ts';

const expectedSchema = z.object({
  branches: z
    .array(
      z.object({
        line: z.int(),
        kind: z.string(),
        condition: z.string(),
        true_reachable: z.boolean(),
        false_reachable: z.boolean(),
      }),
    )
    .optional(),
  dead_line_ranges: z.array(z.tuple([z.int(), z.int()])).optional(),
  /** The complexity by each of several conventions. */
  cyclomatic_complexity: z.record(z.string(), z.int()),
});

/** What the tool answers, as far as grading looks at it. */
export const analysisSchema = z.object({
  branches: z.array(
    z.object({
      line: z.int(),
      kind: z.string(),
      condition: z.string(),
      true_reachable: z.boolean().nullable(),
      false_reachable: z.boolean().nullable(),
    }),
  ),
  dead_code_lines: z.array(z.int()),
  cyclomatic_complexity: z.int(),
});

/** An answer of the tool. */
export type Analysis = z.output<typeof analysisSchema>;

/** The arguments besides the timeout: reachability is asked for where the case knows it. */
export function branchArguments({ code, function: functionName, expected }: Case): Record<string, unknown> {
  const { branches } = expectedSchema.parse(expected);
  return { code, function_name: functionName, symbolic_reachability: branches !== undefined };
}

/**
 * Grades an answer by its worst fault: a side or line that wrongly counts as unreachable, a side or line that wrongly does not, or a
 * complexity that no convention gives, a side that is not decided. Throws for a case that is not one of analyze_branches.
 */
export function gradeOfBranches(example: Case, { status, analysis }: Answer): Grade {
  const expected = expectedSchema.parse(example.expected);
  if (status !== 'complete' || analysis === undefined) return 'error';
  const sides = (expected.branches ?? []).flatMap((known) => {
    const said = analysis.branches.find(
      ({ line, kind, condition }) => line === known.line && kind === known.kind && condition === known.condition,
    );
    return [
      [said?.true_reachable, known.true_reachable],
      [said?.false_reachable, known.false_reachable],
    ] as const;
  });
  const dead = expected.dead_line_ranges === undefined ? analysis.dead_code_lines : linesIn(expected.dead_line_ranges);
  const said = new Set(analysis.dead_code_lines);
  const isWrongProof =
    sides.some(([reachable, known]) => reachable === false && known) ||
    said.size > said.intersection(new Set(dead)).size;
  if (isWrongProof) return 'wrong proof';
  const complexities = Object.values(expected.cyclomatic_complexity);
  const isFalseAlarm =
    sides.some(([reachable, known]) => reachable === true && !known) ||
    dead.some((line) => !said.has(line)) ||
    !complexities.includes(analysis.cyclomatic_complexity);
  if (isFalseAlarm) return 'false alarm';
  return sides.every(([reachable]) => typeof reachable === 'boolean') ? 'agrees' : 'unknown';
}

function linesIn(ranges: readonly (readonly [number, number])[]): readonly number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
