import { expect, it } from 'vitest';
import { sarifFaults } from '../../../test/sarif.ts';
import type { Finding, ReportDocument } from './document.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderSarif } from './sarif.ts';

const HOSTILE = `</pre><script>alert("1")</script> & 'x' | \`\`\` *b* <!-- ]]> \ud800`;

const finding = (changes: Partial<Finding> = {}): Finding => ({
  rule: { id: 'dead-code', description: 'A statement never runs.' },
  level: 'note',
  message: 'Never runs.',
  place: { file: 'src/a b#c.py', line: 3 },
  identity: 'return 1',
  properties: { statement: 'return 1' },
  details: [],
  ...changes,
});

function documentWith(text: string, findings: readonly Finding[]): ReportDocument {
  return {
    title: `Run of ${text}`,
    summary: text,
    sections: [
      { heading: text, blocks: [{ kind: 'paragraph', text }] },
      {
        heading: 'All',
        blocks: [
          { kind: 'list', items: [text] },
          { kind: 'code', language: 'python', text },
        ],
      },
      { heading: 'Table', blocks: [{ kind: 'table', head: ['Line'], rows: [[text]] }] },
      { heading: 'Found', blocks: findings.map((each) => ({ kind: 'finding', finding: each })) },
    ],
    properties: { status: text },
  };
}

it('shows hostile texts in a page as they are, and nothing of them as markup', () => {
  const place = { file: HOSTILE, line: 1 };
  const details = [{ kind: 'code' as const, language: HOSTILE, text: HOSTILE }];
  const document = documentWith(HOSTILE, [
    finding({ message: HOSTILE, place }),
    finding({ message: HOSTILE, details }),
  ]);
  const page = renderHtml(document, HOSTILE);
  const shown = '&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;';
  // The name of the file is shown as git writes it, with its quotes escaped.
  expect(page.split(shown).length - 1).toBe(12);
  expect(page).not.toMatch(/<script|<!--|alert\("/);
  const tags = new Set(page.match(/<\/?[a-z0-9]+/g)?.map((tag) => tag.replace(/^<\/?/, '')));
  expect([...tags].sort()).toEqual(
    'b body div footer h1 h2 head html li main meta p pre style table tbody td th thead title tr ul'.split(' '),
  );
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page).not.toMatch(/https?:|url\(|@import/);
  expect(page.isWellFormed()).toBe(true);
});

it('is Markdown whose structure no text changes', () => {
  const text = renderMarkdown(documentWith(HOSTILE.toWellFormed(), [finding()]));
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(5);
  expect(text).toContain('````python\n</pre>');
  expect(text.match(/^\| .* \|$/gm)).toHaveLength(3);
  expect(text).toContain('- **note** src/a b\\#c.py:3: Never runs.');
});

it('is valid SARIF, with a rule of each kind and fingerprints that lines do not change', async () => {
  const other = { id: 'contract-violation', description: 'Broken.' };
  const findings = [
    finding(),
    finding({ place: { file: 'src/a b#c.py', line: 30 } }),
    finding({ rule: other, level: 'error', place: { file: 'code.py', code: HOSTILE } }),
    finding({ identity: 'return 2' }),
  ];
  const log = await renderSarif(documentWith(HOSTILE, findings), 'symbolic_check', '1.2.3');
  expect(sarifFaults(JSON.parse(JSON.stringify(log)))).toEqual([]);
  const [run] = log.runs;
  expect(run?.tool.driver).toMatchObject({
    name: 'Lemma',
    version: '1.2.3',
    rules: [{ id: 'dead-code' }, { id: 'contract-violation' }],
  });
  expect(run?.results).toMatchObject([
    {
      ruleId: 'dead-code',
      ruleIndex: 0,
      level: 'note',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a%20b%23c.py' }, region: { startLine: 3 } } }],
    },
    { ruleIndex: 0, locations: [{ physicalLocation: { region: { startLine: 30 } } }] },
    { ruleIndex: 1, level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'code.py' } } }] },
    {},
  ]);
  expect(run?.artifacts).toMatchObject([{ location: { uri: 'code.py' }, contents: { text: HOSTILE } }]);
  const prints = run?.results?.map(({ partialFingerprints }) => partialFingerprints?.['lemmaFinding/v1']) ?? [];
  expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(prints[1]).toBe(prints[0]);
  expect(new Set(prints).size).toBe(3);
});

it('says in SARIF what GitHub shows of a finding, within its limits', async () => {
  const places = Array.from({ length: 150 }, (_, index) => ({
    file: 'user.ts',
    line: index + 1,
    message: 'Calls it.',
  }));
  const found = finding({
    rule: {
      id: 'secret/npm_token',
      description: 'A token.',
      help: 'Revoke it.',
      tags: Array.from({ length: 15 }, (_, index) => `tag${index}`),
      securitySeverity: 9.5,
    },
    place: { file: 'a.ts', line: 3, lineEnd: 5 },
    lineHash: 'a7f2ff13bc495cf2:1',
    related: places,
  });
  const log = await renderSarif(documentWith('fine', [found]), 'review_diff', '1.2.3');
  expect(sarifFaults(JSON.parse(JSON.stringify(log)))).toEqual([]);
  const [{ tool, results } = {}] = log.runs;
  expect(tool?.driver.rules).toMatchObject([
    { help: { text: 'Revoke it.' }, properties: { 'security-severity': '9.5' } },
  ]);
  expect(tool?.driver.rules?.[0]?.properties?.tags).toHaveLength(10);
  expect(results).toMatchObject([
    {
      locations: [{ physicalLocation: { region: { startLine: 3, endLine: 5 } } }],
      partialFingerprints: { primaryLocationLineHash: 'a7f2ff13bc495cf2:1' },
    },
  ]);
  expect(results?.[0]?.relatedLocations).toHaveLength(100);
});

it('is a SARIF run without results when nothing was found, and checks of the schema can fail', async () => {
  const log = await renderSarif(documentWith('fine', []), 'symbolic_check', '1.2.3');
  expect(sarifFaults(log)).toEqual([]);
  expect(log.runs[0]?.results).toEqual([]);
  expect(log.runs[0]?.invocations?.[0]).toMatchObject({ executionSuccessful: true, properties: { status: 'fine' } });
  expect(sarifFaults({ ...log, version: '2.0' })).not.toEqual([]);
});
