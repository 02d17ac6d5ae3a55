/** Statements about what a workspace has, put to the tools that answer from its index or its repository. */
import { z } from 'zod';
import type { Planner } from '../planning/planned.ts';
import type { Claim } from './claim.ts';

/** Puts one statement about a workspace to a tool. */
export type Question = (user: Planner, workspace: string) => Promise<Claim>;

type Args = Readonly<Record<string, unknown>>;

const index = z.object({
  commit: z.string().optional(),
  complete: z.boolean(),
  files_pending: z.int(),
  files_skipped: z.int(),
});
/** Whether an answer says that it covers every file: only then is silence a claim. */
const coversAll = ({ complete, files_skipped }: z.output<typeof index>) => complete && files_skipped === 0;
const claimed = (is: boolean): Claim => (is ? 'yes' : 'no');
/** What is not listed is claimed not to be only where all was seen. */
const absent = (sure: boolean): Claim => (sure ? 'no' : 'open');

const symbols = z.object({
  symbols: z.array(z.object({ file: z.string(), line_start: z.int(), match: z.string() })),
  total: z.int(),
  index,
});

/** A definition has exactly this name, and begins at `place` (`file:line`) if one is given. */
export function defined(name: string, place?: string): Question {
  return async (user, workspace) => {
    const answer = symbols.parse(await user.call('find_symbol', { workspace, name, match: 'exact' }));
    const places = answer.symbols.map(({ file, line_start }) => `${file}:${line_start}`);
    if (place === undefined ? places.length > 0 : places.includes(place)) return 'yes';
    return absent(coversAll(answer.index) && answer.symbols.length === answer.total);
  };
}

const references = z.object({
  references: z.array(z.object({ file: z.string(), line: z.int(), certainty: z.string() })),
  total: z.int(),
  unread: z.int(),
  mentions: z.object({ total: z.int(), exact: z.boolean(), at: z.array(z.string()) }),
  index,
});

/** Something refers to the definition, at `place` (`file:line`) if one is given. */
export function used(name: string, place?: string, more: Args = {}): Question {
  return async (user, workspace) => {
    const { fields, failed } = await user.tell('find_references', { workspace, name, ...more });
    if (failed) return 'open';
    const answer = references.parse(fields);
    const there = answer.references.filter(({ file, line }) => place === undefined || place === `${file}:${line}`);
    if (there.some(({ certainty }) => certainty === 'resolved')) return 'yes';
    const { total, exact, at } = answer.mentions;
    const told = exact && total === at.length;
    const mentioned = place === undefined ? total > 0 || !exact : !told || at.includes(place);
    if (mentioned) return 'open';
    const listed = answer.references.length === answer.total && answer.unread === 0;
    return absent(there.length === 0 && listed && coversAll(answer.index));
  };
}

const graph = z.object({
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
  edges: z.array(z.object({ from: z.string(), to: z.string(), certainty: z.string() })),
  truncated: z.boolean(),
  ambiguous_calls: z.array(z.unknown()),
  possible_calls: z.array(z.unknown()),
  index,
});

/** A function calls another one by itself; asked from its side, or from the other one's. */
export function calls(from: string, to: string, direction: 'callers' | 'callees' = 'callees'): Question {
  return async (user, workspace) => {
    const name = direction === 'callees' ? from : to;
    const args = { workspace, name, direction, depth: 1 };
    const answer = graph.parse(await user.call('call_graph', args));
    const named = new Map(answer.nodes.map(({ id, name }) => [id, name]));
    const edges = answer.edges.filter((edge) => named.get(edge.from) === from && named.get(edge.to) === to);
    if (edges.some(({ certainty }) => certainty === 'resolved')) return 'yes';
    const open =
      answer.truncated || answer.ambiguous_calls.length + answer.possible_calls.length > 0 || edges.length > 0;
    return absent(!open && coversAll(answer.index));
  };
}

const matches = z.object({
  total_matches: z.int(),
  totals_exact: z.boolean(),
  matches: z.array(z.object({ file: z.string(), line: z.int() })),
  notes: z.array(z.string()),
  index,
});

const seesAll = ({ totals_exact, notes, index }: z.output<typeof matches>) =>
  totals_exact && notes.length === 0 && coversAll(index);

/** A line of the commit has this text, or matches the pattern. */
export function has(pattern: string, more: Args = {}): Question {
  return async (user, workspace) => {
    const { fields, failed } = await user.tell('search_code', { workspace, pattern, ...more });
    if (failed) return 'open';
    const answer = matches.parse(fields);
    return answer.total_matches > 0 ? 'yes' : absent(seesAll(answer));
  };
}

/** So many lines of the commit match. */
export function lines(pattern: string, count: number, more: Args = {}): Question {
  return async (user, workspace) => {
    const answer = matches.parse(await user.call('search_code', { workspace, pattern, ...more }));
    if (answer.total_matches > count) return 'no';
    return seesAll(answer) ? claimed(answer.total_matches === count) : 'open';
  };
}

/** The line at `place` (`file:line`) matches. */
export function matchesAt(pattern: string, place: string, more: Args = {}): Question {
  return async (user, workspace) => {
    const answer = matches.parse(await user.call('search_code', { workspace, pattern, ...more }));
    if (answer.matches.some(({ file, line }) => place === `${file}:${line}`)) return 'yes';
    return absent(answer.matches.length === answer.total_matches && seesAll(answer));
  };
}

const content = z.object({
  content: z.string(),
  encoding: z.string(),
  truncated: z.boolean(),
  note: z.string().optional(),
});

/** The file holds exactly this text. */
export function reads(path: string, text: string, ref?: string): Question {
  return async (user, workspace) => {
    const told = await user.tell('get_file', { workspace, path, ...(ref !== undefined && { ref }) });
    if (told.failed) return told.fields['error_type'] === 'FILE_NOT_FOUND' ? 'no' : 'open';
    const { content: shown, encoding, truncated, note } = content.parse(told.fields);
    return encoding !== 'utf8' || truncated || note !== undefined ? 'open' : claimed(shown === text);
  };
}

const listing = z.object({
  entries: z.array(z.object({ path: z.string(), kind: z.string().optional() })),
  next_offset: z.int().optional(),
  complete: z.boolean(),
  commit: z.string(),
});

/** The commit has a file of this name; `between` happens before the second page. */
export function exists(path: string, between?: (user: Planner, workspace: string) => Promise<unknown>): Question {
  return async (user, workspace) => {
    const commits = new Set<string>();
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const args = { workspace, format: 'flat', offset };
      const page: z.output<typeof listing> = listing.parse(await user.call('list_workspace_files', args));
      commits.add(page.commit);
      if (page.entries.some((entry) => entry.path === path)) return 'yes';
      if (!page.complete) return 'open';
      if (offset === 0) await between?.(user, workspace);
      offset = page.next_offset;
    }
    return absent(commits.size === 1);
  };
}

const blamed = z.object({
  runs: z.array(
    z.object({ line_start: z.int(), line_end: z.int(), commit: z.string(), certainty: z.string().optional() }),
  ),
  commits: z.array(z.object({ commit: z.string(), author: z.string(), summary: z.string() })),
});

/** The line comes from the commit with this summary, or this author. */
export function from(path: string, line: number, who: string, more: Args = {}): Question {
  return async (user, workspace) => {
    const args = { workspace, path, line_start: line, line_end: line, ...more };
    const { runs, commits } = blamed.parse(await user.call('blame', args));
    const [run] = runs;
    const about = commits.find(({ commit }) => commit === run?.commit);
    if (run === undefined || run.certainty !== undefined || about === undefined) return 'open';
    return claimed(about.summary === who || about.author.startsWith(who));
  };
}

const compared = z.object({
  files: z.array(
    z.object({ path: z.string(), status: z.string(), added: z.int().optional(), removed: z.int().optional() }),
  ),
  total_files: z.int(),
  complete: z.boolean(),
  message: z.string().optional(),
});

/** `base` and `head` differ in the file in this way: a status, or `+added -removed`. */
export function differs(base: string, head: string, path: string, how: string, more: Args = {}): Question {
  return (user, workspace) => change(user, 'diff_refs', { workspace, base, head, ...more }, path, how);
}

/** The commit changed the file in this way. */
export function changed(commit: string, path: string, how: string): Question {
  return (user, workspace) => change(user, 'show_commit', { workspace, commit }, path, how);
}

async function change(user: Planner, tool: string, args: Args, path: string, how: string): Promise<Claim> {
  const { fields, failed } = await user.tell(tool, args);
  if (failed) return 'open';
  const { files, total_files, complete } = compared.parse(fields);
  const file = files.find((each) => each.path === path);
  if (file !== undefined) return claimed(file.status === how || `+${file.added} -${file.removed}` === how);
  return absent(complete && files.length === total_files);
}

const found = z.object({
  commits: z.array(z.object({ message: z.string() })),
  total_found: z.int(),
  notes: z.array(z.string()),
  history: z.object({ complete: z.boolean() }),
});

/** The commit with this subject is in the covered history, and has the word in its message. */
export function says(word: string, subject: string): Question {
  return async (user, workspace) => {
    const args = { workspace, query: word, max_commits: 100 };
    const { commits, total_found, notes, history } = found.parse(await user.call('git_commit_retrieval', args));
    if (notes.length > 0) return 'open';
    if (commits.some(({ message }) => message.split('\n')[0] === subject)) return 'yes';
    return absent(history.complete && commits.length === total_found);
  };
}

const cited = z.object({
  results: z.array(z.object({ file: z.string(), content: z.string(), line_start: z.int(), line_end: z.int() })),
});

/** The line at `place` (`file:line`) has this text, as far as a search by meaning cites it. */
export function cites(query: string, place: string, text: string, tool = 'semantic_search'): Question {
  return async (user, workspace) => {
    const { fields, failed } = await user.tell(tool, { workspace, query });
    if (failed) return 'open';
    const { results } = cited.parse(fields);
    for (const { file, content, line_start, line_end } of results) {
      const line = Number(place.slice(file.length + 1));
      if (!place.startsWith(`${file}:`) || line < line_start || line > line_end) continue;
      const shown = content.split('\n')[line - line_start];
      return shown === undefined || shown.includes('****') ? 'open' : claimed(shown === text);
    }
    return 'open';
  };
}

const status = z.object({ index, skipped: z.array(z.object({ file: z.string(), reason: z.string() })) });

/** Every file of the commit is indexed. */
export const allIndexed: Question = async (user, workspace) => {
  const { fields, failed } = await user.tell('index_status', { workspace });
  if (failed) return 'open';
  const answer = status.parse(fields);
  if (!answer.index.complete) return 'open';
  return claimed(answer.index.commit !== undefined && coversAll(answer.index));
};

/** The index covers the commit that `git` calls by this name. */
export function covers(ref: string): Question {
  return async (user, workspace) => {
    const answer = status.parse(await user.call('index_status', { workspace }));
    const { fields, failed } = await user.tell('show_commit', { workspace, commit: ref, detail: 'stat' });
    return failed || answer.index.commit === undefined ? 'open' : claimed(answer.index.commit === fields['commit']);
  };
}

const memories = z.object({ memories: z.array(z.object({ status: z.string() })) });

/** What the newest memory cites is as it was, here or elsewhere. */
export const unchanged: Question = async (user, workspace) => {
  const [memory] = memories.parse(await user.call('list_memories', { workspace })).memories;
  if (memory?.status === 'current') return 'yes';
  return memory?.status === 'stale' ? 'no' : 'open';
};
