/** Names of the Durable Objects that belong to a user. */

/**
 * The name of a user's object: a handle is a name inside its owner's space, so another user's handle never resolves to it.
 * Unambiguous because neither a principal's id nor a kind contains a slash.
 */
export function objectName(principal: string, kind: 'python' | 'replay' | 'workspace', handle: string): string {
  return `${principal}/${kind}/${handle}`;
}

/** The name of a workspace of the user whose object `name` is. Throws when it was not made by {@link objectName}. */
export function workspaceBeside(name: string | undefined, workspace: string): string {
  const [principal, kind] = name?.split('/') ?? [];
  if (principal === undefined || kind === undefined) throw new Error(`${name} names no object of a user.`);
  return objectName(principal, 'workspace', workspace);
}

/** The name of another object of the same user and kind. Throws when `name` was not made by {@link objectName}. */
export function siblingName(name: string | undefined, handle: string): string {
  const [principal, kind] = name?.split('/') ?? [];
  if (principal === undefined || (kind !== 'python' && kind !== 'replay'))
    throw new Error(`${name} names no object of a user.`);
  return objectName(principal, kind, handle);
}
