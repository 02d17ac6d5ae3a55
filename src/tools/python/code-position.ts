/** The place in code that completion and inspection are asked about. */
import { z } from 'zod';
import { codePointLength } from '../../lib/code-points.ts';
import { ToolFailure } from '../../lib/errors.ts';
import type { CodePosition } from '../../python/protocol.ts';

/** Parameters that name a place. */
export const positionParameters = {
  code: z.string().describe('Code around the cursor; what it binds before the cursor counts, too.'),
  cursor_pos: z.int().describe('Cursor position in code points, 0 to the length of code.'),
};

/** The place. Throws `ToolFailure` when it is outside of the code. */
export function codePosition({ code, cursor_pos }: { code: string; cursor_pos: number }): CodePosition {
  const length = codePointLength(code);
  if (cursor_pos < 0 || cursor_pos > length) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `cursor_pos is ${cursor_pos}; it must be 0 to ${length}, the length of the code in code points.`,
      advice: 'Count characters as Python does: an emoji is one. Without a better idea, use the length of the code.',
    });
  }
  return { code, cursor: cursor_pos };
}
