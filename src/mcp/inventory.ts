/** All that is on the lists of a user's space. */
import { isObjectKind, type ObjectKind } from '../lib/object-name.ts';
import type { Sql } from '../lib/sql.ts';
import type { KeptReport } from './reports.ts';
import { StoredReports } from './stored-reports.ts';

/** An object of a user, as its list has it. */
export interface InventoryObject {
  readonly kind: ObjectKind;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastActivity: string;
  /** What the kind notes of it. */
  readonly facts: unknown;
}

/** The lists. */
export interface Inventory {
  readonly objects: readonly InventoryObject[];
  readonly reports: readonly KeptReport[];
}

type Row = { kind: string; name: string; created_at: number; last_activity: number; facts: string };

/** Reads the lists in the database of a space. */
export function inventoryOf(sql: Sql): Inventory {
  const rows = sql.exec<Row>('SELECT kind, name, created_at, last_activity, facts FROM owned_object ORDER BY rowid');
  const objects = rows.toArray().flatMap(({ kind, name, created_at, last_activity, facts }): InventoryObject[] =>
    isObjectKind(kind)
      ? [
          {
            kind,
            name,
            createdAt: new Date(created_at).toISOString(),
            lastActivity: new Date(last_activity).toISOString(),
            facts: JSON.parse(facts),
          },
        ]
      : [],
  );
  return { objects, reports: new StoredReports(sql).list() };
}
