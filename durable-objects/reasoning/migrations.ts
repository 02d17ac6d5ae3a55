/** The tables of a conversation, in numbered steps. */
import { BACKGROUND_SCHEMA } from '../../src/lib/background.ts';
import type { Migration } from '../../src/lib/migrations.ts';
import { CONVERSATION_SCHEMA } from '../../src/reasoning/conversation/store.ts';

/** A released step never changes; what is to be different is another one. */
export const CONVERSATION_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'a conversation with its turns and evidence', sql: CONVERSATION_SCHEMA + BACKGROUND_SCHEMA },
];
