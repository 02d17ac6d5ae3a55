/** `/scaffolds/…`: what trainers and evaluators plug in. Their clients send a key as a password in the URL, too. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type AppEnv, authenticateByPassword } from '../../auth/middleware.ts';
import { MAX_MESSAGE_BYTES, tooLarge } from '../../mcp/message.ts';
import { answerFailure } from '../answer-error.ts';
import { countBytes } from '../user-space.ts';
import { datasetRoutes } from './datasets.ts';
import { nemoGymRoutes } from './nemo-gym.ts';
import { openenvRoutes } from './openenv.ts';

export const scaffoldRoutes = new Hono<AppEnv>()
  .use('/scaffolds/*', authenticateByPassword)
  .use(
    '/scaffolds/*',
    bodyLimit({ maxSize: MAX_MESSAGE_BYTES, onError: (c) => answerFailure(tooLarge('body'), c.req.path) }),
    countBytes,
  )
  .route('/', datasetRoutes)
  .route('/', openenvRoutes)
  .route('/', nemoGymRoutes);
