/** The prompts, in the form that MCP sends. */
import type { GetPromptRequestParams, GetPromptResult, Prompt as Listing } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../lib/errors.ts';
import { sentences } from '../../lib/sentences.ts';
import { suggest } from '../suggest.ts';
import { PROMPTS } from './catalog.ts';

/** What `prompts/list` sends. */
export const PROMPT_LISTINGS: readonly Listing[] = PROMPTS.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([argument, { description: what, required = false }]) => ({
    name: argument,
    description: what,
    required,
  })),
}));

/** The message that a prompt makes of its arguments. Throws `ToolFailure` when there is no such prompt, or an argument is wrong. */
export function promptMessage({ name, arguments: given = {} }: GetPromptRequestParams): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt === undefined) throw unknownPrompt(name);
  const text = prompt.text(given);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function unknownPrompt(name: string): ToolFailure {
  const names = PROMPTS.map((prompt) => prompt.name);
  const similar = suggest(name.slice(0, 100), names);
  const hint = similar.length > 0 ? `Did you mean ${similar.join(' or ')}?` : '';
  return new ToolFailure({
    errorType: 'validation_error',
    message: `There is no prompt ${JSON.stringify(name.slice(0, 100))}.`,
    advice: sentences(hint, `Prompts: ${names.join(', ')}`),
    details: { prompt: name.slice(0, 100), similar },
  });
}
