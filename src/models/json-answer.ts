/** The JSON object in a model's text. */

/** The object, or why there is none. */
export type JsonAnswer = { readonly value: Readonly<Record<string, unknown>> } | { readonly why: string };

/** Models put a block of code around their JSON where nothing keeps them from it. */
const OPENED = /^```(?:json)?\s*\n/;
const CLOSED = '```';

/** What is in the block of code that a text is. */
function blockIn(text: string): string | undefined {
  const [opened] = OPENED.exec(text) ?? [];
  return opened === undefined || !text.slice(opened.length).endsWith(CLOSED)
    ? undefined
    : text.slice(opened.length, -CLOSED.length);
}

/** Reads a text that is one JSON object, bare or as the only block of code. */
export function readJsonAnswer(text: string): JsonAnswer {
  const json = blockIn(text.trim()) ?? text;
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return { value };
    return { why: 'It is JSON, but no object.' };
  } catch {
    // What the parser says repeats the text, which may be what somebody made the model say.
    return { why: 'It is no JSON.' };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
