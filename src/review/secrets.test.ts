/** The check of secrets, with secrets that are put together here so that no scanner takes this file for a leak. */
import { expect, it } from 'vitest';
import { BASE32, BASE62, randomCharacters } from '../../test/random-characters.ts';
import type { DiffFile, DiffLine } from './diff/diff.ts';
import { secretsCheck } from './secrets.ts';
import type { SourceTree } from './source.ts';

const GITHUB = `ghp_${randomCharacters(1, 36)}`;
const NPM = `npm_${randomCharacters(2, 36)}`;
const AWS = `AKIA${randomCharacters(3, 16, BASE32)}`;
const PASSWORD = `x9${randomCharacters(4, 12)}`;
const KEY_LINES = Array.from({ length: 6 }, (_, index) => randomCharacters(10 + index, 64, `${BASE62}+/`));

type Files = Readonly<Record<string, string>>;

function tree(files: Files): SourceTree {
  return { read: async (path) => files[path], paths: async () => Object.keys(files).sort() };
}

/** A file whose lines are marked as in a diff, in one hunk that begins at the first line. */
function file(path: string, marked: readonly string[], facts: Partial<DiffFile> = {}): DiffFile {
  let [oldLine, newLine] = [0, 0];
  const lines = marked.map((line): DiffLine => {
    const text = line.slice(1);
    if (line.startsWith('+')) return { kind: 'added', text, newLine: ++newLine };
    if (line.startsWith('-')) return { kind: 'removed', text, oldLine: ++oldLine };
    return { kind: 'context', text, oldLine: ++oldLine, newLine: ++newLine };
  });
  const hunk = { oldStart: 1, oldLines: oldLine, newStart: 1, newLines: newLine, lines };
  return { path, status: 'modified', binary: false, hunks: [hunk], ...facts };
}

async function review(files: readonly DiffFile[], before: Files = {}, after: Files = {}) {
  const subject = { diff: { files }, before: tree(before), after: tree(after), byRisk: files };
  const report = await secretsCheck().run(subject, async () => true);
  const all = JSON.stringify(report);
  for (const secret of [GITHUB, NPM, AWS, PASSWORD, ...KEY_LINES])
    for (let at = 0; at + 5 <= secret.length; at++) expect(all).not.toContain(secret.slice(at, at + 5));
  return report;
}

it('reports a secret on an added line, and shows none of its line', async () => {
  const { findings, executed } = await review([file('a.ts', [' const a = 1;', `+login("${GITHUB}", "${NPM}")`])]);
  expect(executed).toBe(1);
  expect(findings.map(({ rule, line, severity }) => ({ rule, line, severity }))).toEqual([
    { rule: 'secret/github_token', line: 2, severity: 'CRITICAL' },
    { rule: 'secret/npm_token', line: 2, severity: 'CRITICAL' },
  ]);
  expect(findings[0]).toMatchObject({
    file: 'a.ts',
    snippet: `login("${'*'.repeat(40)}", "${'*'.repeat(40)}")`,
    description: expect.stringContaining('ghp_****…'),
  });
});

it.each([
  ['on a line of context', [` const token = "${GITHUB}";`, '+const a = 1;'], {}],
  ['that was there before, in another file', [`+const token = "${GITHUB}";`], { 'b.ts': `token = ${GITHUB}` }],
  ['that moved within the file', [`-f("${GITHUB}")`, ' ;', `+g("${GITHUB}")`], {}],
  ['that is taken away', [`-f("${GITHUB}")`], {}],
  ['that its author allows', [`+f("${GITHUB}") // gitleaks:allow`], {}],
])('says nothing of a secret %s', async (_, lines, before) => {
  const files = [file('a.ts', lines), file('b.ts', ['-x', '+y'])];
  expect((await review(files, before)).findings).toEqual([]);
});

it('says nothing of passwords that tests make up, but of tokens', async () => {
  const lines = [`+const url = "postgres://app:${PASSWORD}@db.shop.io/x";`, `+const key = "${AWS}";`];
  const rules = async (path: string) => (await review([file(path, lines)])).findings.map(({ rule }) => rule);
  expect(await rules('src/db.ts')).toEqual(['secret/database_url', 'secret/aws_access_key']);
  expect(await rules('test/db.ts')).toEqual(['secret/aws_access_key']);
});

it('finds a key of several lines of which one is added', async () => {
  const key = ['-----BEGIN PRIVATE KEY-----', ...KEY_LINES, '-----END PRIVATE KEY-----'];
  const after = { 'key.pem': `${key.join('\n')}\n` };
  const hunk = file('key.pem', [` ${KEY_LINES[1]}`, `+${KEY_LINES[2]}`, ` ${KEY_LINES[3]}`]);
  const moved = { ...hunk, hunks: hunk.hunks.map((each) => ({ ...each, lines: shifted(each.lines, 2), newStart: 3 })) };
  const { findings } = await review([moved], {}, after);
  expect(findings).toMatchObject([{ rule: 'secret/private_key', line: 4, lineEnd: 7, snippet: '*'.repeat(64) }]);
});

it('finds a key in a hunk where the file is not known', async () => {
  const { findings } = await review([
    file('key.pem', ['+-----BEGIN RSA PRIVATE KEY-----', ...KEY_LINES.map((line) => `+${line}`)], { status: 'added' }),
  ]);
  expect(findings).toMatchObject([{ rule: 'secret/private_key', line: 1, lineEnd: 7 }]);
});

it('tells another secret on the same line apart, and says what it did not look at', async () => {
  const of = async (secret: string) => (await review([file('a.ts', [`+f("${secret}")`])])).findings[0]?.identity;
  expect(await of(GITHUB)).not.toBe(await of(`ghp_${NPM.slice(4)}`));
  expect(await of(GITHUB)).toBe(await of(GITHUB));
  const { omitted } = await review([file('a.p12', [], { binary: true })]);
  expect(omitted).toMatchObject([{ what: 'a.p12', check: 'secrets' }]);
});

function shifted(lines: readonly DiffLine[], by: number): readonly DiffLine[] {
  return lines.map((line) => ({ ...line, ...(line.newLine !== undefined && { newLine: line.newLine + by }) }));
}
