/** Tests a model, or answers that were made elsewhere, and writes the reports. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReportDocument } from '../../../src/mcp/report/document.ts';
import { renderHtml } from '../../../src/mcp/report/html.ts';
import { renderMarkdown } from '../../../src/mcp/report/markdown.ts';
import type { Model, Price } from '../../../src/models/model.ts';
import { configuredModels } from '../../../src/models/settings.ts';
import { linesOf } from '../../../src/scaffolds/certification/datasets.ts';
import { judgeAnswer } from '../../../src/scaffolds/certification/judge.ts';
import { partsOf, questionOf } from '../../../src/scaffolds/certification/prompt.ts';
import { failedResult, sumUp, type TestResult } from '../../../src/scaffolds/certification/results.ts';
import { instancesOf, manifestOf, withMissing } from '../../../src/scaffolds/certification/suite.ts';
import { generateCases, listScaffolds } from '../../../src/scaffolds/engine.ts';
import type { TestCase } from '../../../src/scaffolds/service.ts';
import { comparisonReport, scaffoldReport, summaryReport } from '../../../src/tools/scaffolds/results-report.ts';
import { CommandProblem } from '../lemma/problem.ts';
import type { Command } from './command.ts';
import { appendResult, dropHalfLine, readAnswers, readResults, resultsPath } from './results-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type TestCommand = Extract<Command, { kind: 'test' }>;
type ExportCommand = Extract<Command, { kind: 'export' }>;
type ReportCommand = Extract<Command, { kind: 'report' }>;

/** Every scaffold, by category. */
export function renderList(): string {
  const all = Map.groupBy(listScaffolds(), ({ category }) => category);
  return [...all]
    .map(
      ([category, members]) =>
        `${category}:\n${members.map(({ name, purpose }) => `  ${name.padEnd(20)} ${purpose}`).join('\n')}`,
    )
    .join('\n\n');
}

/** Prints the test cases as rows of a dataset. */
export function exportDataset({ scaffolds, dataset, seed, level, count }: ExportCommand): void {
  const cases = scaffolds.flatMap((scaffold) =>
    generateCases({ scaffold, seed, level, ...(count !== undefined && { count }) }),
  );
  for (const line of linesOf(dataset, cases)) process.stdout.write(line);
}

/** Runs the tests that have no result yet and writes the reports. Whether every scaffold is certified. Throws {@link CommandProblem}. */
export async function test(command: TestCommand, environment: Environment, signal: AbortSignal): Promise<boolean> {
  const { scaffolds, seed, level, answers, folder, parallel } = command;
  const cases = scaffolds.flatMap((scaffold) => generateCases({ scaffold, seed, level }));
  const ask =
    answers === undefined ? askingOf(modelOf(command, environment), signal) : await givenIn(answers, command.model);
  const path = resultsPath(folder, ask.name);
  await dropHalfLine(path);
  const known = await readResults(path);
  const left = cases.filter(({ id }) => known.get(id) === undefined || known.get(id)?.error !== undefined);
  if (left.length < cases.length)
    console.error(`${cases.length - left.length} of ${cases.length} tests have results already.`);
  const progress = new Progress(left.length);
  const queue = left.values();
  const work = async () => {
    for (const each of queue) {
      if (signal.aborted) return;
      const result = await ask.resultOf(each);
      if (result === undefined) continue;
      await appendResult(path, result);
      progress.add(result.passed);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  progress.end();
  const found = await readResults(path);
  const results = cases.flatMap(({ id }) => found.get(id) ?? []);
  if (results.length === 0)
    throw new CommandProblem(
      'No test has a result.',
      `Answers name the tests by their ids, as ${cases[0]?.id}; --export inspect prints the tests with their ids, for the same --seed and --level.`,
      2,
    );
  if (results.length < cases.length)
    console.error(`${cases.length - results.length} of ${cases.length} tests have no result.`);
  return writeReports(folder, ask, results, false);
}

/** Writes the reports again. Whether every scaffold is certified. Throws {@link CommandProblem}. */
export async function report({ folder, model, verbose, compare }: ReportCommand): Promise<boolean> {
  const names = model === undefined ? await modelsIn(folder) : [model];
  let isCertified = true;
  for (const name of names) {
    const results = await resultsOf(folder, name);
    const isOne = await writeReports(folder, { name }, results, verbose);
    isCertified &&= isOne;
    if (compare !== undefined && compare !== name)
      await writeReport(
        folder,
        `${name}-and-${compare}`,
        comparisonReport([results, await resultsOf(folder, compare)], [name, compare]),
      );
  }
  return isCertified;
}

async function resultsOf(folder: string, model: string): Promise<readonly TestResult[]> {
  const results = [...(await readResults(resultsPath(folder, model))).values()];
  if (results.length > 0) return results;
  throw new CommandProblem(
    `${folder} has no results of ${model}.`,
    `It has those of ${(await modelsIn(folder)).join(', ')}.`,
    2,
  );
}

async function modelsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const models = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.replace(/\.jsonl$/, ''));
  if (models.length > 0) return models;
  throw new CommandProblem(`${folder} has no results.`, 'Test a scaffold first: npm run verify -- dijkstra', 2);
}

/** Gives results of tests. */
interface Asking {
  readonly name: string;
  readonly price?: Price;
  /** Undefined when there is nothing to judge. */
  resultOf(test: TestCase): Promise<TestResult | undefined>;
}

async function givenIn(path: string, name = basename(path, '.jsonl')): Promise<Asking> {
  const answers = await readAnswers(path);
  return {
    name,
    async resultOf(each) {
      const given = answers.get(each.id);
      if (given === undefined) return undefined;
      const { answer, trace } = given;
      return judgeAnswer(each, trace === undefined ? { answer } : { answer, trace });
    },
  };
}

function askingOf(model: Model, signal: AbortSignal): Asking {
  return {
    name: model.name,
    ...(model.price !== undefined && { price: model.price }),
    async resultOf(each) {
      const { ending, usage } = await model.ask(questionOf(each), { signal });
      const tokens = usage === undefined ? {} : { tokens: usage };
      if (ending.kind !== 'answered') return { ...failedResult(each, `${ending.kind}: ${ending.why}`), ...tokens };
      return { ...judgeAnswer(each, partsOf(ending.text)), response: ending.text, ...tokens };
    },
  };
}

/** The model that is asked. Throws {@link CommandProblem} when none is configured. */
function modelOf({ mode, model }: TestCommand, environment: Environment): Model {
  const key = environment.VERIFY_ANTHROPIC_API_KEY ?? environment.ANTHROPIC_API_KEY;
  const ofMode = mode === 'dev' ? environment.VERIFY_DEV_MODEL : environment.VERIFY_CERT_MODEL;
  const wanted = model ?? ofMode;
  const own = key === undefined || wanted === undefined ? [] : [{ provider: 'anthropic', model: wanted, key }];
  const settings = environment.MODELS ?? (own.length > 0 ? JSON.stringify(own) : '');
  const { models, fault } = configuredModels({ MODELS: settings });
  if (fault !== undefined) throw new CommandProblem(fault, 'docs/reasoning.md says how MODELS is written.', 2);
  const found = wanted === undefined ? models[0] : models.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new CommandProblem(
    wanted === undefined ? 'No model is configured.' : `No model ${JSON.stringify(wanted)} is configured.`,
    `Set ANTHROPIC_API_KEY and ${mode === 'dev' ? 'VERIFY_DEV_MODEL' : 'VERIFY_CERT_MODEL'}, or MODELS, or give --answers.`,
    2,
  );
}

/** Whether every scaffold is certified. */
async function writeReports(
  folder: string,
  { name: model, price }: Pick<Asking, 'name' | 'price'>,
  found: readonly TestResult[],
  verbose: boolean,
): Promise<boolean> {
  const results = withMissing(found);
  const all = sumUp(results);
  const manifest = await manifestOf(instancesOf(results.map(({ id }) => id)));
  const head = { model, manifest, ...(price !== undefined && { price }) };
  for (const each of all) await writeReport(folder, `${model}/${each.scaffold}`, scaffoldReport(each, head, verbose));
  const summary = summaryReport(all, head);
  await writeReport(folder, `${model}/summary`, summary);
  console.log(renderMarkdown(summary));
  return all.every(({ status }) => status === 'CERTIFIED');
}

/** In Markdown, as a page, and as JSON. */
async function writeReport(folder: string, name: string, document: ReportDocument): Promise<void> {
  const path = join(folder, 'reports', name.replaceAll(/[^\w./-]+/g, '_'));
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.md`, renderMarkdown(document));
  await writeFile(`${path}.html`, renderHtml(document, 'Lemma'));
  await writeFile(`${path}.json`, `${JSON.stringify(document, undefined, 2)}\n`);
}

/** A bar on the terminal; a terminal that is none gets nothing. */
class Progress {
  readonly #total: number;
  #done = 0;
  #passed = 0;

  constructor(total: number) {
    this.#total = total;
  }

  add(passed: boolean): void {
    this.#done += 1;
    this.#passed += Number(passed);
    if (!process.stderr.isTTY) return;
    const filled = Math.round((30 * this.#done) / this.#total);
    process.stderr.write(`\r[${'#'.repeat(filled).padEnd(30)}] ${this.#done}/${this.#total}, ${this.#passed} passed`);
  }

  end(): void {
    if (process.stderr.isTTY && this.#done > 0) process.stderr.write('\n');
  }
}
