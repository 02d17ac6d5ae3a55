/** A file of results: a line of JSON for each test. The last line of a test counts, so that it can be written to at any time. */

import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '../../../src/lib/json.ts';
import { type TestResult, testResultSchema } from '../../../src/scaffolds/certification/results.ts';
import { CommandProblem } from '../lemma/problem.ts';

const answerSchema = z.object({ id: z.string(), answer: z.unknown(), trace: z.unknown().optional() });

const ANSWER_LINES =
  'Every line is {"id": "bfs_simple_01_s1", "answer": …} in JSON, with "trace" where there are steps.';

/** Where the results of a model lie. */
export function resultsPath(folder: string, model: string): string {
  return join(folder, `${model.replaceAll(/[^\w.-]+/g, '_')}.jsonl`);
}

/** The results of a file by the ids of their tests; none when there is no file. Throws {@link CommandProblem}. */
export async function readResults(path: string): Promise<ReadonlyMap<string, TestResult>> {
  const results = await readLines(path, testResultSchema, 'Lines are results that a test has written.');
  return new Map((results ?? []).map((result) => [result.id, { ...result, response: result.response ?? null }]));
}

/** Drops half a line at the end, which a process that was ended leaves behind. */
export async function dropHalfLine(path: string): Promise<void> {
  const text = await readText(path);
  if (text !== undefined && !text.endsWith('\n')) await writeFile(path, text.slice(0, text.lastIndexOf('\n') + 1));
}

/** Adds a result. */
export async function appendResult(path: string, result: TestResult): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${JSON.stringify(result)}\n`);
}

/** Answers that were made elsewhere, by the ids of their tests. Throws {@link CommandProblem}. */
export async function readAnswers(path: string): Promise<ReadonlyMap<string, z.infer<typeof answerSchema>>> {
  const answers = await readLines(path, answerSchema, ANSWER_LINES);
  if (answers === undefined) throw new CommandProblem(`There is no file ${path}.`, 'Name a file of answers.', 2);
  return new Map(answers.map((answer) => [answer.id, answer]));
}

/** Undefined when there is no file. */
async function readLines<Row>(
  path: string,
  schema: z.ZodType<Row>,
  advice: string,
): Promise<readonly Row[] | undefined> {
  const text = await readText(path);
  return text?.split('\n').flatMap((line, index): Row[] => {
    if (line.trim() === '') return [];
    const json = jsonOf(line);
    const row = schema.safeParse(json);
    if (row.success) return [row.data];
    const [issue] = row.error.issues;
    const fault =
      json === undefined
        ? 'is not JSON'
        : `is malformed: ${issue?.path.join('.') || 'the line'}: ${issue?.message ?? ''}`;
    throw new CommandProblem(`Line ${index + 1} of ${path} ${fault}.`, advice, 2);
  });
}

/** Undefined when there is no file. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
}
