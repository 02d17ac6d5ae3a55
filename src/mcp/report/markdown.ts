/** Reports as Markdown. */
import { fenced, plain } from '../../lib/markdown.ts';
import { type Block, placeText, type ReportDocument } from './document.ts';

/** The report, whole. */
export function renderMarkdown({ title, summary, sections }: ReportDocument): string {
  return [
    `# ${plain(title)}`,
    plain(summary),
    ...sections.flatMap(({ heading, blocks }) => [`## ${plain(heading)}`, ...blocks.map(renderBlock)]),
    '',
  ].join('\n\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return plain(block.text);
    case 'list':
      return block.items.map((item) => `- ${plain(item)}`).join('\n');
    case 'code':
      return fenced(block.language, block.text.replace(/\n$/, ''));
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows.map((row) => row.map(plain))]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');
    case 'bars':
      return [
        '| | | |\n| --- | --- | --- |',
        ...block.bars.map(({ label, share, text }) => `| ${plain(label)} | ${blocks(share)} | ${plain(text)} |`),
      ].join('\n');
    case 'finding': {
      const { level, message, place, details } = block.finding;
      if (details.length === 0) return `- **${level}** ${plain(placeText(place))}: ${plain(message)}`;
      return details.map(renderBlock).join('\n\n');
    }
  }
}

/** Ten blocks for 1. */
function blocks(share: number): string {
  return '█'.repeat(Math.round(10 * share)).padEnd(10, '░');
}
