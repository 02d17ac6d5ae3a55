/**
 * Prints the tokens that each surface's tool definitions take in a client's context (o200k_base of gpt-tokenizer, over the JSON of
 * `tools/list`). Exits with 1 when the default surface is over its ceiling.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Tool } from '../src/mcp/define-tool.ts';
import { CATALOG } from '../src/tools/catalog.ts';
import { DEFAULT_CEILING, DEFAULT_SURFACE, surfaceAt, TOOLSETS } from '../src/tools/surfaces.ts';

const tokensOf = (tools: readonly Tool[]) => countTokens(JSON.stringify(tools.map((tool) => tool.listing)));
const print = (name: string, tools: readonly Tool[]) =>
  console.log(
    `${name.padEnd(28)}${String(tools.length).padStart(4)} tools${String(tokensOf(tools)).padStart(7)} tokens`,
  );

for (const tool of CATALOG) console.log(`  ${tool.name.padEnd(37)}${String(tokensOf([tool])).padStart(7)}`);
for (const path of ['/mcp', '/mcp/all', ...TOOLSETS.map((toolset) => `/mcp/${toolset}`)]) {
  print(path, surfaceAt(path));
}

const tokens = tokensOf(DEFAULT_SURFACE);
const over = DEFAULT_SURFACE.length > DEFAULT_CEILING.tools || tokens > DEFAULT_CEILING.tokens;
const ceiling = `${DEFAULT_CEILING.tools} tools, ${DEFAULT_CEILING.tokens} tokens`;
console.log(`${over ? 'OVER' : 'Within'} the default surface's ceiling of ${ceiling}.`);
process.exit(over ? 1 : 0);
