/** The body of a request as JSON. */
import type { HonoRequest } from 'hono';
import { ToolFailure } from '../../lib/errors.ts';

/** What the body holds; an empty one holds nothing. Throws `ToolFailure` when it is not JSON. */
export async function bodyOf(request: HonoRequest): Promise<unknown> {
  const text = await request.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ToolFailure({
      errorType: 'validation_error',
      message: `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      advice: 'Send an object in JSON.',
    });
  }
}
