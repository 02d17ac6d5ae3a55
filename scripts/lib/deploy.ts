/** Deploying Workers one after another. */
import { once } from 'node:events';
import type { Worker } from './workers.ts';
import { spawnWrangler } from './wrangler.ts';

/** Deploys one Worker; resolves to whether it worked. */
export type Deploy = (worker: Worker) => Promise<boolean>;

/** Deploys with wrangler, which prints what it does and asks nothing; `dryRun` uploads nothing. */
export function wranglerDeploy(dryRun: boolean): Deploy {
  return async ({ config }) => {
    // Without a terminal to read from, wrangler takes its defaults.
    const wrangler = spawnWrangler(['deploy', '-c', config, ...(dryRun ? ['--dry-run'] : [])], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(wrangler, 'close');
    return code === 0;
  };
}

/** How far a deployment came: the names of Workers. */
export interface Deployment {
  readonly deployed: readonly string[];
  /** None when all were deployed. */
  readonly failed?: string;
  readonly left: readonly string[];
}

/** Deploys `workers` in their order until one fails: what binds it would meet an older version of it, or none. */
export async function deployAll(workers: readonly Worker[], deploy: Deploy): Promise<Deployment> {
  const names = workers.map(({ name }) => name);
  for (const [place, worker] of workers.entries()) {
    if (!(await deploy(worker))) {
      return { deployed: names.slice(0, place), failed: worker.name, left: names.slice(place + 1) };
    }
  }
  return { deployed: names, left: [] };
}

/** A line each on what was deployed, what failed and what was not tried; a dry run deploys nothing. */
export function describeDeployment({ deployed, failed, left }: Deployment, dryRun = false): string {
  const lines = [
    `${dryRun ? 'Dry run, nothing is uploaded; can be deployed' : 'Deployed'}: ${deployed.join(', ') || 'nothing'}.`,
  ];
  if (failed !== undefined) lines.push(`Failed: ${failed}, for the reason above.`);
  if (left.length > 0) lines.push(`Not deployed, since they bind what comes before: ${left.join(', ')}.`);
  if (failed !== undefined) lines.push('Mend it and deploy again: what is deployed already is deployed once more.');
  return lines.join('\n');
}
