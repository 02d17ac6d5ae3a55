/** The wheels that a user uploaded to a session's workspace. */

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
      const rows = sql.exec<{ path: string }>("SELECT DISTINCT path FROM files WHERE path LIKE '%.whl' ORDER BY path");
      return Array.from(rows, ({ path }) => path).filter((path) => /^(?:wheels\/)?[^/]+$/.test(path));
    },
    read(path) {
      const rows = sql.exec<{ data: ArrayBuffer | null }>('SELECT data FROM files WHERE path = ? ORDER BY part', path);
      const parts = Array.from(rows, ({ data }) => data).filter((data) => data !== null);
      return parts.length === 0 ? undefined : joined(parts);
    },
  };
}

function joined(parts: readonly ArrayBuffer[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return bytes;
}
