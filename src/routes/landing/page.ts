/** The landing page for browsers: no scripts, one stylesheet of this server, readable on a phone. */
import { html } from 'hono/html';
import { VERSION } from '../../lib/version.ts';
import { TOOLSETS } from '../../tools/surfaces.ts';
import { clientsOf } from './clients.ts';

/** What the page may load: its stylesheet and its icon. */
export const LANDING_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the server does, each with the tools that begin it. */
const CAPABILITIES = [
  [
    'Prove',
    'whether a Python function keeps its contract for all inputs, or which input breaks it.',
    ['symbolic_check', 'find_path_to_exception'],
  ],
  [
    'Compare',
    'two versions of a function, and see which inputs take each branch.',
    ['compare_functions', 'analyze_branches'],
  ],
  [
    'Run',
    'Python in sessions with files and packages, which survive restarts and can be forked; the tests of a repository.',
    ['run_python_code', 'run_tests'],
  ],
  [
    'Find',
    'code in repositories that you push: by meaning, by text, by name, by who calls it.',
    ['semantic_search', 'find_symbol'],
  ],
  [
    'Review',
    'a change: what it breaks, leaks or does differently, each finding with its evidence.',
    ['review_commit', 'compare_behaviour'],
  ],
  [
    'Reason',
    'about a problem that you are stuck with: traces, costs, and hypotheses that are proved or run.',
    ['escalate_analysis', 'hypothesis_test'],
  ],
  [
    'Plan',
    'steps that name the files and checks of your code; a step whose check fails stays open.',
    ['generate_plan', 'complete_step'],
  ],
  ['Be tested', 'on algorithms, by checkers that accept every right answer.', ['check_answer', 'start_certification']],
  [
    'Understand',
    'what belongs to a task, and how the code came to be.',
    ['get_context_for_prompt', 'git_commit_retrieval'],
  ],
] as const;

const DOCUMENTS = [
  ['/docs/tools.md', 'every tool, with its parameters and results'],
  ['/docs/which-tool.md', 'each tool by its question'],
  ['/docs/symbolic-engine.md', 'what verdicts mean, and how they come about'],
  ['/docs/python-sessions.md', 'how sessions behave'],
  ['/docs/workspaces.md', 'pushing code, search, history'],
  ['/docs/review.md', 'what reviews find'],
  ['/docs/reasoning.md', 'what findings rest on'],
  ['/docs/plans.md', 'how plans prove their progress'],
  ['/docs/scaffolds.md', 'which answers to algorithms are right'],
  ['/docs/protocol.md', 'prompts, resources, completion, browsers'],
  ['/docs', 'the HTTP API, to try'],
  ['/redoc', 'the same, to read'],
  ['/openapi.json', 'the same, for programs'],
  ['/errors', 'the types of errors'],
  ['/llms.txt', 'the way in for a model'],
] as const;

const ASKS = [
  'Prove that page_count never returns a negative number.',
  'Which input makes parse_date crash?',
  'Does the new version of total behave as the old one did?',
  'Where do we validate tokens, and who calls that?',
  'What does my branch break?',
] as const;

/** The page; `needsKey` where requests without a key are refused. */
export function landingPage(origin: string, needsKey: boolean) {
  const key = needsKey
    ? html`Requests need an API key of this server: put yours where <code>&lt;your key&gt;</code> stands.`
    : html`No key is needed here. Every bearer token is a user of its own; requests without one are one more user.`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lemma: prove, run, find and review code over MCP</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/landing.css">
</head>
<body>
<header>
<img src="/icon.svg" alt="" width="48" height="48">
<div><h1>Lemma</h1><p>MCP server, version ${VERSION}</p></div>
</header>
<main>
<p class="lead">Point your coding agent here to <strong>prove</strong> and <strong>run</strong> Python, to <strong>find</strong>
its way in your repositories, and to <strong>review</strong>, reason and <strong>plan</strong>. Every counterexample was replayed on CPython before you see it, and “verified” means proved.</p>

<section aria-labelledby="connect">
<h2 id="connect">Connect</h2>
<p class="address"><code>${origin}/mcp</code></p>
<p>${key}</p>
${clientsOf(origin, needsKey).map(
  ({ client, note, snippets }, at) => html`<details${at === 0 ? html` open` : ''}>
<summary>${client}</summary>
${note === undefined ? '' : html`<p>${note}</p>`}
${snippets.map(
  ({ where, text }) => html`<p class="where">${where}</p>
<pre tabindex="0"><code>${text}</code></pre>
`,
)}</details>
`,
)}
<p>Then ask, for example:</p>
<ul>${ASKS.map((ask) => html`<li>“${ask}”</li>`)}</ul>
</section>

<section aria-labelledby="does">
<h2 id="does">What it does</h2>
<dl>${CAPABILITIES.map(
    ([verb, what, tools]) => html`<dt>${verb}</dt>
<dd>${what} <span>${tools.map((tool, at) => html`${at === 0 ? '' : ', '}<code>${tool}</code>`)}</span></dd>
`,
  )}</dl>
<p><code>/mcp</code> lists the tools that begin each kind of work; <code>/mcp/all</code> lists every tool, and
<code>/mcp/${TOOLSETS.join(',')}</code> those of the toolsets named. Every tool can be called at each of these addresses.</p>
</section>

<section aria-labelledby="push">
<h2 id="push">Push your code</h2>
<pre tabindex="0"><code>git push ${origin}/git/my-project main</code></pre>
<p>From any repository: it makes the workspace <code>my-project</code>, and search, symbols and history answer from it at once.
${needsKey ? 'Git asks for a password: that is your API key, with any user name.' : ''}</p>
</section>

<section aria-labelledby="more">
<h2 id="more">Health and documentation</h2>
<p><a href="/health">/health</a> tells whether every engine is well, <a href="/health/detailed">/health/detailed</a> what your own space
holds, <a href="/metrics">/metrics</a> counts your calls for Prometheus.${needsKey ? ' They need your key, too.' : ''}</p>
<ul class="links">${DOCUMENTS.map(
    ([path, what]) => html`<li><a href="${path}">${path}</a> ${what}</li>
`,
  )}</ul>
</section>
</main>
</body>
</html>
`;
}
