/** Fixture resources. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { PNG } from './content.ts';

/** Registers them. */
export function registerResources(server: McpServer): void {
  const resource = (name: string, mimeType: string, body: { text: string } | { blob: string }) => {
    const uri = `test://${name}`;
    const config = { title: name, description: `Fixture ${name}`, mimeType };
    server.registerResource(name, uri, config, async () => ({ contents: [{ uri, mimeType, ...body }] }));
  };
  resource('static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  resource('static-binary', 'image/png', { blob: PNG });
  resource('watched-resource', 'text/plain', { text: 'Watched resource content' });

  const mimeType = 'application/json';
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType }, async (uri, { id }) => {
    const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: uri.toString(), mimeType, text: body }] };
  });

  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
}
