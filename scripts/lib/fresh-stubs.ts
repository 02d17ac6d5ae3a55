/**
 * Has objects of other processes be reached again after they broke. An object breaks when what it wrote finds no room; the next one of that
 * name reads what was stored before, and each stub of the broken one fails for ever. Cloudflare makes a stub for each call. wrangler keeps
 * one as long as it is used, and has no setting for that: here it keeps the connection only.
 */
import fs from 'node:fs';

/** The end of the path of the module by which a Worker of wrangler's local server reaches objects of other processes. */
const MODULE = 'workers/core/dev-registry-proxy.worker.js';
const STUB = 'getActor(target.userWorkerService, className, this.ctx.id.toString())';
/** What that module says, and what it is to say: what it keeps is the connection, and stubs are made by each look at it. */
const CHANGES = [
  ['.getActor(target.userWorkerService, className, actorId);', ';'],
  ['return this._cachedFetcher;', `return this._cachedFetcher.${STUB};`],
  [
    'this._cachedInstanceId = target.instanceId), fetcher;',
    `this._cachedInstanceId = target.instanceId), fetcher?.${STUB};`,
  ],
] as const;

/** To be called before a Worker is started: wrangler reads that module once. */
export function makeStubsFresh(): void {
  fs.readFileSync = new Proxy(fs.readFileSync, {
    apply(read, self, args: readonly unknown[]): unknown {
      const content: unknown = Reflect.apply(read, self, args);
      const [path] = args;
      const isModule = typeof path === 'string' && path.replaceAll('\\', '/').endsWith(MODULE);
      return isModule && typeof content === 'string' ? withFreshStubs(content) : content;
    },
  });
}

/** The source of that module, with stubs that are made for each call. Throws when it is not what it was. */
export function withFreshStubs(source: string): string {
  return CHANGES.reduce((changed, [what, instead]) => {
    const [before, after, ...more] = changed.split(what);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`wrangler's ${MODULE} has changed: see whether it still keeps stubs of objects that broke.`);
    }
    return before + instead + after;
  }, source);
}
