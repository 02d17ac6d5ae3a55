/** What a newcomer pastes to connect a client, or to try the server without one. */

const EXAMPLE = [
  'def tricky(x: int, y: int) -> int:',
  '    if x == 12345 and y == 7 * x + 3:',
  '        raise ValueError(x)',
  '    return x + y',
].join('\n');

/** A shell command that has `symbolic_check` find the one input that makes a function raise. */
export function curlSnippet(url: string): string {
  const params = { name: 'symbolic_check', arguments: { code: `${EXAMPLE}\n`, function_name: 'tricky' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return `curl ${url}/mcp -H 'Content-Type: application/json' -d '${body}'`;
}

/** Text that tells how to connect to the server at `url`. */
export function connectionHelp(url: string): string {
  const vscode = JSON.stringify({ servers: { lemma: { type: 'http', url: `${url}/mcp` } } });
  const cursor = JSON.stringify({ mcpServers: { lemma: { url: `${url}/mcp` } } });
  return `Lemma is ready at ${url}/mcp

Claude Code
  claude mcp add --transport http lemma ${url}/mcp

VS Code, in .vscode/mcp.json
  ${vscode}

Cursor, in .cursor/mcp.json
  ${cursor}

Any shell
  ${curlSnippet(url)}

Ctrl-C stops it.`;
}
