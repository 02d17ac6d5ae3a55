/**
 * Runs the official MCP conformance suite against all Workers of a deployment, its fixtures added to the front one, and its scenarios for
 * authorization servers against the front as it is, and prints the counts.
 * Exits with 1 when a required check of any revision fails or did not run.
 */
import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runAuthorization } from '../test/accounts/conformance.ts';
import { createFixtures } from '../test/mcp/harness.ts';
import { OFFLINE, ROOT } from './lib/wrangler.ts';

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

const suite = join(ROOT, 'node_modules/.bin/conformance');

interface Check {
  readonly status: string;
  readonly name: string;
  readonly errorMessage?: string;
}

Object.assign(process.env, OFFLINE);

const harness = createFixtures();
const { url } = await harness.listen();
let failed = 0;
try {
  for (const revision of REVISIONS) failed += await runRevision(revision, new URL('/mcp', url).href);
} finally {
  await harness.close();
}
for (const revision of REVISIONS) failed += await runSignIn(revision);
process.exit(failed > 0 ? 1 : 0);

/** Runs and prints what a revision asks of servers; returns the number of failures in its required scenarios. */
async function runRevision(revision: string, server: string): Promise<number> {
  const listing = await runSuite(['list', '--server', '--requirements', revision]);
  const args = ['server', '--url', server, '--requirements', revision, '--output-dir'];
  // Its exit code also tells of failures; they are counted from the recorded checks, scenario by scenario.
  return judge(`MCP ${revision}`, 'server-', namesIn(listing), (directory) =>
    runSuite([...args, directory]).catch(() => undefined),
  );
}

/** Runs and prints what a revision asks of authorization servers; returns the number of failures. */
async function runSignIn(revision: string): Promise<number> {
  const listing = await runSuite(['list', '--authorization', '--spec-version', revision]);
  return judge(`Authorization ${revision}`, 'authorization-server-', namesIn(listing), (directory) =>
    runAuthorization(suite, revision, directory),
  );
}

/** Runs scenarios, whose checks are recorded in folders named `<prefix><scenario>-<time>`; returns the number of failures in `required`. */
async function judge(
  title: string,
  prefix: string,
  required: readonly string[],
  run: (directory: string) => Promise<unknown>,
): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'conformance-'));
  await run(directory);
  let passed = 0;
  let failures = 0;
  for (const scenario of required) {
    const checks = await readChecks(directory, `${prefix}${scenario}`);
    const bad = checks.filter((check) => check.status === 'FAILURE');
    passed += checks.filter((check) => check.status === 'SUCCESS').length;
    failures += checks.length === 0 ? 1 : bad.length;
    if (checks.length === 0) console.error(`  FAILED ${scenario}: it did not run`);
    for (const check of bad) console.error(`  FAILED ${scenario}: ${check.name}: ${check.errorMessage ?? ''}`);
  }
  await rm(directory, { recursive: true });
  console.log(`${title}: ${passed} of ${passed + failures} checks passed in ${required.length} required scenarios`);
  return failures;
}

/** The names in the list of scenarios for servers, or that for authorization servers. */
function namesIn(listing: string): readonly string[] {
  const [, scenarios = ''] = listing.split(/^(?:Server|Authorization server) scenarios.*$/m);
  const [section = ''] = scenarios.split(/^\S/m);
  const names = [...section.matchAll(/^ {2}- (\S+)/gm)].flatMap(([, name]) => name ?? []);
  if (names.length === 0) throw new Error(`The suite lists no scenarios: ${listing}`);
  return names;
}

/** The checks that the suite recorded for a scenario, in `<name>-<time>/checks.json`. */
async function readChecks(directory: string, name: string): Promise<Check[]> {
  for await (const file of glob(`${name}-*/checks.json`, { cwd: directory })) {
    // One scenario's name may begin with another's; what follows the name is a time.
    if (/^-\d{4}-/.test(basename(dirname(file)).slice(name.length))) {
      return JSON.parse(await readFile(join(directory, file), 'utf8'));
    }
  }
  return [];
}

async function runSuite(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [suite, ...args], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
