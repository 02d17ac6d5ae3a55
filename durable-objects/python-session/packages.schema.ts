/** The tables of a session's installed packages; uploaded wheels lie in parts that fit a row. */

/** Bytes of a wheel in one row; a row holds at most 2 MB. */
const PART = 1 << 20;

/** As step 1 creates them. */
export const PACKAGES_SCHEMA = `
  CREATE TABLE IF NOT EXISTS package (
    -- Normalized.
    name TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    -- Path of the wheel in /workspace when it was installed; NULL for a package that is bundled with the server.
    path TEXT,
    -- JSON array of the requirements of its METADATA.
    requires TEXT NOT NULL,
    -- What its files take when unpacked.
    bytes INTEGER NOT NULL,
    files INTEGER NOT NULL,
    -- sha256 of the wheel in hex.
    sha256 TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS package_wheel (
    name TEXT NOT NULL,
    part INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (name, part)
  ) STRICT, WITHOUT ROWID;
`;

/** A package that is installed. */
export interface PackageRow {
  readonly name: string;
  readonly version: string;
  readonly path: string | null;
  readonly requires: readonly string[];
  readonly bytes: number;
  readonly files: number;
  readonly sha256: string;
}

type Row = Omit<PackageRow, 'requires'> & { requires: string; [column: string]: SqlStorageValue };

/** All installed packages, sorted by name. */
export function readPackages(sql: SqlStorage): readonly PackageRow[] {
  return Array.from(sql.exec<Row>('SELECT * FROM package ORDER BY name'), (row) => ({
    ...row,
    requires: JSON.parse(row.requires),
  }));
}

/** The bytes of an uploaded wheel that is installed. */
export function readPackageWheel(sql: SqlStorage, name: string): Uint8Array {
  const rows = sql.exec<{ data: ArrayBuffer }>('SELECT data FROM package_wheel WHERE name = ? ORDER BY part', name);
  const parts = Array.from(rows, ({ data }) => new Uint8Array(data));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Records a package, in place of another version; `wheel` for an uploaded one. */
export function storePackage(sql: SqlStorage, row: PackageRow, wheel: Uint8Array | undefined): void {
  removePackage(sql, row.name);
  const { name, version, path, requires, bytes, files, sha256 } = row;
  const values = [name, version, path, JSON.stringify(requires), bytes, files, sha256];
  sql.exec('INSERT INTO package VALUES (?, ?, ?, ?, ?, ?, ?)', ...values);
  for (let part = 0; wheel !== undefined && part * PART < wheel.length; part++) {
    sql.exec('INSERT INTO package_wheel VALUES (?, ?, ?)', name, part, wheel.slice(part * PART, (part + 1) * PART));
  }
}

/** Forgets a package. */
export function removePackage(sql: SqlStorage, name: string): void {
  sql.exec('DELETE FROM package WHERE name = ?', name);
  sql.exec('DELETE FROM package_wheel WHERE name = ?', name);
}
