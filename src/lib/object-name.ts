/** Ids of users, and names of the Durable Objects that belong to them. No other file puts such a name together or takes one apart. */

declare const USER_ID: unique symbol;

/** The id of a user, which is also the name of the user's own object; {@link userId} makes it. */
export type UserId = string & { readonly [USER_ID]: true };

/** What a user owns besides: one object per handle. */
export const OBJECT_KINDS = [
  'certification',
  'conversation',
  'plan',
  'python',
  'replay',
  'review',
  'tests',
  'workspace',
] as const;

/** The handle of the one object of the kind `replay` that a user has. */
export const REPLAY_SESSION = 'default';

/** One of {@link OBJECT_KINDS}. */
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** Whether `value` is one of {@link OBJECT_KINDS}. */
export function isObjectKind(value: unknown): value is ObjectKind {
  return OBJECT_KINDS.some((kind) => kind === value);
}

/** An object's name in parts. */
export interface ObjectNameParts {
  readonly owner: UserId;
  readonly kind: ObjectKind;
  readonly handle: string;
}

/** Whether `value` may be the id of a user: 1 to 80 letters, digits and `_ . @ -`, so that no slash or colon is among them. */
export function isUserId(value: unknown): value is UserId {
  return typeof value === 'string' && /^[\w.@-]{1,80}$/.test(value);
}

/** The first letters of the id of an organisation, with which no other id begins. */
const ORGANISATION = 'org-';

/** A new id, of an organisation: an owner as users are. */
export function newOrganisationId(): UserId {
  return userId(`${ORGANISATION}${crypto.randomUUID()}`);
}

/** Whether an id is that of an organisation. */
export function isOrganisation(id: UserId): boolean {
  return id.startsWith(ORGANISATION);
}

/** What the names of a member's Python sessions in an organisation begin with. No id has a slash, so no other member's begin so. */
export function sessionPrefix(member: UserId): string {
  return `${member}/`;
}

/** The id of a user. Throws when `text` cannot be one. */
export function userId(text: string): UserId {
  if (!isUserId(text)) throw new Error(`${JSON.stringify(text)} cannot be the id of a user.`);
  return text;
}

/**
 * The name of a user's object: a handle is a name inside its owner's space, so another user's handle never resolves to it.
 * Unambiguous for every handle, because neither an id nor a kind contains a slash.
 */
export function objectName(owner: UserId, kind: ObjectKind, handle: string): string {
  return `${owner}/${kind}/${handle}`;
}

/** What kind of object a name is of; undefined for any that {@link objectName} did not make. */
export function objectKind(name: string | undefined): ObjectKind | undefined {
  const kindName = name?.split('/')[1];
  return OBJECT_KINDS.find((each) => each === kindName);
}

/** The parts of a name that {@link objectName} made. Throws for any other. */
export function parseObjectName(name: string | undefined): ObjectNameParts {
  const [owner, kindName, ...rest] = name?.split('/') ?? [];
  const kind = OBJECT_KINDS.find((each) => each === kindName);
  if (!isUserId(owner) || kind === undefined || rest.length === 0)
    throw new Error(`${name} names no object of a user.`);
  return { owner, kind, handle: rest.join('/') };
}
