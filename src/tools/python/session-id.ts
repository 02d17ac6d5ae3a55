/** The parameter by which every Python tool can name its session. */
import { z } from 'zod';

/** Name of a session. */
export const sessionName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}+$/u, 'must not hold control characters');

/** Optional name of a session; without it, the active one is meant. */
export const sessionId = sessionName.optional().describe('Default: the active session.');
