/** What `/space` answers. */
import { z } from 'zod';

export const begunAnew = z.object({
  status: z.literal('begun_anew'),
  kept_objects: z.int().describe('Objects that are listed still.'),
  lists_whole: z.boolean().describe('Whether all lists could be read.'),
  message: z.string(),
});

export const deletionBegun = z.object({ status: z.literal('deletion_begun'), message: z.string() });
