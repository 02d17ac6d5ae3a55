/** `explore_repository`: from an unknown repository to an answer with places. */
import { workspace } from './arguments.ts';
import { definePrompt } from './define-prompt.ts';

export default definePrompt({
  name: 'explore_repository',
  title: 'Explore a repository',
  description: 'Explains how a pushed repository is built, or answers a question about it, with files and lines.',
  arguments: {
    workspace,
    question: { description: 'What you want to know; an overview where it is empty.' },
  },
  text: ({ workspace: space = 'default', question }) =>
    `${question === undefined ? `Explain how the repository in the workspace \`${space}\` is built` : `Answer from the repository in the workspace \`${space}\`: ${question}`}

1. \`get_workspace_info\` (workspace \`${space}\`) tells what is there; an empty one is filled by \`git push <server>/git/${space} main\`.
2. ${question === undefined ? '`repo_map` gives the whole in a few thousand tokens; `get_file` reads its README and the entry points that the map shows.' : '`semantic_search` takes the question in words, `search_code` a text or pattern, `find_symbol` a name; `get_context_for_prompt` collects what belongs to a task within a number of tokens.'}
3. Follow what matters: \`find_references\` and \`call_graph\` from a symbol, \`git_commit_retrieval\` for when and why something was changed.
4. Answer with files and lines for every statement, say what you inferred, and what is not indexed (\`index_status\`) if that could matter.`,
});
