/** The Worker of workspaces: they are reached as Durable Objects. */
export { Workspace } from './workspace.ts';

export default {
  fetch(): Response {
    return new Response('Workspaces are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
