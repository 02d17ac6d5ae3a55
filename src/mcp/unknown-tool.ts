/** What is said of a tool that does not exist. */
import type { Failure } from '../lib/errors.ts';
import { sentences } from '../lib/sentences.ts';
import { suggest } from './suggest.ts';

/** The failure of a call of `name`, where the tools `known` exist. */
export function unknownTool(name: string, known: readonly string[]): Failure {
  const similar = suggest(name, known);
  const hint = similar.length > 0 ? `Did you mean ${similar.join(' or ')}?` : '';
  return {
    errorType: 'unknown_tool',
    message: `There is no tool ${JSON.stringify(name)}.`,
    advice: sentences(hint, 'Call find_tools with a few words on what you need to search all tools.'),
    details: { tool: name, similar },
  };
}
