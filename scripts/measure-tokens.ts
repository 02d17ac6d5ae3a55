/**
 * Prints the tokens that each surface's tool definitions take in a client's context (o200k_base of gpt-tokenizer, over the JSON of
 * `tools/list`). Exits with 1 when the default surface is over its ceiling.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Surface } from '../src/mcp/server.ts';
import { CATALOG } from '../src/tools/catalog.ts';
import { DEFAULT_CEILING, DEFAULT_SURFACE, listedAt, TOOLSETS } from '../src/tools/surfaces.ts';

const tokensOf = ({ tools, listed }: Surface) => countTokens(JSON.stringify(tools.map((tool) => tool[listed])));
const print = (name: string, surface: Surface) =>
  console.log(
    `${name.padEnd(28)}${String(surface.tools.length).padStart(4)} tools${String(tokensOf(surface)).padStart(7)} tokens`,
  );

for (const tool of CATALOG)
  console.log(`  ${tool.name.padEnd(37)}${String(tokensOf({ tools: [tool], listed: 'listing' })).padStart(7)}`);
for (const path of ['/mcp', '/mcp/all', ...TOOLSETS.map((toolset) => `/mcp/${toolset}`)]) {
  print(path, listedAt(path));
}

const tokens = tokensOf(listedAt('/mcp'));
const over = DEFAULT_SURFACE.length > DEFAULT_CEILING.tools || tokens > DEFAULT_CEILING.tokens;
const ceiling = `${DEFAULT_CEILING.tools} tools, ${DEFAULT_CEILING.tokens} tokens`;
console.log(`${over ? 'OVER' : 'Within'} the default surface's ceiling of ${ceiling}.`);
process.exit(over ? 1 : 0);
