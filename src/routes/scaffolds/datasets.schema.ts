/** What `/scaffolds/datasets/{format}` takes. */
import { z } from 'zod';
import { DATASETS } from '../../scaffolds/certification/formats.ts';
import { MOST_CASES, MOST_LEVEL } from '../../scaffolds/instances.ts';
import { scaffoldName, tier } from '../../tools/scaffolds/fields.ts';

/** The shape of the rows. */
export const datasetFormat = z.enum(DATASETS);

/** The query. */
export const datasetQuery = z.strictObject({
  scaffold: scaffoldName,
  tier: tier.optional().describe('Only of it.'),
  count: z.coerce.number().int().min(1).max(MOST_CASES).optional().describe('Of each tier, in place of 3, 5 and 3.'),
  seed: z.coerce
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .default(1)
    .describe('Other test cases for each seed. Seed 0 has the examples of the texts.'),
  level: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_LEVEL)
    .default(1)
    .describe('Difficulty: each level makes the instances larger.'),
});
