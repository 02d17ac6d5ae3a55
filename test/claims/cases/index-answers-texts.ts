/** Texts and files that are not what they look like. */
import { allIndexed, cites, defined, exists, has, lines, matchesAt, reads } from '../index-questions.ts';
import { files, type IndexRow, pushed, type World } from '../index-worlds.ts';

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
const LONG = `${'word '.repeat(4_000)}needle_at_the_end`;

const texts = files('texts', {
  'marked.py': '\ufeffimport os\nprint(os)\n',
  'carriage.txt': 'one\r\ntwo\r\nthe end\r\n',
  'unended.txt': 'a\nthe last',
  'long.txt': `${LONG}\n`,
  'twice.txt': 'both and both\n',
  'dots.txt': 'a.b\n',
  'accents.txt': 'cafe\u0301\n',
  'kelvin.txt': 'At 4 \u212aelvin\n',
  'price.py': 'price_list = 1\n',
  'empty.txt': '',
  'plain.txt': 'x\ny\n',
  'feed.txt': 'one\n\fpage two\n\u2028separated\nlast of all\n',
});
const secrets = files('texts-secrets', { 'key.py': `import os\nKEY = "${SECRET}"\nOTHER = 1\n` });
const hits = files('texts-hits', {
  'many.txt': 'hit\n'.repeat(120),
  'z.txt': 'hit\n',
  'large.py': `${Array.from({ length: 400 }, (_, at) => `def step_${at}(x):\n    return x + ${at}\n`).join('\n')}`,
});
const large = files('texts-large', { 'big.txt': `${'line of text\n'.repeat(125_000)}huge_needle\n`, 'a.txt': 'a\n' });
const ignored = files('texts-ignored', { '.gitignore': 'out/\n', 'out/a.txt': 'hidden_word\n', 'b.txt': 'b\n' });
const minified = files('texts-minified', { 'app.js': `var packed_word=1;${'a=1;'.repeat(2_000)}\n` });
const generated = files('texts-generated', { 'package-lock.json': '{"name": "locked_word"}\n' });
const edited = files(
  'texts-edited',
  { 'a.txt': 'before\nkept\n', 'old/name.txt': 'moved words stay here\n', 'Case.txt': 'upper\n' },
  async (user, workspace) => {
    await user.put(workspace, { 'a.txt': 'new line\nafter\nkept\n', 'new/name.txt': 'moved words stay here\n' });
    await user.call('delete_files', { workspace, paths: ['old/name.txt'] });
  },
);
const bytes: World = {
  workspace: 'texts-bytes',
  make: (user) => {
    const encoded = (path: string, content: Buffer) => ({
      path,
      content: content.toString('base64'),
      encoding: 'base64',
    });
    return user.call('put_files', {
      workspace: 'texts-bytes',
      files: [
        encoded('latin.txt', Buffer.from(`${'plain words\n'.repeat(20)}na\xefve words\n`, 'latin1')),
        encoded('plain.txt', Buffer.from('plain\n')),
      ],
    });
  },
};
const wide: World = {
  workspace: 'texts-wide',
  make: (user) => {
    const content = Buffer.from('\ufeffwide_word\n', 'utf16le').toString('base64');
    return user.call('put_files', {
      workspace: 'texts-wide',
      files: [{ path: 'wide.txt', content, encoding: 'base64' }],
    });
  },
};
const links = pushed('texts-links', async ({ git, commit }, push) => {
  const first = await commit('Begin', { 'real.txt': 'linked_word\n', '.gitattributes': '*.txt -text\n' });
  const blob = await git('hash-object', '-w', 'real.txt');
  await git('update-index', '--add', '--cacheinfo', `120000,${blob},link`);
  await git('update-index', '--add', '--cacheinfo', `160000,${first},sub`);
  await git('commit', '-q', '-m', 'Link');
  await push('main');
});
const forced = pushed('texts-forced', async ({ git, commit }, push) => {
  await commit('Begin', { 'a.txt': 'first\n' });
  await commit('Mistake', { 'a.txt': 'mistaken_word\n', 'b.txt': 'b\n' });
  await push('main');
  await git('reset', '-q', '--hard', 'HEAD~1');
  await commit('Instead', { 'a.txt': 'instead_word\n' });
  await push('--force', 'main');
});
const named = pushed('texts-named', async ({ commit }, push) => {
  await commit('Begin', { 'cafe\u0301.txt': 'decomposed\n', 'README.md': 'read\n' });
  await push('main');
});
const pages = files(
  'texts-pages',
  Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${String(at).padStart(3, '0')}.txt`, `${at}\n`])),
);
const moving = files(
  'texts-moving',
  Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${String(at).padStart(3, '0')}.txt`, `${at}\n`])),
);
const theirs = files('texts-theirs', { 'mine.txt': 'mine\n' }, async (user, workspace) => {
  await user.as('claims-index-somebody').put(workspace, { 'theirs.txt': 'theirs_word\n' });
});
const none: World = { workspace: 'texts-none', make: async () => undefined };
const emptied = files('texts-emptied', { 'a.py': 'def was():\n    return 1\n' }, (user, workspace) =>
  user.call('delete_files', { workspace, paths: ['a.py'] }),
);

const regex = { regex: true };

export const TEXTS_DECEIVING: readonly IndexRow[] = [
  ['a line after a byte order mark begins so', 'yes', texts, matchesAt('^import', 'marked.py:1', regex)],
  ['a file with a byte order mark', 'yes', texts, reads('marked.py', '\ufeffimport os\nprint(os)\n')],
  ['a file with a byte order mark, without it', 'no', texts, reads('marked.py', 'import os\nprint(os)\n')],
  ['a file with carriage returns', 'yes', texts, reads('carriage.txt', 'one\r\ntwo\r\nthe end\r\n')],
  ['a file with carriage returns, without them', 'no', texts, reads('carriage.txt', 'one\ntwo\nthe end\n')],
  ['a line before a carriage return', 'yes', texts, matchesAt('two', 'carriage.txt:2')],
  ['a last line without an end', 'yes', texts, has('last$', regex)],
  ['the end of a very long line', 'yes', texts, has('needle_at_the_end')],
  ['a line with two matches counts twice', 'no', texts, lines('both', 2)],
  ['a dot of a text matches anything', 'no', texts, has('a.c')],
  ['an accent in another Unicode form is the same text', 'no', texts, has('caf\u00e9')],
  ['a Kelvin sign in other letters', 'yes', texts, has('kelvin', { case_sensitive: false })],
  ['a part of an identifier is a word', 'no', texts, has('price', { whole_word: true })],
  ['a line end makes an empty line', 'no', texts, has('^$', { regex: true, paths: ['plain.txt'] })],
  ['an empty file is there', 'yes', texts, exists('empty.txt')],
  ['an empty file reads so', 'yes', texts, reads('empty.txt', '')],
  ['a file whose name differs in letters', 'no', texts, reads('Plain.txt', 'x\ny\n')],
  ['a line after a form feed and a separator', 'yes', texts, matchesAt('last of all', 'feed.txt:4')],
  ['a line that is cited after a separator', 'yes', texts, cites('last of all', 'feed.txt:4', 'last of all')],
  ['a secret that is masked', 'yes', secrets, has(SECRET)],
  ['a beginning of a secret that is masked', 'yes', secrets, has(SECRET.slice(0, 20))],
  ['a pattern of a secret that is masked', 'yes', secrets, has('ghp_[A-Za-z0-9]{36}', regex)],
  ['a file with a secret', 'yes', secrets, reads('key.py', `import os\nKEY = "${SECRET}"\nOTHER = 1\n`)],
  ['a line with a secret is cited', 'yes', secrets, cites('KEY', 'key.py:2', `KEY = "${SECRET}"`)],
  ['a line after a secret is cited', 'yes', secrets, cites('import KEY', 'key.py:3', 'OTHER = 1')],
  ['more matches than are listed', 'yes', hits, lines('hit', 121)],
  ['a match behind those that are listed', 'yes', hits, matchesAt('hit', 'z.txt:1')],
  ['a file that is longer than a page', 'no', hits, reads('large.py', 'def step_0(x):\n    return x + 0\n')],
  [
    'a line in the middle of a long file is cited',
    'yes',
    hits,
    cites('step_399', 'large.py:1199', '    return x + 399'),
  ],
  ['a text of a file above the limit', 'yes', large, has('huge_needle')],
  ['all is indexed beside a file above the limit', 'no', large, allIndexed],
  ['a text of an ignored file', 'yes', ignored, has('hidden_word')],
  ['an ignored file is there', 'yes', ignored, exists('out/a.txt')],
  ['a text of a minified file', 'yes', minified, has('packed_word')],
  ['a text of a lock file', 'yes', generated, has('locked_word')],
  ['a text before an edit', 'no', edited, has('before')],
  ['a text after an edit', 'yes', edited, matchesAt('after', 'a.txt:2')],
  ['a line that an edit moved', 'no', edited, matchesAt('kept', 'a.txt:2')],
  ['a line that an edit moved is cited', 'yes', edited, cites('kept', 'a.txt:3', 'kept')],
  ['a renamed file is where it was', 'no', edited, exists('old/name.txt')],
  ['a text of a renamed file', 'yes', edited, matchesAt('moved words', 'new/name.txt:1')],
  ['a word of a file in another encoding', 'unknowable', bytes, has('na\u00efve')],
  [
    'a file in another encoding',
    'unknowable',
    bytes,
    reads('latin.txt', `${'plain words\n'.repeat(20)}na\u00efve words\n`),
  ],
  ['a text in two bytes a character', 'yes', wide, has('wide_word')],
  ['a link is there', 'yes', links, exists('link')],
  ['a submodule is there', 'yes', links, exists('sub')],
  ['all is indexed beside a link', 'no', links, allIndexed],
  ['a text before a forced push', 'no', forced, has('mistaken_word')],
  ['a text after a forced push', 'yes', forced, has('instead_word')],
  ['a file before a forced push', 'no', forced, exists('b.txt')],
  ['a file in its Unicode form', 'yes', named, reads('cafe\u0301.txt', 'decomposed\n')],
  ['a file in another Unicode form', 'no', named, reads('caf\u00e9.txt', 'decomposed\n')],
  ['a file behind the page', 'yes', pages, exists('f149.txt')],
  [
    'a file between pages that a push moved',
    'yes',
    moving,
    exists('f100.txt', (user, workspace) => user.call('delete_files', { workspace, paths: ['f000.txt'] })),
  ],
  ["a text of another user's workspace", 'no', theirs, has('theirs_word')],
  ["a file of another user's workspace", 'no', theirs, reads('theirs.txt', 'theirs_word\n')],
  ['a text of a workspace without a commit', 'no', none, has('anything')],
  ['a workspace without a commit is indexed', 'no', none, allIndexed],
  ['a text of a workspace without files', 'no', emptied, has('was')],
  ['a definition of a workspace without files', 'no', emptied, defined('was')],
];
