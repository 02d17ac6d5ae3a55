/** Requests for what an organisation has. */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../auth/middleware.ts';
import { seated } from '../auth/organisation.ts';
import { ToolFailure } from '../lib/errors.ts';
import { accountsOf } from './accounts-object.ts';

/**
 * Makes the principal a member of the organisation that the path names as `:organisation`. It is looked up for each request, so that a
 * removal counts from the next one on. Throws `ToolFailure` for everybody else, whether there is such an organisation or not.
 */
export const asMember = createMiddleware<AppEnv, '/:organisation/*'>(async (c, next) => {
  const name = c.req.param('organisation');
  const { principal } = c.var;
  const seat = await accountsOf(c).seat(name, principal.userId);
  if (seat === undefined) {
    throw new ToolFailure({
      errorType: 'not_found',
      message: `You are in no organisation ${JSON.stringify(name)}.`,
      advice: '/account/organisations has those that you are in; an owner of another one may invite you.',
    });
  }
  c.set('principal', seated(principal, seat));
  return next();
});
