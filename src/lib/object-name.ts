/** Names of the Durable Objects that belong to a user. */

/**
 * The name of a user's object: a handle is a name inside its owner's space, so another user's handle never resolves to it.
 * Unambiguous because neither a principal's id nor a kind contains a slash.
 */
export function objectName(principal: string, kind: 'python' | 'replay', handle: string): string {
  return `${principal}/${kind}/${handle}`;
}
