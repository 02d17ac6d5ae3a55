/** The parameter by which every Python tool can name its session. */
import { z } from 'zod';

/** What would spoil a line of text, and halves of characters, which no database keeps. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Name of a session. Checked by a function: many clients cannot read a pattern with Unicode properties. */
export const sessionName = z
  .string()
  .min(1)
  .max(100)
  // An object in JavaScript, such as the list of sessions that clients receive, cannot safely have a key of that name.
  .refine((name) => name !== '__proto__' && !UNFIT.test(name), {
    error: 'without control characters, line breaks or lone surrogates, and not "__proto__"',
  });

/** Optional name of a session; without it, the active one is meant. */
export const sessionId = sessionName.optional().describe('Default: the active session.');
