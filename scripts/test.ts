/**
 * `npm test -- <arguments of vitest run>`: runs the tests. A file that fails runs once more, alone and in a process of its own; when it
 * passes then, the run is green and the file is listed as unstable.
 */
import { parseCLI } from 'vitest/node';
import { judgeRun, renderVerdict, runVitest } from './lib/testing/test-run.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
// Suites that depend on the speed of the machine are `npm run test:chaos`.
const request = { filter, options: { project: '!chaos', ...options } };
// A defect that only the programs of the day show is reported, and is not the fault of the change at hand: see `test/generated.ts`.
const { SEED = '0' } = process.env;
const verdict = await judgeRun(await runVitest(request), (path) => runVitest({ ...request, filter: [path] }, { SEED }));
console.log(renderVerdict(verdict));
process.exitCode = verdict.faults.length === 0 ? 0 : 1;
