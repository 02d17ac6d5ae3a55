/** Scopes in the words of the person who gives them. */
import type { Scope } from '../../auth/scope.ts';

/** What each scope lets a client or a key do. */
export const MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'look at your workspaces, plans, reviews and reports, and search your code',
  run: 'run code in Python sessions and in the engines',
  write: 'change what is in your workspaces, and push to them',
  admin: 'delete workspaces, plans and reviews',
};
