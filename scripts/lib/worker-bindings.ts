/** Which Worker binds which, from their configurations, and whether they can be deployed in the order of the list. */
import { join } from 'node:path';
import { unstable_readConfig as readConfig } from 'wrangler';
import type { Worker } from './workers.ts';
import { ROOT } from './wrangler.ts';

/** A Worker as its configuration has it. */
export interface BoundWorker {
  readonly name: string;
  /** Names of the Workers that its services and Durable Objects are in, without its own. */
  readonly binds: readonly string[];
}

/** What is read of a configuration; wrangler's own types of it are not published. */
interface Configuration {
  readonly name?: string;
  readonly services?: readonly { readonly service: string }[];
  readonly durable_objects: { readonly bindings: readonly { readonly script_name?: string }[] };
}

/** Reads the configurations. Throws when one has another name than the list gives it. */
export function readBindings(workers: readonly Worker[]): readonly BoundWorker[] {
  return workers.map(({ name, config }) => {
    const configuration: Configuration = readConfig({ config: join(ROOT, config) });
    const { name: configured, services = [], durable_objects } = configuration;
    if (configured !== name) {
      throw new Error(`${config} names its Worker ${configured}, scripts/lib/workers.ts ${name}: use one name.`);
    }
    const scripts = durable_objects.bindings.flatMap(({ script_name }) => script_name ?? []);
    const bound = new Set([...services.map(({ service }) => service), ...scripts]);
    return { name, binds: [...bound].filter((each) => each !== name) };
  });
}

/** A line for each binding that keeps `workers` from being deployed in their order; none when all is well. */
export function bindingFaults(workers: readonly BoundWorker[]): readonly string[] {
  const byName = new Map(workers.map((worker) => [worker.name, worker]));
  return workers.flatMap(({ name, binds }, place) =>
    binds.flatMap((bound) => {
      const worker = byName.get(bound);
      if (worker === undefined) {
        return `${name} binds ${bound}, which no Worker of scripts/lib/workers.ts is called: ${[...byName.keys()].join(', ')}`;
      }
      if (workers.indexOf(worker) < place) return [];
      const back = pathBetween(byName, bound, name);
      return back === undefined
        ? `${name} binds ${bound} and stands before it in scripts/lib/workers.ts: put it behind`
        : `${[name, ...back].join(' binds ')}: no order can deploy them; let one of them pass on what the other needs`;
    }),
  );
}

/** The shortest way along bindings from one Worker to another, both included. */
function pathBetween(
  workers: ReadonlyMap<string, BoundWorker>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const seen = new Set([from]);
  const paths: string[][] = [[from]];
  for (const path of paths) {
    const end = path.at(-1) ?? from;
    if (end === to) return path;
    for (const next of workers.get(end)?.binds ?? []) {
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}
