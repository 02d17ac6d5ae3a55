/** Writes docs/tools.md from the catalogue; with `--check`, exits with 1 when the file is not what would be written. */
import { readFile, writeFile } from 'node:fs/promises';
import { CATALOG } from '../src/mcp/catalog.ts';
import type { Tool } from '../src/mcp/define-tool.ts';
import { pathsListing } from '../src/mcp/surfaces.ts';

const file = new URL('../docs/tools.md', import.meta.url);

const HEADER = `# Tools

Generated from the catalogue by \`npm run docs\`. Every tool can be called at every URL; "listed at" says which URLs name it in
\`tools/list\`. A tool that cannot do its work answers \`isError\` with \`{status: "error", error_type, message, advice}\`.
`;

const text = [HEADER, ...CATALOG.map(describeTool)].join('\n');
if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('docs/tools.md is stale: run `npm run docs`.');
  process.exit(1);
}

function describeTool(tool: Tool): string {
  const { name, title = name, description = '', inputSchema, outputSchema, annotations = {} } = tool.listing;
  const hints = Object.entries(annotations).flatMap(([hint, value]) =>
    value === true ? hint.replace('Hint', '') : [],
  );
  return `## ${name}

${title}. Listed at ${pathsListing(tool)
    .map((path) => `\`${path}\``)
    .join(', ')}. Hints: ${hints.length === 0 ? 'none' : hints.join(', ')}.

${description}

${table('Parameter', inputSchema)}
${table('Result', outputSchema ?? {})}`;
}

function table(title: string, schema: { readonly [keyword: string]: unknown }): string {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null || Object.keys(properties).length === 0) return '';
  const names = Array.isArray(required) ? required : [];
  const rows = Object.entries(properties).map(([name, property]) => {
    const { type, enum: values, default: preset, description = '' } = property;
    const kind = Array.isArray(values) ? values.map((value) => `\`${value}\``).join(' ') : (type ?? 'any');
    const need = names.includes(name)
      ? 'required'
      : preset === undefined
        ? ''
        : `default \`${JSON.stringify(preset)}\``;
    return `| \`${name}\` | ${kind} | ${[need, description].filter(Boolean).join('. ')} |`;
  });
  return `| ${title} | Type | Notes |\n|---|---|---|\n${rows.join('\n')}\n`;
}
