/** `config://security`, `config://server`, `info://capabilities`: what the symbolic tools may do and are, the same for everybody. */
import { VERSION } from '../../lib/version.ts';
import { EXHAUSTIVE_INPUTS, REPLAY_HEAP_MB } from '../../symbolic/published-limits.ts';
import type { ToolEnvironment } from '../tool-context.ts';
import type { ResourceKind } from './resource-kind.ts';

const MIME_TYPE = 'application/json';

interface Fact {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  tell(environment: ToolEnvironment): object;
}

const TOOLS = ['symbolic_check', 'find_path_to_exception', 'compare_functions', 'analyze_branches', 'health_check'];

const FACTS: readonly Fact[] = [
  {
    uri: 'config://security',
    name: 'security',
    title: 'Security of the symbolic tools',
    description: 'What code that is analysed may import and call, and its limits.',
    tell: ({ codeSizeLimit }) => ({
      allowed_modules: ['*'],
      blocked_modules: [],
      dangerous_builtins: [],
      memory_limit_mb: REPLAY_HEAP_MB,
      code_size_bytes: codeSizeLimit,
      coverage_threshold: EXHAUSTIVE_INPUTS,
      notes: [
        'No list says what code may import or call: it is interpreted, and inputs run on CPython in an isolate without a network.',
        'A run that reaches for files, streams or threads, or comes to a module that is not there, does not count: its input is undecided.',
        'memory_limit_mb is the heap of that CPython. coverage_threshold is how many inputs a function may have at most for all of them to be run.',
      ],
    }),
  },
  {
    uri: 'config://server',
    name: 'server',
    title: 'Settings of the symbolic tools',
    description: 'Version, default budget and transport.',
    tell: ({ catalog }) => ({
      version: VERSION,
      default_timeout_seconds: defaultOf(catalog, 'symbolic_check', 'timeout_seconds'),
      mask_error_details: true,
      transport: 'http',
      notes: ['timeout_seconds scales counted work, and is no time. compare_functions has a default of its own.'],
    }),
  },
  {
    uri: 'info://capabilities',
    name: 'capabilities',
    title: 'Symbolic tools and resources',
    description: 'The tools for contracts, exceptions, comparisons and branches, and these resources.',
    tell: ({ catalog }) => ({
      tools: TOOLS.flatMap((name) => {
        const description = catalog.get(name)?.tool.definition.description;
        return description === undefined ? [] : [{ name, description }];
      }),
      resources: FACTS.map(({ uri, description }) => ({ uri, description })),
    }),
  },
];

/** What the symbolic tools are, as clients of other symbolic servers ask for it. */
export const SYMBOLIC_RESOURCES: ResourceKind = {
  templates: [],
  list: () => FACTS.map(({ tell: _, ...listing }) => ({ ...listing, mimeType: MIME_TYPE })),
  read(uri, environment) {
    const fact = FACTS.find((one) => one.uri === uri);
    if (fact === undefined) return undefined;
    const text = JSON.stringify(fact.tell(environment), undefined, 2);
    return Promise.resolve({ contents: [{ uri, mimeType: MIME_TYPE, text }] });
  },
};

/** The default that a tool's schema gives an argument. */
function defaultOf(catalog: ToolEnvironment['catalog'], tool: string, argument: string): unknown {
  const properties = catalog.get(tool)?.tool.definition.inputSchema.properties;
  const schema: unknown = properties?.[argument];
  return typeof schema === 'object' && schema !== null && 'default' in schema ? schema.default : null;
}
