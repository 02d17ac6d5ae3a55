/**
 * Imported before wrangler, this lets errors keep their fields between processes. Miniflare's proxy, through which a Worker reaches those of
 * other processes, has a compatibility date of its own, before the one from which errors are passed on whole: a `ToolFailure` would arrive as
 * an error without type and advice.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const MODULE = '/miniflare/dist/src/index.js';
/** Stands at the proxy between processes, and at the one before a Worker's assets. */
const FLAGS = 'compatibilityFlags: ["service_binding_extra_handlers"]';
const PLACES = 2;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(MODULE)) return loaded;
    const parts = readFileSync(fileURLToPath(url), 'utf8').split(FLAGS);
    if (parts.length - 1 !== PLACES)
      throw new Error(`${url} is another version: its proxy between processes was not found.`);
    return { ...loaded, source: parts.join(FLAGS.replace(']', ', "enhanced_error_serialization"]')) };
  },
});
