/** Tools of workspaces, called by a user of a test's own. */
import { callTool } from '../mcp/requests.ts';

/** A structured answer, or an error's fields. */
export type Facts = Readonly<Record<string, unknown>>;

/** Calls a tool of the user with that token; returns the structured content, or the whole body when there is none. */
export async function callAs(base: URL, token: string, name: string, args: Record<string, unknown>): Promise<Facts> {
  const { body } = await callTool(base, name, args, { token });
  return (body.result?.structuredContent ?? body) as Facts;
}

/** The arguments of `put_files` for texts by path. */
export function texts(files: Readonly<Record<string, string>>, options: Facts = {}): Record<string, unknown> {
  return { files: Object.entries(files).map(([path, content]) => ({ path, content })), ...options };
}
