/** `/errors`: every type of error there is; the `type` of problem details leads here. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../auth/middleware.ts';
import { ERROR_NAMES, kindOf } from '../lib/error-types.ts';

/** A page without scripts, open to everybody as `/docs` is. */
export const errorRoutes = new Hono<AppEnv>().get('/errors', (c) =>
  c.html(
    html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lemma: types of errors</title>
<h1>Types of errors</h1>
${ERROR_NAMES.map((name) => {
  const { httpStatus, rpcCode, retryable, meaning } = kindOf(name);
  const again = retryable ? 'The same call may succeed when it is made again.' : 'The same call fails again.';
  return html`<h2 id="${name}">${name}</h2>
<p>${meaning} HTTP status ${httpStatus}, JSON-RPC code ${rpcCode}. ${again}</p>
`;
})}
</html>
`,
    200,
    { 'content-security-policy': "default-src 'none'" },
  ),
);
