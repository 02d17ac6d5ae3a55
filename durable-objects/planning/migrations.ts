/** The tables of a plan, in numbered steps. */
import type { Migration } from '../../src/lib/migrations.ts';
import { PLAN_SCHEMA } from '../../src/planning/store/schema.ts';

/** A released step never changes; what is to be different is another one. */
export const PLAN_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'a plan with its versions and what happened', sql: PLAN_SCHEMA },
];
