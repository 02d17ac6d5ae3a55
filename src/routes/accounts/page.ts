/** What the pages of accounts have in common: one stylesheet, a script of ours for passkeys only, nothing that another page may frame. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../auth/middleware.ts';

/** A piece of a page, escaped. */
export type Markup = ReturnType<typeof html>;

/**
 * The Content-Security-Policy of a page whose forms may lead to `targets` beside this server: browsers hold the redirect after a form to
 * it, too.
 */
function policyFor(targets: readonly string[], hasScript: boolean): string {
  return [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...targets].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A page as it is answered. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly status?: 200 | 400 | 401 | 403;
  /** Further headers, such as cookies. */
  readonly headers?: Headers;
  /** Sources, as a Content-Security-Policy writes them, that a form of the page may lead to. */
  readonly formTargets?: readonly string[];
  /** A file of `pages/` that the page runs. */
  readonly script?: string;
}

/** Answers with a page. */
export function answerPage(c: Context<AppEnv>, page: Page): Response | Promise<Response> {
  const { title, body, status = 200, headers, formTargets = [], script } = page;
  for (const [name, value] of headers ?? []) c.header(name, value, { append: name === 'set-cookie' });
  c.header('content-security-policy', policyFor(formTargets, script !== undefined));
  c.header('x-frame-options', 'DENY');
  c.header('referrer-policy', 'same-origin');
  c.header('cache-control', 'no-store');
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Lemma</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/landing.css">
${script === undefined ? '' : html`<script type="module" src="/pages/${script}"></script>`}
</head>
<body>
<header>
<img src="/icon.svg" alt="" width="48" height="48">
<h1>${title}</h1>
</header>
<main>
${body}
</main>
</body>
</html>
`,
    status,
  );
}

/** Answers with a page that says what went wrong and what to do. */
export function answerFault(c: Context<AppEnv>, message: string, advice: string): Response | Promise<Response> {
  return answerPage(c, {
    title: 'This did not work',
    body: html`<p role="alert">${message}</p>
<p>${advice}</p>`,
    status: 400,
  });
}
