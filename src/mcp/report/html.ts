/** Reports as pages that need nothing else: no script, no font, no image; light or dark as the reader has it. */
import { type Bar, type Block, placeText, type ReportDocument } from './document.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d232b, #dde3ea); --quiet: light-dark(#5b6673, #93a0ae);
  --page: light-dark(#fdfdfc, #14181d); --box: light-dark(#f3f4f5, #1d232b); --line: light-dark(#dcdfe3, #333c47);
  --error: light-dark(#b3261e, #ff8a80); --warning: light-dark(#8a5a00, #f2c14e); --note: light-dark(#1f5fae, #8ab8f5); }
body { margin: 0 auto; padding: 3rem 1.25rem 5rem; max-width: 50rem; background: var(--page); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.summary { font-size: 1.2rem; margin: 0 0 1rem; } footer { margin-top: 3rem; color: var(--quiet); font-size: .875rem; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: .4rem; padding: .9rem 1rem; overflow-x: auto;
  font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: normal; tab-size: 4; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); }
.finding { border-left: 3px solid var(--tone); padding-left: 1rem; margin: 1rem 0; } .finding b { color: var(--tone); }
.bars { display: grid; grid-template-columns: max-content minmax(8rem, 1fr) max-content; gap: .35rem 1rem; align-items: center; }
.bars svg { width: 100%; height: 1.1rem; } .bars .track { fill: var(--box); } .bars .bar { fill: var(--note); }
.bars line { stroke: var(--ink); stroke-width: 2; vector-effect: non-scaling-stroke; }
.error { --tone: var(--error); } .warning { --tone: var(--warning); } .note { --tone: var(--note); }
`;

/** The report as a page; `origin` says what made it. */
export function renderHtml({ title, summary, sections }: ReportDocument, origin: string): string {
  const body = [
    `<h1>${escaped(title)}</h1>`,
    `<p class="summary">${escaped(summary)}</p>`,
    ...sections.map(({ heading, blocks }) => `<h2>${escaped(heading)}</h2>\n${blocks.map(renderBlock).join('\n')}`),
  ];
  return page(title, body.join('\n'), origin);
}

/** A page that shows a text as it is. */
export function renderTextPage(title: string, text: string, origin: string): string {
  return page(title, `<h1>${escaped(title)}</h1>\n${codeBlock(text)}`, origin);
}

function page(title: string, body: string, origin: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
<footer>${escaped(origin)}</footer>
</body>
</html>
`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    case 'code':
      return codeBlock(block.text);
    case 'table': {
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
      const head = row(block.head, 'th');
      return `<div class="wide"><table><thead>${head}</thead><tbody>${block.rows.map((each) => row(each, 'td')).join('')}</tbody></table></div>`;
    }
    case 'bars':
      return `<div class="bars">${block.bars.map(renderBar).join('\n')}</div>`;
    case 'finding': {
      const { level, message, place, details } = block.finding;
      const head = `<p><b>${level}</b> ${escaped(placeText(place))}: ${escaped(message)}</p>`;
      return `<div class="finding ${level}">\n${[head, ...details.map(renderBlock)].join('\n')}\n</div>`;
    }
  }
}

/** A row of a plot: label, bar with its interval, and what it stands for. */
function renderBar({ label, share, interval, text }: Bar): string {
  const at = (value: number) => (100 * Math.min(1, Math.max(0, value))).toFixed(1);
  const whisker = interval === undefined ? '' : `<line x1="${at(interval[0])}" x2="${at(interval[1])}" y1="5" y2="5"/>`;
  const drawing = `<rect class="track" width="100" height="10"/><rect class="bar" y="1" width="${at(share)}" height="8"/>${whisker}`;
  return `<span>${escaped(label)}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${drawing}</svg><span>${escaped(text)}</span>`;
}

/** A line break at its very beginning would be dropped, so there is one. */
function codeBlock(text: string): string {
  return `<pre>\n${escaped(text)}</pre>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
