/** The tables of a certification, in numbered steps. */
import type { Migration } from '../../src/lib/migrations.ts';
import { CERTIFICATION_SCHEMA } from '../../src/scaffolds/certification/store.ts';

/** A released step never changes; what is to be different is another one. */
export const CERTIFICATION_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'tests and their results', sql: CERTIFICATION_SCHEMA },
];
