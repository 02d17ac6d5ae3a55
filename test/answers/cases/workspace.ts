/** A workspace with large files, thousands of files, references, secrets and commits. */

import { Random } from '../../../src/lib/random.ts';
import { amount } from '../../generated.ts';
import type { Door, LargeCase, LargeCases } from './case.ts';

/** Files of one branch, packages of a lock file, and files of each commit. */
const FILES = amount(10_000, 600);
const PACKAGES = amount(2500, 1200);
const COMMITTED = amount(150, 60);
const one = (says: string, args: Readonly<Record<string, unknown>>, more: Partial<LargeCase> = {}): LargeCase => ({
  says,
  args,
  ...more,
});

const body = (name: string, lines: number) =>
  [
    `def ${name}(value):`,
    `    """Charges the customer's card for ${name}."""`,
    ...Array.from({ length: lines }, (_, at) => `    value = charge_card(value, ${at}, '${'x'.repeat(40)}')`),
    '    return value',
    '',
  ].join('\n');

/** What follows `AKIA` in an access key. */
function accessKey(random: Random): string {
  return Array.from({ length: 16 }, () => random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'])).join('');
}

function largeFiles(): Record<string, string> {
  const files: Record<string, string> = {
    'package-lock.json': JSON.stringify(
      {
        packages: Object.fromEntries(
          Array.from({ length: PACKAGES }, (_, at) => [
            `node_modules/package-${at}`,
            {
              version: `1.${at}.0`,
              resolved: `https://registry.example/package-${at}`,
              integrity: `sha512-${at}abcdef`,
            },
          ]),
        ),
      },
      null,
      2,
    ),
    'one-line.min.js': `var charge_card=[${'"some text in a minified file",'.repeat(40_000)}]`,
    'logo.bin': `\0${'binary '.repeat(30_000)}`,
    'lib/card.py': `def charge_card(value, at, text):\n    return value\n`,
    'docs/chinese.md': '我们需要验证这个函数是否满足所有输入的要求。\n'.repeat(5000),
  };
  for (let index = 0; index < 60; index++)
    files[`src/large_${index}.py`] = `from lib.card import charge_card\n\n\n${body(`pay_${index}`, 60)}`;
  for (let index = 0; index < FILES; index++)
    files[`many/folder_${index % 50}/some_module_with_a_long_name_${index}.txt`] = `text ${index}\n`;
  files['keys.py'] = Array.from({ length: 600 }, (_, at) => `KEY_${at} = "AKIA${accessKey(new Random(at))}"`).join(
    '\n',
  );
  files['hub.py'] = [
    'from lib.card import charge_card',
    ...Array.from(
      { length: 400 },
      (_, at) => `def step_${at}(value):\n    return charge_card(step_${(at + 1) % 400}(value), ${at}, '')\n`,
    ),
  ].join('\n');
  return files;
}

const COMMITS = 12;
/** The file at `at` of those that the commit `index` brings. */
const committedPath = (index: number, at: number) => `commits/${index}/${'long_name_'.repeat(6)}${at}.txt`;

/** Lines of which every commit up to `newest` has changed some. */
const changedLines = (newest: number) =>
  Array.from({ length: 3000 }, (_, at) => `line ${at} of commit ${Math.min(at % COMMITS, newest)}\n`).join('');

/** Makes a branch with files that are changed, moved and new. */
async function branchOff({ call }: Door): Promise<void> {
  const paths = Array.from({ length: COMMITTED }, (_, at) => at);
  const files = [
    ...paths.map((at) => ({ path: committedPath(0, at), content: `changed ${at}\n`.repeat(50) })),
    ...paths.map((at) => ({ path: `moved/${committedPath(1, at)}`, content: `charge 1 ${at}\n` })),
    { path: 'package-lock.json', content: '{}\n' },
    { path: 'one-line.min.js', content: 'other text '.repeat(40_000) },
    { path: 'docs/chinese.md', content: '龘'.repeat(20_000) },
  ];
  await call('put_files', { branch: 'changes', files });
  await call('delete_files', { branch: 'changes', paths: ['commits/1/'] });
}

/** A memory with texts as long as they can be. */
const largeMemory = (at: number, says: string) => ({
  category: 'facts',
  content: `${says} charge the card ${at} `.repeat(400).slice(0, 5000),
  title: 'a long title '.repeat(15),
  tags: Array.from({ length: 20 }, (_, tag) => `${'long_tag_'.repeat(4)}${tag}`),
  source: 'a long source '.repeat(35),
  evidence: Array.from({ length: 10 }, (_, place) => ({
    file: 'hub.py',
    line: place * 3 + 3,
    line_end: place * 3 + 4,
  })),
});

/** Files of the active Python session: many, and such as the branch has otherwise. */
const SESSION_FILES = `
import os
for folder in ("many/" + "long_name/" * 8, "conflicts/commits/0"):
    os.makedirs(folder)
for i in range(${amount(900, 300)}):
    open(f"many/{'long_name/' * 8}{i}.txt", "w").write(str(i))
for i in range(${COMMITTED}):
    open(f"conflicts/commits/0/{'long_name_' * 6}{i}.txt", "w").write("of the session")
`;

async function prepare(door: Door): Promise<void> {
  const { call, upload } = door;
  await upload('default', largeFiles());
  for (let index = 0; index < COMMITS; index++) {
    // Before others, since the branch that was written last is the one that is indexed.
    if (index === 2) await branchOff(door);
    const files = Array.from({ length: COMMITTED }, (_, at) => ({
      path: committedPath(index, at),
      content: `charge ${index} ${at}\n`,
    }));
    await call('put_files', {
      files: [...files, { path: 'blamed.txt', content: changedLines(index) }],
      message: `Charge cards ${index}\n\n${'A message that goes on and on. '.repeat(300)}`,
    });
  }
  for (let at = 0; at < 12; at++) {
    await call('add_memory', largeMemory(at, 'kept'));
    await call('add_memory', { ...largeMemory(at, 'suggested'), suggest: true });
  }
  await call('run_python_code', { code: SESSION_FILES, timeout: 120 });
  for (let index = 0; index < 60; index++) {
    await call('put_files', {
      workspace: `w${'-long-name'.repeat(4)}-${index}`,
      files: [{ path: 'a.txt', content: 'a' }],
    });
  }
}

/** The cases. */
export const WORKSPACE: LargeCases = {
  prepare,
  cases: {
    get_file: [
      one('a lock file', { path: 'package-lock.json' }),
      one('the middle of it', { path: 'package-lock.json', line_start: 5000 }),
      one('a range of it', { path: 'package-lock.json', line_start: 1, line_end: 9000 }, { most: 10_000 }),
      one('a line of a megabyte', { path: 'one-line.min.js' }),
      one('bytes', { path: 'logo.bin' }),
      one('ideographs', { path: 'docs/chinese.md' }),
      one('a path that does not exist', { path: 'n'.repeat(4000) }, { expects: 'failure' }),
    ],
    get_context_for_prompt: [
      one('1,000 tokens', { query: 'charge the card', max_tokens: 1000, max_files: 50 }, { most: 3100 }),
      one('2,000 tokens', { query: 'charge the card', max_tokens: 2000, max_files: 50 }, { most: 4700 }),
      one('by default', { query: 'charge the card', file_hints: ['package-lock.json', 'hub.py'] }, { most: 14_300 }),
      one('a long query', { query: 'charge the card '.repeat(1200), max_tokens: 1500 }, { most: 3900 }),
    ],
    find_symbol: [
      one('that hundreds match', { name: 'step', match: 'prefix' }, {}),
      one('as many as there can be', { name: 'step', match: 'prefix', limit: 100 }, { most: 10_000 }),
      one('a long name', { name: 'n'.repeat(500) }),
    ],
    find_references: [
      one('thousands', { name: 'charge_card' }, { expects: 'shortened' }),
      one('as many as there can be', { name: 'charge_card', limit: 500 }, { most: 10_000, expects: 'shortened' }),
    ],
    call_graph: [
      one('of a hub', { name: 'charge_card', depth: 3 }),
      one('of more of it', { name: 'charge_card', depth: 5, max_nodes: 500 }, { most: 10_000 }),
    ],
    repo_map: [
      one('by default', {}),
      one('5,000 tokens', { max_tokens: 5000 }, { most: 5000 }),
      one('300 tokens', { max_tokens: 300 }, { most: 300 }),
    ],
    put_files: [
      one(
        'a thousand',
        {
          files: Array.from({ length: 1000 }, (_, at) => ({ path: `put/${'long/'.repeat(8)}${at}.txt`, content: 'x' })),
        },
        { expects: 'shortened' },
      ),
      one(
        'bad ones',
        {
          files: Array.from({ length: 900 }, (_, at) => ({
            path: `${'p'.repeat(200)}${at}`,
            content: '!',
            encoding: 'base64',
          })),
        },
        { expects: 'failure' },
      ),
    ],
    delete_files: [one('a thousand', { paths: ['put/'], dry_run: true }, { expects: 'shortened' })],
    list_workspace_files: [
      one('a tree of thousands', { depth: 100 }),
      one('by default', {}),
      one('as many as there can be', { format: 'flat', limit: 1000 }),
      one('long filters', { exclude_paths: Array.from({ length: 100 }, (_, at) => `some/${'long_'.repeat(20)}${at}`) }),
      one('a folder that does not exist', { path: 'n'.repeat(3000) }, { expects: 'failure' }),
    ],
    diff_refs: [
      one('hundreds of files', { base: 'main', head: 'changes' }),
      one('counts of as many as there can be', { base: 'main', head: 'changes', detail: 'stat', limit: 200 }),
      one('files that are moved', { base: 'main', head: 'changes', paths: ['moved/', 'commits/1/'] }),
      one('a hunk of thousands of lines', { base: 'main', head: 'changes', paths: ['package-lock.json'] }),
      one('lines of a megabyte', { base: 'main', head: 'changes', paths: ['one-line.min.js', 'docs/'] }),
      one('all of history', { base: `main~${COMMITS - 1}`, two_dot: true, context: 20, limit: 200 }),
      one('a commit that does not exist', { base: 'b'.repeat(5000), head: 'h'.repeat(5000) }, { expects: 'failure' }),
    ],
    show_commit: [
      one('a long message and many files', {}),
      one('counts of as many as there can be', { detail: 'stat', limit: 200 }),
      one('the first one', { commit: `main~${COMMITS}` }),
      one('one that does not exist', { commit: 'c'.repeat(5000) }, { expects: 'failure' }),
    ],
    blame: [
      one('lines of many commits', { path: 'blamed.txt' }),
      one('as many as there can be', { path: 'blamed.txt', limit: 5000, detail: 'runs' }),
      one('a lock file', { path: 'package-lock.json', limit: 5000 }),
      one('a line of a megabyte', { path: 'one-line.min.js' }),
      one('ideographs', { path: 'docs/chinese.md' }),
      one('a path that does not exist', { path: 'n'.repeat(4000) }, { expects: 'failure' }),
    ],
    import_repository: [
      one(
        'from a long address',
        { url: `https://${'a'.repeat(3000)}.example/x.git`, workspace: 'imported' },
        { expects: 'failure' },
      ),
    ],
    semantic_search: [
      one('large functions', { query: 'charge the card of the customer', top_k: 5 }),
      one('as many as there can be', { query: 'charge the card', top_k: 50 }, { most: 10_000 }),
      one('a long query', { query: 'charge '.repeat(20_000) }),
    ],
    codebase_retrieval: [
      one('large functions', { query: 'charge the card of the customer' }),
      one(
        'long filters',
        {
          query: 'charge',
          options: { exclude_paths: Array.from({ length: 100 }, (_, at) => `some/path/${'long_'.repeat(20)}${at}`) },
        },
        { expects: 'shortened' },
      ),
    ],
    search_code: [
      one('thousands of lines', { pattern: 'charge_card', context_lines: 5 }, { expects: 'shortened' }),
      one(
        'as many as there can be',
        { pattern: 'charge_card', max_results: 500, context_lines: 5 },
        { most: 10_000, expects: 'shortened' },
      ),
      one('a line of a megabyte', { pattern: 'minified', regex: true }),
    ],
    get_workspace_info: [one('of much', {})],
    index_status: [
      one('with many secrets', {}, { expects: 'shortened' }),
      one('all of them', { limit: 1000 }, { most: 10_000 }),
    ],
    git_commit_retrieval: [
      one('long commits', { query: 'charge' }, { expects: 'shortened' }),
      one('as many as there can be', { query: 'charge', max_commits: 100 }, { most: 10_000 }),
    ],
    add_memory: [
      one('as long as it can be', largeMemory(99, 'new')),
      one('of ideographs', { category: 'facts', content: '龘'.repeat(5000) }, { expects: 'shortened' }),
      one(
        'evidence that does not exist',
        { ...largeMemory(98, 'bad'), evidence: [{ file: 'n'.repeat(3000) }] },
        { expects: 'failure' },
      ),
    ],
    list_memories: [
      one('long ones', {}, { expects: 'shortened' }),
      one('as many as there can be', { limit: 100, query: 'charge' }, { most: 10_000, expects: 'shortened' }),
    ],
    review_memory_suggestions: [
      one('long ones', {}, { expects: 'shortened' }),
      one('of many ids', {
        action: 'dismiss',
        draft_id: Array.from({ length: 200 }, (_, at) => `${'n'.repeat(30)}${at}`),
      }),
      one('all of them', { action: 'approve', session_id: 'add_memory' }, { expects: 'shortened' }),
    ],
    list_workspaces: [one('many', {}), one('all', { limit: 1000 }, { most: 10_000 })],
    delete_workspace: [
      one('a long name', { workspace: 'n'.repeat(5000), confirm: 'n'.repeat(5000) }, { expects: 'failure' }),
    ],
    commit_files: [
      one('hundreds', { folder: 'many', branch: 'kept' }),
      one('hundreds to delete', { folder: 'conflicts', branch: 'kept', target: 'long_name', delete_missing: true }),
      one(
        'hundreds that the branch has changed since',
        { folder: 'conflicts', branch: 'changes', copied_from: 'changes~2' },
        { expects: 'failure' },
      ),
      one('a folder that does not exist', { folder: 'n'.repeat(3000) }, { expects: 'failure' }),
    ],
  },
};
