/** `show_commit`: a commit of a workspace and what it changed. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import type { Person } from '../../workspace/compare/service.ts';
import {
  comparisonFields,
  comparisonParameters,
  MOST_TOKENS,
  renderComparison,
  SHORT_ID,
  toComparisonFields,
  toPage,
} from './compare-fields.ts';
import { workspaceName } from './workspace.ts';

/** Characters of a message; and the tokens that it and the names may take. */
const LONGEST_MESSAGE = 1000;
const HEAD_TOKENS = 500;
/** Characters of a name or address, and parents that are named. */
const LONGEST_NAME = 100;
const MOST_PARENTS = 8;

const personSchema = z.object({ name: z.string(), email: z.string(), date: z.string().describe('ISO 8601, UTC.') });

export default defineTool({
  name: 'show_commit',
  toolset: 'context',
  title: 'Show a commit',
  description:
    "Shows a commit of a workspace's repository: author, message, parents, counts for each file it changed, and hunks as a unified diff, " +
    'compared with its first parent.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    commit: z
      .string()
      .min(1)
      .optional()
      .describe('Commit (4 digits or more, ~n), branch or tag; the indexed commit by default.'),
    ...comparisonParameters,
    workspace: workspaceName,
  }),
  output: z.object({
    commit: z.string(),
    author: personSchema,
    committer: personSchema.optional().describe('When not the author.'),
    message: z.string(),
    message_cut: z.int().optional().describe('Characters that are left out.'),
    parents: z.array(z.string()).describe('Two or more: a merge, compared with the first.'),
    ...comparisonFields,
  }),
  async handler({ commit, workspace: name, ...args }, { workspaces }) {
    const page = { ...toPage(args), mostTokens: MOST_TOKENS - HEAD_TOKENS };
    const result = await workspaces
      .open(name)
      .workspace.showCommit({ ...(commit !== undefined && { commit }), ...page });
    const message = result.message.trimEnd();
    const fields = toComparisonFields(name, result, page);
    const author = shortPerson(result.author);
    const committer = shortPerson(result.committer);
    return {
      commit: result.head,
      author,
      ...(JSON.stringify(author) !== JSON.stringify(committer) && { committer }),
      message: message.slice(0, LONGEST_MESSAGE).toWellFormed(),
      ...(message.length > LONGEST_MESSAGE && { message_cut: message.length - LONGEST_MESSAGE }),
      parents: result.parents.slice(0, MOST_PARENTS),
      ...fields,
      ...(result.cutOff && {
        complete: false,
        notes: ['Its parent is not in the workspace, whose history was cut off there: what it changed is not known.'],
      }),
    };
  },
  render: ({ commit, author, committer, message, message_cut, parents, ...fields }) =>
    [
      `commit ${commit}`,
      ...(parents.length > 1
        ? [`merge of ${parents.map((oid) => oid.slice(0, SHORT_ID)).join(' ')}, compared with the first`]
        : [`parent ${parents[0] ?? 'none: a first commit'}`]),
      `author ${renderPerson(author)}`,
      ...(committer === undefined ? [] : [`committer ${renderPerson(committer)}`]),
      '',
      ...message.split('\n').map((line) => `    ${line}`),
      ...(message_cut === undefined ? [] : [`    … ${message_cut} characters more`]),
      '',
      renderComparison(fields),
    ].join('\n'),
});

function shortPerson({ name, email, date }: Person) {
  return {
    name: name.slice(0, LONGEST_NAME).toWellFormed(),
    email: email.slice(0, LONGEST_NAME).toWellFormed(),
    date,
  };
}

function renderPerson({ name, email, date }: z.output<typeof personSchema>): string {
  return `${name} <${email}> ${date}`;
}
