/** The server's version, from package.json. */
import manifest from '../../package.json' with { type: 'json' };

/** Semantic version of this server. */
export const VERSION: string = manifest.version;
