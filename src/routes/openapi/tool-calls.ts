/** Schemas and examples of the JSON-RPC messages that call a tool, from the catalogue. */
import type { Tool } from '../../mcp/define-tool.ts';
import { type Node, ref } from './schema.ts';

/** A call for each of these tools, which takes and needs what it says. */
export const EXAMPLE_ARGUMENTS: Readonly<Record<string, Node>> = {
  run_python_code: { code: 'import sys\nprint(sys.version)\n6 * 7', timeout: 30 },
  symbolic_check: {
    code: 'def half(n: int) -> int:\n    """\n    pre: n >= 0\n    post: __return__ * 2 == n\n    """\n    return n // 2',
    function_name: 'half',
  },
  find_path_to_exception: {
    code: 'def pick(items: list[int], i: int) -> int:\n    return items[i]',
    function_name: 'pick',
    exception_type: 'IndexError',
  },
  compare_functions: {
    code: 'def f(x: int) -> int:\n    return x * 2\n\ndef g(x: int) -> int:\n    return x + x',
    function_a: 'f',
    function_b: 'g',
  },
  create_session: { session_id: 'analysis', description: 'Quarterly figures' },
  health_check: {},
};

/** Name of the schema of a tool's call. */
export function callName({ name }: Tool): string {
  return `Call_${name}`;
}

/** Name of the schema of a tool's structured content. */
export function outputName({ name }: Tool): string {
  return `Output_${name}`;
}

/** A schema for the call of each tool and one for what it answers. */
export function toolSchemas(tools: readonly Tool[]): Node {
  const calls = tools.map((tool) => [callName(tool), callSchema(tool)]);
  const outputs = tools
    .filter(hasOutput)
    .map((tool) => [outputName(tool), { title: `Output of ${tool.name}`, ...tool.definition.outputSchema }]);
  return Object.fromEntries([...calls, ...outputs]);
}

/** Whether a schema says what its results are: those of a tool that calls others are theirs. */
function hasOutput({ definition }: Tool): boolean {
  return definition.outputSchema !== undefined;
}

/** The body of a POST that calls a tool, for each tool that has an example. */
export function toolExamples(tools: readonly Tool[]): Node {
  return Object.fromEntries(
    tools.flatMap(({ name, definition }) => {
      const args = EXAMPLE_ARGUMENTS[name];
      if (args === undefined) return [];
      const value = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return [[name, { summary: `${name}: ${definition.title ?? name}`, value }]];
    }),
  );
}

/** The schema of a call's result. */
export function resultSchema(tools: readonly Tool[]): Node {
  return {
    type: 'object',
    required: ['content'],
    properties: {
      content: {
        type: 'array',
        description: 'The same facts as text, then images and links to reports.',
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string' }, text: { type: 'string' } },
        },
      },
      structuredContent: { anyOf: tools.filter(hasOutput).map((tool) => ref('schemas', outputName(tool))) },
      isError: { type: 'boolean', description: 'Whether the tool could not do its work.' },
    },
  };
}

function callSchema({ name, definition }: Tool): Node {
  return {
    title: `tools/call ${name}`,
    description: definition.description,
    type: 'object',
    required: ['jsonrpc', 'id', 'method', 'params'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: ref('schemas', 'RequestId'),
      method: { const: 'tools/call' },
      params: {
        type: 'object',
        required: ['name', ...(definition.inputSchema.required?.length ? ['arguments'] : [])],
        properties: { name: { const: name }, arguments: definition.inputSchema },
      },
    },
  };
}
