/** The wheels that a user uploaded to a session's workspace. */
import { filesBelow, findFile, readContent } from './session-files.schema.ts';

/** Wheels by their paths, relative to /workspace. */
export interface WorkspaceWheels {
  /** Those in /workspace and /workspace/wheels, sorted. */
  list(): readonly string[];
  /** The bytes of a file anywhere in the workspace. */
  read(path: string): Uint8Array | undefined;
}

/** Looks into the session's files. */
export function workspaceWheels(sql: SqlStorage): WorkspaceWheels {
  return {
    list() {
      const names = filesBelow(sql, '').flatMap(({ path, content }) => (content === null ? [] : [path]));
      return names.filter((path) => /^(?:wheels\/)?[^/]+\.whl$/i.test(path));
    },
    read(path) {
      const file = findFile(sql, path);
      return file === undefined || file.content === null ? undefined : readContent(sql, file.content, 0, file.size);
    },
  };
}
