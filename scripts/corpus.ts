/**
 * `npm run corpus -- <cases.jsonl>`: asks the server about cases with known verdicts and prints how far it agrees. Starts a
 * server of its own unless `--url` names one. Exits with 1 when an answer is wrong.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createServer } from '../test/mcp/harness.ts';
import { ask, toolNames } from './lib/corpus/ask.ts';
import { branchArguments, gradeOfBranches } from './lib/corpus/branches.ts';
import { type Case, DECIDERS, parseCases } from './lib/corpus/cases.ts';
import { gradeOf, type Result } from './lib/corpus/grade.ts';
import { report } from './lib/corpus/report.ts';
import { OFFLINE } from './lib/wrangler.ts';

const USAGE = `npm run corpus -- <cases.jsonl> [--url http://127.0.0.1:8787] [--limit N] [--tool NAME] [--timeout SECONDS] [--out FILE]`;
/** Seconds to wait for an answer beyond what the tool was given. */
const PATIENCE = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    tool: { type: 'string' },
    timeout: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
});
const [path] = positionals;
const timeout = Number(values.timeout);
const limit = Number(values.limit);
if (path === undefined || positionals.length > 1 || !(timeout > 0) || !(limit > 0)) {
  console.error(`Usage: ${USAGE}`);
  process.exit(2);
}

const cases = parseCases(await readFile(path, 'utf8'))
  .filter(({ tool }) => values.tool === undefined || tool === values.tool)
  .slice(0, limit);
const results = values.url === undefined ? await runOnOwnServer() : await run(new URL(values.url));
if (values.out !== undefined) {
  const lines = results.map(({ example: { id, tool, expected }, grade, answer }) =>
    JSON.stringify({ id, tool, expected, grade, ...answer }),
  );
  await writeFile(values.out, `${lines.join('\n')}\n`);
}
console.log(report(results));
process.exit(results.some(({ grade }) => grade === 'wrong proof' || grade === 'false alarm') ? 1 : 0);

async function runOnOwnServer(): Promise<readonly Result[]> {
  Object.assign(process.env, OFFLINE);
  const server = createServer();
  try {
    const { url } = await server.listen();
    return await run(url);
  } finally {
    await server.close();
  }
}

async function run(url: URL): Promise<readonly Result[]> {
  const offered = await toolNames(url);
  const results: Result[] = [];
  for (const example of cases) {
    results.push(offered.has(example.tool) ? await runCase(url, example) : { example, grade: 'not offered' });
    if (results.length % 50 === 0) console.error(`${results.length} of ${cases.length} cases`);
  }
  return results;
}

/** Throws when this script does not know how to ask the case's tool. */
async function runCase(url: URL, example: Case): Promise<Result> {
  if (example.tool === 'analyze_branches') {
    const args = { ...branchArguments(example), timeout_seconds: timeout };
    const answer = await ask(url, example.tool, args, timeout + PATIENCE);
    return { example, answer, grade: gradeOfBranches(example, answer) };
  }
  const decider = DECIDERS.get(example.tool);
  if (decider === undefined) {
    throw new Error(`The server has ${example.tool}, but scripts/lib/corpus/cases.ts does not say how to ask it.`);
  }
  const args = { ...decider.args(example), timeout_seconds: timeout };
  const answer = await ask(url, example.tool, args, timeout + PATIENCE);
  return { example, answer, grade: gradeOf(decider, example.expected, answer.status) };
}
