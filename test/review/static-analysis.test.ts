/** `run_static_analysis` through the front, with the real analyzers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from '../workspace/workspace-tools.ts';

const server = sharedServer();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});

const USER = 'static-analysis';
const put = (workspace: string, files: Readonly<Record<string, string>>) =>
  callAs(base, USER, 'put_files', texts(files, { workspace }));
const analyze = (args: Facts) => callAs(base, USER, 'run_static_analysis', args);

/** `rule file:line` of each finding. */
function places({ findings }: Facts): readonly string[] {
  return (findings as { rule: string; file: string; line: number }[]).map(
    ({ rule, file, line }) => `${rule} ${file}:${line}`,
  );
}

const HELPER = 'export function half(n: number): number {\n  return n / 2;\n}\n';
const USES_PACKAGES = [
  "import { useState, type HTMLAttributes } from 'react';",
  "import express from 'express';",
  "import * as z from 'zod';",
  "import { half } from './half';",
  'interface Props extends HTMLAttributes<HTMLElement> { n: number }',
  'export function View(props: Props) {',
  '  const [state, setState] = useState<string>("");',
  '  const app: express.Application = express();',
  '  app.get("/", (request, response) => response.send(Buffer.from(process.env.X)));',
  '  const schema: z.infer<typeof props> = z.object({ state });',
  '  return <a className={props.className} onClick={(event) => setState(event.type)}>{half(props.n)} {schema}</a>;',
  '}',
  '',
].join('\n');

describe('on files', () => {
  it('is silent about packages that are not there, and not about their absence in the workspace', async () => {
    await put('packages', {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "jsx": "react-jsx" /* as React 17 does */ } }',
      'src/half.ts': HELPER,
      'src/view.tsx': USES_PACKAGES,
      'src/wrong.ts':
        "import { half, third } from './half';\nexport const text: string = half('1') + third;\nlost();\n",
    });
    const found = await analyze({ workspace: 'packages', changed_files: ['src/view.tsx', 'src/wrong.ts'] });
    expect(found).toMatchObject({
      success: true,
      analyzers: ['tsc'],
      warnings: [expect.stringContaining('was not checked by TypeScript: src/view.tsx')],
    });
    expect(places(found)).toEqual([
      'tsc/TS2305 src/wrong.ts:1',
      'tsc/TS2345 src/wrong.ts:2',
      'tsc/TS2304 src/wrong.ts:3',
    ]);
    expect(found.findings).toMatchObject([{ confidence: 0.85 }, { confidence: 0.85 }, { confidence: 0.6 }]);
  });

  it('says nothing, or says it with doubt, where types of packages or versions of the compiler may decide', async () => {
    await put('versions', {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "target": "ES2015", "lib": ["ES2015"] }, "include": ["src"] }',
      'src/a.ts': [
        "import type { Schema } from 'zod';",
        'export const parse = <T extends Schema>(schema: T) => schema.parse(1);',
        'export const entries = Object.entries({});',
        'declare global { namespace JSX { interface Element { a: string } } }',
        'export const sure = <T extends string>(text: T) => text.lost;',
        'export function either(isText: boolean): number {',
        '  // @ts-expect-error it is a text now and then',
        '  return isText',
        "    ? 'a'",
        '    : 1;',
        '}',
        '// @ts-expect-error of types that are not here',
        'parse(1);',
        'type Expect<T extends true> = T;',
        'export type Test = Expect<false>;',
        '',
      ].join('\n'),
      'copy/a.ts': 'declare global { namespace JSX { interface Element { a: number } } }\nexport {};\n',
    });
    const found = await analyze({ workspace: 'versions', changed_files: ['src/a.ts', 'copy/a.ts'] });
    expect(found).toMatchObject({
      success: true,
      warnings: [expect.stringContaining('was not checked by TypeScript')],
    });
    expect(places(found)).toEqual([
      'tsc/TS2339 src/a.ts:5',
      ...['tsc/TS2578 src/a.ts:7', 'tsc/TS2578 src/a.ts:12', 'tsc/TS2344 src/a.ts:15'],
    ]);
    const doubtful = { confidence: 0.6 };
    expect(found.findings).toMatchObject([doubtful, doubtful, doubtful, doubtful]);
  });

  it('knows what Python code means by what Ruff has doubts about', async () => {
    await put('python', {
      'new/pyproject.toml':
        '[project]\nname = "a"\nrequires-python = ">=3.9"\n[tool.ruff.lint]\nselect = ["I", "B018", "F821"]\n',
      'new/own/__init__.py': '',
      'new/tests/test_a.py': [
        'import pytest',
        '',
        'from own import a',
        '',
        'with pytest.raises(KeyError):',
        '    a.b',
        'a.b',
        'unicode(a)',
        '',
      ].join('\n'),
      'old/a.py': 'import six\n\ntext = unicode if six.PY2 else str\n\nlost()\n',
      'old/b.py': 'print "a"\nprint(\'b\') c\n',
    });
    const changed_files = ['new/tests/test_a.py', 'old/a.py'];
    const options = { analyzers: ['ruff'] };
    const found = await analyze({ workspace: 'python', changed_files, options });
    expect(places(found)).toEqual([
      'ruff/F821 new/tests/test_a.py:8',
      'ruff/F821 old/a.py:3',
      'ruff/F821 old/a.py:5',
      'ruff/B018 new/tests/test_a.py:7',
    ]);
    expect(found.findings).toMatchObject([{ confidence: 0.9 }, { confidence: 0.6 }, { confidence: 0.9 }, {}]);
    const statements = await analyze({ workspace: 'python', changed_files: ['old/b.py'], options });
    expect(statements.findings).toMatchObject([
      { line: 1, confidence: 0.6 },
      { line: 2, confidence: 0.98 },
    ]);
  });

  it('honours settings of the workspace, one file at a time', async () => {
    await put('settings', {
      'pyproject.toml':
        '[tool.ruff.lint]\nselect = ["F401"]\n[tool.ruff.lint.per-file-ignores]\n"tests/**" = ["F401"]\n',
      'app.py': 'import os\nprint(lost)\n',
      'tests/a.py': 'import os\n',
      'own/ruff.toml': '[lint]\nselect = ["F821"]\n',
      'own/b.py': 'import os\nprint(lost)\n',
      'biome.json':
        '{ "linter": { "rules": { "suspicious": { "noDebugger": "off" } } }, "files": { "includes": ["**", "!gen"] } }',
      'a.js': 'debugger;\nswitch (a) {\n  case 1:\n  case 1:\n}\n',
      'gen/a.js': 'switch (a) {\n  case 1:\n  case 1:\n}\n',
    });
    const changed_files = ['app.py', 'tests/a.py', 'own/b.py', 'a.js', 'gen/a.js'];
    const found = await analyze({
      workspace: 'settings',
      changed_files,
      options: { analyzers: ['ruff', 'biome'] },
    });
    expect(found).toMatchObject({ success: true, warnings: [] });
    expect(places(found)).toEqual([
      'ruff/F821 own/b.py:2',
      'ruff/F401 app.py:1',
      'biome/suspicious/noDuplicateCase a.js:4',
    ]);
  });

  it('checks types of Python with what the workspace has of it', async () => {
    await put('typed', {
      'pkg/__init__.py': '',
      'pkg/half.py': 'def half(n: int) -> float:\n    return n / 2\n',
      'app.py':
        'import requests\nfrom pkg.half import half\n\nclass S(requests.Session):\n    pass\n\nS().get(half("1"))\nlost()\n',
    });
    for (let turn = 0; turn < 3; turn++) {
      const found = await analyze({
        workspace: 'typed',
        changed_files: ['app.py'],
        options: { analyzers: ['pyright'] },
      });
      expect(found).toMatchObject({ success: true, warnings: [] });
      expect(places(found)).toEqual([
        'pyright/reportUndefinedVariable app.py:8',
        'pyright/reportArgumentType app.py:7',
      ]);
    }
  });

  it('goes on after a file that breaks an analyzer', async () => {
    const deep = `x = ${'('.repeat(60_000)}1${')'.repeat(60_000)}\n`;
    const files = [
      { path: 'deep.py', content: deep },
      { path: 'deep.ts', content: deep },
      { path: 'ok.py', content: 'print(é, lost)\n' },
      { path: 'ok.ts', content: 'const é = 1;\nif (é === NaN) lost();\n' },
    ];
    const found = await analyze({ files, options: { analyzers: ['tsc', 'ruff', 'biome', 'pyright'] } });
    expect(found.warnings).toEqual([
      'TypeScript failed on deep.ts, which nests too deep or imports what does: it was not checked.',
      'Ruff failed on deep.py: the file was not checked.',
      'Biome failed on deep.ts: the file was not checked.',
      'pyright gave up on deep.py: it was not checked, or not to its end.',
    ]);
    expect(places(found)).toEqual([
      'tsc/TS2845 ok.ts:2',
      'tsc/TS2304 ok.ts:2',
      'ruff/F821 ok.py:1',
      'ruff/F821 ok.py:1',
      'biome/correctness/useIsNan ok.ts:2',
      'pyright/reportUndefinedVariable ok.py:1',
      'pyright/reportUndefinedVariable ok.py:1',
    ]);
  });
});

describe('pattern rules', () => {
  const RULE =
    'rules:\n  - {id: no-old, message: Use new($X)., severity: ERROR, languages: [python], pattern: old($X), fix: new($X)}\n';
  const CODE =
    'import subprocess\n\ndef run(command):\n    old(1)\n    subprocess.run(command, shell=True)\n    return eval(command)\n';

  it('are those of the pack and of the workspace, or of a file that is named', async () => {
    await put('patterns', { '.semgrep.yml': RULE, 'team.yml': RULE.replace('no-old', 'other'), 'a.py': CODE });
    const analyzed = { workspace: 'patterns', changed_files: ['a.py'] };
    const found = await analyze({ ...analyzed, options: { analyzers: ['semgrep'] } });
    expect(found).toMatchObject({ success: true, warnings: [] });
    expect(places(found)).toContain('semgrep/no-old a.py:4');
    expect(places(found).filter((place) => /a\.py:[56]$/.test(place))).not.toEqual([]);
    const named = await analyze({
      ...analyzed,
      options: { analyzers: ['semgrep'], semgrep_args: ['--config', 'team.yml'] },
    });
    expect(places(named)).toEqual(['semgrep/other a.py:4']);
  });
});

describe('on a change', () => {
  it('reports what is new, on changed lines or with the reason why not', async () => {
    const old = ['def lost():', '    return gone', '', 'def used(a=[]):', '    return a', ''].join('\n');
    await put('change', { 'a.py': `import os\n${old}print(os)\n`, 'half.ts': HELPER, 'b.ts': `${HELPER}half('1');\n` });
    await put('change', {
      'a.py': `# one more line\n${old}print(os)\nprint(gone_too)\n`,
      'b.ts': `// moved\n\n${HELPER}half('1');\nhalf('2');\n`,
    });
    const found = await analyze({ workspace: 'change', options: { analyzers: ['ruff', 'tsc'] } });
    expect(places(found)).toEqual(['ruff/F821 a.py:7', 'ruff/F821 a.py:8', 'tsc/TS2345 b.ts:7']);
    const [first, second] = found.findings as { off_diff?: string }[];
    expect(first?.off_diff).toContain('another change to the same file');
    expect(second?.off_diff).toBeUndefined();
  });
});

it('says what it cannot do', async () => {
  const found = await analyze({
    files: [{ path: 'a.py', content: 'print(1)\n' }],
    options: { analyzers: ['ruff', 'tsc'], semgrep_args: ['--config=p/ci', '--jobs', '--severity', 'error'] },
  });
  expect(found).toMatchObject({
    success: true,
    findings: [],
    warnings: [
      'semgrep_args: p/ci is a registry of rules; name a file of the workspace.',
      'semgrep_args: --jobs is not supported and does not count.',
      'None of the files is one that tsc checks.',
    ],
  });
});
