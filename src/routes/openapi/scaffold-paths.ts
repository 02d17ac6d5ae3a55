/** Describes the routes of scaffolds. */
import { datasetFormat, datasetQuery } from '../scaffolds/datasets.schema.ts';
import { answer, CALL_PROBLEMS, type Paths, parametersOf, problemOf, schemaOf } from './schema.ts';

const TAGS = ['Scaffolds'];

/** `/scaffolds/…`. */
export const SCAFFOLD_PATHS: Paths = {
  '/scaffolds/datasets/{format}': {
    get: {
      tags: TAGS,
      operationId: 'scaffoldDataset',
      summary: 'Test cases of a scaffold as a dataset',
      description:
        'A line of JSON for each test case, in the shape that reasoning-gym, CLRS-Text (without and with steps) or Inspect load. The same query has the same rows at every ' +
        'time. A search whose steps are more than a trace may have is left out of `clrs-text-hints`.',
      parameters: [
        {
          name: 'format',
          in: 'path',
          required: true,
          description: 'The shape of the rows.',
          schema: schemaOf(datasetFormat),
        },
        ...parametersOf(datasetQuery),
      ],
      responses: {
        ...CALL_PROBLEMS,
        200: answer('The rows.', 'application/x-ndjson', { type: 'string' }),
        400: problemOf('The query cannot be used, or the scaffold has fewer test cases of a tier than were asked for.'),
        404: problemOf('There is no such format.'),
      },
    },
  },
};
