/** The server's version and what it does, from package.json. */
import manifest from '../../package.json' with { type: 'json' };

/** Semantic version of this server. */
export const VERSION: string = manifest.version;

/** What this server does, in one sentence. */
export const DESCRIPTION: string = manifest.description;
