/** What several tools tell of checkpoints. */
import { z } from 'zod';
import type { CheckpointFacts } from '../../python/protocol.ts';

/** A checkpoint in results. */
export const checkpointFields = {
  checkpoint_id: z.int(),
  label: z.string().optional(),
  automatic: z.boolean().describe('Taken after a cell, not asked for.'),
  created_at: z.string(),
  bytes: z.int().describe('Compressed pages that it adds to the checkpoint before it.'),
};

/** All checkpoints of a session. */
export const checkpointList = z.array(z.object(checkpointFields)).describe('All there are, the newest first.');

type Fields = z.output<z.ZodObject<typeof checkpointFields>>;

export function toFields({ id, label, automatic, createdAt, bytes }: CheckpointFacts): Fields {
  return { checkpoint_id: id, ...(label !== undefined && { label }), automatic, created_at: createdAt, bytes };
}

/** One line. */
export function describe({ checkpoint_id, label, automatic, created_at, bytes }: Fields): string {
  const name = label === undefined ? '' : ` "${label}"`;
  return `checkpoint ${checkpoint_id}${name}, ${automatic ? 'after a cell' : 'asked for'}, ${created_at}, ${bytes} bytes`;
}

/** A line for each, or none. */
export function describeAll(checkpoints: readonly Fields[]): string[] {
  return checkpoints.length === 0
    ? []
    : ['Checkpoints, the newest first:', ...checkpoints.map((one) => `  ${describe(one)}`)];
}
