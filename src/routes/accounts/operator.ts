/** `/operator`: what an administrator sees of the whole server. All of it was counted where it happened: nobody is asked. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import {
  type ColumnKind,
  isTableName,
  MOST_PAGES,
  OPERATOR_TABLES,
  type TableName,
  type TablePage,
} from '../../../durable-objects/accounts/operator-tables.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { configuredModels } from '../../models/settings.ts';
import { accountsOf } from '../accounts-object.ts';
import { ACCOUNT_PATH, OPERATOR_PATH, PEOPLE_PATH, withAdministrator } from './browser.ts';
import { answerFault, answerPage, type Markup } from './page.ts';

/** Open to everybody; only an administrator gets further. */
export const operatorRoutes = new Hono<AppEnv>()
  .get(OPERATOR_PATH, (c) => withAdministrator(c, OPERATOR_PATH, () => answerOverview(c)))
  .get(`${OPERATOR_PATH}/:table`, (c) => withAdministrator(c, OPERATOR_PATH, () => answerTable(c)));

const NAMES = ['people', 'organisations', 'use', 'refusals', 'log'] as const satisfies readonly TableName[];

async function answerOverview(c: Context<AppEnv>): Promise<Response> {
  const { people, organisations, today, refusalsOfHour } = await accountsOf(c).overview();
  const { limits } = c.var.access;
  const { allowance } = configuredModels(c.env);
  const use = [
    ['Calls', today.calls, limits.callsPerDay],
    ['Engine seconds', today.engineSeconds, limits.engineSecondsPerDay],
    ['Bytes', today.bytes, limits.bytesPerDay],
    ['Model tokens', today.modelTokens, allowance.tokens],
  ] as const;
  const refusals = Object.entries(refusalsOfHour);
  return answerPage(c, {
    title: 'This server',
    body: html`<p>${counted(people)} people came by an invitation or a provider; ${counted(organisations)} organisations.</p>
<h2>Today (UTC)</h2>
<p>${counted(today.users)} users and organisations used something. A user may make ${counted(limits.callsPerMinute)} calls a minute,
${counted(limits.callsAtOnce)} at once, and ${counted(allowance.calls)} calls of models a day.</p>
${grid(
  ['What', 'All users', 'Limit of one user'],
  use.map(([what, used, most]) => [what, counted(used), counted(most)]),
)}
<h2>Refusals of the last hour</h2>
${
  refusals.length === 0
    ? html`<p>None.</p>`
    : grid(
        ['Reason', 'Refusals'],
        refusals.map(([reason, count]) => [reason, counted(count)]),
      )
}
<h2>More</h2>
<ul>
${NAMES.map(
  (name) => html`<li><a href="${OPERATOR_PATH}/${name}">${OPERATOR_TABLES[name].title}</a></li>
`,
)}</ul>
<p><a href="${PEOPLE_PATH}">Invite and remove people</a></p>
<p><a href="${ACCOUNT_PATH}">Your account</a></p>`,
  });
}

async function answerTable(c: Context<AppEnv>): Promise<Response> {
  const name = c.req.param('table');
  const page = Number(c.req.query('page') ?? '1');
  if (!isTableName(name) || !Number.isInteger(page) || page < 1 || page > MOST_PAGES) {
    return answerFault(c, 'There is no such page.', `Go back to ${OPERATOR_PATH}.`);
  }
  const { columns, title, limit } = OPERATOR_TABLES[name];
  const { rows, more } = await accountsOf(c).table(name, page - 1);
  return answerPage(c, {
    title,
    body: html`<p>${limit}</p>
${
  rows.length === 0
    ? html`<p>There is nothing here.</p>`
    : grid(
        columns.map(([label]) => label),
        worded(name, rows),
      )
}
${page > 1 ? html`<p><a href="${OPERATOR_PATH}/${name}?page=${page - 1}">Page ${page - 1}</a></p>` : ''}
${more && page < MOST_PAGES ? html`<p><a href="${OPERATOR_PATH}/${name}?page=${page + 1}">Page ${page + 1}</a></p>` : ''}
<p><a href="${OPERATOR_PATH}">This server</a></p>`,
  });
}

function worded(name: TableName, rows: TablePage['rows']): readonly (readonly string[])[] {
  const { columns } = OPERATOR_TABLES[name];
  return rows.map((row) => columns.map(([, kind], index) => cell(kind, row[index] ?? '')));
}

function cell(kind: ColumnKind, value: string | number): string {
  switch (kind) {
    case 'text':
      return String(value);
    case 'count':
      return counted(Number(value));
    case 'time':
      return new Date(Number(value)).toISOString();
  }
}

/** A number as people read it, with at most one decimal. */
function counted(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value);
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Table"><table>
<thead><tr>${head.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((each) => html`<td>${each}</td>`)}</tr>
`,
  )}</tbody>
</table></div>`;
}
