/** Fixture resources, beside production's own. */
import { isSpecType, type ReadResourceResult, type Resource, type Server } from '@modelcontextprotocol/server';
import { PNG } from './content.ts';
import { productionHandler } from './production.ts';

type Body = { readonly text: string } | { readonly blob: string };

const RESOURCES: ReadonlyMap<string, readonly [mimeType: string, body: Body]> = new Map([
  ['test://static-text', ['text/plain', { text: 'This is the content of the static text resource.' }]],
  ['test://static-binary', ['image/png', { blob: PNG }]],
  ['test://watched-resource', ['text/plain', { text: 'Watched resource content' }]],
]);
const TEMPLATE = { name: 'template', uriTemplate: 'test://template/{id}/data', mimeType: 'application/json' };

/** Puts them before what production serves, which answers for every other resource. */
export function addResources(server: Server): void {
  const list = productionHandler(server, 'resources/list', isSpecType.ListResourcesResult);
  server.setRequestHandler('resources/list', async (request, ctx) => {
    const { resources, ...more } = await list(request, ctx);
    const fixtures = [...RESOURCES].map(([uri, [mimeType]]): Resource => ({ uri, name: uri, title: uri, mimeType }));
    return { resources: [...fixtures, ...resources], ...more };
  });
  const templates = productionHandler(server, 'resources/templates/list', isSpecType.ListResourceTemplatesResult);
  server.setRequestHandler('resources/templates/list', async (request, ctx) => {
    const { resourceTemplates } = await templates(request, ctx);
    return { resourceTemplates: [TEMPLATE, ...resourceTemplates] };
  });
  const read = productionHandler(server, 'resources/read', isSpecType.ReadResourceResult);
  server.setRequestHandler('resources/read', (request, ctx) => fixtureAt(request.params.uri) ?? read(request, ctx));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function fixtureAt(uri: string): ReadResourceResult | undefined {
  const fixed = RESOURCES.get(uri);
  if (fixed !== undefined) return { contents: [{ uri, mimeType: fixed[0], ...fixed[1] }] };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: TEMPLATE.mimeType, text }] };
}
