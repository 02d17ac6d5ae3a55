/** Lines, commits and memories: what history says, plainly and where it deceives. */
import type { Planner } from '../../planning/planned.ts';
import { changed, covers, differs, exists, from, reads, says, unchanged } from '../index-questions.ts';
import { files, type IndexRow, pushed } from '../index-worlds.ts';

const simple = pushed('history-simple', async ({ commit }, push) => {
  await commit('Begin', { 'a.txt': 'one\ntwo\nthree\n', 'gone.txt': 'x\n' });
  await commit('Change two', { 'a.txt': 'one\n2\nthree\n' });
  await commit('Add another file', { 'b.txt': 'b\n' });
  await push('main');
});

const cite = (user: Planner, workspace: string, evidence: Readonly<Record<string, unknown>>) =>
  user.call('add_memory', { workspace, category: 'facts', content: 'What it does.', evidence: [evidence] });

const TWO = 'def a():\n    return 1\n\n\ndef b():\n    return 1\n';
/** A memory of lines of `a.py`, and what is put in after it. */
const remembered = (
  name: string,
  before: string,
  evidence: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, string>>,
) =>
  files(`memory-${name}`, { 'a.py': before }, async (user, workspace) => {
    await cite(user, workspace, { file: 'a.py', ...evidence });
    await user.put(workspace, after);
  });

export const HISTORY: readonly IndexRow[] = [
  ['a line was changed last', 'yes', simple, from('a.txt', 2, 'Change two')],
  ['a line beside it was changed last', 'no', simple, from('a.txt', 1, 'Change two')],
  ['a file was added', 'yes', simple, differs('main~2', 'main', 'b.txt', 'added')],
  ['a file was deleted', 'no', simple, differs('main~2', 'main', 'gone.txt', 'deleted')],
  ['a line was taken and one put in', 'yes', simple, differs('main~2', 'main', 'a.txt', '+1 -1')],
  ['a commit added a file', 'yes', simple, changed('main', 'b.txt', 'added')],
  ['a commit changed a file that it left', 'no', simple, changed('main', 'a.txt', 'modified')],
  ['a commit says a word', 'yes', simple, says('another', 'Add another file')],
  ['a commit says a word that nobody wrote', 'no', simple, says('remove', 'Remove a file')],
  ['a file read so before', 'yes', simple, reads('a.txt', 'one\ntwo\nthree\n', 'main~1~1')],
  [
    'lines of a memory stay',
    'yes',
    remembered('stays', TWO, { line: 1, line_end: 2 }, { 'b.py': 'x = 1\n' }),
    unchanged,
  ],
  [
    'lines of a memory change',
    'no',
    remembered('changes', TWO, { line: 1, line_end: 2 }, { 'a.py': TWO.replace('1', '2') }),
    unchanged,
  ],
];

const LINES = Array.from({ length: 12 }, (_, at) => `line number ${at}\n`);
const deceiving = pushed('history-deceiving', async ({ git, commit }, push) => {
  await commit('Begin', {
    'a.txt': LINES.join(''),
    'code.py': 'def a():\n  return 1\n',
    'end.txt': 'a\nb',
    'crlf.txt': 'x\ny\n',
  });
  await commit('Indent', { 'code.py': 'def a():\n    return 1\n' });
  await commit('End the line', { 'end.txt': 'a\nb\n' });
  await commit('Convert', { 'crlf.txt': 'x\r\ny\r\n' });
  await commit('Take a line', { 'a.txt': LINES.toSpliced(3, 1).join('') });
  await commit('Put it back', { 'a.txt': LINES.join('') }, { author: 'Bob <bob@example.org>' });
  await git('mv', 'a.txt', 'renamed.txt');
  await git('commit', '-q', '-m', 'Rename');
  await commit('Nothing', {});
  await git('update-index', '--chmod=+x', 'crlf.txt');
  await git('commit', '-q', '-m', 'Run');
  await git('checkout', '-q', '-f', 'main');
  await commit(`Name ${'averylongidentifier'.repeat(4)}`, { 'long.txt': '1\n' });
  await commit('\u4fee\u590d\u767b\u5f55\u9519\u8bef', { 'login.txt': '1\n' });
  await commit('Release \u{1f389}', { 'release.txt': '1\n' });
  await commit('Name the file of the ninth', { 'image.bin': 'a\0b' });
  await commit('Paint', { 'image.bin': 'a\0c' });
  await push('main');
});

const merged = pushed('history-merged', async ({ git, commit }, push) => {
  await commit('Begin', { 'a.txt': 'top\nmiddle\nbottom\n' });
  await git('checkout', '-q', '-b', 'topic');
  await commit('On topic', { 'a.txt': 'top\nmiddle\nfrom topic\n', 'topic.txt': 't\n' });
  await git('checkout', '-q', 'main');
  await commit('On main', { 'a.txt': 'from main\nmiddle\nbottom\n', 'main.txt': 'm\n' });
  await git('merge', '-q', '--no-commit', '--no-ff', 'topic');
  await commit('Merge topic', { 'a.txt': 'from main\nby the merge\nfrom topic\n' });
  await git('checkout', '-q', 'topic');
  await commit('Only said aside', { 'topic.txt': 'tt\n' });
  await push('topic');
  await push('main');
});

const rewritten = pushed('history-rewritten', async ({ git, commit }, push) => {
  await commit('Begin', { 'a.txt': 'a\n' });
  await commit('Mistaken work', { 'a.txt': 'b\n' });
  await push('main');
  await git('reset', '-q', '--hard', 'HEAD~1');
  await commit('Better work', { 'a.txt': 'c\n' });
  await push('--force', 'main');
  await git('tag', 'v1', 'main~1');
  await push('v1');
});

const two = pushed('history-two', async ({ git, commit }, push) => {
  await commit('Begin', { 'a.txt': 'a\n' });
  await git('checkout', '-q', '-b', 'another');
  await commit('Another', { 'a.txt': 'b\n' });
  await git('checkout', '-q', 'main');
  await push('main', 'another');
});

const shallow = pushed('history-shallow', async ({ git, commit, folder }, _push, user) => {
  await commit('Begin', { 'a.txt': 'one\ntwo\n' });
  await commit('Second', { 'a.txt': 'one\n2\n' });
  await commit('Third', { 'b.txt': 'b\n' });
  await git('clone', '-q', '--depth', '2', `file://${folder}`, 'short');
  await user.push('history-shallow', { git: (...args) => git('-C', 'short', ...args) }, 'main');
});

export const HISTORY_DECEIVING: readonly IndexRow[] = [
  ['a line that was only indented', 'yes', deceiving, from('code.py', 2, 'Indent')],
  ['a line that only got its end', 'yes', deceiving, from('end.txt', 2, 'End the line')],
  ['a line that only got a carriage return', 'yes', deceiving, from('crlf.txt', 1, 'Convert')],
  ['a line that was taken and put back', 'yes', deceiving, from('renamed.txt', 4, 'Put it back')],
  ['a line that another author put back', 'yes', deceiving, from('renamed.txt', 4, 'Bob')],
  ['a line from before a rename', 'yes', deceiving, from('renamed.txt', 1, 'Begin')],
  ['a line of a renamed file comes from the rename', 'no', deceiving, from('renamed.txt', 1, 'Rename')],
  ['a renamed file is new', 'no', deceiving, differs('main~8', 'main', 'renamed.txt', 'added')],
  ['a commit without changes changed a file', 'no', deceiving, changed('main~6', 'a.txt', 'modified')],
  ['a commit that changed a mode changed lines', 'no', deceiving, changed('main~5', 'crlf.txt', 'modified')],
  ['a commit that changed a mode did', 'yes', deceiving, changed('main~5', 'crlf.txt', 'mode_changed')],
  ['a binary file was changed', 'yes', deceiving, changed('main', 'image.bin', 'modified')],
  [
    'a commit says a very long word',
    'yes',
    deceiving,
    says('averylongidentifier'.repeat(4), `Name ${'averylongidentifier'.repeat(4)}`),
  ],
  [
    'a commit says a word without spaces',
    'yes',
    deceiving,
    says('\u767b\u5f55', '\u4fee\u590d\u767b\u5f55\u9519\u8bef'),
  ],
  ['a commit shows a sign', 'yes', deceiving, says('\u{1f389}', 'Release \u{1f389}')],
  ['a commit shows a sign that it has not', 'no', deceiving, says('\u{1f680}', 'Release \u{1f389}')],
  ['a commit says a word among function words', 'no', deceiving, says('with', 'Name the file of the ninth')],
  ['a line of a merged branch', 'yes', merged, from('a.txt', 3, 'On topic')],
  ['a line of a merged branch comes from the merge', 'no', merged, from('a.txt', 3, 'Merge topic')],
  ['a line that only the merge has', 'yes', merged, from('a.txt', 2, 'Merge topic')],
  ['a merge beside its first parent', 'yes', merged, changed('main', 'topic.txt', 'added')],
  ['what main did is what topic did', 'no', merged, differs('main~1', 'topic', 'main.txt', 'deleted')],
  ['main itself beside topic', 'yes', merged, differs('main', 'topic', 'main.txt', 'deleted', { two_dot: true })],
  ['a commit of a branch that is not covered', 'no', merged, says('aside', 'Only said aside')],
  ['a commit before a forced push', 'no', rewritten, says('mistaken', 'Mistaken work')],
  ['a commit after a forced push', 'yes', rewritten, says('better', 'Better work')],
  ['a line before a forced push', 'no', rewritten, from('a.txt', 1, 'Mistaken work')],
  ['a tag that was pushed last is covered', 'no', rewritten, covers('v1')],
  ['the branch that was pushed before a tag', 'yes', rewritten, covers('main')],
  ['the other of two branches is covered', 'no', two, covers('another')],
  ['a file of the other of two branches', 'yes', two, reads('a.txt', 'b\n', 'another')],
  ['a file of neither branch', 'no', two, exists('b.txt')],
  ['a line from before the cut of a history', 'yes', shallow, from('a.txt', 1, 'Begin')],
  [
    'a memory of a line that changed, beside one like it',
    'no',
    remembered('twin', TWO, { line: 2 }, { 'a.py': TWO.replace('1', '2') }),
    unchanged,
  ],
  [
    'a memory of a line that went, where one like it came',
    'no',
    remembered('heir', TWO, { line: 2 }, { 'a.py': 'def b():\n    return 1\n' }),
    unchanged,
  ],
  [
    'a memory of lines that moved',
    'yes',
    remembered('moved', TWO, { line: 1, line_end: 2 }, { 'a.py': `# More\n\n${TWO}` }),
    unchanged,
  ],
  [
    'a memory of lines with white space at their ends',
    'yes',
    remembered('blank', TWO, { line: 1, line_end: 2 }, { 'a.py': TWO.replace('1\n', '1  \n') }),
    unchanged,
  ],
  [
    'a memory of lines that were indented',
    'no',
    remembered('indent', 'x = 1\nyearly = 2\n', { line: 2 }, { 'a.py': 'x = 1\nif x:\n    yearly = 2\n' }),
    unchanged,
  ],
  [
    'a memory of lines that were changed and changed back',
    'yes',
    files('memory-back', { 'a.py': TWO }, async (user, workspace) => {
      await cite(user, workspace, { file: 'a.py', line: 1, line_end: 2 });
      await user.put(workspace, { 'a.py': 'gone = 1\n' });
      await user.put(workspace, { 'a.py': TWO });
    }),
    unchanged,
  ],
  [
    'a memory of a file that was deleted and is there again',
    'no',
    files('memory-again', { 'a.py': TWO, 'b.py': 'b = 1\n' }, async (user, workspace) => {
      await cite(user, workspace, { file: 'a.py', line: 1, line_end: 2 });
      await user.call('delete_files', { workspace, paths: ['a.py'] });
      await user.put(workspace, { 'a.py': 'other = 1\n' });
    }),
    unchanged,
  ],
  [
    'a memory of a file that was renamed',
    'yes',
    files('memory-renamed', { 'a.py': TWO, 'b.py': 'b = 1\n' }, async (user, workspace) => {
      await cite(user, workspace, { file: 'a.py', line: 1, line_end: 2 });
      await user.put(workspace, { 'c.py': TWO });
      await user.call('delete_files', { workspace, paths: ['a.py'] });
    }),
    unchanged,
  ],
  [
    'a memory of a file that was written anew',
    'no',
    remembered('anew', TWO, {}, { 'a.py': 'nothing = "of it"\n' }),
    unchanged,
  ],
  ['a memory of a file as it is', 'yes', remembered('whole', TWO, {}, { 'b.py': 'b = 1\n' }), unchanged],
];
