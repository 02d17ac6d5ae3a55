/** How each client connects, with this server's own address. */

/** Something to paste. */
export interface Snippet {
  /** Where it goes, such as a shell or a file. */
  readonly where: string;
  readonly text: string;
}

/** A client and what connects it. */
export interface ClientHelp {
  readonly client: string;
  readonly note?: string;
  readonly snippets: readonly Snippet[];
}

/** Stands where a user's own key goes. */
const KEY = '<your key>';

/** The clients, the usual ones first; `needsKey` where requests without a key are refused. */
export function clientsOf(origin: string, needsKey: boolean): readonly ClientHelp[] {
  const url = `${origin}/mcp`;
  const headers = needsKey ? { headers: { Authorization: `Bearer ${KEY}` } } : {};
  const option = needsKey ? ` --header "Authorization: Bearer ${KEY}"` : '';
  const servers = (lemma: object) => JSON.stringify({ mcpServers: { lemma } }, null, 2);
  return [
    {
      client: 'Claude Code',
      snippets: [{ where: 'Shell', text: `claude mcp add --transport http lemma ${url}${option}` }],
    },
    {
      client: 'Claude Desktop and claude.ai',
      note:
        'A server on the internet: Settings, Connectors, Add custom connector, with the address above. One on your machine, or one that ' +
        'wants a key: through mcp-remote, in claude_desktop_config.json.',
      snippets: [
        {
          where: 'claude_desktop_config.json',
          text: servers({
            command: 'npx',
            args: ['-y', 'mcp-remote', url, ...(needsKey ? ['--header', `Authorization: Bearer ${KEY}`] : [])],
          }),
        },
      ],
    },
    { client: 'Cursor', snippets: [{ where: '.cursor/mcp.json', text: servers({ url, ...headers }) }] },
    {
      client: 'VS Code',
      snippets: [
        {
          where: '.vscode/mcp.json',
          text: JSON.stringify({ servers: { lemma: { type: 'http', url, ...headers } } }, null, 2),
        },
        {
          where: 'or in a shell',
          text: `code --add-mcp '${JSON.stringify({ name: 'lemma', type: 'http', url, ...headers })}'`,
        },
      ],
    },
    {
      client: 'Codex',
      snippets: [
        {
          where: 'Shell',
          text: `codex mcp add lemma --url ${url}${needsKey ? ' --bearer-token-env-var LEMMA_KEY' : ''}`,
        },
      ],
      ...(needsKey && { note: 'Your key is in the environment variable LEMMA_KEY then.' }),
    },
    {
      client: 'Gemini CLI',
      snippets: [{ where: 'Shell', text: `gemini mcp add --transport http${option} lemma ${url}` }],
    },
    {
      client: 'Windsurf',
      snippets: [{ where: '~/.codeium/windsurf/mcp_config.json', text: servers({ serverUrl: url, ...headers }) }],
    },
    {
      client: 'Any other, or none',
      note:
        `Streamable HTTP at ${url}; ${origin}/sse serves clients of the older HTTP+SSE transport, ` +
        `${origin.replace(/^http/, 'ws')}/mcp/ws those that speak MCP over WebSocket.`,
      snippets: [
        {
          where: 'curl',
          text:
            `curl ${url}${needsKey ? ` -H "Authorization: Bearer ${KEY}"` : ''} -H "Content-Type: application/json" \\\n` +
            `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
        },
      ],
    },
  ];
}
