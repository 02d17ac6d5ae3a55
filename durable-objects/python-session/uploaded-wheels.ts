/** The wheels among a session's files. */
import { filesBelow, findFile, readContent } from './session-files.schema.ts';

/** Wheels by their paths, relative to /workspace. */
export interface UploadedWheels {
  /** Those in /workspace and /workspace/wheels, sorted. */
  list(): readonly string[];
  /** The bytes of any file of the session. */
  read(path: string): Uint8Array | undefined;
}

/** Looks into the session's files. */
export function uploadedWheels(sql: SqlStorage): UploadedWheels {
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
