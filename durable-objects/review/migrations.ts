/** The tables of a review in the background, in numbered steps. */
import { BACKGROUND_SCHEMA } from '../../src/lib/background.ts';
import type { Migration } from '../../src/lib/migrations.ts';
import { LOSSES_SCHEMA, SESSION_SCHEMA } from '../../src/review/reactive/store.ts';

/** A released step never changes; what is to be different is another one. */
export const REVIEW_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'a review and its steps', sql: SESSION_SCHEMA + BACKGROUND_SCHEMA },
  { version: 2, name: 'losses of steps and plans', sql: LOSSES_SCHEMA },
];
