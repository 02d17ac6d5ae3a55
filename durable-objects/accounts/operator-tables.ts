/** What an operator sees of the object of accounts, a page at a time. */
import { firstMinute } from './counts.ts';

/** Rows of a page. */
export const PAGE_ROWS = 50;
/** Pages that can be asked for. */
export const MOST_PAGES = 200;

/** What a column holds: times are milliseconds since 1970. */
export type ColumnKind = 'text' | 'count' | 'time';

/** One table. */
interface OperatorTable {
  readonly title: string;
  /** What limits the rows, or what they count. */
  readonly limit: string;
  readonly columns: readonly (readonly [label: string, kind: ColumnKind])[];
  /** Bound are `bindings`, then the number of rows and the offset. */
  readonly sql: string;
  readonly bindings?: (now: number) => readonly number[];
}

/** The name of a user or an organisation, where there is one. */
const NAME = `coalesce((SELECT name FROM invited WHERE id = user_id), (SELECT name FROM organisation WHERE id = user_id), '')`;

/** The tables, in the order of the page. */
export const OPERATOR_TABLES = {
  people: {
    title: 'People',
    limit:
      'At most 1,000 people and open invitations; any number by providers. Holders of keys of the settings are not listed.',
    columns: [
      ['Name', 'text'],
      ['User', 'text'],
      ['Came by', 'text'],
      ['Since', 'time'],
    ],
    sql: `SELECT * FROM (
      SELECT name, id, CASE is_administrator WHEN 1 THEN 'passkey, administrator' ELSE 'passkey' END, created_at AS since FROM invited
      UNION ALL SELECT '', id, provider, created_at FROM person) ORDER BY since DESC, id`,
  },
  organisations: {
    title: 'Organisations',
    limit: 'A person may be in 20; an organisation has at most 200 members and open invitations.',
    columns: [
      ['Name', 'text'],
      ['Owners', 'text'],
      ['Members', 'count'],
      ['Since', 'time'],
    ],
    sql: `SELECT name,
      (SELECT group_concat(name, ', ') FROM membership WHERE organisation_id = organisation.id AND role = 'owner'),
      (SELECT count(*) FROM membership WHERE organisation_id = organisation.id AND role IS NOT NULL), created_at
      FROM organisation ORDER BY created_at DESC, id`,
  },
  use: {
    title: 'Use',
    limit: 'By day and user or organisation, for 31 days; each tells what it used five minutes after it was counted.',
    columns: [
      ['Day (UTC)', 'text'],
      ['Name', 'text'],
      ['User', 'text'],
      ['Calls', 'count'],
      ['Engine seconds', 'count'],
      ['Bytes', 'count'],
      ['Model tokens', 'count'],
    ],
    sql: `SELECT day, ${NAME}, user_id, calls, engine_seconds, bytes, model_tokens FROM use_of_day
      ORDER BY day DESC, calls DESC, user_id`,
  },
  refusals: {
    title: 'Refusals of the last hour',
    limit: 'Counted to the minute, by the user where one was known, and told some seconds later.',
    columns: [
      ['Reason', 'text'],
      ['Name', 'text'],
      ['User', 'text'],
      ['Refusals', 'count'],
    ],
    sql: `SELECT reason, ${NAME}, user_id, sum(count) FROM refusal WHERE minute > ? GROUP BY reason, user_id
      ORDER BY 4 DESC, reason, user_id`,
    bindings: (now) => [firstMinute(now)],
  },
  log: {
    title: 'What happened',
    limit: 'The newest 10,000 events of all people are kept; those of somebody who was deleted are not.',
    columns: [
      ['When', 'time'],
      ['User', 'text'],
      ['What', 'text'],
      ['Of what', 'text'],
      ['Address', 'text'],
    ],
    sql: 'SELECT at, user_id, what, subject, address FROM account_event ORDER BY id DESC',
  },
} as const satisfies Record<string, OperatorTable>;

/** The name of one of {@link OPERATOR_TABLES}. */
export type TableName = keyof typeof OPERATOR_TABLES;

/** Whether `value` is the name of a table. */
export function isTableName(value: unknown): value is TableName {
  return typeof value === 'string' && Object.hasOwn(OPERATOR_TABLES, value);
}

/** A page of a table; a row has a cell for each column. */
export interface TablePage {
  readonly rows: readonly (readonly (string | number)[])[];
  /** Whether there are more behind it. */
  readonly more: boolean;
}

/** Reads a page, which counts from 0, at `now` in milliseconds since 1970. */
export function readTable(sql: SqlStorage, name: TableName, page: number, now: number): TablePage {
  const table: OperatorTable = OPERATOR_TABLES[name];
  const before = table.bindings?.(now) ?? [];
  const cursor = sql.exec(`${table.sql} LIMIT ? OFFSET ?`, ...before, PAGE_ROWS + 1, page * PAGE_ROWS);
  const rows = [...cursor.raw()].map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell : String(cell ?? ''))),
  );
  return { rows: rows.slice(0, PAGE_ROWS), more: rows.length > PAGE_ROWS };
}
