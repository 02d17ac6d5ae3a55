/** Describes where programs and people sign in, and the pages of accounts. */
import { type Node, type Paths, PUBLIC_PROBLEMS, problemOf, text } from './schema.ts';

const TAGS = ['Accounts'];
/** What needs no key: the pages ask who is at the browser themselves. */
const PUBLIC = { tags: TAGS, security: [] };
const ABSENT = problemOf('A development server has nobody who signs in.');

/** Where OAuth 2.1 is spoken, and pages. */
export const ACCOUNT_PATHS: Paths = {
  '/.well-known/oauth-protected-resource': { get: metadata('resourceMetadata', 'Metadata of this server (RFC 9728)') },
  '/.well-known/oauth-protected-resource/{path}': {
    get: metadata(
      'resourceMetadataOf',
      'Metadata of an address of this server, such as `mcp/python` (RFC 9728)',
      'path',
    ),
  },
  '/.well-known/oauth-authorization-server': {
    get: metadata('authorizationServer', 'Metadata of the authorization server (RFC 8414)'),
  },
  '/oauth/register': {
    post: {
      ...PUBLIC,
      operationId: 'registerClient',
      summary: 'A client registers itself (RFC 7591)',
      requestBody: body('application/json'),
      responses: { 201: object('The client, with its id.'), 400: object('Why not.'), 404: ABSENT, ...PUBLIC_PROBLEMS },
    },
  },
  '/oauth/token': {
    post: {
      ...PUBLIC,
      operationId: 'token',
      summary: 'A client gets, renews or revokes tokens (OAuth 2.1, RFC 7009, RFC 8628)',
      requestBody: body('application/x-www-form-urlencoded'),
      responses: { 200: object('Tokens.'), 400: object('Why not.'), 404: ABSENT, ...PUBLIC_PROBLEMS },
    },
  },
  '/oauth/device': {
    post: {
      ...PUBLIC,
      operationId: 'deviceAuthorization',
      summary: 'A program without a browser asks for a key (RFC 8628)',
      requestBody: body('application/x-www-form-urlencoded'),
      responses: { 200: object('Codes for the program and for the person.'), 404: ABSENT, ...PUBLIC_PROBLEMS },
    },
  },
  '/authorize': {
    get: page('authorize', 'A person is asked whether to let a client in'),
    post: page('decideClient', 'The person has decided'),
  },
  '/device': {
    get: page('device', 'A person is asked whether to let a program in'),
    post: page('decideProgram', 'The person has decided'),
  },
  '/sign-in': {
    get: page('signIn', 'A person signs in'),
    post: page('signInByKey', 'A person signs in with a key'),
  },
  '/sign-in/{provider}': { get: page('signInBy', 'A person signs in with a provider', 'provider') },
  '/sign-in/{provider}/callback': { get: page('signedInBy', 'A person comes back from a provider', 'provider') },
  '/sign-out': { post: page('signOut', 'A person signs out') },
  '/invitation/{code}': { get: page('invitation', 'Somebody who was invited makes a passkey', 'code') },
  '/passkeys/new': { post: script('newPasskey', 'What an authenticator is to make') },
  '/passkeys/new/finish': { post: script('madePasskey', 'The passkey that an authenticator made') },
  '/passkeys/use': { post: script('usePasskey', 'What an authenticator is to sign') },
  '/passkeys/use/finish': { post: script('usedPasskey', 'What an authenticator signed') },
  '/account': { get: page('account', "A person's clients and keys") },
  '/account/export': { get: page('accountExport', 'All that a person has, as one zip archive') },
  '/account/delete': {
    get: page('askToDelete', 'A person is asked whether to delete all that they have'),
    post: page('deleteAccount', 'The person has confirmed'),
  },
  '/account/organisations': {
    get: page('organisations', 'The organisations that a person is in'),
    post: page('foundOrganisation', 'A person founds an organisation'),
  },
  '/account/organisations/join': {
    get: page('askToJoin', 'A person is asked whether to join an organisation'),
    post: page('joinOrganisation', 'The person joins'),
  },
  '/account/organisation/{organisation}': {
    get: page('organisation', 'The members of an organisation', 'organisation'),
  },
  '/account/organisation/{organisation}/invite': {
    post: page('inviteMember', 'An owner makes an invitation, which is shown once', 'organisation'),
  },
  '/account/organisation/{organisation}/role': {
    post: page('changeRole', 'An owner gives a member another role', 'organisation'),
  },
  '/account/organisation/{organisation}/export': {
    get: page('organisationExport', 'All that an organisation has, as one zip archive', 'organisation'),
  },
  '/account/organisation/{organisation}/remove': {
    post: page('removeMember', 'An owner removes a member', 'organisation'),
  },
  '/account/organisation/{organisation}/leave': {
    post: page('leaveOrganisation', 'A member leaves', 'organisation'),
  },
  '/account/organisation/{organisation}/delete': {
    post: page('deleteOrganisation', 'An owner deletes the organisation, with all that it has', 'organisation'),
  },
  '/account/log': { get: page('accountLog', 'What happened to the account of a person') },
  '/account/keys': { post: page('makeKey', 'A person makes a key, which is shown once') },
  '/account/keys/revoke': { post: page('revokeKey', 'A person ends a key') },
  '/account/clients/revoke': { post: page('revokeClient', 'A person sends a client away') },
  '/people': { get: page('people', 'Whom an administrator invited') },
  '/people/invite': { post: page('invite', 'An administrator invites somebody') },
  '/people/remove': { post: page('removePerson', 'An administrator removes somebody') },
  '/operator': { get: page('operator', 'What an administrator sees of the whole server') },
  '/operator/{table}': {
    get: page('operatorTable', 'A page of it: people, organisations, use, refusals or log', 'table'),
  },
  '/people/hand-over': {
    post: page('handOver', 'Another member becomes the owner of an organisation, before its only one is removed'),
  },
  '/people/delete-organisation': {
    post: page('dissolve', 'An organisation is deleted, before its only owner is removed'),
  },
};

function object(description: string): Node {
  return { description, content: { 'application/json': { schema: { type: 'object' } } } };
}

function body(type: string): Node {
  return { required: true, content: { [type]: { schema: { type: 'object' } } } };
}

function metadata(operationId: string, summary: string, parameter?: string): Node {
  const responses = { 200: object('The metadata.'), 404: ABSENT, ...PUBLIC_PROBLEMS };
  return { ...PUBLIC, operationId, summary, ...inPath(parameter), responses };
}

function inPath(parameter: string | undefined): Node {
  if (parameter === undefined) return {};
  return { parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }] };
}

/** What a form of a page of this server sends, or a page itself; `parameter` is in its path. */
function page(operationId: string, summary: string, parameter?: string): Node {
  return {
    ...PUBLIC,
    operationId,
    summary,
    ...inPath(parameter),
    responses: {
      200: text('A page.', 'text/html'),
      303: { description: 'Another page goes on from here.' },
      404: ABSENT,
      ...PUBLIC_PROBLEMS,
    },
  };
}

/** What the script of a page of this server sends. */
function script(operationId: string, summary: string): Node {
  return {
    ...PUBLIC,
    operationId,
    summary,
    requestBody: body('application/json'),
    responses: { 200: object('How to go on.'), 400: problemOf('Why not.'), 404: ABSENT, ...PUBLIC_PROBLEMS },
  };
}
