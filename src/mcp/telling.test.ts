import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../auth/limits.ts';
import type { Principal } from '../auth/principal.ts';
import { SCOPES } from '../auth/scope.ts';
import { ToolFailure } from '../lib/errors.ts';
import { userId } from '../lib/object-name.ts';
import { listenerOf } from './telling.ts';

const PRINCIPAL: Principal = {
  userId: userId('local'),
  credential: { kind: 'development' },
  scopes: SCOPES,
  limits: DEFAULT_LIMITS,
};

it('says why a conversation that ended in the meantime is not told', async () => {
  const tell = async () => {
    throw new ToolFailure({ errorType: 'session_error', message: 'It was finalized.', advice: 'Fork it.' });
  };
  const listener = await listenerOf('c', 'a_tool', {
    principal: PRINCIPAL,
    conversations: { open: () => ({ conversation: { expectOpen: async () => undefined, tell } }) },
  });
  const note = await listener.tell({ tool: 'a_tool', args: {}, text: 'found', places: [] });
  expect(note).toBe('c is not told. It was finalized. Fork it.');
});
