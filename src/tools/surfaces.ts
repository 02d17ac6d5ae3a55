/** Which tools a URL lists. Listing is all it decides: every tool can be called at every URL. */
import { ToolFailure } from '../lib/errors.ts';
import type { Tool, Toolset } from '../mcp/define-tool.ts';
import type { Surface } from '../mcp/server.ts';
import type { CatalogEntry } from '../mcp/tool-context.ts';
import { CATALOG } from './catalog.ts';

/** Ceilings of the default surface: the tools it lists, and the tokens their definitions take. */
export const DEFAULT_CEILING = { tools: 24, tokens: 6000 } as const;

const DEFAULT_TOOLS: ReadonlySet<string> = new Set([
  'symbolic_check',
  'find_path_to_exception',
  'compare_functions',
  'analyze_branches',
  'run_python_code',
  'run_tests',
  'create_session',
  'put_files',
  'import_repository',
  'list_workspaces',
  'get_file',
  'find_symbol',
  'find_references',
  'search_code',
  'semantic_search',
  'get_context_for_prompt',
  'repo_map',
  'review_commit',
  'escalate_analysis',
  'generate_plan',
  'find_tools',
  'call_tool',
  'health_check',
]);

/** Names of the toolsets that have tools. */
export const TOOLSETS: readonly Toolset[] = [...new Set(CATALOG.map((tool) => tool.toolset))];

/** What `/mcp` lists. */
export const DEFAULT_SURFACE: readonly Tool[] = CATALOG.filter((tool) => DEFAULT_TOOLS.has(tool.name));

/** The failure of a path that names toolsets which do not exist. */
function unknownToolset(unknown: readonly string[]): ToolFailure {
  return new ToolFailure({
    errorType: 'unknown_toolset',
    message: `Unknown toolset ${unknown.map((name) => JSON.stringify(name)).join(', ')}.`,
    advice: `Use /mcp, /mcp/all, or /mcp/ and one or more of ${TOOLSETS.join(', ')} with commas between.`,
    details: { known: TOOLSETS },
  });
}

/** What `/mcp`, `/mcp/all` or `/mcp/<toolset>[,…]` lists. Throws `ToolFailure`. */
export function surfaceAt(path: string): readonly Tool[] {
  const selector = /^\/mcp\/(.*)$/.exec(path)?.[1];
  if (selector === undefined) return DEFAULT_SURFACE;
  if (selector === 'all') return CATALOG;
  const names = selector.split(/,|%2c/i);
  const unknown = names.filter((name) => !TOOLSETS.some((toolset) => toolset === name));
  if (unknown.length > 0) throw unknownToolset(unknown);
  return CATALOG.filter((tool) => tool.toolsets.some((toolset) => names.includes(toolset)));
}

/** How the tools of a path are listed: those of the default surface shortly. Throws `ToolFailure`. */
export function listedAt(path: string): Surface {
  const tools = surfaceAt(path);
  return { tools, listed: tools === DEFAULT_SURFACE ? 'shortListing' : 'listing' };
}

/** The URLs that list `tool`. */
export function pathsListing(tool: Tool): readonly string[] {
  return [
    ...(DEFAULT_TOOLS.has(tool.name) ? ['/mcp'] : []),
    '/mcp/all',
    ...tool.toolsets.map((toolset) => `/mcp/${toolset}`),
  ];
}

/** Every tool by name, with the URLs that list it: what a server is made with. */
export const LISTED_CATALOG: ReadonlyMap<string, CatalogEntry> = new Map(
  CATALOG.map((tool) => [tool.name, { tool, listedAt: pathsListing(tool) }]),
);
