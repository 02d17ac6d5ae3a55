/** The query of a request, checked. */
import type { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';

/** The query's parameters. Throws `ToolFailure` when they are not those of `schema`. */
export function queryOf<Schema extends z.ZodObject>(schema: Schema, query: Record<string, string>): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolFailure({
    errorType: 'validation_error',
    message: `The query is wrong: ${issue?.path.join('.') ?? ''} ${issue?.message}`,
    advice: `It may have ${Object.keys(schema.shape).join(', ')}.`,
    details: { field: issue?.path.join('.') },
  });
}
