/** What the tools of scaffolds take and answer alike. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { MOST_LEVEL } from '../../scaffolds/instances.ts';
import { CATEGORIES, type Tier } from '../../scaffolds/scaffold.ts';
import type { InstanceRequest, TestCase } from '../../scaffolds/service.ts';

export const scaffoldName = z.string().min(1).max(100).describe('Name or alias, such as dijkstra.');
export const category = z.enum(CATEGORIES);
export const tier = z.enum(['simple', 'standard', 'edge'] satisfies readonly Tier[]);

/** What test cases are made from. */
export const seedParameters = {
  seed: z.int().min(0).max(999_999_999).default(0).describe('Other cases for each seed.'),
  level: z.int().min(1).max(MOST_LEVEL).default(1).describe('Difficulty: each level makes the instances larger.'),
};

/** The instance: a test case, or a scaffold with an input. */
export const instanceParameters = {
  test_case_id: z.string().min(1).max(200).optional().describe('Id of a test case, such as dijkstra_simple_01.'),
  scaffold: scaffoldName.optional().describe('With input, in place of test_case_id.'),
  input: z.record(z.string(), z.unknown()).optional().describe('An instance; get_scaffold has its schema.'),
};

/** The instance that the arguments name. Throws `ToolFailure`. */
export function instanceRequest(args: {
  readonly test_case_id?: string | undefined;
  readonly scaffold?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}): InstanceRequest {
  const { test_case_id: id, scaffold, input } = args;
  if (id !== undefined && scaffold === undefined && input === undefined) return { kind: 'case', id };
  if (id === undefined && scaffold !== undefined && input !== undefined) return { kind: 'input', scaffold, input };
  throw new ToolFailure({
    errorType: 'ValueError',
    message: 'The arguments name no instance, or more than one.',
    advice: 'Give test_case_id, or scaffold with input.',
  });
}

/** A value of an input or answer. */
const values = z.record(z.string(), z.unknown());

export const overviewSchema = z.object({
  name: z.string(),
  title: z.string(),
  category,
  aliases: z.array(z.string()),
  purpose: z.string(),
});

export const testCaseSchema = z.object({
  id: z.string(),
  scaffold: z.string(),
  tier,
  task: z.string(),
  input: values,
  expected: values.optional().describe('One right answer; there may be others.'),
});

/** A test case as tools answer it. */
export function testCaseFields(
  { id, scaffold, tier: of, task, input, expected }: TestCase,
  hasExpected: boolean,
): z.output<typeof testCaseSchema> {
  return { id, scaffold, tier: of, task, input: { ...input }, ...(hasExpected && { expected: { ...expected } }) };
}

/** A test case in words. */
export function renderCase({ id, task, input, expected }: z.output<typeof testCaseSchema>): string {
  return [
    `${id}: ${task}`,
    `  input: ${JSON.stringify(input)}`,
    ...(expected === undefined ? [] : [`  expected: ${JSON.stringify(expected)}`]),
  ].join('\n');
}

export { values };
