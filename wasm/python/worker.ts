/** The Python Worker: sessions are reached as Durable Objects, by RPC only. */
export { PythonSession } from '../../durable-objects/python-session/python-session.ts';

export default {
  fetch(): Response {
    return new Response('Python sessions are reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
