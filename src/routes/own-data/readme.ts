/** The first file of the archive of a user's or an organisation's data. */

const SHARED_PARTS = `objects.json            the list of all objects below, with times
workspaces/NAME.bundle  a repository with all of its refs: git clone NAME.bundle
workspaces/NAME.shallow where there is one: commits whose parents the server never had. To read the bundle then:
                        git init NAME && cp NAME.shallow NAME/.git/shallow &&
                        git -C NAME fetch ../NAME.bundle 'refs/*:refs/*' --update-head-ok
workspaces/NAME.memories.json
                        what was learned about the workspace, and suggestions that wait
plans/ID.json           a plan as it is, its versions and events
reviews/ID.json         a review in the background, and what it found
conversations/ID.json   a conversation: evidence, turns, hypotheses and findings
certifications/ID.json  a certification and its results
`;

const LAST_PARTS = `reports/ID.json         the report of a run
missing.json            what could not be read, or not to its end, and why: usually []
`;

/** What the archive of a user holds, and what it does not. */
export const README = `This archive has what the Lemma server stores of one user.

account.json            who the user is here: keys by their names, clients, passkeys, organisations, and what happened to the account
${SHARED_PARTS}python-sessions/NAME/   the files of a Python session
${LAST_PARTS}
Not in it: secrets of keys and passkeys, which the server does not have; the index of a workspace, which is made of its repository;
what organisations have, and the user's Python sessions there; variables and checkpoints of Python sessions, which are memory of an interpreter; questions that wait for an answer; counts of calls.
`;

/** What the archive of an organisation holds, and what it does not. */
export const ORGANISATION_README = `This archive has what the Lemma server stores of one organisation.

organisation.json       its name, and its members with their roles
${SHARED_PARTS}${LAST_PARTS}
Not in it: Python sessions, which are each member's own; the index of a workspace, which is made of its repository; questions that wait
for an answer; counts of calls.
`;
