/** Where people sign in and let clients in. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../auth/middleware.ts';
import { RESOURCE_METADATA } from '../../auth/oauth/resource.ts';
import { AUTHORIZE_PATH, SERVER_METADATA } from '../../auth/oauth/server.ts';
import { accountPageRoutes } from './account.ts';
import { ACCOUNT_PATH, DEVICE_PATH, OPERATOR_PATH, PEOPLE_PATH } from './browser.ts';
import { consentRoutes } from './consent.ts';
import { deviceRoutes } from './device.ts';
import { logRoutes } from './log.ts';
import { oauthRoutes } from './oauth.ts';
import { operatorRoutes } from './operator.ts';
import { organisationPageRoutes } from './organisations.ts';
import { ownDataRoutes } from './own-data.ts';
import { peopleRoutes } from './people.ts';
import { signInRoutes } from './sign-in.ts';

/** A development server knows no people, and so has none of this: clients that looked for a way to sign in would go astray. */
const expectPeople = createMiddleware<AppEnv>((c, next) =>
  c.var.access.kind === 'production' ? next() : Promise.resolve(c.notFound()),
);

/** Open to everybody. */
export const accountRoutes = new Hono<AppEnv>()
  .on(
    'ALL',
    [
      RESOURCE_METADATA,
      `${RESOURCE_METADATA}/*`,
      SERVER_METADATA,
      '/oauth/*',
      AUTHORIZE_PATH,
      '/sign-in',
      '/sign-in/*',
      '/sign-out',
      ACCOUNT_PATH,
      `${ACCOUNT_PATH}/*`,
      DEVICE_PATH,
      PEOPLE_PATH,
      `${PEOPLE_PATH}/*`,
      OPERATOR_PATH,
      `${OPERATOR_PATH}/*`,
      '/invitation/*',
      '/passkeys/*',
    ],
    expectPeople,
  )
  .route('/', oauthRoutes)
  .route('/', signInRoutes)
  .route('/', consentRoutes)
  .route('/', accountPageRoutes)
  .route('/', ownDataRoutes)
  .route('/', organisationPageRoutes)
  .route('/', logRoutes)
  .route('/', peopleRoutes)
  .route('/', operatorRoutes)
  .route('/', deviceRoutes);
